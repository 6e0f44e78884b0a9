// Explains any puzzle by naked singles, hidden singles and locked candidates, the easiest first, and correct guesses
// where these end.

import { isAllowed } from './allowed.ts';
import { type Geometry, isBroken } from './geometry.ts';
import { groupFault, isSumBroken } from './rules.ts';

/** Names of the steps, easiest first. */
export const STEP_NAMES = ['naked single', 'hidden single', 'locked candidate', 'guess'] as const;
type StepName = (typeof STEP_NAMES)[number];

/** By the hardest step that the puzzle needs, in the order of {@link STEP_NAMES}. */
export const EXPLANATION_DIFFICULTIES = ['easy', 'medium', 'hard', 'very hard'] as const;
export type ExplanationDifficulty = (typeof EXPLANATION_DIFFICULTIES)[number];

/** A digit placed in a cell, or, for a locked candidate, removed from other cells. Rows, columns and digits count from 1. */
export type ExplainedStep =
  | {
      readonly step: 'naked single' | 'guess';
      readonly row: number;
      readonly column: number;
      readonly digit: number;
    }
  | {
      readonly step: 'hidden single';
      readonly row: number;
      readonly column: number;
      readonly digit: number;
      /** the unit in which the digit has no other place, such as `box 3` */
      readonly unit: string;
    }
  | {
      readonly step: 'locked candidate';
      readonly digit: number;
      /** the unit whose places for the digit are all in `removedFrom` too */
      readonly unit: string;
      readonly removedFrom: string;
    };

export interface Explanation {
  readonly difficulty: ExplanationDifficulty;
  /** How often each step was taken. */
  readonly counts: Readonly<Record<StepName, number>>;
  readonly steps: readonly ExplainedStep[];
}

/**
 * Explains how a puzzle can be solved by hand. Always takes the easiest step there is. If there is none, it guesses correctly: the
 * digit of the solution, in the cell with fewest candidates. Candidates that break a rule, such as a cage, together with the
 * digits placed so far are removed without a step, as those of a unit are.
 *
 * @param givens row by row, 0 for empty
 * @param solution a grid that the givens fit
 * @param allowed the digits that each cell may have, as in allowed.ts
 */
export function explain(
  geometry: Geometry,
  givens: Uint8Array,
  solution: Uint8Array,
  allowed?: Uint32Array,
): Explanation {
  const candidates = new Candidates(geometry, givens, allowed);
  const steps: ExplainedStep[] = [];
  const counts = { 'naked single': 0, 'hidden single': 0, 'locked candidate': 0, guess: 0 };
  for (;;) {
    const step =
      candidates.nakedSingle() ??
      candidates.hiddenSingle() ??
      candidates.lockedCandidate() ??
      candidates.guess(solution);
    if (!step) break;
    steps.push(step);
    counts[step.step]++;
  }
  const hardest = STEP_NAMES.findLastIndex((name) => counts[name] > 0);
  return { difficulty: EXPLANATION_DIFFICULTIES[Math.max(0, hardest)]!, counts, steps };
}

/**
 * Candidates of the cells. Each method takes one step of its kind, or returns undefined if there is none. A count of candidates or
 * places that falls to one is queued, and checked again when its turn comes.
 */
class Candidates {
  readonly #geometry: Geometry;
  readonly #tables: Tables;
  /** 1 if a cell may have a digit, at cell * size + digit - 1 */
  readonly #may: Uint8Array;
  /** candidates of each cell; 0 once its digit is placed */
  readonly #left: Uint8Array;
  /** cells that may have each digit, at unit * size + digit - 1; 0 once it is placed in the unit */
  readonly #places: Uint8Array;
  readonly #singleCells: number[] = [];
  readonly #singlePlaces: number[] = [];
  /** digits placed so far, 0 for none */
  readonly #placed: Uint8Array;
  readonly #rules: readonly PlacedRule[];
  #crossing = 0;

  constructor(geometry: Geometry, givens: Uint8Array, allowed?: Uint32Array) {
    const { cells, size, units } = geometry;
    this.#geometry = geometry;
    this.#tables = unitTables(geometry);
    this.#may = new Uint8Array(cells * size).fill(1);
    this.#left = new Uint8Array(cells).fill(size);
    this.#places = new Uint8Array(units.length * size).fill(size);
    this.#placed = new Uint8Array(cells);
    this.#rules = rulesOf(geometry);
    for (const rule of this.#rules) this.#removeBroken(rule);
    for (let cell = 0; cell < cells; cell++) if (givens[cell]! > 0) this.#place(cell, givens[cell]!);
    for (let cell = 0; allowed && cell < cells; cell++) {
      if (givens[cell]! > 0) continue;
      for (let digit = 1; digit <= size; digit++)
        if (!isAllowed(allowed, cell, digit)) this.#remove(cell, digit);
    }
  }

  /** A cell with one candidate. */
  nakedSingle(): ExplainedStep | undefined {
    for (let cell = this.#singleCells.pop(); cell !== undefined; cell = this.#singleCells.pop()) {
      if (this.#left[cell] !== 1) continue;
      const digit = this.#firstCandidate(cell);
      this.#place(cell, digit);
      return { step: 'naked single', ...this.#position(cell), digit };
    }
    return undefined;
  }

  /** A digit with one place in a unit. */
  hiddenSingle(): ExplainedStep | undefined {
    const { size, units } = this.#geometry;
    for (let at = this.#singlePlaces.pop(); at !== undefined; at = this.#singlePlaces.pop()) {
      if (this.#places[at] !== 1) continue;
      const unit = Math.floor(at / size);
      const digit = (at % size) + 1;
      const cell = units[unit]!.find((c) => this.#may[c * size + digit - 1] === 1)!;
      this.#place(cell, digit);
      return { step: 'hidden single', ...this.#position(cell), digit, unit: this.#tables.names[unit]! };
    }
    return undefined;
  }

  /** A digit whose places in one unit are all in another unit too, so that the other cells of that unit lose it. */
  lockedCandidate(): ExplainedStep | undefined {
    const { crossings, names } = this.#tables;
    const { size } = this.#geometry;
    // starts where the last search stopped, and gives up after a round that finds nothing
    for (let seen = 0; seen < crossings.length; seen++) {
      const { a, b, shared } = crossings[this.#crossing]!;
      for (let digit = 1; digit <= size; digit++) {
        const inA = this.#places[a * size + digit - 1]!;
        if (inA < 2 || this.#places[b * size + digit - 1]! === inA) continue;
        let inBoth = 0;
        for (const cell of shared) inBoth += this.#may[cell * size + digit - 1]!;
        if (inBoth !== inA) continue;
        for (const cell of this.#geometry.units[b]!) if (!shared.includes(cell)) this.#remove(cell, digit);
        return { step: 'locked candidate', digit, unit: names[a]!, removedFrom: names[b]! };
      }
      this.#crossing = (this.#crossing + 1) % crossings.length;
    }
    return undefined;
  }

  /** The digit of the solution, in the first of the cells with fewest candidates. */
  guess(solution: Uint8Array): ExplainedStep | undefined {
    let best = -1;
    for (let cell = 0; cell < this.#left.length; cell++) {
      const left = this.#left[cell]!;
      if (left > 0 && (best < 0 || left < this.#left[best]!)) best = cell;
    }
    if (best < 0) return undefined;
    const digit = solution[best]!;
    this.#place(best, digit);
    return { step: 'guess', ...this.#position(best), digit };
  }

  #place(cell: number, digit: number): void {
    const { size } = this.#geometry;
    for (let other = 1; other <= size; other++) if (other !== digit) this.#remove(cell, other);
    for (const peer of this.#tables.peersOf[cell]!) this.#remove(peer, digit);
    this.#left[cell] = 0;
    for (const unit of this.#tables.unitsOf[cell]!) this.#places[unit * size + digit - 1] = 0;
    this.#placed[cell] = digit;
    for (const rule of this.#rules) if (rule.cells.includes(cell)) this.#removeBroken(rule);
  }

  /** Removes the candidates that break a rule together with the digits placed so far. */
  #removeBroken({ cells, isBroken: isRuleBroken }: PlacedRule): void {
    const { size } = this.#geometry;
    for (const cell of cells) {
      if (this.#placed[cell]! > 0) continue;
      for (let digit = 1; digit <= size; digit++) {
        if (this.#may[cell * size + digit - 1] === 0) continue;
        this.#placed[cell] = digit;
        if (isRuleBroken(this.#placed)) this.#remove(cell, digit);
      }
      this.#placed[cell] = 0;
    }
  }

  #remove(cell: number, digit: number): void {
    const { size } = this.#geometry;
    const at = cell * size + digit - 1;
    if (this.#may[at] === 0) return;
    this.#may[at] = 0;
    if (--this.#left[cell]! === 1) this.#singleCells.push(cell);
    for (const unit of this.#tables.unitsOf[cell]!) {
      const place = unit * size + digit - 1;
      if (--this.#places[place]! === 1) this.#singlePlaces.push(place);
    }
  }

  #firstCandidate(cell: number): number {
    const { size } = this.#geometry;
    return this.#may.indexOf(1, cell * size) - cell * size + 1;
  }

  #position(cell: number): { row: number; column: number } {
    const { size } = this.#geometry;
    return { row: Math.floor(cell / size) + 1, column: (cell % size) + 1 };
  }
}

/** A rule beside the units, and whether the digits placed so far break it. */
interface PlacedRule {
  readonly cells: readonly number[];
  readonly isBroken: (placed: Uint8Array) => boolean;
}

function rulesOf({ size, pairs, groups, sums, digits }: Geometry): PlacedRule[] {
  return [
    ...pairs.map((pair) => ({
      cells: pair.cells,
      isBroken: (placed: Uint8Array) => isBroken(pair, placed, 0),
    })),
    ...groups.map((group) => ({
      cells: group.cells,
      isBroken: (placed: Uint8Array) => groupFault(group, size, placed, 0) !== undefined,
    })),
    ...sums.map((sum) => ({
      cells: [...sum.plus, ...sum.minus],
      isBroken: (placed: Uint8Array) => isSumBroken(sum, size, placed, 0),
    })),
    ...digits.map(({ cell, allows }) => ({
      cells: [cell],
      isBroken: (placed: Uint8Array) => !allows(placed[cell]!),
    })),
  ];
}

/** Two units that share more than one cell. */
interface Crossing {
  readonly a: number;
  readonly b: number;
  readonly shared: readonly number[];
}

interface Tables {
  /** numbers of each cell's units */
  readonly unitsOf: readonly (readonly number[])[];
  /** the other cells of each cell's units, without repeats */
  readonly peersOf: readonly (readonly number[])[];
  readonly crossings: readonly Crossing[];
  /** of each unit: `row 1`, `box 3`, … */
  readonly names: readonly string[];
}

const knownTables = new WeakMap<Geometry, Tables>();

/** Tables of a grid; they are kept. */
export function unitTables(geometry: Geometry): Tables {
  let tables = knownTables.get(geometry);
  if (!tables) {
    tables = makeTables(geometry);
    knownTables.set(geometry, tables);
  }
  return tables;
}

function makeTables(geometry: Geometry): Tables {
  const { units, cells } = geometry;
  const unitsOf: number[][] = Array.from({ length: cells }, () => []);
  for (const [u, unit] of units.entries()) for (const cell of unit) unitsOf[cell]!.push(u);
  const peersOf = unitsOf.map((own, cell) => {
    const peers = new Set(own.flatMap((u) => Array.from(units[u]!)));
    peers.delete(cell);
    return [...peers];
  });
  const crossings: Crossing[] = [];
  for (const [a, unit] of units.entries()) {
    const crossed = new Set(Array.from(unit).flatMap((cell) => unitsOf[cell]!));
    for (const b of crossed) {
      const shared = Array.from(unit).filter((cell) => unitsOf[cell]!.includes(b));
      if (a !== b && shared.length > 1) crossings.push({ a, b, shared });
    }
  }
  return { unitsOf, peersOf, crossings, names: geometry.unitNames };
}
