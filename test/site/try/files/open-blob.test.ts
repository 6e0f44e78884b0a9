import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RejectedFile } from '../../../../core/browser.ts';
import { compressionOf, openBlob } from '../../../../site/try/files/open-blob.ts';

const text = '12.434..2.4343.1\n'.repeat(1000);

async function read(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const blob = new Blob([bytes]);
  return Buffer.from(await openBlob(blob, await compressionOf(blob)).head(text.length + 1)).toString();
}

test('openBlob reads Zstandard, also of several frames, and rejects it if it is cut short', async () => {
  const [front, back] = [text.slice(0, 5000), text.slice(5000)].map((part) => zstdCompressSync(part));
  expect(await read(Uint8Array.from(Buffer.concat([front!, back!])))).toBe(text);
  await expect(read(Uint8Array.from(front!).slice(0, -1))).rejects.toThrow(
    /^expected a whole Zstandard file, got one that is damaged or cut short/,
  );
});

test('openBlob reads a file with and without gzip', async () => {
  expect(await read(Buffer.from(text))).toBe(text);
  expect(await read(Uint8Array.from(gzipSync(text)))).toBe(text);
});

test('openBlob rejects a gzip file that is cut short, with the reason', async () => {
  const cut = read(Uint8Array.from(gzipSync(text)).slice(0, 40));
  await expect(cut).rejects.toThrow(RejectedFile);
  await expect(cut).rejects.toThrow(/^expected a whole gzip file, got one that is damaged or cut short/);
});
