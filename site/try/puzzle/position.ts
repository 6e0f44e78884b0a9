// A position: a puzzle, and what a person has written into its grid. Also as text, for the history that survives a reload.

import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { onlyClues, type Written } from '../shared/grid.ts';
import { geometryOf, type Puzzle } from '../shared/puzzle.ts';
import { Candidates } from './candidates.ts';
import { linkOf, puzzleIn } from './link.ts';

export interface Position extends Omit<Written, 'clues'> {
  readonly puzzle: Puzzle;
  /** Candidates that the user, or a hint, has removed from the computed ones: sets of bits, bit 0 for value 1. */
  readonly removed: Uint32Array;
}

/** The position in which a puzzle begins. */
export function startOf(puzzle: Puzzle): Position {
  const { digits, corner, centre } = onlyClues(puzzle.cells);
  return { puzzle, digits, corner, centre, removed: new Uint32Array(puzzle.cells.length) };
}

/** What stands in the cells. */
export const writtenIn = ({ puzzle, ...own }: Position): Written => ({ clues: puzzle.cells, ...own });

/** The candidates that follow from the digits of the cells, without the removed ones, as sets of bits. */
export function candidatesIn(shape: Geometry, filled: Uint8Array, removed: Uint32Array): Uint32Array {
  return new Candidates(shape, filled).sets.map((set, cell) => set & ~removed[cell]!);
}

/** Whether the user has written nothing. */
export function isUntouched({ digits, corner, centre, removed }: Position): boolean {
  return [digits, corner, centre, removed].every((own) => own.every((value) => value === 0));
}

/** A position as text. */
export function positionText({ puzzle, digits, corner, centre, removed }: Position): string {
  const texts = [digits, corner, centre, removed].map((own) =>
    // without the empty cells at the end
    Array.from(own.subarray(0, own.findLastIndex((value) => value !== 0) + 1), (value) =>
      value === 0 ? '' : value.toString(36),
    ).join(','),
  );
  return [linkOf(puzzle), ...texts].join('\n');
}

/** The position of a text; undefined for one that is none. */
export function positionIn(text: string): Position | undefined {
  const [link = '', ...own] = text.split('\n');
  const puzzle = puzzleIn(link);
  if (typeof puzzle !== 'object' || own.length !== 4) return undefined;
  const start = startOf(puzzle);
  const parts = [start.digits, start.corner, start.centre, start.removed];
  for (const [i, values] of own.entries())
    for (const [cell, value] of values.split(',').entries())
      if (cell < parts[i]!.length) parts[i]![cell] = Number.parseInt(value, 36) || 0;
  const { size } = geometryOf(puzzle);
  return start.digits.some((digit) => digit > size) ? undefined : start;
}
