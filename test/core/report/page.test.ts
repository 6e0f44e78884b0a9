import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyReport } from '../../../core/files/index.ts';
import type { SizeStatistics } from '../../../core/files/statistics/statistics.ts';
import { renderPage } from '../../../core/report/render-page.ts';
import { hasBrowser, launchBrowser, openPage } from '../../browser.ts';
import { cut, diagonal, failed, HOSTILE, large, NONE9, rejected, usual } from './reports.ts';

describe.skipIf(!hasBrowser)('the page of reports, in a browser', () => {
  const directory = mkdtempSync(join(tmpdir(), 'report-page-'));
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(directory, { recursive: true });
  });

  const open = async (reports: readonly AnyReport[], how: Parameters<typeof openPage>[1] = {}) => {
    const path = join(directory, 'page.html');
    writeFileSync(path, renderPage(reports));
    const watched = await openPage(browser, how);
    await watched.page.goto(pathToFileURL(path).href);
    return watched;
  };

  test('shows the share of solved puzzles first, then the rest of the report', async () => {
    const { page, faults } = await open([usual]);
    const figure = page.locator('.headline .figure');
    expect(await figure.textContent()).toMatch(/^60 of 62 puzzles solved \(96\.77 %\)$/);
    expect(await cellsOf(page.locator('.outcomes tbody'))).toEqual([
      ['solved', '60', '96.77 %'],
      ['without a solution', '1', '1.61 %'],
      ['invalid', '1', '1.61 %'],
    ]);
    const [size] = Object.values(usual.statistics);
    await page.locator('.histograms summary').first().click();
    const givens = await cellsOf(page.locator('.histograms tbody').first());
    const drawn = Object.fromEntries(givens.filter(([, count]) => count !== '0'));
    expect(drawn).toEqual(Object.fromEntries(Object.entries(size!.givens).map(([bin, n]) => [bin, `${n}`])));
    expect(await page.locator('.problems code').allTextContents()).toEqual([NONE9, 'broken <b>1.2</b>']);
    expect(await page.locator('canvas').count()).toBe(2);
    expect(faults).toEqual([]);
  });

  test('runs no injected script and applies no injected style', async () => {
    const path = join(directory, 'spoilt.html');
    const foreign = '<script>document.title = "foreign"</script><style>main { display: none }</style>';
    const spoilt = renderPage([usual]).replace('<main>', `${foreign}<main onclick="document.title = 1">`);
    expect(spoilt).toContain(foreign);
    writeFileSync(path, spoilt);
    const { page, faults } = await openPage(browser);
    await page.goto(pathToFileURL(path).href);
    await page.locator('.headline .figure').click();
    expect(await page.title()).toMatch(/sudoku report$/);
    // one message each for the script, the style and the attribute
    expect(faults).toHaveLength(3);
    for (const fault of faults) expect(fault).toContain('Content Security Policy');
  });

  test('draws bars as long as the shares', async () => {
    const { page } = await open([usual]);
    const widths = await page
      .locator('.outcomes .bar')
      .evaluateAll((all) => all.map((one) => (one as unknown as { offsetWidth: number }).offsetWidth));
    expect(widths).toHaveLength(3);
    expect(widths[0]! / widths[1]!).toBeGreaterThan(30);
  });

  test('draws the hardest puzzles, and shows a solution on request', async () => {
    const { page } = await open([usual]);
    const grids = page.locator('.grid');
    expect(await grids.count()).toBe(12);
    const { puzzle, solution } = usual.hardest[0]!;
    const first = grids.first();
    expect((await first.locator('b').allTextContents()).join('')).toBe(puzzle!.replaceAll('.', ''));
    await expect.poll(() => first.locator('i').first().isVisible()).toBe(false);
    await page.locator('.puzzle button').first().press('Enter');
    await expect.poll(() => first.locator('i').first().isVisible()).toBe(true);
    expect((await first.locator('td').allTextContents()).join('')).toBe(solution);
  });

  test('shades the diagonals of X, and draws 25x25 in letters', async () => {
    const x = await open([diagonal]);
    expect(await x.page.locator('.grid').first().locator('.diagonal').count()).toBe(17);
    const big = await open([large]);
    expect(await big.page.locator('.grid td').count()).toBe(625);
    expect(big.faults).toEqual([]);
  });

  test('draws the ratings of graded puzzles by halves, and those beyond the scale', async () => {
    const [[size, figures]] = Object.entries(usual.statistics) as [[string, SizeStatistics]];
    const er = { 12: 5, 15: 3, 17: 2, 28: 1 };
    const graded = { ...usual, statistics: { [size]: { ...figures, er, beyond: 4 } } };
    const { page, faults } = await open([graded]);
    await page.locator('.histograms summary').last().click();
    expect(await cellsOf(page.locator('.histograms tbody').last())).toEqual([
      ['1.0–1.4', '5'],
      ['1.5–1.9', '5'],
      ['2.0–2.4', '0'],
      ['2.5–2.9', '1'],
      ['beyond', '4'],
    ]);
    expect(faults).toEqual([]);
  });

  test('draws when each chunk was solved, and lists resources and cost', async () => {
    const { page, faults } = await open([cut]);
    expect(await page.locator('.timeline p').first().textContent()).toBe(
      'Planned after 0.25 s, solved in 3 chunks, complete after 3 s.',
    );
    expect(await page.locator('.timeline canvas').count()).toBe(1);
    await page.locator('.timeline summary').click();
    expect(await cellsOf(page.locator('.timeline tbody'))).toEqual([
      ['1', '0.5 s', '1 s'],
      ['2', '0.625 s', '2 s'],
      ['3', '0.5 s', '2.5 s'],
    ]);
    const facts = await page.locator('.facts').textContent();
    expect(facts).toContain('14 writes and lists and 11 reads of S3, 1 of SQS');
    expect(facts).toContain('about $0.0000912 by list prices: 1.5 s of Lambda at 1,769 MiB in 4 invocations');
    expect(faults).toEqual([]);
  });

  test('compares several reports, including those without a result', async () => {
    const { page, faults } = await open([usual, rejected, failed, diagonal]);
    expect(await page.locator('.comparison tbody').first().locator('tr').count()).toBe(4);
    expect(await page.locator('.headline .figure').textContent()).toContain('62 of 64 puzzles');
    await page.locator('.comparison summary').click();
    const shares = await cellsOf(page.locator('.comparison details tbody'));
    expect(shares.every((row) => row.length === 3)).toBe(true);
    expect(shares[0]![0]).toBe('0');
    await page.locator('.comparison a').nth(1).click();
    await expect
      .poll(() => page.locator('#report-1').textContent())
      .toContain('line 3: expected puzzles, got <i>');
    await page.locator('#report-2 summary').click();
    await expect.poll(() => page.locator('#report-2').textContent()).toContain('redrive it');
    expect(faults).toEqual([]);
  });

  test('shows hostile keys and records as plain text', async () => {
    const { page, faults } = await open([rejected]);
    expect(await page.locator('h1').textContent()).toBe(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toContain(HOSTILE);
    expect(faults).toEqual([]);
  });
});

async function cellsOf(body: {
  locator(selector: string): { all(): Promise<Cells[]> };
}): Promise<string[][]> {
  const rows = await body.locator('tr').all();
  return Promise.all(rows.map(async (row) => await row.locator('th, td').allTextContents()));
}

interface Cells {
  locator(selector: string): { allTextContents(): Promise<string[]> };
}
