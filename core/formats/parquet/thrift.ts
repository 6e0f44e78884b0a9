// Thrift's compact protocol, in which Parquet writes its footer and the headers of its pages:
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
// The reader of hyparquet is not used here: it builds numbers of any length, which takes quadratic time for hostile files.

/** Types of values. */
export const Thrift = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

/** Deepest nesting; Parquet's own structures have less. */
const MAX_DEPTH = 16;

/** Bytes of the longest number. */
const MAX_VARINT = 10;

/** Bytes that do not follow the protocol. */
export class ThriftFault extends Error {
  override readonly name = 'ThriftFault';
}

/** A value with its type, so that it can be written as it was read. Plain JSON: bytes are in base64, numbers as text. */
export type ThriftValue =
  | readonly [type: 1 | 2]
  | readonly [type: 3 | 4 | 5 | 6 | 7 | 8, text: string]
  | readonly [type: 9 | 10, element: number, values: readonly ThriftValue[]]
  | readonly [type: 12, fields: readonly ThriftField[]];

export type ThriftField = readonly [id: number, value: ThriftValue];

/** Reads values from bytes, front to back. All methods throw ThriftFault if the bytes end or break the protocol. */
export class ThriftReader {
  readonly #bytes: Uint8Array;
  /** offset of the next byte */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Calls a function with each field of a struct; it must read the value, or {@link skip} it. */
  struct(field: (id: number, type: number) => void): void {
    let id = 0;
    for (;;) {
      const byte = this.#byte();
      const type = byte & 15;
      if (type === 0) return;
      const delta = byte >> 4;
      id = delta > 0 ? id + delta : this.int();
      field(id, type);
    }
  }

  /** The type and number of the elements of a list, which follow. */
  list(): { readonly element: number; readonly count: number } {
    const byte = this.#byte();
    const short = byte >> 4;
    const count = short < 15 ? short : Number(this.#varint());
    const element = byte & 15;
    // each element takes a byte at least
    if (count > this.#bytes.length - this.at) throw new ThriftFault(`a list of ${count} elements`);
    return { element, count };
  }

  /** A signed integer. */
  int(): number {
    const value = this.#bigint();
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new ThriftFault(`the number ${value}`);
    return number;
  }

  binary(): Uint8Array {
    const length = Number(this.#varint());
    if (length > this.#bytes.length - this.at) throw new ThriftFault(`a text of ${length} bytes`);
    const start = this.at;
    this.at += length;
    return this.#bytes.subarray(start, this.at);
  }

  text(): string {
    return new TextDecoder().decode(this.binary());
  }

  skip(type: number, depth = 0): void {
    if (depth > MAX_DEPTH) throw new ThriftFault('structures that are too deep');
    if (type === Thrift.true || type === Thrift.false) return;
    if (type === Thrift.byte) this.#byte();
    else if (type === Thrift.i16 || type === Thrift.i32 || type === Thrift.i64) this.#varint();
    else if (type === Thrift.double) this.#advance(8);
    else if (type === Thrift.binary) this.binary();
    else if (type === Thrift.list || type === Thrift.set) {
      const { element, count } = this.list();
      for (let i = 0; i < count; i++) this.#skipElement(element, depth + 1);
    } else if (type === Thrift.struct) this.struct((_, inner) => this.skip(inner, depth + 1));
    else throw new ThriftFault(`a value of type ${type}`);
  }

  /** A value in a form that {@link ThriftWriter.value} writes again. */
  value(type: number, depth = 0): ThriftValue {
    if (depth > MAX_DEPTH) throw new ThriftFault('structures that are too deep');
    switch (type) {
      case Thrift.true:
      case Thrift.false:
        return [type];
      case Thrift.byte:
        return [type, String(this.#byte())];
      case Thrift.i16:
      case Thrift.i32:
      case Thrift.i64:
        return [type, String(this.#bigint())];
      case Thrift.binary:
        return [type, Buffer.from(this.binary()).toString('base64')];
      case Thrift.list: {
        const { element, count } = this.list();
        const isFlag = element === Thrift.true || element === Thrift.false;
        const values: ThriftValue[] = [];
        for (let i = 0; i < count; i++) {
          values.push(isFlag ? [this.#byte() === 1 ? 1 : 2] : this.value(element, depth + 1));
        }
        return [type, element, values];
      }
      case Thrift.struct: {
        const fields: ThriftField[] = [];
        this.struct((id, inner) => fields.push([id, this.value(inner, depth + 1)]));
        return [type, fields];
      }
      default:
        throw new ThriftFault(`a value of type ${type}`);
    }
  }

  #skipElement(type: number, depth: number): void {
    if (type === Thrift.true || type === Thrift.false) this.#byte();
    else this.skip(type, depth);
  }

  #bigint(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #varint(): bigint {
    let value = 0;
    for (let i = 0; i < 4; i++) {
      const byte = this.#byte();
      value |= (byte & 127) << (7 * i);
      if (byte < 128) return BigInt(value);
    }
    let long = BigInt(value);
    for (let i = 4; i < MAX_VARINT; i++) {
      const byte = this.#byte();
      long |= BigInt(byte & 127) << BigInt(7 * i);
      if (byte < 128) return long;
    }
    throw new ThriftFault(`a number of more than ${MAX_VARINT} bytes`);
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new ThriftFault('the end of its bytes');
    this.at++;
    return byte;
  }

  #advance(bytes: number): void {
    if (bytes > this.#bytes.length - this.at) throw new ThriftFault('the end of its bytes');
    this.at += bytes;
  }
}

export const int32 = (value: number): ThriftValue => [Thrift.i32, String(value)];
export const int64 = (value: number): ThriftValue => [Thrift.i64, String(value)];
export const binary = (text: string): ThriftValue => [Thrift.binary, Buffer.from(text).toString('base64')];
export const struct = (...fields: ThriftField[]): ThriftValue => [Thrift.struct, fields];
export const list = (element: number, values: readonly ThriftValue[]): ThriftValue => [
  Thrift.list,
  element,
  values,
];

/** The bytes of a value. */
export function thriftBytes(value: ThriftValue): Uint8Array {
  const writer = new ThriftWriter();
  writer.value(value);
  return writer.bytes();
}

class ThriftWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  value(value: ThriftValue): void {
    switch (value[0]) {
      case Thrift.true:
      case Thrift.false:
        return;
      case Thrift.byte:
        this.#byte(Number(value[1]));
        return;
      case Thrift.i16:
      case Thrift.i32:
      case Thrift.i64: {
        const number = BigInt(value[1]);
        this.#varint((number << 1n) ^ (number >> 63n));
        return;
      }
      case Thrift.binary: {
        const bytes = Buffer.from(value[1], 'base64');
        this.#varint(BigInt(bytes.length));
        this.#makeRoom(bytes.length);
        this.#bytes.set(bytes, this.#length);
        this.#length += bytes.length;
        return;
      }
      case Thrift.list:
      case Thrift.set: {
        const [, element, values] = value;
        const { length } = values;
        this.#byte((Math.min(length, 15) << 4) | element);
        if (length >= 15) this.#varint(BigInt(length));
        const isFlag = element === Thrift.true || element === Thrift.false;
        for (const one of values) {
          if (isFlag) this.#byte(one[0]);
          else this.value(one);
        }
        return;
      }
      case Thrift.struct: {
        let last = 0;
        for (const [id, field] of value[1]) {
          const delta = id - last;
          if (delta > 0 && delta < 16) this.#byte((delta << 4) | field[0]);
          else {
            this.#byte(field[0]);
            this.value([Thrift.i16, String(id)]);
          }
          last = id;
          this.value(field);
        }
        this.#byte(0);
        return;
      }
      default:
        throw new RangeError(`expected a value of Parquet's structures, got type ${value[0]}`);
    }
  }

  #varint(value: bigint): void {
    let rest = BigInt.asUintN(64, value);
    while (rest > 127n) {
      this.#byte(Number(rest & 127n) | 128);
      rest >>= 7n;
    }
    this.#byte(Number(rest));
  }

  #byte(byte: number): void {
    this.#makeRoom(1);
    this.#bytes[this.#length++] = byte & 255;
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + more));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
