import {
  chooseAlphabet,
  countBytes,
  countSymbols,
  digitsSuffice,
  emptySymbolsOf,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { isComment, isDigit, isFrameLine } from '../shared/bytes.ts';
import { sizeOfCells } from '../shared/format.ts';
import type { Head, HeadLine } from '../shared/head.ts';
import { isMarker, isOnlyMarker } from '../shared/markers.ts';
import { PREFIXES, type Prefix, withoutPlusSigns, withoutPrefix } from './puzzle-text.ts';

/** What the head tells of a file with one puzzle a line. Plain JSON. */
export interface LinesState {
  /** symbols of the values by size, for the sizes that the head holds */
  readonly alphabets: Record<number, string>;
  /** signs of empty cells by size */
  readonly empties: Record<number, string>;
  /** Size of most puzzles of the head, which a line of another length is measured by; 0 if it holds none. */
  readonly size: number;
  /** Whether most puzzles have a solution after them, as in `puzzle,solution` or `puzzle:count:solution`. */
  readonly solved: boolean;
  /** Whether the first line that is no comment is the number of puzzles, as in some collections. */
  readonly counted: boolean;
  /** Signs among `-*_` that are empty cells: a line of nothing but others is drawn. Missing in what an older version stored. */
  readonly signs?: string;
  /** What stands before most puzzles. */
  readonly prefix?: Prefix;
  /** Whether a `+` stands before cells that were placed and not given, as HoDoKu writes it. Missing where none does. */
  readonly placed?: true;
}

/** Shorter tokens of cell symbols are rather rows of a grid, or no part of a puzzle at all. */
const LONG = 40;

/** Plain lines that are shorter are rows of a small grid: no puzzle is as short. */
const MIN_CELLS = 16;

/** Lines that tell what stands before puzzles. */
const MAX_PREFIXED = 100;

export function recogniseLines(head: Head): LinesState | undefined {
  const sizes = new Map<number, SymbolCounts>();
  let puzzles = 0;
  let nearly = 0;
  let short = 0;
  let others = 0;
  let counted: boolean | undefined;
  let markers = 0;
  let solved = 0;
  let placed = 0;
  /** The symbols of one more grid are to be added to these. */
  const symbolsOf = (size: number) => {
    const symbols = sizes.get(size) ?? newSymbolCounts(size);
    sizes.set(size, symbols);
    symbols.grids++;
    return symbols;
  };
  const signs = emptySignsIn(head);
  const prefix = prefixIn(head);

  for (const line of head.lines) {
    // most lines of most files need none of the looks that others do: these are no rules, no comments, and nothing else beside a puzzle
    if (counted !== undefined && prefix === undefined && (line.isPlain || isDigit(head.bytes[line.start]!))) {
      if (line.length < MIN_CELLS) {
        others++;
        continue;
      }
    }
    if (counted !== undefined && prefix === undefined && line.isPlain) {
      const size = line.length < LONG ? undefined : sizeOfCells(line.length);
      if (size !== undefined && (size === 9 || mayBeCells(line.text, size, head.alphabet))) {
        const symbols = symbolsOf(size);
        if (!digitsSuffice(symbols)) countBytes(symbols, head.bytes, line.start, line.start + line.length);
        puzzles++;
        continue;
      }
    }
    if (line.text.trim() === '' || isComment(line.text) || isFrameLine(line.text, signs)) continue;
    const text = withoutPrefix(line.text, prefix);
    if (counted === undefined) {
      counted = /^\s*\d{1,9}$/.test(text);
      if (counted) continue;
    }
    const found = puzzleIn(text, head.alphabet);
    if (found) {
      countSymbols(symbolsOf(found.size), found.cells);
      if (found.placed) placed++;
      else if (hasSolution(text, found.cells.length)) solved++;
      if (found.cells.length >= LONG) puzzles++;
      else short++;
    } else if (isMarker(text)) markers++;
    else if (isAlmostPuzzle(text)) nearly++;
    else others++;
  }

  const long = puzzles + nearly;
  // sixteen characters are a 4x4 grid or a row of a 16x16 one, thirty-six likewise: most lines decide
  const recognised = long > 0 ? (long + short) * 4 >= others : short > others;
  if (head.requested !== 'lines' && !recognised && !(markers > 0 && others === 0 && isOneLineWide(head)))
    return undefined;
  const alphabets: Record<number, string> = {};
  const empties: Record<number, string> = {};
  for (const [size, symbols] of sizes) {
    const alphabet = chooseAlphabet(symbols, head.alphabet);
    alphabets[size] = alphabet.symbols;
    empties[size] = emptySymbolsOf(symbols, alphabet);
  }
  const most = [...sizes.values()].reduce((a, b) => (b.grids > a.grids ? b : a), newSymbolCounts(0));
  return {
    alphabets,
    empties,
    size: most.size,
    solved: 2 * solved > puzzles + short,
    counted: counted ?? false,
    signs,
    ...(prefix && { prefix }),
    ...(placed > 0 && { placed: true }),
  };
}

/** What stands before most puzzles of the head; undefined where most stand first in their lines. */
function prefixIn({ lines, alphabet }: Head): Prefix | undefined {
  const records = recordsIn(lines);
  const without = (prefix?: Prefix, least = LONG) =>
    records.filter((line) => {
      if (line.isPlain && line.length <= MIN_CELLS) return false;
      const { text } = line;
      const rest = withoutPrefix(text, prefix);
      if (prefix !== undefined && rest === text.trimStart()) return false;
      return (puzzleIn(rest, alphabet)?.cells.length ?? 0) >= least;
    }).length;
  if (records.some(isPlainPuzzle) || without() > 0) return undefined;
  const most = (Object.keys(PREFIXES) as Prefix[]).find((prefix) => 2 * without(prefix) > records.length);
  // 4x4 and 6x6 puzzles are as short as rows are: all lines have to be such
  return most ?? (records.length > 0 && without('number', 1) === records.length ? 'number' : undefined);
}

/** The first lines that are neither blank nor comments. */
function recordsIn(lines: Head['lines']): HeadLine[] {
  const records: HeadLine[] = [];
  for (const line of lines) {
    if (records.length === MAX_PREFIXED) break;
    if (line.isPlain || (line.text.trim() !== '' && !isComment(line.text))) records.push(line);
  }
  return records;
}

/** Whether a line is a 9x9 puzzle as most are written. */
function isPlainPuzzle({ length, isPlain }: HeadLine): boolean {
  return length === 81 && isPlain;
}

const EMPTY_SIGNS = ['-', '*', '_'];

/** Signs among `-*_` that stand beside givens in puzzles of the head. */
function emptySignsIn({ lines, text: all, alphabet }: Head): string {
  const signs = new Set<string>();
  // most files have none, which a search tells sooner than a look at each line
  if (!EMPTY_SIGNS.some((sign) => all.includes(sign))) return '';
  for (const line of lines) {
    if (line.isPlain) continue;
    const { text } = line;
    if (!/[-*_]/.test(text) || !/[\dA-Za-z]/.test(text) || isComment(text)) continue;
    for (const sign of puzzleIn(text, alphabet)?.cells.replace(/[^-*_]/g, '') ?? '') signs.add(sign);
  }
  return [...signs].join('');
}

interface PuzzleText {
  readonly size: number;
  readonly cells: string;
  /** Whether a `+` stands before some cells, which are given without. */
  readonly placed: boolean;
}

/** The puzzle at the front of a line, if there is one. */
function puzzleIn(text: string, given?: string): PuzzleText | undefined {
  // `:` and `;` part the puzzle from what follows, except where they are symbols of a large grid
  for (const token of [/[^\s,;:|]+/, /[^\s,|]+/]) {
    const found = token.exec(text)?.[0] ?? '';
    if (text.slice(0, text.indexOf(found)).trim() !== '') continue;
    const plain = withoutPlusSigns(found);
    const cells = plain ?? found;
    const size = sizeOfCells(cells.length);
    if (size !== undefined && mayBeCells(cells, size, given))
      return { size, cells, placed: plain !== undefined };
  }
  return undefined;
}

/** What stands after a puzzle of so many cells. */
const solutions: Record<number, RegExp> = {};

/** Whether a full grid of so many cells stands after the puzzle, perhaps with a count between. */
function hasSolution(text: string, cells: number): boolean {
  const after = text.trimStart().slice(cells);
  if (after.length <= cells) return false;
  solutions[cells] ??= new RegExp(
    `^[\\s,;:|]\\s*(\\d{1,10}[\\s,;:|])?[^\\s,;:|.*_?-]{${cells}}(?![^\\s,;:|])`,
  );
  return solutions[cells].test(after);
}

/** Whether a line was meant to be a puzzle: it begins with a long token, nearly all of it digits and empty cells or letters. */
function isAlmostPuzzle(text: string): boolean {
  const token = /^\s*([^\s,;:|]+)/.exec(text)?.[1] ?? '';
  // quotes and brackets are of JSON or of a table
  if (token.length < LONG || /^["'[{(]/.test(token)) return false;
  const cells = token.replace(/[^0-9.*_?x-]/gi, '').length;
  return cells >= 0.8 * token.length || (token.length >= 200 && /^[0-9A-Z.*_-]+$/i.test(token));
}

/** Whether markers alone show that lines held one puzzle each: they are padded to its width. */
function isOneLineWide(head: Head): boolean {
  const text = Buffer.from(head.bytes).toString('latin1');
  return text.split(/\r?\n/).some((line) => isOnlyMarker(line) && sizeOfCells(line.length) !== undefined);
}
