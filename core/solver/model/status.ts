// Outcomes of puzzles: the codes of kernels, and the names in results, reports and statistics that belong to each.

import {
  INTERRUPTED,
  INVALID,
  NO_SOLUTION,
  NOT_UNIQUE,
  SOLVED,
  UNSOLVED,
  UNSUPPORTED,
} from '../../kernel/constants.ts';

/** How one puzzle ended: the codes of the kernels and of {@link BatchResult.statuses}. */
export const Status = {
  solved: SOLVED,
  noSolution: NO_SOLUTION,
  /** mode `unique` only: there are at least two solutions */
  notUnique: NOT_UNIQUE,
  /** givens that break a rule, a cell value above the size, a cell that no digit is allowed in, or rules that contradict each other */
  invalid: INVALID,
  /** the budget was spent first: there may be a solution, or not */
  unsolved: UNSOLVED,
  /** the puzzle has a rule that is not known */
  unsupported: UNSUPPORTED,
  /** the deadline passed first: the puzzle must be solved again from the start; never in a result file */
  interrupted: INTERRUPTED,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

/**
 * The outcomes that a puzzle can have in a result, each at the index of its status code:
 *
 * - `key`: its counter in tallies and reports
 * - `name`: as in reports and columns of statuses; also the marker in place of a missing solution
 * - `label` and `reason`: for people to read
 */
export const OUTCOMES = [
  { key: 'solved', name: 'solved', label: 'solved' },
  {
    key: 'noSolution',
    name: 'no-solution',
    label: 'without a solution',
    reason: 'no grid fits the givens',
  },
  {
    key: 'notUnique',
    name: 'not-unique',
    label: 'not unique',
    reason: 'more than one grid fits the givens',
  },
  {
    key: 'invalid',
    name: 'invalid',
    label: 'invalid',
    reason: 'expected different digits in each unit, got two equal ones',
  },
  {
    key: 'unsolved',
    name: 'unsolved',
    label: 'unsolved',
    reason: 'the search budget was spent first; the option budget (--budget) raises it',
  },
  {
    key: 'unsupported',
    name: 'unsupported',
    label: 'unsupported',
    reason: 'expected rules that are known, got another one',
  },
] as const;

type Outcome = (typeof OUTCOMES)[number];
/** Key of the counter of an outcome, such as `noSolution`. */
export type OutcomeKey = Outcome['key'];
/** Name of an outcome in results and reports, such as `no-solution`. */
export type OutcomeName = Outcome['name'];
/** What a result contains in place of a missing solution: the name of the outcome. */
export type Marker = Exclude<OutcomeName, 'solved'>;

/** Name of a status. */
export function statusName(status: Status): OutcomeName | 'interrupted' {
  return OUTCOMES[status as number]?.name ?? 'interrupted';
}

/** The marker of each status code, empty for `solved`. */
export const MARKERS: readonly (Marker | '')[] = OUTCOMES.map(({ name }) => (name === 'solved' ? '' : name));

/** Counters of outcomes, each at zero. */
export function noOutcomes(): Record<OutcomeKey, number> {
  return Object.fromEntries(OUTCOMES.map(({ key }) => [key, 0])) as Record<OutcomeKey, number>;
}
