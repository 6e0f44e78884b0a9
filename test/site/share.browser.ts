// How puzzles come onto the page to try, and leave it: links, the clipboard, web pages, other programs and paper.

import { describe, expect, test } from 'vitest';
import { readLink } from '../../core/formats/links/link.ts';
import { geometry } from '../../core/index.ts';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { cell, EMPTY, gridText, NEWSPAPER, paste, resultText } from './try-page.ts';

const site = testedSite();
const { openTryPage } = site;

/** A position of SudokuWiki, and its clues and solved digits. */
const POSITION =
  'S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi';

const rowsOf = (line: string) => line.match(/.{9}/g)!;

/** A table of a web page. @param show the content of a cell */
const table = (show: (symbol: string) => string) =>
  `<main><table>${rowsOf(NEWSPAPER)
    .map((row) => `<tr>${Array.from(row, (symbol) => `<td>${show(symbol)}</td>`).join('')}</tr>`)
    .join('')}</table></main>`;

describe.skipIf(!hasBrowser)('a puzzle is pasted', () => {
  test('without a focused cell', async () => {
    const { page, faults } = await openTryPage();
    await page.locator('#clear').click();
    await page.evaluate('document.activeElement.blur()');
    await paste(page, NEWSPAPER.replaceAll('.', '0'));
    await page.getByText('30 clues').waitFor();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('by a button, as a phone has no keys for it', async () => {
    const { page } = await openTryPage(`#p=${EMPTY}`, { width: 390 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(NEWSPAPER)})`);
    await page.locator('#paste').click();
    await page.getByText('30 clues').waitFor();
    expect(await gridText(page)).toBe(NEWSPAPER);
  });

  test.each([
    ['', 'Nothing to pasteThe clipboard has no text.'],
    ['hello', 'This cannot be readExpected puzzles'],
    ['123', 'This cannot be readExpected a puzzle, got none.'],
  ])('and if there is none, as in “%s”, the page says so', async (text, message) => {
    const { page, faults } = await openTryPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const how of ['keys', 'button']) {
      await page.locator('#solve-puzzle').click();
      await page.getByText('The only solution').waitFor();
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await (how === 'button' ? page.locator('#paste').click() : paste(page, text));
      await expect.poll(() => resultText(page)).toContain(message);
      await page.locator('#solve-puzzle').click();
    }
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('by a button, which says so if the browser does not allow it', async () => {
    const { page, faults } = await openTryPage(`#p=${EMPTY}`);
    await page.locator('#paste').click();
    await page.getByText('Not allowed here').waitFor();
    expect(faults).toEqual([]);
  });

  test.each([
    [
      'a link of SudokuWiki',
      `https://www.sudokuwiki.org/sudoku.htm?bd=${NEWSPAPER.replaceAll('.', '0')}`,
      '',
    ],
    ['a link of this page', `https://example.org/try.html#p=${NEWSPAPER}`, ''],
    ['a link of this page with a query', `https://example.org/try.html?p=${NEWSPAPER}`, ''],
    ['a line in a sentence', `The puzzle of today, rated 3/5:\n\n${NEWSPAPER}\n\nHome | About | 2024`, ''],
    [
      'a page with a grid as text',
      [
        'Daily Sudoku',
        'Login 2',
        '',
        ...rowsOf(NEWSPAPER.replaceAll('.', '-')),
        '',
        'Rated 4.5 by 123 people',
      ].join('\n'),
      '',
    ],
    ['a page with a table', 'Sudoku\n5\n3\n7', table((symbol) => symbol.replace('.', ''))],
    [
      'a page with fields',
      'Sudoku',
      table((symbol) => `<input maxlength=1 value="${symbol.replace('.', '')}">`),
    ],
  ])('from %s', async (_, text, html) => {
    const { page, faults } = await openTryPage(`#p=${EMPTY}`);
    await paste(page, text, html);
    await page.getByText('30 clues').waitFor();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(faults).toEqual([]);
  });

  test('from a link of this page with its rules', async () => {
    const { page } = await openTryPage();
    await paste(page, `https://example.org/try.html#p=${EMPTY}&variant=x&cages=3+r1c1+r1c2`);
    await page.locator('.board svg.rules').waitFor();
    expect(page.url()).toContain('variant=x&cages=3+r1c1+r1c2');
  });

  test('from a position of SudokuWiki, with the digits and candidates of its player', async () => {
    const { page, faults } = await openTryPage();
    await paste(page, `https://www.sudokuwiki.org/sudoku.htm?bd=${POSITION}`);
    await page.locator('.board .candidates').first().waitFor();
    expect(await gridText(page)).toMatch(/^\.179\.36\.\./);
    expect(await cell(page, 1, 2).getAttribute('aria-label')).toBe('row 1 column 2, given');
    expect(await cell(page, 1, 3).getAttribute('aria-label')).toBe('row 1 column 3');
    expect(await page.locator('.board td').first().locator('.candidates').textContent()).toBe('2458');
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('a puzzle leaves the page', () => {
  const clipboard = async (fragment: string, button: string) => {
    const { page } = await openTryPage(fragment);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator(button).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    return (await page.evaluate('navigator.clipboard.readText()')) as string;
  };

  test('as a link that holds the puzzle that is shown, also beside a link that cannot be read', async () => {
    expect(await clipboard('', '#copy-link')).toBe(`${site.url}try.html#p=${NEWSPAPER}`);
    expect(await clipboard('#p=12', '#copy-link')).toBe(`${site.url}try.html#p=${EMPTY}`);
  });

  test('as text, which is a line or a record with its rules', async () => {
    expect(await clipboard('', '#copy-text')).toBe(NEWSPAPER);
    expect(await clipboard(`#p=${EMPTY}&variant=x&cages=3+r1c1+r1c2`, '#copy-text')).toBe(
      JSON.stringify({ puzzle: EMPTY, variant: 'x', cages: [{ sum: 3, cells: ['r1c1', 'r1c2'] }] }),
    );
  });

  test('to other programs, in the links that they document', async () => {
    const { page, faults } = await openTryPage();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText('Open in another program').click();
    const links = page.locator('.programs a');
    await links.first().waitFor();
    const { y, height } = (await page.locator('.programs').boundingBox())!;
    expect(Math.floor(y + height)).toBeLessThanOrEqual(800);
    const found = await links.evaluateAll((all) =>
      all.map((one) => [one.textContent, (one as unknown as { href: string }).href] as const),
    );
    expect(found.map(([name]) => name)).toEqual([
      'SudokuPad',
      'f-puzzles',
      'Interactive Sudoku Solver',
      'SudokuWiki',
      'Sudoku Coach',
    ]);
    for (const [name, href] of found) {
      const { geometry: shape, cells } = readLink(href!);
      expect(Array.from(cells, (value) => value || '.').join(''), name!).toBe(NEWSPAPER);
      expect(shape).toBe(geometry(9));
    }
    expect(found[3]![1]).toBe(`https://www.sudokuwiki.org/sudoku.htm?bd=${NEWSPAPER.replaceAll('.', '0')}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    // and to those only that can express it
    await page.locator('#example').selectOption('Killer');
    await page.getByText('SudokuWiki does not have puzzles that are not classic 9x9.').waitFor();
    expect(await links.count()).toBe(3);
    const killer = readLink((await links.first().getAttribute('href'))!);
    expect(killer.geometry.rules).toHaveLength(29);
    expect(faults).toEqual([]);
  });

  test.each(['From a newspaper', 'Killer', '25 × 25'])('on paper: “%s” alone, on one page', async (name) => {
    const { page, faults } = await openTryPage('', { dark: true });
    await page.locator('#example').selectOption(name);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.board').isVisible()).toBe(true);
    expect(await page.locator('button:visible, a:visible, select:visible, h1:visible').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('prints by a button', async () => {
    const { page } = await openTryPage();
    await page.evaluate('window.print = () => document.body.dataset.printed = "yes"');
    await page.locator('#print').click();
    await page.locator('body[data-printed]').waitFor();
  });
});

describe.skipIf(!hasBrowser)('a link', () => {
  test('that is followed on the page opens its puzzle, and undo leads back', async () => {
    const { page } = await openTryPage();
    await page.evaluate(`location.hash = '#p=${EMPTY}'`);
    await page.getByText('0 clues').waitFor();
    await page.locator('#undo').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.evaluate("location.hash = '#p=123'");
    await page.getByText('This link cannot be read').waitFor();
    expect(await gridText(page)).toBe(EMPTY);
    expect(await resultText(page)).toContain('In p: expected as many cells as a square has, got 3.');
  });

  test.each([
    ['a query', `?p=${NEWSPAPER}&variant=x&fbclid=1`],
    ['the query of another program', `?bd=${NEWSPAPER.replaceAll('.', '0')}`],
  ])('with %s opens its puzzle', async (_, query) => {
    const { page, faults } = await openTryPage(query);
    // another program's is read by the worker
    await expect.poll(() => gridText(page)).toBe(NEWSPAPER);
    await page.locator('#clear').click();
    await page.locator('#undo').click();
    await expect.poll(() => gridText(page)).toBe(NEWSPAPER);
    // the address, which may be copied, has only the puzzle that is shown
    expect(page.url().slice(site.url.length)).toBe(
      `try.html#p=${NEWSPAPER}${query.includes('variant') ? '&variant=x' : ''}`,
    );
    expect(faults).toEqual([]);
  });
});
