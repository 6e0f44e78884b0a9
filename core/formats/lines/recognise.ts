import { ASTERISK, CR, LF, MAX_RECORD_BYTES, MINUS, UNDERSCORE } from '../../kernel/constants.ts';
import {
  countBytes,
  countSymbols,
  digitsSuffice,
  fileSymbols,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { isComment, isDigit, isFrameLine } from '../shared/bytes.ts';
import { type Head, type HeadLine, sizeIn } from '../shared/head.ts';
import { isMarker, isOnlyMarker } from '../shared/markers.ts';
import { linesKernels } from './kernel.ts';
import { cellsWithin, PREFIXES, type Prefix, withoutPlusSigns, withoutPrefix } from './puzzle-text.ts';

/** What recognition finds out about a file with one puzzle a line. Plain JSON. */
export interface LinesState {
  /** symbols of the values by size, for the sizes that the head holds */
  readonly alphabets: Record<number, string>;
  /** symbols of empty cells by size */
  readonly empties: Record<number, string>;
  /** Size of most puzzles of the head, for messages about lines of another length; 0 if it has none. */
  readonly size: number;
  /** Whether most puzzles are followed by a solution, as in `puzzle,solution` or `puzzle:count:solution`. */
  readonly solved: boolean;
  /** Whether the first line that is not a comment is the number of puzzles, as in some collections. */
  readonly counted: boolean;
  /** Symbols among `-*_` that are empty cells: lines of others are rules. Missing in state stored by an older version. */
  readonly signs?: string;
  /** The prefix of most puzzles. */
  readonly prefix?: Prefix;
  /** Set if a `+` precedes solved cells that were not given, as HoDoKu writes them. */
  readonly placed?: true;
}

/** Shorter tokens are preferably rows of a grid, or not part of a puzzle. */
const LONG = 40;

/** Cells of the smallest puzzle: shorter plain lines are rows of a grid. */
const MIN_CELLS = 16;

/** Lines that are examined for a prefix. */
const MAX_PREFIXED = 100;

/** The state of a file of 9x9 puzzles of digits and points. */
const PLAIN: LinesState = {
  ...fileSymbols([newSymbolCounts(9)]),
  size: 9,
  solved: false,
  counted: false,
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
  return complete ? { ...PLAIN, counted } : undefined;
}

/** Whether a comment is a puzzle after its sign, or one whose empty cells are that sign. */
function holdsPuzzle(comment: string): boolean {
  const [sign] = /#|%|\/\//.exec(comment)!;
  const isWithin = (text: string) => cellsWithin(`${sign} ${text}`) !== undefined;
  return (
    isWithin(comment.replace(sign, '')) || (/\d/.test(comment) && isWithin(comment.replaceAll(sign, '.')))
  );
}

export function recogniseLines(head: Head): LinesState | undefined {
  const none = withoutPuzzles(head);
  if (none) return none;
  const sizes = new Map<number, SymbolCounts>();
  let puzzles = 0;
  let almost = 0;
  let short = 0;
  let others = 0;
  let counted: boolean | undefined;
  let markers = 0;
  let solved = 0;
  let placed = 0;
  /** Counts one more grid of a size. @returns the counts to add its symbols to */
  const countGrid = (size: number) => {
    const symbols = sizes.get(size) ?? newSymbolCounts(size);
    sizes.set(size, symbols);
    symbols.grids++;
    return symbols;
  };
  const signs = emptySignsIn(head);
  const prefix = prefixIn(head);

  for (const line of head.lines) {
    // shortcuts for most lines, which are neither rules nor comments
    if (counted !== undefined && prefix === undefined && (line.isPlain || isDigit(head.bytes[line.start]!))) {
      if (line.length < MIN_CELLS) {
        others++;
        continue;
      }
    }
    if (counted !== undefined && prefix === undefined && line.isPlain) {
      const size = line.length < LONG ? undefined : sizeIn(head, line.length);
      if (size !== undefined && (size === 9 || mayBeCells(line.text, size, head.alphabet))) {
        const symbols = countGrid(size);
        if (!digitsSuffice(symbols)) countBytes(symbols, head.bytes, line.start, line.start + line.length);
        puzzles++;
        continue;
      }
    }
    if (line.text.trim() === '' || isComment(line.text) || isFrameLine(line.text, signs)) continue;
    const text = withoutPrefix(line.text, prefix);
    if (counted === undefined) {
      counted = COUNT.test(text);
      if (counted) continue;
    }
    const found = puzzleIn(text, head);
    if (found) {
      countSymbols(countGrid(found.size), found.cells);
      if (found.placed) placed++;
      else if (hasSolution(text, found.cells.length)) solved++;
      if (found.cells.length >= LONG) puzzles++;
      else short++;
    } else if (isMarker(text)) markers++;
    else if (isAlmostPuzzle(text)) almost++;
    else others++;
  }

  const long = puzzles + almost;
  // 16 or 36 characters are a small grid or a row of a large one: the majority of lines decides
  const recognised = long > 0 ? (long + short) * 4 >= others : short > others;
  if (head.requested !== 'lines' && !recognised && !(markers > 0 && others === 0 && isOneLineWide(head)))
    return undefined;
  const most = [...sizes.values()].reduce((a, b) => (b.grids > a.grids ? b : a), newSymbolCounts(0));
  return {
    ...fileSymbols(sizes.values(), head.alphabet),
    size: most.size,
    solved: 2 * solved > puzzles + short,
    counted: counted ?? false,
    signs,
    ...(prefix && { prefix }),
    ...(placed > 0 && { placed: true }),
  };
}

/** The prefix of most puzzles of the head; undefined if there is none. */
function prefixIn(head: Head): Prefix | undefined {
  const records = recordsIn(head.lines);
  const without = (prefix?: Prefix, least = LONG) =>
    records.filter((line) => {
      if (line.isPlain && line.length <= MIN_CELLS) return false;
      const { text } = line;
      const rest = withoutPrefix(text, prefix);
      if (prefix !== undefined && rest === text.trimStart()) return false;
      return (puzzleIn(rest, head)?.cells.length ?? 0) >= least;
    }).length;
  const isHalf = (count: number) => 2 * count >= records.length;
  if (isHalf(records.filter(isPlainPuzzle).length) || isHalf(without())) return undefined;
  const most = (Object.keys(PREFIXES) as Prefix[]).find((prefix) => 2 * without(prefix) > records.length);
  // 4x4 and 6x6 puzzles are as short as rows: all lines must have a number
  return most ?? (records.length > 0 && without('number', 1) === records.length ? 'number' : undefined);
}

/** The first lines other than blank ones and comments. */
function recordsIn(lines: Head['lines']): HeadLine[] {
  const records: HeadLine[] = [];
  for (const line of lines) {
    if (records.length === MAX_PREFIXED) break;
    if (line.isPlain || (line.text.trim() !== '' && !isComment(line.text))) records.push(line);
  }
  return records;
}

/** Whether a line is a 9x9 puzzle of digits and points. */
function isPlainPuzzle({ length, isPlain }: HeadLine): boolean {
  return length === 81 && isPlain;
}

const EMPTY_SIGNS = ['-', '*', '_'];

/** Symbols among `-*_` that occur beside givens in puzzles of the head. */
function emptySignsIn(head: Head): string {
  const { lines, text: all } = head;
  const signs = new Set<string>();
  // a search of the whole text rules out most files
  if (!EMPTY_SIGNS.some((sign) => all.includes(sign))) return '';
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
  /** Whether the text has a `+` before some cells, which `cells` omits. */
  readonly placed: boolean;
}

/** The puzzle at the start of a line, if any. */
function puzzleIn(text: string, head: Head): PuzzleText | undefined {
  // `:` and `;` end the puzzle, unless they are symbols of a large grid
  for (const token of [/[^\s,;:|]+/, /[^\s,|]+/]) {
    const found = token.exec(text)?.[0] ?? '';
    if (text.slice(0, text.indexOf(found)).trim() !== '') continue;
    const plain = withoutPlusSigns(found);
    const cells = plain ?? found;
    const size = sizeIn(head, cells.length);
    if (size !== undefined && mayBeCells(cells, size, head.alphabet))
      return { size, cells, placed: plain !== undefined };
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
  if (token.length < LONG || /^["'[{(]/.test(token)) return false;
  const cells = token.replace(/[^0-9.*_?x-]/gi, '').length;
  return cells >= 0.8 * token.length || (token.length >= 200 && /^[0-9A-Z.*_-]+$/i.test(token));
}

/** Whether a marker padded to the width of a puzzle shows that lines held one puzzle each. */
function isOneLineWide(head: Head): boolean {
  const text = Buffer.from(head.bytes).toString('latin1');
  return text.split(/\r?\n/).some((line) => isOnlyMarker(line) && sizeIn(head, line.length) !== undefined);
}
