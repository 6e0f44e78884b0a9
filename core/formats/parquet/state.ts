// What recognition finds out about a Parquet file, and which of its rows belong to a stretch of its bytes.

import { listOf, members, natural, type Shape, ShapeError } from '../../options/shape.ts';
import { type CsvState, csvState } from '../csv/recognise.ts';
import { CODECS, type ParquetColumn, parquetColumn, type RowGroup } from './footer.ts';

/** What recognition finds out about a Parquet file. */
export interface ParquetState {
  /** How its rows are read as rows of CSV, without a header. */
  readonly csv: CsvState;
  readonly columns: readonly ParquetColumn[];
  readonly groups: readonly RowGroup[];
  /** Rows of all groups. */
  readonly rows: number;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** Consecutive rows of a file. */
export interface Rows {
  readonly from: number;
  /** The row after the last one. */
  readonly to: number;
}

/** Most rows of a row group that is written: larger ones are divided, so that they can be solved apart. */
const MAX_RUN = 16_384;

/** Uncompressed bytes of a row group that is written, roughly. */
const RUN_BYTES = 8 * 1024 * 1024;

/** Row groups with fewer rows are solved together. */
const MIN_ITEM = 4096;

/** The rows of each row group of a result. They depend on the file only, so that every run writes the same result. */
export function* resultGroups({ groups }: Pick<ParquetState, 'groups'>): Generator<Rows> {
  let from = 0;
  for (const [rows, bytes] of groups as (readonly [number, number])[]) {
    const most = Math.max(1, Math.min(MAX_RUN, Math.floor((RUN_BYTES * rows) / Math.max(bytes, 1))));
    const parts = Math.ceil(rows / most);
    for (let part = 0; part < parts; part++) {
      yield {
        from: from + Math.floor((rows * part) / parts),
        to: from + Math.floor((rows * (part + 1)) / parts),
      };
    }
    from += rows;
  }
}

/** Consecutive rows that are solved together: one row group of the result, or several small ones. */
export function* rowItems(state: Pick<ParquetState, 'groups'>): Generator<Rows> {
  let from = 0;
  let end = 0;
  for (const { to } of resultGroups(state)) {
    end = to;
    if (end - from < MIN_ITEM) continue;
    yield { from, to: end };
    from = end;
  }
  if (end > from) yield { from, to: end };
}

/**
 * The rows that belong to a stretch of the file, if each row is taken to have the same share of its bytes. Adjoining
 * stretches have adjoining rows.
 */
export function rowsWithin(
  { rows, bytes }: Pick<ParquetState, 'rows' | 'bytes'>,
  from: number,
  to: number,
): Rows {
  const rowAt = (at: number) => (at >= bytes ? rows : Math.min(rows, Math.ceil((at / bytes) * rows)));
  return { from: rowAt(from), to: rowAt(to) };
}

/** The state without the row groups that other rows are in, and the rows counted in it. */
export function narrowed(state: ParquetState, { from, to }: Rows): { state: ParquetState; rows: Rows } {
  let start = 0;
  let before = 0;
  const groups = state.groups.filter(([rows]) => {
    const end = start + rows!;
    const isWithin = end > from && start < to;
    if (end <= from) before = end;
    start = end;
    return isWithin;
  });
  return { state: { ...state, groups }, rows: { from: from - before, to: to - before } };
}

/** The greatest offset from which on {@link rowsWithin} begins no later than with this row. */
export function offsetOfRow(state: Pick<ParquetState, 'rows' | 'bytes'>, row: number): number {
  const { rows, bytes } = state;
  if (row >= rows) return bytes;
  let at = Math.floor((row / rows) * bytes);
  while (at > 0 && rowsWithin(state, at, bytes).from > row) at--;
  return at;
}

const numbers = (most: number) => listOf(natural, most);

/** Most row groups of a footer. */
const MAX_GROUPS = 2_000_000;

const shape: Shape<ParquetState> = members<ParquetState>({
  csv: csvState,
  columns: listOf(parquetColumn, 1000),
  groups: listOf(numbers(4000), MAX_GROUPS),
  rows: natural,
  bytes: natural,
});

/** Checks a state from a message or manifest. */
export const checkParquetState: Shape<ParquetState> = (value, name) => {
  const state = shape(value, name);
  const members = 2 + 3 * state.columns.length;
  for (const group of state.groups) {
    if (
      group.length !== members ||
      group.some((_, i) => i >= 4 && i % 3 === 1 && CODECS[group[i]!] === undefined)
    ) {
      throw new ShapeError(`${name}.groups: expected ${members} numbers each, got ${group.length}`);
    }
  }
  return state;
};
