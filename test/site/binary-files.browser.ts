// Binary files on the page to try: Parquet, NumPy, archives, and others that hold no puzzles.

import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { download, gridText, NEWSPAPER, pressSolve } from './try-page.ts';

const { openTryPage } = testedSite();

const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.locator('#file').setInputFiles({ name, mimeType: '', buffer });
  await page.locator('#chosen').getByText(name).waitFor();
}

const zip = (name: string) => readFileSync(new URL(`../core/files/zip/fixtures/${name}`, import.meta.url));

describe.skipIf(!hasBrowser)('a binary file', () => {
  test.each([
    ['a NumPy array', 'array.npy', readFileSync(new URL('../../examples/array.npy', import.meta.url))],
    ['a picture', 'picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['text in UTF-16', 'wide.txt', Buffer.from(NEWSPAPER, 'utf16le')],
  ])('never fills the text field: %s', async (_, name, bytes) => {
    const { page, faults } = await openTryPage('#files');
    await choose(page, name, bytes);
    expect(await page.locator('#puzzles').inputValue()).toBe('');
    await pressSolve(page);
    expect(await page.locator('#result').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test.each([
    ['uncompressed', undefined],
    ['compressed with Snappy', 'SNAPPY'],
    ['compressed with Zstandard', 'ZSTD'],
  ] as const)('is solved if it is Parquet, %s, and its rows open in the grid', async (_, codec) => {
    const count = 5000;
    const columnData = [
      { name: 'id', data: Array.from({ length: count }, (_, i) => i), type: 'INT32' as const },
      { name: 'puzzle', data: new Array<string>(count).fill(NEWSPAPER), type: 'STRING' as const },
    ];
    const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)) };
    const file = parquetWriteBuffer({ columnData, compressors, codec: codec ?? 'UNCOMPRESSED' });
    const { page, faults } = await openTryPage('#files');
    await choose(page, 'puzzles.parquet', Buffer.from(file));
    expect(await page.locator('#puzzles').inputValue()).toBe('');
    await pressSolve(page);
    expect(await page.locator('#result-title').textContent()).toBe('5,000 of 5,000 puzzles solved');
    const { name, bytes } = await download(page);
    expect(name).toBe('solved-puzzles.parquet');
    const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
    expect(rows).toHaveLength(count);
    expect(rows.at(-1)).toMatchObject({ id: count - 1, puzzle: NEWSPAPER, solution: SOLUTION });
    await page.locator('#last-page').click();
    await page.getByText('4,951 to 5,000 of 5,000').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('.rows .open').last().click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('that is an archive offers its files', async () => {
    const { page, faults } = await openTryPage('#files');
    await choose(page, 'python.zip', zip('python.zip'));
    const names = await page.locator('#entry option').allTextContents();
    expect(names.length).toBeGreaterThan(1);
    expect(await page.locator('#chosen').textContent()).toMatch(/bytes?, of python\.zip$/);
    await page.locator('#entry').selectOption({ index: 1 });
    await page.locator('#chosen').getByText(names[1]!.replace(/.*\//, '')).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('that is an archive with a password says so', async () => {
    const { page } = await openTryPage('#files');
    await page
      .locator('#file')
      .setInputFiles({ name: 'a.zip', mimeType: '', buffer: zip('info-zip-encrypted.zip') });
    await page.locator('#problem').getByText('expected files without a password').waitFor();
  });
});
