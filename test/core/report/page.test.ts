import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyReport } from '../../../core/files/index.ts';
import type { SizeStatistics } from '../../../core/files/statistics/statistics.ts';
import type { DoneReport } from '../../../core/report/page-document.ts';
import { renderAudit, renderPage } from '../../../core/report/render-page.ts';
import { hasBrowser, launchBrowser, openPage } from '../../browser.ts';
import { faulty as faultyAudit } from './audits.ts';
import {
  cut,
  diagonal,
  failed,
  HOSTILE,
  large,
  NONE9,
  rejected,
  reportOf,
  usual,
  wrongSolution,
} from './reports.ts';

/** Three outcomes, one of which has a long name. */
const mixedOutcomes = reportOf('mixed.txt', `12.434..2.4343.1\n${NONE9}\nbroken\n`);

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
    expect(await page.locator('.problems code').allTextContents()).toEqual([NONE9, 'broken <b>1.2</b>']);
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
    const mixed = reportOf('mixed.txt', `12.434..2.4343.1\n${NONE9}\nbroken\n`);
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

  test('labels the axis of a million puzzles in full, and ranges of guesses in rows that cannot collide', async () => {
    const million = {
      ...usual,
      statistics: {
        '9x9': {
          ...Object.values(usual.statistics)[0]!,
          givens: { 22: 1_000_000, 23: 400_000 },
          guesses: { 0: 1, 7: 1_400_000, 8: 2 },
        },
      },
    };
    const { page } = await open([million], { width: 390 });
    expect(await page.locator('.y-axis span:not(.sizer)').allTextContents()).toEqual([
      '0',
      '200K',
      '400K',
      '600K',
      '800K',
      '1M',
    ]);
    expect(await page.locator('.bars tbody th').allTextContents()).toEqual(
      expect.arrayContaining(['64–127', '128–255']),
    );
    const boxes = await page
      .locator('.y-axis span:not(.sizer), .x-axis span, .bars tbody th')
      .evaluateAll((all) => all.map((one) => (one as unknown as Box).getBoundingClientRect()));
    for (const [i, a] of boxes.entries()) {
      expect(a.left).toBeGreaterThanOrEqual(0);
      for (const b of boxes.slice(i + 1)) {
        const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        expect(apart).toBe(true);
      }
    }
  });

  test('runs no injected script and applies no injected style', async () => {
    const path = join(directory, 'spoilt.html');
    const foreign = '<script>document.title = "foreign"</script><style>main { display: none }</style>';
    const spoilt = renderPage([usual]).replace('<main ', `${foreign}<main onclick="document.title = 1" `);
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

  test('divides a bar by the shares of the outcomes', async () => {
    const { page } = await open([usual]);
    const widths = await page
      .locator('.divided .part')
      .evaluateAll((all) => all.map((one) => (one as unknown as { offsetWidth: number }).offsetWidth));
    expect(widths).toHaveLength(3);
    expect(widths[0]! / widths[1]!).toBeGreaterThan(30);
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

  test('draws the ratings of graded puzzles by halves, and those beyond the scale', async () => {
    const [[size, figures]] = Object.entries(usual.statistics) as [[string, SizeStatistics]];
    const er = { 12: 5, 15: 3, 17: 2, 28: 1 };
    const graded = { ...usual, statistics: { [size]: { ...figures, er, beyond: 4 } } };
    const { page, faults } = await open([graded]);
    await page.locator('.distributions summary').first().click();
    expect(await cellsOf(page.locator('.distributions details tbody').first())).toEqual([
      ['1.0–1.4', '5'],
      ['1.5–1.9', '5'],
      ['2.5–2.9', '1'],
      ['above 9.5', '4'],
    ]);
    expect(faults).toEqual([]);
  });

  test('draws when each chunk was solved, reads the chunks one by one with the arrow keys, and lists the cost', async () => {
    const { page, faults } = await open([cut]);
    expect(await page.locator('.timeline p').first().textContent()).toBe(
      'Planned after 250 ms, solved in 3 chunks, up to 3 at once, complete after 3 s. The slowest took 2 s.',
    );
    expect(await page.locator('.timeline rect').count()).toBe(3);
    const slider = page.locator('.timeline input');
    await slider.press('ArrowRight');
    const text = 'Chunk 2: from 625 ms to 2 s, 1.38 s';
    expect(await page.locator('.timeline output').textContent()).toBe(text);
    expect(await slider.getAttribute('aria-valuetext')).toBe(text);
    expect(await page.locator('.timeline rect.selected').count()).toBe(1);
    const facts = await page.locator('.facts').textContent();
    expect(facts).toContain('14 writes and lists and 11 reads of S3, 1 of SQS');
    expect(facts).toContain('about $0.0000912 by list prices: 1.5 s of Lambda at 1,769 MiB in 4 invocations');
    expect(faults).toEqual([]);
  });

  test('names the chunks that share a bar of the timeline', async () => {
    const chunks = Array.from({ length: 250 }, (_, i) => [i, i + 2] as const);
    const shared: DoneReport = {
      ...cut,
      chunks: 999,
      timeline: { ...cut.timeline!, chunks, assembled: 252 },
    };
    const { page } = await open([shared]);
    expect(await page.locator('.timeline p').first().textContent()).toBe(
      'Planned after 250 ms, solved in 999 chunks, complete after 4 min 12 s. 4 neighbouring chunks share a bar.',
    );
    const slider = page.locator('.timeline input');
    await slider.press('End');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Chunks 997–999: /);
    expect(await page.locator('.timeline .y-axis span').last().textContent()).toBe('999');
  });

  test('draws no bar for an empty bin, and the shape of guesses whatever the number of bins', async () => {
    const [size] = Object.keys(usual.statistics);
    const statistics = { [size!]: { ...usual.statistics[size!]!, guesses: { 0: 1, 20: 1 } } };
    const hard = { ...usual, puzzles: 2, guesses: 1_000_001, statistics };
    const { page } = await open([hard, { ...hard, input: { key: 'b' } }]);
    const visible = (bars: readonly unknown[]) =>
      bars.map((bar) =>
        (bar as { checkVisibility(how: object): boolean }).checkVisibility({ visibilityProperty: true }),
      );
    const drawn = await page.locator('.distributions .bars .bar').evaluateAll(visible);
    expect(drawn.filter(Boolean)).toHaveLength(2);
    const shape = (await page.locator('.profile').first().boundingBox())!;
    const last = (await page.locator('.profile').first().locator('rect').last().boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(shape.x + shape.width);
    // not rounded to 500,000
    expect(await page.locator('.files .beside').first().textContent()).toBe('500,001');
    expect(await page.locator('.distributions .bars tbody th').nth(11).textContent()).toBe('1,024–2,047');
  });

  test('cuts off no column of outcomes on a phone, and none of four files on paper', async () => {
    const phone = await open([{ ...mixedOutcomes, puzzles: 3_000_000, solved: 2_000_000 }], { width: 390 });
    expect(await overflow(phone.page.locator('.outcomes .scroll'))).toBe(0);
    const names = ['first', 'second', 'third', 'fourth'].map(
      (name) => `/data/deliveries/${name}-delivery.txt`,
    );
    const paper = await open(
      names.map((key) => ({ ...usual, input: { key } })),
      { width: 690 },
    );
    await paper.page.emulateMedia({ media: 'print' });
    expect(await overflow(paper.page.locator('.comparison .scroll').first())).toBe(0);
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

  test('puts wrong solutions first, although every puzzle is solved', async () => {
    const { page } = await open(Array.from({ length: 100 }, (_, i) => wrongSolution(`delivery-${i}.csv`)));
    expect(await page.locator('.headline .figure').textContent()).toBe('100 given solutions are wrong');
    expect(await page.locator('.attention strong').allTextContents()).toEqual([
      '100 given solutions wrong in 100 files',
    ]);
    expect(await page.locator('.files tbody tr').first().textContent()).toContain('1 wrong');
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

  test('turns the rows of problems into lines of text on a phone', async () => {
    const { page } = await open([usual], { width: 390 });
    const row = page.locator('.problems tbody tr').first();
    for (const cell of await row.locator('th, td').all()) {
      const { width, x } = (await cell.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(390);
    }
    expect((await row.boundingBox())!.height).toBeLessThan(200);
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

  test('shows an audit: what is wrong, both puzzles of a pair, wrong cells, and distributions side by side', async () => {
    const path = join(directory, 'page.html');
    writeFileSync(path, renderAudit(faultyAudit, {}));
    const { page, faults } = await openPage(browser);
    await page.goto(pathToFileURL(path).href);
    expect(await page.locator('.attention strong').allTextContents()).toEqual([
      '12 classes of puzzles in two files',
      '1 wrong solution',
      '3 duplicates',
      '1 puzzle without a solution',
      '1 record that is no valid puzzle',
    ]);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Needs attention',
      'Files',
      'In two files',
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

  test('says the headline to readers without scripts', () => {
    expect(renderPage([usual])).toContain(
      '<noscript><p>96.8% of puzzles solved. 60 of 62 puzzles were solved.</p>',
    );
  });

  test('shows a hostile key in title and heading as plain text', async () => {
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

/** Pixels of a box that a reader has to scroll for. */
const overflow = (box: { evaluate(of: (box: unknown) => number): Promise<number> }) =>
  box.evaluate((one) => {
    const { scrollWidth, clientWidth } = one as { scrollWidth: number; clientWidth: number };
    return scrollWidth - clientWidth;
  });

interface Cells {
  locator(selector: string): { allTextContents(): Promise<string[]> };
}

interface Box {
  getBoundingClientRect(): {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}
