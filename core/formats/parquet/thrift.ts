// Thrift's compact protocol, in which Parquet writes its footer and the headers of its pages:
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
// A value is its bytes: what nobody reads is copied as it is. docs/decisions.md says why the reader of hyparquet is not used.

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

/** Numbers of a struct that are kept have a smaller id. Parquet's own structures have fewer fields. */
const MAX_ID = 32;

/** Bytes that do not follow the protocol. */
export class ThriftFault extends Error {
  override readonly name = 'ThriftFault';
}

/** A value: its type and its bytes. */
export type ThriftValue = readonly [type: number, bytes: Uint8Array];

export type ThriftField = readonly [id: number, value: ThriftValue];

/** The integers and truth values of a struct. */
export class Numbers {
  readonly #values: (bigint | undefined)[] = [];

  set(id: number, value: bigint): void {
    if (id >= 0 && id < MAX_ID) this.#values[id] = value;
  }

  /** The value of a field, `otherwise` if there is none. @throws ThriftFault if it is too large */
  of(id: number, otherwise: number): number {
    const value = this.#values[id];
    const number = value === undefined ? otherwise : Number(value);
    if (!Number.isSafeInteger(number)) throw new ThriftFault(`the number ${value}`);
    return number;
  }
}

/** Reads values from bytes, front to back. All methods throw ThriftFault if the bytes end or break the protocol. */
export class ThriftReader {
  readonly #bytes: Uint8Array;
  /** offset of the next byte */
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  /**
   * Reads a struct.
   * @param readers by the ids of the fields that they read, which are no numbers; other fields are skipped
   * @returns its numbers
   */
  struct(readers: Readonly<Record<number, (type: number) => void>> = {}): Numbers {
    const numbers = new Numbers();
    this.#fields((id, type) => {
      if (readers[id]) readers[id](type);
      else if (type === Thrift.true || type === Thrift.false) numbers.set(id, type === Thrift.true ? 1n : 0n);
      else if (type === Thrift.i16 || type === Thrift.i32 || type === Thrift.i64)
        numbers.set(id, this.#int());
      else this.#skip(type, 1);
    });
    return numbers;
  }

  /** The fields of a struct, each with its bytes. */
  fields(): ThriftField[] {
    const fields: ThriftField[] = [];
    this.#fields((id, type) => {
      const start = this.at;
      this.#skip(type, 1);
      fields.push([id, [type, this.since(start)]]);
    });
    return fields;
  }

  /** Reads a list of structs. @param type of the field, which may be another */
  structs<T>(type: number, read: () => T): T[] {
    if (type !== Thrift.list) throw new ThriftFault('no list');
    const { element, count } = this.#list();
    if (element !== Thrift.struct && count > 0) throw new ThriftFault('a list of other elements');
    return Array.from({ length: count }, read);
  }

  /** @param type of the field, which may be another */
  text(type: number): string {
    if (type !== Thrift.binary) throw new ThriftFault('no text');
    return new TextDecoder().decode(this.#binary());
  }

  /** The bytes from an offset up to what is read next. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.at);
  }

  #fields(field: (id: number, type: number) => void): void {
    let id = 0;
    for (;;) {
      const byte = this.#byte();
      const type = byte & 15;
      if (type === 0) return;
      const delta = byte >> 4;
      id = delta > 0 ? id + delta : Number(this.#int());
      field(id, type);
    }
  }

  #list(): { readonly element: number; readonly count: number } {
    const byte = this.#byte();
    const short = byte >> 4;
    const count = short < 15 ? short : Number(this.#varint());
    // each element takes a byte at least
    if (count > this.#bytes.length - this.at) throw new ThriftFault(`a list of ${count} elements`);
    return { element: byte & 15, count };
  }

  #skip(type: number, depth: number): void {
    if (depth > MAX_DEPTH) throw new ThriftFault('structures that are too deep');
    if (type === Thrift.true || type === Thrift.false) return;
    if (type === Thrift.byte) this.#byte();
    else if (type === Thrift.i16 || type === Thrift.i32 || type === Thrift.i64) this.#varint();
    else if (type === Thrift.double) this.#take(8, 'the end of its bytes');
    else if (type === Thrift.binary) this.#binary();
    else if (type === Thrift.list || type === Thrift.set) {
      const { element, count } = this.#list();
      // in a list, a truth value has a byte
      const own = element === Thrift.true || element === Thrift.false ? Thrift.byte : element;
      for (let i = 0; i < count; i++) this.#skip(own, depth + 1);
    } else if (type === Thrift.struct) this.#fields((_, inner) => this.#skip(inner, depth + 1));
    else throw new ThriftFault(`a value of type ${type}`);
  }

  #int(): bigint {
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

  #binary(): Uint8Array {
    const length = Number(this.#varint());
    return this.#take(length, `a text of ${length} bytes`);
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new ThriftFault('the end of its bytes');
    this.at++;
    return byte;
  }

  #take(length: number, fault: string): Uint8Array {
    if (length > this.#bytes.length - this.at) throw new ThriftFault(fault);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

export const int32 = (value: number): ThriftValue => [Thrift.i32, zigzag(value)];
export const int64 = (value: number): ThriftValue => [Thrift.i64, zigzag(value)];

export function binary(text: string): ThriftValue {
  const bytes = Buffer.from(text);
  return [Thrift.binary, Buffer.concat([varint(BigInt(bytes.length)), bytes])];
}

export function struct(...fields: readonly ThriftField[]): ThriftValue {
  const parts: Uint8Array[] = [];
  let last = 0;
  for (const [id, [type, bytes]] of fields) {
    const delta = id - last;
    const isShort = delta > 0 && delta < 16;
    parts.push(isShort ? Uint8Array.of((delta << 4) | type) : Uint8Array.of(type, ...zigzag(id)), bytes);
    last = id;
  }
  return [Thrift.struct, Buffer.concat([...parts, END])];
}

export function list(element: number, values: readonly ThriftValue[]): ThriftValue {
  const { length } = values;
  const head = Uint8Array.of(
    (Math.min(length, 15) << 4) | element,
    ...(length < 15 ? [] : varint(BigInt(length))),
  );
  return [Thrift.list, Buffer.concat([head, ...values.map(([, bytes]) => bytes)])];
}

const END = Uint8Array.of(0);

function zigzag(value: number): Uint8Array {
  const number = BigInt(value);
  return varint(BigInt.asUintN(64, (number << 1n) ^ (number >> 63n)));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}
