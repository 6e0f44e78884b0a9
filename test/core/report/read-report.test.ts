import { expect, test } from 'vitest';
import { formatReport, report } from '../../../core/files/index.ts';
import { need, type PageDocument, reportAt, unpackRow } from '../../../core/report/page-document.ts';
import { readReport, readReports } from '../../../core/report/read-report.ts';
import { MAX_PAGE_BYTES, renderPage } from '../../../core/report/render-page.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const { plan, tally } = solveBytes('12.434..2.4343.1\n1.1.............\n');
const done = report({ input: { key: 'a.txt' }, plan, tally, seconds: 1 });

test('reads a report as it was written', () => {
  expect(readReport(formatReport(done))).toEqual(done);
});

/** A report that another program might have written. */
const told = (wrong: object): string => JSON.stringify({ ...done, ...wrong });

test('skips a byte-order mark', () => {
  expect(readReport(`\uFEFF${formatReport(done)}`)).toEqual(done);
});

test('preserves unknown members', () => {
  expect(readReport(told({ mood: 'good' }))).toMatchObject({ mood: 'good' });
});

test('reads the reports of files among the events of a command', () => {
  const events = [
    { event: 'progress', puzzles: 1 },
    { event: 'file', ...done },
    { event: 'summary', files: 1 },
  ];
  const lines = `${events.map((event) => JSON.stringify(event)).join('\n')}\n`;
  expect(readReports(lines)).toEqual([{ event: 'file', ...done }]);
  expect(readReports(formatReport(done))).toEqual([done]);
  expect(() => readReports('{"event":"summary"}\n')).toThrow('expected reports among the events, got none');
});

test('reads a report with the places of puzzles, which older ones lack', () => {
  const told = { ...done, places: ['quiz'], placesByShape: true };
  expect(readReport(JSON.stringify(told))).toEqual(told);
  expect(readReport(formatReport(done))).not.toHaveProperty('places');
  expect(() => readReport(JSON.stringify({ ...told, places: 'quiz' }))).toThrow('places');
});

test('reads a report of a version without statistics', () => {
  const { statistics: _, hardest: __, ...old } = done;
  expect(readReport(JSON.stringify(old))).toEqual({ ...done, statistics: {}, hardest: [] });
});

test.each([
  ['not JSON', 'Bread, 2 loaves', /^expected a report in JSON, got something else/],
  ['a list', '[]', /^expected a report in JSON, an object, got another value$/],
  ['another object', '{"name": "x"}', /^expected a report with a status and an input, got other JSON$/],
  [
    'no counts',
    '{"status": "done", "input": {"key": "a"}}',
    /^expected a number as puzzles of the report, got undefined$/,
  ],
  [
    'no reason',
    '{"status": "failed", "input": {"key": "a"}}',
    /^expected a reason in a report with status "failed", got none$/,
  ],
  [
    'an unknown status',
    '{"status": "paused", "input": {"key": "a"}, "reason": "b"}',
    'expected done, rejected, failed, cancelled as status of the report, got "paused"',
  ],
  ['problems that are no list', told({ problems: 7 }), 'expected an array as problems of the report, got 7'],
  [
    'a problem that is none',
    told({ problems: [null] }),
    /^expected an object as problems\[0\] of the report, got null$/,
  ],
  [
    'a puzzle that is none',
    told({ hardest: ['x'] }),
    'expected an object as hardest[0] of the report, got "x"',
  ],
  ['no statistics', told({ statistics: null }), 'expected an object as statistics of the report, got null'],
  [
    'a histogram of words',
    told({ statistics: { '9x9': { givens: { 30: 'many' } } } }),
    'expected an integer of at least 0 as statistics.9x9.givens.30 of the report, got "many"',
  ],
  [
    'half a puzzle',
    told({ puzzles: 0.5 }),
    'expected an integer of at least 0 as puzzles of the report, got 0.5',
  ],
  [
    'a time before the beginning',
    told({ timeline: { planned: -1, chunks: [], assembled: 2 } }),
    'expected a number of at least 0 as timeline.planned of the report, got -1',
  ],
  [
    // would become a thousand million bars
    'a histogram without an end',
    told({ statistics: { '9x9': { givens: { 1: 1, 1000000000: 1 } } } }),
    'in statistics.9x9.givens of the report, got "1000000000"',
  ],
  [
    'a time without an end',
    told({ timeline: { planned: 0, chunks: [[1]], assembled: 2 } }),
    'expected 2 items in timeline.chunks[0] of the report, got 1',
  ],
  [
    'a size that is none',
    told({ input: { key: 'a', bytes: 'many' } }),
    /^expected an integer of at least 0 as input\.bytes/,
  ],
])('refuses %s with a reason', (_, text, message) => {
  expect(() => readReport(text)).toThrow(message);
});

test('fills in what statistics of another version lack', () => {
  const statistics = { '4x4': { solved: 1, guesses: { 0: 1 } } };
  expect(readReport(told({ statistics }))).toMatchObject({
    statistics: { '4x4': { solved: 1, invalid: 0, guesses: { 0: 1 }, givens: {}, solutions: {} } },
  });
});

/** The data of a page. */
const documentOf = (page: string) =>
  JSON.parse(/id="reports">(.*)<\/script>/.exec(page)![1]!) as PageDocument;

test('a page of many reports counts all, and shows those that need attention before others', () => {
  const { plan: goodPlan, tally: goodTally } = solveBytes('12.434..2.4343.1\n');
  const good = report({ input: { key: 'good' }, plan: goodPlan, tally: goodTally, seconds: 1 });
  const reports = Array.from({ length: 5000 }, (_, i) => ({
    ...(i % 100 === 99 ? done : good),
    input: { key: `${'<'.repeat(40)}${i}.txt` },
  }));
  const page = renderPage(reports);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  const data = documentOf(page);
  const { totals, rows, omitted } = data;
  expect(totals).toMatchObject({ files: 5000, puzzles: 5050, solved: 5000, invalid: 50, rejected: 0 });
  expect(rows.length + omitted).toBe(5000);
  expect(rows.map((row) => unpackRow(row, data.start)).filter((row) => need(row) > 0)).toHaveLength(50);
  // the room may end with a shorter report that needs none
  const first = rows.map((row) => unpackRow(row, data.start)).findIndex((row) => need(row) > 0);
  expect(reportAt(data, first)!.input).toEqual(reports[99]!.input);
});

test('a page has a row for each of a thousand files', () => {
  const reports = Array.from({ length: 1000 }, (_, i) => ({
    ...done,
    input: { key: `deliveries/2026-11-22/part-${i}.txt` },
  }));
  const page = renderPage(reports);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(documentOf(page).rows).toHaveLength(1000);
});

test('a page shortens a report that has no room, instead of leaving it out', () => {
  const problem = { ...done.problems[0]!, reason: '<'.repeat(100), record: '<'.repeat(160) };
  const page = renderPage([{ ...done, problems: Array.from({ length: 100 }, () => problem) }]);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  const [shown] = Object.values(documentOf(page).reports) as (typeof done)[];
  expect(shown!.problems.length).toBeGreaterThan(0);
});

test('a page of 10,000 problems in a hundred files shows a part of them, and counts all', () => {
  const problems = Array.from({ length: 100 }, (_, i) => ({ ...done.problems[0]!, line: i + 1 }));
  const reports = Array.from({ length: 100 }, (_, i) => ({
    ...{ ...done, puzzles: 101, invalid: 100, problems },
    input: { key: `${i}.txt` },
  }));
  const page = renderPage(reports);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  const { totals, reports: shown } = documentOf(page);
  expect(totals.invalid).toBe(10_000);
  expect(Object.values(shown)).not.toEqual([]);
});

test('a page of many reports has the hardest puzzles and problems of all of them', () => {
  const [easy] = done.hardest;
  const files = Array.from({ length: 300 }, (_, i) => ({
    ...done,
    input: { key: `part-${i}.txt` },
    hardest: Array.from({ length: 100 }, (_, n) => ({
      ...easy!,
      // each is another puzzle
      puzzle: `${100_000 + 100 * i + n}${easy!.puzzle!.slice(6)}`,
      line: n + 1,
      guesses: i === 299 ? 500 - n : 1,
    })),
    ...(i % 10 === 0 && {
      disagreements: 1,
      problems: [{ ...done.problems[0]!, status: 'disagreement' as const }],
    }),
  }));
  const data = documentOf(renderPage(files));
  const { lists, reports } = data;
  const keys = Object.keys(reports).map((index) => reportAt(data, Number(index))!.input.key);
  expect(keys).not.toContain('part-299.txt');
  expect(lists.hardest[0]).toMatchObject({ key: 'part-299.txt', guesses: 500 });
  const wrong = lists.problems.filter(({ status }) => status === 'disagreement').map(({ key }) => key);
  expect(wrong).toEqual(Array.from({ length: 30 }, (_, i) => `part-${10 * i}.txt`));
});

test('a page of a few files has the report of each, however many problems they have', () => {
  const problem = { ...done.problems[0]!, record: '1'.repeat(160) };
  const files = Array.from({ length: 4 }, (_, i) => ({
    ...done,
    input: { key: `${i}.txt` },
    problems: Array.from({ length: 100 }, () => problem),
  }));
  const page = renderPage(files);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
  expect(Object.keys(documentOf(page).reports)).toEqual(['0', '1', '2', '3']);
});

test.each([
  ['the machine', { machine: 'm'.repeat(200_000) }],
  ['the date', { date: 'd'.repeat(200_000) }],
  [
    'the list of sizes',
    {
      statistics: Object.fromEntries(
        Array.from({ length: 5000 }, (_, i) => [`${i}x${i}`, done.statistics['4x4']!]),
      ),
    },
  ],
])('a page has at most its size even if %s of a report is too long for it', (_, long) => {
  const page = renderPage([{ ...done, ...long }, done]);
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
});
