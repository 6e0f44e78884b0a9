import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { cell, EMPTY, gridText, HOSTILE, NEWSPAPER, paste, resultText } from './try-page.ts';

const site = testedSite();
const { openTryPage } = site;

describe.skipIf(!hasBrowser)('the grid of the page "Try it"', () => {
  test('opens the puzzle of a link, and keeps the address up to date', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.locator('#clear').click();
    expect(page.url()).toBe(`${site.url}try.html#p=${EMPTY}`);
    await page.locator('#undo').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('opens an example if the fragment is of no link', async () => {
    const { page, faults } = await openTryPage('#VPContent');
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test.each([
    ['too few cells', '#p=12', 'p: expected as many cells as a square has, got 2'],
    ['an unknown variant', `#p=${'1'.repeat(81)}&variant=y`, 'variant: expected names such as classic'],
    ['markup', `#${HOSTILE}`, 'Expected p, the cells of a puzzle'],
    ['no puzzle', '#garbage', 'Expected p, the cells of a puzzle, got garbage.'],
    ['another symbol', `#${NEWSPAPER.replace('7', 'q')}`, 'In p: expected symbols of 123456789'],
    ['broken escapes', '#p=%E0%A4%A', 'p: expected'],
    ['a rule that cannot be', `#p=${EMPTY}&cages=99+r1c1+r1c2`, '99'],
  ])(
    'says what is wrong with a link with %s, and shows no other puzzle for it',
    async (_, fragment, fault) => {
      const { page, faults } = await openTryPage(fragment);
      expect(await resultText(page)).toContain('This link cannot be read');
      expect(await resultText(page)).toContain(fault);
      expect(await gridText(page)).toBe(EMPTY);
      expect(faults).toEqual([]);
    },
  );

  test('draws the rules of a puzzle over its grid, solves it under them, and keeps them in the address', async () => {
    const rules =
      'cages=7+r1c1+r1c2%3B+r4c4&thermos=r1c4+r2c4+r3c4&arrows=r2c2+r1c3&dots=white+r4c1+r4c2&even=r2c3';
    const { page, faults } = await openTryPage(`#p=${'.'.repeat(16)}&regions=1111222233334444&${rules}`);
    const picture = page.locator('.board svg.rules');
    expect(await picture.getAttribute('aria-label')).toBe(
      '4 regions, 2 cages, 1 arrow, 1 thermometer, 1 white dot, 1 even cell',
    );
    expect(await picture.locator('text').allTextContents()).toEqual(['7']);
    // dots stand on the borders of regions
    expect(await picture.locator(':scope > circle:last-child').count()).toBe(1);
    expect(page.url()).toContain('regions=1111222233334444');
    expect(page.url()).toContain('cages=7+r1c1+r1c2');
    await page.locator('#solve-puzzle').click();
    await page.locator('#puzzle-result .card').waitFor();
    await cell(page, 1, 1).focus();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('takes a pasted record with rules', async () => {
    const { page } = await openTryPage(`#p=${EMPTY}`);
    await cell(page, 1, 1).focus();
    await paste(page, JSON.stringify({ puzzle: NEWSPAPER, cages: [{ sum: 8, cells: ['r1c1', 'r1c2'] }] }));
    await page.locator('.board svg.rules').waitFor();
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.locator('#solve-puzzle').click();
    await page.getByText('The only solution').waitFor();
  });

  test('takes symbols from the keyboard, and moves by arrow keys', async () => {
    const { page, faults } = await openTryPage(`#p=${EMPTY}`);
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
    const { page } = await openTryPage(`#p=${EMPTY}`);
    await cell(page, 1, 2).focus();
    for (const key of ['4', 'ArrowRight', '4']) await page.keyboard.press(key);
    expect(await cell(page, 1, 3).getAttribute('aria-label')).toBe('row 1 column 3, given, conflict');
    expect(await cell(page, 1, 2).getAttribute('aria-invalid')).toBe('true');
    expect(await resultText(page)).toContain('Row 1 has 4 more than once.');
  });

  test('colours the digits that are equal to the one in the focused cell', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    /** Digits of the cells that have another colour than an empty one. */
    const tinted = () =>
      page.evaluate(`(() => {
        const cells = [...document.querySelectorAll('.board td')];
        const colour = (one) => getComputedStyle(one).backgroundColor;
        return cells.filter((one) => colour(one) !== colour(cells[72])).map((one) => one.querySelector('input').value);
      })()`);
    expect(await tinted()).toEqual([]);
    await cell(page, 1, 1).focus();
    await expect.poll(tinted).toEqual(['5', '5', '5']);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('2');
    await expect.poll(tinted).toEqual(['2', '2', '2']);
  });

  test('has letters for values above 9, which can also be typed as numbers', async () => {
    const { page } = await openTryPage();
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
    const { page, faults } = await openTryPage(`#p=${EMPTY}`);
    await paste(page, text);
    await page.getByText(/^(30|11) clues$/).waitFor();
    expect(await gridText(page)).toBe(expected);
    expect(faults).toEqual([]);
  });

  test('takes a pasted text of several puzzles as a list, and says why it cannot read another', async () => {
    const { page } = await openTryPage();
    await cell(page, 1, 1).focus();
    await paste(page, HOSTILE);
    await page.getByText('This cannot be read').waitFor();
    expect(await resultText(page)).toContain('Expected puzzles');
    await paste(page, `${NEWSPAPER}\n${NEWSPAPER}\n`);
    await page.locator('#puzzles').waitFor();
    expect(await page.locator('#puzzles').inputValue()).toBe(`${NEWSPAPER}\n${NEWSPAPER}\n`);
  });

  test.each([
    [390, false],
    [390, true],
    [768, false],
    [2560, true],
  ])('fits into %i pixels, dark: %s', async (width, dark) => {
    const { page } = await openTryPage('', { width, dark });
    const overflows = () => page.evaluate(`document.documentElement.scrollWidth > ${width}`);
    expect(await overflows()).toBe(false);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('#example').selectOption('25 × 25');
    expect(await overflows()).toBe(false);
  });

  test.each([
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ])(
    'has a grid as large as a window of %i x %i has room for, beside its controls',
    async (width, height) => {
      const { page } = await openTryPage('', { width });
      await page.setViewportSize({ width, height });
      const grid = (await page.locator('.board table').boundingBox())!;
      expect(grid.y + grid.height).toBeLessThanOrEqual(height);
      expect(grid.height).toBeGreaterThan(0.7 * height);
      for (const part of ['.modes', '#solve-puzzle', '#hint', '#puzzle-result', '#generate', '#copy-link']) {
        const { x, y, height: own } = (await page.locator(part).boundingBox())!;
        expect(x, part).toBeGreaterThan(grid.x + grid.width);
        expect(y + own, part).toBeLessThanOrEqual(height);
      }
    },
  );

  test('has a pad of digits on a touch screen, and leaves the keyboard closed', async () => {
    const context = await site.browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto(`${site.url}try.html#p=${EMPTY}`);
    await cell(page, 1, 1).tap();
    expect(await cell(page, 1, 1).getAttribute('inputmode')).toBe('none');
    expect(await page.locator('.keys').isVisible()).toBe(false);
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
