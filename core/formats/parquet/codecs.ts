// The compressions of Parquet's pages.

import * as zlib from 'node:zlib';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import type { CODECS } from './footer.ts';
import { lz4Block, lz4Hadoop } from './lz4.ts';

/** Decompresses a page, which may not have more than `length` bytes. Any error means that it is damaged. */
export function decompressPage(
  codec: (typeof CODECS)[number],
  bytes: Uint8Array,
  length: number,
): Uint8Array {
  const limit = { maxOutputLength: length };
  switch (codec) {
    case 'GZIP':
      return zlib.gunzipSync(bytes, limit);
    case 'BROTLI':
      return zlib.brotliDecompressSync(bytes, limit);
    case 'ZSTD':
      return zlib.zstdDecompressSync(bytes, limit);
  }
  const content = new Uint8Array(length);
  if (codec === 'SNAPPY') snappyUncompress(bytes, content);
  else {
    const isWhole =
      codec === 'LZ4_RAW' ? lz4Block(bytes, content) : lz4Hadoop(bytes, content) || lz4Block(bytes, content);
    if (!isWhole) throw new Error('damaged');
  }
  return content;
}
