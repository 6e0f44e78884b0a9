// Blocks of grids whose cells are anywhere in the text: their layout, and the builder that collects them.

import type { BatchResult } from '../../solver/engine/engine.ts';
import { onlyDigit, WORDS } from '../../solver/model/allowed.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { type Block, type BrokenRecord, MAX_BROKEN, MAX_OWN, MAX_OWN_PAIRS } from './block.ts';
import { cellValue, type Row, type RowKind } from './cells.ts';
import { type Overlong, type OverlongInput, OverlongLines } from './format.ts';
import { readCandidates, readMarks } from './pencilmarks.ts';
import type { TextRecord } from './text-record.ts';

/** The grids of a block that the kernel read, because they have one pattern: the same bytes but for their cells. */
export interface PatternGrids {
  /** Whether grid `p` is one of them; then each of its cells is one byte. */
  has(p: number): boolean;
  /** Writes the offsets of the cells of such a grid, from entry `first` on. */
  locate(p: number, first: number, cellStarts: Uint32Array, cellEnds: Uint32Array): void;
  /** Fills the empty cells of all solved grids. @returns the bytes of the block with them, in the memory of the kernel */
  fill(block: Block, result: BatchResult): Uint8Array;
}

/** Positions of the cells of a block's grids. */
export interface CellsLayout {
  readonly kind: RowKind | undefined;
  /** Offset of the first byte of each cell, grid after grid. */
  readonly cellStarts: Uint32Array;
  /** Offset after the last byte of each cell. */
  readonly cellEnds: Uint32Array;
  /** Offset of each grid's first row, after its indent: a marker begins here. */
  readonly tops: Uint32Array;
  /** Offset after each grid's last row: a marker ends here. */
  readonly bottoms: Uint32Array;
  /** Pattern of rows whose cells are found by their columns. */
  readonly columns?: string | undefined;
  /** Grids whose cells are not in {@link cellStarts} and {@link cellEnds}. */
  readonly patternGrids?: PatternGrids | undefined;
}

/** Memory of a kernel for the grids of a block, as in {@link Block} and {@link CellsLayout}. */
export interface GridBuffers {
  readonly cells: Uint8Array;
  readonly starts: Uint32Array;
  readonly lines: Uint32Array;
  readonly tops: Uint32Array;
  readonly bottoms: Uint32Array;
  /** Where cells are and what they may have, of a kernel that finds candidates. */
  readonly ofCells?: {
    readonly starts: Uint32Array;
    readonly ends: Uint32Array;
    readonly allowed: Uint32Array;
  };
}

/** A grid from which to learn how others look. */
export interface LearntGrid {
  /** From its first line to the end of its last one, or to the blanks after it. */
  readonly bytes: Uint8Array;
  /** Offsets in them of the first row, after its indent, and after the last. */
  readonly top: number;
  readonly bottom: number;
  readonly kind: RowKind;
  /** Offsets of its cells, from entry `first` on, counted from `origin` before these bytes. */
  readonly starts: Uint32Array;
  readonly first: number;
  readonly origin: number;
  /** Whether those that look like it have only digits and points as cells. */
  readonly areDigits?: boolean;
}

/** Reads runs of grids that look like others, in WebAssembly. What it does not read is scanned line by line. */
export interface RunReader {
  /** Lends memory to work on these bytes. */
  iterate<Item>(bytes: Uint8Array, work: () => Generator<Item>): Generator<Item>;
  /** Begins a block at an offset of the bytes. @returns memory for it */
  begin(from: number): GridBuffers;
  /**
   * Reads grids from `at` on into the block.
   * @param line line feeds of the block before them
   * @returns whether it has read or skipped anything, up to {@link stoppedAt}
   */
  read(builder: BlockBuilder, at: number, end: number, line: number): boolean;
  readonly stoppedAt: number;
  /** Line feeds of the block before that. */
  readonly stoppedLine: number;
  learn(grid: LearntGrid): void;
  /** Learns a line that can stand before a grid, and with it all that differ from it only in digits. */
  learnBetween?(line: Uint8Array): void;
}

/** An incomplete grid. Offsets and lines count from the front of its block. */
export interface OpenGrid {
  /** Offset of its first line, which is the line with its size if that immediately precedes the rows. */
  readonly start: number;
  /** Line feeds before `start`. */
  readonly line: number;
  readonly top: number;
  /** Undefined if the first row is invalid. */
  readonly kind: RowKind | undefined;
  rows: number;
  /** Rows before the first fault. */
  good: number;
  bottom: number;
  /** The first fault found. */
  fault: Pick<BrokenRecord, 'line' | 'column' | 'reason' | 'isInternal'> | undefined;
}

/** Collects the grids of a block, in memory that consecutive blocks share and that grows with them. */
export class BlockBuilder {
  count = 0;
  kind: RowKind | undefined;
  #broken: BrokenRecord[] = [];
  /** Values of the cells, grid after grid, and their positions. */
  cells: Uint8Array = new Uint8Array(0);
  cellStarts: Uint32Array = new Uint32Array(0);
  cellEnds: Uint32Array = new Uint32Array(0);
  /** Geometries of the puzzles, if they have rules of their own: then of each. */
  #own: Geometry[] = [];
  /** Pairs of cells that they relate. */
  #ownPairs = 0;
  #starts: Uint32Array = new Uint32Array(0);
  #lines: Uint32Array = new Uint32Array(0);
  #tops: Uint32Array = new Uint32Array(0);
  #bottoms: Uint32Array = new Uint32Array(0);
  #patternGrids: PatternGrids | undefined;
  /** The digits that cells may have, in grids of candidates and in those of {@link addValues} that have more than givens. */
  #allowed: Uint32Array = new Uint32Array(0);
  #hasAllowedValues = false;
  readonly #overlong = new OverlongLines();
  /** The memory of a kernel that is used, which cannot grow. */
  #room: GridBuffers | undefined;

  readonly #columns: string | undefined;

  /** @param columns pattern of rows whose cells are found by their columns */
  constructor(columns?: string) {
    this.#columns = columns;
  }

  /**
   * Begins a block.
   * @param cells that it probably has at most
   * @param room memory to use in place of the builder's own, which ends the block when it {@link isFull}
   */
  begin(cells: number, room?: GridBuffers): void {
    this.count = 0;
    this.#broken = [];
    this.#own = [];
    this.#ownPairs = 0;
    this.#patternGrids = undefined;
    this.#hasAllowedValues = false;
    if (room) {
      this.cells = room.cells;
      this.#starts = room.starts;
      this.#lines = room.lines;
      this.#tops = room.tops;
      this.#bottoms = room.bottoms;
      if (room.ofCells) {
        this.cellStarts = room.ofCells.starts;
        this.cellEnds = room.ofCells.ends;
        this.#allowed = room.ofCells.allowed;
      }
    } else if (this.#room) {
      this.cells = new Uint8Array(0);
      this.#starts = this.#lines = this.#tops = this.#bottoms = new Uint32Array(0);
      if (this.#room.ofCells) this.cellStarts = this.cellEnds = this.#allowed = new Uint32Array(0);
    }
    this.#room = room;
    this.#makeRoom(room ? Math.min(cells, room.cells.length) : cells);
  }

  /** Makes room for so many cells of the block. A write beyond the end of an array would be lost without an error. */
  #makeRoom(cells: number): void {
    if (!this.#room) this.cells = withRoom(this.cells, cells);
    else if (cells > this.cells.length) throw new RangeError(`expected room for ${cells} cells, got less`);
    this.cellStarts = withRoom(this.cellStarts, cells);
    this.cellEnds = withRoom(this.cellEnds, cells);
  }

  #makeRoomForGrid(): void {
    if (this.count < this.#starts.length) return;
    const grids = this.count + 1;
    if (this.#room) throw new RangeError(`expected room for ${grids} grids, got less`);
    this.#starts = withRoom(this.#starts, grids);
    this.#lines = withRoom(this.#lines, grids);
    this.#tops = withRoom(this.#tops, grids);
    this.#bottoms = withRoom(this.#bottoms, grids);
  }

  /** Adds cells of the next grid, from its cell number `first` on. They count once the grid is closed. */
  addCells(bytes: Uint8Array, from: number, row: Row, kind: RowKind, first: number): void {
    let to = this.count * kind.geometry.cells + first;
    this.#makeRoom(to + row.count);
    const hasCandidates = kind.style === 'candidates';
    if (hasCandidates) this.#allowed = withRoom(this.#allowed, WORDS * (to + row.count));
    for (let cell = 0; cell < row.count; cell++, to++) {
      this.cells[to] = hasCandidates
        ? this.#addCandidates(bytes, row.starts[cell]!, row.ends[cell]!, kind, to)
        : cellValue(bytes, row, kind, cell);
      this.cellStarts[to] = row.starts[cell]! - from;
      this.cellEnds[to] = row.ends[cell]! - from;
    }
  }

  /** Adds the candidates of a cell. @returns the given that a single one is, 0 for several */
  #addCandidates(bytes: Uint8Array, start: number, end: number, kind: RowKind, to: number): number {
    this.#allowed[WORDS * to] = this.#allowed[WORDS * to + 1] = 0;
    if (kind.symbolTable) readMarks(bytes, start, end, kind.symbolTable.values, this.#allowed, to);
    else readCandidates(bytes, start, end, kind.geometry.size, this.#allowed, to);
    return onlyDigit(this.#allowed, to);
  }

  /** Adds the next grid, whose cells are not in the bytes of the file. It counts once it is closed. */
  addValues({ cells, allowed }: TextRecord): void {
    const to = this.count * cells.length;
    this.#makeRoom(to + cells.length);
    this.cells.set(cells, to);
    if (!allowed) return;
    this.#hasAllowedValues = true;
    this.#allowed = withRoom(this.#allowed, WORDS * (to + cells.length));
    this.#allowed.set(allowed, WORDS * to);
  }

  /** Adds a grid that is complete or broken. */
  close(grid: OpenGrid): void {
    if (grid.fault) {
      const mostlyValid = grid.kind !== undefined && 2 * grid.good >= grid.kind.geometry.size;
      this.addBroken({ ...grid.fault, start: grid.top, end: grid.bottom, mostlyValid });
      return;
    }
    this.#makeRoomForGrid();
    const p = this.count++;
    this.kind = grid.kind;
    this.#starts[p] = grid.start;
    this.#lines[p] = grid.line;
    this.#tops[p] = grid.top;
    this.#bottoms[p] = grid.bottom;
  }

  /** Adds grids whose values the kernel has written already. */
  addPatternGrids(count: number, kind: RowKind, patternGrids: PatternGrids): void {
    this.count += count;
    this.kind = kind;
    this.#patternGrids = patternGrids;
  }

  /** Whether the memory of the kernel has room for another grid of the block. */
  #hasRoomForGrid(): boolean {
    const { cells } = this.kind?.geometry ?? { cells: 0 };
    return this.count < this.#starts.length && (this.count + 1) * cells <= this.cells.length;
  }

  /** Adds the geometry of the next grid, which has rules of its own. */
  addOwn(geometry: Geometry): void {
    this.#own.push(geometry);
    this.#ownPairs += geometry.pairs.length;
  }

  /** Whether the block should end: it is small in the file, but what is known about it takes much memory. */
  get isFull(): boolean {
    return (
      (this.#room && !this.#hasRoomForGrid()) ||
      this.#broken.length >= MAX_BROKEN ||
      this.#own.length >= MAX_OWN ||
      this.#ownPairs >= MAX_OWN_PAIRS
    );
  }

  addBroken(record: BrokenRecord): void {
    this.#broken.push(record);
  }

  /** The block of a piece of an overlong record. */
  takeOverlong(input: OverlongInput): Overlong<CellsLayout> {
    const { bytes, lineFeeds, broken, open } = this.#overlong.take(input);
    this.begin(0);
    for (const record of broken) this.addBroken(record);
    return { block: this.end(bytes, lineFeeds), open };
  }

  /** The block of these bytes. */
  end(bytes: Uint8Array, lineFeeds: number): Block<CellsLayout> {
    const kind = this.count > 0 ? this.kind : undefined;
    const hasAllowed = this.#hasAllowedValues || kind?.style === 'candidates';
    // the writer puts the places of grids that the kernel read here
    if (kind && this.#patternGrids) this.#makeRoom(this.count * kind.geometry.cells);
    return {
      bytes,
      lineFeeds,
      geometry: kind?.geometry,
      ...(this.#own.length > 0 && { own: this.#own }),
      count: this.count,
      cells: this.cells,
      ...(hasAllowed && kind && { allowed: this.#allowed }),
      starts: this.#starts,
      lines: this.#lines,
      broken: this.#broken,
      alphabet: kind?.symbolTable?.alphabet,
      layout: {
        kind,
        cellStarts: this.cellStarts,
        cellEnds: this.cellEnds,
        tops: this.#tops,
        bottoms: this.#bottoms,
        columns: this.#columns,
        patternGrids: this.#patternGrids,
      },
    };
  }
}

/** The same items in an array of at least this length. */
export function withRoom<Items extends Uint8Array | Uint32Array>(items: Items, length: number): Items {
  if (items.length >= length) return items;
  const larger = new (items.constructor as new (length: number) => Items)(Math.max(length, 2 * items.length));
  larger.set(items);
  return larger;
}
