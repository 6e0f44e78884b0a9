import { isRated, type Rating, ratingTexts } from '../../solver/grade/rating.ts';
import { COMMA, LF, PLUS } from '../shared/bytes.ts';
import { AT_LIMIT, STATUSES } from '../shared/status-field.ts';
import type { Columns, Row, RowFormat } from './row.ts';
import type { Sink } from './sink.ts';

/** Comma-separated values as RFC 4180 has them, with a header; lines end in a line feed. */
export const csvRows: RowFormat = { header, row };

function header(sink: Sink, { identified, numbered, listed, graded }: Columns): void {
  const columns = [
    identified ? 'id' : [],
    numbered ? 'number' : [],
    'puzzle',
    'solution',
    'status',
    listed ? [] : ['count', 'guesses'],
    graded ? ['er', 'ep', 'ed', 'hardest'] : [],
  ];
  sink.text(`${columns.flat().join(',')}\n`);
}

function row(
  sink: Sink,
  { id, number, puzzle, raw, solution, status, count, atLimit, guesses, rating }: Row,
  { identified, graded }: Columns,
): void {
  if (identified) sink.text(`${quoted(id ?? '')},`);
  if (number !== undefined) {
    sink.number(number);
    sink.byte(COMMA);
  }
  if (puzzle) sink.bytes(puzzle);
  else sink.text(quoted(raw));
  sink.byte(COMMA);
  const told = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.bytes(solution ?? told);
  sink.byte(COMMA);
  sink.bytes(told);
  if (count !== undefined) {
    sink.byte(COMMA);
    sink.number(count);
    if (atLimit) sink.byte(PLUS);
  }
  if (guesses !== undefined) {
    sink.byte(COMMA);
    sink.number(guesses);
  }
  if (graded) sink.text(`,${ratingFields(rating).join(',')}`);
  sink.byte(LF);
}

function ratingFields(rating: Rating | undefined): string[] {
  if (!rating || !isRated(rating)) return ['', '', '', ''];
  return [...ratingTexts(rating), rating.hardest ?? ''];
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
