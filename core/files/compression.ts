// Gzip and zstandard: recognised by the first bytes, decompressed and compressed as streams in bounded memory. Damaged
// and truncated files are rejected.

import type { Transform } from 'node:stream';
// imported as a namespace, so that a Node without zstandard loads this module and can report the Node that is required
import * as zlib from 'node:zlib';
import { isParquet } from '../formats/parquet/footer.ts';
import { foreignKind, foreignReason } from '../formats/signatures.ts';
import { type FilePlan, RejectedFile } from './file-plan.ts';

export type Compression = FilePlan['compression'];
type Packed = Exclude<Compression, 'none'>;

const NAMES = { gzip: 'gzip', zstd: 'zstandard' };

/** First bytes of the supported compressions, in hexadecimal. */
const SUPPORTED: readonly (readonly [RegExp, Packed])[] = [
  [/^1f8b/, 'gzip'],
  [/^28b52ffd/, 'zstd'],
  // a skippable frame, as pzstd writes before each frame
  [/^5.2a4d18/, 'zstd'],
];

/**
 * The compression of a file, recognised by its first bytes.
 * @throws RejectedFile for an archive, an unsupported compression, an image and the like, which it names
 */
export function compressionOf(head: Uint8Array): Compression {
  const foreign = foreignKind(head);
  if (foreign) throw new RejectedFile(foreignReason(foreign));
  return packedBy(head) ?? 'none';
}

function packedBy(bytes: Uint8Array): Packed | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return SUPPORTED.find(([magic]) => magic.test(start))?.[1];
}

/** @throws RejectedFile if the content of a compressed file is compressed, too, or an archive, an image and the like */
export function refuseContent(content: Uint8Array, compression: Compression): void {
  if (compression === 'none') return;
  const inner = packedBy(content);
  const foreign = foreignKind(content);
  const within = ` within ${NAMES[compression]}`;
  if (inner) {
    throw new RejectedFile(
      `expected puzzles within ${NAMES[compression]}, got ${NAMES[inner]}${within}, compressed twice: decompress it once`,
    );
  }
  if (foreign) throw new RejectedFile(foreignReason(foreign, within));
  if (isParquet(content)) {
    throw new RejectedFile(`expected a Parquet file by itself, got one${within}: decompress it`);
  }
}

/** Most content that is decompressed from a head, however far the head expands. */
const MAX_HEAD_CONTENT = 64 * 1024 * 1024;

/** Compressed bytes that are tried at a time. Zstandard yields 128 KiB from four bytes at best: that stays below {@link MAX_HEAD_CONTENT}. */
const STEP = 1024;

/** Most zstandard frames of a head that are decompressed: each takes a decoder, and thousands may be empty. */
const MAX_FRAMES = 1000;

/**
 * Zstandard files may require a window of gigabytes. 8 MiB is what RFC 8878 recommends every decoder to support, and what all
 * levels up to 19 stay within; many files are read at the same time.
 */
const MAX_WINDOW_LOG = 23;
// a function, so that loading this module uses nothing of zlib, which browsers lack
const zstdWindow = () => ({ [zlib.constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG });

export interface Content {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all of the content. */
  readonly complete: boolean;
}

/**
 * Up to `wanted` bytes of content from the front of a file, if its head yields as many.
 * @throws RejectedFile if the head is damaged, yields no content, or is the complete file and cut short
 */
export function contentOf(head: Content, compression: Compression, wanted: number): Content {
  if (compression === 'none') {
    return { bytes: head.bytes.subarray(0, wanted), complete: head.complete && head.bytes.length <= wanted };
  }
  const { bytes } = head;
  let before = new Uint8Array(0);
  let frames = 0;
  // the synchronous decoder stops after one zstandard frame, but reads all members of gzip
  for (let [start, end] = [0, STEP]; ; ) {
    if (compression === 'zstd') start = afterSkippable(bytes, start);
    if (start > bytes.length) {
      if (head.complete) throw cutShort('zstd');
      if (before.length === 0) throw contentTooLate(bytes.length, 'zstd');
      return { bytes: before, complete: false };
    }
    end = Math.max(end, start);
    const isAll = end >= bytes.length;
    const packed = bytes.subarray(start, end);
    const { content, used } = decompressSync(
      packed,
      compression,
      isAll && head.complete && packed.length > 0,
    );
    const found = before.length === 0 ? content : Buffer.concat([before, content]);
    if (found.length > wanted) return { bytes: found.subarray(0, wanted), complete: false };
    if (used < packed.length) {
      before = found;
      start += used;
      if (++frames < MAX_FRAMES) continue;
    } else if (!isAll) {
      end += STEP;
      continue;
    }
    const complete = head.complete && frames < MAX_FRAMES;
    if (found.length === 0 && !complete) throw contentTooLate(bytes.length, compression);
    return { bytes: found, complete };
  }
}

/**
 * Decompresses bytes at once.
 * @param isFile whether the bytes are the file up to its end, which may not be cut short
 * @returns the content, and how many bytes were used: fewer than given if something follows a zstandard frame
 */
function decompressSync(bytes: Uint8Array, compression: Packed, isFile: boolean) {
  const limit = { maxOutputLength: MAX_HEAD_CONTENT };
  try {
    if (compression === 'gzip') {
      const finishFlush = isFile ? zlib.constants.Z_FINISH : zlib.constants.Z_SYNC_FLUSH;
      return { content: zlib.gunzipSync(bytes, { ...limit, finishFlush }), used: bytes.length };
    }
    const finishFlush = isFile ? zlib.constants.ZSTD_e_end : zlib.constants.ZSTD_e_flush;
    const options = { ...limit, finishFlush, params: zstdWindow(), info: true };
    // with `info`, which Node documents and its types lack, the result includes the decoder
    const { buffer, engine } = zlib.zstdDecompressSync(bytes, options) as unknown as {
      buffer: Buffer<ArrayBuffer>;
      engine: { bytesWritten: number };
    };
    return { content: buffer, used: engine.bytesWritten };
  } catch (error) {
    throw damaged(error, compression);
  }
}

/** The offset after the skippable frames that begin at `at`; beyond the bytes if the last frame ends there. */
function afterSkippable(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let length = skippableLength(bytes, at); length > 0; length = skippableLength(bytes, end))
    end += length;
  return end;
}

/** Length of the skippable frame at an offset, whose header must be complete; 0 for anything else. */
function skippableLength(bytes: Uint8Array, at: number): number {
  if (at + 8 > bytes.length) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 8);
  return (view.getUint32(0, true) & 0xfffffff0) >>> 0 === 0x184d2a50 ? 8 + view.getUint32(4, true) : 0;
}

/** A codec: bytes in, bytes out. Run each output to its end before the next call. */
export interface Codec {
  /** Takes the next bytes, cut anywhere. The caller may reuse them when the output has ended. */
  push(bytes: Uint8Array): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Takes the end of the input. */
  end(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Frees its resources, at the end or before. */
  close(): void;
}

/** A codec whose output returns how many bytes of the input it used. */
export interface CountingCodec extends Codec {
  push(bytes: Uint8Array): AsyncGenerator<Uint8Array, number, undefined>;
  end(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** Passes bytes on unchanged. */
const identity: Codec = { push: (bytes) => [bytes], end: () => [], close() {} };

/**
 * Decompresses a file: gzip with any number of members, zstandard with any number of frames. Memory is bounded,
 * whatever the size of the content. `push` and `end` throw RejectedFile if the file is damaged or cut short.
 */
export function decoder(compression: Compression): Codec {
  return compression === 'none' ? identity : new Decoder(compression);
}

/** Bytes in each piece of a codec's output. */
const chunkSize = 64 * 1024;

/** Digits hardly repeat: higher levels take several times as long for a gain of a few per cent. */
const GZIP_LEVEL = 4;
const ZSTD_LEVEL = 1;

/** Compresses bytes as one gzip member, or one zstandard frame with a checksum. */
export function encoder(compression: Compression): Codec {
  switch (compression) {
    case 'none':
      return identity;
    case 'gzip':
      return new NodeCodec(zlib.createGzip({ chunkSize, level: GZIP_LEVEL }));
    case 'zstd': {
      const params = {
        [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL,
        [zlib.constants.ZSTD_c_checksumFlag]: 1,
      };
      return new NodeCodec(zlib.createZstdCompress({ chunkSize, params }));
    }
  }
}

/** Decompresses the content of a file in a zip archive, which its headers surround. */
export const inflater = (): CountingCodec => new NodeCodec(zlib.createInflateRaw({ chunkSize }));

/** Compresses the content of such a file. */
export const deflater = (): CountingCodec =>
  new NodeCodec(zlib.createDeflateRaw({ chunkSize, level: GZIP_LEVEL }));

/** The content of a file. @throws RejectedFile if the file is damaged or cut short; any error of `source` */
export async function* decompress(
  compression: Compression,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const codec = decoder(compression);
  try {
    for await (const piece of source) yield* codec.push(piece);
    yield* codec.end();
  } finally {
    codec.close();
  }
}

const EMPTY = new Uint8Array(0);

class Decoder implements Codec {
  readonly #compression: Packed;
  /** Undefined between a member or frame and the bytes that follow it. */
  #codec: NodeCodec | undefined;
  /** Bytes left of a skippable frame. */
  #toSkip = 0;

  constructor(compression: Packed) {
    this.#compression = compression;
    this.#codec = this.#start();
  }

  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      for (let rest = bytes; ; ) {
        if (!this.#codec)
          rest = this.#compression === 'gzip' ? withoutPadding(rest) : this.#afterSkippable(rest);
        if (rest.length === 0) return;
        this.#codec ??= this.#start();
        const used = yield* this.#codec.push(rest);
        rest = rest.subarray(used);
        // Node's zstandard decoder stops after the first frame and drops what follows: nodejs/node issue 64741
        if (rest.length === 0) return;
        this.close();
        // empty frames take time, too: yield, so that the consumer can check the clock
        yield EMPTY;
      }
    } catch (error) {
      throw damaged(error, this.#compression);
    }
  }

  async *end(): AsyncGenerator<Uint8Array> {
    try {
      if (this.#toSkip > 0) throw cutShort(this.#compression);
      if (this.#codec) yield* this.#codec.end();
    } catch (error) {
      throw damaged(error, this.#compression);
    }
  }

  close(): void {
    this.#codec?.close();
    this.#codec = undefined;
  }

  /** The bytes after leading skippable frames. A decoder for each frame would take longer than solving a puzzle. */
  #afterSkippable(bytes: Uint8Array): Uint8Array {
    let at = 0;
    for (;;) {
      if (this.#toSkip === 0) this.#toSkip = skippableLength(bytes, at);
      const skipped = Math.min(this.#toSkip, bytes.length - at);
      this.#toSkip -= skipped;
      at += skipped;
      if (skipped === 0 || at === bytes.length) break;
    }
    return bytes.subarray(at);
  }

  #start(): NodeCodec {
    return new NodeCodec(
      this.#compression === 'gzip'
        ? zlib.createGunzip({ chunkSize })
        : zlib.createZstdDecompress({ chunkSize, params: zstdWindow() }),
    );
  }
}

/** Zero bytes after a gzip member are padding, as on tapes and some disks: gzip(1) ignores them, too. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(start < 0 ? bytes.length : start);
}

type ZlibStream = Transform & { readonly bytesWritten: number };

/**
 * One of Node's codecs, driven a piece at a time: `pipeline` would read past the end of a frame and lose those bytes.
 */
class NodeCodec implements CountingCodec {
  readonly #stream: ZlibStream;
  #wake: () => void = () => {};
  #failure: Error | undefined;

  constructor(stream: ZlibStream) {
    this.#stream = stream;
    stream.on('readable', () => this.#wake());
    stream.on('error', (error) => {
      this.#failure = error;
      this.#wake();
    });
  }

  /** Returns how many of the bytes were used. */
  async *push(bytes: Uint8Array): AsyncGenerator<Uint8Array, number, undefined> {
    const before = this.#stream.bytesWritten;
    yield* this.#output((done) => this.#stream.write(bytes, done));
    return this.#stream.bytesWritten - before;
  }

  async *end(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* this.#output((done) => this.#stream.on('end', done).end());
  }

  close(): void {
    this.#stream.destroy();
  }

  /** Starts an action and yields output until the action is done. */
  async *#output(start: (done: () => void) => void): AsyncGenerator<Uint8Array, void, undefined> {
    let isDone = false;
    start(() => {
      isDone = true;
      this.#wake();
    });
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const wasDone = isDone;
      const bytes: Uint8Array | null = this.#stream.read();
      if (this.#failure) throw this.#failure;
      if (bytes) yield bytes;
      else if (wasDone) return;
      else await woken;
    }
  }
}

/** A file whose head yields no content to recognise its format from. */
function contentTooLate(length: number, compression: Packed): RejectedFile {
  return new RejectedFile(
    `expected content in the first ${length} bytes of a ${NAMES[compression]} file, got none there, ` +
      'as after a large skippable frame: compress it again, without frames of metadata',
  );
}

function cutShort(compression: Packed): RejectedFile {
  return new RejectedFile(`expected a whole ${NAMES[compression]} file, got one that is cut short`);
}

/** Turns a decoder's error into a RejectedFile that says what is wrong with the file; returns other errors unchanged. */
function damaged(error: unknown, compression: Packed): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!/^(Z_|ZSTD_|ERR_TRAILING_JUNK)/.test(code ?? '')) return error;
  if (code === 'ZSTD_error_frameParameter_windowTooLarge') {
    const most = 2 ** (MAX_WINDOW_LOG - 20);
    return new RejectedFile(
      `expected a zstandard file with a window of at most ${most} MiB, got one with a larger one: compress it without --long and --ultra`,
    );
  }
  if (code === 'Z_BUF_ERROR') return cutShort(compression);
  if (code === 'ZSTD_error_dictionary_wrong') {
    return new RejectedFile(
      'expected a zstandard file that can be read by itself, got one that needs a dictionary: compress it without -D',
    );
  }
  return new RejectedFile(`expected a whole ${NAMES[compression]} file, got damaged bytes (${message})`);
}
