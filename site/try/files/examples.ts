// Example files: two texts, and a million puzzles that the workers generate.

import { HARD_25X25 } from '../shared/hard-25x25.ts';
import type { Pool } from './pool.ts';

const MANY = 1_000_000;
/** Puzzles that a worker generates at a time. */
const BATCH = 50_000;

const generated =
  (total: number) =>
  async (pool: Pool, progress: (made: number) => void): Promise<File> => {
    const blobs: Blob[] = [];
    let done = 0;
    const batches = Array.from({ length: total / BATCH }, async (_, i) => {
      const worker = pool.workers[i % pool.workers.length]!;
      const answer = worker.submit({ kind: 'make', seed: i + 1, count: BATCH });
      blobs[i] = new Blob([(await answer.next()) as Uint8Array<ArrayBuffer>]);
      await answer.tally;
      done += BATCH;
      progress(done);
    });
    await Promise.all(batches);
    return new File(blobs, 'million.txt');
  };

export interface Example {
  /** of the button */
  readonly id: string;
  readonly label: string;
  /** A text, or a function that makes a file. */
  readonly make: string | ReturnType<typeof generated>;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'example-few',
    label: 'three 9x9',
    make: `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
`,
  },
  { id: 'example-25', label: 'a hard 25x25', make: HARD_25X25 },
  { id: 'example-million', label: 'a million 9x9, generated here', make: generated(MANY) },
];
