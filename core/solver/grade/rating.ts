import type { Marker } from '../status.ts';
import { BEYOND } from './gradable.ts';
import type { Grade, GradeStatus } from './grade.ts';

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

type Rated = Pick<Rating, 'status' | 'er' | 'ep' | 'ed'>;

/** ER, EP and ED as they are told: a number, or what it is known to exceed where none of the techniques led that far. */
export function ratingsOf({ status, er, ep, ed }: Rated): readonly [er: Told, ep: Told, ed: Told] {
  const told = (value: number): Told => (status === 'beyond' && value === 0 ? `>${BEYOND}` : value);
  return [told(status === 'beyond' ? 0 : er), told(ep), told(ed)];
}

type Told = number | string;

/** The same, numbers to a tenth. */
export function ratingTexts(rating: Rated): string[] {
  return ratingsOf(rating).map((told) => (typeof told === 'number' ? told.toFixed(1) : told));
}

/** A rating as JSON has it. */
export function ratingJson(rating: Rating): Record<string, unknown> {
  if (!isRated(rating)) return { status: rating.status };
  const { status, hardest, counts } = rating;
  const [er, ep, ed] = ratingsOf(rating);
  return {
    status,
    er,
    ep,
    ed,
    hardest,
    counts: Object.fromEntries(counts),
  };
}
