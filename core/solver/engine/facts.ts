// The values of facts about puzzles, and how results contain them. A fact is its entry in core/options/facts.ts and, if it takes
// a search, the search in core/files/find-facts.ts: that module is an eighth of the code, and loads only when it is called.

import { type AnyFact, columnsOfFact, factEntry } from '../../options/facts.ts';
import { type OutputFormat, TABLES } from '../../options/options.ts';
import type { Explanation } from '../explain/explain.ts';
import { type GradedExplanation, type Rating, ratingJson } from '../steps/rating.ts';

export { canHaveFact } from '../model/geometry.ts';

/** The facts whose values are objects. */
interface ObjectValues {
  readonly grade: Rating;
  readonly explain: Explanation | GradedExplanation;
}

/** What is found, by the name of the fact. */
export type FactValues = {
  readonly [N in AnyFact]: N extends keyof ObjectValues ? ObjectValues[N] : string | number | boolean;
};

/** Facts about the puzzles of a batch: for each that is requested a value by puzzle, undefined for puzzles without one. */
export type Facts = { readonly [N in AnyFact]?: (FactValues[N] | undefined)[] };

/** The kinds of tables that have a place for a fact. */
export function tablesOfFact(name: AnyFact): readonly OutputFormat[] {
  return columnsOfFact(name).length > 0 ? [...TABLES, 'parquet'] : ['jsonl'];
}

/** The member of a fact in JSON. */
export function factJson<N extends AnyFact>(name: N, value: FactValues[N]): unknown {
  return name === 'grade' ? ratingJson(value as Rating) : value;
}

type ColumnValue = string | number | boolean | undefined;

/** The fact of a puzzle in its columns: a value for each, undefined where there is none. */
export function columnValues<N extends AnyFact>(name: N, value: FactValues[N] | undefined): ColumnValue[] {
  const json = value === undefined ? undefined : factJson(name, value);
  return columnsOfFact(name).map((column) => valueIn(json, column));
}

/** The fact of a puzzle in one of its columns. */
export function columnValue<N extends AnyFact>(
  name: N,
  value: FactValues[N] | undefined,
  column: string,
): ColumnValue {
  return value === undefined ? undefined : valueIn(factJson(name, value), column);
}

function valueIn(json: unknown, column: string): ColumnValue {
  return (typeof json === 'object' ? (json as Record<string, unknown>)[column] : json) as ColumnValue;
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
