import { INTERRUPTED, INVALID, NO_SOLUTION, NOT_UNIQUE, SOLVED, UNSOLVED } from '../kernel/constants.ts';

/** How one puzzle ended: the codes of the kernels and of {@link BatchResult.statuses}. */
export const Status = {
  solved: SOLVED,
  noSolution: NO_SOLUTION,
  /** mode `unique` only: there are at least two solutions */
  notUnique: NOT_UNIQUE,
  /** two equal givens in a unit, or a cell value above the size */
  invalid: INVALID,
  /** the budget was spent first; never stands for "no solution" */
  unsolved: UNSOLVED,
  /** the deadline came first: the puzzle must be solved again from the start. Never in a result. */
  interrupted: INTERRUPTED,
} as const;
export type Status = (typeof Status)[keyof typeof Status];

/**
 * What a puzzle may be in a result, at its code: the key that counts it in tallies and reports; its name there and in
 * columns of statuses, which is also the marker that stands where a solution would (`solved` needs none); what people are
 * told.
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
    reason: 'the search budget was spent first: the option budget (--budget) gives more',
  },
] as const;

type Outcome = (typeof OUTCOMES)[number];
/** Of a counter of outcomes: `noSolution`. */
export type OutcomeKey = Outcome['key'];
/** As it stands in results and reports: `no-solution`. */
export type OutcomeName = Outcome['name'];
/** What stands where a solution would: the name of an outcome without one. */
export type Marker = Exclude<OutcomeName, 'solved'>;

/** Name of a status, be it an outcome or not. */
export function statusName(status: Status): OutcomeName | 'interrupted' {
  return OUTCOMES[status as number]?.name ?? 'interrupted';
}

/** What stands in place of a solution, at the code of its status: nothing for `solved`. */
export const MARKERS: readonly (Marker | '')[] = OUTCOMES.map(({ name }) => (name === 'solved' ? '' : name));

/** Counters of outcomes, each at zero. */
export function noOutcomes(): Record<OutcomeKey, number> {
  return Object.fromEntries(OUTCOMES.map(({ key }) => [key, 0])) as Record<OutcomeKey, number>;
}
