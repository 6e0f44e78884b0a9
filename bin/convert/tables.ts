// Tables and JSON: formats that hold solutions and all other columns.

import { RejectedFile } from '../../core/files/file-plan.ts';
import { isRuleMember, RECORD_MEMBERS } from '../../core/formats/rules/members.ts';
import type { Sink } from '../../core/formats/shared/sink.ts';
import { csvField } from '../../core/formats/tables/rows.ts';
import { LF } from '../../core/kernel/constants.ts';
import { type HeldRecords, solutionOf } from './target.ts';
import { PuzzleText, type TextWriter } from './text-target.ts';

/** A table whose columns are those of the first puzzles. */
export class TableRows implements TextWriter {
  readonly omitted = new Set<string>();
  readonly #delimiter: ',' | '\t';
  readonly #text = new PuzzleText();
  #names: readonly string[] | undefined;
  /** Columns of a file without puzzles. */
  #unfilled: readonly string[] | undefined;
  #hasSolutions = false;
  #isHeaderDue: boolean;

  /** @param hasHeader whether to write the names of the columns first */
  constructor(delimiter: ',' | '\t', hasHeader = true) {
    this.#delimiter = delimiter;
    this.#isHeaderDue = hasHeader;
  }

  prepare(held: HeldRecords): void {
    if (this.#names) return;
    const names = new Set<string>();
    this.#hasSolutions = false;
    for (const record of held.records) {
      for (const name of held.fields(record).keys()) names.add(name);
      this.#hasSolutions ||= solutionOf(held, record) !== undefined;
    }
    // the next puzzles may have other rules
    if ([...names].some(isRuleMember))
      for (const name of RECORD_MEMBERS) {
        names.delete(name);
        names.add(name);
      }
    this.#names = [...names].sort((a, b) => Number(b === 'id') - Number(a === 'id'));
  }

  columns(names: readonly string[], hasSolutions: boolean): void {
    if (this.#names || this.#unfilled) return;
    this.#unfilled = names;
    this.#hasSolutions = hasSolutions;
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    if (this.#isHeaderDue) this.#header(sink);
    const { geometry } = held;
    const fields = held.fields(record);
    const names = this.#names!;
    const isIdentified = names[0] === 'id';
    if (isIdentified) sink.text(`${this.#field(held, fields.get('id'))}${this.#delimiter}`);
    sink.bytes(this.#text.of(held, record));
    const solution = solutionOf(held, record);
    if (this.#hasSolutions) {
      sink.byte(this.#delimiter.charCodeAt(0));
      if (solution) sink.bytes(this.#text.cells(geometry, solution));
    } else if (solution) this.omitted.add('solution');
    let rest = '';
    for (let i = isIdentified ? 1 : 0; i < names.length; i++)
      rest += this.#delimiter + this.#field(held, fields.get(names[i]!));
    if (rest !== '') sink.text(rest);
    sink.byte(LF);
    for (const name of fields.keys()) {
      if (names.includes(name)) continue;
      if (isRuleMember(name)) throw columnMissing(name, held.lines[record]! + 1);
      this.omitted.add(name);
    }
  }

  end(sink: Sink): void {
    if (this.#isHeaderDue) this.#header(sink);
  }

  /** The names of the columns. */
  get names(): readonly string[] {
    const [id, others] = splitId(this.#names ?? this.#unfilled ?? []);
    return [...id, 'puzzle', ...(this.#hasSolutions ? ['solution'] : []), ...others];
  }

  #header(sink: Sink): void {
    this.#isHeaderDue = false;
    sink.text(`${this.names.map((name) => this.#quoted(name)).join(this.#delimiter)}\n`);
  }

  #field({ areJson }: HeldRecords, value: string | undefined): string {
    if (value === undefined || (areJson && value === 'null')) return '';
    return this.#quoted(areJson && value.startsWith('"') ? (JSON.parse(value) as string) : value);
  }

  #quoted(text: string): string {
    return csvField(text, this.#delimiter);
  }
}

/** A puzzle with rules for which there is no column: without them, it would be another. */
function columnMissing(name: string, line: number): RejectedFile {
  return new RejectedFile(
    `expected only the rules that the first records have as columns, got ${name}: convert to jsonl, or to files of their own`,
    line,
  );
}

/** The id first, as in results that are tables. */
function splitId(names: readonly string[]): [string[], string[]] {
  return [names.filter((name) => name === 'id'), names.filter((name) => name !== 'id')];
}

const PUZZLE = Buffer.from('"puzzle":');
const SOLUTION = Buffer.from(',"solution":');
const [OPEN, CLOSE] = [0x7b, 0x7d];

/** Objects: one a line, or the elements of an array. */
export class Objects implements TextWriter {
  readonly #isArray: boolean;
  readonly #text = new PuzzleText();
  #isFirst = true;

  constructor(isArray: boolean) {
    this.#isArray = isArray;
  }

  begin(sink: Sink): void {
    if (this.#isArray) sink.text('[');
  }

  puzzle(sink: Sink, held: HeldRecords, record: number): void {
    const { geometry, areJson } = held;
    if (this.#isArray) sink.text(this.#isFirst ? '\n' : ',\n');
    this.#isFirst = false;
    const fields = held.fields(record);
    const member = (name: string, value: string) =>
      `${JSON.stringify(name)}:${areJson ? inOneLine(value) : jsonOf(name, value)}`;
    const id = fields.get('id');
    sink.byte(OPEN);
    if (id !== undefined) sink.text(`${member('id', id)},`);
    sink.bytes(PUZZLE);
    sink.jsonString(this.#text.of(held, record));
    const solution = solutionOf(held, record);
    if (solution) {
      sink.bytes(SOLUTION);
      sink.jsonString(this.#text.cells(geometry, solution));
    }
    let rest = '';
    for (const [name, value] of fields) if (name !== 'id') rest += `,${member(name, value)}`;
    if (rest !== '') sink.text(rest);
    sink.byte(CLOSE);
    if (!this.#isArray) sink.byte(LF);
  }

  end(sink: Sink): void {
    if (this.#isArray) sink.text(this.#isFirst ? ']\n' : '\n]\n');
  }
}

/** JSON of a text: a number if that has the same characters, else a string. Regions are a text, even if they look like a number. */
function jsonOf(name: string, text: string): string {
  const number = Number(text);
  const isNumber = String(number) === text && Number.isFinite(number) && !isRuleMember(name);
  return isNumber ? text : JSON.stringify(text);
}

/** Line feeds in JSON stand between values only. */
function inOneLine(json: string): string {
  return json.includes('\n')
    ? json
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
    : json;
}
