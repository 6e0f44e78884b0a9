import { MAX_SIZE } from '../../options/sizes.ts';

import { type Block, MAX_BROKEN } from '../shared/block.ts';
import { bomLength, LF, lineEnd, quote, skipBlanks, trimmedEnd } from '../shared/bytes.ts';
import { BlockBuilder, type CellsLayout } from '../shared/cells/block-builder.ts';
import { firstFault, type RowKind } from '../shared/cells/kind.ts';
import { emptyRow, type Row, scanRow } from '../shared/cells/row.ts';
import { isCommentAt } from '../shared/comments.ts';
import type { Overlong, Reader, ReadOptions, Shapes } from '../shared/format.ts';
import { markerIn } from '../shared/markers.ts';
import { overlongFault, overlongLine } from '../shared/overlong.ts';
import { shapesUnder, sizeOfCells } from '../shared/sizes.ts';

/** One more than the largest grid has, to tell a longer line from it. */
const MAX_CELLS = MAX_SIZE ** 2 + 1;

/** Reads lines that each hold all numbers of a grid. */
export class NumberLinesReader implements Reader<CellsLayout> {
  readonly #shapes: Shapes;
  readonly #kinds: (RowKind | undefined)[] = [];
  readonly #row: Row = emptyRow(MAX_CELLS);
  readonly #builder = new BlockBuilder();
  #atFront: boolean;
  #keepsOverlong = false;
  #headerDue: boolean;

  /** @param header whether the first line that is no comment is no record */
  constructor(options: ReadOptions, first: boolean, header: boolean) {
    this.#shapes = shapesUnder(options);
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

  overlong(bytes: Uint8Array, continued: boolean): Overlong<CellsLayout> {
    const { end, text, open } = overlongLine(bytes);
    if (!continued) this.#keepsOverlong = isCommentAt(bytes, skipBlanks(bytes, 0, text));
    this.#builder.begin(0);
    if (!this.#keepsOverlong) this.#builder.addBroken(overlongFault(text, continued));
    return { block: this.#builder.end(bytes.subarray(0, end), open ? 0 : 1), open };
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
      const lineFeed = lineEnd(bytes, at);
      const stop = trimmedEnd(bytes, at, lineFeed);
      const start = skipBlanks(bytes, at, stop);
      const isHeader = this.#headerDue && start < stop && !isCommentAt(bytes, start);
      if (isHeader) this.#headerDue = false;
      else if (start < stop && !isCommentAt(bytes, start)) {
        const kind = this.#scan(bytes, start, stop);
        const reason = this.#fault(bytes, start, stop, kind);
        if (reason !== undefined) {
          const kept = markerIn(bytes, start, stop) !== undefined;
          builder.addBroken({
            start: start - from,
            end: stop - from,
            line,
            column: 0,
            reason,
            ...(kept && { kept }),
          });
        } else {
          if (builder.count > 0 && kind !== builder.kind) break;
          builder.addCells(bytes, from, this.#row, kind!, 0);
          const [top, bottom] = [start - from, stop - from];
          builder.close({ start: at - from, line, top, bottom, kind, rows: 1, good: 1, fault: undefined });
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
    }
    return builder.end(bytes.subarray(from, at), line);
  }

  /** Finds the cells of a line; the kind of grid that as many cells make. */
  #scan(bytes: Uint8Array, start: number, stop: number): RowKind | undefined {
    scanRow(bytes, start, stop, 'numbers', this.#row);
    const size = sizeOfCells(this.#row.count);
    const geometry = size === undefined ? undefined : this.#shapes(size);
    if (!geometry) return undefined;
    this.#kinds[geometry.size] ??= { style: 'numbers', geometry, symbolTable: undefined };
    return this.#kinds[geometry.size];
  }

  #fault(bytes: Uint8Array, start: number, stop: number, kind: RowKind | undefined): string | undefined {
    const row = this.#row;
    const marker = markerIn(bytes, start, stop);
    if (marker) return `expected a puzzle, got ${marker}, the marker of an earlier run`;
    if (!kind) {
      return `expected as many numbers as a grid has cells (16, 36, 64, 81, …, 1296), got ${row.count}: ${quote(bytes, start, stop)}`;
    }
    const cell = firstFault(bytes, row, kind);
    if (cell < 0) return undefined;
    const got = quote(bytes, row.starts[cell], row.ends[cell]);
    return `expected a number from 1 to ${kind.geometry.size} or an empty cell, got ${got}`;
  }
}
