import { faultsOf } from './check.ts';
import { type Contestant, limitOf, nearest, type Task } from './contestant.ts';
import { type Measuring, type Prepared, prepare, turn } from './measure.ts';
import { median } from './median.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

/** Median and range over the rounds. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** One contestant on one set. */
export interface Row {
  readonly set: string;
  /** in the set */
  readonly puzzles: number;
  readonly contestant: string;
  /** what it did, which is less than was asked where it cannot do that */
  readonly task: Task;
  /** different puzzles that a turn took, evenly from the set */
  readonly sampled: number;
  /** what `rate` counts */
  readonly unit: 'puzzles' | 'solutions';
  /** a second of processor time */
  readonly rate: Spread;
  /** the first contestant's rate, times that of this one in the same round */
  readonly ratio?: Spread;
  readonly wrong: number;
  readonly gaveUp: number;
  readonly guessesPerPuzzle?: number;
  readonly sweepsPerPuzzle?: number;
  readonly shareWithoutGuess?: number;
}

/**
 * Rows of all contestants that take the set and the task, after rounds in which they took turns. The first is what the
 * others are compared with, and always runs the whole set; the others run what fits in a turn.
 */
export function compare(
  set: PuzzleSet,
  contestants: readonly Contestant[],
  task: Task,
  how: Measuring,
): Row[] {
  const prepared: Prepared[] = [];
  for (const contestant of contestants) {
    const does = nearest(contestant, task);
    if (does === undefined || !contestant.accepts(set.geometry)) continue;
    const limit = does === 'first' ? 1 : limitOf(task);
    const one = prepare(contestant, set, does, limit, how, prepared.length === 0);
    if (one) prepared.push(one);
  }
  const times = prepared.map((): number[] => []);
  for (let round = 0; round < how.rounds; round++) {
    for (const [i, one] of prepared.entries()) times[i]!.push(turn(one));
  }
  const known = new Map<string, number>();
  const base: number[] = [];
  return prepared.map((one, i) => {
    const { sample, run, contestant } = one;
    const answers = run.answers();
    const keys = Array.from({ length: sample.count }, (_, p) => puzzleOf(sample, p).join());
    const truth = i === 0 ? undefined : Uint32Array.from(keys, (key) => known.get(key)!);
    if (i === 0) for (const [p, key] of keys.entries()) known.set(key, answers.counts[p]!);
    const counted = task === 'count' || task === 'list';
    const done = counted ? sum(answers.counts.subarray(0, sample.count)) : sample.count;
    const rates = times[i]!.map((ms) => (done * 1000) / ms);
    if (i === 0) base.push(...rates);
    const { guesses, sweeps } = answers;
    return {
      set: set.name,
      puzzles: set.count,
      contestant: contestant.name,
      task: one.task,
      sampled: sample.count,
      unit: counted ? 'solutions' : 'puzzles',
      rate: spread(rates),
      ...(i > 0 && { ratio: spread(rates.map((rate, round) => base[round]! / rate)) }),
      ...faultsOf(sample, answers, one.task, truth),
      ...(guesses && {
        guessesPerPuzzle: sum(guesses) / sample.count,
        shareWithoutGuess: guesses.filter((n) => n === 0).length / sample.count,
      }),
      ...(sweeps !== undefined && { sweepsPerPuzzle: sweeps / sample.count }),
    };
  });
}

function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}
