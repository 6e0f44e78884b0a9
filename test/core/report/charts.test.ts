import { describe, expect, test } from 'vitest';
import type { SizeStatistics } from '../../../core/files/statistics/statistics.ts';
import type { DoneReport } from '../../../core/report/page-document.ts';
import { hasBrowser } from '../../browser.ts';
import { type Box, cellsOf, reportBrowser } from './report-browser.ts';
import { cut, NONE9, reportOf, usual } from './reports.ts';

/** Three outcomes, one of which has a long name. */
const mixedOutcomes = reportOf('mixed.txt', `12.434..2.4343.1\n${NONE9}\n.1\n`);

describe.skipIf(!hasBrowser)('a chart of the page of reports, in a browser', () => {
  const { open } = reportBrowser();

  test('divides a bar by the shares of the outcomes', async () => {
    const { page } = await open([usual]);
    const widths = await page
      .locator('.divided .part')
      .evaluateAll((all) => all.map((one) => (one as unknown as { offsetWidth: number }).offsetWidth));
    expect(widths).toHaveLength(3);
    expect(widths[0]! / widths[1]!).toBeGreaterThan(30);
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
});

/** Pixels of a box that a reader has to scroll for. */
const overflow = (box: { evaluate(of: (box: unknown) => number): Promise<number> }) =>
  box.evaluate((one) => {
    const { scrollWidth, clientWidth } = one as { scrollWidth: number; clientWidth: number };
    return scrollWidth - clientWidth;
  });
