// The columns of tables, the members of objects, and what stands beside puzzles in other formats.

import { contentOf } from '../../core/files/compression.ts';
import { RECOGNISED_BYTES, rangedState } from '../../core/files/index.ts';
import type { CsvState } from '../../core/formats/csv/recognise.ts';
import { textRows } from '../../core/formats/csv/rows.ts';
import { asBuffer, childrenOf, Json } from '../../core/formats/json/scan.ts';
import { type Prefix, prefixOf, withoutPrefix } from '../../core/formats/lines/puzzle-text.ts';
import { puzzleInLink } from '../../core/formats/links/link.ts';
import { linkPlace } from '../../core/formats/links/link-line.ts';
import { bomLength, lineEnd } from '../../core/formats/shared/bytes.ts';
import { decodedLatin1, latin1 } from '../../core/formats/shared/latin1.ts';
import { roleOf } from '../../core/formats/shared/roles.ts';
import { csvField } from '../../core/formats/tables/rows.ts';
import type { PlannedFile } from '../files/inputs.ts';
import { type RecordBatch, recordBytes } from './whole-records.ts';

/** Texts by the names of their columns or members. */
export type Fields = ReadonlyMap<string, string>;

type WithHead = Pick<PlannedFile, 'plan' | 'head' | 'complete'>;

/** Reads the fields of records by name; undefined for formats whose records have none. */
export function fieldReader(file: WithHead): ((record: Uint8Array) => Fields) | undefined {
  const { format, state } = file.plan;
  if (format === 'json') return jsonFields;
  if (format === 'lines' && (state as { prefix?: string }).prefix === 'hash') return bankFields;
  if (rangedState(file.plan)) return fieldReader(asTable(file));
  if (format !== 'csv') return undefined;
  const { delimiter, header } = state as { delimiter: number; header: boolean };
  const sign = String.fromCharCode(delimiter);
  const names = header ? headerOf(file, sign) : [];
  return (record) => {
    const fields = new Map<string, string>();
    for (const [i, field] of splitRow(textOf(record), sign).entries())
      if (!isEdge(names, i, sign)) fields.set(names[i] ?? `${i + 1}`, field);
    return fields;
  };
}

/** The plan and the header of a table with the columns of a Parquet file, whose records are rows of CSV. */
function asTable(file: WithHead): WithHead {
  const { csv, columns } = rangedState(file.plan)!;
  const names = columns.map(({ name }) => csvField(name));
  const state = { ...csv, header: true, columns: columns.length };
  const head = Buffer.from(`${names.join(',')}\n`);
  return { plan: { ...file.plan, format: 'csv', state }, head, complete: true };
}

/** Whether a column is only what stands before the first pipe of a row in Markdown, or after the last. */
const isEdge = (names: readonly string[], i: number, sign: string) =>
  sign === '|' && names[i] === '' && (i === 0 || i === names.length - 1);

/** The names in a table's header, which may follow comments and a line such as `sep=;`. */
function headerOf({ plan, head, complete }: WithHead, sign: string): readonly string[] {
  const { bytes } = contentOf({ bytes: head, complete }, plan.compression, RECOGNISED_BYTES);
  const table = bytes.subarray(bomLength(bytes));
  const from = /^sep=.\r?\n/i.exec(latin1(table, 0, Math.min(table.length, 7)))?.[0].length ?? 0;
  return (textRows(table.subarray(from), sign.charCodeAt(0), 1).rows[0]?.fields ?? []).map(decodedLatin1);
}

/** The hash and the rating of a puzzle bank's line: `0000183b305c 0507…  1.2`. */
function bankFields(record: Uint8Array): Fields {
  const [id = '', , rating] = textOf(record.subarray(0, lineEnd(record, 0)))
    .trim()
    .split(/\s+/);
  return new Map([['id', id], ...(rating === undefined ? [] : [['rating', rating] as const])]);
}

/** Members as texts: strings without their quotes, all else as the file writes it. `null` is empty. */
function jsonFields(record: Uint8Array): Fields {
  const fields = new Map<string, string>();
  if (record[0] !== Json.openObject) return fields; // a broken record
  for (const { name, start, end } of childrenOf(record, 0, record.length)) {
    const text = textOf(record.subarray(start, end));
    fields.set(name, text === 'null' ? '' : text.startsWith('"') ? stringIn(text) : text);
  }
  return fields;
}

function stringIn(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text; // a broken record
  }
}

const textOf = (bytes: Uint8Array) => asBuffer(bytes).toString();

/** The fields of the first row. */
function splitRow(text: string, sign: string): string[] {
  const fields: string[] = [];
  for (let at = 0; ; at++) {
    let field = '';
    while (text[at] === ' ') at++;
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        field += text[at];
        if (text[at] === '"') at++;
      }
      while (at < text.length && text[at] !== sign && text[at] !== '\n') at++;
    } else {
      const from = at;
      while (at < text.length && text[at] !== sign && text[at] !== '\n') at++;
      field = text.slice(from, at).trim();
    }
    fields.push(field);
    if (text[at] !== sign) return fields;
  }
}

const NONE: Fields = new Map();

/** What records have beside puzzle and solution. */
export interface OtherFields {
  of(batch: RecordBatch, record: number): Fields;
  /** Whether the fields are JSON values. */
  readonly areJson: boolean;
  /** The names of the fields, if all records have the same ones. */
  readonly names?: readonly string[];
  /** Whether the file has a column for solutions. */
  readonly hasSolutions?: boolean;
}

/**
 * Reads what records have beside puzzle and solution: columns, members, the number or hash before a line's puzzle, the text
 * after it, and the title above a grid.
 */
export function otherFields(file: WithHead): OtherFields {
  const { format, state } = file.plan;
  const texts = (of: OtherFields['of']) => ({ of, areJson: false });
  if (format === 'json') return { of: otherMembers(), areJson: true };
  if (rangedState(file.plan)) return otherFields(asTable(file));
  if (format === 'csv') return otherColumns(state as CsvState, file);
  if (format === 'lines') return texts(besideLine(state as LineState));
  if (format === 'grids') return texts(titleAbove);
  if (format === 'links') return texts(notesInLink);
  return texts(() => NONE);
}

function otherColumns(
  { delimiter, header, puzzle, width = 1, solution, columns }: CsvState,
  file: WithHead,
): OtherFields {
  const sign = String.fromCharCode(delimiter);
  const names = new UniqueNames();
  const own = header ? headerOf(file, sign) : [];
  const isApart = (i: number) =>
    (i >= puzzle && i < puzzle + width) || i === solution || isEdge(own, i, sign);
  const kept = Array.from({ length: columns }, (_, i) =>
    isApart(i) ? undefined : names.add(own[i] || `${i + 1}`),
  );
  const all = kept.filter((name) => name !== undefined);
  const of: OtherFields['of'] = (batch, record) => {
    const text = textOf(recordBytes(batch, record));
    const isPlain = !text.includes('"');
    const end = text.indexOf('\n');
    const values = isPlain ? (end < 0 ? text : text.slice(0, end)).split(sign) : splitRow(text, sign);
    const fields = new Map<string, string>();
    for (let i = 0; i < kept.length; i++) {
      const name = kept[i];
      if (name !== undefined && i < values.length) fields.set(name, isPlain ? values[i]!.trim() : values[i]!);
    }
    return fields;
  };
  return { of: all.length > 0 ? of : () => NONE, areJson: false, names: all, hasSolutions: solution >= 0 };
}

/** Renames columns that have the name of another. */
class UniqueNames {
  readonly #taken = new Set(['puzzle', 'solution']);

  add(name: string): string {
    let own = name;
    for (let i = 2; this.#taken.has(own); i++) own = `${name}_${i}`;
    this.#taken.add(own);
    return own;
  }
}

/** The members of objects, as the file writes them. */
function otherMembers(): OtherFields['of'] {
  const roles = new Map<string, boolean>();
  const isSolution = (key: string) => {
    let known = roles.get(key);
    if (known === undefined) {
      known = roleOf(key) === 'solution';
      if (roles.size < 1000) roles.set(key, known);
    }
    return known;
  };
  return (batch, record) => {
    const key = batch.keys?.[record];
    if (key === undefined) return NONE;
    const bytes = asBuffer(batch.bytes);
    let hasSolution = false;
    let hasPuzzle = false;
    let fields: Map<string, string> | undefined;
    for (const { name, start, end } of childrenOf(bytes, batch.starts[record]!, batch.ends[record]!)) {
      if (!hasPuzzle && name === key) hasPuzzle = true;
      else if (!hasSolution && isSolution(name)) hasSolution = true;
      else {
        fields ??= new Map();
        const isTaken = name === 'puzzle' || name === 'solution';
        fields.set(isTaken ? `${name}_2` : name, bytes.toString('utf8', start, end));
      }
    }
    return fields ?? NONE;
  };
}

interface LineState {
  readonly prefix?: Prefix;
  readonly solved: boolean;
  readonly apart?: true;
}

/** A separator, perhaps a count, and what may be a solution. */
const COUNT = /^[\s,;:|]\s*(?:(\d{1,10})[\s,;:|])?(?=[^\s,;:|])/;

const PREFIX_NAMES: Readonly<Record<Prefix, string>> = {
  hodoku: 'code',
  number: 'id',
  hash: 'id',
};

/** Where cells end that have a `+` before them, or separators between them. */
function endOfCells(text: string, cells: number): number {
  let at = 0;
  for (let count = 0; count < cells && at < text.length; at++) if (!/[\s,:;|+]/.test(text[at]!)) count++;
  return at;
}

/** What stands before the puzzle of a line, and the text after it; in a puzzle bank, its hash and its rating. */
function besideLine({ prefix, solved, apart }: LineState): OtherFields['of'] {
  return ({ geometry, bytes, starts, ends }, record) => {
    const [start, end] = [starts[record]!, ends[record]!];
    // most lines end after the puzzle
    if (!geometry || end - start <= geometry.cells + 1) return NONE;
    const line = asBuffer(bytes).toString('utf8', start, end).trim();
    const puzzle = withoutPrefix(line, prefix);
    const fields = new Map<string, string>();
    if (puzzle.length < line.length)
      fields.set(prefix === undefined ? 'title' : PREFIX_NAMES[prefix], prefixOf(line, prefix) ?? '');
    let text = puzzle.slice(apart ? endOfCells(puzzle, geometry.cells) : geometry.cells);
    const found = solved ? COUNT.exec(text) : null;
    if (found && text.length >= found[0].length + geometry.cells) {
      if (found[1] !== undefined) fields.set('count', found[1]);
      text = text.slice(found[0].length + geometry.cells);
    }
    text = text.replace(/^[\s,;:|]/, '').trim();
    if (text !== '') fields.set(prefix === 'hash' ? 'rating' : 'text', text);
    return fields.size > 0 ? fields : NONE;
  };
}

/** What a link says in words beside its puzzle. */
const notesInLink: OtherFields['of'] = ({ bytes, starts, ends }, record) => {
  const line = asBuffer(bytes).toString('utf8', starts[record], ends[record]).trim();
  const { start, end } = linkPlace(line);
  const puzzle = puzzleInLink(line.slice(start, end));
  if (typeof puzzle === 'string') return NONE;
  const fields = new Map(puzzle.notes);
  const [before, after] = [line.slice(0, start).trim(), line.slice(end).trim()];
  if (before !== '' && !fields.has('title')) fields.set('title', before);
  if (after !== '') fields.set('text', after);
  return fields;
};

/** The title above a grid. */
const titleAbove: OtherFields['of'] = ({ bytes, starts, offsets }, record) => {
  const [start, first] = [starts[record]!, offsets[record]!];
  if (first <= start) return NONE;
  const lines = asBuffer(bytes).toString('utf8', start, first).split('\n');
  const title = lines.filter((line) => /\p{L}/u.test(line)).map((line) => line.trim());
  return title.length > 0 ? new Map([['title', title.join(' ')]]) : NONE;
};
