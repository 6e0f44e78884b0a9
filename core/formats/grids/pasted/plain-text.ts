// Rewrites pasted text as plain grids: a row a line, with `.` for empty cells, and without what stands around the rows. All
// of it knows where it was in the text.

import { MAX_SIZE } from '../../../options/options.ts';
import { isSize, sizeOfCells } from '../../../solver/model/geometry.ts';
import { mayBeCells } from '../../shared/alphabet.ts';
import { isNamedSolution } from '../../shared/text-line.ts';
import type { PlainCharacters } from './characters.ts';
import type { PasteRules } from './rules.ts';
import {
  BRACKETS,
  BULLET,
  COMMENT_LINE,
  headingsOf,
  LABEL,
  lastBracket,
  lineFeedAt,
  match,
  OPEN,
  QUOTE_MARKS,
  tokensOf,
  trailingLabelAt,
  trimmedTextEnd,
} from './tokens.ts';
import {
  isForeignCell,
  mayBeCellToken,
  type PlainCell,
  type PlainRow,
  plainWord,
  rowsOf,
  type Token,
} from './words.ts';

/** A line of the plain text. */
export interface PlainLine {
  /** Offset in the plain text. */
  readonly at: number;
  /** Offset in the original from which the line was taken. */
  readonly origin: number;
  /** Offsets in the original of the row with its brackets or quotes; equal if the line is no row. */
  readonly start: number;
  readonly end: number;
}

/** The plain grids of a text. Character `i` stands for the bytes of the original from `starts[i]` to `ends[i]`. */
export interface PlainText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly lines: readonly PlainLine[];
  /** Offset in the original up to which it was read: before a row that more text may complete. */
  readonly end: number;
  /** Whether any row is written in another way than in the original. */
  readonly isRewritten: boolean;
  /** Rows of 16 or 36 cells that were read as grids. */
  readonly wholes: number;
}

/** Stands for a line of other text, which ends a grid. */
const OTHER_TEXT = '#';

/** What ends a name or a statement before a list. */
const NAMES = /[=:]|<-|^return$/;

/** A text as plain grids. @param last whether nothing follows the text */
export function plainText(characters: PlainCharacters, rules: PasteRules, last: boolean): PlainText {
  return new Rewriter(characters, rules, last).rewrite();
}

class Rewriter {
  readonly #text: string;
  readonly #from: PlainCharacters;
  readonly #rules: PasteRules;
  readonly #last: boolean;
  readonly #out: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #lines: PlainLine[] = [];
  #isRewritten = false;
  #wholes = 0;
  /** Brackets closed since the last row or opened bracket. */
  #closed = 0;

  constructor(from: PlainCharacters, rules: PasteRules, last: boolean) {
    this.#text = from.text;
    this.#from = from;
    this.#rules = rules;
    this.#last = last;
  }

  rewrite(): PlainText {
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const cells = this.#rules.cellLines === 'none' ? undefined : this.#cellLines(at);
      if (cells === 'open') break;
      if (cells) {
        this.#isRewritten = true;
        this.#putRow(cells, at);
        at = lineFeedAt(text, Math.max(cells.end, at)) + 1;
        continue;
      }
      const end = this.#lineEnd(at);
      if (end < 0) break;
      this.#rewriteLine(at, end);
      at = end + 1;
    }
    // without a row, too, all of the text is preserved
    if (this.#lines.length === 0 && at > 0) this.#put('', 0, 0);
    return {
      text: this.#out.join(''),
      starts: this.#starts,
      ends: this.#ends,
      lines: this.#lines,
      end: at < text.length ? this.#from.starts[at]! : Infinity,
      isRewritten: this.#isRewritten,
      wholes: this.#wholes,
    };
  }

  /**
   * The grid whose cells are the lines from `start` on, up to other text; undefined if they are none, `open` if the text ends
   * within them.
   */
  #cellLines(start: number): PlainRow | 'open' | undefined {
    const text = this.#text;
    const cells: PlainCell[] = [];
    let at = start;
    let end = start;
    for (; at < text.length && cells.length < MAX_SIZE ** 2; at = end + 1) {
      end = lineFeedAt(text, at);
      const stop = trimmedTextEnd(text, at, end);
      const word = text.slice(at, stop).trim();
      const isBlank = word === '' && this.#rules.cellLines === 'blank';
      const plain = isBlank ? '.' : plainWord(word);
      if (plain === undefined) break;
      const first = at + text.slice(at, stop).indexOf(word);
      cells.push({ plain, start: first, end: word === '' && text[end - 1] !== '\r' ? end : stop });
    }
    if (at >= text.length && !this.#last) return 'open';
    // blank lines at the end can also separate grids
    let count = cells.length;
    while (
      count > 0 &&
      sizeOfCells(count) === undefined &&
      text.slice(cells[count - 1]!.start, cells[count - 1]!.end).trim() === ''
    )
      count--;
    if (sizeOfCells(count) === undefined) return undefined;
    return { cells: cells.slice(0, count), start: cells[0]!.start, end: cells[count - 1]!.end };
  }

  /** End of the line, or of those over which its last row continues; -1 if the text ends within it. */
  #lineEnd(start: number): number {
    const text = this.#text;
    let end = lineFeedAt(text, start);
    if (!this.#rules.wrapped) return end;
    for (let from = start; ; ) {
      const open = lastBracket(text, from, end);
      if (open < 0 || !OPEN.includes(text[open]!)) return end;
      let at = end;
      while (at < text.length && !BRACKETS.includes(text[at]!)) at++;
      if (at === text.length) return this.#last ? end : -1;
      if (OPEN.includes(text[at]!)) return end;
      from = at;
      end = lineFeedAt(text, at);
    }
  }

  #rewriteLine(start: number, lineEnd: number): void {
    const text = this.#text;
    const { quoted, spaced, labelled, listed, trailed, headed } = this.#rules;
    let from = (quoted ? match(QUOTE_MARKS, text, start) : undefined) ?? start;
    let end = trimmedTextEnd(text, from, lineEnd);
    if (text.slice(from, end).trim() === '') {
      if (spaced) this.#isRewritten = true;
      else this.#put('', start, start);
      return;
    }
    if (match(COMMENT_LINE, text, from) !== undefined) {
      if (spaced) this.#isRewritten = true;
      else this.#putText(start);
      return;
    }
    if (headed > 0 && headingsOf(text, tokensOf(text, from, end).tokens) === headed) {
      this.#isRewritten = true;
      this.#putText(start);
      return;
    }
    if (listed) from = match(BULLET, text, from) ?? from;
    if (labelled) from = match(LABEL, text, from) ?? from;
    if (from > start) this.#isRewritten = true;
    const trailing = trailed ? trailingLabelAt(text, from, end) : undefined;
    if (trailing !== undefined) {
      this.#isRewritten = true;
      end = trailing;
    }
    const { tokens, commentAt, isCode } = tokensOf(text, from, end);
    if (isCode) this.#putBrackets(tokens, start);
    else {
      // without the the blanks of other kinds at the ends of lines, a plain row can be left
      this.#isRewritten ||= this.#isChanged(end, lineEnd);
      this.#putLine(tokens, start, from, Math.min(end, commentAt));
    }
  }

  /** Writes the rows between brackets, each on a line of its own. */
  #putBrackets(tokens: readonly Token[], start: number): void {
    const text = this.#text;
    let origin = start;
    let hasRows = false;
    for (let first = 0; first < tokens.length; ) {
      let next = first;
      while (next < tokens.length && mayBeCellToken(tokens[next]!)) next++;
      const rows =
        tokens[first]?.isQuoted && isNamedSolution(text, tokens[first].start)
          ? []
          : rowsOf(text, tokens.slice(first, next));
      for (const row of rows) {
        const [before, after] = [tokens[first - 1], tokens[next]];
        const isOnly = rows.length === 1 && before?.kind === 'open' && after?.kind === 'close';
        const outer = isOnly ? { ...row, start: before.start, end: after.end } : row;
        this.#isRewritten = true;
        this.#putRow(outer, origin, isOnly);
        origin = outer.end;
        hasRows = true;
        this.#closed = 0;
      }
      const other = tokens[next];
      if (other?.kind === 'text' && NAMES.test(text.slice(other.start, other.end))) this.#putText(origin);
      const bracket = tokens[next];
      if (bracket?.kind === 'close' && ++this.#closed === 2) {
        this.#putText(hasRows ? bracket.start : origin);
      }
      if (bracket?.kind === 'open') this.#closed = 0;
      first = next + 1;
    }
    if (!hasRows && tokens.some(({ kind, isQuoted }) => kind === 'text' && !isQuoted)) this.#putText(start);
  }

  /** Writes a line without brackets as it is, but for quotes and cells in other notations. */
  #putLine(tokens: readonly Token[], start: number, from: number, end: number): void {
    const text = this.#text;
    this.#closed = 0;
    const isAround = from > start || this.#isChanged(start, end);
    this.#isRewritten ||= isAround;
    const isMarker = tokens.length === 1 && tokens[0]!.kind === 'marker';
    const rows = isMarker || (isAround && tokens.length === 1) ? rowsOf(text, tokens) : [];
    if (rows.length > 0) {
      for (const row of rows) this.#putRow(row, start);
      return;
    }
    if (isOtherText(text, tokens)) {
      this.#putText(start);
      return;
    }
    const [first, lastToken] = [tokens[0]?.start ?? end, tokens.at(-1)?.end ?? end];
    this.#begin(start, first, lastToken);
    let at = from;
    for (const token of tokens) {
      const word = text.slice(token.start, token.end);
      if (token.plain === undefined || !isForeignCell(word)) continue;
      this.#copy(at, token.start);
      this.#character(token.plain, token.start, token.end);
      this.#isRewritten = true;
      at = token.end;
    }
    this.#copy(at, end);
    this.#character('\n', end, end);
  }

  /** Writes a row, or an entire grid as its rows. @param isComplete whether a list is known to begin and end with it */
  #putRow({ cells, start, end }: PlainRow, origin: number, isComplete = true): void {
    if (cells.length === 0) {
      const text = this.#text.slice(start, end);
      this.#begin(origin, start, end);
      for (const [i, sign] of Array.from(text).entries())
        if (/[a-z-]/.test(sign)) this.#character(sign, start + i, start + i + 1);
      this.#character('\n', end, end);
      return;
    }
    const side = sizeOfCells(cells.length);
    const areApart = cells[1]!.start > cells[0]!.end;
    // a line of a longer list can have as many numbers as a grid
    const isGrid =
      side !== undefined && (cells.length > 36 || this.#rules.whole) && (isComplete || !areApart);
    const size = isGrid ? side : cells.length;
    // in a row of a large grid all numbers can be below ten
    const isSeparated = cells.some(({ plain }) => plain.length > 1) || (areApart && size > 9);
    // rows of an unreadable grid must not become part of the next one
    if (isGrid) this.#putText(origin);
    if (isGrid && cells.length <= 36) this.#wholes++;
    for (let first = 0; first < cells.length; first += size) {
      const row = cells.slice(first, first + size);
      const isFirst = first === 0;
      const begin = isFirst ? start : row[0]!.start;
      this.#begin(isFirst ? origin : begin, begin, first + size < cells.length ? row.at(-1)!.end : end);
      for (const [i, cell] of row.entries()) {
        if (i > 0 && isSeparated) this.#character(' ', cell.start, cell.start);
        this.#character(cell.plain, cell.start, cell.end);
      }
      this.#character('\n', row.at(-1)!.end, row.at(-1)!.end);
    }
    if (isGrid) this.#putText(end);
  }

  /** Whether a stretch has characters that stand for others. */
  #isChanged(start: number, end: number): boolean {
    return this.#from.changed.subarray(start, end).includes(1);
  }

  #putText(origin: number): void {
    this.#put(OTHER_TEXT, origin, origin);
  }

  #put(line: string, origin: number, end: number): void {
    this.#begin(origin, origin, end);
    if (line !== '') this.#character(line, origin, end);
    this.#character('\n', end, end);
  }

  #begin(origin: number, start: number, end: number): void {
    this.#lines.push({
      at: this.#starts.length,
      origin: this.#startOf(origin),
      start: this.#startOf(start),
      end: end > start ? this.#from.ends[end - 1]! : this.#startOf(start),
    });
  }

  /** Writes the text of a cell that stands for a stretch, each character of it for the whole stretch. */
  #character(plain: string, start: number, end: number): void {
    const [from, to] = [this.#startOf(start), end > start ? this.#from.ends[end - 1]! : this.#startOf(start)];
    for (let i = 0; i < plain.length; i++) {
      this.#starts.push(from);
      this.#ends.push(to);
    }
    this.#out.push(plain);
  }

  #copy(start: number, end: number): void {
    for (let at = start; at < end; at++)
      this.#character(this.#text[at] === '`' ? ' ' : this.#text[at]!, at, at + 1);
  }

  #startOf(at: number): number {
    const { starts, ends } = this.#from;
    return at < this.#text.length ? starts[at]! : (ends[this.#text.length - 1] ?? 0);
  }
}

/** Whether words are rather a title or a sentence than a row. */
function isOtherText(text: string, tokens: readonly Token[]): boolean {
  const words = tokens.map(({ start, end }) => text.slice(start, end));
  // `;` is between words, or a cell of a large grid
  const line = text.slice(tokens[0]?.start, tokens.at(-1)?.end);
  if (isSymbolRow(words) || isSymbolRow(line.split(/[\s|]+/))) return false;
  const others = words.filter(
    (word, i) => /[A-Za-z]{2}|[=\x7f]/.test(word) && !/cell|packed/.test(tokens[i]!.kind) && !isRule(word),
  );
  return 2 * others.length >= words.length && others.length > 0;
}

/** Whether a word is a drawn line. */
const isRule = (word: string): boolean => /^[=+]{3,}$/.test(word);

/** Whether words of one length are rather a row of symbols: a digit or an empty cell is among them. */
function isSymbolRow(words: readonly string[]): boolean {
  const cells = words.join('');
  const isEven = words.every(({ length }) => length === words[0]!.length);
  return isEven && isSize(cells.length) && /[\d.*_?xX-]/.test(cells) && mayBeCells(cells, cells.length);
}
