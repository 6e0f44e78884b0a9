// The fields that commands compute about puzzles, so that they can be selected and counted: outcomes of the solver, and
// the columns of facts that are numbers, or true or false.
import { fillFacts } from '../../core/files/find-facts.ts';
import { ALL_FACTS, type AnyFact, COSTS, type Cost, factEntry } from '../../core/options/facts.ts';
import { defaultBudget } from '../../core/solver/engine/budget.ts';
import { batchResult } from '../../core/solver/engine/engine.ts';
import { canHaveFact, columnValue } from '../../core/solver/engine/facts.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { Status, statusName } from '../../core/solver/model/status.ts';
import { engineFor } from '../../core/solver/solve/engines.ts';
import type { SentPuzzles } from '../records/whole-records.ts';

/** Solutions after which counting stops. */
const MOST_SOLUTIONS = 10_000;

interface ComputedField {
  readonly name: string;
  readonly cost: Cost;
  /** The fact with a column of this name; undefined for an outcome of the solver. */
  readonly fact?: AnyFact;
}

const OUTCOMES_OF_SOLVER: readonly ComputedField[] = [
  { name: 'status', cost: 'solving' },
  { name: 'solutions', cost: 'searching' },
];

/** All fields, the cheapest first. */
const FIELDS = [
  ...OUTCOMES_OF_SOLVER,
  ...ALL_FACTS.flatMap((fact) => {
    const { columns, cost } = factEntry(fact);
    return Object.entries(columns).flatMap(([name, type]): ComputedField[] =>
      type === 'BYTE_ARRAY' ? [] : [{ name, cost, fact }],
    );
  }),
].sort((a, b) => COSTS.indexOf(a.cost) - COSTS.indexOf(b.cost));

export const FIELD_NAMES: readonly string[] = FIELDS.map(({ name }) => name);

/** Puzzles of a task that searches for something about each, or rates it: solving thousands takes milliseconds. */
export const SLOW_PER_TASK = 64;

/** Whether a name is that of a field for which tasks must have few puzzles. */
export function isSlowField(name: string): boolean {
  return FIELDS.some((field) => field.name === name && COSTS.indexOf(field.cost) > COSTS.indexOf('solving'));
}

/** Puzzles whose fields are to be computed. */
export interface FieldTask extends SentPuzzles {
  readonly kind: 'fields';
  readonly fields: readonly string[];
}

/** Values by field, for each puzzle; undefined where there is none, such as the rating of a puzzle without a solution. */
export type FieldValues = Readonly<Record<string, (string | number | undefined)[]>>;

export function computeFields(shape: Geometry, cells: Uint8Array, names: readonly string[]): FieldValues {
  const requested = FIELDS.filter(({ name }) => names.includes(name));
  const count = cells.length / shape.cells;
  const { facts } = factsAbout(shape, cells, new Set(requested.flatMap(({ fact }) => fact ?? [])));
  return Object.fromEntries(
    requested.map(({ name, fact }) => {
      if (!fact) return [name, name === 'status' ? statuses(shape, cells) : solutions(shape, cells)];
      const values = Array.from({ length: count }, (_, p) => {
        const value = columnValue(fact, facts?.[fact]?.[p], name);
        return typeof value === 'boolean' ? `${value}` : value;
      });
      return [name, values];
    }),
  );
}

function factsAbout(shape: Geometry, cells: Uint8Array, names: ReadonlySet<AnyFact>) {
  const count = cells.length / shape.cells;
  const result = batchResult(shape, count);
  const found = [...names].filter((name) => canHaveFact(name, shape));
  result.facts = Object.fromEntries(found.map((name) => [name, []]));
  // searches find out by themselves which puzzles have a solution
  result.statuses.fill(Status.solved);
  const batch = { geometry: shape, count, cells, own: Array<Geometry>(count).fill(shape) };
  fillFacts(batch, result, { budget: defaultBudget(shape), deadline: Infinity });
  return result;
}

function statuses(shape: Geometry, cells: Uint8Array): string[] {
  return Array.from(solveAll(shape, cells, 'unique').statuses, (status) => statusName(status as Status));
}

function solutions(shape: Geometry, cells: Uint8Array): number[] {
  return Array.from(solveAll(shape, cells, 'count').counts);
}

function solveAll(shape: Geometry, cells: Uint8Array, mode: 'unique' | 'count') {
  const count = cells.length / shape.cells;
  const result = batchResult(shape, count);
  const options = { mode, budget: defaultBudget(shape), deadline: Infinity, limit: MOST_SOLUTIONS };
  engineFor(shape).solveBatch({ geometry: shape, count, cells }, options, result);
  return result;
}
