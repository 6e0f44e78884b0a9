import type { Transform } from 'node:stream';
import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type Compression, damaged } from './compression.ts';

/** What the codecs give at a time. */
const chunkSize = 64 * 1024;

/** Digits hardly repeat, so that searching longer costs more than it saves: measured in docs/formats.md. */
const GZIP_LEVEL = 4;
const ZSTD_LEVEL = 1;

/**
 * Decompresses a file: gzip with any number of members, zstandard with any number of frames. In bounded memory,
 * however much comes out.
 * @throws RejectedFile if the file is damaged or cut short; what `source` throws
 */
export async function* decompress(
  compression: Compression,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (compression === 'none') return yield* source;
  const start = () =>
    new Codec(compression === 'gzip' ? createGunzip({ chunkSize }) : createZstdDecompress({ chunkSize }));
  let codec = start();
  try {
    for await (const piece of source) {
      for (let rest = piece; rest.length > 0; ) {
        const taken = yield* codec.write(rest);
        rest = rest.subarray(taken);
        // Node's zstandard decoder ends with the first frame and drops what follows: nodejs/node issue 64741
        if (rest.length > 0) {
          codec.close();
          codec = start();
        }
      }
    }
    yield* codec.end();
  } catch (error) {
    throw damaged(error, compression);
  } finally {
    codec.close();
  }
}

/** Compresses bytes as one gzip member or one zstandard frame with a checksum. */
export async function* compress(
  compression: Compression,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (compression === 'none') return yield* source;
  const codec = new Codec(
    compression === 'gzip'
      ? createGzip({ chunkSize, level: GZIP_LEVEL })
      : createZstdCompress({
          chunkSize,
          params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
        }),
  );
  try {
    for await (const piece of source) yield* codec.write(piece);
    yield* codec.end();
  } finally {
    codec.close();
  }
}

/**
 * One of Node's codecs, driven a piece at a time: `pipeline` would read ahead of the end of a frame and lose what it read.
 */
class Codec {
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

  /** Takes a piece; returns how many bytes of it were of use. */
  async *write(piece: Uint8Array): AsyncGenerator<Uint8Array, number, undefined> {
    const before = this.#stream.bytesWritten;
    yield* this.#output((done) => this.#stream.write(piece, done));
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
