// A puzzle as reports hold it, and which puzzles of several files are the same.

import { type Rule, ruleIdentity } from '../solver/model/rule-kinds.ts';

/** All that makes a puzzle another one. */
export interface ReportedPuzzle {
  /** a character for each cell, `.` for empty */
  readonly puzzle: string;
  /** `9x9`, or `9x9 x` with diagonals */
  readonly size: string;
  /** names with commas; absent if the size says it */
  readonly variant?: string | undefined;
  /** rows and columns of a box, if they are not the usual ones */
  readonly boxes?: string | undefined;
  /** a symbol for each cell; equal ones are a region, in place of a box */
  readonly regions?: string | undefined;
  readonly rules?: readonly Rule[] | undefined;
}

/** A text that is equal for equal puzzles, whatever the order of their rules. */
export function puzzleIdentity({
  puzzle,
  size,
  variant,
  boxes,
  regions,
  rules = [],
}: ReportedPuzzle): string {
  return [puzzle, size, variant, boxes, regions, ...rules.map(ruleIdentity).sort()].join(';');
}

/** Where else a puzzle is. */
export interface OtherPlace {
  readonly key: string;
  readonly line: number;
}

interface Listed extends Omit<ReportedPuzzle, 'puzzle'> {
  readonly puzzle?: string;
  readonly key?: string;
  readonly line: number;
  readonly hasCandidates?: true | undefined;
}

/**
 * Each puzzle once, in the order of the first ones, with the places of the others. Puzzles that are not in the report, or not all of
 * them, are never the same.
 */
export function eachOnce<T extends Listed>(
  entries: readonly T[],
): (T & { readonly others?: readonly OtherPlace[] })[] {
  const identity = (entry: T) => {
    const { puzzle, hasCandidates, key, line } = entry;
    return puzzle === undefined || hasCandidates ? `${key} ${line}` : puzzleIdentity({ ...entry, puzzle });
  };
  return Array.from(Map.groupBy(entries, identity).values(), ([first, ...rest]) => {
    const others = rest.map(({ key = '', line }) => ({ key, line }));
    return others.length > 0 ? { ...first!, others } : first!;
  });
}
