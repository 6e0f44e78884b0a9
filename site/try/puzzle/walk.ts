// The steps that solve a puzzle by hand, as the page shows them one by one, each with a sentence.

import { VARIANTS, type VariantName } from '../../../core/options/variants.ts';
import { explainedDifficulty, explainedSteps } from '../../../core/solver/explain/explain.ts';
import {
  type ExplainedStep,
  type RuleReason,
  STEP_NAMES,
  type StepName,
  unitsOfStep,
} from '../../../core/solver/explain/explained-step.ts';
import { explainedSentence } from '../../../core/solver/explain/sentence.ts';
import { Grader, gradeGivens, rounded } from '../../../core/solver/grade/grade.ts';
import type { Geometry } from '../../../core/solver/model/geometry.ts';
import { RULE_KINDS, ruleName } from '../../../core/solver/model/rule-kinds.ts';
import { capital } from '../../../core/solver/model/words.ts';
import { boardShape } from '../../../core/solver/steps/board.ts';
import { canGrade, difficultyOf, ratingTexts } from '../../../core/solver/steps/rating.ts';
import { type StepReason, stepReasons } from '../../../core/solver/steps/sentence.ts';
import { type ChainNode, geometryUnit, type Step } from '../../../core/solver/steps/step.ts';
import { symbolsFor } from '../shared/symbols.ts';
import { MAX_SET_SIZE, setOf } from './candidates.ts';

/** A candidate in a chain. */
export interface ChainEnd {
  readonly cell: number;
  readonly value: number;
  /** Whether the chain shows that it is true, or that it is false. */
  readonly on: boolean;
}

/** An implication of a chain. */
export type ChainLink = readonly [from: ChainEnd, to: ChainEnd];

/** One step. Cells and units count from 0, values from 1; sets of values are bits, bit 0 for value 1. */
export interface WalkStep {
  readonly name: string;
  /** As Sudoku Explainer rates it; missing for grids that are not graded. */
  readonly rating?: string;
  readonly sentence: string;
  /** Chains in the notation of players, a line each. */
  readonly chains: readonly string[];
  /** The same chains, implication by implication. */
  readonly links: readonly ChainLink[];
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
    links: linksOf(step),
    ...(step.cell !== undefined && { placed: { cell: step.cell, value: step.digit! + 1 } }),
    removals: step.removals.map(({ cell, digits }) => ({ cell, values: digits })),
    pattern: Array.from(pattern, ([cell, values]) => ({ cell, values })),
    units: step.units.map(geometryUnit),
  };
}

function linksOf({ chains = [] }: Step): ChainLink[] {
  const endOf = ({ cell, digit, on }: ChainNode): ChainEnd => ({ cell, value: digit + 1, on });
  return chains.flatMap((chain) =>
    chain.flatMap((node) => node.from.map((k): ChainLink => [endOf(chain[k]!), endOf(node)])),
  );
}

/** The steps of a grid that is not graded. */
function explainedWalk(geometry: Geometry, givens: Uint8Array, solution: Uint8Array, symbols: string): Walk {
  const counts = Object.fromEntries(STEP_NAMES.map((name) => [name, 0])) as Record<StepName, number>;
  const steps: WalkStep[] = [];
  for (const { step, before } of explainedSteps(geometry, givens, solution)) {
    counts[step.step]++;
    steps.push(explainedStep(step, geometry, explainedSentence(step, before, symbols)));
  }
  return { difficulty: explainedDifficulty(counts), steps, isCut: false };
}

function explainedStep(step: ExplainedStep, geometry: Geometry, sentence: string): WalkStep {
  return {
    name: capital(step.step === 'rule' ? ruleTitle(step.rule, geometry) : step.step),
    sentence,
    chains: [],
    links: [],
    ...(!('lost' in step) && { placed: { cell: step.cell, value: step.digit } }),
    removals: 'lost' in step ? step.lost.map(({ cell, digits }) => ({ cell, values: setOf(digits) })) : [],
    pattern: patternOf(step),
    units: unitsOfStep(step),
  };
}

/** The kind of a rule or the words of a variant: `arrow`, `Anti-knight`. */
function ruleTitle(name: string, { rules, size }: Geometry): string {
  if (name in VARIANTS) return VARIANTS[name as VariantName].label;
  const rule = rules.find((one) => ruleName(one, size) === name);
  return rule ? RULE_KINDS[rule.kind].label : name;
}

function cellsOfReason(reason: RuleReason): readonly number[] {
  switch (reason.kind) {
    case 'group':
      return reason.cells;
    case 'needed':
      return reason.places;
    case 'relation':
      return [...new Set(reason.cells.flat())];
    case 'sum':
      return [...reason.minus, ...reason.plus];
  }
}

/** The candidates that a step is about; of a rule, its cells without candidates. */
function patternOf(step: ExplainedStep): WalkStep['pattern'] {
  if ('reason' in step) return cellsOfReason(step.reason).map((cell) => ({ cell, values: 0 }));
  if (step.step === 'locked candidate')
    return step.cells.map((cell) => ({ cell, values: setOf([step.digit]) }));
  if (!('cells' in step)) return [];
  return step.cells.map((cell) => ({ cell, values: setOf(step.digits) }));
}

/**
 * The easiest step that leads on from a position: one that places a digit, or removes candidates that are still there.
 * @param filled the digits of the cells, all as in the solution
 * @param removed candidates that were removed before, of each cell; none is the solution's
 * @returns undefined if the grid is full, or if it needs techniques that are not searched for
 */
export function nextStep(
  geometry: Geometry,
  filled: Uint8Array,
  solution: Uint8Array,
  removed: Uint32Array,
  symbols: string = symbolsFor(geometry.size),
): WalkStep | undefined {
  const isNew = ({ placed, removals }: Pick<WalkStep, 'placed' | 'removals'>) =>
    placed !== undefined ||
    (geometry.size <= MAX_SET_SIZE && removals.some(({ cell, values }) => (values & ~removed[cell]!) !== 0));
  if (!canGrade(geometry)) {
    for (const { step, before } of explainedSteps(geometry, filled, solution)) {
      const found = explainedStep(step, geometry, explainedSentence(step, before, symbols));
      if (isNew(found)) return found;
    }
    return undefined;
  }
  const grader = new Grader(boardShape(geometry.variant === 'x'));
  grader.start(filled);
  const steps: Step[] = [];
  while (grader.board.left > 0) {
    const step = grader.next(undefined, Number.POSITIVE_INFINITY, undefined);
    if (!step) return undefined;
    steps.push(step);
    const removals = step.removals.map(({ cell, digits }) => ({ cell, values: digits }));
    const isPlacing = step.cell !== undefined && { placed: { cell: step.cell, value: step.digit! + 1 } };
    if (isNew({ removals, ...isPlacing }))
      return gradedStep(step, stepReasons(geometry, filled, steps).at(-1)!);
    grader.apply(step);
  }
  return undefined;
}
