// Stands in for node:zlib in the browser's build: there, what is compressed is told from what is not, and refused.
import { RejectedFile } from '../../core/files/file-plan.ts';

export const constants = {};

function refuse(name: string): never {
  throw new RejectedFile(
    `expected an uncompressed file, as there is no Node here; got ${name}: decompress it first, gzip by DecompressionStream`,
  );
}

export const gunzipSync = (): never => refuse('gzip');
export const zstdDecompressSync = (): never => refuse('zstandard');
