import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionNames } from '../../core/options/options.ts';
import { sudoku } from '../bin/command-line.ts';
import { hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { download, pressSolve } from './try-page.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;

const { openTryPage } = testedSite();

// `npm run test:browser` runs further tests of this page: test/site/*.browser.ts
describe.skipIf(!hasBrowser)('the page "Try it"', () => {
  test('solves a file to the same bytes as the command line and draws its report, also on a phone', async () => {
    const { page, faults } = await openTryPage('#files', { width: 375 });
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

  test('loads the formats of files when they are needed', async () => {
    const { page, faults } = await openTryPage();
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await page.locator('#tab-many').click();
    await page.locator('#puzzles').waitFor();
    expect(scripts.some((url) => /\/panel\.[^/]*\.js$/.test(url))).toBe(true);
    expect(faults).toEqual([]);
  });

  test('solves pasted puzzles, and has a control for each option', async () => {
    const { page, faults } = await openTryPage('#files');
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
    expect(await page.locator('#facts').textContent()).toMatch(
      /^[\d.]+ s, which includes the start of \d+ threads?$/,
    );
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
