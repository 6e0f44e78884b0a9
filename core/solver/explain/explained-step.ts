// A step of a solution by hand in a grid of any size or with rules, and the data that its reason consists of. Cells count from 0,
// digits from 1, units as in Geometry.units.

import type { Geometry } from '../model/geometry.ts';
import type { Relation } from '../model/rules.ts';
import type { LostDigits } from './candidate-grid.ts';

/** Names of the steps, easiest first. */
export const STEP_NAMES = [
  'naked single',
  'hidden single',
  'rule',
  'locked candidate',
  'naked pair',
  'hidden pair',
  'naked triplet',
  'innies and outies',
  'guess',
] as const;
/** The name of a step of a puzzle without a rating. */
export type StepName = (typeof STEP_NAMES)[number];

/** Why a rule removes candidates. */
export type RuleReason =
  /**
   * No digits of a cage or renban line that its candidates allow put these there. `sets` are the sets of digits that are left for
   * it.
   */
  | {
      readonly kind: 'group';
      readonly cells: readonly number[];
      readonly sum?: number | undefined;
      readonly isConsecutive: boolean;
      readonly sets: readonly (readonly number[])[];
    }
  /** Every way to fill a cage or renban line uses this digit, in one of the places, which all see the cells that lose it. */
  | { readonly kind: 'needed'; readonly digit: number; readonly places: readonly number[] }
  /** Cells whose digits have a relation, in this order: no digit that is left in one goes with these in the other. */
  | {
      readonly kind: 'relation';
      readonly cells: readonly (readonly [one: number, other: number])[];
      readonly relation: Relation;
    }
  /** Cells that add up to `sum`, after others are subtracted: no candidates with that sum have these there. */
  | SumReason;

export interface SumReason {
  readonly kind: 'sum';
  readonly plus: readonly number[];
  readonly minus: readonly number[];
  readonly sum: number;
}

/** Where a sum that no rule states comes from: areas that hold all digits, and the cages that lie in or cover them. */
export interface Leftover {
  readonly units: readonly number[];
  /** Sum of the units. */
  readonly total: number;
  /** Sum of the cages. */
  readonly caged: number;
  /** Whether the cages lie within the units; otherwise they cover them. */
  readonly areWithin: boolean;
}

export type ExplainedStep =
  | { readonly step: 'naked single' | 'guess'; readonly cell: number; readonly digit: number }
  | {
      readonly step: 'hidden single';
      readonly cell: number;
      readonly digit: number;
      readonly unit: number;
    }
  | {
      readonly step: 'locked candidate';
      readonly digit: number;
      /** the unit whose places for the digit, `cells`, are all in `into`, too; without `into`, cells that lose it see them all */
      readonly unit: number;
      readonly into?: number;
      readonly cells: readonly number[];
      readonly lost: readonly LostDigits[];
    }
  | {
      readonly step: 'naked pair' | 'hidden pair' | 'naked triplet';
      readonly unit: number;
      readonly cells: readonly number[];
      readonly digits: readonly number[];
      readonly lost: readonly LostDigits[];
    }
  | {
      readonly step: 'rule';
      /** Its name: `the cage at r1c1`, `anti-knight`. */
      readonly rule: string;
      readonly reason: RuleReason;
      readonly lost: readonly LostDigits[];
    }
  | {
      readonly step: 'innies and outies';
      readonly reason: SumReason;
      readonly leftover: Leftover;
      readonly lost: readonly LostDigits[];
    };

/** The units that a step is about. */
export function unitsOfStep(step: ExplainedStep): readonly number[] {
  switch (step.step) {
    case 'hidden single':
    case 'naked pair':
    case 'hidden pair':
    case 'naked triplet':
      return [step.unit];
    case 'locked candidate':
      return step.into === undefined ? [step.unit] : [step.unit, step.into];
    case 'innies and outies':
      return step.leftover.units;
    default:
      return [];
  }
}

/** The names of these units. */
export function unitNamesOf(step: ExplainedStep, { unitNames }: Geometry): string[] {
  return unitsOfStep(step).map((unit) => unitNames[unit]!);
}
