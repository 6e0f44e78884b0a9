import { LF, MAX_GRID_PATTERN } from '../../kernel/constants.ts';
import { lineEnd } from '../shared/bytes.ts';
import type { RowKind } from '../shared/cells.ts';

/** Bytes of a vector. */
const LANES = 16;
/** In a vector of places: none. */
const NOWHERE = 255;
/** Grids of this size and smaller: of larger ones, two rows of the same look may be of different kinds. */
const MAX_PATTERN_SIZE = 9;

/**
 * What grids that look alike have in common: all but their cells, each of which is one byte. In vectors of sixteen bytes,
 * of which the last is filled up with bytes that may be anything.
 */
export interface Look {
  readonly kind: RowKind;
  /** From its first line to the end of its last row. */
  readonly length: number;
  /** Offset of the first row, after what it is indented by. */
  readonly top: number;
  readonly lineFeeds: number;
  /** Offset of each cell. */
  readonly cells: Uint16Array;
  /** Bytes that are no cells, and 255 where one stands. */
  readonly expected: Uint8Array;
  readonly masks: Uint8Array;
  /** Per vector: places in it of its cells, one after another; {@link NOWHERE} after the last. */
  readonly taken: Uint8Array;
  /** Per place: number of the cell in its vector, {@link NOWHERE} where there is none. */
  readonly put: Uint8Array;
  /** Cells of each vector. */
  readonly counts: Uint32Array;
  /** Whether a row without givens that holds a `0`, or of nothing but dots, is one without a look at its line. */
  readonly zerosAreRows: boolean;
  readonly dotsAreRows: boolean;
}

/** What may stand beside the cells of a row of dots that is taken for no frame: as isFrameLine in drawn.ts has it. */
const BESIDE_DOTS = new Uint8Array(256);
for (const sign of ' \t\r\n|:!') BESIDE_DOTS[sign.charCodeAt(0)] = 1;

/**
 * The look of a grid; undefined where grids like it are not read by their look.
 * @param grid from its first line to the end of its last row
 * @param starts offsets of its cells, from entry `first` on, counted from `origin` before the grid
 * @param plain whether rows are told by their line alone
 */
export function lookOf(
  grid: Uint8Array,
  top: number,
  kind: RowKind,
  starts: Uint32Array,
  first: number,
  origin: number,
  plain: boolean,
): Look | undefined {
  const { cells, size } = kind.geometry;
  if (
    !kind.symbolTable ||
    kind.style !== 'symbols' ||
    size > MAX_PATTERN_SIZE ||
    grid.length > MAX_GRID_PATTERN
  )
    return undefined;
  const vectors = Math.ceil(grid.length / LANES);
  const look = {
    kind,
    length: grid.length,
    top,
    lineFeeds: grid.filter((byte) => byte === LF).length,
    cells: Uint16Array.from({ length: cells }, (_, i) => starts[first + i]! - origin),
    expected: new Uint8Array(vectors * LANES),
    masks: new Uint8Array(vectors * LANES).fill(255, 0, grid.length),
    taken: new Uint8Array(vectors * LANES).fill(NOWHERE),
    put: new Uint8Array(vectors * LANES).fill(NOWHERE),
    counts: new Uint32Array(vectors),
    zerosAreRows: plain,
    dotsAreRows: plain,
  };
  look.expected.set(grid);
  for (const at of look.cells) {
    const vector = Math.floor(at / LANES);
    const number = look.counts[vector]!++;
    look.masks[at] = 0;
    look.put[at] = number;
    look.taken[vector * LANES + number] = at % LANES;
  }
  look.dotsAreRows &&= arePlainRows(grid, look.masks);
  return look;
}

/** Whether nothing stands in the lines of cells beside them that could be part of a frame. */
function arePlainRows(grid: Uint8Array, masks: Uint8Array): boolean {
  for (let start = 0; start < grid.length; ) {
    const end = lineEnd(grid, start);
    const isRow = masks.subarray(start, end).includes(0);
    for (let at = start; isRow && at < end; at++)
      if (masks[at] !== 0 && BESIDE_DOTS[grid[at]!] !== 1) return false;
    start = end + 1;
  }
  return true;
}
