import { describe, expect, test } from 'vitest';
import type { HardPuzzle } from '../../../core/files/statistics/hardest.ts';
import { copiedPuzzle } from '../../../core/report/client/copied-puzzle.ts';
import { hasBrowser } from '../../browser.ts';
import { solveBytes } from '../formats/solve-bytes.ts';
import { cellsOf, reportBrowser } from './report-browser.ts';
import { reportOf, usual } from './reports.ts';

const EMPTY4 = '.'.repeat(16);
/** Two killers with equal givens, none, and another solution each; a jigsaw; and puzzles with a variant, lines and dots. */
const RULED = [
  `{"puzzle":"${EMPTY4}","cages":[{"sum":3,"cells":["r1c1","r1c2"]},{"sum":4,"cells":["r1c3"]}],"thermos":["r3c1 r3c2 r4c2"]}`,
  `{"puzzle":"${EMPTY4}","cages":[{"sum":7,"cells":["r1c1","r1c2"]},{"sum":1,"cells":["r1c3"]}],"thermos":["r3c1 r3c2 r4c2"]}`,
  `{"puzzle":"1...............","regions":"1122112233443344","whispers":[{"difference":2,"cells":["r2c1","r2c2"]}]}`,
  `{"puzzle":"1...............","variant":"x,anti-king","even":["r1c2"],"dots":{"white":[["r2c3","r2c4"]],"black":[["r3c3","r3c4"]]}}`,
  `{"puzzle":"1...............","variant":"anti-knight","xv":{"v":[["r1c1","r1c2"]]},"greater":[["r4c4","r4c3"]]}`,
];
/** Puzzles that took no guess are not listed. */
const guessed = (hardest: readonly HardPuzzle[]) => hardest.map((entry, i) => ({ ...entry, guesses: 9 - i }));
/** The order of rules means nothing. */
const inOrder = ({ rules = [], ...rest }: HardPuzzle) => ({
  ...rest,
  rules: rules.map((rule) => JSON.stringify(rule)).sort(),
});
const ruled = (text = `${RULED.join('\n')}\n`) => {
  const report = reportOf('ruled.jsonl', text, { solutions: 'count' });
  return { ...report, hardest: guessed(report.hardest) };
};

test('a copied puzzle above 9x9 with rules keeps the values of its letters', () => {
  const rules = [
    { kind: 'cage' as const, cells: [0, 1], value: 21 },
    { kind: 'even' as const, cells: [1] },
  ];
  for (const [size, value, symbol] of [
    [16, 11, 'B'],
    [36, 36, '0'],
  ] as const) {
    const puzzle = symbol.padEnd(size * size, '.');
    const rest = rules.slice(value === 36 ? 1 : 0);
    const { tally } = solveBytes(`${copiedPuzzle({ puzzle, size: `${size}x${size}`, rules: rest })}\n`);
    const [again] = tally.statistics.hardest;
    expect(again!.puzzle).toBe(puzzle);
    expect(again!.rules).toEqual(rest);
  }
});

describe.skipIf(!hasBrowser)('the hardest puzzles of a report, in a browser', () => {
  const { open } = reportBrowser();
  type Opened = Awaited<ReturnType<typeof open>>['page'];

  /** Presses the buttons that copy puzzles. */
  async function copied(page: Opened): Promise<string[]> {
    const takes = 'navigator.clipboard.writeText = async (text) => { (window.copied ??= []).push(text); }';
    await page.evaluate(takes);
    for (const button of await page.getByRole('button', { name: 'Copy the puzzle' }).all())
      await button.click();
    return page.evaluate('window.copied');
  }

  test('are as many as there are puzzles: equal givens with other rules are another puzzle', async () => {
    const { page, faults } = await open([ruled()]);
    expect(await page.locator('.puzzle .note').allTextContents()).toEqual(
      [1, 2, 3, 4, 5].map((line) => `line ${line}`),
    );
    const record = JSON.parse(RULED[0]!) as { cages: { cells: string[] }[] };
    const cages = record.cages.map((cage) => ({ ...cage, cells: cage.cells.toReversed() })).toReversed();
    const reordered = JSON.stringify({ ...record, cages });
    const doubled = ruled(`${RULED[0]}\n${RULED[1]}\n${reordered}\n`);
    const again = await open([doubled]);
    expect(await again.page.locator('.puzzle .note').allTextContents()).toEqual(['lines 1, 3', 'line 2']);
    expect(faults).toEqual([]);
  });

  test('are copied with their rules, as a text that solves to the same', async () => {
    const report = ruled();
    const { page } = await open([report]);
    const texts = await copied(page);
    expect(texts).toHaveLength(RULED.length);
    for (const [i, text] of texts.entries()) {
      const own = solveBytes(`${RULED[i]}\n`, { solutions: 'count' });
      const again = solveBytes(`${text}\n`, { solutions: 'count' });
      expect(inOrder(again.tally.statistics.hardest[0]!)).toEqual(inOrder(own.tally.statistics.hardest[0]!));
      expect(again.tally.solutions).toBe(own.tally.solutions);
    }
  });

  test('are copied with the variants and boxes of their file', async () => {
    for (const [line, options] of [
      [EMPTY4, { variant: 'x' }],
      ['.'.repeat(36), { boxes: { rows: 3, columns: 2 }, solutions: 'count', limit: 50 }],
      ['.'.repeat(81), { variant: 'windoku,anti-knight' }],
    ] as const) {
      const report = reportOf('a.txt', `${line}\n`, options);
      const { page } = await open([{ ...report, hardest: guessed(report.hardest) }]);
      const [text] = await copied(page);
      const { boxes: _, variant: __, ...rest } = options as { boxes?: object; variant?: string };
      const again = reportOf('a.txt', `${text}\n`, rest);
      const lines = text!.split('\n').length;
      expect(again.hardest).toEqual([{ ...report.hardest[0], line: lines }]);
      expect(again.statistics).toEqual(report.statistics);
    }
  });

  test('with candidates of their own are never taken for equal, nor copied without them', async () => {
    const { hardest } = ruled();
    const own = hardest.slice(0, 2).map((entry) => ({ ...entry, rules: [], hasCandidates: true as const }));
    const { page } = await open([{ ...ruled(), hardest: own }]);
    expect(await page.locator('.puzzle').count()).toBe(2);
    expect(await page.locator('.puzzle').first().textContent()).toContain('with candidates of its own');
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  test.each([1280, 390])('have legible numbers at a width of %i', async (width) => {
    const cages = Array.from({ length: 9 }, (_, i) => ({ kind: 'cage' as const, cells: [i], value: i + 1 }));
    const [entry] = usual.hardest;
    const { page } = await open([{ ...usual, hardest: [{ ...entry!, rules: cages }] }], { width });
    type Drawn = { getScreenCTM(): { readonly a: number } };
    const height = await page
      .locator('.rules text')
      .first()
      .evaluate((one) => 0.27 * (one as unknown as Drawn).getScreenCTM().a);
    expect(height).toBeGreaterThanOrEqual(9);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  test('show the solutions of all, and say for which there are none', async () => {
    const highestRated = usual.hardest.slice(0, 3).map(({ line, size, puzzle, solution }, i) => ({
      ...{ line, size, puzzle: puzzle!, er: 8.3 - i },
      ...(i < 2 && { solution: solution! }),
    }));
    const [first, ...others] = usual.hardest;
    const { solution: _, ...unknown } = first!;
    const hardest = [{ ...unknown, outcome: 'unsolved' as const }, ...others.slice(3, 5)];
    const { page } = await open([{ ...usual, hardest, highestRated }]);
    const button = page.locator('.solutions');
    await button.press('Enter');
    for (const [i, tile] of (await page.locator('.puzzle').all()).entries()) {
      const cells = (await tile.locator('td').allTextContents()).join('');
      expect(cells.length).toBe(i === 2 || i === 3 ? cells.replace(/\D/g, '').length : 81);
      expect(cells.length < 81).toBe(i === 2 || i === 3);
    }
    const [third] = highestRated.slice(2);
    expect(await page.locator('.hardest [role=status]').first().textContent()).toBe(
      `2 of 6 have none here: line ${third!.line}, line ${first!.line}.`,
    );
  });

  test('that are rated have their solutions in the report', () => {
    const easy = '..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..';
    const { tally } = solveBytes(`${easy}\n`, { grade: true, output: 'jsonl' });
    expect(tally.statistics.highestRated![0]!.solution).toMatch(/^483921657/);
  });

  test('are filtered by a bar of ratings, or its name in the numbers of the chart', async () => {
    const puzzle = usual.hardest[0]!.puzzle!;
    const ratings = [undefined, 9.1, 8.4, 8.3, 8.0, 7.1];
    const highestRated = ratings.map((er, i) => ({
      ...{ line: i + 1, size: '9x9', puzzle },
      ...(er !== undefined && { er }),
    }));
    const [figures] = Object.values(usual.statistics);
    const er = { 12: 3, 71: 1, 80: 1, 83: 1, 84: 1, 91: 1 };
    const statistics = { '9x9': { ...figures!, er, beyond: 1 } };
    const { page, faults } = await open([{ ...usual, statistics, hardest: [], highestRated }]);
    const lines = async () =>
      (await cellsOf(page.locator('.hardest details tbody').last())).map(([line]) => line);
    await page.locator('.distributions figure').first().locator('.mark.filters').last().click();
    expect(await lines()).toEqual(['1']);
    await page.locator('.distributions summary').first().press('Enter');
    await page.locator('.distributions').getByRole('button', { name: '8.0–8.4' }).press('Enter');
    expect(await lines()).toEqual(['3', '4', '5']);
    expect(await page.locator('.distributions').getByRole('button', { name: '1.0–1.4' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('are filtered by a bar of givens', async () => {
    const clues = ({ puzzle = '' }: HardPuzzle) => puzzle.replaceAll('.', '').length;
    const { hardest } = usual;
    const { page, faults } = await open([usual]);
    const chart = page.locator('.distributions figure', { hasText: 'Givens' });
    await chart.locator('summary').press('Enter');
    const most = Math.max(...hardest.filter(({ puzzle }) => puzzle).map(clues));
    await chart.getByRole('button', { name: String(most), exact: true }).press('Enter');
    const lines = (await cellsOf(page.locator('.hardest details tbody').last())).map(([line]) => line);
    const expected = hardest.filter((entry) => clues(entry) === most).map(({ line }) => `${line}`);
    expect(lines).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test('that several files have are shown once, with their files', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((key) => ({ ...usual, input: { key } }));
    const { page, faults } = await open([...files, ruled()]);
    const [first] = usual.hardest;
    const tiles = page.locator('.puzzle');
    const copies = (await copied(page)).filter(
      (text) => text === copiedPuzzle({ ...first!, puzzle: first!.puzzle! }),
    );
    expect(copies).toHaveLength(1);
    const caption = tiles.filter({ hasText: 'a.txt' }).first().locator('figcaption');
    const line = `line ${first!.line}`;
    expect(await caption.textContent()).toContain(`a.txt${line}b.txt${line}c.txt${line}and in 1 more file`);
    await page.locator('.hardest summary').press('Enter');
    const rows = await cellsOf(page.locator('.hardest details tbody'));
    expect(rows.map(([file]) => file)).toContain('a.txt and 3 more');
    expect(faults).toEqual([]);
  });

  test('are filtered by a bar of guesses, also with the keyboard', async () => {
    const hardest = Array.from({ length: 30 }, (_, i) => ({
      ...usual.hardest[0]!,
      line: i + 1,
      guesses: 40 - i,
    }));
    const [[size, figures]] = Object.entries(usual.statistics) as [
      [string, (typeof usual.statistics)[string]],
    ];
    const statistics = { [size]: { ...figures, guesses: { 0: 30, 3: 7, 4: 5, 5: 16, 6: 9 } } };
    const { page, faults } = await open([{ ...usual, statistics, hardest }]);
    expect(await page.locator('.hardest details').getAttribute('open')).toBe(null);
    await page.locator('.distributions').getByRole('button', { name: '32–63' }).press('Enter');
    const rows = () => cellsOf(page.locator('.hardest tbody').last());
    expect((await rows()).map(([line]) => line)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('The 30 hardest by guesses');
    await page.locator('.distributions .filters .bar').nth(1).click();
    expect((await rows()).map(([, , guesses]) => guesses)).toEqual(
      Array.from({ length: 16 }, (_, i) => `${31 - i}`),
    );
    // the list has none of them
    expect(await page.locator('.distributions').getByRole('button', { name: '4–7' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
