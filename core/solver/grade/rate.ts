import type { Geometry } from '../geometry.ts';
import { givensAreConsistent } from '../givens.ts';
import { ask } from '../random-grid.ts';
import { type Marker, Status, statusName } from '../status.ts';
import { canGrade } from './gradable.ts';
import { type GradeOptions, grade } from './grade.ts';
import type { Rating, RatingStatus } from './rating.ts';

export interface RateOptions extends GradeOptions {
  /**
   * Guesses that the proof of one solution may cost; what takes more is `unsolved`.
   * @default 1,000,000
   */
  readonly budget?: number;
}

const DEFAULT_BUDGET = 1_000_000;

/**
 * Grades what may be no proper puzzle: one without or with several solutions has no rating, and the status says why. The deadline
 * holds for the proof of its one solution, too.
 *
 * @param givens 81 digits row by row, 0 for empty
 * @throws GradeError if the geometry is not 9x9 with 3x3 boxes
 */
export function rate(geometry: Geometry, givens: Uint8Array, options: RateOptions = {}): Rating {
  // what cannot be graded is refused there
  if (!canGrade(geometry)) return grade(geometry, givens, options);
  if (!givensAreConsistent(geometry, givens)) return ungraded('invalid');
  const { status } = ask(geometry, givens, 'unique', options.budget ?? DEFAULT_BUDGET, options.deadline);
  return status === Status.solved
    ? grade(geometry, givens, options)
    : ungraded(statusName(status) as Marker | 'interrupted');
}

function ungraded(status: RatingStatus): Rating {
  return { status, er: 0, ep: 0, ed: 0, counts: new Map(), steps: [] };
}
