import { anyOf, boolean, count, integer, members, optional } from '../../options/shape.ts';
import type { RecordLayout } from '../records/table.ts';
import { namedAlphabet } from '../shared/alphabet.ts';
import { symbolsBySize } from '../shared/field/text.ts';
import type { Format } from '../shared/format.ts';
import { recordText } from '../shared/record-text.ts';
import { textRows } from './head-rows.ts';
import { csvReader } from './reader.ts';
import { type CsvState, recogniseCsv } from './recognise.ts';
import { CsvWriter } from './writer.ts';

/** Number of a column; -1 for none. */
const column = integer(-1, Number.MAX_SAFE_INTEGER);

/** Tables: fields parted by commas, semicolons, tabs or pipes, with a header in most cases. */
export const csv: Format<CsvState, RecordLayout> = {
  name: 'csv',
  recognise: recogniseCsv,
  state: members<CsvState>({
    alphabets: symbolsBySize,
    empties: optional(symbolsBySize),
    delimiter: integer(0, 127),
    header: boolean,
    columns: count,
    puzzle: count,
    solution: column,
    status: column,
    count: column,
    rating: optional(column),
    multiline: boolean,
    separated: optional(anyOf(true)),
    id: optional(column),
    ruled: optional(anyOf(true)),
  }),
  splittable: ({ multiline }) => !multiline,
  holds: ['first', 'unique', 'count'],
  alphabets: ({ alphabets }) => Object.values(alphabets).map((symbols) => namedAlphabet(symbols).name),
  ids: ({ id, delimiter }) => {
    if (id === undefined) return undefined;
    const sign = String.fromCharCode(delimiter);
    return (block, record) => textRows(recordText(block, record), sign, 1).rows[0]?.fields[id];
  },
  reader: csvReader,
  writer: (state, options) => new CsvWriter(state, options),
};
