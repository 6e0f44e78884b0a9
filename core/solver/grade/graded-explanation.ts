import { type Difficulty, difficultyOf } from './difficulty.ts';
import { rounded } from './grade.ts';
import { stepText } from './notation.ts';
import { type Rating, ratingJson } from './rating.ts';

/** How a 9x9 puzzle can be solved by hand, with its ratings. */
export interface GradedExplanation extends Readonly<Record<string, unknown>> {
  readonly difficulty: Difficulty;
  readonly steps: readonly { readonly technique: string; readonly rating: number; readonly text: string }[];
}

/** @param rating with its steps */
export function gradedExplanation(rating: Rating): GradedExplanation {
  const steps = rating.steps.map((step) => ({
    technique: step.technique,
    rating: rounded(step.rating),
    text: stepText(step),
  }));
  return { difficulty: difficultyOf(rating), ...ratingJson(rating), steps };
}
