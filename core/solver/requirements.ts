import type { Geometry } from './geometry.ts';
import type { Grade } from './grade/rating.ts';
import { TECHNIQUES, type Technique, type TechniqueName } from './grade/techniques.ts';
import { areRenamable } from './rules.ts';

/**
 * Symmetries of the clues: a cell has a clue if the cell has one with which it is exchanged by a half turn of the grid
 * (`rotational`), a reflection from left to right (`mirror`) or one on the main diagonal (`diagonal`).
 */
export const SYMMETRIES = ['none', 'rotational', 'mirror', 'diagonal'] as const;
export type Symmetry = (typeof SYMMETRIES)[number];

/** Rules that each puzzle has for itself: they are drawn so that its solution obeys them. `jigsaw` draws regions. */
export const DRAWN_NAMES = [
  'jigsaw',
  'killer',
  'arrow',
  'thermo',
  'whispers',
  'renban',
  'kropki',
  'xv',
  'greater',
  'even-odd',
] as const;
export type DrawnName = (typeof DRAWN_NAMES)[number];

/** Both ends are included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Requirements that generated puzzles must meet. */
export interface Requirements {
  /** Of the grid without the rules that are drawn. */
  readonly geometry: Geometry;
  /** Rules to draw. */
  readonly drawn?: readonly DrawnName[];
  /** A 32-bit integer: the same requirements with the same seed give the same puzzles. */
  readonly seed: number;
  /** Sudoku Explainer's rating; 9x9 only. */
  readonly er?: Range;
  /** A technique that puzzles must need: without it, they are rated higher or not solved. 9x9 only. */
  readonly technique?: TechniqueName;
  readonly symmetry?: Symmetry;
  /** 1 for each cell that must have a clue, row by row; no other cell has one. */
  readonly mask?: Uint8Array;
  /** Number of clues. Without it, clues are removed until none can go. */
  readonly clues?: Range;
  /** No clue can be removed; always true without `clues` and symmetry. */
  readonly minimal?: boolean;
}

export interface MatchingPuzzle {
  /** With the rules that were drawn. */
  readonly geometry: Geometry;
  readonly cells: Uint8Array;
  readonly solution: Uint8Array;
  readonly clues: number;
  /** present if a rating or a technique is required */
  readonly grade?: Grade;
}

/** Requirements that a try may fail to meet, in the order in which they are tested. */
export const MISSES = ['grid', 'rules', 'one solution', 'clues', 'minimal', 'er', 'technique'] as const;
export type Miss = (typeof MISSES)[number];

/** The cells of a grid, each together with the one that a symmetry exchanges with it. */
export function orbitsOf({ size, cells }: Geometry, symmetry: Symmetry): readonly (readonly number[])[] {
  const partner = (cell: number): number => {
    const [row, column] = [Math.floor(cell / size), cell % size];
    if (symmetry === 'rotational') return cells - 1 - cell;
    if (symmetry === 'mirror') return row * size + (size - 1 - column);
    return symmetry === 'diagonal' ? column * size + row : cell;
  };
  const all = Array.from({ length: cells }, (_, cell) => cell);
  return all
    .filter((cell) => cell <= partner(cell))
    .map((cell) => (cell === partner(cell) ? [cell] : [cell, partner(cell)]));
}

/**
 * The highest rating that can be required: beyond it, dynamic chains (+) would have to be longer than 64 nodes in a puzzle
 * without a shorter one. Puzzles that people rate higher need nested chains, which the grader does not search for.
 */
const MAX_ER = 9.9;

/**
 * A lower bound of the clues of a puzzle with one solution. Classic 9x9: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
 * sudoku" (2012). Classic 4x4: its test tries all puzzles with fewer. Otherwise every digit but one must be a clue, because
 * two digits that are not could be exchanged.
 */
function leastClues({ size, boxRows, boxColumns, variant, pairs }: Geometry): number {
  // digits that two others could take the places of; not so where neighbours must not be consecutive
  if (!areRenamable(pairs)) return 0;
  const isClassic = boxRows === boxColumns && variant === 'classic';
  return (isClassic ? LEAST_CLASSIC[boxRows] : undefined) ?? size - 1;
}

/** By the height of their boxes. */
const LEAST_CLASSIC: Record<number, number> = { 2: 4, 3: 17 };

/** Why no puzzle can meet the requirements, as `expected …; got …`. Undefined if no reason is known. */
export function whyImpossible(requirements: Omit<Requirements, 'seed'>): string | undefined {
  return ratingFault(requirements) ?? cluesFault(requirements) ?? maskFault(requirements);
}

function ratingFault({ er, technique }: Omit<Requirements, 'seed'>): string | undefined {
  if (!er) return undefined;
  const range = `${er.from.toFixed(1)} to ${er.to.toFixed(1)}`;
  if (er.from > MAX_ER) {
    return `expected a rating from ${MAX_ER} down, as higher ones need nested chains, for which the grader does not search; got ${range}`;
  }
  if (technique) {
    const { from } = TECHNIQUES.find(({ name }) => name === technique)!;
    // no puzzle is rated lower than a step that it needs
    if (er.to < from)
      return `expected a range that reaches ${from.toFixed(1)}, the rating of ${technique}; got ${range}`;
  }
  const tenths = Array.from({ length: Math.round((er.to - er.from) * 10) + 1 }, (_, i) => er.from + i / 10);
  if (tenths.some(isRating)) return undefined;
  return `expected a rating that some step has; got ${range}, and ${nearest(er.from, er.to)}`;
}

/** Ratings of techniques whose range has gaps. */
const EXACT = new Map<Technique['name'], readonly number[]>([['Hidden Single', [1.2, 1.5]]]);

function isRating(er: number): boolean {
  const near = (value: number) => Math.abs(value - er) < 0.05;
  return TECHNIQUES.some((technique: Technique) => {
    const exact = EXACT.get(technique.name);
    if (exact) return exact.some(near);
    const { from, to = isUnbounded(technique) ? MAX_ER : from } = technique;
    return er > from - 0.05 && er < to + 0.05;
  });
}

/** The last technique has no highest rating: its ratings grow with the length. */
function isUnbounded({ name }: Technique): boolean {
  return name === TECHNIQUES.at(-1)!.name;
}

function nearest(from: number, to: number): string {
  const all = Array.from({ length: 100 }, (_, i) => i / 10).filter(isRating);
  return `the nearest are ${all.findLast((er) => er < from)!.toFixed(1)} and ${all.find((er) => er > to)!.toFixed(1)}`;
}

function cluesFault({ geometry, clues, symmetry = 'none', er, technique }: Omit<Requirements, 'seed'>) {
  if (!clues) return undefined;
  const least = leastClues(geometry);
  if (clues.to < least)
    return `expected ${least} clues or more, as fewer have several solutions; got ${clues.to} at most`;
  if ((er || technique) && clues.from >= geometry.cells) return NO_OPEN_CELL;
  const isPaired = orbitsOf(geometry, symmetry).every((orbit) => orbit.length === 2);
  if (isPaired && clues.from === clues.to && clues.from % 2 === 1) {
    return `expected an even number of clues, as ${symmetry} symmetry of a ${geometry.size}x${geometry.size} grid has them in pairs; got ${clues.from}`;
  }
  return undefined;
}

const NO_OPEN_CELL = 'expected an open cell in a puzzle with a required rating; got clues in all cells';

function maskFault({ geometry, mask, er, technique }: Omit<Requirements, 'seed'>): string | undefined {
  if (!mask) return undefined;
  const clues = mask.reduce((sum, is) => sum + is, 0);
  const least = leastClues(geometry);
  if (clues < least)
    return `expected a mask of ${least} clues or more, as fewer have several solutions; got ${clues}`;
  if ((er || technique) && clues === geometry.cells) return NO_OPEN_CELL;
  if (geometry.variant !== 'classic') return undefined;
  return twinsFault(geometry, mask, 'row') ?? twinsFault(geometry, mask, 'column');
}

/** Two empty rows that share their boxes could be exchanged; the same holds for columns. */
function twinsFault({ size, boxRows, boxColumns }: Geometry, mask: Uint8Array, kind: 'row' | 'column') {
  const line = (i: number) =>
    mask.filter((_, cell) => (kind === 'row' ? Math.floor(cell / size) : cell % size) === i);
  const height = kind === 'row' ? boxRows : boxColumns;
  const empty = Array.from({ length: size }, (_, i) => i).filter((i) => !line(i).includes(1));
  const twin = empty.findIndex(
    (i, k) => k > 0 && Math.floor(i / height) === Math.floor(empty[k - 1]! / height),
  );
  if (twin < 0) return undefined;
  return `expected a clue in all but one of the ${kind}s that share boxes, as two without could be exchanged; got ${kind}s ${empty[twin - 1]! + 1} and ${empty[twin]! + 1} empty`;
}
