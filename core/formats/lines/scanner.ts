// Finds the puzzle of a line: after a prefix that most lines have, or after other text.

import { PLUS, POINT } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { sideOf } from '../../solver/model/geometry.ts';
import { isSeparator, SEPARATOR, SymbolTables } from '../shared/alphabet.ts';
import { quote, quoteSymbol, tokenEnd } from '../shared/bytes.ts';
import { cellFault, emptyRow, firstFault, type Row } from '../shared/cells.ts';
import type { ReadOptions } from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { LineKinds, type LineScanner, type ScannedLine, type SymbolKind } from '../shared/line-reader.ts';
import { spreadsheetFault } from '../shared/spreadsheet.ts';
import { groupsIn, type Prefix, prefixEnd } from './puzzle-text.ts';
import type { LinesState } from './recognise.ts';

/** Finds the puzzle of a line, and its cells if they are apart: if some have a `+` before them, or they are in groups of equal length. */
export class PuzzleScanner implements LineScanner<SymbolKind> {
  readonly row: Row;
  readonly kinds: LineKinds<SymbolKind>;
  /** kind with which faulty lines are compared: of most puzzles, as the previous line may be in another piece of the file */
  readonly #usual: SymbolKind | undefined;
  readonly #prefix: Prefix | undefined;
  readonly #isApart: boolean;

  constructor({ alphabets, empties, size, prefix, apart }: LinesState, options: ReadOptions) {
    this.kinds = new LineKinds(options, new SymbolTables(alphabets, empties));
    this.#usual = this.kinds.of(size);
    this.#prefix = prefix;
    this.#isApart = apart === true;
    this.row = emptyRow(apart ? MAX_SIZE ** 2 + 1 : 0);
  }

  /** Offset of a line's puzzle: after its prefix. */
  startOf(bytes: Uint8Array, start: number, stop: number): number {
    return prefixEnd(bytes, start, stop, this.#prefix, this.kinds.sizeOf);
  }

  scan(bytes: Uint8Array, lineStart: number, stop: number): ScannedLine<SymbolKind> {
    const start = this.startOf(bytes, lineStart, stop);
    if (this.#isApart) return this.#scanApart(bytes, start, stop);
    // `:` ends the cells unless the alphabet contains it, which depends on the number of cells
    for (const colons of [true, false]) {
      const end = cellsEnd(bytes, start, stop, colons);
      const kind = this.kinds.of(sideOf(end - start));
      if (kind && unknownSymbol(bytes, start, kind) >= end) return { start, end, kind, reason: undefined };
    }
    const end = cellsEnd(bytes, start, stop, true);
    return this.#fault(bytes, start, end, this.kinds.of(sideOf(end - start)));
  }

  #scanApart(bytes: Uint8Array, start: number, stop: number): ScannedLine<SymbolKind> {
    const { row } = this;
    const front = latin1(bytes, start, Math.min(stop, start + row.starts.length));
    const groups = groupsIn(front, this.kinds.sizeOf);
    const end = groups ? start + groups.end : cellsEnd(bytes, start, stop, true);
    row.count = 0;
    for (let at = start; at < end && row.count < row.starts.length; at++) {
      const byte = bytes[at]!;
      const isBetween = byte === PLUS ? at + 1 < end && bytes[at + 1] !== PLUS : isSeparator(byte);
      if (isBetween) continue;
      row.starts[row.count] = at;
      row.ends[row.count++] = at + 1;
    }
    const kind = this.kinds.of(sideOf(row.count));
    if (kind && firstFault(bytes, row, kind) < 0) return { start, end, kind, reason: undefined };
    return this.#fault(bytes, start, end, kind);
  }

  /**
   * The fault of a text in the place of a puzzle.
   * @param kind of a puzzle of its length
   */
  #fault(
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: SymbolKind | undefined,
  ): ScannedLine<SymbolKind> {
    const like = kind ?? this.#usual;
    const length = end - start;
    // more cells than puzzles have are no shortened number
    const isShort = end - start < (this.#usual?.geometry.cells ?? 0);
    const damage = isShort ? spreadsheetFault(latin1(bytes, start, end)) : undefined;
    const fault = (at: number, reason: string) => ({
      start,
      end,
      kind: undefined,
      isDamaged: damage !== undefined,
      // a cell that is apart can have another column than its number says
      ...(!this.#isApart && { column: at - start + 1 }),
      reason,
    });
    const got = quote(bytes, start, end);
    if (damage !== undefined) return fault(start, damage);
    if (!like) {
      const lengths = 'as many cells as a grid has (16, 36, 64, 81, …, 1296)';
      return fault(start, `expected ${lengths}, got ${length}: ${got}`);
    }
    const { cells } = like.geometry;
    if (length !== cells)
      return fault(Math.min(end, start + cells), `expected ${cells} cells, got ${length}: ${got}`);
    const at = unknownSymbol(bytes, start, like);
    return fault(at, cellFault(like, quoteSymbol(bytes, at)));
  }
}

/** As {@link tokenEnd}, without letters of other scripts, and the quotes and brackets in which the cells stand. */
function cellsEnd(bytes: Uint8Array, start: number, stop: number, colons: boolean): number {
  const last = tokenEnd(bytes, start, stop, colons);
  let end = start;
  while (end < last && bytes[end]! < 0x80) end++;
  if (end === start) return last;
  // at the end of a sentence
  if (end - 1 > start && bytes[end - 1] === POINT && CLOSING.includes(bytes[end - 2]!)) end--;
  while (end > start && CLOSING.includes(bytes[end - 1]!)) end--;
  if (bytes[start - 1] === LESS_THAN && bytes[end - 1] === GREATER_THAN) end--;
  return end;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const CLOSING = Buffer.from('"\'`)]}');

/** Offset of the first byte from `start` on that is no cell. */
function unknownSymbol(bytes: Uint8Array, start: number, { symbolTable }: SymbolKind): number {
  let at = start;
  while (symbolTable.values[bytes[at]!]! < SEPARATOR) at++;
  return at;
}
