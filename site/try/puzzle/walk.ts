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
import { gradeGivens, rounded } from '../../../core/solver/grade/grade.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { canGrade, difficultyOf, ratingTexts } from '../../../core/solver/steps/rating.ts';
import { type StepReason, stepReasons } from '../../../core/solver/steps/sentence.ts';
import { geometryUnit, type Step } from '../../../core/solver/steps/step.ts';
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
  symbols: string = symbolsFor(geometry.size),
): Walk {
  if (!canGrade(geometry)) return explainedWalk(geometry, givens, solution, symbols);
  const rating = gradeGivens(geometry, givens, { path: true });
  const [er, ep, ed] = ratingTexts(rating);
  const steps = stepReasons(geometry, givens, rating.steps).map((reason, i) =>
    gradedStep(rating.steps[i]!, reason),
  );
  const difficulty = difficultyOf(rating);
  return { difficulty, ratings: [er!, ep!, ed!], steps, isCut: rating.status === 'beyond' };
}

function gradedStep(step: Step, { why, chains, cells }: StepReason): WalkStep {
  const pattern = new Map<number, number>();
  const add = (cell: number, values: number) => pattern.set(cell, (pattern.get(cell) ?? 0) | values);
  for (const { cell, digits } of [...(step.chains ? [] : cells), ...(step.extras ?? [])]) add(cell, digits);
  for (const cell of step.beside?.cells ?? []) add(cell, step.beside!.digits);
  for (const { cell, digit } of step.chains?.flat() ?? []) add(cell, 1 << digit);
  return {
    name: step.technique,
    rating: rounded(step.rating).toFixed(1),
    sentence: why,
    chains,
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
