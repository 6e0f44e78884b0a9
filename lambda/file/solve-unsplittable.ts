// Solves a file that cannot be cut, in bounded memory, while its result is uploaded.
import {
  type FilePlan,
  frameOf,
  hasBinaryResult,
  type Lent,
  type Options,
  owned,
  RejectedFile,
  solveFramed,
  splitObstacles,
} from '../../core/files/index.ts';
import type { Multipart, ObjectTarget, UploadedPart } from '../aws/cloud.ts';
import { watched } from '../invocation/cancel-watch.ts';
import { HELD, type Outcome, type UploadContext } from '../invocation/context.ts';
import { SlowRead } from '../invocation/read-in-time.ts';
import { solverBounds } from '../invocation/settings.ts';
import { limitedSolving, refuseResultBytes } from '../invocation/spending.ts';
import { dedicatedTime, TimeSlice } from '../invocation/time.ts';
import type { Upload } from '../invocation/upload.ts';
import { resultTarget } from '../result/output-refs.ts';
import {
  abortMultiparts,
  publishMultipart,
  publishResult,
  throwIfOutdated,
  UNCHECKED_TIME,
} from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { checkBounds, type OpenUpload } from './open-upload.ts';

/** Share of an invocation's time after which the rest of a file is estimated from its first part. */
const ESTIMATE_AFTER = 0.05;
/** An estimate counts if it exceeds the time that is left by this factor. */
const CERTAINTY = 1.2;

/**
 * Solves a file that cannot be cut, in bounded memory: the result is uploaded while it grows.
 * @returns undefined if it takes too long for a shared invocation; `held` if others took its time
 * @throws RejectedFile if it takes longer than an entire invocation
 */
export async function solveUnsplittable(
  context: UploadContext,
  upload: Upload,
  { begun, facts, plan, all, waited }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome | undefined> {
  const { settings } = context;
  const frame = frameOf(plan);
  // the options are for the files in an archive: its own result is an archive
  const options = hasBinaryResult(plan) && !frame ? { output: 'same' as const } : plan.options;
  const target = resultTarget(settings, upload, facts, options, plan.compression);
  const slice = dedicated ? undefined : new TimeSlice(context);
  const { limits, refuseIfOver } = limitedSolving(context, {
    ...(slice ? { deadline: slice.deadline } : dedicatedTime(context)),
    ...solverBounds(settings.bounds),
    checkOptions: (options: Options) => checkBounds(options, settings.bounds),
  });
  const writer = new ResultWriter(context, target, upload, frame && !frame.head(undefined));
  try {
    const input = dedicated ? rejectTooLong({ bytes: all, waited }, upload, context, plan) : all;
    const solve = (onProgress?: () => void) =>
      solveFramed(
        plan,
        input,
        async (piece) => {
          await writer.write(piece);
          refuseResultBytes(writer.bytes, upload, settings);
        },
        { ...limits, onProgress },
        async (head) => writer.writeHead(head),
      );
    const { interrupted, tally, milliseconds } = await (dedicated
      ? watched(context, upload, solve)
      : solve());
    if (interrupted) {
      await writer.abort();
      const wasTaken = slice?.wasTaken(milliseconds);
      if (!wasTaken) refuseIfOver();
      context.meter.solvedInVain(milliseconds);
      if (slice) return wasTaken ? HELD : undefined;
      if (waited() > context.available / 2) {
        throw new SlowRead(`slow read: ${upload.key} took most of ${seconds(context.available)} to arrive`);
      }
      throw tooLong(context, plan);
    }
    if (Date.now() - begun > UNCHECKED_TIME) await throwIfOutdated(context, upload);
    const etag = await writer.close();
    const output = { bucket: target.bucket, key: target.key, etag, bytes: writer.bytes };
    const done = await reportSolved(context, upload, { plan, output, tally, begun, milliseconds });
    return { ...done, tally, milliseconds };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * Passes bytes on while the work on them is fast enough to finish in time. Time spent waiting for bytes does not count, since it
 * says nothing about the file.
 * @throws RejectedFile
 */
async function* rejectTooLong(
  { bytes, waited }: { readonly bytes: AsyncIterable<Uint8Array>; readonly waited: () => number },
  upload: Upload,
  context: UploadContext,
  plan: FilePlan,
): AsyncGenerator<Uint8Array> {
  const worked = () => performance.now() - waited();
  const begun = worked();
  const left = context.deadline - performance.now();
  let passed = 0;
  for await (const piece of bytes) {
    const spent = worked() - begun;
    if (passed > 0 && spent > context.available * ESTIMATE_AFTER) {
      const needed = (spent * upload.bytes) / passed;
      if (needed / CERTAINTY > left) throw tooLong(context, plan, needed);
    }
    yield piece;
    passed += piece.length;
  }
}

function tooLong({ available }: UploadContext, plan: FilePlan, needed?: number): RejectedFile {
  const took = needed === undefined ? 'more' : `about ${seconds(needed)}`;
  const obstacles = splitObstacles(plan);
  const causes = obstacles.map(({ cause }) => cause).join(' and ');
  const remedies = obstacles.map(({ remedy }) => remedy).join(' and ');
  const { solutions } = plan.options;
  const bound = solutions === 'count' || solutions === 'all' ? 'limit or budget' : 'budget';
  return new RejectedFile(
    `expected a file that can be cut or takes at most ${seconds(available)}, got one that would take ${took} and cannot be cut because ${causes}: give it ${remedies}, or a lower ${bound}, or upload it in pieces`,
  );
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

/** Bytes of the first parts: S3's minimum. S3 allows 10,000 parts, so they double with every thousand. */
const FIRST_PART = 5 * 1024 * 1024;
const PARTS_OF_ONE_SIZE = 1000;

/** Writes a result of unknown length in bounded memory: one PUT if it is short, else a multipart upload. */
class ResultWriter {
  /** written so far */
  bytes = 0;
  readonly #context: UploadContext;
  readonly #target: ObjectTarget;
  readonly #upload: Upload;
  readonly #holdsFirst: boolean;
  /** The first part, if it is sent last. */
  #first: Uint8Array | undefined;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #multipart: Multipart | undefined;
  readonly #parts: Promise<UploadedPart>[] = [];

  /** @param holdsFirst whether the first bytes may be replaced at the end */
  constructor(context: UploadContext, target: ObjectTarget, upload: Upload, holdsFirst = false) {
    this.#holdsFirst = holdsFirst;
    this.#context = context;
    this.#target = target;
    this.#upload = upload;
  }

  async write(piece: Lent): Promise<void> {
    this.#held.push(owned(piece));
    this.#heldBytes += piece.length;
    this.bytes += piece.length;
    const partSize = FIRST_PART * 2 ** Math.floor(this.#parts.length / PARTS_OF_ONE_SIZE);
    if (this.#heldBytes >= partSize) await this.#sendPart();
  }

  /** Replaces the first bytes. */
  writeHead(bytes: Uint8Array): void {
    if (this.#first === undefined) {
      this.#held = [Buffer.concat(this.#held)];
      this.#heldBytes = this.#held[0]!.length;
    }
    (this.#first ?? this.#held[0]!).set(bytes);
  }

  /** @returns the ETag @throws Superseded */
  async close(): Promise<string> {
    if (!this.#multipart) {
      const body = this.#take();
      return publishResult(this.#context, this.#target, this.#upload, (condition) =>
        this.#context.cloud.putObject(this.#target, body, condition),
      );
    }
    if (this.#heldBytes > 0) await this.#sendPart();
    const { cloud } = this.#context;
    const first = this.#first && (await cloud.uploadPart(this.#multipart, 1, this.#first));
    const parts = [...(first ? [first] : []), ...(await Promise.all(this.#parts))];
    return publishMultipart(this.#context, this.#multipart, parts, this.#upload);
  }

  /** Aborts an open multipart upload, also after a failed close. */
  async abort(): Promise<void> {
    await Promise.allSettled(this.#parts);
    if (this.#multipart) await abortMultiparts(this.#context, this.#upload, this.#multipart);
  }

  async #sendPart(): Promise<void> {
    this.#multipart ??= await this.#context.cloud.createMultipart(this.#target);
    if (this.#holdsFirst && this.#first === undefined) {
      this.#first = this.#take();
      return;
    }
    // one part in flight and one that grows: there may be many writers at the same time
    await this.#parts.at(-1);
    const number = this.#parts.length + (this.#first ? 2 : 1);
    const part = this.#context.cloud.uploadPart(this.#multipart, number, this.#take());
    // close and abort await it; until then a failure must not count as unhandled
    part.catch(() => {});
    this.#parts.push(part);
  }

  #take(): Uint8Array {
    const body = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return body;
  }
}
