// `grade`: the rating of one puzzle, with the steps of a person in rows, columns and digits from 1.

import { yesOrNo } from '../options/options.ts';
import { rate, rounded } from '../solver/grade/grade.ts';
import { type Geometry, GeometryError } from '../solver/model/geometry.ts';
import { BEYOND, canGrade, type Difficulty, difficultyOf, type Rating } from '../solver/steps/rating.ts';
import { stepReasons } from '../solver/steps/sentence.ts';
import { digitsIn, stepText, unitText } from '../solver/steps/step.ts';
import type { TechniqueName } from '../solver/steps/techniques.ts';
import { conflictIn } from './conflict.ts';
import { optionsOf, type Puzzle, readGivens } from './puzzle.ts';
import {
  deadlineAfter,
  SEARCH_OPTIONS,
  type SearchOptions,
  type SolveFailure,
  searchFailure,
} from './solve.ts';

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
      /** The first technique that is rated `er`; undefined for a puzzle without an empty cell. */
      readonly hardest: TechniqueName | undefined;
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
  /** two or more solutions */
  | {
      /** The outcome. */ readonly status: 'not-unique';
    }
  | SolveFailure;

const GRADE_OPTIONS = { ...SEARCH_OPTIONS, steps: { kind: yesOrNo, help: '', places: ['call'] } } as const;

/**
 * Rates how hard a 9x9 puzzle is for a person, as Sudoku Explainer does, with the steps that solve it.
 *
 * @param puzzle 9x9, classic or X, in any form
 * @throws GeometryError if the puzzle is not 9x9 with 3x3 boxes; otherwise as solve
 * @example
 * import { grade } from 'sudoku-batch';
 *
 * const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
 * const { er, difficulty, hardest, steps } = grade(puzzle);
 * [er, difficulty, hardest]; // => [1.2, 'easy', 'Hidden Single']
 * steps[0].text; // => 'Hidden Single: box 2 => r1c6=8'
 * steps[0].placed; // => { row: 1, column: 6, digits: [8] }
 * grade('.'.repeat(81)).status; // => 'not-unique'
 */
export function grade(puzzle: Puzzle, options: GradeOptions = {}): GradeResult {
  const { budget, timeout, steps: path = true, ...shape } = optionsOf(options, GRADE_OPTIONS);
  const { geometry, cells } = readGivens(puzzle, shape);
  if (!canGrade(geometry)) {
    const { size, variant, boxRows, boxColumns } = geometry;
    throw new GeometryError(
      `puzzle: expected classic or x 9x9 with 3x3 boxes, as no other puzzle is graded, got ${variant} ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  const rating = rate(geometry, cells, {
    path,
    deadline: deadlineAfter(timeout),
    ...(budget !== undefined && { budget }),
  });
  switch (rating.status) {
    case 'invalid':
      return { status: 'invalid', conflict: conflictIn(geometry, cells)! };
    case 'no-solution':
    case 'not-unique':
      return { status: rating.status };
    case 'unsolved':
    case 'interrupted':
    case 'harder':
      return searchFailure(rating.status === 'unsolved' ? 'budget' : 'time');
    case 'beyond':
      return {
        status: 'beyond',
        above: BEYOND,
        difficulty: difficultyOf(rating),
        steps: stepsOf(geometry, cells, rating),
      };
    default:
      return gradedOf(rating, stepsOf(geometry, cells, rating));
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
    hardest,
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
