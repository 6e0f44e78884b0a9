import { plainCharacters } from '../formats/grids/pasted/characters.ts';
import { plainText } from '../formats/grids/pasted/plain-text.ts';
import { possibleRules } from '../formats/grids/pasted/rules.ts';
import {
  type Alphabet,
  alphabetOf,
  chooseAlphabet,
  countSymbols,
  decodeTable,
  emptySymbolsOf,
  mayBeCells,
  namedAlphabet,
  newSymbolCounts,
} from '../formats/shared/alphabet.ts';
import { quoted } from '../options/describe-value.ts';
import { isSize, sideOf, sizeOfCells } from '../solver/geometry.ts';
import { type GridText, type Token, textOf } from './grid-text.ts';

/** A value that holds no puzzle. The message says what was expected, what came, and in which row and column. */
export class PuzzleError extends RangeError {
  /** `PuzzleError` */
  override readonly name = 'PuzzleError';
}

/** The largest grid, with a frame around each cell, has fewer characters. */
const MAX_LENGTH = 64 * 1024;

/** Texts of empty cells in grids of numbers. */
const EMPTY = /^(0|00|0\.0?|[.*_?x-]{1,2}|-1|null|none|nan|undefined|)$/i;
const NUMBER = /^\d{1,2}(\.0?)?$/;

const COMMENT = /^\s*(#|%|\/\/|\[[A-Za-z ]{1,40}\]\s*$)/;
/** Lines drawn between rows. Unless nothing else fits, dashes and stars are not empty cells. */
const FRAME = /^[-=+*_~|:.!'"`^\\/\s\u2500-\u25ff]*$/;
const FRAME_SIGN = /[-=+*_~\u2500\u2501\u2550]/;
const BOX_DRAWN = /^[\s\u2500-\u25ff]*$/;
/** What can separate symbols: all of it, or only what is never a symbol. */
const WIDE = /[\s|!,;:/[\](){}"'\u2500-\u25ff]/;
const NARROW = /[\s|!\u2500-\u25ff]/;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Finds the grid in a text: packed, in rows, framed, in numbers or symbols, as a list in JSON or Python, between delimiters,
 * with a title, a size, comments, or other text on the line.
 *
 * @param given symbols of the alphabet for grids of as many values
 * @throws PuzzleError if there is none, or more than one
 */
export function readGridText(text: string, given: string | undefined, name: string): GridText {
  if (text.length > MAX_LENGTH) {
    throw new PuzzleError(
      `${name}: expected one puzzle, got a text of ${text.length} characters: solveText and solveFile solve files`,
    );
  }
  const { rows, drawn } = rowsIn(text);
  const found = plainGrid(text, rows, drawn, given) ?? pastedGrid(text, given);
  if (found) return found;
  throw noGrid(text, rows.length > 0 ? rows : drawn, given, name);
}

interface Rows {
  /** Lines that are neither comments nor parts of a frame. */
  readonly rows: readonly Token[];
  /** These, and lines of dashes and stars, which can be empty cells. */
  readonly drawn: readonly Token[];
}

function rowsIn(text: string): Rows {
  const lines = linesOf(text).filter((line) => !COMMENT.test(textOf(text, line)));
  return {
    rows: lines.filter((line) => !isFrame(textOf(text, line))),
    drawn: lines.filter((line) => !BOX_DRAWN.test(textOf(text, line))),
  };
}

/** The grid in a text with nothing around its rows but titles and frames. */
function plainGrid(
  text: string,
  rows: readonly Token[],
  drawn: readonly Token[],
  given: string | undefined,
): GridText | undefined {
  for (const some of [rows, drawn]) {
    for (const untitled of [some, withoutTitle(text, some)]) {
      const found = untitled && gridOf(text, untitled, given);
      if (found) return found;
    }
  }
  const [line] = rows;
  return rows.length === 1 && line ? gridWithin(text, line, given) : undefined;
}

/** The grid in a text as people paste it; see docs/formats.md. */
function pastedGrid(text: string, given: string | undefined): GridText | undefined {
  const characters = plainCharacters(text);
  for (const rules of possibleRules(characters.text, false)) {
    const plain = plainText(characters, rules, true);
    const lines = linesOf(plain.text);
    const found = gridAmong(plain.text, lines, given);
    if (!found) continue;
    const tokens = found.tokens.map(({ start, end }) => ({
      start: plain.starts[start] ?? text.length,
      end: end > start ? plain.ends[end - 1]! : (plain.starts[start] ?? text.length),
    }));
    return { ...found, tokens, isLikeGivens: true };
  }
  return undefined;
}

/** The only grid in plain text, of which other text can separate other rows. */
function gridAmong(text: string, lines: readonly Token[], given: string | undefined): GridText | undefined {
  const parts: Token[][] = [[]];
  for (const line of lines) {
    if (COMMENT.test(textOf(text, line))) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  const read = (part: readonly Token[]) =>
    plainGrid(
      text,
      part.filter((line) => !isFrame(textOf(text, line))),
      part.filter((line) => !BOX_DRAWN.test(textOf(text, line))),
      given,
    );
  const all = read(parts.flat());
  if (all) return all;
  const grids = parts.flatMap((part) => (part.length > 0 ? (read(part) ?? []) : []));
  return grids.length === 1 ? grids[0] : undefined;
}

function isFrame(line: string): boolean {
  return FRAME.test(line) && FRAME_SIGN.test(line);
}

/** The grid that all these lines are, if they are one. */
function gridOf(text: string, lines: readonly Token[], given: string | undefined): GridText | undefined {
  const wide = lines.flatMap((line) => tokensOf(text, line, WIDE));
  return (
    numbersGrid(text, wide) ??
    rowsGrid(text, lines, NARROW, given) ??
    rowsGrid(text, lines, WIDE, given) ??
    fieldsGrid(text, lines)
  );
}

/** A grid of single symbols. What has rows, or parts of one line, of unequal lengths is something else, such as numbers. */
function rowsGrid(
  text: string,
  lines: readonly Token[],
  separators: RegExp,
  given: string | undefined,
): GridText | undefined {
  const rows = lines.map((line) => symbolsOf(text, line, separators));
  const parts =
    lines.length > 1
      ? rows
      : lines.flatMap((line) =>
          tokensOf(text, line, separators).map(({ start, end }) => ({ length: end - start })),
        );
  if (parts.some(({ length }) => length !== parts[0]!.length)) return undefined;
  return symbolsGrid(text, rows.flat(), given);
}

/**
 * A packed puzzle that stands beside other text on a line, such as a number before it, or a rating or its solution after it.
 * Undefined if the other text may hold the puzzle: as many stretches as a grid has cells; or two grids, of which the first
 * does not begin a field, as a table would take the second.
 */
function gridWithin(text: string, line: Token, given: string | undefined): GridText | undefined {
  const tokens = tokensOf(text, line, WIDE);
  const grids = tokens.flatMap((token) => symbolsGrid(text, symbolsOf(text, token, WIDE), given) ?? []);
  const [grid] = grids;
  if (!grid || tokens.length > grid.cells.length) return undefined;
  const before = text.slice(line.start, grid.tokens[0]!.start);
  return grids.length === 1 || isFieldStart(before) ? grid : undefined;
}

/** Whether a field of a table begins after a text: nothing but blanks and quotes stands between. */
function isFieldStart(before: string): boolean {
  let end = before.length;
  while (end > 0 && /[\s"']/.test(before[end - 1]!)) end--;
  return end === 0 || /[,;\t|]/.test(before[end - 1]!);
}

function numbersGrid(text: string, tokens: readonly Token[]): GridText | undefined {
  const size = sizeOfCells(tokens.length);
  if (size === undefined) return undefined;
  const cells = new Uint8Array(tokens.length);
  for (const [i, token] of tokens.entries()) {
    const cell = textOf(text, token).trim();
    if (EMPTY.test(cell)) continue;
    if (!NUMBER.test(cell) || Number(cell) > size) return undefined;
    cells[i] = Number(cell);
  }
  // in rows of a large grid, cells of at most one character are symbols, as 0 can be a value
  const isOneLine = !/[\r\n]/.test(text.slice(tokens[0]!.start, tokens.at(-1)!.start));
  if (size > 9 && !isOneLine && tokens.every(({ start, end }) => end - start <= 1)) return undefined;
  const isLikeGivens = tokens.some((token) => text[token.end - 1] === '.' && token.end - token.start > 1);
  return { size, cells, alphabet: undefined, tokens, ...(isLikeGivens && { isLikeGivens }) };
}

function symbolsGrid(
  text: string,
  tokens: readonly Token[],
  given: string | undefined,
): GridText | undefined {
  const size = sizeOfCells(tokens.length);
  if (size === undefined) return undefined;
  const read = readSymbols(tokens.map(({ start }) => text[start]).join(''), size, given);
  return read && { size, ...read, tokens };
}

/** A grid of a size that only jigsaws have: a symbol for each cell, perhaps in rows. Undefined for any other text. */
export function readJigsawText(text: string, given: string | undefined): GridText | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const lines = linesOf(text).filter((line) => !COMMENT.test(textOf(text, line)));
  const tokens = lines.flatMap((line) => symbolsOf(text, line, /\s/));
  const size = isSize(Math.sqrt(tokens.length)) ? undefined : sideOf(tokens.length);
  if (size === undefined) return undefined;
  const read = readSymbols(tokens.map(({ start }) => text[start]).join(''), size, given);
  return read && { size, ...read, tokens };
}

/** The values of the cells of a grid, one symbol each; undefined if they belong to no alphabet. */
export function readSymbols(symbols: string, size: number, given: string | undefined) {
  if (!/^[!-~]*$/.test(symbols) || !mayBeCells(symbols, size, given)) return undefined;
  const counts = newSymbolCounts(size);
  counts.grids = 1;
  countSymbols(counts, symbols);
  const alphabet = chooseAlphabet(counts, given);
  const table = decodeTable(alphabet, emptySymbolsOf(counts, alphabet));
  const cells = Uint8Array.from(symbols, (symbol) => table[symbol.charCodeAt(0)]!);
  return cells.every((value) => value <= size) ? { cells, alphabet } : undefined;
}

/** A grid between delimiters, of which some cells are blank. */
function fieldsGrid(text: string, lines: readonly Token[]): GridText | undefined {
  for (const delimiter of DELIMITERS) {
    const rows = lines.map((line) => fieldsOf(text, line, delimiter));
    // the fields of a frame and those of a number above the grid may add up to a larger grid
    if (rows.some(({ length }) => length !== rows[0]!.length)) continue;
    const isOutlined = rows.every(
      (fields) => fields.length > 2 && isBlank(text, fields[0]!) && isBlank(text, fields.at(-1)!),
    );
    const isTrailed = rows.every((fields) => fields.length > 1 && isBlank(text, fields.at(-1)!));
    for (const [from, to] of [
      [1, isOutlined ? -1 : 0],
      [0, isTrailed ? -1 : 0],
      [0, undefined],
    ] as const) {
      if (to === 0) continue;
      const found = numbersGrid(
        text,
        rows.flatMap((fields) => fields.slice(from, to)),
      );
      if (found) return { ...found, isLikeGivens: true };
    }
  }
  return undefined;
}

function fieldsOf(text: string, { start, end }: Token, delimiter: string): Token[] {
  let from = start;
  return textOf(text, { start, end })
    .split(delimiter)
    .map((field) => {
      const token = { start: from, end: from + field.length };
      from = token.end + 1;
      return token;
    });
}

/** The lines below a title, or below a number that announces the size; undefined if the first line is neither. */
function withoutTitle(text: string, lines: readonly Token[]): readonly Token[] | undefined {
  const [first, second] = lines;
  if (!first || !second) return undefined;
  const title = textOf(text, first).trim();
  // a name before a list stands on the line of its first row
  const isTitle =
    /[A-Za-z]{2}/.test(title) &&
    !/[[({]\s?\d{1,2}\.?[\s,]/.test(title) &&
    title.length !== textOf(text, second).trim().length;
  const isSize = /^\d{1,2}$/.test(title) && [title, `${Number(title) ** 2}`].includes(`${lines.length - 1}`);
  return isTitle || isSize ? lines.slice(1) : undefined;
}

function linesOf(text: string): Token[] {
  return Array.from(text.matchAll(/[^\r\n]+/g), ({ 0: line, index }) => ({
    start: index,
    end: index + line.length,
  })).filter((line) => !isBlank(text, line));
}

/** The stretches between separators. A pair of quotes is an empty one. */
function tokensOf(text: string, { start, end }: Token, separators: RegExp): Token[] {
  const tokens: Token[] = [];
  for (let at = start; at < end; ) {
    const sign = text[at]!;
    if ((sign === '"' || sign === "'") && text[at + 1] === sign && at + 1 < end) {
      tokens.push({ start: at + 1, end: at + 1 });
      at += 2;
    } else if (separators.test(sign)) {
      at++;
    } else {
      const from = at++;
      while (at < end && !separators.test(text[at]!)) at++;
      tokens.push({ start: from, end: at });
    }
  }
  return tokens;
}

/** The single characters between separators. */
function symbolsOf(text: string, { start, end }: Token, separators: RegExp): Token[] {
  const symbols: Token[] = [];
  for (let at = start; at < end; at++)
    if (!separators.test(text[at]!)) symbols.push({ start: at, end: at + 1 });
  return symbols;
}

function isBlank(text: string, token: Token): boolean {
  return textOf(text, token).trim() === '';
}

/** Why a text holds no grid. */
function noGrid(text: string, lines: readonly Token[], given: string | undefined, name: string): PuzzleError {
  if (lines.length === 0) {
    const got = text.trim() === '' ? 'a blank text' : 'nothing but comments and drawn lines';
    return new PuzzleError(
      `${name}: expected a puzzle, such as 81 digits with . or 0 for empty cells; got ${got}`,
    );
  }
  const puzzles = lines.filter((line) => gridOf(text, [line], given) && line.end - line.start >= 16);
  if (puzzles.length > 1) {
    return new PuzzleError(
      `${name}: expected one puzzle, got ${puzzles.length}, one per line: solveText solves many`,
    );
  }
  const symbols = lines.flatMap((line) => symbolsOf(text, line, NARROW));
  const numbers = lines.flatMap((line) => tokensOf(text, line, WIDE));
  const bySymbols = sizeOfCells(symbols.length);
  const byNumbers = sizeOfCells(numbers.length);
  if (byNumbers !== undefined && numbers.length > lines.length) {
    const i = numbers.findIndex((token) => {
      const cell = textOf(text, token);
      return !EMPTY.test(cell) && !(NUMBER.test(cell) && Number(cell) <= byNumbers);
    });
    const got = quoted(textOf(text, numbers[i]!));
    return new PuzzleError(
      `${name}: expected a number from 1 to ${byNumbers} or an empty cell (. or 0) in ${placeOf(byNumbers, i)}, got ${got}`,
    );
  }
  if (bySymbols !== undefined) {
    const { name: range, symbols: known } = alphabetFor(bySymbols, given);
    const table = decodeTable(namedAlphabet(known));
    const isCell = ({ start }: Token) => (table[text.charCodeAt(start)] ?? 255) <= bySymbols;
    const i = Math.max(
      0,
      symbols.findIndex((token) => !isCell(token)),
    );
    const got = quoted(textOf(text, symbols[i]!));
    return new PuzzleError(
      `${name}: expected a symbol of ${range} or an empty cell (. or 0) in ${placeOf(bySymbols, i)}, got ${got}`,
    );
  }
  const grids = symbols.length / 81;
  const several = Number.isInteger(grids) ? `; ${grids} puzzles of 81 cells need solveText` : '';
  return new PuzzleError(
    `${name}: expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got ${symbols.length}${several}: ${quoted(text)}`,
  );
}

/** The alphabet in which grids of a size are written by default. */
export function alphabetFor(size: number, given?: string): Alphabet {
  if (given?.length === size) return namedAlphabet(given);
  return (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
}

/** A cell in words: `row 2, column 7`. */
export function placeOf(size: number, cell: number): string {
  return `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
}
