import { ratingJson } from '../../solver/grade/rating.ts';
import { COMMA } from '../shared/bytes.ts';
import { AT_LIMIT, STATUSES } from '../shared/status-field.ts';
import type { Row, RowFormat } from './row.ts';
import type { Sink } from './sink.ts';

const [BEGIN, NUMBER, PUZZLE, SOLUTION, STATUS, COUNT, GUESSES, GRADE, EXPLAIN, END] = [
  '{',
  '"number":',
  '"puzzle":',
  ',"solution":',
  ',"status":',
  ',"count":',
  ',"guesses":',
  ',"grade":',
  ',"explain":',
  '}\n',
].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

const IS_AT_LIMIT = Buffer.from(',"atLimit":true');
/** What stays a number. */
const WHOLE = /^(0|[1-9]\d{0,14})$/;

/** JSON Lines: one object a row, in UTF-8. */
export const jsonlRows: RowFormat = { header() {}, row };

function row(sink: Sink, row: Row): void {
  const { rating } = row;
  const { id, number, puzzle, raw, solution, status, count, atLimit, guesses, explanation } = row;
  sink.bytes(BEGIN);
  if (id !== undefined) sink.text(`"id":${WHOLE.test(id) ? id : JSON.stringify(id)},`);
  if (number !== undefined) {
    sink.bytes(NUMBER);
    sink.number(number);
    sink.byte(COMMA);
  }
  sink.bytes(PUZZLE);
  if (puzzle) sink.jsonString(puzzle);
  else sink.text(JSON.stringify(raw));
  sink.bytes(SOLUTION);
  const told = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.jsonString(solution ?? told);
  sink.bytes(STATUS);
  sink.jsonString(told);
  if (count !== undefined) {
    sink.bytes(COUNT);
    sink.number(count);
    if (atLimit) sink.bytes(IS_AT_LIMIT);
  }
  if (guesses !== undefined) {
    sink.bytes(GUESSES);
    sink.number(guesses);
  }
  if (rating) {
    sink.bytes(GRADE);
    sink.text(JSON.stringify(ratingJson(rating)));
  }
  if (explanation) {
    sink.bytes(EXPLAIN);
    sink.text(JSON.stringify(explanation));
  }
  sink.bytes(END);
}
