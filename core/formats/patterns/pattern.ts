// The pattern of a file's grids: all bytes but their cells. Grids of the last one's pattern are read by the kernel,
// without scanning lines.

import { LF, MAX_GRID_PATTERN, POINT } from '../../kernel/constants.ts';
import { isDigit, isFrameLine, lineEnd } from '../shared/bytes.ts';
import type { LearntGrid } from '../shared/cell-blocks.ts';
import { cellNumber, NO_NUMBER, type RowKind, separatorAt } from '../shared/cells.ts';
import { latin1 } from '../shared/latin1.ts';

/** Bytes of a vector. */
const LANES = 16;
/** In a vector of places: no cell. */
const NOWHERE = 255;
/** Largest size with patterns: of larger grids, rows of the same pattern can be of different kinds. */
const MAX_PATTERN_SIZE = 9;

/**
 * The pattern of grids: all bytes but their cells, each of which is one byte. In vectors of sixteen bytes, of which the last
 * is filled up with bytes that are ignored.
 */
export interface GridPattern {
  readonly kind: RowKind;
  /** Bytes from its first line to the end of its last row. */
  readonly length: number;
  /** Offsets of the first row, after its indent, and after the last. */
  readonly top: number;
  readonly bottom: number;
  readonly lineFeeds: number;
  /** By byte: the value of a cell of that byte, above all sizes if no cell has it. */
  readonly values: Uint8Array;
  /** Offset of each cell. */
  readonly cells: Uint16Array;
  /** Bytes other than cells, and the mask that selects them. */
  readonly expected: Uint8Array;
  readonly masks: Uint8Array;
  /** Per vector: the places to gather its cells from, consecutively; {@link NOWHERE} after the last. */
  readonly gather: Uint8Array;
  /** Per place: number of the cell to scatter there, within its vector, or {@link NOWHERE}. */
  readonly scatter: Uint8Array;
  /** Cells of each vector. */
  readonly counts: Uint32Array;
  /** Whether a row without givens is valid by itself if it contains a `0`, or consists of points. */
  readonly zerosAreRows: boolean;
  readonly dotsAreRows: boolean;
}

/** How a file's lines show what they are. */
export interface LineSigns {
  /** Whether each line that may be a frame shows by itself whether it is a row. */
  readonly arePlain: boolean;
  /** Whether no line is a frame, so that a row can have any signs of empty cells. */
  readonly areNoFrames?: boolean;
}

/** The pattern of a grid; undefined if such grids have none. */
function patternOf(learnt: LearntGrid, signs: LineSigns): GridPattern | undefined {
  const { bytes: grid, top, bottom, kind, starts, first, origin } = learnt;
  const { cells, size } = kind.geometry;
  const values = learnt.areDigits ? DIGITS_AND_POINTS : valuesOf(kind);
  if (!values || size > MAX_PATTERN_SIZE || grid.length > MAX_GRID_PATTERN) return undefined;
  const vectors = Math.ceil(grid.length / LANES);
  const arePlain = signs.arePlain || signs.areNoFrames === true;
  const pattern = {
    kind,
    length: grid.length,
    top,
    bottom,
    lineFeeds: grid.filter((byte) => byte === LF).length,
    values,
    cells: Uint16Array.from({ length: cells }, (_, i) => starts[first + i]! - origin),
    expected: new Uint8Array(vectors * LANES),
    masks: new Uint8Array(vectors * LANES).fill(255, 0, grid.length),
    gather: new Uint8Array(vectors * LANES).fill(NOWHERE),
    scatter: new Uint8Array(vectors * LANES).fill(NOWHERE),
    counts: new Uint32Array(vectors),
    zerosAreRows: arePlain,
    dotsAreRows: arePlain,
  };
  if (kind.style === 'numbers' && !pattern.cells.every((at) => isEndOfCell(grid, at + 1))) return undefined;
  pattern.expected.set(grid);
  for (const at of pattern.cells) {
    const vector = Math.floor(at / LANES);
    const number = pattern.counts[vector]!++;
    pattern.masks[at] = 0;
    pattern.scatter[at] = number;
    pattern.gather[vector * LANES + number] = at % LANES;
  }
  pattern.dotsAreRows &&= signs.areNoFrames === true || arePlainRows(grid, pattern.masks);
  return pattern;
}

/** The value of each byte as a cell; undefined if cells have more than a byte, or can be blank. */
function valuesOf({ style, symbolTable }: RowKind): Uint8Array | undefined {
  if (style === 'symbols') return symbolTable!.values;
  return style === 'numbers' ? DIGITS : undefined;
}

const isEndOfCell = (grid: Uint8Array, at: number) => at === grid.length || separatorAt(grid, at) > 0;

/** The number that a byte is by itself. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const cell = Uint8Array.of(byte);
  return separatorAt(cell, 0) > 0 ? NO_NUMBER : cellNumber(cell, 0, 1);
});

/** As {@link DIGITS}, of digits and points only. */
const DIGITS_AND_POINTS = DIGITS.map((value, byte) => (byte === POINT || isDigit(byte) ? value : NO_NUMBER));

/** Whether the lines of cells are no frames if all of their cells are points. */
function arePlainRows(grid: Uint8Array, masks: Uint8Array): boolean {
  const points = grid.map((byte, at) => (masks[at] === 0 ? POINT : byte));
  for (let start = 0, end = 0; start < grid.length; start = end + 1) {
    end = lineEnd(grid, start);
    const isRow = masks.subarray(start, end).includes(0);
    if (isRow && isFrameLine(latin1(points, start, end), '')) return false;
  }
  return true;
}

/** Patterns learnt in vain before learning ends. */
const MAX_MISSES = 50;

/** Learns the pattern of the last grid. Nearly all grids of a file have the same one, and are read without scanning lines. */
export class GridPatternLearner {
  readonly #signs: LineSigns;
  #pattern: GridPattern | undefined;
  #misses = 0;

  constructor(signs: LineSigns) {
    this.#signs = signs;
  }

  learn(grid: LearntGrid): void {
    this.#pattern = undefined;
    if (this.#misses === MAX_MISSES) return;
    this.#misses++;
    this.#pattern = patternOf(grid, this.#signs);
  }

  /** The pattern for grids of this kind (undefined: of any kind), if there is one. */
  patternFor(kind: RowKind | undefined): GridPattern | undefined {
    return kind && kind !== this.#pattern?.kind ? undefined : this.#pattern;
  }

  /** A grid had the pattern. */
  hit(): void {
    this.#misses = 0;
  }
}
