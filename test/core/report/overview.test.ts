import { describe, expect, test } from 'vitest';
import type { DoneReport } from '../../../core/report/page-document.ts';
import { type PageDocument, reportAt } from '../../../core/report/page-document.ts';
import { MAX_PAGE_BYTES, renderPage } from '../../../core/report/render-page.ts';
import { hasBrowser } from '../../browser.ts';
import { cellsOf, reportBrowser } from './report-browser.ts';
import { diagonal, NONE9, reportOf, usual } from './reports.ts';

const tilesOf = async (page: { locator(selector: string): { allTextContents(): Promise<string[]> } }) => {
  const [names, values] = await Promise.all(
    ['dt', 'dd'].map((name) => page.locator(`.tiles ${name}`).allTextContents()),
  );
  return Object.fromEntries(names!.map((name, i) => [name, values![i]]));
};

/** 300 files with 50 puzzles each, each with distributions of its own. */
const many = Array.from({ length: 300 }, (_, i): DoneReport => {
  const [[size, figures]] = Object.entries(usual.statistics) as [[string, (typeof usual.statistics)[string]]];
  const guesses = { 0: 30 - (i % 7), 1: 10 + (i % 7), 2: 8, 3: 2 };
  const givens = { 22: 1 + (i % 3), 23: 9 - (i % 3), 24: 19, 25: 15, 26: 6 };
  const solved = { ...figures, solved: 50, noSolution: 0, givens, guesses, solutions: { 1: 50 } };
  return {
    ...{ ...usual, puzzles: 50, solved: 50, noSolution: 0, invalid: 0, problems: [], sizes: { [size]: 50 } },
    ...{ guesses: 40 + i, seconds: 0.5 + i / 1000, statistics: { [size]: solved } },
    ...{ input: { key: `deliveries/part-${i}.txt` }, output: { key: `out/part-${i}.txt` } },
    ...{ date: '2026-11-22T19:03:44.123Z', version: '1.2.3', machine: 'Linux x64, 8 processors' },
  };
});

test('a page of 300 files has room for the reports of most, unchanged but for their hardest puzzles', () => {
  const page = renderPage(many);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  const data = JSON.parse(/id="reports">(.*)<\/script>/.exec(page)![1]!) as PageDocument;
  const found = many.flatMap((report, i) => {
    const { hardest, ...shown } = (reportAt(data, i) ?? {}) as DoneReport;
    if (hardest === undefined) return [];
    const { hardest: _, ...own } = report;
    expect(shown).toEqual(own);
    return [i];
  });
  expect(found.length).toBeGreaterThan(150);
});

test('a page of a few files has their reports unchanged', () => {
  const files = [usual, diagonal, many[0]!];
  const page = renderPage(files);
  const data = JSON.parse(/id="reports">(.*)<\/script>/.exec(page)![1]!) as PageDocument;
  for (const [i, file] of files.entries()) expect(reportAt(data, i)).toEqual(file);
});

describe.skipIf(!hasBrowser)('the overview of several files, in a browser', () => {
  const { open } = reportBrowser();

  test('has the time of all files and their rate', async () => {
    const slow = { ...usual, input: { key: 'slow.txt' }, puzzles: 1000, solved: 998, seconds: 9 };
    const { page } = await open([slow, { ...diagonal, seconds: 1 }]);
    expect(await tilesOf(page)).toMatchObject({
      ...{ files: '2', puzzles: '1,002', 'time of all files': '10 s', 'puzzles a second': '100' },
    });
  });

  test('gives guesses per puzzle that was searched, and says so if there are others', async () => {
    const counts = { puzzles: 10, solved: 4, noSolution: 1, invalid: 3, unsupported: 2, guesses: 10 };
    const one = await open([{ ...usual, ...counts }]);
    expect(await tilesOf(one.page)).toMatchObject({ 'guesses a valid puzzle': '2' });
    const { page } = await open([
      { ...usual, ...counts },
      { ...diagonal, guesses: 4 },
    ]);
    expect(await tilesOf(page)).toMatchObject({ 'guesses a valid puzzle': '2' });
    expect(await page.locator('.files .beside').allTextContents()).toEqual(['2', '2']);
    const row = await page.locator('.comparison tr', { hasText: 'guesses a puzzle' }).allTextContents();
    expect(row).toEqual(['guesses a puzzle22']);
    const all = await open([{ ...diagonal, guesses: 4 }]);
    expect(await tilesOf(all.page)).toMatchObject({ 'guesses a puzzle': '2' });
  });

  test('links files to their reports, and says why others are no links', async () => {
    const long = many.map((report, i) => ({ ...report, output: { key: `${i}`.repeat(60) } }));
    const { page, faults } = await open(long);
    const linked = Object.keys(
      await page.evaluate<PageDocument['reports']>(
        'JSON.parse(document.getElementById("reports").textContent).reports',
      ),
    ).length;
    expect(linked).toBeGreaterThan(26);
    expect(linked).toBeLessThan(300);
    expect(await page.locator('.files > .note').allTextContents()).toEqual([
      expect.stringContaining(`${linked} of 300 files are links`),
    ]);
    await page.locator('.files a').first().press('Enter');
    await expect.poll(() => page.locator('h1').textContent()).toBe('deliveries/part-0.txt');
    expect(await page.locator('.fault').allTextContents()).toEqual([
      'A page of many files has no room for the hardest puzzles of this one. Its own report has them.',
    ]);
    expect(await page.locator('.distributions .bars tbody tr').count()).toBe(4);
    expect(faults).toEqual([]);
  });

  test('has all rows on paper, or those that were chosen, and the same ones as before on the screen', async () => {
    const files = Array.from({ length: 60 }, (_, i) => ({ ...usual, input: { key: `part-${i}.txt` } }));
    const { page } = await open(files);
    const rows = (name: string) => page.locator(`.${name} tbody tr`).count();
    await page.locator('.files').getByRole('button', { name: 'Next' }).click();
    const before = await page.locator('.files tbody').textContent();
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => rows('files')).toBe(60);
    expect(await rows('problems')).toBe(60);
    expect(await page.locator('.hardest details tbody').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => rows('files')).toBe(25);
    expect(await page.locator('.files tbody').textContent()).toBe(before);
    expect(await page.locator('.hardest details tbody').isVisible()).toBe(false);
    await page.locator('.files input').fill('part-1');
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await rows('files')).toBe(11);
    expect(await page.locator('.files [role=status]').textContent()).toBe('11 of 60 rows: All part-1');
  });

  test('filters the files by a part of the bar of outcomes, and a single file its problems', async () => {
    const bad = reportOf('bad.txt', `${NONE9}\n`);
    const { page, faults } = await open([diagonal, bad, usual]);
    const names = () => page.locator('.files tbody bdi').allTextContents();
    await page
      .locator('.outcomes .legend')
      .getByRole('button', { name: 'without a solution' })
      .press('Enter');
    expect(await names()).toEqual(['bad.txt', 'usual.txt']);
    await page.locator('.outcomes .part.invalid').click();
    expect(await names()).toEqual(['usual.txt']);
    expect(
      await page.locator('.outcomes .legend').getByRole('button', { name: 'solved', exact: true }).count(),
    ).toBe(0);
    const single = await open([usual]);
    await single.page.locator('.outcomes .part.no-solution').click();
    expect(await single.page.locator('.problems .badge').allTextContents()).toEqual(['no-solution']);
    expect(faults).toEqual([]);
  });

  test('compares two reports of one file over time, from the earlier to the later', async () => {
    const after = {
      ...usual,
      date: '2026-11-23T10:00:00Z',
      version: '1.3.0',
      seconds: 1,
      guesses: usual.guesses,
    };
    const [none] = usual.problems;
    const before = {
      ...{ ...usual, date: '2026-11-22T10:00:00Z', version: '1.2.3', seconds: 4 },
      ...{ solved: usual.solved - 1, unsolved: 1 },
      problems: [{ ...none!, line: 7, status: 'unsolved' as const }, ...usual.problems],
    };
    const { page, faults } = await open([after, before]);
    const comparison = page.locator('.comparison');
    expect(await page.locator('h1').textContent()).toBe('2 reports of usual.txt');
    expect(await page.locator('.headline .sentence').textContent()).toBe(
      '119 of 124 puzzles were solved. This is the sum of 2 reports of one file.',
    );
    expect(await comparison.locator('h2').textContent()).toBe('Over time');
    expect(await comparison.locator('thead').first().locator('th').allTextContents()).toEqual([
      ' 22 November 2026, 10:00 UTC',
      ' 23 November 2026, 10:00 UTC',
      'change',
    ]);
    const figures = await cellsOf(comparison.locator('tbody').first());
    const changes = Object.fromEntries(figures.map((row) => [row[0], row.at(-1)]));
    expect(figures[0]).toEqual(['version', '1.2.3', '1.3.0', '']);
    expect(changes).toMatchObject({ puzzles: '', solved: '+1', unsolved: '−1', time: '−75%' });
    expect(await cellsOf(comparison.locator('tbody').nth(1))).toEqual([['line 7', 'unsolved', 'none']]);
    expect(faults).toEqual([]);
    const others = await open([after, { ...before, input: { key: 'another.txt' } }]);
    expect(await others.page.locator('.comparison h2').textContent()).toBe('Side by side');
  });
});
