import {
  type FilePlan,
  HEAD_BYTES,
  type Options,
  optionsInMetadata,
  planFile,
  RejectedFile,
} from '../../core/files/index.ts';
import type { ByteRange, ObjectFacts } from '../aws/cloud.ts';
import type { Delivery } from '../invocation.ts';
import { readInTime, type TimedObject } from '../read-in-time.ts';
import type { Bounds } from '../settings.ts';
import type { Upload } from '../upload.ts';

export interface Peeked {
  /** the first bytes: as many as were asked for, fewer only if there are no more */
  readonly head: Uint8Array;
  /** All bytes from the first on; to be read at most once. */
  readonly all: AsyncIterable<Uint8Array>;
  /** Ends the reading early. */
  close(): Promise<void>;
}

export interface OpenUpload extends Peeked {
  /** when it was asked for, in milliseconds since 1970 */
  readonly begun: number;
  readonly facts: ObjectFacts;
  readonly plan: FilePlan;
  /** `performance.now()` until which the work on it may take, reading included. */
  readonly deadline: number;
  readonly waited: TimedObject['waited'];
}

/**
 * One GET: begins to read an upload and decides how it is to be solved.
 * @param deadline `performance.now()` until which its bytes are waited for
 * @param range from 0; all of it unless given
 * @throws SlowRead, WrongLength, ObjectGone, ObjectReplaced, ObjectUnreadable, RejectedFile, OptionError
 */
export async function openUpload(
  { cloud, settings, alarm }: Pick<Delivery, 'cloud' | 'settings' | 'alarm'>,
  upload: Upload,
  deadline: number,
  range?: ByteRange,
): Promise<OpenUpload> {
  const begun = Date.now();
  const { body, waited, ...facts } = await readInTime({ cloud, alarm }, upload, deadline, range);
  const peeked = await peek(body, HEAD_BYTES);
  try {
    const plan = planFile({
      head: peeked.head,
      complete: peeked.head.length === facts.bytes,
      name: upload.key,
      given: [optionsInMetadata(facts.metadata), settings.defaults],
    });
    refuseUnbounded(plan.options, settings.bounds);
    return { ...peeked, begun, facts, plan, deadline, waited };
  } catch (error) {
    await peeked.close();
    throw error;
  }
}

/** @throws RejectedFile if the file asks for more than the owner of the stack lets it */
export function refuseUnbounded(options: Options, bounds: Bounds): void {
  for (const name of ['limit', 'budget'] as const) {
    const asked = options[name];
    const most = bounds[name];
    if (asked !== undefined && most !== undefined && asked > most) {
      throw new RejectedFile(
        `expected ${name}=${most} or less, as the owner of this pipeline says, got ${asked}`,
      );
    }
  }
}

/** Looks at the first bytes of a stream without taking them from it. */
export async function peek(stream: AsyncIterable<Uint8Array>, bytes: number): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]();
  const close = async () => void (await iterator.return?.());
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const step = await iterator.next();
    if (step.done) break;
    seen.push(step.value);
    length += step.value.length;
  }
  const first = seen.length === 1 ? seen[0]! : Buffer.concat(seen);
  async function* all() {
    try {
      if (length > 0) yield first;
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value;
    } finally {
      await close();
    }
  }
  return { head: first.subarray(0, bytes), all: all(), close };
}
