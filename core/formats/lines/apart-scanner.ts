import { PLUS } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { sideOf } from '../../solver/geometry.ts';
import { isSeparator, SymbolTables } from '../shared/alphabet.ts';
import { tokenEnd } from '../shared/bytes.ts';
import { emptyRow, firstFault, type Row, type RowKind } from '../shared/cells.ts';
import { type ReadOptions, type Shapes, shapesUnder } from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import type { LineScanner, ScannedLine } from '../shared/line-reader.ts';
import { brokenToken, groupsIn, type Prefix, prefixEnd } from './puzzle-text.ts';
import type { LinesState } from './recognise.ts';

/** Finds the cells of a puzzle that are apart: some have a `+` before them, or they are in groups of equal length. */
export class ApartScanner implements LineScanner {
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
    const { row } = this;
    const start = prefixEnd(bytes, lineStart, stop, this.#prefix, this.#sizeOf);
    const groups = groupsIn(latin1(bytes, start, Math.min(stop, start + row.starts.length)), this.#sizeOf);
    const end = groups ? start + groups.end : tokenEnd(bytes, start, stop, true);
    row.count = 0;
    for (let at = start; at < end && row.count < row.starts.length; at++) {
      const byte = bytes[at]!;
      const isBetween = byte === PLUS ? at + 1 < end && bytes[at + 1] !== PLUS : isSeparator(byte);
      if (isBetween) continue;
      row.starts[row.count] = at;
      row.ends[row.count++] = at + 1;
    }
    const kind = this.#kindOf(sideOf(row.count));
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

  readonly #sizeOf = (cells: number): number | undefined => {
    const size = sideOf(cells);
    return size !== undefined && this.#shapes(size) ? size : undefined;
  };

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
