// Files with one puzzle a line: a scanner finds the puzzle of a line, and what is common to all such formats is here.

import { CR, LF, SPACE } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { type Geometry, sideOf } from '../../solver/model/geometry.ts';
import type { SymbolTable, SymbolTables } from './alphabet.ts';
import { type Block, type BrokenRecord, blocksUpTo } from './block.ts';
import { blankLines, bomLength, isCommentAt, lineEnd, skipBlanks, trimmedEnd } from './bytes.ts';
import { BlockBuilder, type CellsLayout, type LearntGrid, type RunReader } from './cell-blocks.ts';
import type { Row, RowKind } from './cells.ts';
import {
  type Overlong,
  type OverlongInput,
  type Reader,
  type ReadOptions,
  type Shapes,
  shapesUnder,
} from './format.ts';
import { latin1 } from './latin1.ts';
import { markerIn } from './markers.ts';
import { areCells, isTextLineAt, unreadRecord } from './text-line.ts';
import type { TextRecord } from './text-record.ts';

/** A scanned line. */
export interface ScannedLine<Kind extends RowKind = RowKind> {
  /** Offsets of its puzzle, which a marker can replace. */
  readonly start: number;
  readonly end: number;
  /** Of its grid; undefined if its cells are not a grid. Kinds of grids with and without rules of their own differ. */
  readonly kind: Kind | undefined;
  /** The geometry of a puzzle with rules of its own. */
  readonly own?: Geometry | undefined;
  /** The puzzle, if its cells are not in the bytes of the line. */
  readonly puzzle?: TextRecord;
  /** Offset of the digits of such a puzzle, a byte each, if other lines can differ in these alone. */
  readonly digits?: number | undefined;
  /** Why it is not a puzzle. Undefined without a kind: the line is text. */
  readonly reason: string | undefined;
  /** Whether a spreadsheet has most likely made it of a puzzle. */
  readonly isDamaged?: boolean;
  /** 1-based column of the fault, from the start of the puzzle; undefined for none. */
  readonly column?: number;
}

/** Finds the cells of a grid in one line. */
export interface LineScanner<Kind extends RowKind = RowKind> {
  /** The cells of the last line. */
  readonly row: Row;
  /** Scans a line without the blanks around it. */
  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine<Kind>;
}

/** How puzzles with a symbol for each cell are written. */
export interface SymbolKind extends RowKind {
  readonly symbolTable: SymbolTable;
}

/** How the puzzles of a file's lines are written, by size. */
export class LineKinds<Kind extends RowKind = RowKind> {
  readonly #shapes: Shapes;
  readonly #tables: SymbolTables | undefined;
  readonly #known: (Kind | undefined)[] = [];

  /** @param tables of the symbols of cells; undefined if they are numbers */
  constructor(options: ReadOptions, tables?: SymbolTables) {
    this.#shapes = shapesUnder(options);
    this.#tables = tables;
  }

  /** @param isJigsaw whether the puzzle has regions of its own, so that its size need not have boxes */
  of(size: number | undefined, isJigsaw = false): Kind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size, isJigsaw);
    if (!geometry) return undefined;
    const style = this.#tables ? 'symbols' : 'numbers';
    this.#known[size!] ??= {
      style,
      geometry,
      symbolTable: this.#tables?.of(geometry.size),
    } as RowKind as Kind;
    return this.#known[size!];
  }

  /** The size of a grid with this number of cells; undefined if the file can have none. */
  readonly sizeOf = (cells: number): number | undefined => this.of(sideOf(cells))?.geometry.size;
}

/** A line that is no puzzle. @param at offset of the fault */
export function faultyLine(start: number, end: number, reason: string, at = start): ScannedLine<never> {
  return { start, end, kind: undefined, reason, column: at - start + 1 };
}

/** A line of a block, for messages: where it is, and what of it is neither blank nor the line end. */
export interface LinePlace {
  /** Offset of the block. */
  readonly from: number;
  /** Line feeds of the block before it. */
  readonly line: number;
  readonly lineStart: number;
  readonly start: number;
  readonly stop: number;
}

/**
 * The broken record of a line that has no puzzle; undefined if the line is text.
 * @param size of most grids, to tell titles from faulty puzzles; 0 if it is unknown, undefined if all lines are records
 */
export function brokenLine(
  bytes: Uint8Array,
  { start, end, reason, column, isDamaged }: ScannedLine,
  place: LinePlace,
  size: number | undefined,
): BrokenRecord | undefined {
  if (reason === undefined) return undefined;
  const marker = markerIn(bytes, start, end);
  if (!marker && size !== undefined) {
    if (isTextLineAt(bytes, place.start, place.stop, size)) return undefined;
    const areNoCells = !areCells(latin1(bytes, start, end), size);
    const unread = areNoCells && unreadRecord(bytes, start, place.stop, size, place.from, place.line);
    if (unread) return unread;
  }
  return {
    start: start - place.from,
    end: end - place.from,
    line: place.line,
    column: column === undefined ? 0 : start - place.lineStart + (marker ? 1 : column),
    reason: marker ? `expected a puzzle, got ${marker}, the marker of an earlier run` : reason,
    ...(marker && { marker }),
    ...(isDamaged && { isDamaged }),
  };
}

/** Bytes from which on lines are read in runs: that a few of them look alike saves less than it costs to find out. */
const MIN_RUN_BYTES = 4096;

/** Reads lines with one grid each, whose cells a scanner finds. */
export class LineReader implements Reader<CellsLayout> {
  readonly #scanner: LineScanner;
  readonly #builder = new BlockBuilder();
  #atFront: boolean;
  readonly #size: number | undefined;
  readonly #runs: RunReader | undefined;

  /**
   * @param size of most grids, to tell titles from faulty puzzles; 0 if it is unknown, undefined if all lines are records
   * @param runs for lines that look like others
   */
  constructor(scanner: LineScanner, first: boolean, size?: number, runs?: RunReader) {
    this.#scanner = scanner;
    this.#atFront = first;
    this.#size = size;
    this.#runs = runs;
  }

  read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const runs = end < MIN_RUN_BYTES ? undefined : this.#runs;
    const blocks = () => blocksUpTo(end, (from) => this.#block(runs, bytes, from, end));
    return runs ? runs.iterate(bytes.subarray(0, end), blocks) : blocks();
  }

  overlong(input: OverlongInput): Overlong<CellsLayout> {
    return this.#builder.takeOverlong(input);
  }

  /** Reads lines from `from` on, up to a grid of another size than the first. */
  #block(runs: RunReader | undefined, bytes: Uint8Array, from: number, end: number): Block<CellsLayout> {
    const builder = this.#builder;
    // a short link can be a large grid, and has no cells in the file
    builder.begin(this.#scanner.row.starts.length > 0 ? end - from : 0, runs?.begin(from));
    let line = 0;
    let at = from;
    if (this.#atFront) at += bomLength(bytes);
    this.#atFront = false;
    while (at < end && !builder.isFull) {
      if (runs) faultHook()?.('read', bytes, at, end);
      // nearly all lines look like the previous one
      if (runs?.read(builder, at, end, line)) {
        at = runs.stoppedAt;
        line = runs.stoppedLine;
        continue;
      }
      if (bytes[at]! <= SPACE) {
        const { next, lineFeeds } = blankLines(bytes, at, end);
        at = next;
        line += lineFeeds;
        if (lineFeeds > 0) continue;
      }
      const lineFeed = lineEnd(bytes, at);
      const stop = trimmedEnd(bytes, at, lineFeed);
      const start = skipBlanks(bytes, at, stop);
      if (start < stop && !isCommentAt(bytes, start)) {
        faultHook()?.('read', bytes, start, stop);
        const found = this.#scanner.scan(bytes, start, stop);
        const { kind, own } = found;
        const broken = brokenLine(bytes, found, { from, line, lineStart: at, start, stop }, this.#size);
        if (broken) builder.addBroken(broken);
        else if (kind && found.reason === undefined) {
          if (builder.count > 0 && kind !== builder.kind) break;
          if (found.puzzle) builder.addValues(found.puzzle);
          else builder.addCells(bytes, from, this.#scanner.row, kind, 0);
          if (own) builder.addOwn(own);
          const [top, bottom] = [found.start - from, found.end - from];
          builder.close({ start: at - from, line, top, bottom, kind, rows: 1, good: 1, fault: undefined });
          const textEnd = bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed;
          const learnt = runs && lineFeed < end && this.#learnt(bytes.subarray(at, textEnd), at, found, kind);
          if (learnt) runs.learn(learnt);
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
    }
    return builder.end(bytes.subarray(from, at), line);
  }

  /** What the line at an offset shows of others; undefined if they can differ in more than their cells. */
  #learnt(
    bytes: Uint8Array,
    at: number,
    { start, end, puzzle, digits }: ScannedLine,
    kind: RowKind,
  ): LearntGrid | undefined {
    if (puzzle && digits === undefined) return undefined;
    const { cells } = kind.geometry;
    const starts = puzzle ? new Uint32Array(cells) : this.#scanner.row.starts;
    for (let i = 0; puzzle && i < cells; i++) starts[i] = digits! + i;
    const places = { top: start - at, bottom: end - at, starts, first: 0, origin: at };
    return { bytes, kind, ...places, areDigits: puzzle !== undefined };
  }
}
