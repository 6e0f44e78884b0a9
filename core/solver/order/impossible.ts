import type { Geometry } from '../geometry.ts';
import { TECHNIQUES, type Technique } from '../grade/techniques.ts';
import type { Order } from './order.ts';
import { orbitsOf } from './symmetry.ts';

/**
 * The highest rating to ask for: beyond it, dynamic chains (+) would have to be longer than 64 nodes where no shorter one
 * is; what people rate higher takes nested chains, which are not looked for.
 */
export const MAX_ER = 9.9;

/**
 * Fewest clues that a puzzle with one solution can have. Classic 9x9: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
 * sudoku" (2012). Classic 4x4: its test tries all with fewer. Else, but for one, every digit is a clue: the two that are
 * not could be exchanged.
 */
function leastClues({ size, boxRows, boxColumns, variant }: Geometry): number {
  const isClassic = boxRows === boxColumns && variant === 'classic';
  return (isClassic ? LEAST_CLASSIC[boxRows] : undefined) ?? size - 1;
}

/** By the order of their boxes. */
const LEAST_CLASSIC: Record<number, number> = { 2: 4, 3: 17 };

/** Why no puzzle can meet an order, however many are tried: what was expected, and got. Undefined where nothing is known against it. */
export function whyImpossible(order: Omit<Order, 'seed'>): string | undefined {
  return ratingFault(order) ?? cluesFault(order) ?? maskFault(order);
}

function ratingFault({ er, technique }: Omit<Order, 'seed'>): string | undefined {
  if (!er) return undefined;
  const range = `${er.from.toFixed(1)} to ${er.to.toFixed(1)}`;
  if (er.from > MAX_ER) {
    return `expected a rating from ${MAX_ER} down, as higher ones take nested chains, which are not looked for; got ${range}`;
  }
  if (technique) {
    const { from } = TECHNIQUES.find(({ name }) => name === technique)!;
    // no puzzle is rated lower than a step that it needs
    if (er.to < from)
      return `expected a range that reaches ${from.toFixed(1)}, the rating of ${technique}; got ${range}`;
  }
  const tenths = Array.from({ length: Math.round((er.to - er.from) * 10) + 1 }, (_, i) => er.from + i / 10);
  if (tenths.some(isRating)) return undefined;
  return `expected a rating that a step has; got ${range}, and ${nearest(er.from, er.to)}`;
}

/** Ratings that are one step's alone, where a technique's range has gaps. */
const EXACT = new Map<Technique['name'], readonly number[]>([['Hidden Single', [1.2, 1.5]]]);

function isRating(er: number): boolean {
  const near = (value: number) => Math.abs(value - er) < 0.05;
  return TECHNIQUES.some((technique: Technique) => {
    const exact = EXACT.get(technique.name);
    if (exact) return exact.some(near);
    const { from, to = isOpen(technique) ? MAX_ER : from } = technique;
    return er > from - 0.05 && er < to + 0.05;
  });
}

/** The last one has no highest rating: it is rated by length alone. */
function isOpen({ name }: Technique): boolean {
  return name === TECHNIQUES.at(-1)!.name;
}

function nearest(from: number, to: number): string {
  const all = Array.from({ length: 100 }, (_, i) => i / 10).filter(isRating);
  return `the nearest are ${all.findLast((er) => er < from)!.toFixed(1)} and ${all.find((er) => er > to)!.toFixed(1)}`;
}

function cluesFault({ geometry, clues, symmetry = 'none', er, technique }: Omit<Order, 'seed'>) {
  if (!clues) return undefined;
  const least = leastClues(geometry);
  if (clues.to < least)
    return `expected ${least} clues or more, as fewer have several solutions; got ${clues.to} at most`;
  if ((er || technique) && clues.from >= geometry.cells) return NO_CELL;
  const isPaired = orbitsOf(geometry, symmetry).every((orbit) => orbit.length === 2);
  if (isPaired && clues.from === clues.to && clues.from % 2 === 1) {
    return `expected an even number of clues, as ${symmetry} symmetry of a ${geometry.size}x${geometry.size} grid has them in pairs; got ${clues.from}`;
  }
  return undefined;
}

const NO_CELL = 'expected an open cell in a puzzle that is to be rated; got clues in all';

function maskFault({ geometry, mask, er, technique }: Omit<Order, 'seed'>): string | undefined {
  if (!mask) return undefined;
  const clues = mask.reduce((sum, is) => sum + is, 0);
  const least = leastClues(geometry);
  if (clues < least)
    return `expected a mask of ${least} clues or more, as fewer have several solutions; got ${clues}`;
  if ((er || technique) && clues === geometry.cells) return NO_CELL;
  if (geometry.variant !== 'classic') return undefined;
  return twinsFault(geometry, mask, 'row') ?? twinsFault(geometry, mask, 'column');
}

/** Two empty rows that share their boxes could be exchanged, and so could columns. */
function twinsFault({ size, boxRows, boxColumns }: Geometry, mask: Uint8Array, kind: 'row' | 'column') {
  const line = (i: number) =>
    mask.filter((_, cell) => (kind === 'row' ? Math.floor(cell / size) : cell % size) === i);
  const height = kind === 'row' ? boxRows : boxColumns;
  const empty = Array.from({ length: size }, (_, i) => i).filter((i) => !line(i).includes(1));
  const twin = empty.findIndex(
    (i, k) => k > 0 && Math.floor(i / height) === Math.floor(empty[k - 1]! / height),
  );
  if (twin < 0) return undefined;
  return `expected a clue in all ${kind}s but one of those that share boxes, as two without could be exchanged; got ${kind}s ${empty[twin - 1]! + 1} and ${empty[twin]! + 1} empty`;
}
