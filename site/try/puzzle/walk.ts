// The steps that solve a puzzle by hand, as the page shows them one by one, each with a sentence.

import { CandidateGrid } from '../../../core/solver/explain/candidate-grid.ts';
import { explainedDifficulty, explainedSteps } from '../../../core/solver/explain/explain.ts';
import {
  type ExplainedStep,
  STEP_NAMES,
  type StepName,
  unitsOfStep,
} from '../../../core/solver/explain/explained-step.ts';
import { explainedSentence } from '../../../core/solver/explain/sentence.ts';
import { rate, rounded } from '../../../core/solver/grade/grade.ts';
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
  if (!canGrade(geometry)) return explainedWalk(geometry, givens, solution, symbols);
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

/** The steps of a grid that is not graded. */
function explainedWalk(geometry: Geometry, givens: Uint8Array, solution: Uint8Array, symbols: string): Walk {
  const counts = Object.fromEntries(STEP_NAMES.map((name) => [name, 0])) as Record<StepName, number>;
  const steps: WalkStep[] = [];
  for (const { step, before } of explainedSteps(geometry, givens, solution)) {
    counts[step.step]++;
    steps.push({
      name: step.step.charAt(0).toUpperCase() + step.step.slice(1),
      sentence: explainedSentence(step, before, symbols),
      chains: [],
      ...(!('lost' in step) && { placed: { cell: step.cell, value: step.digit } }),
      removals: 'lost' in step ? step.lost.map(({ cell, digits }) => ({ cell, values: setOf(digits) })) : [],
      pattern: patternOf(step),
      units: unitsOfStep(step),
    });
  }
  return { difficulty: explainedDifficulty(counts), steps, isCut: false };
}

/** The candidates that a step is about. */
function patternOf(step: ExplainedStep): WalkStep['pattern'] {
  if (step.step === 'locked candidate')
    return step.cells.map((cell) => ({ cell, values: setOf([step.digit]) }));
  if (!('cells' in step)) return [];
  return step.cells.map((cell) => ({ cell, values: setOf(step.digits) }));
}

const setOf = (values: readonly number[]): number => values.reduce((set, value) => set | bitOf(value), 0);

/** Values and candidates of a grid while steps are applied to it. */
export class Candidates {
  readonly #grid: CandidateGrid;

  constructor(geometry: Geometry, givens: Uint8Array) {
    this.#grid = new CandidateGrid(geometry, givens);
  }

  /** Row by row, 0 for an open cell. */
  get values(): Uint8Array {
    return this.#grid.placed;
  }

  /** Sets of bits; 0 for cells that have a value. Sizes above 32 do not fit, and are not drawn. */
  get sets(): Uint32Array {
    return Uint32Array.from(this.values, (value, cell) =>
      value > 0 || this.#grid.geometry.size > 32 ? 0 : setOf(this.#grid.candidatesOf(cell)),
    );
  }

  apply({ placed, removals }: Pick<WalkStep, 'placed' | 'removals'>): void {
    for (const { cell, values } of removals)
      for (const value of this.#grid.candidatesOf(cell))
        if (values & bitOf(value)) this.#grid.remove(cell, value);
    if (placed) this.#grid.place(placed.cell, placed.value);
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
