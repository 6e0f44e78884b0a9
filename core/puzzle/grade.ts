// `grade`: the rating of one puzzle, with the steps of a person in rows, columns and digits from 1, or the steps alone.

import { yesOrNo } from '../options/options.ts';
import type { ExplanationDifficulty, StepJson } from '../solver/explain/explain.ts';
import type { StepName } from '../solver/explain/explained-step.ts';
import { rounded } from '../solver/grade/grade.ts';
import { solveByHand } from '../solver/grade/solve-by-hand.ts';
import type { Geometry } from '../solver/model/geometry.ts';
import { BEYOND, type Difficulty, difficultyOf, type Rating } from '../solver/steps/rating.ts';
import { stepReasons } from '../solver/steps/sentence.ts';
import { digitsIn, stepText, unitText } from '../solver/steps/step.ts';
import type { TechniqueName } from '../solver/steps/techniques.ts';
import { optionsOf, type Puzzle, readPuzzle } from './puzzle.ts';
import { RULE_OPTIONS, splitRules } from './rule-options.ts';
import { deadlineAfter, failureOf, SEARCH_OPTIONS, type SearchOptions, type SolveFailure } from './solve.ts';

/** How to grade a puzzle. */
export interface GradeOptions extends SearchOptions {
  /** Whether to return the steps. @default true */
  readonly steps?: boolean | undefined;
}

/** A cell, and digits in it. Rows, columns and digits count from 1. */
export interface CellDigits {
  /** From the top. */
  readonly row: number;
  /** From the left. */
  readonly column: number;
  /** In ascending order. */
  readonly digits: readonly number[];
}

/** A step by which a person can solve a puzzle. */
export interface GradedStep {
  /** The name that players know, such as `Naked Pair`. */
  readonly technique: TechniqueName;
  /** As Sudoku Explainer rates it, such as 3.0. */
  readonly rating: number;
  /** The step in the notation of players: `Hidden Single: box 1 => r1c2=3`. */
  readonly text: string;
  /** Why the step holds, in sentences: `In box 1, only r1c2 can be 3.` */
  readonly why: string;
  /** The cell that the step fills in, with one digit; undefined for a step that only removes candidates. */
  readonly placed?: CellDigits;
  /** Candidates that the step removes. */
  readonly removed: readonly CellDigits[];
  /** The pattern: its cells, with those of their candidates that matter. */
  readonly cells: readonly CellDigits[];
  /** Units of the pattern: `row 1`, `box 3`. */
  readonly units: readonly string[];
  /** The chains of a step that follows implications, one text each. */
  readonly chains: readonly string[];
}

/** How hard a puzzle is for a person. */
export type GradeResult =
  | {
      /** The outcome. */
      readonly status: 'graded';
      /** Highest rating of a step. */
      readonly er: number;
      /** Highest rating of the steps up to the first placement. */
      readonly ep: number;
      /** Rating of the first step. */
      readonly ed: number;
      /** The rating in a word. */
      readonly difficulty: Difficulty;
      /** The first technique that is rated `er`. */
      readonly hardest: TechniqueName;
      /** How often each technique is used, easiest first. */
      readonly counts: Readonly<Partial<Record<TechniqueName, number>>>;
      /** The steps, in order. */ readonly steps: readonly GradedStep[];
    }
  | {
      /** The puzzle needs a step that is rated higher than `above`, for which the grader does not search. */
      readonly status: 'beyond';
      /** The rating that the puzzle exceeds. */
      readonly above: number;
      /** The rating in a word. */
      readonly difficulty: Difficulty;
      /** The steps before it. */
      readonly steps: readonly GradedStep[];
    }
  | {
      /** The puzzle has no rating, as only classic and X puzzles of 9x9 have one. These steps solve it. */
      readonly status: 'explained';
      /** The hardest step in a word, on a scale of our own. */
      readonly difficulty: ExplanationDifficulty;
      /** How often each step is taken, easiest first. */
      readonly counts: Readonly<Partial<Record<StepName, number>>>;
      /** The steps, in order, as results of `explain` have them. */
      readonly steps: readonly StepJson[];
    }
  | {
      /** The puzzle has no empty cell. */
      readonly status: 'filled';
    }
  /** two or more solutions */
  | {
      /** The outcome. */ readonly status: 'not-unique';
    }
  | SolveFailure;

const GRADE_OPTIONS = { ...SEARCH_OPTIONS, steps: { kind: yesOrNo, help: '', places: ['call'] } } as const;

/**
 * Rates how hard a 9x9 puzzle is for a person, as Sudoku Explainer does, with the steps that solve it. Puzzles of other sizes, and
 * those with rules or candidates of their own, have no rating, but steps, too.
 *
 * @param puzzle in any form
 * @throws as solve
 * @example
 * import { grade } from 'sudoku-batch';
 *
 * const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
 * const { er, difficulty, hardest, steps } = grade(puzzle);
 * [er, difficulty, hardest]; // => [1.2, 'easy', 'Hidden Single']
 * steps[0].text; // => 'Hidden Single: box 2 => r1c6=8'
 * steps[0].placed; // => { row: 1, column: 6, digits: [8] }
 * grade('.'.repeat(81)).status; // => 'not-unique'
 * grade('12.434..2.4343.1').steps[0].why; // => 'r2c4 sees every digit except 2.'
 */
export function grade(puzzle: Puzzle, options: GradeOptions = {}): GradeResult {
  const { options: others, rules } = splitRules(options);
  const { budget, timeout, steps: path = true, ...shape } = optionsOf(others, GRADE_OPTIONS, RULE_OPTIONS);
  const read = readPuzzle(puzzle, shape, 'puzzle', rules);
  const { geometry, cells, allowed, alphabet } = read;
  const solved = solveByHand(geometry, cells, {
    path,
    allowed,
    symbols: alphabet?.symbols,
    deadline: deadlineAfter(timeout),
    ...(budget !== undefined && { budget }),
  });
  if ('difficulty' in solved) {
    const { status, steps, ...explained } = solved;
    return status === 'filled' ? { status } : { status, ...explained, steps: path ? steps : [] };
  }
  switch (solved.status) {
    case 'graded':
      return gradedOf(solved, stepsOf(geometry, cells, solved));
    case 'beyond':
      return {
        status: 'beyond',
        above: BEYOND,
        difficulty: difficultyOf(solved),
        steps: stepsOf(geometry, cells, solved),
      };
    case 'filled':
    case 'not-unique':
      return { status: solved.status };
    default:
      return failureOf(solved.status === 'harder' ? 'interrupted' : solved.status, read);
  }
}

function gradedOf(rating: Rating, steps: readonly GradedStep[]): Extract<GradeResult, { status: 'graded' }> {
  const { er, ep, ed, hardest, counts } = rating;
  return {
    status: 'graded',
    er,
    ep,
    ed,
    difficulty: difficultyOf(rating),
    hardest: hardest!,
    counts: Object.fromEntries(counts),
    steps,
  };
}

function stepsOf(geometry: Geometry, givens: Uint8Array, { steps }: Rating): GradedStep[] {
  return stepReasons(geometry, givens, steps).map(({ why, chains, cells }, i) => {
    const step = steps[i]!;
    const { technique, rating, cell, digit, removals, units } = step;
    return {
      technique,
      rating: rounded(rating),
      text: stepText(step),
      why,
      ...(cell !== undefined && { placed: cellDigits(cell, [digit! + 1]) }),
      removed: removals.map((removal) => cellDigits(removal.cell, digitsIn(removal.digits))),
      cells: cells.map((each) => cellDigits(each.cell, digitsIn(each.digits))),
      units: units.map(unitText),
      chains,
    };
  });
}

function cellDigits(cell: number, digits: readonly number[]): CellDigits {
  return { row: Math.floor(cell / 9) + 1, column: (cell % 9) + 1, digits };
}
