import { describe, expect, test } from 'vitest';
import { renderPage } from '../../../core/report/render-page.ts';
import { hasBrowser } from '../../browser.ts';
import { type Box, cellsOf, reportBrowser } from './report-browser.ts';
import { diagonal, HOSTILE, large, NONE9, rejected, reportOf, usual } from './reports.ts';

describe.skipIf(!hasBrowser)('the page of a report, in a browser', () => {
  const { open, openHtml } = reportBrowser();

  test('shows one big number first, then what needs attention, then the rest of the report', async () => {
    const { page, faults } = await open([usual]);
    expect(await page.locator('.headline').textContent()).toBe(
      '96.8% of puzzles solved60 of 62 puzzles were solved.',
    );
    expect(await page.locator('.attention strong').allTextContents()).toEqual([
      '1 record invalid',
      '1 puzzle without a solution',
    ]);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Needs attention',
      'Outcomes',
      '2 problems',
      'How hard they are',
      'The hardest',
      'About this report',
    ]);
    const [size] = Object.values(usual.statistics);
    await page.locator('.distributions summary').first().click();
    const givens = await cellsOf(page.locator('.distributions details tbody').first());
    expect(givens).toEqual(Object.entries(size!.givens).map(([bin, n]) => [bin, `${n}`]));
    expect(await page.locator('.problems code').allTextContents()).toEqual([NONE9, '.1 <b>1.2</b>']);
    expect(faults).toEqual([]);
  });

  test('says when, where and by which version a file was solved', async () => {
    const provenance = {
      date: '2026-11-22T19:03:44Z',
      version: '1.2.3',
      machine: 'Linux x64, a processor, 8 processors',
    };
    const { page } = await open([{ ...usual, ...provenance }]);
    expect(await page.locator('.subtitle').textContent()).toBe(
      'Sudoku report · 22 November 2026, 19:03 UTC · Linux x64, a processor, 8 processors · sudoku-batch 1.2.3',
    );
  });

  test('gives outcomes by size that add up, with the records that are no puzzles in a row of their own', async () => {
    const mixed = reportOf('mixed.txt', `12.434..2.4343.1\n${NONE9}\n.1\n`);
    const { page } = await open([mixed]);
    expect(await cellsOf(page.locator('.outcomes tbody'))).toEqual([
      ['4x4', '1', '1', '0', '0'],
      ['9x9', '1', '0', '1', '0'],
      ['no puzzle', '1', '0', '0', '1'],
      ['all', '3', '1', '1', '1'],
    ]);
  });

  test('does not call puzzles of an old report, which did not count by size, no puzzles', async () => {
    const { page } = await open([{ ...usual, statistics: {} }, diagonal]);
    expect(await cellsOf(page.locator('.outcomes tbody'))).toEqual([
      ['9x9 x', '2', '2', '0', '0'],
      ['unknown size', '62', '60', '1', '1'],
      ['all', '64', '62', '1', '1'],
    ]);
  });

  test('gives no distribution and no hardest puzzle of a file without puzzles', async () => {
    const { page, faults } = await open([reportOf('none.csv', 'puzzle\n')]);
    expect(await page.locator('.headline').textContent()).toBe('0 puzzlesThe file contains no puzzles.');
    expect(await page.locator('h2').allTextContents()).toEqual(['Needs attention', 'About this report']);
    expect(faults).toEqual([]);
  });

  test('turns the rows of problems into lines of text on a phone', async () => {
    const { page } = await open([usual], { width: 390 });
    const row = page.locator('.problems tbody tr').first();
    for (const cell of await row.locator('th, td').all()) {
      const { width, x } = (await cell.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(390);
    }
    expect((await row.boundingBox())!.height).toBeLessThan(200);
  });

  test('draws the hardest puzzles, and shows the solutions on request', async () => {
    const { page } = await open([usual]);
    const grids = page.locator('.grid');
    expect(await grids.count()).toBe(6);
    const { puzzle, solution } = usual.hardest[0]!;
    const first = grids.first();
    expect((await first.locator('b').allTextContents()).join('')).toBe(puzzle!.replaceAll('.', ''));
    await expect.poll(() => first.locator('i').first().isVisible()).toBe(false);
    await page.locator('.solutions').press('Enter');
    await expect.poll(() => first.locator('i').first().isVisible()).toBe(true);
    expect((await first.locator('td').allTextContents()).join('')).toBe(solution);
  });

  test('draws equal puzzles once, with their lines', async () => {
    const [hard] = usual.hardest;
    const equal = [hard!, { ...hard!, line: 1700 }];
    const { page } = await open([{ ...usual, hardest: equal }]);
    expect(await page.locator('.grid').count()).toBe(1);
    expect(await page.locator('.puzzle .note').textContent()).toBe(`lines ${hard!.line}, 1,700`);
  });

  test('draws the puzzles with the highest ratings, with the technique', async () => {
    const puzzle = usual.hardest[0]!.puzzle!;
    const highestRated = [
      { line: 3, size: '9x9', puzzle },
      { line: 5, size: '9x9', er: 8.3, technique: 'Cell Forcing Chains', puzzle: usual.hardest[1]!.puzzle! },
    ];
    const { page } = await open([{ ...usual, highestRated }]);
    expect(await page.locator('.grids').first().locator('figcaption').allTextContents()).toEqual([
      'ER above 9.5line 3',
      'ER 8.3Cell Forcing Chainsline 5',
    ]);
  });

  test('draws the other parts of a report when one fails', async () => {
    const [hardest] = usual.hardest;
    // as another version's may be
    const { page, faults } = await open([{ ...usual, hardest: [{ ...hardest!, puzzle: '12.45' }] }]);
    expect(await page.locator('.fault').allTextContents()).toEqual([
      'A part of this report cannot be drawn: expected a puzzle of a square number of cells, got 5',
    ]);
    expect(await page.locator('h2').allTextContents()).toContain('About this report');
    expect(faults).toEqual([]);
  });

  test('shades the diagonals of X, and draws 25x25 in letters', async () => {
    const x = await open([diagonal]);
    expect(await x.page.locator('.grid').first().locator('.diagonal').count()).toBe(17);
    const big = await open([{ ...large, hardest: large.hardest.map((entry) => ({ ...entry, guesses: 1 })) }]);
    expect(await big.page.locator('.grid td').count()).toBe(625);
    expect(big.faults).toEqual([]);
  });

  test('says the headline to readers without scripts', () => {
    expect(renderPage([usual])).toContain(
      '<noscript><p>96.8% of puzzles solved. 60 of 62 puzzles were solved.</p>',
    );
  });

  test('shows hostile keys, reasons and records as plain text, and leaves out the middle of long ones', async () => {
    const rtl = '\u202Eתשבצים gpj.exe.txt';
    const long = `start-${'x'.repeat(1000)}-end.txt`;
    const problems = usual.problems.map((problem) => ({ ...problem, reason: HOSTILE, record: HOSTILE }));
    const { page, faults } = await open([
      ...[HOSTILE, rtl, long].map((key) => ({ ...usual, input: { key }, problems })),
      rejected,
    ]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('.files a').nth(1).textContent()).toBe(rtl);
    expect(await page.locator('.files bdi').nth(2).textContent()).toMatch(/^start-x+…x+-end\.txt$/);
    expect(await page.locator('.problems code').first().textContent()).toBe(HOSTILE);
    await page.locator('.files a').first().click();
    await expect.poll(() => page.locator('h1').textContent()).toBe(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('shows a hostile key in title and heading as plain text', async () => {
    const { page, faults } = await open([rejected]);
    expect(await page.locator('h1').textContent()).toBe(HOSTILE);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.title()).toContain(HOSTILE);
    expect(faults).toEqual([]);
  });

  test('keeps an open mark of direction to its own text', async () => {
    const turned = '\u202E\u2066report';
    const { page } = await open([{ ...usual, machine: turned, version: '1.2.3' }]);
    const places = await page
      .locator('.subtitle bdi')
      .evaluateAll((all) => all.map((one) => (one as unknown as Box).getBoundingClientRect().left));
    expect(places).toHaveLength(2);
    expect(places[1]!).toBeGreaterThan(places[0]!);
  });

  test('runs no injected script and applies no injected style', async () => {
    const foreign = '<script>document.title = "foreign"</script><style>main { display: none }</style>';
    const spoilt = renderPage([usual]).replace('<main ', `${foreign}<main onclick="document.title = 1" `);
    expect(spoilt).toContain(foreign);
    const { page, faults } = await openHtml(spoilt);
    await page.locator('.headline .figure').click();
    expect(await page.title()).toMatch(/sudoku report$/);
    // one message each for the script, the style and the attribute
    expect(faults).toHaveLength(3);
    for (const fault of faults) expect(fault).toContain('Content Security Policy');
  });
});
