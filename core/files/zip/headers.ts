// The records of a zip archive that stand around its files: APPNOTE.TXT of PKWARE, sections 4.3 to 4.5.

import { visible } from '../../formats/shared/bytes.ts';
import { RejectedFile } from '../file-plan.ts';

/** First bytes of each kind of record, as a number in little-endian order. */
export const Signature = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  endOfDirectory64: 0x06064b50,
  locator64: 0x07064b50,
  endOfDirectory: 0x06054b50,
} as const;

/** Bytes of the fixed part of each record. */
export const Length = {
  local: 30,
  central: 46,
  endOfDirectory64: 56,
  locator64: 20,
  endOfDirectory: 22,
} as const;

export const Method = { stored: 0, deflated: 8 } as const;

export const Flag = { encrypted: 1, descriptor: 1 << 3, utf8: 1 << 11 } as const;

/** Stands in a field of 32 bits whose value is in the extra field for large files. */
export const LARGE = 0xffff_ffff;
/** Likewise in one of 16 bits. */
export const MANY = 0xffff;

/** Identifies the extra field for large files. */
export const LARGE_FIELD = 1;

/** Identifies the extra field with the name in UTF-8, which Info-ZIP writes beside a name in another encoding. */
const UNICODE_NAME_FIELD = 0x7075;

/** Most files of an archive: each takes memory until its end, where the archive lists them again. */
export const MAX_FILES = 65_535;

/** Bytes of the longest name, as of a key in S3. */
export const MAX_NAME = 1024;

/** A file of an archive. */
export interface ZipEntry {
  readonly name: string;
  /** Time and date as MS-DOS writes them. */
  readonly time: number;
  readonly method: number;
  /** Whether what is undefined here follows the file. */
  readonly hasDescriptor: boolean;
  readonly crc: number | undefined;
  /** Bytes in the archive. */
  readonly packed: number | undefined;
  /** Bytes of the content. */
  readonly size: number | undefined;
  /** Whether lengths that follow the file take 8 bytes each. */
  readonly isLarge: boolean;
  /** Where its header is in the archive. */
  readonly offset: number;
  readonly isDirectory: boolean;
}

/** What a file is, once it has been read: the same in its header, behind it, and in the directory of the archive. */
export interface ReadEntry extends ZipEntry {
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** A name in a message. */
export const named = (name: string): string => visible(name);

/** Methods of compression that are named in messages. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'shrink',
  6: 'implode',
  9: 'deflate64, as Windows uses for large files',
  12: 'bzip2',
  14: 'lzma',
  93: 'zstandard',
  95: 'xz',
  98: 'ppmd',
  99: 'encryption',
};

/** Bits of flags that only encrypted and patched files have. */
const UNREADABLE_FLAGS = Flag.encrypted | (1 << 5) | (1 << 6) | (1 << 13);

/**
 * Reads a local header.
 * @param bytes the header, with its name and extra fields
 * @throws RejectedFile if the file cannot be read from the front of the archive on, or its name leads out of the folder
 */
export function localHeader(bytes: Uint8Array, offset: number): ZipEntry {
  const view = headerView(bytes);
  const flags = view.getUint16(6, true);
  const method = view.getUint16(8, true);
  const nameEnd = Length.local + view.getUint16(26, true);
  const extra = bytes.subarray(nameEnd);
  const name = nameOf(bytes.subarray(Length.local, nameEnd), flags, extra);
  const isDirectory = /[/\\]$/.test(name);
  if ((flags & UNREADABLE_FLAGS) !== 0) {
    throw new RejectedFile(`expected files without a password, got ${named(name)}, which is encrypted`);
  }
  if (method !== Method.stored && method !== Method.deflated) {
    const got = METHODS[method] ?? `method ${method}`;
    throw new RejectedFile(
      `expected files stored or deflated, got ${named(name)}, compressed with ${got}: zip it again with deflate`,
    );
  }
  const large = fieldOf(extra, LARGE_FIELD);
  const [size, packed] = largeValues(large, [view.getUint32(22, true), view.getUint32(18, true)]);
  const hasDescriptor = (flags & Flag.descriptor) !== 0;
  // a writer that knew the lengths may still repeat them behind the file
  const isKnown = !hasDescriptor || isDirectory || packed! > 0;
  if (!isKnown && method === Method.stored) {
    throw new RejectedFile(
      `expected the length of a stored file before it, got ${named(name)}, whose length follows it: zip it again with deflate, or from a file in place of a pipe`,
    );
  }
  return {
    name,
    time: view.getUint32(10, true),
    method,
    hasDescriptor,
    crc: hasDescriptor ? undefined : view.getUint32(14, true),
    packed: isKnown && !(hasDescriptor && method === Method.deflated) ? packed : undefined,
    size: isKnown && !hasDescriptor ? size : undefined,
    isLarge: large !== undefined,
    offset,
    isDirectory,
  };
}

/** Reads a header of the directory. */
export function centralHeader(
  bytes: Uint8Array,
): Pick<ReadEntry, 'name' | 'method' | 'crc' | 'packed' | 'size' | 'offset'> {
  const view = headerView(bytes);
  const nameEnd = Length.central + view.getUint16(28, true);
  const extra = bytes.subarray(nameEnd, nameEnd + view.getUint16(30, true));
  const large = fieldOf(extra, LARGE_FIELD);
  const [size, packed, offset] = largeValues(large, [
    view.getUint32(24, true),
    view.getUint32(20, true),
    view.getUint32(42, true),
  ]);
  return {
    name: nameOf(bytes.subarray(Length.central, nameEnd), view.getUint16(8, true), extra),
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    packed: packed!,
    size: size!,
    offset: offset!,
  };
}

/** Bytes of a record with its variable parts, or of the part that contains its length if that is incomplete; 0 for other bytes. */
export function recordLength(bytes: Uint8Array): number {
  if (bytes.length < SIGNATURE_BYTES) return SIGNATURE_BYTES;
  const view = headerView(bytes);
  const signature = view.getUint32(0, true);
  const fixed = fixedLength(signature) ?? 0;
  if (bytes.length < fixed) return fixed;
  switch (signature) {
    case Signature.local:
      return fixed + view.getUint16(26, true) + view.getUint16(28, true);
    case Signature.central:
      return fixed + view.getUint16(28, true) + view.getUint16(30, true) + view.getUint16(32, true);
    case Signature.endOfDirectory64:
      // its length without the first 12 bytes; a longer one would have data for decryption
      return read64(view, 4) === fixed - 12 ? fixed : 0;
    case Signature.endOfDirectory:
      return fixed + view.getUint16(20, true);
    default:
      return fixed;
  }
}

const SIGNATURE_BYTES = 4;

function fixedLength(signature: number): number | undefined {
  const name = (Object.keys(Length) as (keyof typeof Length)[]).find((key) => Signature[key] === signature);
  return name && Length[name];
}

export const headerView = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** A number of 64 bits, as far as it is exact. */
export function read64(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getUint32(at + 4, true);
}

/** The content of an extra field; undefined if there is none. */
function fieldOf(extra: Uint8Array, id: number): Uint8Array | undefined {
  const view = headerView(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === id) return extra.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
  }
  return undefined;
}

/** The values of fields of 32 bits: those that are {@link LARGE} stand in the extra field, in this order. */
function largeValues(field: Uint8Array | undefined, values: readonly number[]): number[] {
  if (!field) return [...values];
  const view = headerView(field);
  let at = 0;
  return values.map((value) => {
    if (value !== LARGE || at + 8 > field.length) return value;
    at += 8;
    return read64(view, at - 8);
  });
}

/** @throws RejectedFile for a name that is too long, has control characters, or leads out of the folder */
function nameOf(bytes: Uint8Array, flags: number, extra: Uint8Array): string {
  if (bytes.length > MAX_NAME) {
    throw new RejectedFile(
      `expected names of at most ${MAX_NAME} bytes in a zip, got one of ${bytes.length}`,
    );
  }
  // version, checksum of the other name, then the text
  const unicode = (flags & Flag.utf8) === 0 ? fieldOf(extra, UNICODE_NAME_FIELD)?.subarray(5) : undefined;
  const name = decodeName(unicode ?? bytes);
  const steps = name.split(/[/\\]/);
  const isUnsafe = name === '' || steps.includes('..') || steps[0] === '' || /^[a-z]:|\p{Cc}/iu.test(name);
  if (isUnsafe) {
    throw new RejectedFile(
      `expected names of files within the folder of a zip, such as a.txt or b/c.txt, got ${named(JSON.stringify(name))}`,
    );
  }
  return name;
}

/** Characters 128 to 255 of code page 437, as MS-DOS and old programs for Windows write names. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Names are UTF-8 if they can be, flagged as such or not: macOS sets no flag. */
function decodeName(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 128]!,
    ).join('');
  }
}
