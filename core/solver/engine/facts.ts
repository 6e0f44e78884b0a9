// The values of facts about puzzles, and how results contain them. The table of facts is core/options/facts.ts; the searches
// are in core/files/find-facts.ts, as this module loads with every command.

import {
  type AnyFact,
  columnsOfFact,
  type FactEntry,
  factEntry,
  type SearchedFact,
} from '../../options/facts.ts';
import { type Output, TABLES } from '../../options/options.ts';
import type { Explanation } from '../explain/explain.ts';
import type { Geometry } from '../model/geometry.ts';
import { canGrade, type GradedExplanation, type Rating, ratingJson } from '../steps/rating.ts';
import { hasCanonicalForm } from '../symmetry/symmetry.ts';

/** What searches find. */
interface SearchedValues {
  readonly grade: Rating;
  /** 81 symbols, `.` for empty. */
  readonly canonical: string;
  /** Whether each given is needed for the only solution. */
  readonly minimal: boolean;
  readonly explain: Explanation | GradedExplanation;
}

/** What is found, by the name of the fact. */
export type FactValues = {
  readonly [N in AnyFact]: N extends SearchedFact
    ? SearchedValues[N]
    : ReturnType<NonNullable<FactEntry['find']>>;
};

/** Facts about the puzzles of a batch: for each that is requested a value by puzzle, undefined for puzzles without one. */
export type Facts = { readonly [N in AnyFact]?: (FactValues[N] | undefined)[] };

/** Facts that only some geometries have, without rules of puzzles, of which these facts know nothing. */
const GEOMETRIES: { readonly [N in AnyFact]?: (geometry: Geometry) => boolean } = {
  grade: canGrade,
  canonical: hasCanonicalForm,
};

/**
 * Whether puzzles of this geometry can have a fact.
 * @param isRuled whether they have rules of their own
 */
export function canHaveFact(name: AnyFact, geometry: Geometry, isRuled = false): boolean {
  const isOne = GEOMETRIES[name];
  return isOne === undefined || (!isRuled && isOne(geometry));
}

/** The kinds of tables that have a place for a fact. */
export function tablesOfFact(name: AnyFact): readonly Output[] {
  return columnsOfFact(name).length > 0 ? [...TABLES, 'parquet'] : ['jsonl'];
}

/** The member of a fact in JSON. */
export function factJson<N extends AnyFact>(name: N, value: FactValues[N]): unknown {
  return name === 'grade' ? ratingJson(value as Rating) : value;
}

/** The fact of a puzzle in its columns: a value for each, undefined where there is none. */
export function columnValues<N extends AnyFact>(
  name: N,
  value: FactValues[N] | undefined,
): (string | number | boolean | undefined)[] {
  const json = value === undefined ? undefined : factJson(name, value);
  const valueIn = (column: string) =>
    typeof json === 'object' ? (json as Record<string, unknown>)[column] : json;
  return columnsOfFact(name).map((column) => valueIn(column) as string | number | boolean | undefined);
}

/** The same as texts, ratings to a tenth. */
export function columnTexts<N extends AnyFact>(
  name: N,
  value: FactValues[N] | undefined,
): (string | undefined)[] {
  const types = Object.values(factEntry(name).columns);
  return columnValues(name, value).map((one, i) =>
    typeof one === 'number' && types[i] === 'DOUBLE' ? one.toFixed(1) : one?.toString(),
  );
}
