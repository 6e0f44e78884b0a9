import { CR, LF } from '../shared/bytes.ts';
import type { OpenGrid } from '../shared/cells/block-builder.ts';
import type { RowKind } from '../shared/cells/kind.ts';

/** The last grid, as far as the next one is likely to look like it. Room for grids of up to nine rows, framed. */
const MAX_BYTES = 2000;
/** Grids of this size and smaller: of larger ones, two rows of the same look may be of different kinds. */
const MAX_SIZE = 9;
/** After so many grids that looked otherwise than the one before, no more are tried. */
const MAX_MISSES = 50;

/** Where cells of a block's grids go: values, and offsets of their first byte and after their last. */
export interface CellRoom {
  readonly cells: Uint8Array;
  readonly cellStarts: Uint32Array;
  readonly cellEnds: Uint32Array;
}

/**
 * Reads a grid that looks like the one before it: the same bytes but for its cells. Nearly all grids of a file do, and
 * then there is no need to look at lines.
 */
export class GridTemplate {
  kind: RowKind | undefined;
  /** Line feeds within it. */
  lineFeeds = 0;
  /** Of the grid, from its first line to the end of its last row. */
  #length = 0;
  /** Offset of the first row, after what it is indented by. */
  #top = 0;
  readonly #cells = new Uint16Array(MAX_SIZE * MAX_SIZE);
  readonly #others = new Uint16Array(MAX_BYTES);
  readonly #bytes = new Uint8Array(MAX_BYTES);
  #otherCount = 0;
  #misses = 0;

  /** Takes the looks of a grid. @param starts offsets of its cells from its first line on, from number `first` on */
  learn(
    grid: Uint8Array,
    top: number,
    kind: RowKind,
    starts: Uint32Array,
    first: number,
    origin: number,
  ): void {
    this.kind = undefined;
    const { cells, size } = kind.geometry;
    if (!kind.symbolTable || size > MAX_SIZE || grid.length > MAX_BYTES || this.#misses === MAX_MISSES)
      return;
    this.#misses++;
    this.kind = kind;
    this.#length = grid.length;
    this.#top = top;
    this.lineFeeds = this.#otherCount = 0;
    for (let i = 0, at = 0; at < grid.length; at++) {
      if (i < cells && at === starts[first + i]! - origin) {
        this.#cells[i++] = at;
        continue;
      }
      if (grid[at] === LF) this.lineFeeds++;
      this.#others[this.#otherCount] = at;
      this.#bytes[this.#otherCount++] = grid[at]!;
    }
  }

  /** The grid read last, which begins at `start`. */
  grid(start: number, line: number): OpenGrid {
    const kind = this.kind!;
    const rows = kind.geometry.size;
    const bottom = start + this.#length;
    return { start, line, top: start + this.#top, kind, rows, good: rows, bottom, fault: undefined };
  }

  /**
   * Reads the grid at `at` if it looks the same, each of its rows with a given: others may be frames.
   * @param room takes its cells from number `first` on, with offsets from `from`
   * @returns where the next line begins; -1 if it looks otherwise
   */
  read(bytes: Uint8Array, at: number, end: number, from: number, room: CellRoom, first: number): number {
    const { kind } = this;
    const stop = at + this.#length;
    if (!kind || stop >= end) return -1;
    const lineFeed = bytes[stop] === CR ? stop + 1 : stop;
    if (bytes[lineFeed] !== LF || lineFeed >= end) return -1;
    const [others, expected] = [this.#others, this.#bytes];
    for (let i = 0; i < this.#otherCount; i++) if (bytes[at + others[i]!] !== expected[i]) return -1;

    const { size } = kind.geometry;
    const { values } = kind.symbolTable!;
    const { cells, cellStarts, cellEnds } = room;
    const places = this.#cells;
    for (let i = 0, to = first, row = 0; row < size; row++) {
      let givens = 0;
      let largest = 0;
      for (const rowEnd = i + size; i < rowEnd; i++, to++) {
        const place = at + places[i]!;
        const value = values[bytes[place]!]!;
        largest = Math.max(largest, value);
        givens |= value;
        cells[to] = value;
        cellStarts[to] = place - from;
        cellEnds[to] = place - from + 1;
      }
      if (largest > size || givens === 0) return -1;
    }
    this.#misses = 0;
    return lineFeed + 1;
  }
}
