import { ratingJson } from '../../solver/grade/rating.ts';
import { COMMA } from '../shared/bytes.ts';
import { STATUSES } from '../shared/status-field.ts';
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

/** JSON Lines: one object a row, in UTF-8. */
export const jsonlRows: RowFormat = { header() {}, row };

function row(sink: Sink, row: Row): void {
  const { rating } = row;
  const { number, puzzle, raw, solution, status, count, guesses, explanation } = row;
  sink.bytes(BEGIN);
  if (number !== undefined) {
    sink.bytes(NUMBER);
    sink.number(number);
    sink.byte(COMMA);
  }
  sink.bytes(PUZZLE);
  if (puzzle) sink.jsonString(puzzle);
  else sink.text(JSON.stringify(raw));
  sink.bytes(SOLUTION);
  sink.jsonString(solution ?? STATUSES[status]!);
  sink.bytes(STATUS);
  sink.jsonString(STATUSES[status]!);
  if (count !== undefined) {
    sink.bytes(COUNT);
    sink.number(count);
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
