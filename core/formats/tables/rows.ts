// Rows of result tables: CSV as RFC 4180 has it, and JSON Lines.

import { COMMA, LF, PLUS } from '../../kernel/constants.ts';
import { columnsOfFact, type FactName } from '../../options/facts.ts';
import { columnTexts, type FactValues, factJson } from '../../solver/engine/facts.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { membersOf, type RecordMember, textsOf } from '../rules/members.ts';
import { AT_LIMIT, AT_LIMIT_MEMBER, STATUSES } from '../shared/markers.ts';
import type { Sink } from '../shared/sink.ts';

/** One row of a table. The writer reuses one object for all rows. */
export interface TableRow {
  /** The record's id; undefined in tables without ids. */
  id: string | undefined;
  /** Number of the record, from 1; undefined in tables without numbers. */
  number: number | undefined;
  /** Printable ASCII, one symbol a cell; undefined for a broken record. */
  puzzle: Uint8Array | undefined;
  /** Text of a broken record. */
  raw: string;
  /** As {@link puzzle}, or undefined if there is none. */
  solution: Uint8Array | undefined;
  /** A Status code. */
  status: number;
  /** Solutions found; undefined in a list, which is written before all are found. */
  count: number | undefined;
  /** Whether counting stopped at this count, or the list stopped before this row, which has no solution. */
  atLimit: boolean;
  guesses: number | undefined;
  /** What was requested and found about the puzzle. */
  readonly facts: { -readonly [N in FactName]?: FactValues[N] | undefined };
  /** The geometry of a puzzle with rules that the options of its file do not say. */
  shape: Geometry | undefined;
}

/** Columns of a table beside puzzle, solution and status. */
export interface Columns {
  /** The number of the puzzle. */
  readonly numbered: boolean;
  /** Each row is a solution, not a puzzle: there is no count and no number of guesses. */
  readonly listed: boolean;
  /** What is requested about each puzzle. */
  readonly facts: readonly FactName[];
  /** The id of the record, as the first column. */
  readonly identified: boolean;
  /** The rules of puzzles, as the last columns. */
  readonly rules: readonly RecordMember[];
  /** Values have types: whether a count stopped at the limit is a column of its own. */
  readonly typed?: boolean;
}

/** Writes rows as bytes. */
export interface RowFormat {
  header(sink: Sink, columns: Columns): void;
  row(sink: Sink, row: TableRow, columns: Columns): void;
  /** What a row has of the id of its record, if its table has ids. */
  id(id: string | undefined): string;
}

/** Comma-separated values as RFC 4180 has them, with a header; lines end in a line feed. */
export const csvRows: RowFormat = {
  header: (sink, columns) => sink.text(`${columnNames(columns).join(',')}\n`),
  row: csvRow,
  id: csvId,
};

/** The rows of CSV without a header, for a writer of typed columns. */
export const typedRows: RowFormat = { header() {}, row: csvRow, id: csvId };

/** The names of a table's columns. */
export function columnNames({ identified, numbered, listed, facts, typed, rules }: Columns): string[] {
  return [
    identified ? 'id' : [],
    numbered ? 'number' : [],
    ['puzzle', 'solution', 'status'],
    listed ? [] : ['count', typed ? 'at_limit' : [], 'guesses'].flat(),
    facts.flatMap(columnsOfFact),
    rules,
  ].flat();
}

function csvRow(
  sink: Sink,
  { id, number, puzzle, raw, solution, status, count, atLimit, guesses, facts, shape }: TableRow,
  columns: Columns,
): void {
  const rules: Partial<Record<RecordMember, string>> = shape ? textsOf(shape) : {};
  const hasColumns = Object.keys(rules).every((name) => columns.rules.includes(name as RecordMember));
  if (columns.identified) sink.text(csvId(id));
  if (number !== undefined) {
    sink.number(number);
    sink.byte(COMMA);
  }
  if (!puzzle) sink.text(csvField(raw));
  else if (hasColumns) sink.bytes(puzzle);
  // a record of JSON can be read as a field, too
  else sink.text(csvField(JSON.stringify({ puzzle: Buffer.from(puzzle).toString(), ...rules })));
  sink.byte(COMMA);
  const statusText = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.bytes(solution ?? statusText);
  sink.byte(COMMA);
  sink.bytes(statusText);
  if (count !== undefined) {
    sink.byte(COMMA);
    sink.number(count);
    if (columns.typed) sink.text(atLimit ? ',true' : ',false');
    else if (atLimit) sink.byte(PLUS);
  }
  if (guesses !== undefined) {
    sink.byte(COMMA);
    sink.number(guesses);
  }
  for (const name of columns.facts) {
    for (const text of columnTexts(name, facts[name])) sink.text(`,${text ?? ''}`);
  }
  for (const name of columns.rules) sink.text(`,${csvField((hasColumns && rules[name]) || '')}`);
  sink.byte(LF);
}

function csvId(id = ''): string {
  return `${csvField(id)},`;
}

/**
 * A field of a table, in quotes where RFC 4180 requires them, where a reader would remove the blanks around it, or where it would be a
 * comment at the front of a row.
 */
export function csvField(text: string, delimiter: ',' | '\t' = ','): string {
  return text.includes(delimiter) || /["\r\n]|^\s|\s$|^(?:#|%|\/\/)/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** Ids that are written as numbers. */
const WHOLE = /^(0|[1-9]\d{0,14})$/;

/** JSON Lines: one object a row, in UTF-8. */
export const jsonlRows: RowFormat = { header() {}, row: jsonlRow, id: jsonlId };

function jsonlRow(sink: Sink, row: TableRow, columns: Columns): void {
  const { id, number, puzzle, raw, solution, status, count, atLimit, guesses } = row;
  sink.text('{');
  if (id !== undefined) sink.text(jsonlId(id));
  if (number !== undefined) sink.text(`"number":${number},`);
  sink.text('"puzzle":');
  if (puzzle) sink.jsonString(puzzle);
  else sink.text(JSON.stringify(raw));
  sink.text(',"solution":');
  const statusText = atLimit && count === undefined ? AT_LIMIT : STATUSES[status]!;
  sink.jsonString(solution ?? statusText);
  sink.text(',"status":');
  sink.jsonString(statusText);
  if (count !== undefined) sink.text(`,"count":${count}${atLimit ? AT_LIMIT_MEMBER : ''}`);
  if (guesses !== undefined) sink.text(`,"guesses":${guesses}`);
  for (const name of columns.facts) {
    const value = row.facts[name];
    if (value !== undefined) sink.text(`,"${name}":${JSON.stringify(factJson(name, value))}`);
  }
  if (row.shape)
    for (const [name, value] of Object.entries(membersOf(row.shape)))
      sink.text(`,"${name}":${JSON.stringify(value)}`);
  sink.text('}\n');
}

function jsonlId(id?: string): string {
  if (id === undefined) return '';
  return `"id":${WHOLE.test(id) ? id : JSON.stringify(id)},`;
}
