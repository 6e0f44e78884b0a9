import { faultsOf } from './check.ts';
import type { Contestant, Task } from './contestant.ts';
import { type Measuring, measure } from './measure.ts';
import { median } from './median.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

/** One contestant on one set. */
export interface Row {
  readonly set: string;
  /** in the set */
  readonly puzzles: number;
  readonly contestant: string;
  /** what it did, which is less than was asked where it cannot prove uniqueness */
  readonly task: Task;
  /** puzzles that a pass took, evenly from the set */
  readonly sampled: number;
  readonly puzzlesPerSecond: number;
  readonly slowest: number;
  readonly fastest: number;
  readonly wrong: number;
  readonly gaveUp: number;
  /** times the first row's rate on this set */
  readonly ratio: number;
  readonly guessesPerPuzzle?: number;
  readonly sweepsPerPuzzle?: number;
  readonly shareWithoutGuess?: number;
}

/**
 * Rows of all contestants that take the set. The first is what the others are compared with, and always runs the whole
 * set; the others run what fits in a pass.
 */
export function* compare(
  set: PuzzleSet,
  contestants: readonly Contestant[],
  task: Task,
  how: Measuring,
): Generator<Row> {
  let base: number | undefined;
  const known = new Map<string, number>();
  for (const contestant of contestants) {
    if (!contestant.accepts(set.geometry)) continue;
    const does = contestant.provesUnique ? task : 'first';
    const leads = base === undefined;
    const { sample, run, rates } = measure(contestant, set, does, leads ? { ...how, passMs: Infinity } : how);
    const answers = run.answers();
    const keys = Array.from({ length: sample.count }, (_, i) => puzzleOf(sample, i).join());
    const truth = leads ? undefined : Uint8Array.from(keys, (key) => known.get(key)!);
    if (leads) for (let i = 0; i < keys.length; i++) known.set(keys[i]!, answers.counts[i]!);
    const rate = median(rates);
    base ??= rate;
    const { guesses, sweeps } = answers;
    yield {
      set: set.name,
      puzzles: set.count,
      contestant: contestant.name,
      task: does,
      sampled: sample.count,
      puzzlesPerSecond: rate,
      slowest: rates[0]!,
      fastest: rates.at(-1)!,
      ratio: rate / base,
      ...faultsOf(sample, answers, does, truth),
      ...(guesses && {
        guessesPerPuzzle: sum(guesses) / sample.count,
        shareWithoutGuess: guesses.filter((n) => n === 0).length / sample.count,
      }),
      ...(sweeps !== undefined && { sweepsPerPuzzle: sweeps / sample.count }),
    };
  }
}

function sum(numbers: Uint32Array): number {
  return numbers.reduce((a, b) => a + b, 0);
}
