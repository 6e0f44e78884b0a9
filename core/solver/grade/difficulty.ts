import type { Rating } from './rating.ts';

/** Words for how hard a puzzle is, with the highest ER of each: docs/grade.md says what it takes. */
export const DIFFICULTIES = [
  { name: 'easy', most: 1.5 },
  { name: 'medium', most: 2.8 },
  { name: 'hard', most: 4.4 },
  { name: 'very hard', most: 6.2 },
  { name: 'extreme', most: Number.POSITIVE_INFINITY },
] as const;

export type Difficulty = (typeof DIFFICULTIES)[number]['name'];

/** The word for a rating. */
export function difficultyOf({ status, er }: Pick<Rating, 'status' | 'er'>): Difficulty {
  if (status === 'beyond') return 'extreme';
  return DIFFICULTIES.find(({ most }) => er <= most)!.name;
}
