// The steps that solve a puzzle by hand, as the page shows them one by one, each with a sentence.

import { rate, rounded } from '../../../core/solver/grade/grade.ts';
import { type ExplainedStep, explain, unitTables } from '../../../core/solver/model/explain.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { cellCode } from '../../../core/solver/model/rule-kinds.ts';
import { canGrade, difficultyOf, type Rating, ratingTexts } from '../../../core/solver/steps/rating.ts';
import { chainTexts, digitsIn, geometryUnit, type Step } from '../../../core/solver/steps/step.ts';
import type { TechniqueName } from '../../../core/solver/steps/techniques.ts';
import { symbolsFor } from '../shared/symbols.ts';

/** One step. Cells and units count from 0, values from 1; sets of values are bits, bit 0 for value 1. */
export interface WalkStep {
  readonly name: string;
  /** As Sudoku Explainer rates it; missing for grids that are not graded. */
  readonly rating?: string;
  readonly sentence: string;
  /** Chains in the notation of players, a line each. */
  readonly chains: readonly string[];
  readonly placed?: { readonly cell: number; readonly value: number };
  readonly removals: readonly { readonly cell: number; readonly values: number }[];
  /** Candidates of the pattern by cell. */
  readonly pattern: readonly { readonly cell: number; readonly values: number }[];
  readonly units: readonly number[];
}

export interface Walk {
  readonly difficulty: string;
  /** ER, EP and ED; missing for grids that are not graded. */
  readonly ratings?: readonly [er: string, ep: string, ed: string];
  readonly steps: readonly WalkStep[];
  /** Whether the steps end before the puzzle is solved: it needs techniques that are not searched for. */
  readonly isCut: boolean;
}

/**
 * The steps for a puzzle that has exactly one solution, easiest first.
 * @param solution the solution; used only for grids that are not graded
 * @param symbols the symbols of the values, for the sentences of grids that are not graded
 */
export function walkOf(
  geometry: Geometry,
  givens: Uint8Array,
  solution: Uint8Array,
  budget: number,
  symbols: string = symbolsFor(geometry.size),
): Walk {
  if (!canGrade(geometry)) {
    const { difficulty, steps } = explain(geometry, givens, solution);
    return { difficulty, steps: explainedSteps(geometry, givens, steps, symbols), isCut: false };
  }
  const rating: Rating = rate(geometry, givens, { path: true, budget });
  const difficulty = difficultyOf(rating);
  const [er, ep, ed] = ratingTexts(rating);
  const steps = rating.steps.map((step) => gradedStep(step, geometry));
  return { difficulty, ratings: [er!, ep!, ed!], steps, isCut: rating.status === 'beyond' };
}

function gradedStep(step: Step, geometry: Geometry): WalkStep {
  const pattern = new Map<number, number>();
  const add = (cell: number, values: number) => pattern.set(cell, (pattern.get(cell) ?? 0) | values);
  for (const cell of step.cells) if (!step.chains) add(cell, step.digits);
  for (const { cell, digit } of step.chains?.flat() ?? []) add(cell, 1 << digit);
  return {
    name: step.technique,
    rating: rounded(step.rating).toFixed(1),
    sentence: sentenceOf(step, geometry),
    chains: chainTexts(step),
    ...(step.cell !== undefined && { placed: { cell: step.cell, value: step.digit! + 1 } }),
    removals: step.removals.map(({ cell, digits }) => ({ cell, values: digits })),
    pattern: Array.from(pattern, ([cell, values]) => ({ cell, values })),
    units: step.units.map(geometryUnit),
  };
}

/** The units that a name such as `box 3` stands for, in the order of {@link Geometry.units}. */
function unitNamed({ size }: Geometry, name: string): number {
  const [kind, number] = name.split(' ');
  return ['row', 'column', 'box', 'diagonal'].indexOf(kind!) * size + Number(number) - 1;
}

function explainedSteps(
  geometry: Geometry,
  givens: Uint8Array,
  steps: readonly ExplainedStep[],
  symbols: string,
): WalkStep[] {
  const board = new Candidates(geometry, givens);
  return steps.map((step) => {
    const made = explainedStep(step, geometry, board, symbols);
    board.apply(made);
    return made;
  });
}

function explainedStep(
  step: ExplainedStep,
  geometry: Geometry,
  board: Candidates,
  symbols: string,
): WalkStep {
  const symbol = symbols[step.digit - 1]!;
  const none = { chains: [], removals: [], pattern: [], units: [] };
  if (step.step === 'locked candidate') {
    const { unit, removedFrom, digit } = step;
    const [from, into] = [unitNamed(geometry, unit), unitNamed(geometry, removedFrom)];
    const bit = 2 ** (digit - 1);
    const has = (cell: number) => board.has(cell, digit);
    const inside = geometry.units[from]!;
    const removals = [...geometry.units[into]!].filter((cell) => !inside.includes(cell) && has(cell));
    return {
      ...none,
      name: 'Locked candidate',
      sentence: `All places for ${symbol} in ${unit} are also in ${removedFrom}, so no other cell of ${removedFrom} can be ${symbol}.`,
      removals: removals.map((cell) => ({ cell, values: bit })),
      pattern: [...inside].filter(has).map((cell) => ({ cell, values: bit })),
      units: [from, into],
    };
  }
  const cell = (step.row - 1) * geometry.size + step.column - 1;
  const placed = { cell, value: step.digit };
  const name = cellCode(cell, geometry.size);
  if (step.step === 'hidden single') {
    const sentence = `In ${step.unit}, only ${name} can be ${symbol}.`;
    return { ...none, name: 'Hidden single', sentence, placed, units: [unitNamed(geometry, step.unit)] };
  }
  return step.step === 'naked single'
    ? { ...none, name: 'Naked single', sentence: `${name} has one candidate left: ${symbol}.`, placed }
    : { ...none, name: 'Guess', sentence: `No simple step is left. Try ${symbol} in ${name}.`, placed };
}

/** Values and candidates of a grid while steps are applied to it. */
export class Candidates {
  readonly #geometry: Geometry;
  readonly #peers: readonly (readonly number[])[];
  /** Row by row, 0 for an open cell. */
  readonly values: Uint8Array;
  /** Sets of bits; 0 for cells that have a value. Sizes above 32 do not fit, and are not drawn. */
  readonly sets: Uint32Array;

  constructor(geometry: Geometry, givens: Uint8Array) {
    this.#geometry = geometry;
    this.#peers = unitTables(geometry).peersOf;
    this.values = new Uint8Array(geometry.cells);
    this.sets = new Uint32Array(geometry.cells).fill(2 ** Math.min(geometry.size, 32) - 1);
    for (const [cell, value] of givens.entries()) if (value > 0) this.#place(cell, value);
  }

  has(cell: number, value: number): boolean {
    return this.values[cell] === 0 && (this.sets[cell]! & bitOf(value)) !== 0;
  }

  apply({ placed, removals }: Pick<WalkStep, 'placed' | 'removals'>): void {
    for (const { cell, values } of removals) this.sets[cell]! &= ~values;
    if (placed) this.#place(placed.cell, placed.value);
  }

  #place(cell: number, value: number): void {
    this.values[cell] = value;
    this.sets[cell] = 0;
    if (this.#geometry.size > 32) return;
    for (const peer of this.#peers[cell]!) this.sets[peer]! &= ~bitOf(value);
  }
}

const bitOf = (value: number): number => 1 << (value - 1);

/** A cell of a grid that is graded. */
const cellText = (cell: number): string => cellCode(cell, 9);

/** `1`, `1 and 2`, `1, 2 and 3` */
const listed = (items: readonly (string | number)[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** The sentences for a graded step: why, and what follows. */
function sentenceOf(step: Step, geometry: Geometry): string {
  const because = reason(step, geometry);
  return `${because} ${consequence(step)}`.trim();
}

function consequence({ technique, cell, digit, removals }: Step): string {
  if (technique === 'Last Cell' || technique === 'Hidden Single' || technique === 'Naked Single') return '';
  if (cell !== undefined) return `That leaves one place for ${digit! + 1}: ${cellText(cell)}.`;
  const lost = removals.map((one) => `${cellText(one.cell)} loses ${listed(digitsIn(one.digits))}`);
  return `So ${listed(lost)}.`;
}

function reason(step: Step, geometry: Geometry): string {
  const { technique, cell, digit, digits } = step;
  const units = step.units.map((unit) => geometry.unitNames[geometryUnit(unit)]!);
  const cells = listed(step.cells.map((one) => cellText(one)));
  const values = listed(digitsIn(digits));
  if (technique === 'Last Cell')
    return `${capital(units[0]!)} has one empty cell: ${cellText(cell!)} must be ${digit! + 1}.`;
  if (technique === 'Hidden Single') return `In ${units[0]}, only ${cellText(cell!)} can be ${digit! + 1}.`;
  if (technique === 'Naked Single')
    return `All other digits occur in the row, column or box of ${cellText(cell!)}: it must be ${digit! + 1}.`;
  if (/Pointing|Claiming/.test(technique))
    return `All places for ${values} in ${units[0]} are also in ${units[1]}, so no other cell of ${units[1]} can be ${values}.`;
  if (/Hidden (Pair|Triplet|Quad)/.test(technique))
    return `In ${units[0]}, ${values} fit only in ${cells}, which therefore hold nothing else.`;
  if (/Naked (Pair|Triplet|Quad)/.test(technique))
    return `In ${units[0]}, the cells ${cells} hold ${values} and nothing else, so no other cell of ${units[0]} can.`;
  if (FISH.has(technique)) {
    const [base, cover] = [units.slice(0, units.length / 2), units.slice(units.length / 2)];
    return `In ${listed(base)}, all places for ${values} are in ${listed(cover)}, so ${values} cannot be elsewhere in these.`;
  }
  if (technique === 'XY-Wing' || technique === 'XYZ-Wing')
    return `Whichever digit ${cellText(step.cells[0]!)} has, one of ${cells} is ${values}.`;
  if (technique === 'Unique Rectangle' || technique === 'Unique Loop')
    return `If ${cells} held only ${values}, these could be swapped, and the puzzle would have two solutions.`;
  if (technique === 'Bivalue Universal Grave')
    return `If every empty cell had just two candidates, the puzzle would not have one solution: ${cells} must prevent that.`;
  if (/^Aligned/.test(technique))
    return `Each combination with a digit that is removed would leave a cell without a candidate. The cells are ${cells}.`;
  return chainReason(step);
}

const FISH: ReadonlySet<TechniqueName> = new Set(['X-Wing', 'Swordfish', 'Jellyfish']);

function chainReason({ technique, chains = [] }: Step): string {
  const starts = new Set(
    chains.map((chain) => {
      const { cell, digit, on } = chain.find(({ from }) => from.length === 0)!;
      return `${cellText(cell)} ${on ? 'is' : 'is not'} ${digit + 1}`;
    }),
  );
  const assumed = [...starts].join(' or ');
  if (/Cycle/.test(technique)) return `Two ways around a loop from “${assumed}” exclude each other.`;
  if (starts.size > 1) return `One of these is true, and each leads to the same result: ${assumed}.`;
  return `Assume that ${assumed}: that leads to a contradiction.`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
