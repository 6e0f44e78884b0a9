// Recognises one puzzle a line: most lines begin with a grid in one alphabet, perhaps after a prefix and before a
// solution.

import { ASTERISK, CR, LF, MAX_RECORD_BYTES, MINUS, UNDERSCORE } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { anyOf, boolean, integer, members, optional, type Shaped, text } from '../../options/shape.ts';
import { isSize } from '../../solver/model/geometry.ts';
import { MARKERS } from '../../solver/model/status.ts';
import {
  countBytes,
  countGrid,
  countSymbols,
  digitsSuffice,
  fileSymbols,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
  symbolsBySize,
} from '../shared/alphabet.ts';
import { isComment, isFrameLine } from '../shared/bytes.ts';
import { type Head, type HeadLine, sizeIn } from '../shared/head.ts';
import { hasMarker, isMarker, markerWithin } from '../shared/markers.ts';
import { areCells, isLongRun, isTextLine, puzzleRun } from '../shared/text-line.ts';
import { linesKernels } from './kernel.ts';
import {
  groupsIn,
  PREFIXES,
  type Prefix,
  type SizeOf,
  withoutPlusSigns,
  withoutPrefix,
} from './puzzle-text.ts';

/** What recognition finds out about a file with one puzzle a line. Plain JSON. */
export const linesState = members({
  /** symbols of the values by size, for the sizes that the head holds */
  alphabets: symbolsBySize,
  /** symbols of empty cells by size */
  empties: symbolsBySize,
  /** Size of most puzzles of the head, for messages about lines of another length; 0 if it has none. */
  size: integer(0, MAX_SIZE),
  /** Whether most puzzles are followed by a solution, as in `puzzle,solution` or `puzzle:count:solution`. */
  solved: boolean,
  /** Symbols among `-*_` that are empty cells: lines of others are rules. Missing in state stored by an older version. */
  signs: optional(text()),
  /** The prefix of most puzzles. */
  prefix: optional(anyOf(...(Object.keys(PREFIXES) as Prefix[]))),
  /** Set if cells are apart: a `+` precedes those that were not given, as HoDoKu writes them, or they are in groups. */
  apart: optional(anyOf(true)),
});
export type LinesState = Shaped<typeof linesState>;

/** Shorter tokens are preferably rows of a grid, or not part of a puzzle. */
const LONG = 40;

/** Cells of the smallest puzzle: shorter plain lines are rows of a grid. */
const MIN_CELLS = 16;

/** What each line with a puzzle or a marker has: rows with separators do not. */
const GROUP = /[^\s,;:|]{3}/;

/** Size of the smallest puzzle. */
const LEAST_SIZE = 4;

/** Lines that are examined for a prefix. */
const MAX_PREFIXED = 100;

/** The state of a file of 9x9 puzzles of digits and points. */
const PLAIN: LinesState = {
  ...fileSymbols([newSymbolCounts(9)]),
  size: 9,
  solved: false,
  signs: '',
};

const PLAIN_CELLS = 81;
const OTHER_EMPTY_SIGNS = [ASTERISK, MINUS, UNDERSCORE];

/**
 * Recognises a head that consists of 9x9 puzzles of digits and points, and of no other byte but line ends: no other format
 * takes it, and all that {@link recogniseLines} would find out about it is known. In a process that has just started, the
 * recognisers of other formats take longer than thousands of puzzles.
 */
export function recognisePlainLines({
  bytes,
  complete,
}: Pick<Head, 'bytes' | 'complete'>): LinesState | undefined {
  const end = bytes.lastIndexOf(LF) + 1;
  if (end <= PLAIN_CELLS || end > MAX_RECORD_BYTES || (complete && end < bytes.length)) return undefined;
  const isCrLf = bytes[end - 2] === CR;
  const lineBytes = PLAIN_CELLS + (isCrLf ? 2 : 1);
  if (end % lineBytes !== 0 || OTHER_EMPTY_SIGNS.some((sign) => bytes.includes(sign))) return undefined;
  const kernel = linesKernels.take();
  kernel.load(bytes.subarray(0, end));
  const count = kernel.read(0, end, PLAIN_CELLS, 9, 0, 0, 0);
  let isPlain = count * lineBytes === end;
  for (let i = 0; isPlain && i < count; i++) {
    // the kernel also reads lines with text after the cells
    const start = i * lineBytes;
    isPlain = kernel.starts[i] === start && (!isCrLf || bytes[start + PLAIN_CELLS] === CR);
  }
  linesKernels.giveBack(kernel);
  return isPlain ? PLAIN : undefined;
}

const COUNT = /^\s*\d{1,9}$/;

/**
 * The state of a set without puzzles: nothing but comments, blank lines and perhaps the number of puzzles. Undefined for any other
 * file, also if puzzles are comments only because a sign of the comments is their first symbol.
 */
function withoutPuzzles({ lines, complete }: Head): LinesState | undefined {
  let counted = false;
  for (const { text } of complete ? lines : []) {
    if (text.trim() === '') continue;
    if (isComment(text)) {
      if (holdsPuzzle(text)) return undefined;
    } else if (!counted && COUNT.test(text)) counted = true;
    else return undefined;
  }
  return complete ? PLAIN : undefined;
}

/** Whether a comment is a puzzle after its sign, or one whose empty cells are that sign. */
function holdsPuzzle(comment: string): boolean {
  const [sign] = /#|%|\/\//.exec(comment)!;
  const isWithin = (text: string) => puzzleRun(text, 9) !== undefined;
  return (
    isWithin(comment.replace(sign, '')) || (/\d/.test(comment) && isWithin(comment.replaceAll(sign, '.')))
  );
}

export function recogniseLines(head: Head): LinesState | undefined {
  const none = withoutPuzzles(head);
  if (none) return none;
  // such lines are rows of a grid, unless a marker stands for a puzzle
  if (head.longest < MIN_CELLS && head.requested !== 'lines' && !hasMarker(head.text)) return undefined;
  const sizes = new Map<number, SymbolCounts>();
  let puzzles = 0;
  let almost = 0;
  let short = 0;
  let markers = 0;
  let solved = 0;
  let apart = 0;
  /** lines without a puzzle */
  const rest: string[] = [];
  const signs = emptySignsIn(head);
  const sizeOf = (cells: number) => sizeIn(head, cells);
  const prefix = prefixIn(head, sizeOf);

  for (const line of head.lines) {
    // a shortcut for most lines, which are neither rules nor comments
    if (prefix === undefined && line.isPlain) {
      const size = line.length < LONG ? undefined : sizeIn(head, line.length);
      if (size !== undefined && (size === 9 || mayBeCells(line.text, size, head.alphabet))) {
        const symbols = countGrid(sizes, size);
        if (!digitsSuffice(symbols)) countBytes(symbols, head.bytes, line.start, line.start + line.length);
        puzzles++;
        continue;
      }
      if (line.length > 0 && line.length < MIN_CELLS) {
        rest.push(line.text);
        continue;
      }
    }
    if (line.text.trim() === '' || isComment(line.text) || isFrameLine(line.text, signs)) continue;
    if (!GROUP.test(line.text) || (line.length < MIN_CELLS && markerWithin(line.text) < 0)) {
      rest.push(line.text.trim());
      continue;
    }
    const text = withoutPrefix(line.text, prefix, sizeOf);
    const found = puzzleIn(text, head);
    if (found) {
      countSymbols(countGrid(sizes, found.size), found.cells);
      if (found.isApart) apart++;
      else if (hasSolution(text, found.cells.length)) solved++;
      if (found.cells.length >= LONG) puzzles++;
      else short++;
    } else if (isMarker(text)) markers++;
    else if (isAlmostPuzzle(prefix ? text : line.text)) {
      almost++;
      const quoted = puzzleIn(text.replace(/["'`)\]}].*/, ''), head);
      if (quoted) countSymbols(countGrid(sizes, quoted.size), quoted.cells);
    } else rest.push(line.text.trim());
  }

  const most = [...sizes.values()].reduce((a, b) => (b.grids > a.grids ? b : a), newSymbolCounts(0));
  const long = puzzles + almost;
  // 16 or 36 characters are a small grid or a row of a large one: the majority of lines decides
  const outweigh = (others: number) => (long > 0 ? (long + short) * 4 >= others : short > others);
  // rows are found faster than texts are told from puzzles with faults
  const rows = rowsIn(rest);
  const isOther = (text: string) => !isTextLine(text, most.size);
  const others = rows > 0 && !outweigh(rows) ? rows : Math.max(rest.filter(isOther).length, rows);
  const recognised = outweigh(others);
  if (
    head.requested !== 'lines' &&
    !recognised &&
    !(markers > 0 && others === 0 && (prefix || hasPaddedMarker(head)))
  )
    return undefined;
  return {
    ...fileSymbols(sizes.values(), head.alphabet),
    size: most.size,
    solved: 2 * solved > puzzles + short,
    signs,
    ...(prefix && { prefix }),
    ...(apart > 0 && { apart: true }),
  };
}

/** The lines that are rows of a grid: as many of one length, one after another, as it has cells in a row. */
function rowsIn(texts: readonly string[]): number {
  let [rows, run, last] = [0, 0, 0];
  for (const text of texts) {
    const row = text.replace(/[\s|,;:]+/g, '');
    const size = isSize(row.length) && /^[\dA-Za-z.*_?-]+$/.test(row) ? row.length : 0;
    run = size === last ? run + 1 : 1;
    last = size;
    if (size > 0 && run === size) rows += size;
    else if (size > 0 && run > size) rows++;
  }
  return rows;
}

/** A line with one of the prefixes, perhaps after a byte order mark. */
const ANY_PREFIX = new RegExp(
  Object.values(PREFIXES)
    .map(({ source }) => source.replace('^', '^(?:\xef\xbb\xbf)?\\s*'))
    .join('|'),
  'im',
);

/** The named prefix of most puzzles of the head; undefined if there is none. */
function prefixIn(head: Head, sizeOf: SizeOf): Prefix | undefined {
  // a search of the whole text rules out most files
  if (!ANY_PREFIX.test(head.text)) return undefined;
  const records = head.lines.values().filter(isRecord).take(MAX_PREFIXED).toArray();
  const isUsual = ({ length, isPlain }: HeadLine) => length === PLAIN_CELLS && isPlain;
  if (2 * records.filter(isUsual).length >= records.length) return undefined;
  /** Lines with a puzzle, one with a fault, or the marker of one, after the prefix. */
  const after = (prefix: Prefix, least: number) =>
    records.filter(({ text: line }) => {
      const text = line.trimStart();
      if (!PREFIXES[prefix].test(text)) return false;
      const rest = withoutPrefix(text, prefix, sizeOf);
      if (isMarker(rest) || (puzzleIn(rest, head)?.cells.length ?? 0) >= least) return true;
      // the digits at the front of a puzzle can look like a number
      return isAlmostPuzzle(rest) && !puzzleIn(text, head) && !isAlmostPuzzle(text);
    }).length;
  const names = Object.keys(PREFIXES) as Prefix[];
  const most = names.find(
    // a marker can stand for a puzzle of any size, so that short ones count, too, beside a long one
    (prefix) => after(prefix, LONG) > 0 && 2 * after(prefix, 1) > records.length,
  );
  // 4x4 and 6x6 puzzles are as short as rows: all lines must have a number
  return most ?? (records.length > 0 && after('number', 1) === records.length ? 'number' : undefined);
}

/** Whether a line is neither blank nor text. */
function isRecord({ isPlain, length, text }: HeadLine): boolean {
  if (isPlain) return length >= MIN_CELLS;
  return text.trim() !== '' && !isComment(text) && !isTextLine(text.trim(), LEAST_SIZE);
}

/** A line with one of `-*_` beside a given. */
const SIGN_AND_GIVEN = /^(?:[^\n*_-]*[*_-][^\n\dA-Za-z]*[\dA-Za-z]|[^\n\dA-Za-z]*[\dA-Za-z][^\n*_-]*[*_-])/m;

/** Symbols among `-*_` that occur beside givens in puzzles of the head. */
function emptySignsIn(head: Head): string {
  const { lines, text: all } = head;
  const signs = new Set<string>();
  // a search of the whole text rules out most files
  if (!SIGN_AND_GIVEN.test(all)) return '';
  for (const line of lines) {
    if (line.isPlain) continue;
    const { text } = line;
    if (!/[-*_]/.test(text) || !/[\dA-Za-z]/.test(text) || isComment(text)) continue;
    for (const sign of puzzleIn(text, head)?.cells.replace(/[^-*_]/g, '') ?? '') signs.add(sign);
  }
  return [...signs].join('');
}

interface PuzzleText {
  readonly size: number;
  readonly cells: string;
  /** Whether the text has a `+` before some cells, or separators between groups of them, which `cells` omits. */
  readonly isApart: boolean;
}

/** The puzzle at the start of a line, if any. */
function puzzleIn(text: string, head: Head): PuzzleText | undefined {
  const grouped = groupsIn(text, (cells) => sizeIn(head, cells))?.cells;
  const groupedSize = grouped === undefined ? undefined : sizeIn(head, grouped.length);
  if (groupedSize !== undefined && mayBeCells(grouped!, groupedSize, head.alphabet))
    return { size: groupedSize, cells: grouped!, isApart: true };
  // `:` and `;` end the puzzle, unless they are symbols of a large grid
  for (const token of [/[^\s,;:|\x80-\xff]+/, /[^\s,|\x80-\xff]+/]) {
    const word = token.exec(text)?.[0] ?? '';
    const found = sizeIn(head, word.length) === undefined ? word.replace(/>$/, '') : word;
    if (text.slice(0, text.indexOf(found)).trim() !== '') continue;
    const plain = withoutPlusSigns(found);
    const cells = plain ?? found;
    const size = sizeIn(head, cells.length);
    if (size !== undefined && mayBeCells(cells, size, head.alphabet))
      return { size, cells, isApart: plain !== undefined };
  }
  return undefined;
}

/** Patterns of the text after a puzzle, by its number of cells. */
const solutions: Record<number, RegExp> = {};

/** Whether a complete grid with this number of cells follows the puzzle, perhaps after a count. */
function hasSolution(text: string, cells: number): boolean {
  const after = text.trimStart().slice(cells);
  if (after.length <= cells) return false;
  solutions[cells] ??= new RegExp(
    `^[\\s,;:|]\\s*(\\d{1,10}[\\s,;:|])?[^\\s,;:|.*_?-]{${cells}}(?![^\\s,;:|])`,
  );
  return solutions[cells].test(after);
}

/** Whether a line was meant as a puzzle: it begins with a long token, nearly all of it digits and empty cells or letters. */
function isAlmostPuzzle(text: string): boolean {
  const token = /^\s*([^\s,;:|]+)/.exec(text)?.[1] ?? '';
  // quotes and brackets belong to JSON or a table
  if (token.length < LONG || /^["'[{(]/.test(token) || !/[\dA-Za-z]/.test(token)) return false;
  return areCells(token, 0) || isLongRun(token);
}

/** Whether markers have the width of a puzzle, as an earlier run pads them: then lines held one puzzle each. */
function hasPaddedMarker(head: Head): boolean {
  return head.text.split(/\r?\n/).some((line) => {
    const [found] = PADDED_MARKER.exec(line) ?? [];
    if (found === undefined) return false;
    // one more blank can separate the marker from other text; a line longer than any puzzle has a marker of its width, too
    return (
      found.length > MAX_SIZE ** 2 || [found.length, found.length - 1].some((width) => sizeIn(head, width))
    );
  });
}

const PADDED_MARKER = new RegExp(`\\b(?:${MARKERS.slice(1).join('|')}) *(?=$|[^ ])`);
