// One try at a puzzle that meets requirements: draws regions, a full grid and rules that the grid obeys, and removes clues. It
// depends only on the seed and its number, so threads can make tries in any order.

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { DrawnName } from './drawn-names.ts';
import { completeSigns, shapeWith } from './generated-variants.ts';
import { gradeGivens } from './grade/grade.ts';
import { type Geometry, isConnected, neighbourPairs, neighboursOf, withRules } from './model/geometry.ts';
import { ALL_GIVEN, type AllGiven, RULE_KINDS, type Rule, type RuleKind } from './model/rule-kinds.ts';
import { Status } from './model/status.ts';
import { randomGrid, shuffled } from './random-grid.ts';
import { MAX_REGIONS_APART, randomRegions, randomRegionsAndGrid } from './random-regions.ts';
import { type MatchingPuzzle, type Miss, orbitsOf, type Requirements } from './requirements.ts';
import { solveOne } from './solve/engines.ts';
import { dropGivens, isMinimal, neededClues, otherSolution } from './solve/minimal.ts';
import type { Grade } from './steps/rating.ts';

/** Guesses that one test for uniqueness may cost; a puzzle whose test would cost more counts as not unique. */
const EFFORT = 1000;

/** The same for puzzles with rules of their own: the last givens that can go take by far the most guesses. */
const RULES_EFFORT = 100;
/** … and if no given may be redundant. */
const MINIMAL_EFFORT = 10_000;

/**
 * Tries once to generate a puzzle that meets requirements: makes a random grid, removes clues, and tests the rest. The result
 * depends only on the seed and the number of the try, so tries can be made in any thread and in any order.
 *
 * @returns the puzzle, or the requirement that it does not meet
 */
export function generateMatching(requirements: Requirements, number: number): MatchingPuzzle | Miss {
  const { mask, clues, minimal, er, technique } = requirements;
  const rng = randomFor(requirements.seed, number);
  const drawn = drawPuzzle(requirements, rng);
  if (typeof drawn === 'string') return drawn;
  const { geometry, solution } = drawn;
  const cells = mask
    ? solution.map((digit, i) => (mask[i] ? digit : 0))
    : giveClues(requirements, drawn, rng);
  if (mask && solveOne(geometry, cells, 'unique', EFFORT).status !== Status.solved) return 'one solution';
  const count = cells.reduce((sum, digit) => sum + (digit > 0 ? 1 : 0), 0);
  if (clues && (count < clues.from || count > clues.to)) return 'clues';
  if (minimal && !isMinimal(geometry, cells, { budget: MINIMAL_EFFORT })) return 'minimal';
  const puzzle = { geometry, cells, solution, clues: count };
  if (!er && !technique) return puzzle;
  const graded = gradeGivens(geometry, cells, { maxRating: er?.to });
  if (graded.status !== 'graded' || (er && graded.er < er.from)) return 'er';
  if (technique && !isNeeded(requirements, cells, graded)) return 'technique';
  return { ...puzzle, grade: graded };
}

/** Clues without which there are several solutions, those of an orbit together. */
function giveClues(
  { symmetry = 'none', clues, minimal }: Requirements,
  { geometry, solution }: DrawnPuzzle,
  rng: RandomGenerator,
): Uint8Array {
  const orbits = orbitsOf(geometry, symmetry);
  const least = clues ? uniformInt(rng, clues.from, clues.to) : 0;
  const order = Array.from(shuffled(rng, orbits.length), (i) => orbits[i]!);
  if (geometry.rules.length > 0)
    return neededClues(geometry, solution, order, least, minimal ? MINIMAL_EFFORT : RULES_EFFORT);
  const cells = solution.slice();
  dropGivens(geometry, cells, order, least, EFFORT);
  return cells;
}

/** Whether the puzzle is rated higher, or not solved at all, without the technique. */
function isNeeded({ geometry, technique }: Requirements, cells: Uint8Array, graded: Grade): boolean {
  if (!graded.counts.has(technique!)) return false;
  const without = gradeGivens(geometry, cells, { without: technique, maxRating: graded.er });
  return without.status !== 'graded';
}

function randomFor(seed: number, number: number): RandomGenerator {
  const rng = xoroshiro128plusFromState([
    seed | 0,
    number | 0,
    Math.floor(number / 2 ** 32) | 0,
    0x9e3779b9 | 0,
  ]);
  // states that differ in few bits give similar numbers at first
  for (let i = 0; i < 16; i++) rng.next();
  return rng;
}

// What a puzzle begins with. Killers begin without givens: their cages are split until only one solution is left.

/** A puzzle without givens. */
export interface DrawnPuzzle {
  /** With the rules that were drawn. */
  readonly geometry: Geometry;
  /** A full grid that obeys them. */
  readonly solution: Uint8Array;
}

/** Draws of cages that may fail to have one solution by themselves. The next draw is completed with givens. */
const MAX_DRAWS = 10;

/** Guesses of each search for another solution that the cages allow. */
const CAGES_BUDGET = 100;

/** Draws the regions of a puzzle, a full grid, and rules that the grid obeys, in this order. */
export function drawPuzzle(
  { geometry, drawn = [], clues, mask }: Requirements,
  rng: RandomGenerator,
): DrawnPuzzle | Miss {
  if (drawn.length === 0) {
    const solution = randomGrid(geometry, rng);
    return solution ? { geometry, solution } : 'grid';
  }
  const { size, variant } = geometry;
  const isJigsaw = drawn.includes('jigsaw');
  const isTogether = isJigsaw && size > MAX_REGIONS_APART && variant === 'classic';
  const together = isTogether ? randomRegionsAndGrid(size, rng) : undefined;
  const regions = together?.regions ?? (isJigsaw ? randomRegions(size, rng) : undefined);
  // if all signs are given, the grid decides which signs there are
  const bare = shapeWith(geometry, regions, false);
  const solution = together?.grid ?? randomGrid(bare, rng);
  if (!solution) return 'grid';
  const complete = completeSigns(geometry);
  const base = shapeWith(geometry, regions, true);
  if (drawn.every((name) => name === 'jigsaw')) return { geometry: base, solution };
  // cages need no givens, unless some are required
  const draws = drawn.includes('killer') && !clues && !mask ? MAX_DRAWS : 0;
  for (let draw = 0; ; draw++) {
    const rules = randomRules(drawn, solution, regionOfEach(bare), complete, rng);
    if (!rules) return 'rules';
    const ruled = withRules(base, rules);
    if (draw === draws) return { geometry: ruled, solution };
    const split = splitCages(base, ruled, solution, CAGES_BUDGET, rng);
    if (split) return { geometry: split, solution };
  }
}

/** The box or region of each cell. */
function regionOfEach({ size, cells, units }: Geometry): Uint8Array {
  const regions = new Uint8Array(cells);
  for (let region = 0; region < size; region++)
    for (const cell of units[2 * size + region]!) regions[cell] = region;
  return regions;
}

/** Minimum number of cells of a part. */
const MIN_PART = 2;

/**
 * Splits cages in two until a puzzle without givens has only one solution. Each split excludes another solution, in which the parts
 * have other sums.
 * @param base the grid without rules
 * @param budget guesses of each search
 * @returns undefined if no split excludes the last solution that was found
 */
function splitCages(
  base: Geometry,
  { rules: drawn, cells }: Geometry,
  solution: Uint8Array,
  budget: number,
  rng: RandomGenerator,
): Geometry | undefined {
  const none = new Uint8Array(cells);
  let rules = drawn;
  for (;;) {
    const geometry = withRules(base, rules);
    const other = otherSolution(geometry, none, solution, budget);
    if (other === undefined) return geometry;
    const split = splitOne(rules, solution, other, base.size, rng);
    if (!split) return undefined;
    rules = split;
  }
}

function splitOne(
  rules: readonly Rule[],
  solution: Uint8Array,
  other: Uint8Array,
  size: number,
  rng: RandomGenerator,
): Rule[] | undefined {
  for (const i of shuffled(rng, rules.length)) {
    const { kind, cells } = rules[i]!;
    if (kind !== 'cage' || cells.length < 2 * MIN_PART) continue;
    const splits = splitsOf(cells, size).filter(([part]) => sumOf(part, solution) !== sumOf(part, other));
    if (splits.length === 0) continue;
    const parts = splits[uniformInt(rng, 0, splits.length - 1)]!;
    return rules.toSpliced(
      i,
      1,
      ...parts.map((part): Rule => ({ kind, cells: part, value: sumOf(part, solution) })),
    );
  }
  return undefined;
}

/** All divisions of a cage into two that are connected. The first cell is in the first part. */
function splitsOf(cells: readonly number[], size: number): (readonly [number[], number[]])[] {
  const found: (readonly [number[], number[]])[] = [];
  for (let set = 1; set < 1 << cells.length; set += 2) {
    const one = cells.filter((_, i) => (set >>> i) & 1);
    const two = cells.filter((_, i) => !((set >>> i) & 1));
    const isSplit = [one, two].every((part) => part.length >= MIN_PART && isConnected(part, size));
    if (isSplit) found.push([one, two]);
  }
  return found;
}

const sumOf = (cells: readonly number[], grid: Uint8Array) =>
  cells.reduce((sum, cell) => sum + (grid[cell] ?? 0), 0);

/** What rules are drawn from. */
interface Drawing {
  readonly size: number;
  /** Digits of the full grid. */
  readonly solution: Uint8Array;
  /** The box or region of each cell. */
  readonly regions: ArrayLike<number>;
  /** Kinds of lines that share the grid. */
  readonly lineKinds: number;
  readonly rng: RandomGenerator;
  /** Cells that have a line: lines do not meet. */
  readonly lined: Set<number>;
  /** The squares of four cells that a line crosses, by their first cell. */
  readonly crossed: Set<number>;
  /** Whether all signs of a kind are given. */
  readonly isComplete: (name: AllGiven) => boolean;
}

/** Share of the dots, or of X and V, that are given if not all are. */
const SIGN_SHARE = 0.5;
/** Share of the cells that are marked as even or odd. */
const PARITY_SHARE = 0.4;
/** Share of the cells that have a line. */
const LINE_SHARE = 0.5;
const CAGE_CELLS = { least: 2, most: 5 };

type RuleDrawer = (drawing: Drawing) => Rule[];

/** Draws the rules of each name. `jigsaw` is missing: its regions are drawn before the grid. */
const DRAWERS: Readonly<Record<Exclude<DrawnName, 'jigsaw'>, RuleDrawer>> = {
  killer: drawCages,
  arrow: (drawing) =>
    drawLines(drawing, 'arrow', {
      length: [3, 5],
      extends: ([circle = 0, ...rest], next) => sum(rest) + next <= circle,
      isDone: ([circle, ...rest]) => rest.length > 1 && sum(rest) === circle,
    }),
  thermo: (drawing) =>
    drawLines(drawing, 'thermo', {
      length: [3, 7],
      extends: (digits, next) => next > digits.at(-1)!,
    }),
  whispers: (drawing) => {
    const { size } = drawing;
    const usual = RULE_KINDS.whisper.value!.usual!;
    const difference = Math.ceil(size / 2);
    const extend = (digits: readonly number[], next: number) => Math.abs(next - digits.at(-1)!) >= difference;
    const value = difference === usual ? undefined : difference;
    return drawLines(drawing, 'whisper', { length: [3, 8], extends: extend, value });
  },
  renban: (drawing) =>
    drawLines(drawing, 'renban', {
      length: [3, 6],
      extends: (digits, next, length) => {
        const all = [...digits, next];
        return !digits.includes(next) && Math.max(...all) - Math.min(...all) < length;
      },
      isDone: (digits, length) => digits.length === length,
    }),
  kropki: (drawing) => drawSigns(drawing, 'all-dots'),
  xv: (drawing) => drawSigns(drawing, 'all-xv'),
  greater: ({ size, solution, regions }) =>
    neighbourPairs(size)
      .filter(([one, other]) => regions[one] === regions[other])
      .map(([one, other]) => ({
        kind: 'greater',
        cells: solution[one]! > solution[other]! ? [one, other] : [other, one],
      })),
  'even-odd': ({ size, solution, rng }) =>
    [...shuffled(rng, size * size).subarray(0, Math.round(size * size * PARITY_SHARE))]
      .sort((a, b) => a - b)
      .map((cell) => ({ kind: solution[cell]! % 2 === 0 ? 'even' : 'odd', cells: [cell] })),
};

/**
 * Draws rules of each name that a grid obeys.
 * @param regions the box or region of each cell
 * @param complete variants by which all signs of a kind are given
 * @returns undefined if no rules could be drawn for a name
 */
function randomRules(
  names: readonly DrawnName[],
  solution: Uint8Array,
  regions: ArrayLike<number>,
  complete: readonly AllGiven[],
  rng: RandomGenerator,
): Rule[] | undefined {
  const drawn = names.filter((name) => name !== 'jigsaw');
  const drawing: Drawing = {
    size: Math.sqrt(solution.length),
    solution,
    regions,
    lineKinds: drawn.filter((name) => LINES.includes(name)).length,
    rng,
    lined: new Set(),
    crossed: new Set(),
    isComplete: (name) => complete.includes(name),
  };
  const rules: Rule[] = [];
  for (const name of drawn) {
    const own = DRAWERS[name](drawing);
    // if all signs are given, their absence is a rule, too
    const mayBeNone =
      (name === 'kropki' && complete.includes('all-dots')) || (name === 'xv' && complete.includes('all-xv'));
    if (own.length === 0 && !mayBeNone) return undefined;
    rules.push(...own);
  }
  return rules;
}

const LINES: readonly DrawnName[] = ['arrow', 'thermo', 'whispers', 'renban'];

/** Attempts to partition the grid into cages; the one with the fewest single cells is taken. */
const MAX_PARTITIONS = 20;

/** Connected cages of different digits that cover the grid. */
function drawCages({ size, solution, rng }: Drawing): Rule[] {
  let best = drawPartition(size, solution, rng);
  const singles = (cages: readonly number[][]) => cages.filter(({ length }) => length === 1).length;
  for (let i = 1; i < MAX_PARTITIONS && singles(best) > 0; i++) {
    const cages = drawPartition(size, solution, rng);
    if (singles(cages) < singles(best)) best = cages;
  }
  return best
    .map((cage) => cage.sort((a, b) => a - b))
    .sort(([a], [b]) => a! - b!)
    .map((cells) => ({ kind: 'cage', cells, value: sum(cells.map((cell) => solution[cell]!)) }));
}

/** Cages, of which few have a single cell. */
function drawPartition(size: number, solution: Uint8Array, rng: RandomGenerator): number[][] {
  const most = Math.min(CAGE_CELLS.most, size);
  const cageOf = new Int16Array(size * size).fill(-1);
  const cages: number[][] = [];
  const hasDigitOf = (cage: readonly number[], cell: number) =>
    cage.some((other) => solution[other] === solution[cell]);
  for (const first of shuffled(rng, size * size)) {
    if (cageOf[first]! >= 0) continue;
    const cage = [first];
    // small ones are more frequent, as large ones would be split
    const length = Math.min(uniformInt(rng, CAGE_CELLS.least, most), uniformInt(rng, CAGE_CELLS.least, most));
    while (cage.length < length) {
      const next = cage
        .flatMap((cell) => neighboursOf(cell, size))
        .filter((cell) => cageOf[cell]! < 0 && !cage.includes(cell) && !hasDigitOf(cage, cell));
      if (next.length === 0) break;
      cage.push(next[uniformInt(rng, 0, next.length - 1)]!);
    }
    // a single cell joins a cage beside it, if one can take it
    const hosts = cage.length > 1 ? [] : neighboursOf(first, size).map((cell) => cageOf[cell]!);
    const host = hosts.find((i) => i >= 0 && cages[i]!.length < most && !hasDigitOf(cages[i]!, first));
    if (host === undefined) cages.push(cage);
    else cages[host]!.push(first);
    for (const cell of cage) cageOf[cell] = host ?? cages.length - 1;
  }
  return cages;
}

interface LineKind {
  /** Least and most cells. */
  readonly length: readonly [least: number, most: number];
  /** Whether a line of these digits can continue with another. @param length number of cells that was drawn for the line */
  readonly extends: (digits: readonly number[], next: number, length: number) => boolean;
  /** Whether the line is complete, so that it ends. @default whether it cannot continue and has the minimum length */
  readonly isDone?: (digits: readonly number[], length: number) => boolean;
  readonly value?: number | undefined;
}

/** Random paths, by sides and corners of cells, that neither meet nor cross. */
function drawLines(drawing: Drawing, kind: RuleKind, line: LineKind): Rule[] {
  const { size, rng, lined, lineKinds } = drawing;
  const wanted = lined.size + (LINE_SHARE * size * size) / lineKinds;
  const rules: Rule[] = [];
  for (const first of shuffled(rng, size * size)) {
    if (lined.size >= wanted) break;
    const cells = lined.has(first) ? undefined : drawLine(drawing, first, line);
    if (!cells) continue;
    for (const [i, cell] of cells.entries()) {
      lined.add(cell);
      const square = i === 0 ? undefined : crossing(cells[i - 1]!, cell, size);
      if (square !== undefined) drawing.crossed.add(square);
    }
    rules.push({ kind, cells, ...(line.value !== undefined && { value: line.value }) });
  }
  return rules.sort((a, b) => a.cells[0]! - b.cells[0]!);
}

function drawLine(
  { size, solution, rng, lined, crossed }: Drawing,
  first: number,
  { length: [least, most], extends: goesOn, isDone }: LineKind,
): number[] | undefined {
  const length = uniformInt(rng, least, Math.min(most, size));
  const cells = [first];
  const digits = [solution[first]!];
  const own = new Set<number>();
  while (cells.length < length && !isDone?.(digits, length)) {
    const last = cells.at(-1)!;
    const next = touching(last, size).filter((cell) => {
      const square = crossing(last, cell, size);
      return (
        !lined.has(cell) &&
        !cells.includes(cell) &&
        (square === undefined || !(crossed.has(square) || own.has(square))) &&
        goesOn(digits, solution[cell]!, length)
      );
    });
    if (next.length === 0) break;
    const cell = next[uniformInt(rng, 0, next.length - 1)]!;
    const square = crossing(last, cell, size);
    if (square !== undefined) own.add(square);
    cells.push(cell);
    digits.push(solution[cell]!);
  }
  return (isDone?.(digits, length) ?? cells.length >= least) ? cells : undefined;
}

/** Cells that share a side or a corner with a cell. */
function touching(cell: number, size: number): number[] {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const found: number[] = [];
  for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, size - 1); r++) {
    for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, size - 1); c++)
      if (r !== row || c !== column) found.push(r * size + c);
  }
  return found;
}

/** The first of the four cells whose square a step from corner to corner crosses; undefined for a step across a side. */
function crossing(from: number, to: number, size: number): number | undefined {
  const [low, high] = from < to ? [from, to] : [to, from];
  if (high - low === size + 1) return low;
  return high - low === size - 1 ? low - 1 : undefined;
}

/** All signs of a kind between neighbours, or a share of them. */
function drawSigns({ size, solution, rng, isComplete }: Drawing, variant: AllGiven): Rule[] {
  const kinds: readonly RuleKind[] = ALL_GIVEN[variant];
  const all = neighbourPairs(size).flatMap(([one, other]): Rule[] => {
    const fitting = kinds.filter((kind) => {
      const [pair] = RULE_KINDS[kind].parts({ cells: [one, other] }, '').pairs!;
      return pair!.relation.allows(solution[one]!, solution[other]!);
    });
    if (fitting.length === 0) return [];
    // 1 and 2 can have a dot of either colour
    return [{ kind: fitting[uniformInt(rng, 0, fitting.length - 1)]!, cells: [one, other] }];
  });
  if (isComplete(variant)) return all;
  const kept = new Set(shuffled(rng, all.length).subarray(0, Math.ceil(all.length * SIGN_SHARE)));
  return all.filter((_, i) => kept.has(i));
}

const sum = (digits: readonly number[]) => digits.reduce((total, digit) => total + digit, 0);
