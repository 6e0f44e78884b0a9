import { describe, expect, test } from 'vitest';
import { renderAudit } from '../../../core/report/render-page.ts';
import { hasBrowser } from '../../browser.ts';
import { faulty as faultyAudit } from './audits.ts';
import { cellsOf, reportBrowser } from './report-browser.ts';
import { diagonal, failed, HOSTILE, rejected, usual, wrongSolution } from './reports.ts';

describe.skipIf(!hasBrowser)('the page of several files, in a browser', () => {
  const { open, openHtml } = reportBrowser();

  test('lists all problems of one file where others have few', async () => {
    const [problem] = usual.problems;
    const withProblems = (key: string, count: number) => ({
      ...usual,
      input: { key },
      problems: Array.from({ length: count }, (_, i) => ({ ...problem!, line: i + 1 })),
      invalid: count,
      noSolution: 0,
    });
    const { page } = await open([
      withProblems('a.txt', 35),
      withProblems('b.txt', 5),
      withProblems('c.txt', 3),
    ]);
    expect(await page.locator('.problems h2').textContent()).toBe('43 problems');
    expect(await page.locator('.problems [role=status]').textContent()).toContain('43');
  });

  test('lists several files once, and opens the report of one in place', async () => {
    const { page, faults } = await open([usual, rejected, failed, diagonal]);
    expect(await page.locator('.headline').textContent()).toBe(
      '96.9% of puzzles solved62 of 64 puzzles were solved. 2 files of 4 have no result.',
    );
    expect(await page.locator('.files tbody tr').count()).toBe(4);
    expect(await page.locator('a').allTextContents()).toEqual([
      'usual.txt',
      expect.stringContaining('<img'),
      'f.txt',
      'x.txt',
    ]);
    await page.locator('.files a').nth(1).click();
    await expect.poll(() => page.locator('.reason').textContent()).toBe('Line 3: expected puzzles, got <i>');
    await page.goBack();
    await page.locator('.files a').nth(2).press('Enter');
    await expect.poll(() => page.locator('.reason').textContent()).toContain('redrive it');
    await page.locator('.back').click();
    await expect.poll(() => page.locator('.files tbody tr').count()).toBe(4);
    expect(faults).toEqual([]);
  });

  test('puts wrong solutions first, although every puzzle is solved', async () => {
    const { page } = await open(Array.from({ length: 100 }, (_, i) => wrongSolution(`delivery-${i}.csv`)));
    expect(await page.locator('.headline .figure').textContent()).toBe('100 given solutions are wrong');
    expect(await page.locator('.attention strong').allTextContents()).toEqual([
      '100 given solutions wrong in 100 files',
    ]);
    expect(await page.locator('.files tbody tr').first().textContent()).toContain('1 wrong');
  });

  test('compares a few files side by side, and a part of the puzzles of each in every bin of guesses', async () => {
    const { page } = await open([usual, diagonal]);
    const shares = await cellsOf(page.locator('.comparison .bars tbody'));
    expect(shares.every((row) => row.length === 4)).toBe(true);
    const figures = await cellsOf(page.locator('.comparison tbody').first());
    expect(figures[0]).toEqual(['puzzles', '62', '2']);
  });

  test('sorts, searches and chooses the rows of a table, 25 at a time', async () => {
    const files = Array.from({ length: 60 }, (_, i) =>
      i === 41 ? failed : { ...diagonal, input: { key: `part-${i}.txt` }, guesses: i },
    );
    const { page } = await open([...files, wrongSolution('wrong.csv')]);
    const names = () => page.locator('.files tbody bdi').allTextContents();
    expect(await names()).toHaveLength(25);
    await page.locator('.files').getByRole('button', { name: 'Next' }).click();
    expect((await names())[0]).toBe('part-25.txt');
    await page.locator('.files thead').getByRole('button', { name: 'guesses' }).click();
    expect((await names()).slice(0, 2)).toEqual(['part-59.txt', 'part-58.txt']);
    expect(await page.locator('.files [aria-sort]').getAttribute('aria-sort')).toBe('descending');
    await page.locator('.files thead').getByRole('button', { name: 'guesses' }).press('Enter');
    expect(await page.locator('.files [aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await page.locator('.files input').fill('PART-5');
    expect(await page.locator('.files [role=status]').textContent()).toBe('1–11 of 11');
    await page.locator('.files input').fill('no such file');
    expect(await page.locator('.files [role=status]').textContent()).toBe('No rows match.');
    await page.locator('.attention').getByRole('button', { name: 'wrong' }).click();
    expect(await names()).toEqual(['wrong.csv']);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Files');
  });

  test('returns from a file to the table as it was left', async () => {
    const files = Array.from({ length: 60 }, (_, i) => ({ ...diagonal, input: { key: `part-${i}.txt` } }));
    const { page } = await open(files);
    await page.locator('.files input').fill('part-5');
    await page.locator('.files thead').getByRole('button', { name: 'file' }).press('Enter');
    await page.locator('.files thead').getByRole('button', { name: 'file' }).press('Enter');
    const names = () => page.locator('.files tbody bdi').allTextContents();
    const before = await names();
    await page.locator('.files a').nth(1).press('Enter');
    await expect.poll(() => page.locator('h1').textContent()).toBe('part-58.txt');
    await page.locator('.back').press('Enter');
    await expect.poll(() => page.locator('.files input').count()).toBe(1);
    expect(await names()).toEqual(before);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('part-58.txt');
  });

  test('shows an audit: what is wrong, both puzzles of a pair, wrong cells, and distributions side by side', async () => {
    const { page, faults } = await openHtml(renderAudit(faultyAudit, {}));
    expect(await page.locator('.attention strong').allTextContents()).toEqual([
      '12 classes of puzzles in several files',
      '1 wrong solution',
      '3 duplicates',
      '1 puzzle without a solution',
      '1 record that is no valid puzzle',
    ]);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Needs attention',
      'Files',
      'In several files',
      'Duplicates',
      'Wrong records',
      'Side by side',
    ]);
    expect(await page.locator('.duplicates figcaption').allTextContents()).toEqual([
      'train.csv line 1',
      'train.csv line 9',
    ]);
    expect(await page.locator('.duplicates .grid').count()).toBe(2);
    expect(await page.locator('.faulty .grid').first().locator('.wrong').count()).toBe(81);
    expect(await page.locator('.faulty code').first().textContent()).toBe(HOSTILE);
    expect(await page.locator('.comparison .legend bdi').first().textContent()).toBe('train.csv');
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
