// How results contain what options request about each puzzle beside its solution. A kind of table needs nothing else to
// write all of it.
import { type Options, type Output, TABLES } from '../../options/options.ts';
import { FACT_NAMES, type FactName, type FactValues } from '../../solver/engine/facts.ts';
import { isRated, ratingJson, ratingTexts } from '../../solver/steps/rating.ts';

/** How one of them is written. */
export interface FactColumns<T> {
  /** The kinds of tables that have a place for it. */
  readonly tables: readonly Output[];
  /** Names of its columns in a table of columns. */
  readonly columns: readonly string[];
  /** A value for each column: a text, or true or false; undefined where there is none. */
  values(value: T): readonly (string | boolean | undefined)[];
  /** The member of its name in JSON. */
  json(value: T): unknown;
  /** The column that a table of the user's can have for the first of its values. */
  readonly ownColumn?: 'rating' | 'canonical' | 'minimal';
}

/** All kinds of tables. */
const ALL_TABLES = [...TABLES, 'parquet'] as const;

export const FACT_COLUMNS: { readonly [N in FactName]: FactColumns<FactValues[N]> } = {
  grade: {
    tables: ALL_TABLES,
    columns: ['er', 'ep', 'ed', 'hardest'],
    values: (rating) => (isRated(rating) ? [...ratingTexts(rating), rating.hardest] : []),
    json: ratingJson,
    ownColumn: 'rating',
  },
  canonical: {
    tables: ALL_TABLES,
    columns: ['canonical'],
    values: (form) => [form],
    json: (form) => form,
    ownColumn: 'canonical',
  },
  minimal: {
    tables: ALL_TABLES,
    columns: ['minimal'],
    values: (isMinimal) => [isMinimal],
    json: (isMinimal) => isMinimal,
    ownColumn: 'minimal',
  },
  explain: { tables: ['jsonl'], columns: [], values: () => [], json: (explanation) => explanation },
};

/** The facts that options request. */
export function requestedFacts(options: Pick<Options, FactName>): FactName[] {
  return FACT_NAMES.filter((name) => options[name]);
}

/** The fact of a puzzle in the columns of a table: as many values as it has columns. */
export function columnValues<N extends FactName>(
  name: N,
  value: FactValues[N] | undefined,
): readonly (string | boolean | undefined)[] {
  const written = FACT_COLUMNS[name];
  const found = value === undefined ? [] : written.values(value);
  return written.columns.map((_, i) => found[i]);
}
