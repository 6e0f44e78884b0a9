// all of it: a Node without zstandard has to get as far as to be told which one is needed
import * as zlib from 'node:zlib';
import { type FilePlan, RejectedFile } from './contract.ts';

export type Compression = FilePlan['compression'];

/** More content than this is not looked at, however many times the head grows when it is decompressed. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Compressed bytes tried at a time: at zstandard's utmost, 128 KiB from four bytes, they stay below {@link MAX_BYTES}. */
const STEP = 1024;

/** Zstandard frames looked into: each takes a decoder, and thousands may hold nothing. */
const MAX_FRAMES = 1000;

/**
 * Zstandard files may ask their reader for a window of gigabytes. 8 MiB is what RFC 8878 asks every decoder to support, and
 * what all levels up to 19 keep to; many files are read at the same time.
 */
const MAX_WINDOW_LOG = 23;
// a function, so that nothing of zlib is asked for before there is something compressed
export const zstdWindow = () => ({ [zlib.constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG });

/** What compressed files begin with, in hexadecimal. */
const READ: readonly (readonly [RegExp, Compression])[] = [
  [/^1f8b/, 'gzip'],
  [/^28b52ffd/, 'zstd'],
  // a skippable frame, as pzstd writes before each frame
  [/^5.2a4d18/, 'zstd'],
];

const UNPACK = 'unpack it, and give the files in it, by themselves or compressed with gzip';
const COMPRESS = 'compress it with gzip or zstandard instead';

/** What is not read, and what to do with it. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/^504b(0304|0506|0708)/, `a zip archive: ${UNPACK}`],
  [/^377abcaf271c/, `a 7z archive: ${UNPACK}`],
  [/^526172211a07/, `a rar archive: ${UNPACK}`],
  [/^425a68/, `bzip2: ${COMPRESS}`],
  [/^fd377a585a00/, `xz: ${COMPRESS}`],
  [/^04224d18/, `lz4: ${COMPRESS}`],
];

/**
 * How a file is compressed, by the bytes that it begins with.
 * @throws RejectedFile for a compression or an archive that is not read, by name
 */
export function compressionOf(head: Uint8Array): Compression {
  const start = Buffer.from(head.subarray(0, 8)).toString('hex');
  const refused = REFUSED.find(([magic]) => magic.test(start));
  if (refused) {
    throw new RejectedFile(
      `expected puzzles as text, or as text compressed with gzip or zstandard; got ${refused[1]}`,
    );
  }
  return READ.find(([magic]) => magic.test(start))?.[1] ?? 'none';
}

export interface Content {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all of the content. */
  readonly complete: boolean;
}

/**
 * The content at the front of a compressed file, as far as `wanted` bytes if the head yields so many.
 * @throws RejectedFile if the head is damaged, holds no content, or is complete and cut short
 */
export function contentOf(head: Content, compression: Compression, wanted: number): Content {
  if (compression === 'none') {
    return { bytes: head.bytes.subarray(0, wanted), complete: head.complete && head.bytes.length <= wanted };
  }
  const { bytes } = head;
  let before = new Uint8Array(0);
  let frames = 0;
  // the synchronous decoder ends with a zstandard frame, but reads all members of gzip
  for (let [start, taken] = [0, STEP]; ; ) {
    if (compression === 'zstd') start = afterSkippable(bytes, start);
    if (start > bytes.length) {
      if (head.complete) throw cutShort('zstd');
      if (before.length === 0) throw tooLate(bytes.length, 'zstd');
      return { bytes: before, complete: false };
    }
    taken = Math.max(taken, start);
    const all = taken >= bytes.length;
    const stored = bytes.subarray(start, taken);
    const { content, used } = decompressed(stored, compression, all && head.complete && stored.length > 0);
    const found = before.length === 0 ? content : Buffer.concat([before, content]);
    if (found.length > wanted) return { bytes: found.subarray(0, wanted), complete: false };
    if (used < stored.length) {
      before = found;
      start += used;
      if (++frames < MAX_FRAMES) continue;
    } else if (!all) {
      taken += STEP;
      continue;
    }
    const complete = head.complete && frames < MAX_FRAMES;
    if (found.length === 0 && !complete) throw tooLate(bytes.length, compression);
    return { bytes: found, complete };
  }
}

/** @returns what comes out, and the bytes of which: less than all where something follows a zstandard frame */
function decompressed(bytes: Uint8Array, compression: 'gzip' | 'zstd', whole: boolean) {
  const limit = { maxOutputLength: MAX_BYTES };
  try {
    if (compression === 'gzip') {
      const finishFlush = whole ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH;
      return { content: zlib.gunzipSync(bytes, { ...limit, finishFlush }), used: bytes.length };
    }
    const finishFlush = whole ? zlib.constants.ZSTD_e_end : zlib.constants.ZSTD_e_flush;
    const options = { ...limit, finishFlush, params: zstdWindow(), info: true };
    // with `info`, which Node documents and its types lack, the decoder comes along
    const { buffer, engine } = zlib.zstdDecompressSync(bytes, options) as unknown as {
      buffer: Buffer<ArrayBuffer>;
      engine: { bytesWritten: number };
    };
    return { content: buffer, used: engine.bytesWritten };
  } catch (error) {
    throw damaged(error, compression);
  }
}

/** Where the skippable frames end that begin at `at`: beyond the bytes, if the last one does. */
function afterSkippable(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let length = skippableLength(bytes, at); length > 0; length = skippableLength(bytes, end))
    end += length;
  return end;
}

/** Length of the skippable frame at an offset, of which the header at least is there; 0 for anything else. */
export function skippableLength(bytes: Uint8Array, at: number): number {
  if (at + 8 > bytes.length) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
  return (view.getUint32(0, true) & 0xfffffff0) >>> 0 === 0x184d2a50 ? 8 + view.getUint32(4, true) : 0;
}

const NAMES = { gzip: 'gzip', zstd: 'zstandard' };

/** A file whose front yields nothing to recognise its format from. */
function tooLate(length: number, compression: 'gzip' | 'zstd'): RejectedFile {
  return new RejectedFile(
    `expected content in the first ${length} bytes of a ${NAMES[compression]} file, got none there, ` +
      'as after a large skippable frame: compress it again, without frames of metadata',
  );
}

export function cutShort(compression: 'gzip' | 'zstd'): RejectedFile {
  return new RejectedFile(`expected a whole ${NAMES[compression]} file, got one that is cut short`);
}

/** The error to throw for one of a decoder: what is wrong with the file. Other errors come back as they are. */
export function damaged(error: unknown, compression: 'gzip' | 'zstd'): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!/^(Z_|ZSTD_|ERR_TRAILING_JUNK)/.test(code ?? '')) return error;
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    const most = 2 ** (MAX_WINDOW_LOG - 20);
    return new RejectedFile(
      `expected a zstandard file with a window of at most ${most} MiB, got one with a larger one: compress it without --long and --ultra`,
    );
  }
  if (code === 'Z_BUF_ERROR') return cutShort(compression);
  return new RejectedFile(`expected a whole ${NAMES[compression]} file, got damaged bytes (${message})`);
}
