import { childrenMs } from './clock.ts';
import type { Contestant, Run, Task } from './contestant.ts';
import { type PuzzleSet, repeated, sampleOf } from './puzzle-set.ts';

/** A pass that takes less than this, in ms, is noise. */
const SHORT_PASS = 5;

export interface Measuring {
  /** timed rounds, in each of which every contestant has a turn */
  readonly rounds: number;
  /** About what a turn takes, in ms: a set that takes longer is sampled, one that is shorter is passed over several times. */
  readonly turnMs: number;
  /** ms of passes before the first that counts, so that V8 has compiled what is hot */
  readonly warmUpMs: number;
}

/** A contestant and what it does in a turn. */
export interface Prepared {
  readonly contestant: Contestant;
  readonly task: Task;
  /** the set, or as many of its puzzles as a turn takes */
  readonly sample: PuzzleSet;
  readonly run: Run;
  /** times that the sample is solved in a turn */
  readonly times: number;
  /** passes of `run` in a turn: a program of its own is started once, with the sample so many times over */
  readonly passes: number;
}

/** A contestant whose least sample takes so many turns is left out. */
const MAX_TURNS = 20;

/** Puzzles that a program gets in one go. */
const MAX_LINES = 1_000_000;

/** Grows the sample until a turn is long enough, so that a slow solver is never asked for the whole set, and warms up. */
export function prepare(
  contestant: Contestant,
  set: PuzzleSet,
  task: Task,
  limit: number,
  how: Measuring,
  whole: boolean,
): Prepared | undefined {
  let count = whole ? set.count : Math.min(set.count, 4);
  for (;;) {
    const sample = sampleOf(set, count);
    const run = contestant.prepare(sample, task, limit);
    // by its own clock: on a busy machine the start of a program takes long, and four puzzles over and over are no sample
    let ms = timed(contestant, run);
    if (!whole && ms > how.turnMs * MAX_TURNS) return undefined;
    // what takes long at first may be compilation
    if (count < set.count && ms * 2 > how.turnMs) ms = timed(contestant, run);
    if (count === set.count || ms * 2 > how.turnMs) {
      const one = { contestant, task, sample, run };
      if (contestant.clock === childrenMs) return oneStart(one, limit, how);
      const times = warmUp(one, ms, how);
      return { ...one, times, passes: times };
    }
    const fit = ms < SHORT_PASS ? 8 : Math.min(8, how.turnMs / ms);
    count = Math.min(set.count, Math.ceil(count * fit));
  }
}

/** Gives a program the sample so often that its start weighs little. */
function oneStart(one: Omit<Prepared, 'times' | 'passes'>, limit: number, { turnMs }: Measuring): Prepared {
  const { contestant, task, sample } = one;
  for (let times = 1; ; ) {
    const run = contestant.prepare(repeated(sample, times), task, limit);
    const prepared = { ...one, run, times, passes: 1 };
    const ms = turn(prepared) * times;
    if (ms * 2 > turnMs || times * sample.count > MAX_LINES) return prepared;
    times *= Math.max(2, Math.min(8, Math.round(turnMs / ms)));
  }
}

/** Gives the number of passes that fill a turn. */
function warmUp(one: Pick<Prepared, 'contestant' | 'run'>, first: number, how: Measuring): number {
  const { turnMs, warmUpMs } = how;
  let ms = first;
  for (let spent = first; spent < warmUpMs; spent += ms) ms = timed(one.contestant, one.run);
  return Math.max(1, Math.round(turnMs / Math.max(ms, 0.01)));
}

function timed({ clock }: Contestant, run: Run): number {
  const start = clock();
  run.pass();
  return clock() - start;
}

/** Processor time for the sample, in ms, as the mean of a turn. */
export function turn({ contestant, run, times, passes }: Prepared): number {
  const start = contestant.clock();
  for (let i = 0; i < passes; i++) run.pass();
  // a clock that ticks may not have moved at all
  return Math.max(contestant.clock() - start, 1) / times;
}
