// Replaces node:zlib on the site: as in the library for browsers, but pages of Parquet files that are compressed with Zstandard,
// as most are that programs for data write, are read.

import { decompress } from 'fzstd';

export * from '../../../build/no-zlib.ts';

/** @param maxOutputLength bytes that the content has */
export function zstdDecompressSync(
  bytes: Uint8Array,
  { maxOutputLength }: { readonly maxOutputLength: number },
): Uint8Array {
  return decompress(bytes, new Uint8Array(maxOutputLength));
}
