import { LF, SPACE } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import type { Geometry } from '../../solver/geometry.ts';
import type { Block } from './block.ts';
import { blankLines, bomLength, isCommentAt, lineEnd, skipBlanks, trimmedEnd } from './bytes.ts';
import { BlockBuilder, type CellsLayout } from './cell-blocks.ts';
import type { Row, RowKind } from './cells.ts';
import { type Overlong, type OverlongInput, OverlongLines, type Reader } from './format.ts';
import { markerIn } from './markers.ts';
import { isTextLineAt } from './text-line.ts';

/** A scanned line. */
export interface ScannedLine {
  /** Offsets of its puzzle, which a marker can replace. */
  readonly start: number;
  readonly end: number;
  /** Of its grid; undefined if its cells are not a grid. Kinds of grids with and without rules of their own differ. */
  readonly kind: RowKind | undefined;
  /** The geometry of a puzzle with rules of its own. */
  readonly own?: Geometry | undefined;
  /** Why it is not a puzzle. Undefined without a kind: the line is text. */
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
  readonly #size: number | undefined;

  /**
   * @param size of most grids, to tell titles from faulty puzzles; 0 if it is unknown, undefined if all lines are records
   * @param builder collects the grids
   */
  constructor(scanner: LineScanner, first: boolean, size?: number, builder = new BlockBuilder()) {
    this.#scanner = scanner;
    this.#builder = builder;
    this.#atFront = first;
    this.#size = size;
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
    while (at < end && !builder.isFull) {
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
        const { kind, own, reason, column = 0, ...place } = this.#scanner.scan(bytes, start, stop);
        const [top, bottom] = [place.start - from, place.end - from];
        const isMarker = reason !== undefined && markerIn(bytes, place.start, place.end) !== undefined;
        if (reason !== undefined && !isMarker && this.#isText(bytes, start, stop)) {
          // preserved
        } else if (reason !== undefined) {
          builder.addBroken({
            start: top,
            end: bottom,
            line,
            column: column > 0 ? place.start - at + column : 0,
            reason,
            ...(isMarker && { isMarker }),
          });
        } else if (kind) {
          if (builder.count > 0 && kind !== builder.kind) break;
          builder.addCells(bytes, from, this.#scanner.row, kind, 0);
          if (own) builder.addOwn(own);
          builder.close({ start: at - from, line, top, bottom, kind, rows: 1, good: 1, fault: undefined });
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
    }
    return builder.end(bytes.subarray(from, at), line);
  }

  #isText(bytes: Uint8Array, start: number, stop: number): boolean {
    return this.#size !== undefined && isTextLineAt(bytes, start, stop, this.#size);
  }
}
