// Writes a zip archive in one pass: the lengths of each file follow it, unless they are known before.

import * as zlib from 'node:zlib';
import { type CountingCodec, deflater } from '../compression.ts';
import { RejectedFile } from '../file-plan.ts';
import {
  Flag,
  LARGE,
  LARGE_FIELD,
  Length,
  MANY,
  Method,
  named,
  Signature,
  type ZipEntry,
} from './headers.ts';

/** Versions that a program needs to read a file, and a large one. */
const [VERSION, LARGE_VERSION] = [20, 45];

/** The attribute of directories in MS-DOS. */
const DIRECTORY = 0x10;

/** What is known about a file before it. */
type Described = Pick<ZipEntry, 'name' | 'time'>;

/** A file that has been written, as the directory lists it. */
interface WrittenFile extends Described {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly isLarge: boolean;
  readonly offset: number;
}

/** Deflates the content of a file, and counts it. */
export class PackedContent {
  crc = 0;
  size = 0;
  packed = 0;
  readonly #codec: CountingCodec = deflater();

  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    this.size += bytes.length;
    this.crc = zlib.crc32(bytes, this.crc);
    for await (const piece of this.#codec.push(bytes)) yield this.#counted(piece);
  }

  async *end(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#codec.end()) yield this.#counted(piece);
    this.close();
  }

  close(): void {
    this.#codec.close();
  }

  #counted(piece: Uint8Array): Uint8Array {
    this.packed += piece.length;
    return piece;
  }
}

/** The content of a file in memory, deflated. */
export class HeldContent extends PackedContent {
  readonly pieces: Uint8Array[] = [];
  readonly #limit: number;
  readonly #name: string;

  /** @param limit most bytes in memory */
  constructor(name: string, limit: number) {
    super();
    this.#name = name;
    this.#limit = limit;
  }

  /** Holds what is deflated of the next bytes, or of the end of the content without any. @throws RejectedFile if it becomes too long */
  async hold(bytes?: Uint8Array): Promise<void> {
    for await (const piece of bytes ? this.push(bytes) : this.end()) {
      this.pieces.push(piece);
      if (this.packed <= this.#limit) continue;
      throw new RejectedFile(
        `expected solutions of at most ${this.#limit} bytes, deflated, beside the array ${named(this.#name)}, got more: save the puzzles by themselves, as .npy`,
      );
    }
  }
}

export class ZipWriter {
  readonly #files: WrittenFile[] = [];
  #offset = 0;
  #content: PackedContent | undefined;
  #current: Pick<WrittenFile, 'name' | 'time' | 'isLarge' | 'offset'> | undefined;

  /** Begins a file. @param isLarge whether its content, deflated or not, may have 4 GiB or more */
  *begin(file: Described, isLarge: boolean): Generator<Uint8Array, void, undefined> {
    this.#current = { name: file.name, time: file.time, isLarge, offset: this.#offset };
    this.#content = new PackedContent();
    const [crc, packed, size] = [0, 0, 0];
    yield this.#counted(
      localHeader({ ...this.#current, flags: Flag.descriptor, method: Method.deflated, crc, packed, size }),
    );
  }

  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#content!.push(bytes)) yield this.#counted(piece);
  }

  /** Ends the file. @throws RejectedFile if it has become too long */
  async *end(): AsyncGenerator<Uint8Array, void, undefined> {
    const content = this.#content!;
    for await (const piece of content.end()) yield this.#counted(piece);
    const { crc, packed, size } = content;
    const current = this.#current!;
    if (!current.isLarge && Math.max(packed, size) >= LARGE) {
      throw new RejectedFile(
        `expected a result of less than 4 GiB for ${named(current.name)}, got a longer one`,
      );
    }
    const file = { ...current, flags: Flag.descriptor, method: Method.deflated, crc, packed, size };
    this.#files.push(file);
    yield this.#counted(descriptor(file));
  }

  /** Adds a directory, or an empty file. */
  *empty({ name, time }: Described): Generator<Uint8Array, void, undefined> {
    const facts = { flags: 0, method: Method.stored, crc: 0, packed: 0, size: 0, isLarge: false };
    yield* this.#complete({ name, time, ...facts, offset: this.#offset }, []);
  }

  /** Adds a file whose content is known. */
  *add({ name, time }: Described, content: HeldContent): Generator<Uint8Array, void, undefined> {
    const { crc, size, packed, pieces } = content;
    const isLarge = Math.max(packed, size) >= LARGE;
    const facts = { name, time, flags: 0, method: Method.deflated, crc, size, packed, isLarge };
    yield* this.#complete({ ...facts, offset: this.#offset }, pieces);
  }

  /** Writes the directory, with which the archive ends. */
  *finish(): Generator<Uint8Array, void, undefined> {
    const start = this.#offset;
    for (const file of this.#files) yield this.#counted(centralHeader(file));
    yield endOfDirectory(this.#files.length, this.#offset - start, start);
  }

  /** Frees its resources, at the end or before. */
  close(): void {
    this.#content?.close();
  }

  *#complete(file: WrittenFile, pieces: readonly Uint8Array[]): Generator<Uint8Array, void, undefined> {
    this.#files.push(file);
    yield this.#counted(localHeader(file));
    for (const piece of pieces) yield this.#counted(piece);
  }

  #counted(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length;
    return bytes;
  }
}

/** A number and the bytes that it takes. */
type Field = readonly [width: 2 | 4 | 8, value: number];

function bytesOf(fields: readonly Field[], ...more: readonly Uint8Array[]): Uint8Array {
  const fixed = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 8) fixed.writeBigUInt64LE(BigInt(value), at);
    else fixed.writeUIntLE(value, at, width);
    at += width;
  }
  return Buffer.concat([fixed, ...more]);
}

/** What the local and the central header of a file have in common. */
function headerFields({ name, time, flags, method, crc, packed, size, isLarge }: WrittenFile): {
  fields: Field[];
  name: Buffer;
} {
  const encoded = Buffer.from(name);
  const isAscii = encoded.length === name.length;
  return {
    fields: [
      [2, isLarge ? LARGE_VERSION : VERSION],
      [2, flags | (isAscii ? 0 : Flag.utf8)],
      [2, method],
      [4, time],
      [4, crc],
      [4, isLarge ? LARGE : packed],
      [4, isLarge ? LARGE : size],
      [2, encoded.length],
    ],
    name: encoded,
  };
}

function localHeader(file: WrittenFile): Uint8Array {
  const { fields, name } = headerFields(file);
  const extra = file.isLarge ? largeField([file.size, file.packed]) : Buffer.alloc(0);
  return bytesOf([[4, Signature.local], ...fields, [2, extra.length]], name, extra);
}

function descriptor({ crc, packed, size, isLarge }: WrittenFile): Uint8Array {
  const width = isLarge ? 8 : 4;
  return bytesOf([
    [4, Signature.descriptor],
    [4, crc],
    [width, packed],
    [width, size],
  ]);
}

function centralHeader(file: WrittenFile): Uint8Array {
  const { fields, name } = headerFields(file);
  const isFar = file.offset >= LARGE;
  const large = [...(file.isLarge ? [file.size, file.packed] : []), ...(isFar ? [file.offset] : [])];
  const extra = large.length > 0 ? largeField(large) : Buffer.alloc(0);
  const attributes = file.name.endsWith('/') ? DIRECTORY : 0;
  return bytesOf(
    [
      [4, Signature.central],
      [2, LARGE_VERSION],
      ...fields,
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, attributes],
      [4, isFar ? LARGE : file.offset],
    ],
    name,
    extra,
  );
}

const largeField = (values: readonly number[]): Uint8Array =>
  bytesOf([[2, LARGE_FIELD], [2, 8 * values.length], ...values.map((value): Field => [8, value])]);

function endOfDirectory(files: number, bytes: number, start: number): Uint8Array {
  const isLarge = files >= MANY || bytes >= LARGE || start >= LARGE;
  const large = isLarge
    ? bytesOf([
        [4, Signature.endOfDirectory64],
        [8, Length.endOfDirectory64 - 12],
        [2, LARGE_VERSION],
        [2, LARGE_VERSION],
        [4, 0],
        [4, 0],
        [8, files],
        [8, files],
        [8, bytes],
        [8, start],
        [4, Signature.locator64],
        [4, 0],
        [8, start + bytes],
        [4, 1],
      ])
    : new Uint8Array(0);
  const last = bytesOf([
    [4, Signature.endOfDirectory],
    [2, 0],
    [2, 0],
    [2, Math.min(files, MANY)],
    [2, Math.min(files, MANY)],
    [4, Math.min(bytes, LARGE)],
    [4, Math.min(start, LARGE)],
    [2, 0],
  ]);
  return Buffer.concat([large, last]);
}
