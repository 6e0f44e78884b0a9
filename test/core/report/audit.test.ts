import { describe, expect, test } from 'vitest';
import { type Audit, duplicatesLabel } from '../../../core/report/audit.ts';
import { binsOf } from '../../../core/report/audit-bins.ts';
import { auditDocument, ownFindings } from '../../../core/report/audit-document.ts';
import { MAX_PAGE_BYTES, renderAudit } from '../../../core/report/render-page.ts';
import { audited, clean, faulty, many } from './audits.ts';

const MADE = { date: '2026-11-22T19:03:44Z', version: '1.2.3', machine: 'Linux x64' };

test('the page of an audit of thousands of files with long names has a bounded size', () => {
  const page = renderAudit(many(3000), MADE);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(page).toContain('3000 files – sudoku audit'.replace('3000', '3,000'));
});

test('says in the summary what is wrong, for readers without scripts', () => {
  expect(renderAudit(clean, MADE)).toContain(
    '<p>No findings. Nothing is wrong in 1,000 puzzles of 1 file.</p>',
  );
  expect(renderAudit(faulty, MADE)).toContain(
    '<p>18 findings. In 2,000 puzzles of 2 files: 12 classes of puzzles in several files, 1 wrong solution, 3 duplicates, 1 puzzle without a solution, 1 record that is no valid puzzle.</p>',
  );
});

describe('classes in several files', () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  const shared: Audit = {
    files: names.map((file) => ({ ...audited(file, {}), faulty: [] })),
    meetings: [
      { files: names.slice(0, 3), by: 'puzzle', classes: 2000, examples: [] },
      { files: names.slice(0, 3), by: 'grid', classes: 2003, ofOtherPuzzles: 3, examples: [] },
    ],
  };
  const document = auditDocument(shared, MADE, 1e6);

  test('are counted once, whatever the number of their files, and with their solutions', () => {
    expect(document.totals).toMatchObject({ sharedPuzzles: 2000, sharedGrids: 2003, findings: 2003 });
    expect(renderAudit(shared, MADE)).toContain(
      '2,003 findings. In 4,000 puzzles of 4 files: 2,000 classes of puzzles and 3 classes of solutions of other puzzles in several files.',
    );
    expect(document.shared).toEqual([
      { files: names.slice(0, 3), omittedFiles: 0, puzzles: 2000, grids: 2003 },
    ]);
  });

  test('are findings of each of their files in the table', () => {
    expect(document.files.map((file) => [file.file, ownFindings(file)])).toEqual([
      ['a.txt', 2003],
      ['b.txt', 2003],
      ['c.txt', 2003],
      ['d.txt', 0],
    ]);
  });
});

test('says how many puzzles are compared cell by cell, whether there are findings or not', () => {
  const some = (audit: Audit): Audit => ({
    ...audit,
    files: audit.files.map((file) => ({ ...file, cellByCell: 7 })),
  });
  expect(renderAudit(some(clean), MADE)).toContain(
    '1,000 puzzles of 1 file (7 puzzles compared cell by cell).',
  );
  expect(renderAudit(some(faulty), MADE)).toContain('2 files (14 puzzles compared cell by cell): ');
});

test.each([
  [0, 'up to symmetry'],
  [1, 'up to symmetry, of 1 puzzle cell by cell'],
  [1000, 'cell by cell'],
])('duplicates of 1,000 puzzles, of which %i are compared cell by cell, are ones %s', (cellByCell, label) => {
  expect(duplicatesLabel({ puzzles: 1000, cellByCell })).toBe(label);
});

test('contains no markup of a hostile name or record', () => {
  expect(renderAudit(faulty, MADE)).not.toContain('<img');
});

const counts = (values: readonly (number | string)[]) =>
  Object.fromEntries(values.map((value) => [value, 1]));
const range = (length: number, step = 1) => Array.from({ length }, (_, i) => i * step);

test.each([
  ['few numbers, each for itself', [1.2, 1.5, 2, 10], ['1.2', '1.5', '2', '10']],
  ['numbers before other values', ['hard', 3, '>9.5'], ['3', '>9.5', 'hard']],
  [
    'many ratings in halves',
    range(40, 0.1).map((er) => (er + 1.2).toFixed(1)),
    ['1.0–1.4', '1.5–1.9', '2.0–2.4', '2.5–2.9', '3.0–3.4', '3.5–3.9', '4.0–4.4', '4.5–4.9', '5.0–5.4'],
  ],
  [
    'many whole numbers in ranges',
    range(60).map((n) => n + 200),
    range(12).map((n) => `${200 + 5 * n}–${204 + 5 * n}`),
  ],
  ['a wide range in powers of two', range(100), ['0', '1', '2–3', '4–7', '8–15', '16–31', '32–63', '64–127']],
])('shows %s', (_, values, labels) => {
  const bins = binsOf([counts(values), {}]);
  expect(bins.map(({ label }) => label)).toEqual(labels);
  expect(bins.reduce((sum, bin) => sum + bin.counts[0]!, 0)).toBe(values.length);
  expect(bins.every((bin) => bin.counts[1] === 0)).toBe(true);
});

test('shows the most frequent of many texts, and the number of others', () => {
  const bins = binsOf([Object.fromEntries(range(50).map((n) => [`text ${n}`, n + 1]))]);
  expect(bins[0]).toEqual({ label: 'text 49', counts: [50] });
  expect(bins.at(-1)!.label).toBe('38 other values');
});
