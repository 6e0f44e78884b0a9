// Parquet files. Their rows are read as rows of CSV; see content.ts.

import { csv } from '../csv/index.ts';
import { earlierResult, type RecordLayout } from '../records/table.ts';
import type { Format } from '../shared/format.ts';
import { isParquet } from './footer.ts';
import { checkParquetState, type ParquetState } from './state.ts';

export const parquet: Format<ParquetState, RecordLayout> = {
  name: 'parquet',
  isRanged: true,
  recognise: () => undefined,
  fault: ({ bytes }) =>
    isParquet(bytes)
      ? 'expected a file that can be read from the front, got a Parquet file, whose end describes it: give its path to sudoku solve or to solveFile'
      : undefined,
  state: checkParquetState,
  splittable: () => true,
  holds: ['first', 'unique', 'count'],
  alphabets: (state) => csv.alphabets!(state.csv),
  places: (state) => csv.places!(state.csv),
  ids: (state) => csv.ids!(state.csv),
  columns: ({ columns }) =>
    `with the columns ${columns.flatMap(({ name, shared }) => (shared === 0 ? name : [])).join(',')}`,
  facts: (state) => csv.facts!(state.csv),
  unquoted: csv.unquoted!,
  rules: (state) => csv.rules!(state.csv),
  earlierResult,
  reader: (state, options, first) => csv.reader(state.csv, options, first) as never,
  writer: (state, options) => csv.writer(state.csv, options) as never,
};
