// What pasted text can have around its rows, such as quote signs, labels and headings, and which of these its lines
// suggest.

import { MAX_SIZE } from '../../../options/options.ts';
import { anyOf, boolean, integer, members, type Shaped } from '../../../options/shape.ts';
import { sizeOfCells } from '../../../solver/model/geometry.ts';
import {
  BULLET,
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
import { isWord } from './words.ts';

/** What a text has around its rows. Plain JSON. */
export const pasteRules = members({
  /** Whether lines can begin with `>`, as in quoted mail. */
  quoted: boolean,
  /** Whether a label stands before each row: `A`, `1`, `r1:`, `[1,]`. */
  labelled: boolean,
  /** Whether rows are items of a list: `- 53..7….` */
  listed: boolean,
  /** Whether a label stands after each row: `| A`. */
  trailed: boolean,
  /** Cells of the headings above the grids, such as `1 2 3 4 5 6 7 8 9`; 0 without headings. */
  headed: integer(0, MAX_SIZE),
  /** Whether blank lines and comments stand between the rows of a grid. */
  spaced: boolean,
  /** Whether rows continue on the next line, up to their closing bracket. */
  wrapped: boolean,
  /** Whether 16 or 36 cells are a grid, not a row. */
  whole: boolean,
  /** Whether blanks other than the space and the tab are empty cells. */
  blankCells: boolean,
  /** Whether each line is a cell, as in a table that was copied from a page: `blank` if blank lines are empty cells. */
  cellLines: anyOf('none', 'full', 'blank'),
});
export type PasteRules = Shaped<typeof pasteRules>;

/** The rules that single lines of a text suggest. Only the grids that they give show which of them apply. */
export function possibleRules(text: string, blankCells: boolean): PasteRules[] {
  const headings = new Map<number, number>();
  const seen = { quoted: 0, gaps: 0, open: 0, whole: 0, bullets: 0, items: 0, cells: 0 };
  const before = new LabelRun();
  const after = new LabelRun();
  let run = 0;
  for (let at = 0; at < text.length; ) {
    const end = lineFeedAt(text, at);
    const quoted = match(QUOTE_MARKS, text, at);
    const from = quoted ?? at;
    run = quoted === undefined ? 0 : run + 1;
    const { tokens } = tokensOf(text, from, end);
    const [only] = tokens;
    const isGrid =
      tokens.length === 1 && (only!.kind === 'marker' || sizeOfCells(only!.end - only!.start) !== undefined);
    seen.quoted = Math.max(seen.quoted, isGrid && run > 0 ? MIN_QUOTED : run);
    const count = headingsOf(text, tokens);
    if (count > 0) headings.set(count, (headings.get(count) ?? 0) + 1);
    if (tokens.length === 0) seen.gaps++;
    const labelEnd = match(LABEL, text, from);
    if (labelEnd !== undefined) before.add(text.slice(from, labelEnd));
    const item = match(BULLET, text, from);
    if (item !== undefined) seen.bullets++;
    if (tokens[1]?.start === item && tokens[1]?.kind === 'packed') seen.items++;
    if (tokens.length === 1 && only!.end - only!.start <= 2) seen.cells++;
    const stop = trimmedTextEnd(text, from, end);
    const trailing = trailingLabelAt(text, from, stop);
    if (trailing !== undefined) after.add(text.slice(trailing, stop));
    const bracket = lastBracket(text, from, end);
    if (bracket >= 0 && OPEN.includes(text[bracket]!)) seen.open++;
    const words = tokens.filter(isWord);
    const lengths = words.map(({ isQuoted, start, end: stop }) => stop - start - (isQuoted ? 2 : 0));
    if ([...lengths, words.length].some((length) => WHOLE.has(length))) seen.whole++;
    at = end + 1;
  }
  const [headed] = [...headings].sort((a, b) => b[1] - a[1])[0] ?? [0];
  // before packed cells, a dash is none of them
  const isList = 2 * seen.items > seen.bullets;
  const base: PasteRules = {
    ...{ quoted: seen.quoted >= MIN_QUOTED, blankCells, cellLines: 'none', headed: 0 },
    ...{ labelled: false, listed: isList, trailed: false, spaced: false, wrapped: false, whole: false },
  };
  /** In the order of trial: the last one changes most often. */
  const mayBe: readonly (readonly [keyof PasteRules, boolean | number, boolean])[] = [
    ['whole', true, seen.whole > 0],
    ['wrapped', true, seen.open > 0],
    ['spaced', true, seen.gaps > 1],
    ['trailed', true, after.longest > 3],
    ['labelled', true, before.longest > 3],
    ['headed', headed, headed > 0],
    ['listed', true, seen.bullets > 0 && !isList],
  ];
  let rules = [base];
  for (const [name, value, isPossible] of mayBe) {
    if (isPossible) rules = rules.flatMap((others) => [others, { ...others, [name]: value }]);
  }
  const isColumn = seen.cells >= MIN_CELL_LINES;
  const cellLines: PasteRules['cellLines'][] = isColumn ? ['full', 'blank'] : [];
  const columns = cellLines.map((kind) => ({
    ...base,
    ...{ quoted: false, cellLines: kind, whole: true },
  }));
  return [...columns, ...rules];
}

/** Lines with one cell, at least, of a smallest grid. */
const MIN_CELL_LINES = 4;

/** Counts labels in order. */
class LabelRun {
  /** Labels of the longest run. */
  longest = 0;
  #count = 0;
  #last = -1;

  add(label: string): void {
    const number = labelNumber(label);
    this.#count = number === this.#last + 1 ? this.#count + 1 : 1;
    this.#last = number;
    this.longest = Math.max(this.longest, this.#count);
  }
}

/** The number that a label has, or its letter stands for. */
function labelNumber(label: string): number {
  const digits = /\d{1,2}/.exec(label)?.[0];
  if (digits !== undefined) return Number(digits);
  const letter = /[a-z]/i.exec(label)![0].toLowerCase();
  return letter.charCodeAt(0) - 'a'.charCodeAt(0);
}

/** Cells of a small grid that can also be those of a row. */
const WHOLE = new Set([16, 36]);

/** Consecutive lines that begin with `>`, at least: in a grid whose symbols include `>`, at most two rows do. */
const MIN_QUOTED = 3;
