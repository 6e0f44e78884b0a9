// The encodings of values in pages: https://github.com/apache/parquet-format/blob/master/Encodings.md
// Written for this project, since a hostile page must not take more time and memory than its bytes and its claimed values.

import { type ParquetColumn, ParquetFault, type PhysicalType } from './footer.ts';

/** Codes of encodings. */
const Encoding = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  deltaBinary: 5,
  deltaLengths: 6,
  deltaBytes: 7,
  dictionary: 8,
  split: 9,
} as const;

export const isDictionary = (encoding: number): boolean =>
  encoding === Encoding.dictionary || encoding === Encoding.plainDictionary;

/** Values of a page or of a dictionary: stretches of bytes, or numbers with their bytes, `stride` of them apart. */
export type Values =
  | { readonly data: Uint8Array; readonly starts: Uint32Array; readonly ends: Uint32Array }
  | { readonly numbers: Numbers; readonly bytes: Uint8Array; readonly stride: number };

type Numbers = Int32Array | BigInt64Array | Float32Array | Float64Array | Uint8Array;

const valuesOf = (numbers: Numbers): Values => ({
  numbers,
  bytes: new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  stride: numbers.BYTES_PER_ELEMENT,
});

export const NO_VALUES: Values = valuesOf(new Uint8Array(0));

export const damaged = (what: string): ParquetFault =>
  new ParquetFault(`expected a whole Parquet file, got a page with ${what}`);

/** Bytes of values; 0 for those of a length that the column or the value says. */
const WIDTHS: Readonly<Record<PhysicalType, number>> = {
  BOOLEAN: 1,
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
  BYTE_ARRAY: 0,
  FIXED_LEN_BYTE_ARRAY: 0,
};

/** Bytes of each value of a column, where a truth value has one; 0 for texts, which are of any length. */
export const widthOf = ({ type, length }: Pick<ParquetColumn, 'type' | 'length'>): number =>
  WIDTHS[type] || length;

/** Decodes values. @param bytes of a page without its levels @throws ParquetFault */
export function decodeValues(
  column: Pick<ParquetColumn, 'type' | 'length'>,
  encoding: number,
  bytes: Uint8Array,
  count: number,
): Values {
  const { type } = column;
  if (count === 0) return NO_VALUES;
  switch (encoding) {
    case Encoding.plain:
      return plain(column, bytes, count);
    case Encoding.rle:
      // only booleans, with the length before them
      if (type === 'BOOLEAN') return valuesOf(hybrid(bytes.subarray(4), 1, count).values);
      break;
    case Encoding.deltaBinary:
      if (type === 'INT32') return valuesOf(Int32Array.from(deltas(bytes, count).values, Number));
      if (type === 'INT64') return valuesOf(deltas(bytes, count).values);
      break;
    case Encoding.deltaLengths:
      if (type === 'BYTE_ARRAY') return withLengths(bytes, count);
      break;
    case Encoding.deltaBytes:
      if (type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY') return withPrefixes(bytes, count);
      break;
    case Encoding.split:
      return plain(column, joinedBytes(bytes, count, widthOf(column)), count);
  }
  throw new ParquetFault(`expected encodings of Parquet that fit ${type}, got number ${encoding}`);
}

function plain(
  { type, length }: Pick<ParquetColumn, 'type' | 'length'>,
  bytes: Uint8Array,
  count: number,
): Values {
  if (type === 'BYTE_ARRAY') return stretches(bytes, count);
  if (type === 'BOOLEAN') {
    if (8 * bytes.length < count) throw damaged('too few values');
    return valuesOf(Uint8Array.from({ length: count }, (_, i) => (bytes[i >> 3]! >> (i & 7)) & 1));
  }
  const width = widthOf({ type, length });
  if (bytes.length < width * count) throw damaged('too few values');
  if (type === 'FIXED_LEN_BYTE_ARRAY' || type === 'INT96') {
    const starts = Uint32Array.from({ length: count }, (_, i) => i * width);
    return { data: bytes, starts, ends: starts.map((start) => start + width) };
  }
  // a copy, as views need aligned offsets
  const { buffer } = Uint8Array.from(bytes.subarray(0, width * count));
  if (type === 'INT32') return valuesOf(new Int32Array(buffer));
  if (type === 'INT64') return valuesOf(new BigInt64Array(buffer));
  return valuesOf(type === 'FLOAT' ? new Float32Array(buffer) : new Float64Array(buffer));
}

/** The length before a text. */
export const lengthAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;

/** Texts with the length before each. */
function stretches(data: Uint8Array, count: number): Values {
  if (data.length < 4 * count) throw damaged('too few values');
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + 4 > data.length) throw damaged('too few values');
    const length = lengthAt(data, at);
    at += 4;
    if (length > data.length - at) throw damaged(`a text of ${length} bytes`);
    starts[i] = at;
    at += length;
    ends[i] = at;
  }
  return { data, starts, ends };
}

/**
 * Runs of equal values and packed bits, for levels and for indices of a dictionary.
 * @param width bits of a value
 * @returns the values, and the bytes that were used
 */
export function hybrid(
  bytes: Uint8Array,
  width: number,
  count: number,
): { values: Int32Array; used: number } {
  if (width > 31) throw damaged(`values of ${width} bits`);
  const values = new Int32Array(count);
  const size = (width + 7) >> 3;
  let at = 0;
  let filled = 0;
  while (filled < count) {
    let header = 0;
    for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
      byte = bytes[at++] ?? fail('too few values');
      if (shift > 28) throw damaged('a run that is too long');
      header |= (byte & 127) << shift;
    }
    header >>>= 0;
    if ((header & 1) === 0) {
      let value = 0;
      for (let i = 0; i < size; i++) value |= (bytes[at++] ?? fail('too few values')) << (8 * i);
      const end = Math.min(count, filled + (header >>> 1));
      if (end === filled) throw damaged('an empty run');
      values.fill(value, filled, end);
      filled = end;
      continue;
    }
    const end = Math.min(count, filled + 8 * (header >>> 1));
    if (end === filled) throw damaged('an empty run');
    // writers may leave out padding at the end
    if ((end - filled) * width > 8 * (bytes.length - at)) throw damaged('too few values');
    for (let bit = 0; filled < end; filled++, bit += width) {
      let value = 0;
      for (let i = 0; i < width; ) {
        const from = bit + i;
        const taken = Math.min(8 - (from & 7), width - i);
        value |= ((bytes[at + (from >> 3)]! >> (from & 7)) & ((1 << taken) - 1)) << i;
        i += taken;
      }
      values[filled] = value;
    }
    at += (header >>> 1) * width;
  }
  return { values, used: at };
}

function fail(what: string): never {
  throw damaged(what);
}

/** Values per block of deltas, at most. */
const MAX_BLOCK = 65_536;

/** Numbers as differences from the one before. */
function deltas(bytes: Uint8Array, count: number): { values: BigInt64Array; used: number } {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n, byte = 128; byte >= 128; shift += 7n) {
      byte = bytes[at++] ?? fail('too few values');
      if (shift > 63n) throw damaged('a number that is too long');
      value |= BigInt(byte & 127) << shift;
    }
    return value;
  };
  const signed = () => {
    const value = varint();
    return (value >> 1n) ^ -(value & 1n);
  };
  const block = Number(varint());
  const parts = Number(varint());
  const total = Number(varint());
  if (total !== count) throw damaged(`${total} values where ${count} were expected`);
  if (!(parts > 0 && block > 0 && block <= MAX_BLOCK && block % (8 * parts) === 0)) {
    throw damaged(`blocks of ${block} values in ${parts} parts`);
  }
  const each = block / parts;
  const values = new BigInt64Array(count);
  let value = signed();
  values[0] = value;
  for (let filled = 1; filled < count; ) {
    const least = signed();
    const widths = bytes.subarray(at, at + parts);
    at += parts;
    for (let part = 0; part < parts && filled < count; part++) {
      const width = widths[part] ?? fail('too few values');
      if (width > 64) throw damaged(`values of ${width} bits`);
      const used = Math.min(each, count - filled);
      if (used * width > 8 * (bytes.length - at)) throw damaged('too few values');
      for (let i = 0, bit = 0; i < used; i++, bit += width) {
        let extra = 0n;
        for (let j = 0; j < width; ) {
          const from = bit + j;
          const taken = Math.min(8 - (from & 7), width - j);
          const piece = (bytes[at + (from >> 3)]! >> (from & 7)) & ((1 << taken) - 1);
          extra |= BigInt(piece) << BigInt(j);
          j += taken;
        }
        value = BigInt.asIntN(64, value + least + extra);
        values[filled++] = value;
      }
      at += (each * width) / 8;
    }
  }
  return { values, used: at };
}

/** Texts after the lengths of all. */
function withLengths(bytes: Uint8Array, count: number): Values {
  const { values, used } = deltas(bytes, count);
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let at = used;
  for (let i = 0; i < count; i++) {
    const length = Number(values[i]);
    if (length < 0 || length > bytes.length - at) throw damaged(`a text of ${length} bytes`);
    starts[i] = at;
    at += length;
    ends[i] = at;
  }
  return { data: bytes, starts, ends };
}

/** Bytes of all texts of a page that share beginnings with those before them. */
const MAX_PREFIXED = 256 * 1024 * 1024;

/** Texts that share a beginning with the one before. */
function withPrefixes(bytes: Uint8Array, count: number): Values {
  const prefixes = deltas(bytes, count);
  const suffixes = withLengths(bytes.subarray(prefixes.used), count);
  if (!('data' in suffixes)) throw damaged('no texts');
  let total = 0;
  for (let i = 0; i < count; i++)
    total += Number(prefixes.values[i]) + suffixes.ends[i]! - suffixes.starts[i]!;
  if (!(total <= MAX_PREFIXED)) throw damaged(`texts of ${total} bytes`);
  const data = new Uint8Array(Math.max(total, 0));
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  let before = 0;
  for (let i = 0, at = 0; i < count; i++) {
    const prefix = Number(prefixes.values[i]);
    if (prefix < 0 || prefix > at - before) throw damaged(`a text that repeats ${prefix} bytes`);
    const own = suffixes.data.subarray(suffixes.starts[i]!, suffixes.ends[i]!);
    starts[i] = at;
    data.copyWithin(at, before, before + prefix);
    data.set(own, at + prefix);
    before = at;
    at += prefix + own.length;
    ends[i] = at;
  }
  return { data, starts, ends };
}

/** Values whose first bytes come first, then their second bytes, and so on. */
function joinedBytes(bytes: Uint8Array, count: number, width: number): Uint8Array {
  if (width === 0 || bytes.length < width * count) throw damaged('too few values');
  const joined = new Uint8Array(width * count);
  for (let byte = 0, from = 0; byte < width; byte++) {
    for (let i = 0; i < count; i++) joined[i * width + byte] = bytes[from++]!;
  }
  return joined;
}
