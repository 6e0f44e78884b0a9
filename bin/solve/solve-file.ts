import { pMapIterable } from 'p-map';
import { emptyTally, type FilePlan, sumTallies, type Tally } from '../../core/files/index.ts';
import type { Input } from './input.ts';
import type { Output } from './output.ts';
import { Pace } from './pace.ts';
import type { Pool } from './pool.ts';
import { slabs } from './slabs.ts';

/** A file that is known to be a puzzle file, read as far as its head. */
export interface PlannedFile {
  readonly input: Input;
  readonly head: Uint8Array;
  readonly plan: FilePlan;
}

/** Bytes given at a time to a file's only thread: enough that no grid is looked at too often before it is whole. */
const LEAST_BYTES = 4096;

/** Told of counts, and of input bytes, up to where the result has been written. */
export type Advanced = (tally: Tally, bytes: number) => void;

let files = 0;

/**
 * Solves one file on the pool's threads and writes the results in the order of the file.
 *
 * @returns the counts, with the file's own line numbers
 * @throws RejectedFile; what `output.write` throws
 */
export async function solveFile(
  { input, head, plan }: PlannedFile,
  output: Output,
  pool: Pool,
  advanced: Advanced,
): Promise<Tally> {
  const file = files++;
  const pace = new Pace();
  const cut = slabs(input, {
    head,
    splittable: plan.splittable,
    capacity: pool.buffers.capacity,
    buffer: pool.buffers.take,
    target: () => Math.max(pace.target, plan.splittable ? 1 : LEAST_BYTES),
  });
  const answers = pMapIterable(
    cut,
    async (slab, index) => ({ slab, answer: await pool.solve({ ...slab, file, plan, first: index === 0 }) }),
    { concurrency: pool.window, backpressure: pool.window },
  );

  let solved = emptyTally();
  let bytes = 0;
  for await (const { slab, answer } of answers) {
    for await (const part of answer.parts()) await output.write(part);
    const { buffer, tally, milliseconds } = await answer.done;
    pool.buffers.give(buffer);
    pace.learn(slab.length, milliseconds);
    bytes += slab.length;
    const sum = sumTallies([solved, tally]);
    advanced(sum, bytes);
    if (!slab.continues) solved = sum;
  }
  return solved;
}
