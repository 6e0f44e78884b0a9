// What a compared solver provides, and how its answers are verified.

import type { Geometry } from '../../core/solver/model/geometry.ts';
import { type PuzzleSet, puzzleOf } from '../shared/puzzle-sets.ts';

/**
 * `first`: find one solution per puzzle; `unique`: also search for a second; `count`: count all, up to {@link COUNT_LIMIT};
 * `list`: list all in ascending order, up to {@link LIST_LIMIT}.
 */
export const TASKS = ['unique', 'first', 'count', 'list'] as const;
export type Task = (typeof TASKS)[number];

const COUNT_LIMIT = 10_000_000;
const LIST_LIMIT = 500_000;

/** Number of solutions at which a task stops searching a puzzle. */
export function limitOf(task: Task): number {
  return { first: 1, unique: 2, count: COUNT_LIMIT, list: LIST_LIMIT }[task];
}

/** A solver in a benchmark: one of ours or a peer. */
export interface Solver {
  readonly name: string;
  readonly tasks: readonly Task[];
  /** Returns the processor time used so far, in milliseconds, of this process or of child processes. */
  readonly clock: () => number;
  accepts(shape: Geometry): boolean;
  /** False if the package or program is not installed. */
  installed(): Promise<boolean>;
  /**
   * Converts a set to the solver's own kind of input. This is not timed.
   * @param limit number of solutions at which it may stop searching a puzzle
   */
  prepare(set: PuzzleSet, task: Task, limit: number): Run;
}

/** The task that a solver runs when `task` is requested: a solver that cannot prove uniqueness or list does the nearest. */
export function supportedTask({ tasks }: Solver, task: Task): Task | undefined {
  if (tasks.includes(task)) return task;
  if (task === 'unique' && tasks.includes('first')) return 'first';
  if (task === 'list' && tasks.includes('count')) return 'count';
  return undefined;
}

/** A prepared set. */
export interface Run {
  /** Solves every puzzle of the set. Only this is timed. */
  pass(): void;
  /** The answers of the last pass. */
  answers(): Answers;
}

export interface Answers {
  /** count * geometry.cells, zeros for a puzzle without one; absent if the solver shows no solutions */
  readonly solutions?: Uint8Array;
  /** solutions found, at most the limit; {@link GAVE_UP} if the solver gave up */
  readonly counts: Uint32Array;
  /** one value per puzzle */
  readonly guesses?: Uint32Array;
  /** over the set, counted in lanes: a sweep of the kernel counts as eight */
  readonly sweeps?: number;
}

export const GAVE_UP = 0xffffffff;

/** The answer to one puzzle: the number of solutions found, and one of them. */
export interface Answer {
  readonly count: number;
  readonly solution?: ArrayLike<number>;
}

export function answerOf(solutions: readonly ArrayLike<number>[]): Answer {
  const [solution] = solutions;
  return { count: solutions.length, ...(solution && { solution }) };
}

export function answersOf(set: PuzzleSet, answers: readonly Answer[]): Answers {
  const solutions = new Uint8Array(set.cells.length);
  const counts = Uint32Array.from(answers, ({ count }) => count);
  for (const [i, { solution }] of answers.entries()) {
    if (solution) solutions.set(solution, i * set.geometry.cells);
  }
  return { counts, ...(answers.some(({ solution }) => solution) && { solutions }) };
}

/** Mistakes in a solver's answers. */
export interface Faults {
  /** solutions that break a rule or change a given, and numbers of solutions that differ from the proven ones */
  readonly wrong: number;
  readonly gaveUp: number;
}

/**
 * Verifies answers against the rules.
 * @param proven numbers of solutions that another solver has proven, if known
 */
export function faultsOf(
  set: PuzzleSet,
  answers: Answers,
  task: Task,
  proven: Uint32Array | undefined,
): Faults {
  const { cells: n } = set.geometry;
  let wrong = 0;
  let gaveUp = 0;
  for (let i = 0; i < set.count; i++) {
    const count = answers.counts[i]!;
    const solution = answers.solutions?.subarray(i * n, (i + 1) * n);
    const known = proven?.[i];
    if (count === GAVE_UP) gaveUp++;
    else if (
      known !== undefined &&
      known !== GAVE_UP &&
      count !== (task === 'first' ? Math.min(known, 1) : known)
    )
      wrong++;
    // a solver need not show a solution of a puzzle that has several
    else if (count === 1 && solution && !isSolution(set, puzzleOf(set, i), solution)) wrong++;
  }
  return { wrong, gaveUp };
}

function isSolution({ geometry }: PuzzleSet, givens: Uint8Array, solution: Uint8Array): boolean {
  return (
    givens.every((digit, i) => digit === 0 || digit === solution[i]) &&
    geometry.units.every((unit) => {
      let seen = 0n;
      for (const cell of unit) seen |= 1n << BigInt(solution[cell]!);
      return seen === (1n << BigInt(geometry.size + 1)) - 2n;
    })
  );
}
