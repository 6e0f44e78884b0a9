import { LF, SPACE, TAB } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import type { Block } from '../shared/block.ts';
import { blankLines, bomLength, lineEnd, quote, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { BlockBuilder, type CellsLayout, type OpenGrid } from '../shared/cell-blocks.ts';
import type { RowKind } from '../shared/cells.ts';
import {
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type Reader,
  type ReadOptions,
  shapesUnder,
} from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { type GridsKernel, gridsKernels } from './kernel.ts';
import {
  endsGrid,
  type GridsState,
  isAsLongAsRows,
  isHeader,
  isLongerThanRows,
  isRowLike,
  type LineKind,
  lineKind,
} from './line.ts';
import type { Look } from './look.ts';
import { noRowFault, Rows, rowFault, shortFault, sizeFault } from './rows.ts';
import { GridTemplate } from './template.ts';

/** Reads grids that stand over several lines. A grid ends with its last row, or, broken, where its rows end. */
export function gridsReader(state: GridsState, options: ReadOptions, first: boolean): Reader<CellsLayout> {
  return new GridsReader(state, new Rows(state, shapesUnder(options)), first);
}

class GridsReader implements Reader<CellsLayout> {
  readonly #state: GridsState;
  readonly #rows: Rows;
  readonly #builder: BlockBuilder;
  readonly #template: GridTemplate;
  #atFront: boolean;
  readonly #overlong = new OverlongLines();
  readonly closesRecords = true;
  /** the number on the last line that held only a number, until a grid has come */
  #givenSize: number | undefined;

  constructor(state: GridsState, rows: Rows, first: boolean) {
    this.#state = state;
    this.#template = new GridTemplate(state);
    this.#rows = rows;
    this.#builder = new BlockBuilder(state.columns);
    this.#atFront = first;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    const kernel = gridsKernels.take();
    kernel.load(bytes.subarray(0, end));
    try {
      for (let from = 0; from < end; ) {
        const block = this.#block(kernel, bytes, from, end, last);
        if (block.bytes.length === 0) break;
        from += block.bytes.length;
        yield block;
      }
    } finally {
      gridsKernels.giveBack(kernel); // also where the rest is not wanted
    }
  }

  overlong(input: OverlongInput): Overlong<CellsLayout> {
    const piece = this.#overlong.take(input);
    this.#builder.begin(0);
    for (const record of piece.broken) this.#builder.addBroken(record);
    return { block: this.#builder.end(piece.bytes, piece.lineFeeds), open: piece.open };
  }

  /** Reads lines until a grid of another kind begins; a grid cut by the end of the bytes is left for later. */
  #block(
    kernel: GridsKernel,
    bytes: Uint8Array,
    from: number,
    end: number,
    last: boolean,
  ): Block<CellsLayout> {
    const builder = this.#builder;
    // blank cells may be more than bytes: then the kernel has no room for them
    builder.begin(this.#rows.roomFor(bytes, from, end), this.#state.columns ? undefined : kernel);
    kernel.begin();
    /** of the block's grids that were read all at once */
    let look: Look | undefined;
    let grid: OpenGrid | undefined;
    let sizeLine: { start: number; line: number } | undefined;
    let line = 0;
    let at = this.#atFront ? from + bomLength(bytes) : from;
    this.#atFront = false;

    while (at < end) {
      if (!grid && !sizeLine && this.#givenSize === undefined) {
        // nearly all grids look like the one before
        const next = look ?? this.#template.lookFor(builder.count > 0 ? builder.kind : undefined);
        if (next && this.#readAlike(kernel, next, from, at, end, line)) look = next;
        // also where no grid came: else each of many blank lines is passed over by each call
        if (next && kernel.stoppedAt > at) {
          at = kernel.stoppedAt;
          line = kernel.stoppedLine;
          continue;
        }
        const blank = this.#blankLines(bytes, at, end);
        if (blank.lineFeeds > 0) {
          line += blank.lineFeeds;
          at = blank.next;
          continue;
        }
      }
      const lineFeed = lineEnd(bytes, at);
      const stop = trimmedEnd(bytes, at, lineFeed);
      const start = skipBlanks(bytes, at, stop);
      // nearly all rows are as the one before; only other lines are looked at closely
      const plain = this.#plainRow(bytes, start, stop, grid);
      let what = plain ? 'row' : lineKind(bytes, start, stop, this.#state, grid?.kind?.geometry.size ?? 0);
      if (this.#isRowOfBlanks(what, bytes, at, start, stop, lineFeed, grid)) what = 'row';
      const begun = what === 'row' && !grid ? (plain ?? this.#rows.kindOf(bytes, start, stop)) : undefined;
      if (what === 'row' && !plain && !begun && !this.#continues(bytes, start, stop, grid)) what = 'text';
      const isAlone = what === 'row' && !plain && !begun && isLongerThanRows(bytes, start, stop);
      if (isAlone) what = 'text';
      if (begun && isHeader(bytes, lineFeed, end, this.#state)) what = 'text';

      if (grid && endsGrid(grid, what, bytes[start]!, this.#state)) {
        this.#close(grid, line);
        grid = undefined;
      }
      if (what === 'size') this.#givenSize = Number(quote(bytes, start, stop).slice(1, -1));
      if (isAlone) {
        const fault = noRowFault(bytes, start, stop, at, line);
        builder.addBroken({ ...fault, start: start - from, end: stop - from });
      }
      if (what === 'marker') {
        const marker = markerIn(bytes, start, stop) ?? 'a marker';
        const reason = `expected a grid, got ${marker}, the marker of an earlier run`;
        const place = { start: start - from, end: stop - from, line, column: start - at + 1 };
        builder.addBroken({ ...place, reason, isMarker: true });
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
            : noRowFault(bytes, start, stop, at, line);
        }
        if (plain) this.#addCells(bytes, from, grid, plain);
        else this.#addRow(bytes, from, grid, at, start, stop, line);
        grid.rows++;
        grid.bottom = Math.max(stop, this.#rows.endInColumns) - from;
        if (grid.rows === this.#rowsOf(grid)) {
          this.#close(grid, line, bytes.subarray(from));
          grid = undefined;
        }
      }
      sizeLine = what === 'size' ? { start: at - from, line } : undefined;
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
      if (what === 'blank') {
        // more of them change nothing
        const { next, lineFeeds } = this.#blankLines(bytes, at, end);
        line += lineFeeds;
        at = next;
      }
    }
    if (grid && !last) return builder.end(bytes.subarray(from, from + grid.start), grid.line);
    if (grid) this.#close(grid, line);
    return builder.end(bytes.subarray(from, end), line);
  }

  /** As {@link blankLines}, of lines that are no rows with nothing but blank cells. */
  #blankLines(bytes: Uint8Array, from: number, end: number): ReturnType<typeof blankLines> {
    const { columns, delimiter } = this.#state;
    if (columns === undefined && delimiter !== TAB) return blankLines(bytes, from, end);
    let next = from;
    while (next < end && bytes[next] === LF) next++;
    return { next, lineFeeds: next - from };
  }

  /** Reads grids from `at` on while they have the look of the block's. @returns whether any came */
  #readAlike(kernel: GridsKernel, look: Look, from: number, at: number, end: number, line: number): boolean {
    const builder = this.#builder;
    const count = this.#template.read(kernel, look, at, end, from, builder.count, line);
    if (count > 0) builder.addAlike(count, look.kind, kernel.alikeIn(look, from));
    return count > 0;
  }

  /**
   * The kind of grid of which a line is a row without doubt: of the open one, or, with nothing between its cells, of
   * the one before. Undefined for any other line, and for a row without givens, which may be a frame.
   */
  #plainRow(bytes: Uint8Array, start: number, stop: number, grid: OpenGrid | undefined): RowKind | undefined {
    const kind = grid ? grid.kind : this.#builder.kind;
    if (!kind || start === stop) return undefined;
    if (!grid && !this.#rows.isPackedRowOf(kind, bytes, start, stop)) return undefined;
    return this.#rows.isRowOf(kind, bytes, start, stop) ? kind : undefined;
  }

  /** Whether a line that looks blank, or like a size, is a row whose fields or columns are blank but for one at most. */
  #isRowOfBlanks(
    what: LineKind,
    bytes: Uint8Array,
    lineStart: number,
    start: number,
    stop: number,
    lineFeed: number,
    grid: OpenGrid | undefined,
  ): boolean {
    const { columns, delimiter } = this.#state;
    // bars with nothing between them look like a frame; a size between grids with columns is none of their rows
    const mayBe = what === 'blank' || what === 'size' || (what === 'frame' && columns !== undefined);
    const isSize = what === 'size' && !grid && start === lineStart && this.#givenSize === undefined;
    if (!mayBe || (columns ? isSize : delimiter !== TAB)) return false;
    // nothing at all may as well part grids
    const isBare =
      columns === undefined
        ? start === lineStart && stop === lineFeed
        : what === 'blank' && bytes[lineStart] !== SPACE;
    if (isBare) return false;
    this.#rows.scan(bytes, start, stop, columns === undefined ? 'fields' : 'columns');
    return this.#rows.row.count === (grid?.kind?.geometry.size ?? this.#state.size);
  }

  /** Whether a line that begins no grid was meant as a row: of the one that is open, or of one that is broken from the start. */
  #continues(bytes: Uint8Array, start: number, stop: number, grid: OpenGrid | undefined): boolean {
    if (grid?.kind) {
      this.#rows.scan(bytes, start, stop, grid.kind.style);
      if (this.#rows.row.count === grid.kind.geometry.size && this.#rows.firstFault(bytes, grid.kind) < 0)
        return true;
    }
    if (!grid && this.#state.titled) return false;
    const isLike = isRowLike(bytes, start, stop, grid?.kind?.symbolTable?.values);
    return isLike || isAsLongAsRows(bytes, start, stop, this.#state);
  }

  #addRow(
    bytes: Uint8Array,
    from: number,
    grid: OpenGrid,
    lineStart: number,
    start: number,
    stop: number,
    line: number,
  ): void {
    const { kind } = grid;
    if (!kind || grid.fault) return;
    this.#rows.scan(bytes, start, stop, kind.style);
    grid.fault = rowFault(bytes, this.#rows, kind, lineStart, stop, line);
    if (!grid.fault) this.#addCells(bytes, from, grid, kind);
  }

  /** Takes the row found last. */
  #addCells(bytes: Uint8Array, from: number, grid: OpenGrid, kind: RowKind): void {
    if (!grid.fault)
      this.#builder.addCells(bytes, from, this.#rows.row, kind, grid.good++ * kind.geometry.size);
  }

  /** Rows after which a grid is over: broken ones are taken to be as large as most. */
  #rowsOf({ kind, fault }: OpenGrid): number {
    const size = kind?.geometry.size ?? 0;
    return fault ? Math.max(size, this.#state.size) || MAX_SIZE : size;
  }

  /** @param block its bytes, to learn the looks of the grid from */
  #close(grid: OpenGrid, line: number, block?: Uint8Array): void {
    grid.fault ??= shortFault(grid, line);
    const { kind, start, top, bottom, fault } = grid;
    if (kind && !fault && block && kind.style !== 'columns') {
      const { cellStarts, count } = this.#builder;
      const first = count * kind.geometry.cells;
      this.#template.learn(block.subarray(start, bottom), top - start, kind, cellStarts, first, start);
    }
    this.#builder.close(grid);
    this.#givenSize = undefined;
  }
}
