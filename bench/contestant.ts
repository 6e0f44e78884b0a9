import type { Geometry } from '../core/solver/geometry.ts';
import type { PuzzleSet } from './puzzle-set.ts';

/** `first`: one solution a puzzle; `unique`: also look for a second. */
export type Task = 'first' | 'unique';

/** A solver in the table: one of ours or a peer. */
export interface Contestant {
  readonly name: string;
  /** What it can do at best; asked for `unique`, one that proves nothing runs `first`, and the table says so. */
  readonly provesUnique: boolean;
  accepts(shape: Geometry): boolean;
  /** False where the package or program is not installed. */
  installed(): Promise<boolean>;
  /** Turns a set into its own kind of input, which is not timed. */
  prepare(set: PuzzleSet, task: Task): Run;
}

/** A prepared set. */
export interface Run {
  /** Solves the whole set: this is what is timed. */
  pass(): void;
  /** What the last pass gave. */
  answers(): Answers;
}

export interface Answers {
  /** count * geometry.cells, zeros where there is none */
  readonly solutions: Uint8Array;
  /** solutions seen: 0, 1, or with `unique` 2 for "more than one"; 255 if the solver gave up */
  readonly counts: Uint8Array;
  /** of each puzzle */
  readonly guesses?: Uint32Array;
  /** over the set, in lanes: a sweep of the kernel is eight of them */
  readonly sweeps?: number;
}

export const GAVE_UP = 255;
