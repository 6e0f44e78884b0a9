// Reads stretches of a blob, for files that are read from their end.

import type { FileRanges } from '../../../core/browser.ts';

/** Any stretch of a blob. */
export const rangesOf = (blob: Blob): FileRanges => ({
  bytes: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});
