import { describe, expect, test } from 'vitest';
import { renderAudit } from '../../../core/report/render-page.ts';
import { accessibilityFaults, hasBrowser } from '../../browser.ts';
import { clean, faulty, many } from './audits.ts';
import { reportBrowser } from './report-browser.ts';
import { cut, diagonal, failed, large, rejected, reportOf, usual, wrongSolution } from './reports.ts';

const killers = ['3 r1c1 r1c2; 4 r1c3', '7 r1c1 r1c2; 1 r1c3', '25 r5c5 r5c6 r6c5 r6c6']
  .map((cages) => JSON.stringify({ puzzle: '.'.repeat(81), variant: 'anti-knight', cages }))
  .join('\n');
const ruledReport = reportOf('killers.jsonl', `${killers}\n`);
const ruled = {
  ...ruledReport,
  hardest: ruledReport.hardest.map((entry, i) => ({ ...entry, guesses: 9 - i })),
};
const overTime = [
  { ...usual, date: '2026-11-23T10:00:00Z' },
  { ...usual, date: '2026-11-22T10:00:00Z', problems: usual.problems.slice(1), solved: usual.solved - 1 },
];

describe.skipIf(!hasBrowser)('the page of reports', () => {
  const { open, openHtml } = reportBrowser();

  test.each([
    ['a desk', [cut], { width: 1280 }],
    ['the dark', [cut], { width: 1280, dark: true }],
    ['a tablet', [cut], { width: 768 }],
    ['a wide screen', [cut], { width: 2560 }],
    ['a phone', [cut], { width: 375 }],
    ['a phone, with large grids', [large], { width: 375 }],
    ['a desk, of several files', [usual, diagonal, rejected, failed], { width: 1280 }],
    ['a phone, of several files', [usual, diagonal, rejected, failed], { width: 375 }],
    ['a desk, of puzzles with rules', [ruled], { width: 1280 }],
    ['a dark phone, of puzzles with rules', [ruled], { width: 390, dark: true }],
    ['a desk, over time', overTime, { width: 1280 }],
    ['a dark phone, over time', overTime, { width: 390, dark: true }],
    [
      'the dark, of several files',
      [usual, diagonal, rejected, failed, wrongSolution('w.csv')],
      { width: 1280, dark: true },
    ],
  ])('is accessible on %s, and no wider than the screen', async (_, reports, how) => {
    const { page, faults } = await open(reports, how);
    for (const summary of await page.locator('summary').all()) await summary.click();
    const filters = page.locator('.bar-name');
    for (const filter of await filters.all()) await filter.press('Enter');
    const solutions = page.locator('.solutions');
    if ((await solutions.count()) > 0) await solutions.press('Enter');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(how.width);
    expect(faults).toEqual([]);
  });

  test.each([
    ['a desk', faulty, { width: 1280 }],
    ['the dark', faulty, { width: 1280, dark: true }],
    ['a phone', faulty, { width: 390 }],
    ['a dark phone', clean, { width: 390, dark: true }],
    ['a phone, of many files', many(40), { width: 390 }],
  ])('of an audit is accessible on %s, and no wider than the screen', async (_, audit, how) => {
    const { page, faults } = await openHtml(renderAudit(audit, {}), how);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(how.width);
    expect(faults).toEqual([]);
  });
});
