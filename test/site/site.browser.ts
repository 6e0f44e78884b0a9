import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sudoku } from '../bin/command-line.ts';
import { accessibilityFaults, hasBrowser, openPage } from '../browser.ts';
import { peakMemoryOfPages } from './page-memory.ts';
import { testedSite } from './tested-site.ts';
import { download, pressSolve } from './try-page.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const MiB = 2 ** 20;

const site = testedSite();
const { open, openTryPage } = site;

describe.skipIf(!hasBrowser)('the page "Try it"', () => {
  test('compresses the result of a gzip file, and reads Zstandard', async () => {
    const { page } = await open('try.html#files');
    await page.locator('#file').setInputFiles(`${EXAMPLES}lines.txt.gz`);
    await page.locator('#chosen').getByText('lines.txt.gz').waitFor();
    await pressSolve(page);
    const { name, bytes } = await download(page);
    expect([name, bytes[0], bytes[1]]).toEqual(['solved-lines.txt.gz', 0x1f, 0x8b]);
    await page.locator('#file').setInputFiles(`${EXAMPLES}lines.txt.zst`);
    await page.locator('#chosen').getByText('lines.txt.zst').waitFor();
    await pressSolve(page);
    const { stdout } = await sudoku(['solve', `${EXAMPLES}lines.txt.zst`, '-o', '-']);
    // the browser cannot compress with Zstandard
    const solved = await download(page);
    expect(solved.name).toBe('solved-lines.txt');
    expect(solved.bytes.equals(zstdDecompressSync(stdout))).toBe(true);
  });

  test('has examples, can be stopped, and is accessible with a result', async () => {
    const { page, faults } = await open('try.html#files');
    await page.locator('#example-25').click();
    await pressSolve(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('#example-million').click();
    await page.locator('#chosen').getByText('million.txt, 82,000,000 bytes').waitFor();
    await page.locator('#stop').waitFor({ state: 'hidden' });
    await pressSolve(page);
    expect(await page.locator('#result-title').getAttribute('data-solved')).toBe('1000000');
    await page.locator('#solve').click();
    await page.locator('#stop').click();
    await page.locator('#state').getByText('Stopped.').waitFor();
    expect(faults).toEqual([]);
  });

  test('solves a file that is dropped on it', async () => {
    const { page } = await openTryPage('#files');
    const transfer = await page.evaluateHandle(() => {
      const { DataTransfer, File } = globalThis as unknown as Record<
        string,
        new (
          ...args: unknown[]
        ) => never
      >;
      const data = new DataTransfer!() as unknown as { items: { add(file: unknown): void } };
      data.items.add(new File!(['12.434..2.4343.1\n'], 'dropped.txt'));
      return data;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.locator('#chosen').getByText('dropped.txt').waitFor();
    await pressSolve(page);
    expect(await page.locator('#result').textContent()).toBe('1234341221434321\n');
  });

  test('opens files by their link, although a puzzle was open before', async () => {
    const { page } = await openTryPage('#p=12.434..2.4343.1');
    await page.locator('#example').selectOption('25 × 25');
    for (const address of ['index.html', 'try.html#files']) await page.goto(site.url + address);
    await page.locator('#file').waitFor();
    expect(page.url()).toBe(`${site.url}try.html#files`);
    // and the puzzle is there still
    await page.locator('#tab-one').click();
    expect(await page.locator('.board input.value').count()).toBe(625);
  });

  test('explains that the browser lacks WebAssembly SIMD', async () => {
    const { page } = await openPage(site.browser, { origin: site.url });
    await page.addInitScript('WebAssembly.validate = () => false');
    await page.goto(`${site.url}try.html#files`);
    expect(await page.locator('.missing').textContent()).toMatch(
      /^This browser has no WebAssembly SIMD[^.]*16\.4\.$/,
    );
    expect(await page.locator('#solve').isDisabled()).toBe(true);
  });

  test('solves a file of 100 MB straight into a file in bounded memory', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'site-'));
    try {
      const path = join(directory, 'large.txt');
      const thousand = readFileSync(`${EXAMPLES}thousand.txt`);
      for (let bytes = 0; bytes < 100 * MiB; bytes += thousand.length) appendFileSync(path, thousand);
      const { page, faults } = await openPage(site.browser, { origin: site.url });
      // a test cannot operate the save dialog, so the page saves to the browser's private file system
      await page.addInitScript(
        `window.showSaveFilePicker = async () =>
          (await navigator.storage.getDirectory()).getFileHandle('solved', { create: true })`,
      );
      await page.goto(`${site.url}try.html#files`);
      await page.locator('#file').setInputFiles(path);
      await page.locator('#chosen').getByText('large.txt').waitFor();
      await pressSolve(page, '#save');
      const solved = await page.locator('#result-title').getAttribute('data-solved');
      expect(Number(solved)).toBe(Number(await page.locator('#result-title').getAttribute('data-puzzles')));
      const written = await page.evaluate(
        `navigator.storage.getDirectory().then((d) => d.getFileHandle('solved')).then((h) => h.getFile()).then((f) => f.size)`,
      );
      expect(written).toBeGreaterThan(100 * MiB);
      const peak = peakMemoryOfPages();
      expect(peak).toBeLessThan(600 * MiB);
      expect(faults).toEqual([]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
