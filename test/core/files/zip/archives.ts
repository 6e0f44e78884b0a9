// Zip archives made by hand, also damaged and hostile ones, and a reader that goes by the directory at the end.

import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A file of an archive, with what its headers say if that is not the truth. */
export interface Made {
  readonly name: string | Uint8Array;
  readonly content?: string | Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Whether its lengths follow it, with or without a signature, and in how many bytes. */
  readonly descriptor?: { readonly signature: boolean; readonly width: 4 | 8 };
  /** In place of the deflated content. */
  readonly packed?: Uint8Array;
  readonly crc?: number;
  readonly size?: number;
  readonly extra?: Uint8Array;
  /** The name in the directory. */
  readonly listedName?: string;
  readonly listedOffset?: number;
  readonly isUnlisted?: boolean;
}

const u16 = (value: number) => Buffer.from(Uint16Array.of(value).buffer);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const u64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);

const DEFLATED = 8;
const DESCRIPTOR = 8;

export function zipOf(files: readonly Made[], end: { files?: number; before?: Uint8Array } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const lengthOf = (buffers: readonly Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);
  for (const file of files) {
    const { content = '', method = DEFLATED, descriptor, extra = Buffer.alloc(0) } = file;
    const offset = lengthOf(parts);
    const bytes = Buffer.from(content as string);
    const packed = Buffer.from(file.packed ?? (method === DEFLATED ? deflateRawSync(bytes) : bytes));
    const { crc = crc32(bytes), size = bytes.length } = file;
    const name = Buffer.from(file.name as string);
    const facts = [u32(crc), u32(packed.length), u32(size)];
    const known = descriptor ? [u32(0), u32(0), u32(0)] : facts;
    const flags = u16((file.flags ?? 0) | (descriptor ? DESCRIPTOR : 0));
    const time = Buffer.from('86186250', 'hex');
    const local = [u16(20), flags, u16(method), time, ...known, u16(name.length), u16(extra.length), name];
    parts.push(Buffer.concat([u32(0x04034b50), ...local, extra, packed]));
    if (descriptor) {
      const long = descriptor.width === 8 ? u64 : u32;
      const signature = descriptor.signature ? [u32(0x08074b50)] : [];
      parts.push(Buffer.concat([...signature, u32(crc), long(packed.length), long(size)]));
    }
    if (file.isUnlisted) continue;
    const listed = file.listedName === undefined ? name : Buffer.from(file.listedName);
    const common = [u16(20), u16(20), flags, u16(method), time, ...facts, u16(listed.length), u16(0), u16(0)];
    const place = [u16(0), u16(0), u32(0), u32(file.listedOffset ?? offset), listed];
    directory.push(Buffer.concat([u32(0x02014b50), ...common, ...place]));
  }
  if (end.before) parts.push(Buffer.from(end.before));
  const start = lengthOf(parts);
  const count = u16(end.files ?? directory.length);
  const last = [u16(0), u16(0), count, count, u32(lengthOf(directory)), u32(start), u16(0)];
  return Buffer.concat([...parts, ...directory, u32(0x06054b50), ...last]);
}

/** The content of each file, as programs read it that go by the directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(u32(0x06054b50));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i++) {
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const extra = archive.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const isLarge = archive.readUInt32LE(at + 20) === 0xffffffff;
    const packed = isLarge ? Number(extra.readBigUInt64LE(12)) : archive.readUInt32LE(at + 20);
    const offset = archive.readUInt32LE(at + 42);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const bytes = archive.subarray(start, start + packed);
    const content = archive.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(bytes) : bytes;
    if (crc32(content) !== archive.readUInt32LE(at + 16)) throw new Error(`${name}: wrong checksum`);
    files.set(name, content);
    at += 46 + nameLength + extraLength;
  }
  return files;
}
