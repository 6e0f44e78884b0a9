import { isDeepStrictEqual } from 'node:util';
import type { FilePlan } from '../../core/files/index.ts';
import type { ObjectFacts } from '../aws/cloud.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import type { Upload } from '../upload.ts';
import { type SolvedRange, writeChunk } from './chunk-result.ts';
import { enqueueRest } from './enqueue.ts';
import { markSent, openJob } from './manifest.ts';
import type { Rate } from './sizing.ts';

/** A file that is to be solved in chunks. */
interface PlannedFile {
  readonly upload: Upload;
  readonly facts: ObjectFacts;
  readonly plan: FilePlan;
  /** when its first byte was read, in milliseconds since 1970 */
  readonly begun: number;
  /** how fast its front was solved */
  readonly rate: Rate;
  /** What is solved of its front already, to be the first chunk. */
  readonly front?: SolvedRange;
  /** whether a message of its own lies between its event and this */
  readonly dedicated: boolean;
}

/**
 * Opens a job: manifest, first chunk, a message for each other chunk. Of several deliveries that plan a file (its event came
 * twice, or every chunk of a job that has expired asks for it) the first one's plan holds, and none sends what was sent.
 */
export async function planJob(
  invocation: Invocation,
  { upload, facts, plan, begun, rate, front, dedicated }: PlannedFile,
): Promise<Outcome> {
  const open = await openJob(invocation, upload, facts, plan, begun);
  const { manifest } = open;
  if (manifest.sent) return { outcome: 'ignored', reason: 'it is being solved in chunks already' };
  // a first delivery that finds it half planned leaves it to whoever plans, and looks again later whether that one died
  if (!open.isNew && !invocation.isRedelivery) throw new Error(`another message is planning ${upload.key}`);
  // the standing plan may be one of other defaults, of before a deployment: what was solved under ours is no part of it
  const first = isDeepStrictEqual(manifest.plan, JSON.parse(JSON.stringify(plan))) ? front : undefined;
  if (first) await writeChunk(invocation, upload, first);
  const count = await enqueueRest(invocation, {
    upload,
    plan: manifest.plan,
    range: { from: first?.range.to ?? 0, to: upload.bytes },
    hop: dedicated ? 2 : 1,
    rate,
  });
  await markSent(invocation, open);
  return { outcome: 'enqueued', reason: `cut into ${count} chunks` };
}
