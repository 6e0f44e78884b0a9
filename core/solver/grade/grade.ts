import type { Geometry } from '../geometry.ts';
import { BEYOND } from './gradable.ts';
import { Grader } from './grader.ts';
import { type Shape, shapeOf } from './shape.ts';
import type { Step } from './step.ts';
import { TECHNIQUE_NAMES, type TechniqueName } from './techniques.ts';

/** How a grading ended. */
export type GradeStatus =
  /** solved by the techniques; the ratings stand */
  | 'graded'
  /** it takes nested chains, which are not looked for: the rating is above {@link BEYOND} */
  | 'beyond'
  /** the deadline came first */
  | 'interrupted'
  /** it takes a step that is rated higher than asked for; `er` is that of those before it */
  | 'harder'
  /** no open cell */
  | 'filled';

export interface Grade {
  readonly status: GradeStatus;
  /** Highest rating of a step; until then, if not graded. 0 if there was no step. */
  readonly er: number;
  /** Highest rating up to and including the first placement. */
  readonly ep: number;
  /** Rating of the first step. */
  readonly ed: number;
  /** Technique of the first step that was rated `er`. */
  readonly hardest?: TechniqueName;
  /** How often each technique was used, easiest first. */
  readonly counts: ReadonlyMap<TechniqueName, number>;
  /** All steps in order, if asked for. */
  readonly steps: readonly Step[];
}

export interface GradeOptions {
  /** Whether to keep the steps. */
  readonly path?: boolean;
  /** `performance.now()` in milliseconds at which to stop; looked at between steps, and within those that take long. */
  readonly deadline?: number;
  /** Rating above which it is given up as `harder`. */
  readonly most?: number;
  /** A technique to do without. */
  readonly without?: TechniqueName;
}

/** A size that is not graded. */
export class GradeError extends Error {
  override readonly name = 'GradeError';
}

const graders = new Map<Shape, Grader>();

/**
 * Grades a puzzle as Sudoku Explainer does: always the easiest step that there is, until it is solved.
 *
 * @param geometry 9x9, classic or X. In X, diagonals are units for singles, hidden sets and chains.
 * @param givens 81 digits row by row, 0 for empty; of a puzzle that has exactly one solution, on which some techniques rely
 * @throws GradeError if the geometry is not 9x9
 */
export function grade(geometry: Geometry, givens: Uint8Array, options: GradeOptions = {}): Grade {
  const {
    path = false,
    deadline = Number.POSITIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
    without,
  } = options;
  const grader = graderOf(geometry);
  grader.start(givens);
  const steps: Step[] = [];
  const used = new Map<TechniqueName, number>();
  let [er, ep, ed] = [0, 0, 0];
  let hardest: TechniqueName | undefined;
  let status: GradeStatus = grader.board.left === 0 ? 'filled' : 'graded';
  const look = deadline === Number.POSITIVE_INFINITY ? undefined : () => refuseAfter(deadline);
  const next = () => {
    try {
      look?.();
      return grader.next(without, most, look);
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
      status = most < BEYOND ? 'harder' : 'beyond';
      break;
    }
    if (step.rating >= most + 0.05) {
      status = 'harder';
      break;
    }
    grader.take(step);
    if (path) steps.push(step);
    used.set(step.technique, (used.get(step.technique) ?? 0) + 1);
    if (step.rating > er) {
      er = step.rating;
      hardest = step.technique;
    }
    if (ed === 0) ed = step.rating;
    if (ep === 0 && step.cell !== undefined) ep = er;
  }
  const counts = new Map(
    TECHNIQUE_NAMES.flatMap((name) => (used.has(name) ? [[name, used.get(name)!]] : [])),
  );
  return { status, er: rounded(er), ep: rounded(ep), ed: rounded(ed), hardest, counts, steps };
}

/** Ends a search in the middle. */
class OutOfTime extends Error {}

function refuseAfter(deadline: number): void {
  if (performance.now() >= deadline) throw new OutOfTime();
}

/** One grader a geometry is enough: it is done with a puzzle before it takes the next. */
function graderOf(geometry: Geometry): Grader {
  const shape = shapeOf(geometry);
  if (!shape) {
    const { size, boxRows, boxColumns } = geometry;
    throw new GradeError(
      `expected a 9x9 puzzle with 3x3 boxes, which alone are graded, got ${size}x${size} with ${boxRows}x${boxColumns}`,
    );
  }
  let grader = graders.get(shape);
  if (!grader) {
    grader = new Grader(shape);
    graders.set(shape, grader);
  }
  return grader;
}

/** To a tenth, as ratings are told. */
export function rounded(rating: number): number {
  return Math.floor((rating + 0.05) * 10) / 10;
}
