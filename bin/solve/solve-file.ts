import { pMapIterable } from 'p-map';
import { headerEnd } from '../../core/files/head-extent.ts';
import {
  emptyTally,
  type FilePlan,
  type Joint,
  listedGuesses,
  type Reached,
  RejectedFile,
  sumReached,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import { type WorkItem, workItems } from '../../core/files/work-items.ts';
import type { Input } from './input.ts';
import type { Output } from './output.ts';
import { Pace } from './pace.ts';
import type { Pool } from './pool.ts';
import type { Done } from './protocol.ts';

/** A file that is known to be a puzzle file, read as far as its head. */
export interface PlannedFile {
  readonly input: Input;
  readonly head: Uint8Array;
  /** Whether the head is all of it. */
  readonly complete: boolean;
  readonly plan: FilePlan;
}

/** Bytes given at a time to a file's only thread: enough that no grid is looked at too often before it is whole. */
const MIN_BYTES = 4096;

/**
 * Told of counts, and of input bytes, up to where the result has been written, and of what tells how far the work is that
 * goes on there.
 */
export type Advanced = (tally: Tally, bytes: number, reached: () => Reached) => void;

let files = 0;

/**
 * Solves one file on the pool's threads and writes the results in the order of the file.
 *
 * @returns the counts, with the file's own line numbers
 * @throws RejectedFile; what `output.write` throws; Error if not all bytes that were read are solved
 */
export async function solveFile(
  { input, head, plan }: PlannedFile,
  output: Output,
  pool: Pool,
  joint: Joint,
  advanced: Advanced,
): Promise<Tally> {
  const file = files++;
  let solved = emptyTally();
  const pace = new Pace(pool.size, input.bytes);
  // a head of many comments is in one item
  const capacity = Math.max(pool.buffers.capacity, head.length);
  const cut = workItems(input, {
    head,
    front: headerEnd(head),
    splittable: plan.splittable,
    capacity,
    buffer: capacity === pool.buffers.capacity ? pool.buffers.take : () => new ArrayBuffer(capacity),
    target: () => Math.max(pace.target, plan.splittable ? 1 : MIN_BYTES),
  });
  const answers = pMapIterable(
    inTurn(cut, pace),
    async (item, index) => {
      const given = { file, plan, joint, first: index === 0, listedGuesses: listedGuesses(solved) };
      const answer = await pool.solve({ ...item, ...given });
      // when it is solved, not when its turn comes: it may wait for one before it
      const learn = ({ milliseconds }: Done) => pace.learn(item.length, milliseconds);
      answer.done.then(learn, () => {}); // where it failed, nothing more is cut
      return { item, answer };
    },
    { concurrency: pool.window, backpressure: pool.window },
  );

  let bytes = 0;
  let sum = solved;
  for await (const { item, answer } of answers) {
    const before = solved;
    const reached = () => sumReached(before, answer.reached());
    advanced(sum, bytes, reached);
    for await (const part of answer.parts()) await output.write(part);
    const { buffer, tally, taken } = await answer.done.catch((error: unknown) => {
      throw error instanceof RejectedFile ? error.below(solved.lines) : error;
    });
    pool.buffers.give(buffer);
    refuseLoss(input, item.length, taken);
    bytes += item.length;
    sum = sumTallies([solved, tally]);
    advanced(sum, bytes, reached);
    if (!item.continues) solved = sum;
  }
  refuseLoss(input, input.bytesRead, bytes);
  return solved;
}

/** A defect must not look like a shorter file. @throws Error unless all bytes that were read have been solved */
function refuseLoss({ path }: Input, read: number, solved: number): void {
  if (solved !== read) throw new Error(`${path}: expected ${read} bytes to be solved, got ${solved}`);
}

/** The same items, each when it is its turn. */
async function* inTurn(items: AsyncGenerator<WorkItem>, pace: Pace): AsyncGenerator<WorkItem> {
  for (;;) {
    await pace.turn();
    const { done, value } = await items.next();
    if (done) return;
    yield value;
  }
}
