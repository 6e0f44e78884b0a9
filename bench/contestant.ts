import type { Geometry } from '../core/solver/geometry.ts';
import type { PuzzleSet } from './puzzle-set.ts';

/**
 * `first`: one solution a puzzle; `unique`: also look for a second; `count`: all, up to {@link COUNT_LIMIT};
 * `list`: all in ascending order, up to {@link LIST_LIMIT}.
 */
export const TASKS = ['unique', 'first', 'count', 'list'] as const;
export type Task = (typeof TASKS)[number];

export const COUNT_LIMIT = 10_000_000;
export const LIST_LIMIT = 500_000;

/** Solutions after which a task leaves a puzzle. */
export function limitOf(task: Task): number {
  return { first: 1, unique: 2, count: COUNT_LIMIT, list: LIST_LIMIT }[task];
}

/** A solver in the table: one of ours or a peer. */
export interface Contestant {
  readonly name: string;
  /** What it can do. Asked for another task, it does what comes nearest, and the table says so: see {@link nearest}. */
  readonly tasks: readonly Task[];
  /** Processor time that its passes take, in ms. */
  readonly clock: () => number;
  accepts(shape: Geometry): boolean;
  /** False where the package or program is not installed. */
  installed(): Promise<boolean>;
  /**
   * Turns a set into its own kind of input, which is not timed.
   * @param limit solutions after which it may leave a puzzle
   */
  prepare(set: PuzzleSet, task: Task, limit: number): Run;
}

/** What a contestant does when asked for a task: for `unique` at least a solution, for `list` at least their number. */
export function nearest({ tasks }: Contestant, task: Task): Task | undefined {
  if (tasks.includes(task)) return task;
  if (task === 'unique' && tasks.includes('first')) return 'first';
  if (task === 'list' && tasks.includes('count')) return 'count';
  return undefined;
}

/** A prepared set. */
export interface Run {
  /** Solves the whole set: this is what is timed. */
  pass(): void;
  /** What the last pass gave. */
  answers(): Answers;
}

export interface Answers {
  /** count * geometry.cells, zeros where there is none; absent if the solver shows none */
  readonly solutions?: Uint8Array;
  /** solutions seen, at most the limit; {@link GAVE_UP} if the solver gave up */
  readonly counts: Uint32Array;
  /** of each puzzle */
  readonly guesses?: Uint32Array;
  /** over the set, in lanes: a sweep of the kernel is eight of them */
  readonly sweeps?: number;
}

export const GAVE_UP = 0xffffffff;
