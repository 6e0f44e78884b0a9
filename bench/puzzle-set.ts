import type { Geometry } from '../core/solver/geometry.ts';

/** Puzzles of one geometry, to be timed together. */
export interface PuzzleSet {
  readonly name: string;
  readonly geometry: Geometry;
  readonly count: number;
  /** count * geometry.cells values: 0 for empty, 1 to size for a given */
  readonly cells: Uint8Array;
}

/** `count` puzzles taken evenly from the set, since sets are often sorted by something. */
export function sampleOf(set: PuzzleSet, count: number): PuzzleSet {
  if (count >= set.count) return set;
  const n = set.geometry.cells;
  const cells = new Uint8Array(count * n);
  for (let i = 0; i < count; i++) cells.set(puzzleOf(set, Math.floor((i * set.count) / count)), i * n);
  return { ...set, count, cells };
}

/** The set so many times over, for a program whose start is to weigh little. */
export function repeated(set: PuzzleSet, times: number): PuzzleSet {
  const cells = new Uint8Array(set.cells.length * times);
  for (let i = 0; i < times; i++) cells.set(set.cells, i * set.cells.length);
  return { ...set, count: set.count * times, cells };
}

export function puzzleOf(set: PuzzleSet, i: number): Uint8Array {
  const n = set.geometry.cells;
  return set.cells.subarray(i * n, (i + 1) * n);
}
