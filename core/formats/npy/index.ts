// The format of NumPy arrays: what its empty cells are, the reader of arrays of any type and byte order, and the writer that
// overwrites puzzles by solutions. Also writes the results of other files as an array.

import { POINT, ZERO } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { MAX_SIZE } from '../../options/options.ts';
import { integer, members, natural, text } from '../../options/shape.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { cellName, type Geometry } from '../../solver/model/geometry.ts';
import { Status } from '../../solver/model/status.ts';
import { type Block, type BrokenRecord, MAX_BROKEN, recordsOf } from '../shared/block.ts';
import {
  type Format,
  type Overlong,
  type OverlongInput,
  overlongFault,
  type Reader,
  type ReadOptions,
  shapesUnder,
  type Writer,
} from '../shared/format.ts';
import { examinedOnce, type Head } from '../shared/head.ts';
import { type Item, isNpy, itemOf, type NpyHeader, npyHeader } from './header.ts';

/** What recognition finds out about an array. */
interface NpyState extends NpyHeader {
  /** What an empty cell holds: the number 0, the number 1 if all values are shifted by one, or the code of a character. */
  readonly empty: number;
}

/** Marks bytes that are no value of a cell. */
const NO_VALUE = 255;

/** How the cells of an array are coded. */
interface Coding {
  readonly item: Item;
  /** Bytes of a puzzle. */
  readonly recordBytes: number;
  /** Code -> value: 0 for empty, {@link NO_VALUE} for none. */
  readonly values: Uint8Array;
  /** Value -> code. */
  readonly codes: Uint8Array;
}

function codingOf({ type, size, empty }: NpyState): Coding {
  const item = itemOf(type);
  const values = new Uint8Array(256).fill(NO_VALUE);
  const codes = new Uint8Array(size + 1);
  const base = item.isText ? ZERO : empty;
  for (let value = 0; value <= size; value++) {
    codes[value] = value === 0 ? empty : base + value;
    values[codes[value]!] = value;
  }
  if (item.isText) values[ZERO] = values[POINT] = 0;
  return { item, recordBytes: size * size * item.bytes, values, codes };
}

/** Reads the header as a block of its own, and then puzzles of equal length. Their lines are their numbers in the array. */
class NpyReader implements Reader<Coding> {
  readonly #state: NpyState;
  readonly #coding: Coding;
  readonly #geometry: Geometry | undefined;
  /** Bytes of the header to come. */
  #headerBytes: number;
  /** Bytes left of an overlong record. */
  #left = 0;
  #cells = new Uint8Array(0);
  #starts = new Uint32Array(0);
  #lines = new Uint32Array(0);

  constructor(state: NpyState, options: ReadOptions, first: boolean) {
    this.#state = state;
    this.#coding = codingOf(state);
    this.#geometry = shapesUnder(options)(state.size);
    this.#headerBytes = first ? state.start : 0;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<Coding>> {
    let at = 0;
    if (this.#headerBytes > 0) {
      if (bytes.length < this.#headerBytes && !last) return;
      at = Math.min(this.#headerBytes, bytes.length);
      this.#headerBytes = 0;
      yield { ...this.#block(bytes.subarray(0, at), 0, 0, []), isHeader: true };
    }
    while (at < bytes.length) {
      const block = this.#records(bytes.subarray(at), last);
      if (!block) return;
      at += block.bytes.length;
      yield block;
    }
  }

  overlong({ bytes, continued, last, limit }: OverlongInput): Overlong<Coding> {
    if (!continued) this.#left = this.#headerBytes || this.#coding.recordBytes;
    const isHeader = this.#headerBytes > 0;
    const length = Math.min(bytes.length, this.#left);
    this.#left -= length;
    const open = this.#left > 0 && !last;
    if (isHeader && !open) this.#headerBytes = 0;
    const fault = {
      ...overlongFault(0, length, limit, 'record'),
      ...(continued && { continued: true as const }),
    };
    const block = this.#block(
      bytes.subarray(0, length),
      0,
      open || isHeader ? 0 : 1,
      isHeader ? [] : [fault],
    );
    return { block: isHeader ? { ...block, isHeader } : block, open };
  }

  /** The complete records of these bytes; undefined if there are none. */
  #records(bytes: Uint8Array, last: boolean): Block<Coding> | undefined {
    const { recordBytes } = this.#coding;
    const { size } = this.#state;
    const complete = Math.floor(bytes.length / recordBytes);
    this.#makeRoom(complete);
    const broken: BrokenRecord[] = [];
    let count = 0;
    let record = 0;
    for (; record < complete && broken.length < MAX_BROKEN; record++) {
      const start = record * recordBytes;
      faultHook()?.('read', bytes, start, start + recordBytes);
      const wrong = this.#readCells(bytes, start, count * size * size);
      if (wrong >= 0) broken.push(this.#fault(bytes, start, record, wrong));
      else {
        this.#starts[count] = start;
        this.#lines[count++] = record;
      }
    }
    const end = record * recordBytes;
    if (record < complete || !last || end === bytes.length) {
      return end > 0 ? this.#block(bytes.subarray(0, end), count, record, broken) : undefined;
    }
    const reason = `expected a puzzle of ${recordBytes} bytes, got the end of the file after ${bytes.length - end}`;
    broken.push({ start: end, end: bytes.length, line: record, column: 0, reason });
    return this.#block(bytes, count, record + 1, broken);
  }

  /**
   * Reads the cells of a puzzle, which may have -1 for empty. Beside it, 0 is empty only if the largest digit occurs: otherwise 0
   * might be the first digit.
   * @returns the first cell without a valid value; -1 if all are valid
   */
  #readCells(bytes: Uint8Array, start: number, to: number): number {
    const { item, recordBytes, values } = this.#coding;
    const { bytes: width, valueByte, isSigned } = item;
    let hasMinusOne = false;
    for (let i = 0, at = start; at < start + recordBytes; i++, at += width) {
      let value = values[bytes[at + valueByte]!]!;
      if (value === NO_VALUE || (width > 1 && otherBytes(bytes, at, item) !== 0)) {
        if (!isSigned || !isMinusOne(bytes, at, item)) return i;
        hasMinusOne = true;
        value = 0;
      }
      this.#cells[to + i] = value;
    }
    const { size } = this.#state;
    const cells = this.#cells.subarray(to, to + size * size);
    if (!hasMinusOne || cells.includes(size)) return -1;
    return cells.findIndex((value, i) => value === 0 && !isMinusOne(bytes, start + i * width, item));
  }

  #fault(bytes: Uint8Array, start: number, record: number, cell: number): BrokenRecord {
    const { item, recordBytes } = this.#coding;
    const { size, empty } = this.#state;
    const at = start + cell * item.bytes;
    const got = itemText(bytes, at, this.#state.type);
    const isZero = !item.isText && this.#coding.values[bytes[at + item.valueByte]!] === 0;
    const wanted = item.isText
      ? `. or 0 to ${size}`
      : isZero
        ? `-1 for empty, as elsewhere in the puzzle, or ${empty + 1} to ${size + empty}`
        : `${empty} to ${size + empty}`;
    const reason = `expected ${wanted} in ${cellName({ size }, cell)}, got ${got}`;
    return { start, end: start + recordBytes, line: record, column: cell + 1, reason };
  }

  #block(bytes: Uint8Array, count: number, records: number, broken: readonly BrokenRecord[]): Block<Coding> {
    return {
      bytes,
      lineFeeds: records,
      geometry: count > 0 ? this.#geometry : undefined,
      count,
      cells: this.#cells,
      starts: this.#starts,
      lines: this.#lines,
      broken,
      alphabet: undefined,
      layout: this.#coding,
      text: (from, to) => this.#text(bytes, from, to),
    };
  }

  /** The cells of a stretch as text, up to the end of the record that begins there. */
  #text(bytes: Uint8Array, from: number, end: number): string {
    const { item, recordBytes } = this.#coding;
    const items: string[] = [];
    const to = Math.min(end, from + recordBytes);
    for (let at = from; at + item.bytes <= to; at += item.bytes)
      items.push(itemText(bytes, at, this.#state.type));
    return items.join(item.isText ? '' : ' ');
  }

  #makeRoom(records: number): void {
    if (this.#starts.length >= records) return;
    this.#cells = new Uint8Array(records * this.#state.size ** 2);
    this.#starts = new Uint32Array(records);
    this.#lines = new Uint32Array(records);
  }
}

/** The bits of all bytes of an item but that of its value. */
function otherBytes(bytes: Uint8Array, at: number, { bytes: width, valueByte }: Item): number {
  let others = 0;
  for (let b = 0; b < width; b++) if (b !== valueByte) others |= bytes[at + b]!;
  return others;
}

function isMinusOne(bytes: Uint8Array, at: number, { bytes: width }: Item): boolean {
  for (let i = at; i < at + width; i++) if (bytes[i] !== 0xff) return false;
  return true;
}

/** An item as text: a number, or a printable character. */
function itemText(bytes: Uint8Array, at: number, type: string): string {
  const { isText, bytes: width } = itemOf(type);
  const isBig = type.startsWith('>');
  let code = 0n;
  for (let i = 0; i < width; i++) code = code * 256n + BigInt(bytes[at + (isBig ? i : width - 1 - i)]!);
  if (!isText) return `${type[1] === 'i' ? BigInt.asIntN(8 * width, code) : code}`;
  return code > 0x20n && code < 0x7fn ? String.fromCharCode(Number(code)) : `\\x${code.toString(16)}`;
}

/** Largest grids in arrays of texts: above, a value has several characters. */
const MAX_TEXT_SIZE = 9;

/** Codes of empty cells: 0, 1 in shifted arrays, `0` and `.` in arrays of texts. */
const EMPTIES = { numbers: 0, shifted: 1, zeros: 0x30, points: 0x2e } as const;

const examined = examinedOnce<NpyState, { readonly reason: string }>(stateOf);

/** A NumPy array of puzzles (.npy). */
export const npy: Format<NpyState, Coding> = {
  name: 'npy',
  isBinary: true,
  recognise: examined.state,
  fault: (head) => examined.fault(head)?.reason,
  state: members<NpyState>({
    start: integer(10, 100_000),
    type: text('a type of NumPy', (value) => /^[|<>=]([iu][1248]|[SU]\d{1,4})$/.test(value)),
    count: natural,
    size: integer(4, MAX_SIZE),
    empty: integer(0, 255),
  }),
  splittable: () => true,
  records: (state) => ({ start: state.start, bytes: codingOf(state).recordBytes, count: state.count }),
  reader: (state, options, first) => new NpyReader(state, options, first),
  writer: () => ({ batch }),
};

/** How the array at the front of a file is read, or why it is not; undefined for another file. */
function stateOf(head: Head): NpyState | { readonly reason: string } | undefined {
  if (!isNpy(head.bytes)) return undefined;
  const header = npyHeader(head.bytes);
  if (typeof header === 'string') return { reason: header };
  const { isText, type, size } = { ...itemOf(header.type), ...header };
  if (isText && size > MAX_TEXT_SIZE) {
    return {
      reason: `expected an array of integers for grids of ${size}x${size}, got texts (${type})`,
    };
  }
  return {
    ...header,
    empty: isText ? emptyCharacter(head, header.type, header.start) : shiftOf(head, header),
  };
}

/**
 * Whether all values are shifted by one, so that 1 is an empty cell: then the front of the array has no 0, but the size of
 * the grid plus one. Where neither occurs, the names decide that the builders of such sets use.
 */
function shiftOf({ bytes, name }: Head, { start, type, size }: Omit<NpyState, 'empty'>): number {
  const { bytes: width, valueByte } = itemOf(type);
  let largest = 0;
  for (let at = start + valueByte; at < bytes.length; at += width) {
    const value = bytes[at]!;
    if (value === 0) return EMPTIES.numbers;
    if (value > largest) largest = value;
  }
  const isNamed = /(^|[/\\])all__(inputs|labels)\.npy$/.test(name);
  return largest === size + 1 || isNamed ? EMPTIES.shifted : EMPTIES.numbers;
}

/** The character of the first empty cell. */
function emptyCharacter({ bytes }: Head, type: string, start: number): number {
  const { bytes: width, valueByte } = itemOf(type);
  for (let at = start + valueByte; at < bytes.length; at += width) {
    if (bytes[at] === EMPTIES.points || bytes[at] === EMPTIES.zeros) return bytes[at]!;
  }
  return EMPTIES.zeros;
}

/** Overwrites puzzles by their solutions. All cells of a puzzle without a solution become empty, since a number marks nothing else. */
const batch: Writer<Coding>['batch'] = function* (block, { statuses, solutions }) {
  const { bytes, count, starts, broken, layout, geometry } = block;
  const { item, recordBytes, codes } = layout;
  for (const { start, end } of broken) clear(bytes, start, end, layout);
  for (let p = 0; p < count; p++) {
    const start = starts[p]!;
    const end = start + recordBytes;
    if (statuses[p] !== Status.solved) {
      clear(bytes, start, end, layout);
      continue;
    }
    let from = p * geometry!.cells;
    // all bytes of -1 are set
    if (item.isSigned && item.bytes > 1) bytes.fill(0, start, end);
    for (let at = start + item.valueByte; at < end; at += item.bytes) bytes[at] = codes[solutions[from++]!]!;
  }
  yield bytes;
};

function clear(bytes: Uint8Array, start: number, end: number, { item, codes }: Coding): void {
  bytes.fill(0, start, end);
  for (let at = start + item.valueByte; at < end; at += item.bytes) bytes[at] = codes[0]!;
}

export class ArrayWriter implements Writer {
  readonly #size: number;

  /** @param size rows of each grid */
  constructor(size: number) {
    this.#size = size;
  }

  *batch(block: Block, { statuses, solutions }: BatchResult): Generator<Uint8Array> {
    const cells = this.#size ** 2;
    const broken = block.broken.filter(({ continued }) => !continued).length;
    const bytes = new Uint8Array((block.count + broken) * cells);
    let at = 0;
    for (const record of recordsOf(block)) {
      if (typeof record === 'number') {
        if (statuses[record] === Status.solved) {
          bytes.set(solutions.subarray(record * cells, (record + 1) * cells), at);
        }
      } else if (record.continued) continue;
      at += cells;
    }
    if (bytes.length > 0) yield bytes;
  }
}
