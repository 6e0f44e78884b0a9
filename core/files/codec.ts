import type { Transform } from 'node:stream';
// all of it: a Node without zstandard has to get as far as to be told which one is needed
import * as zlib from 'node:zlib';
import { type Compression, cutShort, damaged, skippableLength, zstdWindow } from './compression.ts';

/** What the codecs give at a time. */
const chunkSize = 64 * 1024;

/** Digits hardly repeat, so that searching longer costs more than it saves: measured in docs/formats.md. */
const GZIP_LEVEL = 4;
const ZSTD_LEVEL = 1;

/** Bytes in, bytes out; each call's output is to be run to its end before the next call. */
export interface Codec {
  /** Takes the next bytes, cut anywhere, which may be used again when the output has come to its end. */
  push(bytes: Uint8Array): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Takes the end of the input. */
  end(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Frees what it holds, at its end or before. */
  close(): void;
}

/** Leaves bytes as they are. */
const identity: Codec = { push: (bytes) => [bytes], end: () => [], close() {} };

/**
 * Decompresses a file: gzip with any number of members, zstandard with any number of frames. In bounded memory,
 * however much comes out. `push` and `end` throw RejectedFile if the file is damaged or cut short.
 */
export function decoder(compression: Compression): Codec {
  return compression === 'none' ? identity : new Decoder(compression);
}

/** Compresses bytes as one gzip member or one zstandard frame with a checksum. */
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

/**
 * The content of a file. @throws RejectedFile if the file is damaged or cut short; what `source` throws
 */
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

class Decoder implements Codec {
  readonly #compression: 'gzip' | 'zstd';
  /** Undefined between a member or frame and what follows it. */
  #codec: NodeCodec | undefined;
  /** Bytes of a skippable frame that are yet to come. */
  #toSkip = 0;

  constructor(compression: 'gzip' | 'zstd') {
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
        const taken = yield* this.#codec.push(rest);
        rest = rest.subarray(taken);
        // Node's zstandard decoder ends with the first frame and drops what follows: nodejs/node issue 64741
        if (rest.length === 0) return;
        this.#finish();
        // frames without content take time, too: whoever reads this looks at the clock
        yield NOTHING;
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
    this.#finish();
  }

  /** Bytes after the skippable frames that begin with them. A decoder for each would take longer than a puzzle. */
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

  #finish(): void {
    this.#codec?.close();
    this.#codec = undefined;
  }

  #start(): NodeCodec {
    return new NodeCodec(
      this.#compression === 'gzip'
        ? zlib.createGunzip({ chunkSize })
        : zlib.createZstdDecompress({ chunkSize, params: zstdWindow() }),
    );
  }
}

const NOTHING = new Uint8Array(0);

/** Zero bytes after a gzip member are padding, as on tapes and some disks: gzip(1) ignores them, too. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(start < 0 ? bytes.length : start);
}

/**
 * One of Node's codecs, driven a piece at a time: `pipeline` would read ahead of the end of a frame and lose what it read.
 */
class NodeCodec implements Codec {
  readonly #stream: Transform & { readonly bytesWritten: number };
  #wake: () => void = () => {};
  #failure: Error | undefined;

  constructor(stream: Transform & { readonly bytesWritten: number }) {
    this.#stream = stream;
    stream.on('readable', () => this.#wake());
    stream.on('error', (error) => {
      this.#failure = error;
      this.#wake();
    });
  }

  /** Returns how many of the bytes were of use. */
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

  /** What comes out until an action is done. */
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
