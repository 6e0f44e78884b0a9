import { LF, POINT } from '../../kernel/constants.ts';
import { faultHook, internalReason } from '../../kernel/internal-error.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { type Block, MAX_BROKEN } from '../shared/block.ts';
import {
  bomLength,
  isCommentAt,
  isDigit,
  isFrameLine,
  lineEnd,
  quote,
  skipBlanks,
  tokenEnd,
  trimmedEnd,
} from '../shared/bytes.ts';
import type { CellsLayout, OpenGrid } from '../shared/cell-blocks.ts';
import { emptyRow, type Row, type RowKind, scanRow, separatorAt, unequalRows } from '../shared/cells.ts';
import {
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type Reader,
  type ReadOptions,
  type Shapes,
  shapesUnder,
} from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { isMarker, markerIn } from '../shared/markers.ts';
import { CANDIDATE_SIZES, readCandidates } from '../shared/pencilmarks.ts';
import { unreadRecord } from '../shared/text-line.ts';
import { CandidateBuilder } from './builder.ts';
import { PencilmarkScanner } from './lines.ts';

const LARGEST = 9;

/** Pencilmarks that can be lines among the grids. Those of 4x4 are as long as an 8x8 grid. */
const LINE_ALPHABETS = { 6: '123456', 9: '123456789' };
/** Characters of a line that is a puzzle. */
const LINE_LENGTHS = new Set([...CANDIDATE_SIZES.map((size) => size ** 2), 6 ** 3, 9 ** 3]);
const MAX_NUMBER = 16;
/** A row of a plain grid without separators: different digits and at least one empty cell. */
const PACKED_ROW = /^(?=[\d.]{9}$)(?=.*[0.])(?!.*([1-9]).*\1)/;

/** Bytes of a line that are compared with a frame. */
const MAX_FRAME = 1000;

/** First bytes of lines that only the top or the bottom of a frame has. */
const OUTER_FRAME = /^[.']/;

type LineKind = 'blank' | 'frame' | 'text' | 'marker' | 'row' | 'bad-row' | 'puzzle';

/**
 * Reads candidate grids: rows of as many cells as there are rows, each with the digits that it may have. A grid ends with its
 * last row; a broken one, where its rows end.
 */
export class CandidateGridsReader implements Reader<CellsLayout> {
  readonly #shapes: Shapes;
  readonly #kinds: (RowKind | undefined)[] = [];
  readonly #row: Row = emptyRow();
  readonly #builder = new CandidateBuilder();
  readonly #lines: PencilmarkScanner;
  readonly #overlong = new OverlongLines();
  readonly closesRecords = true;
  #atFront: boolean;

  constructor(options: ReadOptions, first: boolean) {
    this.#shapes = shapesUnder(options);
    this.#lines = new PencilmarkScanner({ alphabets: LINE_ALPHABETS }, options);
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    for (let from = 0; from < end; ) {
      const block = this.#block(bytes, from, end, last);
      if (block.bytes.length === 0) break;
      from += block.bytes.length;
      yield block;
    }
  }

  overlong(input: OverlongInput): Overlong<CellsLayout> {
    const piece = this.#overlong.take(input);
    this.#builder.begin(0);
    for (const record of piece.broken) this.#builder.addBroken(record);
    return { block: this.#builder.end(piece.bytes, piece.lineFeeds), open: piece.open };
  }

  /** Reads lines up to a grid of another size; leaves an incomplete grid at the end of the bytes for later. */
  #block(bytes: Uint8Array, from: number, end: number, last: boolean): Block<CellsLayout> {
    const builder = this.#builder;
    builder.begin(end - from);
    let grid: OpenGrid | undefined;
    let line = 0;
    let at = this.#atFront ? from + bomLength(bytes) : from;
    this.#atFront = false;
    while (at < end && (grid || builder.broken < MAX_BROKEN)) {
      const lineFeed = lineEnd(bytes, at);
      const stop = trimmedEnd(bytes, at, lineFeed);
      const start = skipBlanks(bytes, at, stop);
      const what = this.#lineKind(bytes, start, stop, grid?.kind);
      if (grid && endsGrid(grid, what, bytes, start, stop)) {
        this.#close(grid, line);
        grid = undefined;
      }
      if (what === 'text' && !isCommentAt(bytes, start)) {
        const size = grid?.kind?.geometry.size ?? builder.kind?.geometry.size ?? 0;
        const unread = unreadRecord(bytes, start, stop, size, from, line);
        if (unread) builder.addBroken(unread);
      }
      if (what === 'marker') {
        const reason = `expected a grid, got ${markerIn(bytes, start, stop) ?? 'a marker'}, the marker of an earlier run`;
        const place = { start: start - from, end: stop - from, line, column: start - at + 1 };
        builder.addBroken({ ...place, reason, isMarker: true });
      } else if (what === 'puzzle') {
        const found = this.#lines.scan(bytes, start, stop);
        const place = { start: at - from, line, top: start - from, bottom: found.end - from };
        if (found.kind) {
          if (builder.count > 0 && found.kind !== builder.kind)
            return builder.end(bytes.subarray(from, at), line);
          builder.addCells(bytes, from, this.#lines.row, found.kind, 0);
          builder.close({ ...place, kind: found.kind, rows: 1, good: 1, fault: undefined });
        } else {
          const { reason, column } = found;
          builder.addBroken({
            reason: reason!,
            line,
            column: start - at + column!,
            start: place.top,
            end: place.bottom,
          });
        }
      } else if (what === 'row' || what === 'bad-row') {
        if (!grid) {
          const kind = what === 'row' ? this.#kindOf(this.#row.count) : undefined;
          if (kind && builder.count > 0 && kind !== builder.kind) {
            return builder.end(bytes.subarray(from, at), line);
          }
          const place = { start: at - from, line, top: start - from };
          grid = { ...place, kind, rows: 0, good: 0, bottom: 0, fault: undefined };
        }
        try {
          faultHook()?.('read', bytes, start, stop);
          if (what === 'bad-row') grid.fault ??= this.#fault(bytes, at, start, stop, line, grid);
          else if (!grid.fault) {
            builder.addCells(bytes, from, this.#row, grid.kind!, grid.good++ * grid.kind!.geometry.size);
          }
        } catch (error) {
          // also where the recogniser reads, which never throws
          grid.fault = { line, column: 0, reason: internalReason(error), isInternal: true };
        }
        grid.rows++;
        grid.bottom = stop - from;
        if (grid.rows === (grid.kind?.geometry.size ?? LARGEST)) {
          this.#close(grid, line);
          grid = undefined;
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
    }
    if (grid && !last) return builder.end(bytes.subarray(from, from + grid.start), grid.line);
    if (grid) this.#close(grid, line);
    return builder.end(bytes.subarray(from, at), line);
  }

  #lineKind(bytes: Uint8Array, start: number, stop: number, kind: RowKind | undefined): LineKind {
    if (start === stop) return 'blank';
    if (isCommentAt(bytes, start)) return 'text';
    scanRow(bytes, start, stop, 'numbers', this.#row);
    const size = this.#sizeOfRow(bytes);
    if (size !== undefined && (kind === undefined || size === kind.geometry.size)) return 'row';
    const text = latin1(bytes, start, Math.min(stop, start + MAX_FRAME));
    if (isMarker(text)) return 'marker';
    if (isFrameLine(text, '')) return 'frame';
    if (this.#isPuzzle(bytes, start, stop)) return 'puzzle';
    if (PACKED_ROW.test(text)) return 'bad-row';
    return this.#isRowLike(bytes, start, stop) ? 'bad-row' : 'text';
  }

  /** Whether a line begins with a puzzle, or with what was meant as one. */
  #isPuzzle(bytes: Uint8Array, start: number, stop: number): boolean {
    const end = tokenEnd(bytes, start, stop, true);
    if (!LINE_LENGTHS.has(end - start)) return false;
    for (let at = start; at < end; at++) if (!isDigit(bytes[at]!) && bytes[at] !== POINT) return false;
    // a number can have as many digits as a 4x4 grid has cells
    return end - start > MAX_NUMBER || this.#lines.scan(bytes, start, stop).kind !== undefined;
  }

  /** The size of the grid that the scanned cells are a row of; undefined if they are not a row. */
  #sizeOfRow(bytes: Uint8Array): number | undefined {
    const { count, starts, ends } = this.#row;
    if (!CANDIDATE_SIZES.includes(count)) return undefined;
    let digits = 0;
    for (let cell = 0; cell < count; cell++) {
      const found = readCandidates(bytes, starts[cell]!, ends[cell]!, count);
      if (found < 0) return undefined;
      digits += found;
    }
    // a line of dots or dashes can be a row of empty cells or a rule
    return digits > 0 || bytes[starts[0]!] === POINT ? count : undefined;
  }

  /** Whether a line that is not a row was meant as one: it has some cells, and most of its characters are digits. */
  #isRowLike(bytes: Uint8Array, start: number, stop: number): boolean {
    const { count } = this.#row;
    if (count < CANDIDATE_SIZES[0]!) return false;
    let digits = 0;
    let others = 0;
    for (let at = start; at < stop; at++) {
      const skip = separatorAt(bytes, at);
      if (skip > 0) at += skip - 1;
      else if (isDigit(bytes[at]!) || bytes[at] === POINT) digits++;
      else others++;
    }
    return digits >= 2 * others;
  }

  #fault(
    bytes: Uint8Array,
    lineStart: number,
    start: number,
    stop: number,
    line: number,
    { kind, rows }: OpenGrid,
  ): OpenGrid['fault'] {
    const { count, starts, ends } = this.#row;
    const size = kind?.geometry.size;
    if (count === 1) {
      const reason = `expected cells with separators between them, got ${quote(bytes, start, stop)}`;
      return { line, column: start - lineStart + 1, reason };
    }
    const fault = (at: number, reason: string) => ({ line, column: at - lineStart + 1, reason });
    if (size !== undefined ? count !== size : !CANDIDATE_SIZES.includes(count)) {
      if (size === undefined) return fault(start, `expected 4, 6, 8 or 9 cells in a row, got ${count}`);
      return fault(count > size ? starts[size]! : stop, unequalRows(size, rows + 1, count));
    }
    let cell = 0;
    while (cell < count - 1 && readCandidates(bytes, starts[cell]!, ends[cell]!, count) >= 0) cell++;
    const got = quote(bytes, starts[cell], ends[cell]);
    return fault(starts[cell]!, `expected different digits from 1 to ${count} in a cell, got ${got}`);
  }

  #close(grid: OpenGrid, line: number): void {
    const size = grid.kind?.geometry.size ?? 0;
    if (grid.rows < size) {
      const reason = `expected ${size} rows, got ${grid.rows}`;
      grid.fault ??= { line: Math.max(grid.line, line), column: 0, reason };
    }
    this.#builder.close(grid);
  }

  #kindOf(size: number): RowKind {
    const geometry: Geometry = this.#shapes(size)!;
    this.#kinds[size] ??= { style: 'candidates', geometry, symbolTable: undefined };
    return this.#kinds[size];
  }
}

/** Whether a line ends an incomplete grid. Blank lines may stand between its bands. */
function endsGrid(
  { kind, rows }: OpenGrid,
  what: LineKind,
  bytes: Uint8Array,
  start: number,
  stop: number,
): boolean {
  if (what === 'row' || what === 'bad-row') return false;
  if (what === 'frame') return OUTER_FRAME.test(latin1(bytes, start, Math.min(stop, start + 1)));
  return what !== 'blank' || !kind || rows % kind.geometry.boxRows !== 0;
}
