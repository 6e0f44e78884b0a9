// What options request about each puzzle beside its solution. The code that finds it is in core/files/find-facts.ts:
// this module loads with every command.

import type { Explanation } from '../model/explain.ts';
import type { Geometry } from '../model/geometry.ts';
import { canGrade, type GradedExplanation, type Rating } from '../steps/rating.ts';
import { hasCanonicalForm } from '../symmetry/symmetry.ts';

/** What is found, by the option that requests it. */
export interface FactValues {
  readonly grade: Rating;
  /** 81 symbols, `.` for empty. */
  readonly canonical: string;
  /** Whether each given is needed for the only solution. */
  readonly minimal: boolean;
  readonly explain: Explanation | GradedExplanation;
}

/** The name of an option that requests a fact. */
export type FactName = keyof FactValues;

/** In the order of columns and members. */
export const FACT_NAMES = ['grade', 'canonical', 'minimal', 'explain'] as const satisfies readonly FactName[];

/** Facts about the puzzles of a batch: for each that is requested a value by puzzle, undefined for puzzles without one. */
export type Facts = { readonly [N in FactName]?: (FactValues[N] | undefined)[] };

/**
 * Whether puzzles of this geometry can have a fact.
 * @param isRuled whether they have rules of their own, of which ratings and canonical forms know nothing
 */
export function canHaveFact(name: FactName, geometry: Geometry, isRuled = false): boolean {
  if (isRuled && (name === 'grade' || name === 'canonical')) return false;
  if (name === 'grade') return canGrade(geometry);
  return name !== 'canonical' || hasCanonicalForm(geometry);
}
