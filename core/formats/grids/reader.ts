// Reads grids over several lines: classifies each line, collects rows, and says where a grid ends and what is wrong
// with a broken one.

import { CR, LF, MAX_BETWEEN_BYTES, SPACE, TAB } from '../../kernel/constants.ts';
import { faultHook, internalReason } from '../../kernel/internal-error.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { PatternRuns } from '../patterns/runs.ts';
import { type Block, type BrokenRecord, blocksUpTo } from '../shared/block.ts';
import {
  blankLines,
  bomLength,
  isBlank,
  isCommentAt,
  lineEnd,
  skipBlanks,
  trimmedEnd,
} from '../shared/bytes.ts';
import { BlockBuilder, type CellsLayout, type OpenGrid, type RunReader } from '../shared/cell-blocks.ts';
import type { Row, RowKind } from '../shared/cells.ts';
import {
  type Overlong,
  type OverlongInput,
  type Reader,
  type ReadOptions,
  shapesUnder,
} from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import type { ScannedLine } from '../shared/line-reader.ts';
import { leadingMarker } from '../shared/markers.ts';
import { areWordsAt, isTextLineAt, unreadRecord } from '../shared/text-line.ts';
import {
  endsGrid,
  type GridsState,
  isAnnounced,
  isAsLongAsRows,
  isHeader,
  isLongerThanRows,
  isRowLike,
  type LineKind,
  lineKind,
} from './line.ts';
import { GridRows, type RowLine, shortFault, sizeFault } from './rows.ts';

/** Finds lines that are a puzzle by themselves, in files that have some among their grids. */
export interface PuzzleLines {
  /** The cells of the last puzzle found. */
  readonly row: Row;
  find(bytes: Uint8Array, start: number, stop: number): ScannedLine | undefined;
}

/** What differs between the formats that consist of grids. */
export interface ReaderParts {
  /** For grids that look like others; false for bytes of more than MAX_RECORD_BYTES. @default those of one pattern */
  readonly runs?: RunReader | false;
  readonly puzzleLines?: PuzzleLines;
}

/** What a line is. */
interface Classified {
  readonly what: LineKind;
  /** Of the grid of which it is the first row. */
  readonly kind?: RowKind;
  /** The record that it is by itself. */
  readonly broken?: BrokenRecord;
  readonly puzzle?: ScannedLine;
}

/** Reads grids over several lines. A grid ends with its last row; a broken one, where its rows end. */
export class GridsReader implements Reader<CellsLayout> {
  readonly #state: GridsState;
  readonly #rows: GridRows;
  readonly #builder: BlockBuilder;
  readonly #runs: RunReader | undefined;
  readonly #isPlain: boolean;
  readonly #puzzleLines: PuzzleLines | undefined;
  #atFront: boolean;
  /** Line of the block on which a grid ended last. */
  #lastRow = -2;
  /** Whether the line above the next block is the last row of a grid. */
  #isBelowGrid = false;
  readonly closesRecords = true;
  /** the last size announced for the next grid */
  #givenSize: number | undefined;

  constructor(state: GridsState, options: ReadOptions, first: boolean, parts: ReaderParts = {}) {
    const { puzzleLines } = parts;
    this.#state = state;
    const { runs = new PatternRuns({ arePlain: state.delimiter === 0 && !state.headed }) } = parts;
    this.#runs = runs || undefined;
    this.#isPlain = areDigitsOnly(state);
    this.#rows = new GridRows(state, shapesUnder(options));
    this.#builder = new BlockBuilder(state.columns);
    this.#puzzleLines = puzzleLines;
    this.#atFront = first;
  }

  read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const blocks = () =>
      blocksUpTo(end, (from) => {
        const block = this.#block(bytes, from, end, last);
        this.#isBelowGrid = this.#lastRow === block.lineFeeds - 1;
        return block;
      });
    return this.#runs ? this.#runs.iterate(bytes.subarray(0, end), blocks) : blocks();
  }

  overlong(input: OverlongInput): Overlong<CellsLayout> {
    return this.#builder.takeOverlong(input);
  }

  /** Reads lines up to a grid of another kind; leaves an incomplete grid at the end of the bytes for later. */
  #block(bytes: Uint8Array, from: number, end: number, last: boolean): Block<CellsLayout> {
    const builder = this.#builder;
    const runs = this.#runs;
    const room = runs?.begin(from);
    // blank cells can be more than bytes, for which the kernel has no memory
    builder.begin(end - from, this.#state.columns ? undefined : room);
    let grid: OpenGrid | undefined;
    let sizeLine: { start: number; line: number } | undefined;
    this.#lastRow = this.#isBelowGrid ? -1 : -2;
    let line = 0;
    let at = this.#atFront ? from + bomLength(bytes) : from;
    this.#atFront = false;

    while (at < end) {
      if (!grid && !sizeLine && this.#givenSize === undefined) {
        if (builder.isFull) return builder.end(bytes.subarray(from, at), line);
        // nearly all grids look like the previous one; each attempt skips the same blank lines, even if it reads none
        if (runs?.read(builder, at, end, line)) {
          at = runs.stoppedAt;
          line = runs.stoppedLine;
          let above = at - 2;
          while (above >= from && isBlank(bytes[above]!)) above--;
          if (above >= from && bytes[above] !== LF) this.#lastRow = line - 1;
          continue;
        }
        const blank = this.#blankLines(bytes, at, end);
        if (blank.lineFeeds > 0) {
          line += blank.lineFeeds;
          at = blank.next;
          continue;
        }
      }
      const isBetween = !grid && !sizeLine && this.#givenSize === undefined;
      const textLine = lineAt(bytes, at, line);
      const { start, stop, lineFeed } = textLine;
      // a quick test recognises nearly all rows; only other lines are classified
      const plain = this.#plainRow(bytes, start, stop, grid);
      const found = plain ? undefined : this.#classify(bytes, from, textLine, end, grid);
      const { what, kind: begun, broken, puzzle } = found ?? { what: 'row', kind: plain };
      if (isBetween && !broken && !puzzle && this.#areAllAlike(bytes, start, stop, what))
        runs?.learnBetween?.(bytes.subarray(at, bytes[lineFeed - 1] === CR ? lineFeed - 1 : lineFeed));

      if (grid && endsGrid(grid, what, bytes[start]!, this.#state)) {
        // a row by itself can be a title, unless it continues a grid
        const isTitle = grid.line !== this.#lastRow + 1 && this.#isTitle(bytes, from, grid);
        if (!isTitle) this.#close(grid, line);
        grid = undefined;
        // what is no row of a title's size can begin a grid of another
        if (isTitle && what === 'text') continue;
      }
      const number = what === 'size' ? Number(latin1(bytes, start, stop)) : 0;
      if (isAnnounced(number)) this.#givenSize = number;
      if (broken) builder.addBroken(broken);
      if (puzzle) {
        if (puzzle.kind && builder.count > 0 && puzzle.kind !== builder.kind)
          return builder.end(bytes.subarray(from, at), line);
        this.#addPuzzle(bytes, from, textLine, puzzle);
      }
      if (what === 'row') {
        if (!grid) {
          const first = sizeLine ?? { start: at - from, line };
          if (begun && builder.count > 0 && begun !== builder.kind) {
            return builder.end(bytes.subarray(from, from + first.start), first.line);
          }
          grid = { ...first, top: start - from, kind: begun, rows: 0, good: 0, bottom: 0, fault: undefined };
          grid.fault = begun
            ? sizeFault(this.#givenSize, begun.geometry.size, line)
            : this.#rows.fault(bytes, textLine, undefined, 1);
          if (begun && grid.fault) {
            const isWhole = this.#isGridAt(bytes, at, end, last);
            if (isWhole === undefined)
              return builder.end(bytes.subarray(from, from + first.start), first.line);
            // the number above is no size, but a title
            if (isWhole) grid.fault = undefined;
            // the look ahead has scanned other rows
            this.#rows.scan(bytes, start, stop, begun.style);
          }
        }
        try {
          faultHook()?.('read', bytes, start, stop);
          const { kind } = grid;
          if (!plain && kind && !grid.fault) {
            grid.fault = this.#rows.fault(bytes, textLine, kind, grid.rows + 1);
          }
          if (kind && !grid.fault) {
            builder.addCells(bytes, from, this.#rows.row, kind, grid.good++ * kind.geometry.size);
          }
        } catch (error) {
          grid.fault = { line, column: 0, reason: internalReason(error), isInternal: true };
        }
        grid.rows++;
        grid.bottom = Math.max(stop, this.#rows.endInColumns) - from;
        if (grid.rows === 2 && grid.fault) {
          const isWhole = this.#isGridAt(bytes, at, end, last);
          if (isWhole === undefined) return builder.end(bytes.subarray(from, from + grid.start), grid.line);
          if (isWhole) {
            // the line above is a title, such as a number
            grid = undefined;
            continue;
          }
        }
        if (grid.rows === this.#rowsOf(grid)) {
          this.#close(grid, line, textLine.lineFeed + 1 < end ? bytes.subarray(from) : undefined);
          grid = undefined;
          this.#lastRow = line;
        }
      }
      sizeLine = what === 'size' ? { start: at - from, line } : undefined;
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
      if (what === 'blank') {
        // further blank lines change nothing
        const { next, lineFeeds } = this.#blankLines(bytes, at, end);
        line += lineFeeds;
        at = next;
      }
    }
    if (grid && !last) return builder.end(bytes.subarray(from, from + grid.start), grid.line);
    if (grid) this.#close(grid, line);
    return builder.end(bytes.subarray(from, end), line);
  }

  /** Whether all lines that differ from one between grids only in digits are the same as it. */
  #areAllAlike(bytes: Uint8Array, start: number, stop: number, what: LineKind): boolean {
    if (what === 'frame') return true;
    if (what !== 'text' || !this.#isPlain || stop - start > MAX_BETWEEN_BYTES) return false;
    const text = latin1(bytes, start, stop);
    return NO_CELL.test(text) && !MAY_HAVE_CELLS.test(text);
  }

  /** Whether a cut grid is text: one line, or several with words of which most have no row of the file's grids. */
  #isTitle(bytes: Uint8Array, from: number, { rows, top, bottom, kind }: OpenGrid): boolean {
    const { candidates, size } = this.#state;
    if (candidates) return false;
    if (rows === 1) return isTextLineAt(bytes, from + top, from + bottom, size);
    const isOther = size > 0 && kind?.geometry.size !== size && 2 * rows < size;
    return isOther && areWordsAt(bytes, from + top, from + bottom, size);
  }

  /** What a line is that is not certainly a row. @param from offset of the block */
  #classify(
    bytes: Uint8Array,
    from: number,
    line: RowLine,
    end: number,
    grid: OpenGrid | undefined,
  ): Classified {
    const { at, start, stop, lineFeed, number } = line;
    let what = lineKind(bytes, start, stop, this.#state, grid?.kind?.geometry.size ?? 0);
    if (this.#isRowOfBlanks(what, bytes, line, grid)) what = 'row';
    const place = { start: start - from, end: stop - from };
    if (what === 'marker') {
      const marker = leadingMarker(latin1(bytes, start, stop))!;
      const reason = `expected a grid, got ${marker}, the marker of an earlier run`;
      return { what, broken: { ...place, line: number, column: start - at + 1, reason, marker } };
    }
    if (what !== 'row' && what !== 'text') return { what };
    if (what === 'row') {
      const kind = grid ? undefined : this.#rows.kindOf(bytes, start, stop);
      if (kind) return { what: isHeader(bytes, lineFeed, end, this.#state) ? 'text' : what, kind };
      const puzzle = this.#puzzleLines?.find(bytes, start, stop);
      if (puzzle) return { what: 'text', puzzle };
      if (!this.#continues(bytes, line, grid)) what = 'text';
    }
    const unread = isCommentAt(bytes, start)
      ? undefined
      : unreadRecord(bytes, start, stop, this.#state.size, from, number);
    if (unread) return { what: 'text', broken: unread };
    if (what === 'text' || this.#state.candidates || !isLongerThanRows(bytes, start, stop)) return { what };
    return { what: 'text', broken: { ...this.#rows.fault(bytes, line, undefined, 1)!, ...place } };
  }

  /** Adds the puzzle of a line, or its fault. */
  #addPuzzle(bytes: Uint8Array, from: number, { at, number: line }: RowLine, puzzle: ScannedLine): void {
    const { kind, reason = '', column = 0 } = puzzle;
    const [top, bottom] = [puzzle.start - from, puzzle.end - from];
    if (!kind) {
      const place = { start: top, end: bottom, line, column: puzzle.start - at + column };
      this.#builder.addBroken({ ...place, reason });
      return;
    }
    this.#builder.addCells(bytes, from, this.#puzzleLines!.row, kind, 0);
    this.#builder.close({ start: at - from, line, top, bottom, kind, rows: 1, good: 1, fault: undefined });
  }

  /** As {@link blankLines}, without lines that can be rows of blank cells. */
  #blankLines(bytes: Uint8Array, from: number, end: number): ReturnType<typeof blankLines> {
    const { columns, delimiter } = this.#state;
    if (columns === undefined && delimiter !== TAB) return blankLines(bytes, from, end);
    let next = from;
    while (next < end && bytes[next] === LF) next++;
    return { next, lineFeeds: next - from };
  }

  /**
   * The kind of grid of which a line is certainly a row: that of the open grid, or, for a line without separators, of the
   * previous grid. Undefined for any other line, and for a row without givens, which can be a frame.
   */
  #plainRow(bytes: Uint8Array, start: number, stop: number, grid: OpenGrid | undefined): RowKind | undefined {
    const kind = grid ? grid.kind : this.#builder.kind;
    if (!kind || start === stop) return undefined;
    // the previous one of candidates can be a line
    if (!grid && (this.#puzzleLines || !this.#rows.isPackedRowOf(kind, bytes, start, stop))) return undefined;
    // a date can have as many symbols
    if (!grid && lineKind(bytes, start, stop, this.#state, 0) === 'text') return undefined;
    return this.#rows.isRowOf(kind, bytes, start, stop) ? kind : undefined;
  }

  /** Whether a line that is blank, or looks like a size, is a row with at most one cell that is not blank. */
  #isRowOfBlanks(
    what: LineKind,
    bytes: Uint8Array,
    { at: lineStart, start, stop, lineFeed }: RowLine,
    grid: OpenGrid | undefined,
  ): boolean {
    const { columns, delimiter } = this.#state;
    // bars without cells look like a frame; a size between grids with columns is not a row
    const mayBe = what === 'blank' || what === 'size' || (what === 'frame' && columns !== undefined);
    const isSize = what === 'size' && !grid && start === lineStart && this.#givenSize === undefined;
    if (!mayBe || (columns ? isSize : delimiter !== TAB)) return false;
    // an empty line can also separate grids
    const isBare =
      columns === undefined
        ? start === lineStart && stop === lineFeed
        : what === 'blank' && bytes[lineStart] !== SPACE;
    if (isBare) return false;
    this.#rows.scan(bytes, start, stop, columns === undefined ? 'fields' : 'columns');
    return this.#rows.row.count === (grid?.kind?.geometry.size ?? this.#state.size);
  }

  /** Whether a line that begins no grid was meant as a row: of the open grid, or of one with a broken first row. */
  #continues(bytes: Uint8Array, line: RowLine, grid: OpenGrid | undefined): boolean {
    const { start, stop } = line;
    if (grid?.kind && this.#isRowOf(grid.kind, bytes, start, stop)) return true;
    if (!grid && this.#state.titled) return false;
    const isLike = isRowLike(bytes, start, stop, this.#state, grid?.kind?.symbolTable?.values);
    return (isLike && this.#rows.hasCells(bytes, line)) || isAsLongAsRows(bytes, start, stop, this.#state);
  }

  /**
   * Whether a complete grid begins with the line at `from`, and no further row follows it: then a line above it that does not fit
   * is not one of its rows. Undefined if that depends on what follows `end`.
   */
  #isGridAt(bytes: Uint8Array, from: number, end: number, last: boolean): boolean | undefined {
    const grid: Omit<OpenGrid, 'kind'> & { kind: RowKind | undefined } = {
      ...{ start: 0, line: 0, top: 0, kind: undefined },
      ...{ rows: 0, good: 0, bottom: 0, fault: undefined },
    };
    const isWhole = () => grid.rows === grid.kind?.geometry.size;
    for (let at = from; at < end; ) {
      const line = lineAt(bytes, at, 0);
      const { start, stop } = line;
      const { kind } = grid;
      const what = lineKind(bytes, start, stop, this.#state, kind?.geometry.size ?? 0);
      const mayBeRow = what === 'row' || this.#isRowOfBlanks(what, bytes, line, grid);
      if (!kind) grid.kind = mayBeRow ? this.#rows.kindOf(bytes, start, stop) : undefined;
      const isRow = mayBeRow && grid.kind !== undefined && this.#isRowOf(grid.kind, bytes, start, stop);
      if (isRow && isWhole()) return false;
      if (isRow) grid.rows++;
      else if (what === 'row' || isWhole() || endsGrid(grid, what, bytes[start]!, this.#state)) {
        // a line below the grid can be its frame
        if (what !== 'frame' || endsGrid(grid, what, bytes[start]!, this.#state)) return isWhole();
      }
      at = line.lineFeed + 1;
    }
    return last ? isWhole() : undefined;
  }

  #isRowOf(kind: RowKind, bytes: Uint8Array, start: number, stop: number): boolean {
    this.#rows.scan(bytes, start, stop, kind.style);
    return this.#rows.row.count === kind.geometry.size && this.#rows.firstFault(bytes, kind) < 0;
  }

  /** GridRows of a grid; a broken one is assumed to have the size of most grids. */
  #rowsOf({ kind, fault, good }: OpenGrid): number {
    const size = kind?.geometry.size ?? 0;
    if (!fault) return size;
    // if the second row does not fit the first, either can be the broken one
    const most = good === 1 ? this.#state.size : Math.max(size, this.#state.size);
    return most || size || MAX_SIZE;
  }

  /** @param block bytes from which the grid's pattern is learnt, if others follow it */
  #close(grid: OpenGrid, line: number, block?: Uint8Array): void {
    grid.fault ??= shortFault(grid, line);
    const { kind, start, top, bottom, fault } = grid;
    if (kind && !fault && block && kind.style !== 'columns') {
      const { cellStarts, count } = this.#builder;
      const first = count * kind.geometry.cells;
      let end = bottom;
      while (block[end] === SPACE || block[end] === TAB) end++;
      const places = { top: top - start, bottom: bottom - start, starts: cellStarts, first, origin: start };
      this.#runs?.learn({ bytes: block.subarray(start, end), kind, ...places });
    }
    this.#builder.close(grid);
    this.#givenSize = undefined;
  }
}

/** A letter that is no symbol of small grids, whatever the alphabet; without those of `nan` and `x`, which are empty cells. */
const NO_CELL = /[b-mo-wyz]/i;
/** What may be fields, or a run of cells. */
const MAY_HAVE_CELLS = /\||[^\s,;:]{16}|\dE\+\d/i;

/** Whether the rows of small grids are digits, and no line is a header or has fields. */
function areDigitsOnly({ alphabets, columns, delimiter, headed, candidates }: GridsState): boolean {
  if (columns !== undefined || delimiter !== 0 || headed || candidates) return false;
  return Object.entries(alphabets).every(([size, symbols]) => Number(size) <= 9 && /^[1-9]+$/.test(symbols));
}

/** The line that begins at an offset. */
function lineAt(bytes: Uint8Array, at: number, number: number): RowLine {
  const lineFeed = lineEnd(bytes, at);
  const stop = trimmedEnd(bytes, at, lineFeed);
  return { at, start: skipBlanks(bytes, at, stop), stop, lineFeed, number };
}
