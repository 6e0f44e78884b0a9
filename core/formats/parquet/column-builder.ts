import { QUOTE } from '../../kernel/constants.ts';
import type { ParquetColumn } from './footer.ts';
import { COPIED, eachItem } from './nested.ts';

/** Collects the values of a column, as a page stores them. */
export class ColumnBuilder {
  readonly #column: ParquetColumn;
  #bytes = new Uint8Array(64 * 1024);
  #view = new DataView(this.#bytes.buffer);
  #filled = 0;
  /** values that are not null */
  #present = 0;
  readonly #definitions: number[] = [];
  readonly #repetitions: number[] = [];

  constructor(column: ParquetColumn) {
    this.#column = column;
  }

  /** Adds a field. @param isQuoted if not, an empty field is null */
  add(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    const { kind, definition, optional } = this.#column;
    if (kind !== 'value') {
      if (bytes[start] === COPIED) this.#addItems(bytes, start + 1, end);
      else this.#addList(bytes, start, end, isQuoted);
      return;
    }
    if (start === end && !isQuoted && optional) {
      this.#definitions.push(0);
      return;
    }
    const isThere = this.#addValue(bytes, start, end, isQuoted);
    if (definition > 0) this.#definitions.push(isThere ? definition : 0);
    if (isThere) this.#present++;
  }

  /** The page of all values, and how many there are, nulls included. */
  take(rows: number): { values: number; content: Uint8Array } {
    const { definition, repetition } = this.#column;
    const values = repetition > 0 ? this.#definitions.length : rows;
    const flags =
      this.#column.type === 'BOOLEAN' ? packedFlags(this.#bytes.subarray(0, this.#present)) : undefined;
    const content = Buffer.concat([
      ...(repetition > 0 ? [levels(this.#repetitions, repetition)] : []),
      ...(definition > 0 ? [levels(this.#definitions, definition)] : []),
      flags ?? this.#bytes.subarray(0, this.#filled),
    ]);
    this.#filled = this.#present = 0;
    this.#definitions.length = this.#repetitions.length = 0;
    return { values, content };
  }

  /** @returns whether there is a value, not null */
  #addValue(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): boolean {
    const { type, length, optional } = this.#column;
    this.#makeRoom(end - start + 12);
    if (type === 'BYTE_ARRAY') {
      const from = this.#filled + 4;
      const to = this.#copy(bytes, start, end, from, isQuoted);
      this.#view.setUint32(this.#filled, to - from, true);
      this.#filled = to;
      return true;
    }
    if (type === 'FIXED_LEN_BYTE_ARRAY' || type === 'INT96') {
      const width = type === 'INT96' ? 12 : length;
      this.#makeRoom(width + end - start);
      const to = this.#copy(bytes, start, end, this.#filled, isQuoted);
      if (to - this.#filled !== width && optional) return false;
      this.#bytes.fill(0, to, Math.max(to, this.#filled + width));
      this.#filled += width;
      return true;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    return this.#addNumber(text);
  }

  #addNumber(text: string): boolean {
    const { type, optional } = this.#column;
    const plain =
      type === 'BOOLEAN' ? (text === 'true' ? '1' : '0') : text.endsWith('+') ? text.slice(0, -1) : text;
    const isNumber = plain !== '' && (plain === 'NaN' || !Number.isNaN(Number(plain)));
    if (!isNumber && optional) return false;
    this.#makeRoom(8);
    if (type === 'INT64') this.#view.setBigInt64(this.#filled, isNumber ? BigInt(plain) : 0n, true);
    else if (type === 'INT32') this.#view.setInt32(this.#filled, Number(plain), true);
    else if (type === 'FLOAT') this.#view.setFloat32(this.#filled, Number(plain), true);
    else if (type === 'DOUBLE') this.#view.setFloat64(this.#filled, Number(plain), true);
    else this.#bytes[this.#filled] = Number(plain);
    this.#filled += type === 'BOOLEAN' ? 1 : type === 'INT32' || type === 'FLOAT' ? 4 : 8;
    return true;
  }

  /** Copies a field, of doubled quotes only one. @returns the offset after it */
  #copy(bytes: Uint8Array, start: number, end: number, to: number, isQuoted: boolean): number {
    let filled = to;
    for (let at = start; at < end; at++) {
      const byte = bytes[at]!;
      this.#bytes[filled++] = byte;
      if (isQuoted && byte === QUOTE) at++;
    }
    return filled;
  }

  /** Adds a row of items that was read from this column, or from that of which it is a nullable form. */
  #addItems(bytes: Uint8Array, start: number, end: number): void {
    const { definition, repetition } = this.#column;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    const row = Buffer.from(text, 'base64');
    const found = row[0]!;
    const items = row.subarray(1);
    eachItem(items, this.#column, found, (level, defined, from, to) => {
      if (repetition > 0) this.#repetitions.push(level);
      if (definition > 0) this.#definitions.push(defined + definition - found);
      if (defined !== found) return;
      this.#makeRoom(to - from);
      this.#bytes.set(items.subarray(from, to), this.#filled);
      this.#filled += to - from;
      this.#present++;
    });
  }

  /** Adds a list of cells, as content.ts writes it; anything else, such as a status, is null. */
  #addList(bytes: Uint8Array, start: number, end: number, isQuoted: boolean): void {
    const { definition, entry, repetition, optional } = this.#column;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
    if (!/^[\d./ -]+$/.test(text)) {
      const isEmpty = isQuoted && text === '';
      this.#definitions.push(optional && !isEmpty ? 0 : entry - 1);
      this.#repetitions.push(0);
      return;
    }
    const isSpaced = text.includes(' ') || text.includes('-');
    for (const [outer, inner] of (repetition > 1 ? text.split('/') : [text.replaceAll('/', '')]).entries()) {
      const items = isSpaced ? inner.split(' ') : inner;
      for (let i = 0; i < items.length; i++) {
        const item = items[i]!;
        this.#repetitions.push(i > 0 ? repetition : outer > 0 ? 1 : 0);
        const isNull = item === '.' && definition > entry;
        this.#definitions.push(isNull ? entry : definition);
        if (isNull) continue;
        this.#addNumber(item === '.' ? '0' : item);
        this.#present++;
      }
    }
  }

  #makeRoom(more: number): void {
    if (this.#filled + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#filled + more));
    larger.set(this.#bytes.subarray(0, this.#filled));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

function packedFlags(flags: Uint8Array): Uint8Array {
  const packed = new Uint8Array(Math.ceil(flags.length / 8));
  for (let i = 0; i < flags.length; i++) packed[i >> 3]! |= flags[i]! << (i & 7);
  return packed;
}

/** Levels as runs, with their length before them. */
function levels(values: readonly number[], most: number): Uint8Array {
  const width = 32 - Math.clz32(most);
  const out: number[] = [0, 0, 0, 0];
  for (let from = 0; from < values.length; ) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to++;
    if (to - from >= 8 || to === values.length) {
      varint(out, (to - from) << 1);
      out.push(values[from]!);
      from = to;
      continue;
    }
    // groups of eight, up to the next long run
    const packed = from;
    do {
      from = Math.min(from + 8, values.length);
    } while (from < values.length && from - packed < 8 * 64 && !isRun(values, from));
    const groups = Math.ceil((from - packed) / 8);
    varint(out, (groups << 1) | 1);
    for (let group = 0, at = packed; group < groups; group++) {
      const bytes = new Uint8Array(width);
      for (let i = 0; i < 8; i++, at++) {
        const value = at < from ? values[at]! : 0;
        for (let bit = 0; bit < width; bit++) {
          const place = i * width + bit;
          if ((value >> bit) & 1) bytes[place >> 3]! |= 1 << (place & 7);
        }
      }
      out.push(...bytes);
    }
  }
  const bytes = Uint8Array.from(out);
  new DataView(bytes.buffer).setUint32(0, bytes.length - 4, true);
  return bytes;
}

/** Whether eight equal values begin here. */
function isRun(values: readonly number[], from: number): boolean {
  if (from + 8 > values.length) return false;
  for (let i = 1; i < 8; i++) if (values[from + i] !== values[from]) return false;
  return true;
}

function varint(out: number[], value: number): void {
  let rest = value >>> 0;
  for (; rest > 127; rest >>>= 7) out.push((rest & 127) | 128);
  out.push(rest);
}
