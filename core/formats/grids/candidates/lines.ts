// Lines of pencilmarks, which have a place for each digit of each cell: how they are recognised, and where their cells
// are.

import { POINT } from '../../../kernel/constants.ts';
import { MAX_SIZE } from '../../../options/options.ts';
import { sizeOfCells } from '../../../solver/model/geometry.ts';
import { alphabetOf, type SymbolTable, SymbolTables } from '../../shared/alphabet.ts';
import { isComment, isDigit, quote, tokenEnd } from '../../shared/bytes.ts';
import { emptyRow, firstFault, type Row, type RowKind } from '../../shared/cells.ts';
import { type ReadOptions, type Shapes, shapesUnder } from '../../shared/format.ts';
import type { Head, HeadLine } from '../../shared/head.ts';
import { latin1 } from '../../shared/latin1.ts';
import type { LineScanner, ScannedLine } from '../../shared/line-reader.ts';
import { isMarker } from '../../shared/markers.ts';
import {
  CANDIDATE_SIZES,
  MIN_PENCILMARKS,
  misplacedMark,
  pencilmarkSize,
  pencilmarkSymbols,
  pencilmarkTable,
} from '../../shared/pencilmarks.ts';
import { isTitle } from '../../shared/text-line.ts';
import type { PuzzleLines } from '../reader.ts';

/** What recognition finds out about a file of pencilmarks. Plain JSON. */
export interface PencilmarksState {
  /** Symbols of the values by size, for the sizes whose candidates the head has. */
  readonly alphabets: Record<number, string>;
}

export function recognisePencilmarks(head: Head): PencilmarksState | undefined {
  const alphabets: Record<number, string> = {};
  let puzzles = 0;
  const rest: HeadLine[] = [];
  for (const line of head.longest < MIN_PENCILMARKS ? [] : head.lines) {
    if (line.length === 0) continue;
    const found = line.length < MIN_PENCILMARKS ? undefined : pencilmarksIn(head, line.start, line.length);
    if (found) {
      alphabets[found.size] ??= found.symbols;
      puzzles++;
    } else if (line.isPlain && sizeOfCells(line.length) !== undefined) puzzles++;
    else if (!isComment(line.text) && !isMarker(line.text)) rest.push(line);
  }
  const hasMarks = Object.keys(alphabets).length > 0;
  const isFound = hasMarks && puzzles > rest.filter(({ text }) => !isTitle(text)).length;
  if (head.requested === 'pencilmarks' && !isFound)
    return { alphabets: { 9: alphabetOf('ones', 9)!.symbols } };
  return isFound ? { alphabets } : undefined;
}

/** The pencilmarks at the front of a line. */
function pencilmarksIn({ bytes, alphabet }: Head, start: number, length: number) {
  const end = tokenEnd(bytes, start, start + length, true);
  const size = pencilmarkSize(end - start);
  const symbols = size && pencilmarkSymbols(latin1(bytes, start, end), size, alphabet);
  return symbols ? { size, symbols } : undefined;
}

/** Finds the cells of a line of pencilmarks, or of a puzzle with a character for each cell among them. */
export class PencilmarkScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_SIZE ** 2 + 1);
  readonly #shapes: Shapes;
  readonly #alphabets: Readonly<Record<number, string>>;
  readonly #classic: SymbolTables;
  readonly #kinds = new Map<number, RowKind>();

  constructor({ alphabets }: PencilmarksState, options: ReadOptions) {
    this.#shapes = shapesUnder(options);
    this.#alphabets = alphabets;
    this.#classic = new SymbolTables(alphabets);
  }

  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine {
    const end = tokenEnd(bytes, start, stop, true);
    const kind = this.#kindOf(end - start);
    const fault = (reason: string, at = start): ScannedLine => ({
      start,
      end,
      kind: undefined,
      reason,
      column: at - start + 1,
    });
    if (!kind) return fault(`expected ${this.#lengths()}, got ${end - start}: ${quote(bytes, start, end)}`);
    const { size, cells } = kind.geometry;
    const width = kind.style === 'candidates' ? size : 1;
    this.row.count = cells;
    for (let cell = 0, at = start; cell < cells; cell++, at += width) {
      this.row.starts[cell] = at;
      this.row.ends[cell] = at + width;
    }
    const { alphabet, values } = kind.symbolTable!;
    const wrong =
      width > 1 ? misplacedMark(bytes, start, end, size, values) : firstFault(bytes, this.row, kind);
    if (wrong < 0) return { start, end, kind, reason: undefined };
    const at = start + wrong;
    const got = quote(bytes, at, at + 1);
    if (width === 1) return fault(`expected a symbol of ${alphabet.name} or an empty cell, got ${got}`, at);
    const [cell, digit] = [Math.floor(wrong / size), wrong % size];
    const place = `row ${Math.floor(cell / size) + 1}, column ${(cell % size) + 1}`;
    return fault(
      `expected ${alphabet.symbols[digit]} or . at place ${digit + 1} of ${place}, got ${got}`,
      at,
    );
  }

  /** The lengths that lines of the file can have, in words. */
  #lengths(): string {
    const sizes = Object.keys(this.#alphabets).map(Number);
    const texts = sizes.map((size) => `${size ** 3} characters (${size ** 2} cells of ${size})`);
    return `${texts.join(', ')} or as many as a grid has cells`;
  }

  /** How a puzzle of this number of characters is written: the sizes of the head's pencilmarks come first. */
  #kindOf(length: number): RowKind | undefined {
    const known = this.#kinds.get(length);
    if (known) return known;
    const cubed = pencilmarkSize(length);
    const squared = sizeOfCells(length);
    const isKnown = cubed !== undefined && this.#alphabets[cubed] !== undefined;
    const size = isKnown ? cubed : (squared ?? cubed);
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    const kind: RowKind =
      size === squared && !isKnown
        ? { style: 'symbols', geometry, symbolTable: this.#classic.of(geometry.size) }
        : { style: 'candidates', geometry, symbolTable: this.#tableOf(geometry.size) };
    this.#kinds.set(length, kind);
    return kind;
  }

  #tableOf(size: number): SymbolTable {
    const table = this.#classic.of(size);
    return { ...table, values: pencilmarkTable(table.alphabet.symbols) };
  }
}

/** Pencilmarks that can be lines among grids of candidates. Those of 4x4 are as long as an 8x8 grid. */
const LINE_ALPHABETS = { 6: '123456', 9: '123456789' };
/** Characters of a line that is a puzzle. */
const LINE_LENGTHS = new Set([...CANDIDATE_SIZES.map((size) => size ** 2), 6 ** 3, 9 ** 3]);
const MAX_NUMBER = 16;

/** Finds the lines among grids of candidates that begin with a puzzle, or with what was meant as one. */
export function puzzleLines(options: ReadOptions): PuzzleLines {
  const scanner = new PencilmarkScanner({ alphabets: LINE_ALPHABETS }, options);
  return {
    row: scanner.row,
    find: (bytes, start, stop) => {
      const end = tokenEnd(bytes, start, stop, true);
      if (!LINE_LENGTHS.has(end - start)) return undefined;
      for (let at = start; at < end; at++) if (!isDigit(bytes[at]!) && bytes[at] !== POINT) return undefined;
      const found = scanner.scan(bytes, start, stop);
      // a number can have as many digits as a 4x4 grid has cells
      return end - start > MAX_NUMBER || found.kind ? found : undefined;
    },
  };
}
