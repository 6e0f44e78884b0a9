// Which lines of a text are no records: titles, sources, dates and numbers around puzzles. And what such a line cannot hold:
// a run of cells that is as long as a puzzle, because nothing that may be one passes unread.

import { LF } from '../../kernel/constants.ts';
import { MIN_SIZE } from '../../options/options.ts';
import { sideOf } from '../../solver/geometry.ts';
import { mayBeCells } from './alphabet.ts';
import type { BrokenRecord } from './block.ts';
import { isFrameLine, quote } from './bytes.ts';
import { latin1 } from './latin1.ts';
import { isCutMarker, markerWithin } from './markers.ts';
import { roleOf } from './roles.ts';
import { spreadsheetFault } from './spreadsheet.ts';

const DATE = /^(\d{4}([-/.])\d\d?\2\d\d?|\d\d?([-/.])\d\d?\3\d{2,4})$/;

const TIME = /^\d\d?:\d\d$/;

/** Whether a line is a date. */
export function isDate(text: string): boolean {
  return DATE.test(text);
}

/** Two letters in a row, or a letter of another script, one character a byte. */
const WORD = /[A-Za-z]{2}|[\x80-\xff]/;
/** A number, perhaps a rating: `17`, `4.5`, `1.`. */
const NUMBER = /^\d{1,9}([.,]\d{0,2})?$/;
/** What spreadsheets make of a puzzle that they take for a number, with the digits that it has after the first. */
const FRACTION = /^(?:\d[.,])?\d+E\+(\d{2,3})$/i;
/** Empty cells at the front of a puzzle, which are no digits of the number. */
const MAX_ZEROS = 20;
/** A line that begins with cells of which some are empty. */
const CUT_PUZZLE = /^(?=[.*_]*\d)\d*[.*_][\d.*_]*(?![^\s,;:|])/;
/** The same, whatever follows: the cells begin with an empty one, or two stand together. */
const BEGUN_PUZZLE = /^(?=[.*_]*\d)(?:[.*_]|\d+[.*_]{2})[\d.*_]*(?![^\s,;:|])/;
/** A line of one word that is too long to be one. */
const LONG_WORD = /^[^\s,;:|]{40,}$/;
/** What may be the cells of a puzzle, or part of them. */
const RUN = /[^\s,;:|"'`()[\]{}<>=/&\\\x80-\xff]+/g;

/** Characters of a line that are examined. */
const MAX_EXAMINED = 4000;

/** Cells from which a run may be a puzzle in any file. */
const PUZZLE_CELLS = 81;

/** As many characters as the smallest puzzle has cells, or a number in their place: most lines of text have no such run. */
const LEAST_RUN = /[^\s,;:|]{16}|\dE\+\d/i;

/** A run of letters of one case that is longer than any word, which may be a puzzle of any size. */
const LONG_LETTERS = /^(?=[.*_-]*[0-9A-Za-z])(?:[0-9A-Z.*_-]{200,}|[0-9a-z.*_-]{200,})$/;

/** A link. Commas and the like end it, as they do cells. */
const LINK = /[a-z]{2,20}:\/\/[^\s,;|"'`()<>[\]{}]*/gi;

/** A text with blanks in place of its links: cells in them are no puzzle of the text. */
export function withoutLinks(text: string): string {
  return text.includes('://') ? text.replace(LINK, (link) => ' '.repeat(link.length)) : text;
}

/** A stretch of a line. */
interface Run {
  readonly start: number;
  readonly end: number;
}

/** Characters of a name and what joins it to its value. */
const MAX_NAME = 50;
const NAME_BEFORE = /([A-Za-z]\w{0,40})["']?[ \t]{0,9}(?:[:=]|=>)[ \t]{0,9}["'`]?$/;

/** Whether a name before a text says that it is a solution: `solution: '…'`, `"answer": "…"`. */
export function isNamedSolution(text: string, start: number): boolean {
  const name = NAME_BEFORE.exec(text.slice(Math.max(0, start - MAX_NAME), start))?.[1];
  return name !== undefined && roleOf(name) === 'solution';
}

/** Whether a spreadsheet has most likely made a run of a puzzle of the file's size. */
function isShortened(run: string, size: number): boolean {
  const missing = size * size - 1 - Number(FRACTION.exec(run)?.[1]);
  return missing >= 0 && missing < MAX_ZEROS;
}

/** Whether a run was meant as a puzzle of any size. */
export function isLongRun(run: string): boolean {
  return (run.length >= PUZZLE_CELLS && areCells(run, 9)) || LONG_LETTERS.test(run);
}

/** Whether a run consists of cells, but for a fifth of it. Letters are cells of large grids only, and O can be meant as 0. */
export function areCells(run: string, size: number): boolean {
  const others = run.replace(size > 9 ? /[0-9A-Za-z.*_?-]/g : /[0-9.*_?xXoO-]/g, '').length;
  return (size > 9 ? /[\dA-Za-z]/ : /\d/).test(run) && 5 * others <= run.length;
}

/**
 * The first run of a line that may be a puzzle: 81 cells or more, or as many as most grids of the file have.
 * @param text one character a byte
 * @param size of most grids; 0 if that is unknown
 * @param isOpen whether it must be no solution: a grid without empty cells, or one that a name calls so
 */
export function puzzleRun(text: string, size: number, isOpen = false): Run | undefined {
  if (!LEAST_RUN.test(text)) return undefined;
  for (const { 0: run, index } of withoutLinks(text).matchAll(RUN)) {
    if (isOpen && sideOf(run.length) !== undefined && !/[0.*_?-]/.test(run)) continue;
    const isRun =
      isLongRun(run) ||
      (run.length === size * size && (mayBeCells(run, size) || (size <= 9 && areCells(run, size)))) ||
      isShortened(run, size);
    if (isRun && !(isOpen && isNamedSolution(text, index))) return { start: index, end: index + run.length };
  }
  return undefined;
}

/**
 * The record of a line of other text that has cells of a puzzle; undefined for all other lines.
 * @param from offset of the block, and `line` line feeds in it before the line
 */
export function unreadRecord(
  bytes: Uint8Array,
  start: number,
  stop: number,
  size: number,
  from: number,
  line: number,
): BrokenRecord | undefined {
  const run = puzzleRun(latin1(bytes, start, Math.min(stop, start + MAX_EXAMINED)), size, true);
  if (!run) return undefined;
  const at = start + run.start;
  const found = latin1(bytes, at, start + run.end);
  const got = `${run.end - run.start} cells in a text: ${quote(bytes, at, start + run.end)}`;
  const column = at - bytes.lastIndexOf(LF, at);
  return {
    start: at - from,
    end: start + run.end - from,
    line,
    column,
    reason: spreadsheetFault(found) ?? `expected a puzzle by itself, got ${got}`,
    isKept: true,
  };
}

/**
 * Whether a line among puzzles is a title, a source, a date or a number, not a puzzle with a fault: it has fewer than half of
 * the cells of a puzzle, and does not begin as one, or has words.
 * @param text one character a byte, without the blanks around it
 * @param size of most puzzles; 0 if that is unknown
 */
export function isTextLine(text: string, size: number): boolean {
  if (text.length > MAX_EXAMINED || LONG_WORD.test(text) || markerWithin(text) >= 0) return false;
  if (BEGUN_PUZZLE.test(text) || FRACTION.test(text) || isCutMarker(text)) return false;
  if (!WORD.test(text) && CUT_PUZZLE.test(text) && !NUMBER.test(text) && !isDate(text)) return false;
  let cells = 0;
  for (const [run] of withoutLinks(text).matchAll(RUN))
    if (areCells(run, size) && !isDate(run)) cells += run.length;
  return cells < (size || 9) ** 2 / 2 && puzzleRun(text, size) === undefined;
}

/** As {@link isTextLine}, for a line in bytes. */
export function isTextLineAt(bytes: Uint8Array, start: number, stop: number, size: number): boolean {
  return isTextLine(latin1(bytes, start, Math.min(stop, start + MAX_EXAMINED + 1)), size);
}

/** Whether a line is a title or the like in a file whose puzzles are no grids: it has words, or fewer cells than any row. */
export function isTitle(text: string): boolean {
  const line = text.trim();
  if (isFrameLine(line, '')) return true;
  const words = line.replace(/\bnan\b/gi, '.');
  const mayBe =
    WORD.test(words) || isDate(line) || TIME.test(line) || words.replace(/[^\w.*?]/g, '').length < MIN_SIZE;
  return mayBe && isTextLine(line, 9);
}

/** Whether all lines of a stretch are text with words. */
export function areWordsAt(bytes: Uint8Array, start: number, stop: number, size: number): boolean {
  const lines = latin1(bytes, start, Math.min(stop, start + MAX_EXAMINED + 1)).split('\n');
  return lines.every((line) => WORD.test(line) && isTextLine(line.trim(), size));
}
