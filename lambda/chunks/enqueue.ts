import { type FilePlan, MAX_HEAD_BYTES, RejectedFile } from '../../core/files/index.ts';
import type { ByteRange } from '../aws/cloud.ts';
import type { Invocation } from '../invocation.ts';
import { MAX_HOPS, writeMessage } from '../message.ts';
import type { Upload } from '../upload.ts';
import { chunkBytes, cut, growthOf, MAX_OUTPUT, type Rate } from './sizing.ts';

/** Gives each of these files to an invocation of its own. */
export async function enqueueFiles(
  { cloud, settings }: Pick<Invocation, 'cloud' | 'settings'>,
  ...uploads: Upload[]
): Promise<void> {
  const bodies = uploads.map((upload) => writeMessage({ kind: 'file', upload }));
  await cloud.sendMessages(settings.chunksQueueUrl, bodies);
}

/** What is left to be solved of a file. */
interface Rest {
  readonly upload: Upload;
  readonly plan: FilePlan;
  readonly range: ByteRange;
  /** of the messages that are to be sent */
  readonly hop: number;
  /** how fast the bytes before it were solved */
  readonly rate: Rate;
  /** Messages that there may be. @default as many as for a file */
  readonly maxCuts?: number;
}

/**
 * Cuts the rest of a file so that each chunk surely fits into an invocation, and sends one message a chunk, all at once:
 * none of them waits for another.
 * @returns how many
 * @throws RejectedFile beyond the last hop: each invocation before has solved what it could, and so would every other
 */
export async function enqueueRest(
  { cloud, settings, available }: Invocation,
  { upload, plan, range, hop, rate, maxCuts }: Rest,
): Promise<number> {
  if (hop > MAX_HOPS) {
    throw new RejectedFile(
      `expected puzzles of which an invocation solves many in its ${Math.ceil(available / 1000)} s, got too hard ones: bytes ${range.from} to ${range.to} are unsolved after ${hop - 1} cuts. Give the file a lower limit or budget, or upload it in pieces`,
    );
  }
  const size = chunkBytes(range.to - range.from, rate, available, maxCuts);
  // only the first chunk can read what a file begins with: all of it that was solved, or may be
  const uncut = range.from > 0 ? 0 : rate.bytes || MAX_HEAD_BYTES;
  const chunks = cut(range, size, uncut);
  const output = Math.ceil(size * growthOf(rate));
  const planned = output > MAX_OUTPUT ? { output } : {};
  const bodies = chunks.map((chunk) =>
    writeMessage({ kind: 'chunk', upload, plan, range: chunk, ...planned, hop }),
  );
  await cloud.sendMessages(settings.chunksQueueUrl, bodies);
  return chunks.length;
}
