import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesInZip } from '../../../../site/try/files/open-zip.ts';

const FIXTURES = new URL('../../../core/files/zip/fixtures/', import.meta.url);
const archive = (name: string) => new Blob([Uint8Array.from(readFileSync(new URL(name, FIXTURES)))]);

describe.each(['info-zip.zip', 'info-zip-stored.zip', 'info-zip-piped.zip', 'python.zip', 'numpy.npz'])(
  'of %s',
  (name) => {
    test('filesInZip lists the files, each of which opens with the bytes that it says', async () => {
      const files = (await filesInZip(archive(name)))!;
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const opened = await file.open();
        expect(opened.size).toBe(file.size);
        expect(file.name.endsWith(opened.name)).toBe(true);
      }
    });

    test('filesInZip rejects the archive if it is cut short', async () => {
      const whole = archive(name);
      await expect(filesInZip(whole.slice(0, whole.size - 30))).rejects.toThrow(
        'expected a whole zip archive',
      );
    });
  },
);

test('a file with a password says so', async () => {
  const [file] = (await filesInZip(archive('info-zip-encrypted.zip')))!;
  await expect(file!.open()).rejects.toThrow(
    /^expected files without a password, got .*, which is encrypted$/,
  );
});

test('a file that is compressed by a rare method says so', async () => {
  const [file] = (await filesInZip(archive('python-lzma.zip')))!;
  await expect(file!.open()).rejects.toThrow('zip it again with deflate');
});

test.each(['python.zip', 'info-zip-stored.zip'])('a damaged file of %s says so', async (damaged) => {
  const bytes = new Uint8Array(await archive(damaged).arrayBuffer());
  const { name } = (await filesInZip(new Blob([bytes])))![0]!;
  const start = bytes.findIndex(
    (_, at) => Buffer.from(bytes).toString('latin1', at, at + name.length) === name,
  );
  // behind the name and the extra fields
  const content = start + name.length + new DataView(bytes.buffer).getUint16(28, true);
  bytes[content + 3]! ^= 0xff;
  const [file] = (await filesInZip(new Blob([bytes])))!;
  await expect(file!.open()).rejects.toThrow(`got one in which ${name} is damaged`);
});

test('filesInZip leaves other files alone', async () => {
  expect(await filesInZip(new Blob(['53..7....']))).toBeUndefined();
  expect(await filesInZip(new Blob([]))).toBeUndefined();
});
