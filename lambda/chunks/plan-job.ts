// Opens the job of a large file: cuts it into chunks and sends a message for each.
import { isDeepStrictEqual } from 'node:util';
import { type FilePlan, MAX_HEAD_BYTES, RejectedFile, type Rows } from '../../core/files/index.ts';
import type { ByteRange, ObjectFacts } from '../aws/cloud.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { type ChunkMessage, MAX_HELD, MAX_HOPS } from '../invocation/message.ts';
import { type SendContext, sendWork } from '../invocation/send-work.ts';
import type { Upload } from '../invocation/upload.ts';
import { type ChunkResult, isOfOther, type SolvedRange, writeChunk } from './chunk-result.ts';
import { markSent, type OpenJob, openJob } from './manifest.ts';
import { alignCuts, allRows, pieceWithin } from './row-ranges.ts';
import { chunkBytes, chunksAtOnce, cutRange, growthOf, MAX_OUTPUT, type Rate } from './sizing.ts';

/** A file that is to be solved in chunks. */
interface PlannedFile {
  readonly upload: Upload;
  readonly facts: ObjectFacts;
  readonly plan: FilePlan;
  /** when its first byte was read, in milliseconds since 1970 */
  readonly begun: number;
  /** how fast its first puzzles were solved */
  readonly rate: Rate;
  /** the records at its beginning that are solved already */
  readonly firstChunk?: SolvedRange;
  /** whether it has had a message of its own */
  readonly dedicated: boolean;
}

/**
 * Opens a job: writes the manifest and the first chunk, and sends a message for each other chunk. If several deliveries plan a
 * file (its event arrived twice, or the chunks of an expired job request it), the first one's plan counts, and its messages
 * are sent once.
 */
export async function planJob(
  context: UploadContext,
  { upload, facts, plan, begun, rate, firstChunk, dedicated }: PlannedFile,
): Promise<Outcome> {
  const open = await openJob(context, upload, facts, plan, begun, rate);
  const { manifest } = open;
  if (manifest.sent) return { outcome: 'ignored', reason: 'it is being solved in chunks already' };
  // A first delivery that finds an unfinished plan leaves it to the planner, and checks on its next delivery whether that died.
  if (!open.isNew && !context.isRedelivery) throw new Error(`another message is planning ${upload.key}`);
  // The existing plan may have the defaults of an earlier deployment. Records that were solved under ours do not belong to it.
  const first = isDeepStrictEqual(manifest.plan, JSON.parse(JSON.stringify(plan))) ? firstChunk : undefined;
  if (first) await writeChunk(context, upload, first);
  const ranges = [{ from: first?.range.to ?? 0, to: upload.bytes }];
  const hop = dedicated ? 2 : 1;
  const { chunks } = await enqueueRest(context, { upload, plan: manifest.plan, ranges, hop, rate });
  await markSent(context, open);
  return { outcome: 'enqueued', reason: `cut into ${chunks} chunks` };
}

/**
 * Sends the ranges of a job that are unsolved again, whatever has become of their messages: cut, and some at once, as by the plan.
 * @returns the number of messages
 */
export async function sendAgain(
  context: UploadContext,
  job: Omit<OpenJob, 'isNew'>,
  ranges: readonly ByteRange[],
): Promise<number> {
  const { upload, plan, sent, rate = UNKNOWN_RATE } = job.manifest;
  const { messages } = await enqueueRest(context, { upload, plan, ranges, hop: 1, rate });
  if (!sent) await markSent(context, job);
  return messages;
}

const UNKNOWN_RATE: Rate = { bytes: 0, milliseconds: 0, output: 0 };

/** Sends each of these files as its own message. */
export async function enqueueFiles(context: SendContext, ...uploads: Upload[]): Promise<void> {
  const messages = uploads.map((upload) => ({ kind: 'file', upload }) as const);
  await sendWork(context, context.settings.chunksQueueUrl, messages);
}

/** Leaves a file to an invocation of its own. */
export async function handOver(context: UploadContext, upload: Upload): Promise<void> {
  const message = { kind: 'file', upload, spent: context.meter.spent() } as const;
  await sendWork(context, context.settings.chunksQueueUrl, [message]);
}

/**
 * Sends a file that others held up back to the uploads queue. After too many times it gets a message of its own.
 * @param held how often that was done before
 */
export async function sendBack(context: UploadContext, upload: Upload, held: number): Promise<void> {
  if (held >= MAX_HELD) return handOver(context, upload);
  const message = { kind: 'file', upload, held: held + 1, spent: context.meter.spent() } as const;
  await sendWork(context, context.settings.uploadsQueueUrl, [message]);
}

/** The unsolved rest of a file. */
interface Rest {
  readonly upload: Upload;
  readonly plan: FilePlan;
  readonly ranges: readonly ByteRange[];
  /** Of the only range, if the plan has not all row groups of a file that is read by rows. */
  readonly rows?: Rows | undefined;
  /** of the messages to be sent */
  readonly hop: number;
  /** how fast the bytes before it were solved */
  readonly rate: Rate;
  /** Maximum number of messages. @default that of a file */
  readonly maxCuts?: number;
}

/**
 * Cuts the rest of a file so that each chunk fits into an invocation, and sends one message per chunk: of a file as many as
 * {@link chunksAtOnce}, which the others follow (see {@link enqueueNext}).
 * @returns the numbers of chunks, and of messages
 * @throws RejectedFile beyond the last hop: another invocation would not get further than those before
 */
export async function enqueueRest(
  context: UploadContext,
  { upload, plan, ranges, rows, hop, rate, maxCuts }: Rest,
): Promise<{ chunks: number; messages: number }> {
  const { settings, available } = context;
  if (hop > MAX_HOPS) {
    const [from, to] = [ranges[0]!.from, ranges.at(-1)!.to];
    throw new RejectedFile(
      `expected puzzles of which an invocation solves many in its ${Math.ceil(available / 1000)} s, got harder ones: bytes ${from} to ${to} are unsolved after ${hop - 1} cuts. Give the file a lower limit or budget, or upload it in pieces`,
    );
  }
  const bytes = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const size = chunkBytes(bytes, rate, available, maxCuts);
  const piece = rows ? { plan, rows } : allRows(plan);
  const whole = rows ? ranges[0]! : { from: 0, to: upload.bytes };
  const chunks = ranges.flatMap((range) => {
    if (piece) return alignCuts(pieceWithin(piece, whole, range), cutRange(range, size));
    // only the first chunk can read the head of a file, which ends where the first record was solved, or at its maximum size
    return cutRange(range, size, range.from > 0 ? 0 : rate.bytes || MAX_HEAD_BYTES);
  });
  const output = Math.ceil(size * growthOf(rate));
  const planned = output > MAX_OUTPUT ? { output } : {};
  // the rest of a chunk is sent at once, since each message makes the chain longer
  const isFile = maxCuts === undefined;
  const width = isFile ? chunksAtOnce(chunks.length, settings.chunkConcurrency) : chunks.length;
  const messages = chunks.slice(0, width).map((chunk, index): ChunkMessage => {
    const part = piece ? pieceWithin(piece, whole, chunk) : { plan };
    const next = chunks.filter((_, later) => later > index && later % width === index);
    return {
      ...{ kind: 'chunk', upload, ...part, range: chunk, ...planned, hop },
      ...(next.length > 0 && { next }),
    };
  });
  await sendWork(context, settings.chunksQueueUrl, messages);
  return { chunks: chunks.length, messages: messages.length };
}

/**
 * Sends the first chunk that follows this one and is not solved. Of messages that have the same chunks solved (a send is repeated
 * if its answer was lost), one goes on: that which has solved the next one already, or whose result of this one has the lowest
 * key. The other one's own deliveries go on until it has sent the next chunk. One that may have died goes on in any case.
 * @param plan of the job
 * @param solved results of the job
 * @param isAgain whether it is a message that was delivered before, or was a dead letter
 */
export async function enqueueNext(
  context: UploadContext,
  { next = [], ...message }: ChunkMessage,
  plan: FilePlan,
  solved: readonly Pick<ChunkResult, 'key' | 'range'>[],
  isAgain: boolean,
): Promise<void> {
  const lowestOf = ({ from, to }: ByteRange) =>
    solved
      .filter(({ range }) => range.from === from && range.to === to)
      .reduce<Pick<ChunkResult, 'key'> | undefined>((a, b) => (a && a.key < b.key ? a : b), undefined);
  const [range, ...later] = next.filter((one) => !lowestOf(one));
  if (!range) return;
  if (!isAgain) {
    const rivals = [
      [lowestOf(message.range), next],
      [lowestOf(next[0]!), next.slice(1)],
    ] as const;
    for (const [rival, after] of rivals) if (rival && (await isOfOther(context, rival, after))) return;
  }
  const piece = allRows(plan);
  const part = piece && pieceWithin(piece, { from: 0, to: message.upload.bytes }, range);
  const following = { ...message, ...part, range, ...(later.length > 0 && { next: later }) };
  await sendWork(context, context.settings.chunksQueueUrl, [following]);
}
