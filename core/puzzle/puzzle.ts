// A puzzle in the form that a caller has: how each form is read, and how a solution is written in the same form.

import { isSharedGeometry } from '../formats/links/description.ts';
import { ruledGeometry } from '../formats/rules/read-rules.ts';
import { type Alphabet, lineOf } from '../formats/shared/alphabet.ts';
import { GridText } from '../formats/shared/grid-text.ts';
import { latin1 } from '../formats/shared/latin1.ts';
import { describeValue, isBytes } from '../options/describe-value.ts';
import { checkOptions } from '../options/option-text.ts';
import { type Boxes, MAX_SIZE, OPTIONS, type OptionTable, type Variant } from '../options/options.ts';
import { allowedByGivens, restricts } from '../solver/model/allowed.ts';
import {
  anyGeometry,
  cellName,
  type Geometry,
  GeometryError,
  sideOf,
  sizeOfCells,
} from '../solver/model/geometry.ts';
import { withoutUsualRegions } from '../solver/model/shape.ts';
import type { RuleReader } from './rule-options.ts';
import { PuzzleError, readPuzzleText, type TextOptions, type TextPuzzle } from './text.ts';

/** A cell of rows: a number, or a text such as `'5'` or `'A'`. Empty cells are 0, null, undefined, `''`, `'.'` or `'0'`. */
export type Cell = number | string | null | undefined;

/**
 * One puzzle, in any of these forms:
 *
 * - a string: what a file with one puzzle can contain, as docs/formats.md lists: packed, in rows, framed, in numbers, as candidates,
 *   as a link that contains the puzzle with its rules, as a record of JSON, …
 * - rows: `[[5, 3, 0, …], …]`, or one string per row
 * - all cells in one array, row by row
 * - a Uint8Array of the values, 0 for empty
 */
export type Puzzle = string | Uint8Array | readonly Cell[] | readonly (readonly Cell[])[];

/** The form that a solution has: that of the puzzle, with a value in each cell. */
export type Solution<P> = P extends string
  ? string
  : P extends Uint8Array
    ? Uint8Array
    : P extends readonly string[]
      ? string[]
      : P extends readonly (readonly string[])[]
        ? string[][]
        : P extends readonly (readonly unknown[])[]
          ? number[][]
          : number[];

/** What a puzzle does not say about itself. Its size is that of its cells. */
export interface ShapeOptions {
  /** `x`: both diagonals hold each digit once, too. @default 'classic' */
  readonly variant?: Variant | undefined;
  /** Rows and columns of a box: `{ rows: 2, columns: 3 }` or `'2x3'`. @default square, else wider than high */
  readonly boxes?: Boxes | `${number}x${number}` | undefined;
  /** The symbols of the values, such as `1-9A-G`, `0-9A-F` or `A-P`. @default by the symbols that the puzzle has */
  readonly alphabet?: string | undefined;
}

export const SHAPE_OPTIONS = { variant: OPTIONS.variant, boxes: OPTIONS.boxes, alphabet: OPTIONS.alphabet };

/** A puzzle that was read. */
export interface ReadPuzzle<P> {
  readonly geometry: Geometry;
  /** Values row by row, 0 for empty. */
  readonly cells: Uint8Array;
  /** The digits that the cells may have, as in a solver's batch; undefined if there are only givens. */
  readonly allowed?: Uint32Array | undefined;
  /** The symbols of the values; undefined for numbers. */
  readonly alphabet: Alphabet | undefined;
  /** Values for the empty cells, in the form that the puzzle has. */
  readonly write: (values: Uint8Array) => Solution<P>;
}

/** What was read; a text can have rules and options of its own. */
type Grid = Omit<TextPuzzle, 'write' | 'options'> & {
  readonly write: (values: Uint8Array) => unknown;
  readonly options?: TextOptions;
};

/**
 * Checks the options of a call.
 * @param given the argument, perhaps from JavaScript without types
 * @param table the options that the call has
 * @param others names of its options that are checked elsewhere
 * @throws OptionError for an unknown option or an invalid value
 */
export function optionsOf<const Table extends OptionTable>(
  given: object,
  table: Table,
  others?: readonly string[],
): { readonly [N in keyof Table]?: ReturnType<Table[N]['kind']['parse']> } {
  return checkOptions(given, table, others) as ReturnType<typeof optionsOf<Table>>;
}

/**
 * Reads a puzzle in any form.
 * @param name of the argument, for messages
 * @throws PuzzleError if it holds no puzzle; TypeError if it is no puzzle at all; GeometryError if the boxes do not fit
 */
export function readPuzzle<P extends Puzzle>(
  puzzle: P,
  {
    variant = 'classic',
    boxes,
    alphabet,
  }: { readonly [N in keyof ShapeOptions]: N extends 'boxes' ? Boxes | undefined : ShapeOptions[N] },
  name = 'puzzle',
  rules?: RuleReader,
): ReadPuzzle<P> {
  const isJigsaw = rules?.isJigsaw === true;
  const read = readGrid(puzzle, { options: { variant, boxes, alphabet }, isJigsaw }, name);
  const { geometry: own, options = { variant, boxes }, ...grid } = read;
  const size = Math.sqrt(grid.cells.length);
  const found = rules?.rulesFor(size);
  const shape = own ?? anyGeometry(size, options.variant ?? 'classic', options.boxes, options.regions);
  const ruled = found ? ruledGeometry(shape, found) : shape;
  // without rules, the options are wrong, and not the puzzle
  if (!found && !own && shape.unfit !== undefined) throw new GeometryError(shape.unfit);
  return { ...grid, geometry: ruled } as ReadPuzzle<P>;
}

/** How the text of a grid is read. */
interface Reading {
  readonly options: TextOptions;
  /** Whether there are regions, so that the size need not have boxes. */
  readonly isJigsaw: boolean;
}

/**
 * Reads a puzzle that a function takes which knows only givens. Candidates that follow from the givens may be written out.
 * @throws PuzzleError if other candidates are excluded; otherwise as {@link readPuzzle}
 */
export function readGivens<P extends Puzzle>(
  puzzle: P,
  options: Parameters<typeof readPuzzle>[1],
  name = 'puzzle',
): ReadPuzzle<P> {
  const any = readPuzzle(puzzle, options, name);
  const read = { ...any, geometry: withoutUsualRegions(any.geometry) };
  refuseRules(read.geometry, name);
  if (read.allowed && restricts(read.geometry, read.cells, read.allowed)) {
    throw new PuzzleError(
      `${name}: expected a puzzle that has only givens, as nothing else fits here; got one that excludes candidates`,
    );
  }
  return read;
}

/** @throws PuzzleError for a puzzle with regions or rules of its own, as links have, where they would be lost, or with a fault in them */
export function refuseRules(shape: Geometry, name = 'puzzle'): void {
  if (shape.unfit !== undefined) throw new PuzzleError(`${name}: ${shape.unfit}`);
  if (isSharedGeometry(shape)) return;
  throw new PuzzleError(
    `${name}: expected a puzzle that has only givens, as nothing else fits here; got one with rules of its own`,
  );
}

function readGrid(puzzle: unknown, reading: Reading, name: string): Grid {
  if (typeof puzzle === 'string') return readPuzzleText(puzzle, reading.options, reading.isJigsaw, name);
  if (isBytes(puzzle)) return readBytes(puzzle, reading, name);
  if (!Array.isArray(puzzle)) {
    throw new TypeError(
      `${name}: expected a string, an array of rows or of cells, or a Uint8Array; got ${describeValue(puzzle)}`,
    );
  }
  // before any loop, as a length can be four billion; all that follows sees holes as undefined
  if (puzzle.length > MAX_SIZE ** 2) sizeFor(puzzle.length, reading, name);
  const items = Array.from<unknown>(puzzle);
  if (items.length > 0 && items.every(Array.isArray)) return readRows(items as unknown[][], reading, name);
  if (items.some((row) => typeof row === 'string' && row.trim().length > 2)) {
    const at = items.findIndex((row) => typeof row !== 'string');
    if (at >= 0)
      throw new TypeError(
        `${name}: expected row ${at + 1} as a string, as others are; got ${describeValue(items[at])}`,
      );
    const { write, ...grid } = readPuzzleText(items.join('\n'), reading.options, reading.isJigsaw, name);
    return { ...grid, write: (values) => (write(values) as string).split('\n') };
  }
  if (items.some((item) => Array.isArray(item) || ArrayBuffer.isView(item))) {
    const at = items.findIndex((item) => !Array.isArray(item));
    throw new TypeError(
      `${name}: expected row ${at + 1} as an array, as there are rows; got ${describeValue(items[at])}`,
    );
  }
  return readCells(items, reading, name);
}

function readBytes(bytes: Uint8Array, reading: Reading, name: string): Grid {
  const size = sizeFor(bytes.length, reading, name);
  const at = bytes.findIndex((value) => value > size);
  if (at >= 0) {
    throw new PuzzleError(
      `${name}: expected values from 0 to ${size}, got ${bytes[at]} in ${cellName({ size }, at)}; decode text with new TextDecoder().decode(bytes)`,
    );
  }
  return { cells: bytes, alphabet: undefined, write: (values) => values.slice() };
}

function readRows(rows: readonly (readonly unknown[])[], reading: Reading, name: string): Grid {
  const size = rows.length;
  const at = rows.findIndex((row) => row.length !== size);
  if (at >= 0) {
    throw new PuzzleError(
      `${name}: expected ${size} cells in row ${at + 1}, as there are ${size} rows; got ${rows[at]!.length}`,
    );
  }
  const { write, ...grid } = readCells(
    rows.flatMap((row) => Array.from(row)),
    reading,
    name,
  );
  return {
    ...grid,
    write: (values) => {
      const cells = write(values) as unknown[];
      return rows.map((_, row) => cells.slice(row * size, (row + 1) * size));
    },
  };
}

const EMPTY = /^[.0*_?xX-]?$/;

function readCells(cells: readonly unknown[], reading: Reading, name: string): Grid {
  const size = sizeFor(cells.length, reading, name);
  const texts = Array.from(cells, (cell, i) => cellText(cell, size, i, name));
  const areStrings = cells.every((cell) => typeof cell === 'string');
  const letters = texts.findIndex((text) => !/^\d{0,2}$/.test(text));
  if (letters < 0) {
    const values = Uint8Array.from(texts, Number);
    const at = values.findIndex((value) => value > size);
    if (at >= 0) throw wrongCell(cells[at], size, at, name);
    const write = (all: Uint8Array) => (areStrings ? Array.from(all, String) : Array.from(all));
    return { cells: values, alphabet: undefined, write };
  }
  if (texts.some((text) => text.length > 1)) throw wrongCell(cells[letters], size, letters, name);
  const packed = texts.map((text) => text || '.').join('');
  const { alphabet, cells: values } = readPuzzleText(packed, reading.options, reading.isJigsaw, name);
  const write = (all: Uint8Array) => Array.from(all, (value) => alphabet!.symbols[value - 1]!);
  return { cells: values, alphabet, write };
}

/** A cell as digits or one symbol, blank if it is empty. */
function cellText(cell: unknown, size: number, at: number, name: string): string {
  if (cell === null || cell === undefined || cell === 0) return '';
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell <= size) return String(cell);
  if (typeof cell !== 'string') throw wrongCell(cell, size, at, name);
  const text = cell.trim();
  return EMPTY.test(text) && text !== '0' ? '' : text;
}

function wrongCell(cell: unknown, size: number, at: number, name: string): PuzzleError {
  return new PuzzleError(
    `${name}: expected a number from 1 to ${size}, a symbol, or an empty cell (0, null or '.') in ${cellName({ size }, at)}, got ${describeValue(cell)}`,
  );
}

function sizeFor(cells: number, { isJigsaw }: Reading, name: string): number {
  const size = isJigsaw ? sideOf(cells) : sizeOfCells(cells);
  if (size !== undefined) return size;
  throw new PuzzleError(
    `${name}: expected as many cells as a grid has (16, 36, 64, 81, …, 1296), got ${cells}`,
  );
}

/** The layouts in which `format` writes a grid. */
export interface Layouts {
  /** One symbol per cell, `.` for empty: `'53..7…'`. */
  line: string;
  /** One row per line, with bars between boxes. */
  grid: string;
  /** `[[5, 3, 0, …], …]` */
  rows: number[][];
  /** All values in one array. */
  list: number[];
  /** All values in a Uint8Array. */
  bytes: Uint8Array;
  /** A line with a place for each digit of each cell, `.` for one that it cannot have: 729 characters for 9x9. */
  pencilmarks: string;
}

/** Name of a layout. */
export type Layout = keyof Layouts;

/** Writes a grid in a layout. */
export const WRITERS: {
  readonly [L in Layout]: (
    shape: Geometry,
    cells: Uint8Array,
    alphabet?: Alphabet,
    allowed?: Uint32Array,
  ) => Layouts[L];
} = {
  line: (_, cells, alphabet) => lineOf(cells, alphabet),
  grid: (shape, cells, alphabet) => drawn(shape, lineOf(cells, alphabet)),
  rows: ({ size }, cells) =>
    Array.from({ length: size }, (_, row) => Array.from(cells.subarray(row * size, (row + 1) * size))),
  list: (_, cells) => Array.from(cells),
  bytes: (_, cells) => cells.slice(),
  pencilmarks: (shape, cells, alphabet, allowed = allowedByGivens(shape, cells)) => {
    const text = new GridText(shape, alphabet).pencilmarks(allowed, 0);
    return latin1(text, 0, text.length);
  },
};

/** `5 3 . | . 7 . | . . .`, with `------+-------+------` between the bands. */
function drawn({ size, boxRows, boxColumns }: Geometry, symbols: string): string {
  const stacks = size / boxColumns;
  const line = (row: number) =>
    Array.from({ length: stacks }, (_, stack) => {
      const from = row * size + stack * boxColumns;
      return symbols
        .slice(from, from + boxColumns)
        .split('')
        .join(' ');
    }).join(' | ');
  const rule = Array.from({ length: stacks }, (_, stack) => {
    const isAtEdge = stack === 0 || stack === stacks - 1;
    return '-'.repeat(2 * boxColumns - 1 + (stacks === 1 ? 0 : isAtEdge ? 1 : 2));
  }).join('+');
  return Array.from({ length: size }, (_, row) =>
    row > 0 && row % boxRows === 0 ? `${rule}\n${line(row)}` : line(row),
  ).join('\n');
}
