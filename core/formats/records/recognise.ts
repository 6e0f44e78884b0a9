// Guesses quickly what grid a text holds, by number and kind of its characters, to choose the column or member of the
// puzzles.

import { ALL_EMPTY_SYMBOLS } from '../../options/options.ts';
import { sizeOfCells } from '../../solver/model/geometry.ts';
import { hasOnlyId, isLink } from '../links/link.ts';
import {
  countGrid,
  countSymbols,
  digitsSuffice,
  type FileSymbols,
  fileSymbols,
  mayBeCells,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { byteSet, skipBlanks } from '../shared/bytes.ts';
import { decodedLatin1, latin1 } from '../shared/latin1.ts';
import { pencilmarkSize, pencilmarkSymbols } from '../shared/pencilmarks.ts';
import type { TextReader } from '../shared/text-record.ts';
import { areCellsAlone, areNumbers, emptyTokens, MIN_BLANK_CELLS, scanTokens } from './tokens.ts';

/** A grid in the text of a field or value. */
export interface TextGrid {
  readonly size: number;
  /** One character a cell; undefined if cells are numbers. */
  readonly symbols: string | undefined;
  readonly empties: number;
}

const EMPTY = /^(0|00|0\.0|[.*_?x-]{1,2}|-1|null|none|nan|n\/?a|)$/i;

/** Characters of the shortest grid: the separators of 16 blank cells. Only a constraint text can be shorter. */
const LEAST_TEXT = 15;

/** The grid that FieldReader will probably find in a text, by the number and characters of its cells. */
export function gridIn(text: string, alphabet?: string, readText?: TextReader): TextGrid | undefined {
  if (text.length < LEAST_TEXT) return isLink(text) && !hasOnlyId(text) ? IN_LINK : undefined;
  const marked = pencilmarkSize(text.length);
  if (marked !== undefined && pencilmarkSymbols(text, marked, alphabet) !== undefined) {
    return { size: marked, symbols: undefined, empties: marked * marked };
  }
  const packed = symbolsGrid(text, alphabet);
  if (packed) return packed;
  const tokens = tokensIn(text);
  const size = sizeOfCells(tokens.length);
  if (size !== undefined && tokens.every((token) => EMPTY.test(token) || isNumber(token, size))) {
    return { size, symbols: undefined, empties: tokens.filter((token) => EMPTY.test(token)).length };
  }
  const joined = isListOfNumbers(text) ? undefined : symbolsGrid(tokens.join(''), alphabet);
  const blank = hasBlankCells(text) ? symbolsGrid(text.replaceAll(' ', '.'), alphabet) : undefined;
  return (
    joined ?? blank ?? (!isLink(text) ? textGrid(text, readText) : hasOnlyId(text) ? undefined : IN_LINK)
  );
}

function isListOfNumbers(text: string): boolean {
  const bytes = bytesOf(text);
  return areNumbers(bytes, skipBlanks(bytes, 0, bytes.length), bytes.length);
}

/** The grid that another format finds in a text. */
function textGrid(text: string, readText: TextReader | undefined): TextGrid | undefined {
  const found = areCellsAlone(text) ? undefined : readText?.(decodedLatin1(text));
  if (typeof found !== 'object') return undefined;
  const { cells, geometry } = found;
  return { size: geometry.size, symbols: undefined, empties: cells.filter((value) => value === 0).length };
}

/** A puzzle in a link, which is not unpacked to recognise a file: it has some empty cells. */
export const IN_LINK: TextGrid = { size: 9, symbols: undefined, empties: 1 };

/** Whether a text may be cells without separators and with spaces for empty ones. */
function hasBlankCells(text: string): boolean {
  return text.length >= MIN_BLANK_CELLS && text.includes(' ') && text.trim() !== '';
}

const TOKENS = emptyTokens();

/** The tokens between separators; an empty string or a space in quotes is an empty cell. */
export function tokensIn(text: string): string[] {
  const bytes = bytesOf(text);
  scanTokens(bytes, 0, bytes.length, TOKENS);
  return Array.from(
    { length: TOKENS.count },
    (_, i) => latin1(bytes, TOKENS.starts[i]!, TOKENS.ends[i]!).trim() || '.',
  );
}

/** Files are recognised with one character a byte; a string of JSON may have other characters, too. */
const bytesOf = (text: string) => Buffer.from(text, /[^\0-\xff]/.test(text) ? 'utf8' : 'latin1');

/** Whether a token or symbol is an empty cell. */
export function isEmptyCell(token: string): boolean {
  return EMPTY.test(token);
}

/** Whether no row of a full grid has a value twice: otherwise it is probably an id or a map of regions. */
export function isSolved(cells: readonly string[]): boolean {
  const size = Math.sqrt(cells.length);
  for (let row = 0; row < cells.length; row += size) {
    if (new Set(cells.slice(row, row + size)).size < size) return false;
  }
  return true;
}

function isNumber(token: string, size: number): boolean {
  return /^\d{1,2}(\.0)?$/.test(token) && Number(token) <= size;
}

function symbolsGrid(text: string, alphabet?: string): TextGrid | undefined {
  const size = sizeOfCells(text.length);
  if (size === undefined || !mayBeCells(text, size, alphabet)) return undefined;
  return new PackedGrid(size, text);
}

/** Counts empty cells on demand: names usually identify columns. */
class PackedGrid implements TextGrid {
  readonly size: number;
  readonly symbols: string;

  constructor(size: number, symbols: string) {
    this.size = size;
    this.symbols = symbols;
  }

  get empties(): number {
    return countEmpties(this.symbols);
  }
}

const IS_EMPTY = byteSet(ALL_EMPTY_SYMBOLS);

function countEmpties(text: string): number {
  let empties = 0;
  for (let i = 0; i < text.length; i++) empties += IS_EMPTY[text.charCodeAt(i)] ?? 0;
  return empties;
}

/** The alphabets and empty cells of a file with these grids in its head. */
export function symbolsOf(grids: Iterable<TextGrid>, given?: string): Required<FileSymbols> {
  const sizes = new Map<number, SymbolCounts>();
  for (const { size, symbols } of grids) {
    if (symbols === undefined) continue;
    const seen = countGrid(sizes, size);
    if (!digitsSuffice(seen) || !/^[\d.]+$/.test(symbols)) countSymbols(seen, symbols);
  }
  return fileSymbols(sizes.values(), given);
}
