import { LF, PLUS, SPACE } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { sizeOfCells } from '../../solver/geometry.ts';
import { SymbolTables } from '../shared/alphabet.ts';
import { type Block, MAX_BROKEN } from '../shared/block.ts';
import { blankLines, bomLength, isCommentAt, lineEnd, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { BlockBuilder, type CellsLayout } from '../shared/cell-blocks.ts';
import { emptyRow, firstFault, type Row, type RowKind } from '../shared/cells.ts';
import {
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type Reader,
  type ReadOptions,
  type Shapes,
  shapesUnder,
} from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { brokenToken, type Prefix, prefixEnd, tokenEnd } from './puzzle-text.ts';
import type { LinesState } from './recognise.ts';

/** A scanned line. */
export interface ScannedLine {
  /** Offsets of its puzzle, which a marker can replace. */
  readonly start: number;
  readonly end: number;
  /** Of its grid; undefined if its cells are not a grid. */
  readonly kind: RowKind | undefined;
  /** Why it is not a puzzle. */
  readonly reason: string | undefined;
  /** 1-based column of the fault, from the start of the puzzle; 0 or undefined for none. */
  readonly column?: number;
}

/** Finds the cells of a grid in one line. */
export interface LineScanner {
  /** The cells of the last line. */
  readonly row: Row;
  /** Scans a line without the blanks around it. */
  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine;
}

/** Reads lines with one grid each, whose cells a scanner finds. */
export class LineReader implements Reader<CellsLayout> {
  readonly #scanner: LineScanner;
  readonly #builder: BlockBuilder;
  #atFront: boolean;
  readonly #overlong = new OverlongLines();
  #headerDue: boolean;

  /**
   * @param header whether the first line that is not a comment is a header
   * @param builder collects the grids
   */
  constructor(scanner: LineScanner, first: boolean, header: boolean, builder = new BlockBuilder()) {
    this.#scanner = scanner;
    this.#builder = builder;
    this.#atFront = first;
    this.#headerDue = header;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<CellsLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    for (let from = 0; from < end; ) {
      const block = this.#block(bytes, from, end);
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

  /** Reads lines from `from` on, up to a grid of another size than the first. */
  #block(bytes: Uint8Array, from: number, end: number): Block<CellsLayout> {
    const builder = this.#builder;
    builder.begin(end - from);
    let line = 0;
    let at = from;
    if (this.#atFront) at += bomLength(bytes);
    this.#atFront = false;
    while (at < end && builder.broken < MAX_BROKEN) {
      if (bytes[at]! <= SPACE) {
        const { next, lineFeeds } = blankLines(bytes, at, end);
        at = next;
        line += lineFeeds;
        if (lineFeeds > 0) continue;
      }
      const lineFeed = lineEnd(bytes, at);
      const stop = trimmedEnd(bytes, at, lineFeed);
      const start = skipBlanks(bytes, at, stop);
      const isHeader = this.#headerDue && start < stop && !isCommentAt(bytes, start);
      if (isHeader) this.#headerDue = false;
      else if (start < stop && !isCommentAt(bytes, start)) {
        const { kind, reason, column = 0, ...place } = this.#scanner.scan(bytes, start, stop);
        const [top, bottom] = [place.start - from, place.end - from];
        if (reason !== undefined) {
          const isMarker = markerIn(bytes, place.start, place.end) !== undefined;
          builder.addBroken({
            start: top,
            end: bottom,
            line,
            column: column > 0 ? place.start - at + column : 0,
            reason,
            ...(isMarker && { isMarker }),
          });
        } else {
          if (builder.count > 0 && kind !== builder.kind) break;
          builder.addCells(bytes, from, this.#scanner.row, kind!, 0);
          builder.close({ start: at - from, line, top, bottom, kind, rows: 1, good: 1, fault: undefined });
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
    }
    return builder.end(bytes.subarray(from, at), line);
  }
}

/** Finds the cells of a puzzle of which some have a `+` before them. */
export class PlusScanner implements LineScanner {
  readonly row: Row = emptyRow(MAX_SIZE ** 2 + 1);
  readonly #shapes: Shapes;
  readonly #alphabets: SymbolTables;
  readonly #prefix: Prefix | undefined;
  readonly #usual: number;
  readonly #kinds: (RowKind | undefined)[] = [];

  constructor(state: LinesState, options: ReadOptions) {
    this.#shapes = shapesUnder(options);
    this.#alphabets = new SymbolTables(state.alphabets, state.empties);
    this.#prefix = state.prefix;
    this.#usual = state.size;
  }

  scan(bytes: Uint8Array, lineStart: number, stop: number): ScannedLine {
    const start = this.#prefix ? prefixEnd(bytes, lineStart, stop, this.#prefix) : lineStart;
    const end = tokenEnd(bytes, start, stop, true);
    const { row } = this;
    row.count = 0;
    for (let at = start; at < end && row.count < row.starts.length; at++) {
      if (bytes[at] === PLUS && at + 1 < end && bytes[at + 1] !== PLUS) continue;
      row.starts[row.count] = at;
      row.ends[row.count++] = at + 1;
    }
    const kind = this.#kindOf(sizeOfCells(row.count));
    if (kind && firstFault(bytes, row, kind) < 0) return { start, end, kind, reason: undefined };
    const like = kind ?? this.#kindOf(this.#usual);
    const { reason } = brokenToken(
      bytes,
      lineStart,
      start,
      end,
      like && { ...like, symbolTable: like.symbolTable! },
    );
    return { start, end, kind: undefined, reason };
  }

  #kindOf(size: number | undefined): RowKind | undefined {
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    this.#kinds[geometry.size] ??= {
      style: 'symbols',
      geometry,
      symbolTable: this.#alphabets.of(geometry.size),
    };
    return this.#kinds[geometry.size];
  }
}
