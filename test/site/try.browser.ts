import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { optionNames } from '../../core/options/options.ts';
import { sudoku } from '../bin/command-line.ts';
import { hasBrowser, launchBrowser, openPage } from '../browser.ts';
import { type ServedSite, serveSite } from './serve.ts';
import { download, pressSolve } from './try-page.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;

// `npm run test:browser` runs further tests of this page: test/site/*.browser.ts
describe.skipIf(!hasBrowser)('the page "Try it"', () => {
  let site: ServedSite;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const open = async (width?: number) => {
    const watched = await openPage(browser, { origin: site.url, ...(width && { width }) });
    await watched.page.goto(`${site.url}try.html#files`);
    await watched.page.locator('html[data-ready]').waitFor();
    return watched;
  };

  test('solves a file to the same bytes as the command line and draws its report, also on a phone', async () => {
    const { page, faults } = await open(375);
    await page.locator('#file').setInputFiles(`${EXAMPLES}thousand.txt`);
    await page.locator('#chosen').getByText('thousand.txt').waitFor();
    await pressSolve(page);
    const { name, bytes } = await download(page);
    expect(name).toBe('solved-thousand.txt');
    const { stdout } = await sudoku(['solve', `${EXAMPLES}thousand.txt`, '-o', '-']);
    expect(bytes.equals(stdout)).toBe(true);
    expect(await page.locator('#result-title').getAttribute('data-solved')).toBe('1000');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    expect(faults).toEqual([]);
  });

  test('solves pasted puzzles, and has a control for each option', async () => {
    const { page, faults } = await open();
    expect(await page.locator('.options [name]').evaluateAll((all) => all.map((one) => one.id))).toEqual(
      optionNames('flag').map((name) => `option-${name}`),
    );
    await page.locator('#puzzles').fill('................\n');
    await page.getByText('Options', { exact: true }).click();
    await page.locator('#option-solutions').selectOption('all');
    await page.locator('#option-limit').fill('3');
    await page.locator('#option-output').selectOption('csv');
    await pressSolve(page);
    const { name, bytes } = await download(page);
    expect(name).toBe('solved-puzzles.txt.csv');
    // a header, three solutions, and a row that says that there may be more
    expect(bytes.toString().trimEnd().split('\n')).toHaveLength(5);
    expect(await page.locator('#result').textContent()).toBe(bytes.toString());

    await page.locator('#option-limit').fill('none');
    await pressSolve(page);
    expect(await page.locator('#problem').textContent()).toMatch(/^--limit: expected a whole number/);
    await page.locator('#puzzles').fill(readFileSync(`${EXAMPLES}shopping-list.txt`, 'utf8'));
    await page.locator('#option-limit').fill('');
    await pressSolve(page);
    expect(await page.locator('#problem').textContent()).toMatch(/^line 1: expected puzzles/);
    expect(faults).toEqual([]);
  });
});
