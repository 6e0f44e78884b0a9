// Replaces node:zlib in bundles for browsers, where compressed files are recognised and rejected.
import { RejectedFile } from '../core/files/file-plan.ts';

export const constants = {};

function refuse(name: string): never {
  throw new RejectedFile(
    `expected an uncompressed file, since browsers lack node:zlib, got ${name}: decompress it first, gzip with DecompressionStream`,
  );
}

export const gunzipSync = (): never => refuse('gzip');
export const zstdDecompressSync = (): never => refuse('zstandard');
export const createInflateRaw = (): never => refuse('zip');
export const createDeflateRaw = createInflateRaw;
export const crc32 = createInflateRaw;

export const brotliDecompressSync = (): never => refuse('brotli');

// compression.ts mentions these in its streaming codecs, which no bundle for browsers keeps
export const createGzip = gunzipSync;
export const createGunzip = gunzipSync;
export const createZstdCompress = zstdDecompressSync;
export const createZstdDecompress = zstdDecompressSync;

/** Missing: without it, pages of Parquet files are written uncompressed. */
export const zstdCompressSync = undefined;
