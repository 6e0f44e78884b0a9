import { type Block, MAX_BROKEN } from '../block.ts';
import { blankLines, bomLength, LF, lineEnd, SPACE, skipBlanks, trimmedEnd } from '../bytes.ts';
import { isCommentAt } from '../comments.ts';
import type { Overlong, Reader } from '../format.ts';
import { markerIn } from '../markers.ts';
import { type OverlongInput, OverlongLines } from '../overlong.ts';
import { BlockBuilder, type CellsLayout } from './block-builder.ts';
import type { RowKind } from './kind.ts';
import type { Row } from './row.ts';

/** A line that was looked at. */
export interface ScannedLine {
  /** Offsets of its puzzle, of which a marker takes the place. */
  readonly start: number;
  readonly end: number;
  /** Of its grid; undefined where its cells make none. */
  readonly kind: RowKind | undefined;
  /** Why it is no puzzle. */
  readonly reason: string | undefined;
}

/** Finds the cells of a grid in one line. */
export interface LineScanner {
  /** The cells found last. */
  readonly row: Row;
  /** Looks at a line without the blanks around it. */
  scan(bytes: Uint8Array, start: number, stop: number): ScannedLine;
}

/** Reads lines that each hold all cells of a grid, one beside the other or not. */
export class LineReader implements Reader<CellsLayout> {
  readonly #scanner: LineScanner;
  readonly #builder = new BlockBuilder();
  #atFront: boolean;
  readonly #overlong = new OverlongLines();
  #headerDue: boolean;

  /** @param header whether the first line that is no comment is no record */
  constructor(scanner: LineScanner, first: boolean, header: boolean) {
    this.#scanner = scanner;
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

  /** Reads lines from `from` on until a grid of another size than the first one comes. */
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
        const { kind, reason, ...place } = this.#scanner.scan(bytes, start, stop);
        const [top, bottom] = [place.start - from, place.end - from];
        if (reason !== undefined) {
          const kept = markerIn(bytes, place.start, place.end) !== undefined;
          builder.addBroken({ start: top, end: bottom, line, column: 0, reason, ...(kept && { kept }) });
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
