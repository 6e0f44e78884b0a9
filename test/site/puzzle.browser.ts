import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser, launchBrowser, openPage } from '../browser.ts';
import { type ServedSite, serveSite } from './serve.ts';
import { pressSolve } from './try-page.ts';

const NEWSPAPER = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
/** Has eight solutions. */
const AMBIGUOUS = NEWSPAPER.replace('.98....6.', '.9.....6.');
const EMPTY = '.'.repeat(81);
/** A name that would become an element if it was inserted as markup. */
const HOSTILE = '<img src=x onerror=alert(1)>';

let site: ServedSite;
let browser: Browser;
beforeAll(async () => {
  if (!hasBrowser) return;
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const open = async (fragment = '', how: Parameters<typeof openPage>[1] = {}) => {
  const watched = await openPage(browser, { origin: site.url, ...how });
  await watched.page.goto(`${site.url}try.html${fragment}`);
  await watched.page.locator('html[data-ready]').waitFor();
  return watched;
};

/** The grid as a line, `.` for an empty cell. */
const gridText = (page: Page) =>
  page.evaluate("[...document.querySelectorAll('.board input.value')].map((c) => c.value || '.').join('')");

const cell = (page: Page, row: number, column: number) =>
  page.locator('.board input.value').nth((row - 1) * 9 + column - 1);

const result = (page: Page) => page.locator('#puzzle-result').textContent();

/** Pastes a text into the focused cell. */
const paste = (page: Page, text: string) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    })()`,
  );

const solved = (page: Page) => page.getByText('The only solution').waitFor();

describe.skipIf(!hasBrowser)('the grid of the page "Try it"', () => {
  test('opens the puzzle of a link, and keeps the address up to date', async () => {
    const { page, faults } = await open(`#p=${NEWSPAPER}`);
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.locator('#clear').click();
    expect(page.url()).toBe(`${site.url}try.html#p=${EMPTY}`);
    await page.locator('#undo').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('opens an example if the fragment holds no puzzle', async () => {
    for (const fragment of ['#p=12', `#p=${'1'.repeat(81)}&variant=y`, `#${HOSTILE}`, '#p=%E0%A4%A']) {
      const { page, faults } = await open(fragment);
      expect(await gridText(page)).toBe(NEWSPAPER);
      expect(faults).toEqual([]);
    }
  });

  test('draws the rules of a puzzle over its grid, solves it under them, and keeps them in the address', async () => {
    const rules =
      'cages=7+r1c1+r1c2%3B+r4c4&thermos=r1c4+r2c4+r3c4&arrows=r2c2+r1c3&dots=white+r4c1+r4c2&even=r2c3';
    const { page, faults } = await open(`#p=${'.'.repeat(16)}&regions=1111222233334444&${rules}`);
    const picture = page.locator('.board svg.rules');
    expect(await picture.getAttribute('aria-label')).toBe(
      '4 regions, 2 cages, 1 thermometer, 1 arrow, 1 white dot, 1 even cell',
    );
    expect(await picture.locator('text').allTextContents()).toEqual(['7']);
    expect(page.url()).toContain('regions=1111222233334444');
    expect(page.url()).toContain('cages=7+r1c1+r1c2');
    await page.locator('#solve-puzzle').click();
    await page.locator('#puzzle-result .card').waitFor();
    await cell(page, 1, 1).focus();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('takes a pasted record with rules', async () => {
    const { page } = await open(`#p=${EMPTY}`);
    await cell(page, 1, 1).focus();
    await paste(page, JSON.stringify({ puzzle: NEWSPAPER, cages: [{ sum: 8, cells: ['r1c1', 'r1c2'] }] }));
    await page.locator('.board svg.rules').waitFor();
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.locator('#solve-puzzle').click();
    await solved(page);
  });

  test('takes symbols from the keyboard, and moves by arrow keys', async () => {
    const { page, faults } = await open(`#p=${EMPTY}`);
    await cell(page, 1, 1).focus();
    for (const key of [
      '5',
      'ArrowRight',
      '3',
      'ArrowDown',
      '7',
      'Home',
      '6',
      'End',
      '9',
      'Control+End',
      '2',
    ]) {
      await page.keyboard.press(key);
    }
    const expected = `53.......67......9${'.'.repeat(62)}2`;
    expect(await gridText(page)).toBe(expected);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('x');
    expect(await gridText(page)).toBe(`${expected.slice(0, -1)}.`);
    await page.keyboard.press('Control+z');
    expect(await gridText(page)).toBe(expected);
    expect(faults).toEqual([]);
  });

  test('names cells by row and column, and marks equal digits while one types', async () => {
    const { page } = await open(`#p=${EMPTY}`);
    await cell(page, 1, 2).focus();
    for (const key of ['4', 'ArrowRight', '4']) await page.keyboard.press(key);
    expect(await cell(page, 1, 3).getAttribute('aria-label')).toBe('row 1 column 3, given, conflict');
    expect(await cell(page, 1, 2).getAttribute('aria-invalid')).toBe('true');
    expect(await result(page)).toContain('Row 1 has 4 more than once.');
  });

  test('has letters for values above 9, which can also be typed as numbers', async () => {
    const { page } = await open();
    await page.locator('#size').selectOption({ label: '16 × 16' });
    const cells = page.locator('.board input.value');
    expect(await cells.count()).toBe(256);
    await cells.nth(0).focus();
    for (const key of ['1', '2', 'ArrowRight', 'g', 'ArrowRight', '7']) await page.keyboard.press(key);
    expect(String(await gridText(page)).slice(0, 4)).toBe('CG7.');
  });

  test.each([
    ['a drawn grid', drawn(NEWSPAPER), NEWSPAPER],
    ['rows of JSON', JSON.stringify(rowsOf(NEWSPAPER)), NEWSPAPER],
    ['numbers in commas', NEWSPAPER.replaceAll('.', '0').split('').join(','), NEWSPAPER],
    ['a table', `puzzle\n${NEWSPAPER}\n`, NEWSPAPER],
    ['a 4x4', '12.434..2.4343.1', '12.434..2.4343.1'],
  ])('reads %s that is pasted', async (_, text, expected) => {
    const { page, faults } = await open(`#p=${EMPTY}`);
    await cell(page, 5, 5).focus();
    await paste(page, text);
    await page.getByText(/^(30|11) clues$/).waitFor();
    expect(await gridText(page)).toBe(expected);
    expect(faults).toEqual([]);
  });

  test('takes a pasted text of several puzzles as a list, and says why it cannot read another', async () => {
    const { page } = await open();
    await cell(page, 1, 1).focus();
    await paste(page, HOSTILE);
    await page.getByText('This cannot be read').waitFor();
    expect(await result(page)).toContain('expected puzzles');
    await paste(page, `${NEWSPAPER}\n${NEWSPAPER}\n`);
    await page.locator('#puzzles').waitFor();
    expect(await page.locator('#puzzles').inputValue()).toBe(`${NEWSPAPER}\n${NEWSPAPER}\n`);
  });

  test('solves, and moves the focus to the result', async () => {
    const { page, faults } = await open(`#p=${NEWSPAPER}`);
    await page.locator('#solve-puzzle').click();
    await solved(page);
    expect(await gridText(page)).toBe(SOLUTION);
    expect(await page.evaluate('document.activeElement.id')).toBe('puzzle-result');
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each([
    ['has several solutions', AMBIGUOUS, 'More than one solution'],
    ['has equal digits', `11${EMPTY.slice(2)}`, 'A rule is broken'],
    ['has no solution', `12345678.........9${EMPTY.slice(18)}`, 'No solution'],
  ])('says that a puzzle %s', async (_, puzzle, title) => {
    const { page } = await open(`#p=${puzzle}`);
    await page.locator('#solve-puzzle').click();
    await page.locator('#puzzle-result h2').getByText(title).waitFor();
  });

  test('colours the cells in which two solutions differ', async () => {
    const { page } = await open(`#p=${AMBIGUOUS}`);
    await page.locator('#solve-puzzle').click();
    await page.getByText('More than one solution').waitFor();
    expect(await page.locator('td[data-mark=open]').count()).toBeGreaterThan(3);
  });

  test('counts solutions, shows how many it has found, and can be stopped', async () => {
    const { page, faults } = await open(`#p=${AMBIGUOUS}`);
    await page.locator('#count-solutions').click();
    await page.locator('#puzzle-result h2').getByText('8 solutions').waitFor();
    await page.locator('#clear').click();
    await page.locator('#count-solutions').click();
    await page.getByText(/More than [\d,]+ solutions so far/).waitFor();
    await page.locator('#stop-puzzle').click();
    await page
      .locator('#puzzle-result h2')
      .getByText(/^More than [\d,]+ solutions$/)
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('forgets the count of a puzzle that one changes while it is counted', async () => {
    const { page, faults } = await open(`#p=${NEWSPAPER.slice(0, 36)}${EMPTY.slice(36)}`);
    await page.locator('#count-solutions').click();
    await page.locator('.busy').getByText('More than').waitFor();
    await cell(page, 1, 3).focus();
    await page.keyboard.type('4');
    await page.locator('.side:not(.is-busy)').waitFor();
    expect(await result(page)).toMatch(/^14 clues/);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(
      /^row 1 column 3/,
    );
    expect(faults).toEqual([]);
  });

  test('lets one stop a task that began while another was running', async () => {
    const { page } = await open(`#p=${NEWSPAPER.slice(0, 36)}${EMPTY.slice(36)}`);
    for (const _ of [1, 2]) {
      await page.locator('#count-solutions').click();
      await page.locator('.busy').getByText('More than').waitFor();
    }
    await page.locator('#stop-puzzle').click();
    await page.locator('#puzzle-result').getByText('Counting has ended').waitFor();
  });

  test('shows the graded steps one by one, by buttons and arrow keys', async () => {
    const { page, faults } = await open();
    await page.locator('#example').selectOption('An XY-Wing');
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
    expect(await result(page)).toMatch(/^HardER \(hardest step\)4\.2/);
    expect(await page.evaluate('document.activeElement.type')).toBe('range');
    const slider = page.locator('.steps input');
    const seen = new Set<string>();
    for (;;) {
      const text = (await slider.getAttribute('aria-valuetext'))!;
      const name = /^\d+ of \d+: ([^,]+), rated/.exec(text)?.[1];
      if (name === undefined) break;
      if (name === 'XY-Wing') expect(await accessibilityFaults(page)).toEqual([]);
      seen.add(name);
      const marks = 'td[data-mark=placed], td[data-mark=reduced]';
      expect(await page.locator(marks).count(), text).toBeGreaterThan(0);
      await page.keyboard.press('ArrowRight');
    }
    expect(seen).toContain('XY-Wing');
    expect(await gridText(page)).not.toContain('.');
    await page.locator('#previous-step').click();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('#next-step').isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('keeps the focus at the first and the last step, where arrow keys lead on', async () => {
    const { page } = await open();
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.locator('#next-step').focus();
    await page.keyboard.press('Enter');
    await page.locator('.sentence').getByText('The grid is full').waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.position').textContent()).toBe('51 of 51');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.locator('#previous-step').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.position').textContent()).toBe('2 of 51');
  });

  test.each(['A forcing chain', 'X: diagonals, too', '6 × 6', '16 × 16'])(
    'explains “%s” to its end',
    async (name) => {
      const { page, faults } = await open();
      await page.locator('#example').selectOption(name);
      await page.locator('#show-steps').click();
      await page.locator('.steps').waitFor();
      await page.keyboard.press('End');
      await page
        .locator('.sentence')
        .getByText(/^The grid is full/)
        .waitFor();
      expect(await gridText(page)).not.toContain('.');
      expect(faults).toEqual([]);
    },
  );

  test('generates a puzzle of the chosen difficulty', async () => {
    const { page } = await open();
    await page.locator('#difficulty').selectOption('hard');
    await page.locator('#generate').click();
    await page.waitForURL(/#p=/);
    await page.locator('#show-steps').click();
    await page.locator('.difficulty').getByText('Hard', { exact: true }).waitFor();
  });

  test.each([
    [390, false],
    [390, true],
    [768, false],
    [2560, true],
  ])('fits into %i pixels, dark: %s', async (width, dark) => {
    const { page } = await open('', { width, dark });
    const overflows = () => page.evaluate(`document.documentElement.scrollWidth > ${width}`);
    expect(await overflows()).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('#example').selectOption('25 × 25');
    expect(await overflows()).toBe(false);
  });

  test('has a pad of digits on a touch screen, and leaves the keyboard closed', async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${site.url}try.html#p=${EMPTY}`);
    await cell(page, 1, 1).tap();
    expect(await cell(page, 1, 1).getAttribute('inputmode')).toBe('none');
    await page.locator('.pad button').getByText('7').tap();
    await cell(page, 1, 2).tap();
    await page.locator('.pad button').getByText('8').tap();
    await page.getByLabel('Clear the cell').tap();
    expect(await gridText(page)).toBe(`7${EMPTY.slice(1)}`);
    const tops = await page
      .locator('.pad button')
      .evaluateAll((all) => all.map((one) => (one as unknown as { offsetTop: number }).offsetTop));
    expect(tops.map((top) => tops.indexOf(top))).toEqual([0, 0, 0, 0, 0, 5, 5, 5, 5, 5]);
    await context.close();
  });
});

describe.skipIf(!hasBrowser)('the table of the page "Try it"', () => {
  test('has pages, and opens the puzzle of a row in the grid', async () => {
    const { page, faults } = await open('#files');
    await page.locator('#puzzles').fill(`${NEWSPAPER}\n`.repeat(120) + NEWSPAPER.replace('3', '5'));
    await pressSolve(page);
    expect(await page.evaluate('document.activeElement.id')).toBe('result-title');
    expect(await page.locator('#page-position').textContent()).toBe('1 to 50 of 121');
    expect(await page.locator('.rows tbody tr').count()).toBe(50);
    await page.locator('#last-page').click();
    await page.getByText('101 to 121 of 121').waitFor();
    expect(await page.locator('.rows tbody tr').last().textContent()).toMatch(/^12155\.\.7.*30invalid$/);
    await page.locator('#page-number').fill('2');
    await page.locator('#page-number').press('Enter');
    await page.getByText('51 to 100 of 121').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('.rows .open').first().click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('shows ratings if they were requested, and counts', async () => {
    const { page } = await open('#files');
    await page.locator('#puzzles').fill(`${NEWSPAPER}\n${AMBIGUOUS}\n`);
    await page.getByText('Options', { exact: true }).click();
    await page.locator('#option-output').selectOption('jsonl');
    await page.locator('#option-grade').selectOption('true');
    await page.locator('#option-solutions').selectOption('count');
    await pressSolve(page);
    const rows = page.locator('.rows tbody tr');
    expect(await rows.nth(0).textContent()).toMatch(/solved11\.2$/);
    expect(await rows.nth(1).textContent()).toMatch(/solved8–$/);
  });

  test('keeps names, keys and records as text', async () => {
    const { page, faults } = await open('#files');
    const buffer = Buffer.from(`id,puzzle\n${HOSTILE},${NEWSPAPER}\nb,${HOSTILE}\n`);
    await page.locator('#file').setInputFiles({ name: `${HOSTILE}.csv`, mimeType: 'text/csv', buffer });
    await page.locator('#chosen').getByText('onerror').waitFor();
    await pressSolve(page);
    expect(await page.locator('.rows').textContent()).toContain(HOSTILE);
    await page.getByText(/^Why 1 puzzle/).click();
    expect(await page.locator('.problems').textContent()).toContain(HOSTILE);
    expect(await page.locator('#output img, #chosen img').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('keeps the focus on the last page, and takes whole pages only', async () => {
    const { page } = await open('#files');
    await page.locator('#file').setInputFiles('examples/thousand.txt');
    await page.locator('#chosen').getByText('thousand.txt').waitFor();
    await pressSolve(page);
    const position = page.locator('#page-position');
    await page.locator('#last-page').focus();
    await page.keyboard.press('Enter');
    await position.getByText('951 to 1,000 of 1,000').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('page-number');
    await page.locator('#page-number').fill('2.7');
    await page.keyboard.press('Enter');
    await position.getByText('51 to 100 of 1,000').waitFor();
    expect(await page.locator('#page-number').inputValue()).toBe('2');
  });

  test('forgets a chosen file when one types, so that it can be chosen again', async () => {
    const { page } = await open('#files');
    const small = { name: 'small.txt', mimeType: '', buffer: Buffer.from('12.434..2.4343.1') };
    await page.locator('#file').setInputFiles(small);
    await page.locator('#chosen').getByText('small.txt, 16 bytes').waitFor();
    await page.locator('#puzzles').press('Enter');
    expect(await page.locator('#chosen').textContent()).toBe('');
    expect(await page.locator('#file').inputValue()).toBe('');
  });

  test('says that it takes one of several files that are dropped', async () => {
    const { page } = await open('#files');
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['one.txt', 'two.txt']) dataTransfer.items.add(new File(['1'], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await page.locator('#chosen').getByText('one.txt, 1 byte. One file at a time: 1 other ignored').waitFor();
  });

  test('says that a file cannot be read', async () => {
    const { page, faults } = await open('#files');
    await page.evaluate(`Blob.prototype.slice = () => ({
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    })`);
    await page.locator('#file').setInputFiles('examples/thousand.txt');
    await page
      .locator('#problem')
      .getByText(/^expected a file that the browser can read, got a folder, or a file that was changed/)
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('says what is wrong with a damaged file, and moves the focus there', async () => {
    const { page } = await open('#files');
    const buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0, 1]);
    await page.locator('#file').setInputFiles({ name: 'a.txt.zst', mimeType: '', buffer });
    await page.locator('#chosen').getByText('a.txt.zst').waitFor();
    await pressSolve(page);
    expect(await page.locator('#problem').textContent()).toMatch(/^expected a whole Zstandard file, got one/);
    expect(await page.evaluate('document.activeElement.id')).toBe('problem');
  });
});

function rowsOf(line: string): number[][] {
  return Array.from({ length: 9 }, (_, row) =>
    line
      .slice(row * 9, row * 9 + 9)
      .split('')
      .map((symbol) => Number(symbol.replace('.', '0'))),
  );
}

function drawn(line: string): string {
  const rows = rowsOf(line).map((row) => row.join(' ').replace(/^(.{5}) (.{5}) (.{5})$/, '$1 | $2 | $3'));
  rows.splice(6, 0, '------+-------+------');
  rows.splice(3, 0, '------+-------+------');
  return `${rows.join('\n')}\n`;
}
