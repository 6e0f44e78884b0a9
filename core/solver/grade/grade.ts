// Rates 9x9 puzzles as Sudoku Explainer 1.2.1 does, within a deadline: the loop around the grader, for valid puzzles
// and for any 81 cells.

import { KernelPool } from '../../kernel/kernel.ts';
import { type Geometry, GeometryError, givensAreConsistent } from '../model/geometry.ts';
import { type Marker, Status, statusName } from '../model/status.ts';
import { solveOne } from '../solve/engines.ts';
import { boardShape } from '../steps/board.ts';
import {
  BEYOND,
  canGrade,
  difficultyOf,
  type Grade,
  type GradedExplanation,
  type GradeStatus,
  type Rating,
  type RatingStatus,
  ratingJson,
} from '../steps/rating.ts';
import { type Step, stepText } from '../steps/step.ts';
import { TECHNIQUES, type TechniqueName } from '../steps/techniques.ts';
import { Grader } from './grader.ts';

export interface GradingOptions {
  /** Whether to return the steps. */
  readonly path?: boolean;
  /** `performance.now()` in milliseconds at which to stop; checked between steps, and within steps that take long. */
  readonly deadline?: number;
  /** Rating above which a puzzle counts as `harder`. */
  readonly maxRating?: number;
  /** A technique to do without. */
  readonly without?: TechniqueName;
}

/**
 * Graders of grids without and with diagonals. One of each is enough, as a puzzle is graded before the next one starts; after
 * an error there is a new one.
 */
const graders = {
  plain: new KernelPool(() => new Grader(boardShape(false)), 1),
  diagonal: new KernelPool(() => new Grader(boardShape(true)), 1),
};

/**
 * Grades a puzzle as Sudoku Explainer 1.2.1 (N. Juillerat) does: always takes the easiest step there is, until the puzzle is solved.
 *
 * @param geometry 9x9, classic or X. In X, diagonals are units for singles, hidden sets and chains.
 * @param givens 81 digits row by row, 0 for empty; of a puzzle with exactly one solution, which some techniques rely on
 * @throws GeometryError if the geometry is not 9x9 with 3x3 boxes
 */
export function gradeGivens(geometry: Geometry, givens: Uint8Array, options: GradingOptions = {}): Grade {
  refuseOthers(geometry);
  const pool = geometry.variant === 'x' ? graders.diagonal : graders.plain;
  return pool.run((grader) => gradeWith(grader, givens, options));
}

function gradeWith(grader: Grader, givens: Uint8Array, options: GradingOptions): Grade {
  const {
    path = false,
    deadline = Number.POSITIVE_INFINITY,
    maxRating = Number.POSITIVE_INFINITY,
    without,
  } = options;
  grader.start(givens);
  const steps: Step[] = [];
  const used = new Map<TechniqueName, number>();
  let [er, ep, ed] = [0, 0, 0];
  let hardest: TechniqueName | undefined;
  let status: GradeStatus = grader.board.left === 0 ? 'filled' : 'graded';
  const checkTime = deadline === Number.POSITIVE_INFINITY ? undefined : () => throwAfter(deadline);
  const next = () => {
    try {
      checkTime?.();
      return grader.next(without, maxRating, checkTime);
    } catch (error) {
      if (error instanceof OutOfTime) return 'interrupted';
      throw error;
    }
  };
  while (grader.board.left > 0) {
    const step = next();
    if (step === 'interrupted') {
      status = step;
      break;
    }
    if (!step) {
      status = maxRating < BEYOND ? 'harder' : 'beyond';
      break;
    }
    if (step.rating >= maxRating + 0.05) {
      status = 'harder';
      break;
    }
    grader.apply(step);
    if (path) steps.push(step);
    used.set(step.technique, (used.get(step.technique) ?? 0) + 1);
    if (step.rating > er) {
      er = step.rating;
      hardest = step.technique;
    }
    if (ed === 0) ed = step.rating;
    if (ep === 0 && step.cell !== undefined) ep = er;
  }
  const counts = new Map<TechniqueName, number>();
  for (const { name } of TECHNIQUES) if (used.has(name)) counts.set(name, used.get(name)!);
  return { status, er: rounded(er), ep: rounded(ep), ed: rounded(ed), hardest, counts, steps };
}

/** Ends a search that is under way. */
class OutOfTime extends Error {}

function throwAfter(deadline: number): void {
  if (performance.now() >= deadline) throw new OutOfTime();
}

/** @throws GeometryError */
function refuseOthers(geometry: Geometry): void {
  if (canGrade(geometry)) return;
  const { size, boxRows, boxColumns, variant } = geometry;
  throw new GeometryError(
    `expected a 9x9 puzzle with 3x3 boxes, classic or x, which alone are graded, got ${size}x${size} with ${boxRows}x${boxColumns}, ${variant}`,
  );
}

/** A rating to a tenth. */
export function rounded(rating: number): number {
  return Math.floor((rating + 0.05) * 10) / 10;
}

export interface RateOptions extends GradingOptions {
  /**
   * Guesses allowed for the proof that there is one solution; a puzzle that needs more is `unsolved`.
   * @default 1,000,000
   */
  readonly budget?: number;
}

const DEFAULT_BUDGET = 1_000_000;

/**
 * Grades any 81 cells. Cells with no solution, or with several, get no rating; their status gives the reason. The deadline also
 * applies to the proof that there is one solution.
 *
 * @param givens 81 digits row by row, 0 for empty
 * @throws GeometryError if the geometry is not 9x9 with 3x3 boxes
 */
export function rate(geometry: Geometry, givens: Uint8Array, options: RateOptions = {}): Rating {
  // throws for a geometry that cannot be graded
  if (!canGrade(geometry)) return gradeGivens(geometry, givens, options);
  if (!givensAreConsistent(geometry, givens)) return unrated('invalid');
  const { status } = solveOne(geometry, givens, 'unique', options.budget ?? DEFAULT_BUDGET, options.deadline);
  return status === Status.solved
    ? gradeGivens(geometry, givens, options)
    : unrated(statusName(status) as Marker | 'interrupted');
}

function unrated(status: RatingStatus): Rating {
  return { status, er: 0, ep: 0, ed: 0, counts: new Map(), steps: [] };
}

/** Explains a puzzle from its rating, which must have its steps. */
export function gradedExplanation(rating: Rating): GradedExplanation {
  const steps = rating.steps.map((step) => ({
    technique: step.technique,
    rating: rounded(step.rating),
    text: stepText(step),
  }));
  return { difficulty: difficultyOf(rating), ...ratingJson(rating), steps };
}
