// Compares the speed of solvers on a set of puzzles, and presents it as a Markdown table. Ratios are taken within a
// round, in which every solver has a turn, so that a busy machine slows all of them.

import {
  type Faults,
  faultsOf,
  limitOf,
  type Run,
  type Solver,
  supportedTask,
  type Task,
} from './peers/solver.ts';
import { type PuzzleSet, puzzleOf, repeated, sampleOf } from './shared/puzzle-sets.ts';
import { childrenMs, type Spread, spreadOf, spreadText } from './shared/timing.ts';

/** One solver on one set. */
export interface Row extends Faults {
  readonly set: string;
  /** number in the set */
  readonly puzzles: number;
  readonly solver: string;
  /** the task that it ran: the nearest supported one, see supportedTask */
  readonly task: Task;
  /** number of different puzzles in a turn */
  readonly sampled: number;
  /** what `rate` counts */
  readonly unit: 'puzzles' | 'solutions';
  /** per second of processor time */
  readonly rate: Spread;
  /** the first solver's rate, divided by the rate of this one in the same round */
  readonly ratio?: Spread;
  readonly guessesPerPuzzle?: number;
  readonly sweepsPerPuzzle?: number;
  readonly shareWithoutGuess?: number;
}

export interface Measuring {
  /** timed rounds, in each of which every solver has a turn */
  readonly rounds: number;
  /** Intended length of a turn, in ms: a set that takes longer is sampled, a shorter one is solved several times. */
  readonly turnMs: number;
  /** ms of passes before the first timed one, so that V8 has compiled the hot code */
  readonly warmUpMs: number;
}

/**
 * Times every solver that accepts the set and supports the task, in rounds in which they take turns. The first solver is
 * the reference for ratios and answers, and always solves every puzzle; the others solve a sample that fits a turn.
 */
export function compare(set: PuzzleSet, solvers: readonly Solver[], task: Task, measuring: Measuring): Row[] {
  const prepared: Prepared[] = [];
  for (const solver of solvers) {
    const supported = supportedTask(solver, task);
    if (supported === undefined || !solver.accepts(set.geometry)) continue;
    const limit = supported === 'first' ? 1 : limitOf(task);
    const one = prepare(solver, set, supported, limit, measuring, prepared.length === 0);
    if (one) prepared.push(one);
  }
  const times = prepared.map((): number[] => []);
  for (let round = 0; round < measuring.rounds; round++) {
    for (const [i, one] of prepared.entries()) times[i]!.push(turn(one));
  }
  const proven = new Map<string, number>();
  const reference: number[] = [];
  return prepared.map((one, i) => {
    const { sample, run, solver } = one;
    const answers = run.answers();
    const keys = Array.from({ length: sample.count }, (_, p) => puzzleOf(sample, p).join());
    const counts = i === 0 ? undefined : Uint32Array.from(keys, (key) => proven.get(key)!);
    if (i === 0) for (const [p, key] of keys.entries()) proven.set(key, answers.counts[p]!);
    const isCounted = task === 'count' || task === 'list';
    const done = isCounted ? sum(answers.counts.subarray(0, sample.count)) : sample.count;
    const rates = times[i]!.map((ms) => (done * 1000) / ms);
    if (i === 0) reference.push(...rates);
    const { guesses, sweeps } = answers;
    return {
      set: set.name,
      puzzles: set.count,
      solver: solver.name,
      task: one.task,
      sampled: sample.count,
      unit: isCounted ? 'solutions' : 'puzzles',
      rate: spreadOf(rates),
      ...(i > 0 && { ratio: spreadOf(rates.map((rate, round) => reference[round]! / rate)) }),
      ...faultsOf(sample, answers, one.task, counts),
      ...(guesses && {
        guessesPerPuzzle: sum(guesses) / sample.count,
        shareWithoutGuess: guesses.filter((n) => n === 0).length / sample.count,
      }),
      ...(sweeps !== undefined && { sweepsPerPuzzle: sweeps / sample.count }),
    };
  });
}

/** A solver and its work in a turn. */
interface Prepared {
  readonly solver: Solver;
  readonly task: Task;
  /** the set, or as many of its puzzles as fit a turn */
  readonly sample: PuzzleSet;
  readonly run: Run;
  /** how often the sample is solved in a turn */
  readonly times: number;
  /** passes of `run` in a turn: 1 for a program, which is started once with the sample repeated */
  readonly passes: number;
}

/** Passes shorter than this, in ms, say little about the time of a larger sample. */
const SHORT_PASS_MS = 5;

/** A solver that takes this many turns for the smallest sample is left out. */
const MAX_TURNS = 20;

/** Maximum puzzles that a program gets at one start. */
const MAX_LINES = 1_000_000;

/** Grows the sample until it fills a turn, so that a slow solver never gets too many puzzles, and warms up. */
function prepare(
  solver: Solver,
  set: PuzzleSet,
  task: Task,
  limit: number,
  measuring: Measuring,
  everyPuzzle: boolean,
): Prepared | undefined {
  const { turnMs } = measuring;
  let count = everyPuzzle ? set.count : Math.min(set.count, 4);
  for (;;) {
    const sample = sampleOf(set, count);
    const run = solver.prepare(sample, task, limit);
    // processor time, not elapsed time: a program starts slowly on a busy machine, and four repeated puzzles are no sample
    let ms = timedPass(solver, run);
    if (!everyPuzzle && ms > turnMs * MAX_TURNS) return undefined;
    // the first pass may have spent its time on compilation
    if (count < set.count && ms * 2 > turnMs) ms = timedPass(solver, run);
    if (count === set.count || ms * 2 > turnMs) {
      const one = { solver, task, sample, run };
      if (solver.clock === childrenMs) return withOneStart(one, limit, turnMs);
      const times = warmUp(one, ms, measuring);
      return { ...one, times, passes: times };
    }
    const growth = ms < SHORT_PASS_MS ? 8 : Math.min(8, turnMs / ms);
    count = Math.min(set.count, Math.ceil(count * growth));
  }
}

/** Repeats the sample until the start of the program is a small share of the time. */
function withOneStart(one: Omit<Prepared, 'times' | 'passes'>, limit: number, turnMs: number): Prepared {
  const { solver, task, sample } = one;
  for (let times = 1; ; ) {
    const run = solver.prepare(repeated(sample, times), task, limit);
    const prepared = { ...one, run, times, passes: 1 };
    const ms = turn(prepared) * times;
    if (ms * 2 > turnMs || times * sample.count > MAX_LINES) return prepared;
    times *= Math.max(2, Math.min(8, Math.round(turnMs / ms)));
  }
}

/** @returns the number of passes that fill a turn */
function warmUp(
  { solver, run }: Pick<Prepared, 'solver' | 'run'>,
  firstMs: number,
  { turnMs, warmUpMs }: Measuring,
): number {
  let ms = firstMs;
  for (let spent = firstMs; spent < warmUpMs; spent += ms) ms = timedPass(solver, run);
  return Math.max(1, Math.round(turnMs / Math.max(ms, 0.01)));
}

function timedPass({ clock }: Solver, run: Run): number {
  const start = clock();
  run.pass();
  return clock() - start;
}

/** Mean processor time for the sample in a turn, in ms. */
function turn({ solver, run, times, passes }: Prepared): number {
  const start = solver.clock();
  for (let i = 0; i < passes; i++) run.pass();
  // the clock of child processes may not have ticked
  return Math.max(solver.clock() - start, 1) / times;
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const n of numbers) total += n;
  return total;
}

const COLUMNS: readonly { title: string; text: (row: Row) => string }[] = [
  { title: 'set', text: (row) => row.set },
  { title: 'solver', text: (row) => row.solver },
  { title: 'task', text: (row) => row.task },
  {
    title: 'puzzles',
    text: ({ sampled, puzzles }) =>
      sampled === puzzles ? grouped(puzzles) : `${grouped(sampled)} of ${grouped(puzzles)}`,
  },
  { title: 'per second: median (range)', text: (row) => `${spreadText(row.rate, rateText)} ${row.unit}` },
  {
    title: 'our rate to its rate: median (range)',
    text: ({ ratio }) => (ratio ? spreadText(ratio, (n) => n.toPrecision(3)) : ''),
  },
  { title: 'guesses', text: (row) => row.guessesPerPuzzle?.toFixed(2) ?? '' },
  { title: 'sweeps', text: (row) => row.sweepsPerPuzzle?.toFixed(1) ?? '' },
  {
    title: 'no guess',
    text: ({ shareWithoutGuess: n }) => (n === undefined ? '' : `${(n * 100).toFixed(1)} %`),
  },
  {
    title: 'answers',
    text: ({ wrong, gaveUp }) =>
      [wrong ? `${wrong} wrong` : 'right', ...(gaveUp ? [`${gaveUp} given up`] : [])].join(', '),
  },
];

export const HEADER = [
  tableLine(COLUMNS.map(({ title }) => title)),
  tableLine(COLUMNS.map(() => '---')),
].join('\n');

/** A row of a Markdown table. */
export function tableRow(row: Row): string {
  return tableLine(COLUMNS.map(({ text }) => text(row)));
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function rateText(n: number): string {
  return n >= 100 ? grouped(Math.round(n)) : n.toPrecision(3);
}

function grouped(n: number): string {
  return n.toLocaleString('en-GB');
}
