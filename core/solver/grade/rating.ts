import type { Marker } from '../status.ts';
import { BEYOND, type Grade, type GradeStatus } from './grade.ts';

/** Of any 81 cells: also what a puzzle that cannot be graded is. */
export type RatingStatus = GradeStatus | Marker;

export type Rating = Omit<Grade, 'status'> & { readonly status: RatingStatus };

/** Whether there is a rating to tell. */
export function isRated({ status }: Pick<Rating, 'status'>): boolean {
  return status === 'graded' || status === 'beyond' || status === 'filled';
}

/** ER as it is written: to a tenth, or what it is known to exceed. */
export function erText({ status, er }: Pick<Rating, 'status' | 'er'>): string {
  return status === 'beyond' ? `>${BEYOND}` : er.toFixed(1);
}

/** A rating as JSON has it. */
export function ratingJson(rating: Rating): Record<string, unknown> {
  if (!isRated(rating)) return { status: rating.status };
  const { status, er, ep, ed, hardest, counts } = rating;
  return {
    status,
    er: status === 'beyond' ? erText(rating) : er,
    ep,
    ed,
    hardest,
    counts: Object.fromEntries(counts),
  };
}
