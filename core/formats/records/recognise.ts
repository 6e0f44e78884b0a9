import { ALL_EMPTY_SYMBOLS } from '../../options/options.ts';
import { sizeOfCells } from '../../solver/geometry.ts';
import { isLink } from '../links/link.ts';
import {
  countSymbols,
  digitsSuffice,
  type FileSymbols,
  fileSymbols,
  mayBeCells,
  newSymbolCounts,
  type SymbolCounts,
} from '../shared/alphabet.ts';
import { pencilmarkSize, pencilmarkSymbols } from '../shared/pencilmarks.ts';
import type { TextReader } from '../shared/text-record.ts';

/** A grid in the text of a field or value. */
export interface TextGrid {
  readonly size: number;
  /** One character a cell; undefined if cells are numbers. */
  readonly symbols: string | undefined;
  readonly empties: number;
}

const EMPTY = /^(0|00|0\.0|[.*_?x-]{1,2}|-1|null|none|nan|)$/i;

/** The grid that FieldReader will probably find in a text, by the number and characters of its cells. */
export function gridIn(text: string, alphabet?: string, readText?: TextReader): TextGrid | undefined {
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
  const joined =
    tokens.length > 1 && !areNumbers(text, tokens) ? symbolsGrid(tokens.join(''), alphabet) : undefined;
  const blank = hasBlankCells(text) ? symbolsGrid(text.replaceAll(' ', '.'), alphabet) : undefined;
  return joined ?? blank ?? (isLink(text) ? IN_LINK : textGrid(text, readText));
}

/** Whether a list has only numbers: they are cells each, and never joined to symbols. */
function areNumbers(text: string, tokens: readonly string[]): boolean {
  return /^\s*[[({]/.test(text) && !/["']/.test(text) && tokens.every((token) => /^\d+$/.test(token));
}

/**
 * Whether a text is digits, or as long as a grid and without blanks: its symbols are those of the file, whatever another format makes
 * of it.
 */
export function areCellsAlone(text: string): boolean {
  return /^[\d.]*$/.test(text) || (sizeOfCells(text.length) !== undefined && !/\s/.test(text));
}

/** The grid that another format finds in a text. */
function textGrid(text: string, readText: TextReader | undefined): TextGrid | undefined {
  // one character a byte, as files are recognised
  const isLatin1 = /[\x80-\xff]/.test(text) && !/[^\0-\xff]/.test(text);
  const found = areCellsAlone(text)
    ? undefined
    : readText?.(isLatin1 ? Buffer.from(text, 'latin1').toString() : text);
  if (typeof found !== 'object') return undefined;
  const { cells, geometry } = found;
  return { size: geometry.size, symbols: undefined, empties: cells.filter((value) => value === 0).length };
}

/** A puzzle in a link, which is not unpacked to recognise a file: it has some empty cells. */
export const IN_LINK: TextGrid = { size: 9, symbols: undefined, empties: 1 };

/** Cells from which on a text may have a space for each empty cell; shorter ones might be anything. */
export const MIN_BLANK_CELLS = 81;

/** Whether a text may be cells without separators and with spaces for empty ones. */
function hasBlankCells(text: string): boolean {
  return text.length >= MIN_BLANK_CELLS && text.includes(' ') && text.trim() !== '';
}

/** The tokens between separators, as scanTokens finds them; an empty string in quotes is a token. */
export function tokensIn(text: string): string[] {
  return text
    .replace(/^="/, '"')
    .replaceAll('""', '"."')
    .replace(/([[,]\s*)" "/g, '$1"."')
    .split(/(?:[\s,;:|/[\](){}"']|\\.)+/)
    .filter((token) => token !== '');
}

/** Whether a token or symbol is an empty cell. */
export function isEmptyCell(token: string): boolean {
  return EMPTY.test(token);
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

const IS_EMPTY = new Uint8Array(256);
for (const sign of ALL_EMPTY_SYMBOLS) IS_EMPTY[sign.charCodeAt(0)] = 1;

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
    const seen = sizes.get(size) ?? newSymbolCounts(size);
    sizes.set(size, seen);
    seen.grids++;
    if (!digitsSuffice(seen) || !/^[\d.]+$/.test(symbols)) countSymbols(seen, symbols);
  }
  return fileSymbols(sizes.values(), given);
}
