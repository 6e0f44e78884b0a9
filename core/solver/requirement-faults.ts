// Requirements that no puzzle can meet: found before the first try, as tries would never end.

import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { shapeWith } from './generated-variants.ts';
import type { Geometry } from './model/geometry.ts';
import { areRenamable } from './model/rules.ts';
import { Status } from './model/status.ts';
import { randomRegions } from './random-regions.ts';
import { MAX_ER, orbitsOf, type Requirements } from './requirements.ts';
import { solveOne } from './solve/engines.ts';
import { TECHNIQUES, type Technique } from './steps/techniques.ts';

/**
 * A lower bound of the clues of a puzzle with one solution. Classic 9x9: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue
 * sudoku" (2012). Classic 4x4: its test tries all puzzles with fewer. Otherwise every digit but one must be a clue, because
 * two digits that are not could be exchanged.
 */
function leastClues({
  geometry: { size, boxRows, boxColumns, variant, pairs },
  drawn = [],
}: Omit<Requirements, 'seed'>): number {
  // only if digits can be renamed, two that are not among the clues could be exchanged
  if (!areRenamable(pairs) || drawn.some((name) => name !== 'jigsaw')) return 0;
  const isClassic = boxRows === boxColumns && variant === 'classic' && drawn.length === 0;
  return (isClassic ? LEAST_CLASSIC[boxRows] : undefined) ?? size - 1;
}

/** By the height of their boxes. */
const LEAST_CLASSIC: Record<number, number> = { 2: 4, 3: 17 };

/** Why no puzzle can meet the requirements, as `expected …; got …`. Undefined if no reason is known. */
export function whyImpossible(requirements: Omit<Requirements, 'seed'>): string | undefined {
  return (
    ratingFault(requirements) ??
    cluesFault(requirements) ??
    maskFault(requirements) ??
    gridFault(requirements)
  );
}

function ratingFault({ drawn = [], er, technique }: Omit<Requirements, 'seed'>): string | undefined {
  if ((er || technique) && drawn.length > 0)
    return `expected no rating and no technique with rules that are drawn; got ${drawn.join(',')}`;
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

function cluesFault(requirements: Omit<Requirements, 'seed'>) {
  const { geometry, clues, symmetry = 'none', er, technique } = requirements;
  if (!clues) return undefined;
  const least = leastClues(requirements);
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

function maskFault(requirements: Omit<Requirements, 'seed'>): string | undefined {
  const { geometry, drawn = [], mask, er, technique } = requirements;
  if (!mask) return undefined;
  const clues = mask.reduce((sum, is) => sum + is, 0);
  const least = leastClues(requirements);
  if (clues < least)
    return `expected a mask of ${least} clues or more, as fewer have several solutions; got ${clues}`;
  if ((er || technique) && clues === geometry.cells) return NO_OPEN_CELL;
  if (geometry.variant !== 'classic' || drawn.length > 0) return undefined;
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

/** Guesses after which a grid may exist or not: enough for each pair of variants of a 9x9 grid, and fewer for each partition. */
const GRID_BUDGET = { boxes: 1_000_000, regions: 100_000 };
/** Partitions of a jigsaw of which one should have a grid. */
const PARTITIONS = 30;

/** Variants that exclude each other, such as anti-king and 4x4. */
function gridFault({ geometry, drawn = [] }: Omit<Requirements, 'seed'>): string | undefined {
  const { size, variant, cells } = geometry;
  if (variant === 'classic') return undefined;
  const isJigsaw = drawn.includes('jigsaw');
  const rng = xoroshiro128plus(0);
  const budget = isJigsaw ? GRID_BUDGET.regions : GRID_BUDGET.boxes;
  for (let i = 0; i < (isJigsaw ? PARTITIONS : 1); i++) {
    const shape = shapeWith(geometry, isJigsaw ? randomRegions(size, rng) : undefined, drawn.length === 0);
    const { status } = solveOne(shape, new Uint8Array(cells), 'first', budget);
    if (status !== Status.noSolution) return undefined;
  }
  const found = isJigsaw ? `has with none of ${PARTITIONS} random partitions` : 'cannot have';
  return `expected variants that some grid obeys; got ${variant}, which a ${size}x${size} grid ${found}`;
}
