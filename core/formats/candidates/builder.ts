import { MINUS } from '../../kernel/constants.ts';
import { allow, allowAll, onlyDigit, WORDS } from '../../solver/allowed.ts';
import type { Block } from '../shared/block.ts';
import { isDigit } from '../shared/bytes.ts';
import { BlockBuilder, type CellsLayout } from '../shared/cell-blocks.ts';
import type { Row, RowKind } from '../shared/cells.ts';
import { readMarks } from '../shared/pencilmarks.ts';

/** Collects grids of candidates. A cell with one candidate is a given. */
export class CandidateBuilder extends BlockBuilder {
  #allowed = new Uint32Array(0);

  override begin(bytes: number): void {
    super.begin(bytes);
    // each cell has a separator or several bytes, but for the last one
    const words = WORDS * Math.ceil(bytes / 2 + 1);
    if (this.#allowed.length < words) this.#allowed = new Uint32Array(words);
  }

  override addCells(bytes: Uint8Array, from: number, row: Row, kind: RowKind, first: number): void {
    if (kind.style !== 'candidates') {
      super.addCells(bytes, from, row, kind, first);
      return;
    }
    let to = this.count * kind.geometry.cells + first;
    for (let cell = 0; cell < row.count; cell++, to++) {
      const [start, end] = [row.starts[cell]!, row.ends[cell]!];
      this.#allowed.fill(0, WORDS * to, WORDS * (to + 1));
      if (kind.symbolTable) readMarks(bytes, start, end, kind.symbolTable.values, this.#allowed, to);
      else readCandidates(bytes, start, end, kind.geometry.size, this.#allowed, to);
      this.cells[to] = onlyDigit(this.#allowed, to);
      this.cellStarts[to] = start - from;
      this.cellEnds[to] = end - from;
    }
  }

  override end(bytes: Uint8Array, lineFeeds: number): Block<CellsLayout> {
    const block = super.end(bytes, lineFeeds);
    return block.count > 0 && this.kind?.style === 'candidates'
      ? { ...block, allowed: this.#allowed }
      : block;
  }
}

/** By byte: 1 for decoration around the candidates of a cell, as players mark those that they write about. */
const DECORATION = new Uint8Array(256);
for (const sign of '*#@^+~&=()[]{}<>"\'') DECORATION[sign.charCodeAt(0)] = 1;
for (let code = 0x41; code <= 0x5a; code++) DECORATION[code] = DECORATION[code + 0x20] = 1;

/** Texts of an unsolved cell whose candidates are not written. */
const EMPTY = /^(?:[.0_?*-]|\.\.|--)$/;

/**
 * Reads the candidates of a cell: digits, of which those after a minus sign are eliminated.
 * @param allowed receives the candidates; undefined for nowhere
 * @returns how many digits are written, 0 for an empty cell; -1 if this is not a cell
 */
export function readCandidates(
  bytes: Uint8Array,
  start: number,
  end: number,
  size: number,
  allowed?: Uint32Array,
  cell = 0,
): number {
  if (end - start <= 2 && EMPTY.test(String.fromCharCode(...bytes.subarray(start, end)))) {
    if (allowed) allowAll(allowed, cell, size);
    return 0;
  }
  let seen = 0;
  let count = 0;
  let isEliminated = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      const digit = byte - 0x30;
      if (digit === 0 || digit > size || seen & (1 << digit)) return -1;
      seen |= 1 << digit;
      count++;
      if (allowed && !isEliminated) allow(allowed, cell, digit);
    } else if (byte === MINUS) isEliminated = true;
    else if (DECORATION[byte]) isEliminated = false;
    else return -1;
  }
  return count > 0 ? count : -1;
}
