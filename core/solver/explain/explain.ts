// Explains a puzzle of any size, with any rules, as it can be solved by hand: singles, what rules exclude, locked candidates, pairs,
// triplets and sums that cages leave, the easiest first, and correct guesses where these end.

import type { Geometry } from '../model/geometry.ts';
import { cellCode } from '../model/rule-kinds.ts';
import { CandidateGrid } from './candidate-grid.ts';
import { type ExplainedStep, STEP_NAMES, type StepName, unitNamesOf } from './explained-step.ts';
import { RuleSteps } from './rule-steps.ts';
import { explainedSentence } from './sentence.ts';
import {
  findHiddenPair,
  findHiddenSingle,
  findLockedCandidate,
  findNakedSet,
  findNakedSingle,
} from './unit-steps.ts';

/** Words for the hardest step that a puzzle needs. They are a scale of our own: Sudoku Explainer rates only classic 9x9 puzzles. */
const DIFFICULTY_OF = {
  'naked single': 'easy',
  'hidden single': 'easy',
  rule: 'medium',
  'locked candidate': 'medium',
  'naked pair': 'hard',
  'hidden pair': 'hard',
  'naked triplet': 'hard',
  'innies and outies': 'hard',
  guess: 'very hard',
} as const satisfies Record<StepName, string>;

/** How hard a puzzle is whose steps are not rated. */
export type ExplanationDifficulty = (typeof DIFFICULTY_OF)[StepName];

/** A step as results contain it. Rows, columns and digits are numbers from 1. */
export interface StepJson {
  /** The name of the step. */
  readonly step: StepName;
  /** Of the cell in which the step places a digit. */
  readonly row?: number;
  /** Of the same cell. */
  readonly column?: number;
  /** The digit that is placed, or that a locked candidate is about. */
  readonly digit?: number;
  /** The unit that the step is about, such as `box 3`. */
  readonly unit?: string;
  /** Of a locked candidate: the unit that loses the digit. */
  readonly removedFrom?: string;
  /** The rule that excludes candidates: `the cage at r1c1`. */
  readonly rule?: string;
  /** Digits that cells lose, as numbers, such as `r1c2<>3,7`. */
  readonly removed?: readonly string[];
  /** Why, and what follows, in a sentence, with the symbols of the grid. */
  readonly why: string;
}

export interface Explanation {
  readonly difficulty: ExplanationDifficulty;
  /** How often each step was taken, easiest first. */
  readonly counts: Readonly<Partial<Record<StepName, number>>>;
  readonly steps: readonly StepJson[];
}

/** What a puzzle is beside its givens. */
export interface ExplainOptions {
  /** The digits that each cell may have, as in allowed.ts. */
  readonly allowed?: Uint32Array | undefined;
  /** Of the digits, from 1, in sentences. By default numbers. */
  readonly symbols?: string | undefined;
}

/**
 * Explains how a puzzle can be solved by hand. Always takes the easiest step there is. If there is none, it guesses correctly: the
 * digit of the solution, in the cell with fewest candidates.
 *
 * @param givens row by row, 0 for empty
 * @param solution a grid that the givens fit
 */
export function explain(
  geometry: Geometry,
  givens: Uint8Array,
  solution: Uint8Array,
  { allowed, symbols }: ExplainOptions = {},
): Explanation {
  const steps: StepJson[] = [];
  for (const { step, before } of explainedSteps(geometry, givens, solution, allowed))
    steps.push(stepJson(step, before, symbols));
  const counts = countedSteps(steps);
  return { difficulty: explainedDifficulty(counts), counts, steps };
}

/** How often each step was taken, easiest first. */
function countedSteps(steps: readonly StepJson[]): Explanation['counts'] {
  const groups = Map.groupBy(steps, ({ step }) => step);
  const taken = STEP_NAMES.filter((name) => groups.has(name));
  return Object.fromEntries(taken.map((name) => [name, groups.get(name)!.length]));
}

/** The word for the hardest step that was taken. */
export function explainedDifficulty(counts: Explanation['counts']): ExplanationDifficulty {
  return DIFFICULTY_OF[STEP_NAMES.findLast((name) => (counts[name] ?? 0) > 0) ?? 'naked single'];
}

/** The same steps one by one, each with the candidates before it, which change when the next one is requested. */
export function* explainedSteps(
  geometry: Geometry,
  givens: Uint8Array,
  solution: Uint8Array,
  allowed?: Uint32Array,
): Generator<{ readonly step: ExplainedStep; readonly before: CandidateGrid }> {
  const grid = new CandidateGrid(geometry, givens, allowed);
  const rules = RuleSteps.ofRules(grid);
  const leftovers = RuleSteps.ofLeftovers(grid);
  for (;;) {
    const step =
      findNakedSingle(grid) ??
      findHiddenSingle(grid) ??
      rules.next() ??
      findLockedCandidate(grid) ??
      findNakedSet(grid, 2) ??
      findHiddenPair(grid) ??
      findNakedSet(grid, 3) ??
      leftovers.next() ??
      guess(grid, solution);
    if (!step) return;
    yield { step, before: grid };
    if ('lost' in step)
      for (const { cell, digits } of step.lost) for (const digit of digits) grid.remove(cell, digit);
    else grid.place(step.cell, step.digit);
  }
}

/** The digit of the solution, in the first of the open cells with fewest candidates. */
function guess(grid: CandidateGrid, solution: Uint8Array): ExplainedStep | undefined {
  let best = -1;
  for (const [cell, placed] of grid.placed.entries())
    if (placed === 0 && (best < 0 || grid.countOf(cell) < grid.countOf(best))) best = cell;
  return best < 0 ? undefined : { step: 'guess', cell: best, digit: solution[best]! };
}

function stepJson(step: ExplainedStep, before: CandidateGrid, symbols?: string): StepJson {
  const { geometry } = before;
  const { size } = geometry;
  const why = explainedSentence(step, before, symbols);
  const [unit, removedFrom] = unitNamesOf(step, geometry);
  const named =
    step.step === 'innies and outies' ? {} : { ...(unit && { unit }), ...(removedFrom && { removedFrom }) };
  if (!('lost' in step)) {
    const { step: name, cell, digit } = step;
    return { step: name, row: Math.floor(cell / size) + 1, column: (cell % size) + 1, digit, ...named, why };
  }
  return {
    step: step.step,
    ...(step.step === 'locked candidate' && { digit: step.digit }),
    ...(step.step === 'rule' && { rule: step.rule }),
    ...named,
    removed: step.lost.map(({ cell, digits }) => `${cellCode(cell, size)}<>${digits.join()}`),
    why,
  };
}

/** A step on one line, in the notation of players: `hidden single: box 5 => r6c4=5`, `rule: the cage at r1c1 => r1c2<>3,7`. */
export function explainedStepText({
  step,
  row,
  column,
  digit,
  unit,
  removedFrom,
  rule,
  removed,
}: StepJson): string {
  const about = [rule, unit, removedFrom].filter((part) => part !== undefined).join(', ');
  const result = removed ? removed.join(', ') : `r${row}c${column}=${digit}`;
  return `${step}: ${about}${about && ' => '}${result}`;
}
