// The compressions of Parquet's pages.

import * as zlib from 'node:zlib';
import { snappyUncompress } from 'hyparquet/src/snappy.js';
import type { CODECS } from './footer.ts';

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

// LZ4 blocks, which Node's zlib does not have: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md

/** Decompresses a block into `into`, which it must fill. @returns false if the block is damaged */
function lz4Block(bytes: Uint8Array, into: Uint8Array): boolean {
  let at = 0;
  let filled = 0;
  const length = (nibble: number) => {
    let sum = nibble;
    for (let byte = 255; nibble === 15 && byte === 255; sum += byte) byte = bytes[at++] ?? 0;
    return sum;
  };
  while (at < bytes.length) {
    const token = bytes[at++]!;
    const literals = length(token >> 4);
    if (at + literals > bytes.length || filled + literals > into.length) return false;
    into.set(bytes.subarray(at, at + literals), filled);
    at += literals;
    filled += literals;
    if (at >= bytes.length) break;
    const back = bytes[at]! + 256 * (bytes[at + 1] ?? 0);
    at += 2;
    const repeated = length(token & 15) + 4;
    if (back === 0 || back > filled || filled + repeated > into.length) return false;
    // the stretches can overlap
    for (let i = 0; i < repeated; i++, filled++) into[filled] = into[filled - back]!;
  }
  return filled === into.length;
}

/** Decompresses blocks with a length before each, as Hadoop writes LZ4. @returns false if they are none */
function lz4Hadoop(bytes: Uint8Array, into: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let filled = 0;
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return false;
    const content = view.getUint32(at);
    const length = view.getUint32(at + 4);
    at += 8;
    if (filled + content > into.length || at + length > bytes.length) return false;
    if (!lz4Block(bytes.subarray(at, at + length), into.subarray(filled, filled + content))) return false;
    at += length;
    filled += content;
  }
  return filled === into.length;
}
