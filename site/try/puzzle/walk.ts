// The steps that solve a puzzle by hand, as the page shows them one by one.

import { explainedDifficulty, explainedSteps } from '../../../core/solver/explain/explain.ts';
import {
  type ExplainedStep,
  STEP_NAMES,
  type StepName,
  unitsOfStep,
} from '../../../core/solver/explain/explained-step.ts';
import { explainedSentence } from '../../../core/solver/explain/sentence.ts';
import { gradedExplanation, rate } from '../../../core/solver/grade/grade.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { canGrade, type Rating, ratingTexts } from '../../../core/solver/steps/rating.ts';
import type { Step } from '../../../core/solver/steps/step.ts';
import { symbolsFor } from '../shared/symbols.ts';
import { cellText, chainLines, sentenceOf, unitOf } from './sentences.ts';

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
  const { difficulty } = gradedExplanation(rating);
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
    rating: (Math.floor((step.rating + 0.05) * 10) / 10).toFixed(1),
    sentence: sentenceOf(step, geometry),
    chains: chainLines(step),
    ...(step.cell !== undefined && { placed: { cell: step.cell, value: step.digit! + 1 } }),
    removals: step.removals.map(({ cell, digits }) => ({ cell, values: digits })),
    pattern: Array.from(pattern, ([cell, values]) => ({ cell, values })),
    units: step.units.map(unitOf),
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
  readonly #geometry: Geometry;
  readonly #peers: readonly (readonly number[])[];
  /** Row by row, 0 for an open cell. */
  readonly values: Uint8Array;
  /** Sets of bits; 0 for cells that have a value. Sizes above 32 do not fit, and are not drawn. */
  readonly sets: Uint32Array;

  constructor(geometry: Geometry, givens: Uint8Array) {
    this.#geometry = geometry;
    this.#peers = peersOf(geometry);
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

const knownPeers = new Map<Geometry, readonly (readonly number[])[]>();

function peersOf(geometry: Geometry): readonly (readonly number[])[] {
  const known = knownPeers.get(geometry);
  if (known) return known;
  const peers = Array.from({ length: geometry.cells }, () => new Set<number>());
  for (const unit of geometry.units) {
    for (const cell of unit) for (const other of unit) if (other !== cell) peers[cell]!.add(other);
  }
  const made = peers.map((set) => [...set]);
  knownPeers.set(geometry, made);
  return made;
}
