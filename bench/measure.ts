import type { Contestant, Run, Task } from './contestant.ts';
import { type PuzzleSet, sampleOf } from './puzzle-set.ts';

/** A pass that takes less than this, in ms, is noise. */
const SHORT_PASS = 5;

export interface Measuring {
  /** timed passes over the set */
  readonly passes: number;
  /** About the longest that a pass may take, in ms; a set that takes longer is sampled. */
  readonly passMs: number;
  /** ms of passes before the first that counts, so that V8 has compiled what is hot */
  readonly warmUpMs: number;
}

export interface Timing {
  /** what was run: the set, or as many of its puzzles as a pass of the length asked for takes */
  readonly sample: PuzzleSet;
  readonly run: Run;
  /** puzzles/s of each pass, ascending */
  readonly rates: readonly number[];
}

/** Times passes over a set, after a warm-up. */
export function measure(contestant: Contestant, set: PuzzleSet, task: Task, how: Measuring): Timing {
  const { sample, run } = sizeUp(contestant, set, task, how);
  const rates: number[] = [];
  for (let i = 0; i < how.passes; i++) rates.push((sample.count * 1000) / timed(run));
  return { sample, run, rates: rates.sort((a, b) => a - b) };
}

/** Grows the sample until a pass is long enough, so that a slow solver is never asked for the whole set. */
function sizeUp(contestant: Contestant, set: PuzzleSet, task: Task, { passMs, warmUpMs }: Measuring) {
  let count = Math.min(set.count, 4);
  for (;;) {
    const sample = sampleOf(set, count);
    const run = contestant.prepare(sample, task);
    const ms = timed(run);
    if (count === set.count || ms * 2 > passMs) {
      for (let spent = ms; spent < warmUpMs; ) spent += timed(run);
      return { sample, run };
    }
    const fit = ms < SHORT_PASS ? 8 : Math.min(8, passMs / ms);
    count = Math.min(set.count, Math.ceil(count * fit));
  }
}

function timed(run: Run): number {
  const start = performance.now();
  run.pass();
  return performance.now() - start;
}
