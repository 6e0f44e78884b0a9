import { isComment } from '../shared/comments.ts';
import { isRowCount, isRule, mayBeRule } from './rule.ts';

/** A row of a table in text, for looking at the head. */
export interface TextRow {
  /** 1-based number of the line that it begins on. */
  readonly line: number;
  readonly fields: readonly string[];
}

export interface TextRows {
  readonly rows: readonly TextRow[];
  /** Whether a quoted field holds a line break. */
  readonly multiline: boolean;
}

/** What trimming takes from a field; most rows of most tables have none. */
const BLANK = /\s/;

/** The first rows of a text, without comments and blank lines. A quote that is not closed ends with its line. */
export function textRows(text: string, delimiter: string, most: number): TextRows {
  const rows: TextRow[] = [];
  let multiline = false;
  let line = 1;
  for (let at = 0; at < text.length && rows.length < most; ) {
    const lineFeed = text.indexOf('\n', at);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const first = text.slice(at, text[end - 1] === '\r' && end > at ? end - 1 : end);
    if (isComment(first) || first.trim() === '' || isRuleText(first) || isRowCount(first.trim())) {
      line++;
      at = end + 1;
      continue;
    }
    if (!first.includes('"')) {
      const fields = first.split(delimiter);
      rows.push({ line: line++, fields: BLANK.test(first) ? fields.map((field) => field.trim()) : fields });
      at = end + 1;
      continue;
    }
    const row = fieldsFrom(text, at, delimiter, false) ?? fieldsFrom(text, at, delimiter, true)!;
    rows.push({ line, fields: row.fields });
    const breaks = text.slice(at, row.end).split('\n').length - 1;
    multiline ||= breaks > 0;
    line += breaks + 1;
    at = row.end + 1;
  }
  return { rows, multiline };
}

/** {@link isRule} of a line as text, one character a byte. */
function isRuleText(line: string): boolean {
  const text = line.trim();
  return mayBeRule(text.charCodeAt(0)) && isRule(Buffer.from(text, 'latin1'), 0, text.length);
}

/** Fields up to a line feed outside of quotes (or, if they are not to be trusted, to the next one); undefined if a quote stays open. */
function fieldsFrom(text: string, from: number, delimiter: string, oneLine: boolean) {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n' && (!quoted || oneLine)) break;
    if (quoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[at++];
      else quoted = false;
    } else if (character === '"' && field === '') quoted = true;
    else if (character === delimiter) {
      fields.push(field);
      field = '';
    } else field += character;
  }
  if (quoted && !oneLine) return undefined;
  fields.push(field.replace(/\r$/, ''));
  return { fields: fields.map((value) => value.trim()), end: at };
}
