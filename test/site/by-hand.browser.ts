// Solving by hand on the page to try: one's own digits, pencil marks, candidates, checks, hints, undo and redo.

import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { AMBIGUOUS, cell, chooseWriting, EMPTY, gridText, NEWSPAPER, resultText } from './try-page.ts';

const { openTryPage } = testedSite();

/** Needs an elimination before the first digit. */
const HARD = '....514...23......1..9.......76..19.2....3..56....8.....9.3.8....2.7..4.37....5..';

describe.skipIf(!hasBrowser)('solving by hand', () => {
  test('writes digits of one’s own beside the clues, which only the mode “Clues” changes', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 3).focus();
    await page.keyboard.press('4');
    expect(await cell(page, 1, 3).getAttribute('aria-label')).toBe('row 1 column 3');
    expect(await cell(page, 1, 1).getAttribute('aria-label')).toBe('row 1 column 1, given');
    expect(await resultText(page)).toBe('30 clues1 digit of your own, 50 cells open.');
    // the link is that of the puzzle
    expect(page.url()).toMatch(new RegExp(`#p=${NEWSPAPER}$`));
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('8');
    expect(await resultText(page)).toContain('r1c2 is a clue. To change it, choose Clues.');
    expect(await cell(page, 1, 2).inputValue()).toBe('3');
    await chooseWriting(page, 'Clues');
    await page.keyboard.press('8');
    expect(await cell(page, 1, 2).inputValue()).toBe('8');
    expect(page.url()).toContain('#p=58..7');
    expect(faults).toEqual([]);
  });

  test('writes clues into an empty grid, and digits into a puzzle', async () => {
    const { page } = await openTryPage(`#p=${EMPTY}`);
    expect(await page.locator('#write-clue').isChecked()).toBe(true);
    await page.locator('#example').selectOption('Killer');
    expect(await page.locator('#write-digit').isChecked()).toBe(true);
  });

  test('has pencil marks in the corners and in the middle, by mode and by Shift, Ctrl and Alt', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    const [corner, centre] = ['.corner', '.centre'].map((layer) => page.locator(`.board td ${layer}`));
    await cell(page, 1, 3).focus();
    for (const keys of ['Shift+Digit1', 'Shift+Digit4', 'Control+Digit2', 'Alt+Digit4'])
      await page.keyboard.press(keys);
    expect([await corner!.textContent(), await centre!.textContent()]).toEqual(['14', '24']);
    expect(await cell(page, 1, 3).getAttribute('aria-label')).toBe(
      'row 1 column 3, corner marks 1 4, centre marks 2 4',
    );
    await chooseWriting(page, 'Corner');
    await page.keyboard.press('1');
    expect(await corner!.textContent()).toBe('4');
    expect(await accessibilityFaults(page)).toEqual([]);
    // a digit hides them, and they are there again without it
    await chooseWriting(page, 'Digits');
    await page.keyboard.press('4');
    expect(await corner!.count()).toBe(0);
    await page.keyboard.press('Delete');
    expect([await corner!.textContent(), await centre!.textContent()]).toEqual(['4', '24']);
    await page.keyboard.press('Delete');
    expect([await corner!.count(), await centre!.count()]).toEqual([0, 0]);
    expect(faults).toEqual([]);
  });

  test('computes candidates, from which pencil marks remove some', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#candidates').click();
    const own = page.locator('.board td').nth(2).locator('.candidates');
    expect(await own.textContent()).toBe('124');
    await cell(page, 1, 3).focus();
    await page.keyboard.press('Shift+Digit2');
    expect(await own.textContent()).toBe('14');
    // a digit removes itself from the cells that see it
    await cell(page, 2, 3).focus();
    await page.keyboard.press('4');
    expect(await own.textContent()).toBe('1');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.locator('#candidates').click();
    expect(await page.locator('.board .candidates').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('shows the keys for pencil marks, and these write them', async () => {
    const { page } = await openTryPage(`#p=${EMPTY}`);
    expect(await page.locator('.keys').textContent()).toMatch(/Shift.*corner.*Ctrl.*centre/);
    await cell(page, 1, 1).focus();
    await page.keyboard.press('Shift+Digit1');
    await page.keyboard.press('Control+Digit2');
    expect(await page.locator('.board td').first().locator('.small span').allInnerTexts()).toEqual([
      '1',
      '2',
    ]);
    expect(await page.locator('.keys').isVisible()).toBe(true);
  });

  test('has pencil marks and candidates on a phone that are readable and stay in their cells', async () => {
    const { page } = await openTryPage(`#p=${EMPTY}`, { width: 390 });
    await cell(page, 1, 1).focus();
    for (const mode of ['Corner', 'Centre']) {
      await chooseWriting(page, mode);
      for (const digit of mode === 'Corner' ? '12345678' : '123456789') await page.keyboard.press(digit);
      await page.keyboard.press('ArrowRight');
    }
    /** The least height of small digits, and how far one is out of its cell. */
    const measured = () =>
      page.evaluate(`(() => {
        const all = [...document.querySelectorAll('.board .small span')].filter((one) => one.textContent !== '');
        const outside = all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const [text, td] = [range.getBoundingClientRect(), one.closest('td').getBoundingClientRect()];
          return Math.max(td.left - text.left, text.right - td.right, 0);
        });
        const heights = all.filter((one) => one.textContent.length === 1).map((one) => parseFloat(getComputedStyle(one).fontSize));
        return [all.length, Math.min(...heights), Math.max(...outside)];
      })()`);
    expect(await measured()).toEqual([9, 11, 0]);
    await page.locator('#candidates').click();
    expect(await measured()).toEqual([729, 11, 0]);
  });

  test('keeps candidates and pencil marks clear of the sums of cages', async () => {
    const { page } = await openTryPage();
    await page.locator('#example').selectOption('Killer');
    await page.locator('#candidates').click();
    const overlaps = await page.evaluate(`(() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const texts = [...document.querySelectorAll('.board .candidates span')].map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect();
      });
      const sums = boxes('.board .rules text');
      return [sums.length, sums.filter((a) => texts.some((b) =>
        // the boxes of digits are higher than their shapes
        a.left < b.right && b.left < a.right && a.top + a.height * 0.2 < b.bottom && b.top + b.height * 0.2 < a.bottom - a.height * 0.2)).length];
    })()`);
    expect(overlaps).toEqual([29, 0]);
  });

  test('checks one’s digits, and marks those that are wrong', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 3).focus();
    for (const key of ['4', 'ArrowRight', '2']) await page.keyboard.press(key);
    await page.locator('#check').click();
    await page.locator('#puzzle-result h2').getByText('One mistake').waitFor();
    expect(await resultText(page)).toContain('Wrong: r1c4.');
    expect(await page.locator('td[data-mark=wrong] input').getAttribute('aria-label')).toBe(
      'row 1 column 4, wrong',
    );
    expect(await accessibilityFaults(page)).toEqual([]);
    await cell(page, 1, 4).focus();
    await page.keyboard.press('6');
    expect(await page.locator('td[data-mark=wrong]').count()).toBe(0);
    await page.locator('#check').click();
    await page.locator('#puzzle-result h2').getByText('All 2 digits are right').waitFor();
    expect(faults).toEqual([]);
  });

  test('checks whether digits fit one of several solutions', async () => {
    const { page } = await openTryPage(`#p=${AMBIGUOUS}`);
    await page.locator('#check').click();
    await page.locator('#puzzle-result h2').getByText('Nothing to check').waitFor();
    await cell(page, 1, 3).focus();
    await page.keyboard.press('4');
    await page.locator('#check').click();
    await page.locator('#puzzle-result h2').getByText('Possible', { exact: true }).waitFor();
  });

  test('finds a candidate that was removed although it is the digit of the cell', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#candidates').click();
    await cell(page, 1, 3).focus();
    await page.keyboard.press('Shift+Digit4');
    await page.locator('#hint').click();
    await page.locator('#puzzle-result h2').getByText('One mistake').waitFor();
    expect(await resultText(page)).toContain('The candidates no longer have the right digit: r1c3.');
  });

  test('says so when one has solved the puzzle', async () => {
    const solution = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 1).focus();
    await page.evaluate("document.querySelectorAll('.board input.value')[2].focus()");
    for (let i = 2; i < 81; i++) {
      if (NEWSPAPER[i] === '.') await page.keyboard.press(solution[i]!);
      await page.keyboard.press('Enter');
    }
    await page.locator('#puzzle-result h2').getByText('You have solved it').waitFor();
    expect(await gridText(page)).toBe(solution);
  });
});

describe.skipIf(!hasBrowser)('a hint', () => {
  test('says first what to look for, then why, and then does it', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#hint').click();
    await page.locator('.hint').waitFor();
    expect(await resultText(page)).toMatch(/^Hidden Single1\.\dLook at (box|row|column) \d\./);
    expect(await page.locator('td[data-mark=placed]').count()).toBe(0);
    expect(await page.evaluate('document.activeElement.id')).toBe('explain-hint');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await resultText(page)).toMatch(/only r\dc\d can be \d\./);
    expect(await page.locator('td[data-mark=placed]').count()).toBe(1);
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.keyboard.press('Enter');
    expect(await resultText(page)).toBe('30 clues1 digit of your own, 50 cells open.');
    expect(await page.evaluate('document.activeElement.id')).toBe('hint');
    expect(faults).toEqual([]);
  });

  test('begins at the position of the moment, and does not repeat what was done', async () => {
    const { page, faults } = await openTryPage(`#p=${HARD}`);
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      await page.locator('#hint').click();
      await page.locator('.hint').waitFor();
      await page.locator('#hint').click();
      const text = (await resultText(page))!;
      expect(seen).not.toContain(text);
      seen.add(text);
      await page.locator('#do-hint').click();
    }
    // a removed candidate would seem to be no change without candidates
    expect(await page.locator('#candidates').getAttribute('aria-pressed')).toBe('true');
    expect([...seen].some((text) => !text.includes('Single'))).toBe(true);
    expect(faults).toEqual([]);
  });

  test('leads to the end of a puzzle with rules', async () => {
    const { page, faults } = await openTryPage();
    await page.locator('#example').selectOption('6 × 6');
    for (;;) {
      await page.locator('#hint').click();
      await page.locator('#do-hint').click();
      if (!((await gridText(page)) as string).includes('.')) break;
    }
    expect(await resultText(page)).toContain('You have solved it');
    expect(faults).toEqual([]);
  });

  test('asks for corrections first', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 3).focus();
    await page.keyboard.press('2');
    await page.locator('#hint').click();
    await page.locator('#puzzle-result h2').getByText('One mistake').waitFor();
  });

  test('draws the arrows of chains, in a colour for what is true and one for what is not', async () => {
    const { page, faults } = await openTryPage(`#p=${HARD}`);
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
    const arrows = page.locator('.board .chain-arrows');
    while ((await arrows.count()) === 0) await page.keyboard.press('ArrowRight');
    expect(await arrows.locator('g.on polygon').count()).toBeGreaterThan(0);
    expect(await arrows.locator('g.off polygon').count()).toBeGreaterThan(0);
    // each stands around its candidate
    const distance = await page.evaluate(`(() => {
      const middle = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      };
      const used = [...document.querySelectorAll('.candidates .used, .candidates .removed')].map(middle);
      const discs = [...document.querySelectorAll('.chain-arrows circle')].map(middle);
      return Math.max(...discs.map(([x, y]) => Math.min(...used.map(([a, b]) => Math.hypot(a - x, b - y)))));
    })()`);
    expect(distance).toBeLessThan(3);
    expect(await page.locator('.legend').textContent()).toMatch(/^Green arrows/);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('undo and redo', () => {
  test('keep the cursor, so that the next digit lands in its cell', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 5, 5).focus();
    await page.keyboard.press('1');
    await page.keyboard.press('Control+z');
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('row 5 column 5');
    await page.keyboard.press('5');
    expect(await cell(page, 5, 5).inputValue()).toBe('5');
    await page.locator('#undo').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    await page.keyboard.press('Control+y');
    expect(await cell(page, 5, 5).inputValue()).toBe('5');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+Shift+z');
    expect(await cell(page, 5, 5).inputValue()).toBe('5');
    expect(faults).toEqual([]);
  });

  test('survive a reload, with digits, marks and removed candidates', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 3).focus();
    for (const key of ['4', 'ArrowRight', 'Shift+Digit2', 'Control+Digit6', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await page.locator('#candidates').click();
    await page.keyboard.press('Shift+Digit2');
    await page.keyboard.press('Shift+Digit4');
    await page.keyboard.press('Control+z');
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    expect(await cell(page, 1, 3).inputValue()).toBe('4');
    expect(await page.locator('.board td').nth(3).locator('.corner').textContent()).toBe('2');
    expect(await page.locator('.board td').nth(3).locator('.centre').textContent()).toBe('6');
    await page.locator('#redo').click();
    await page.locator('#candidates').click();
    expect(await page.locator('.board td').nth(5).locator('.candidates').textContent()).toBe('68');
    for (let i = 0; i < 5; i++) await page.locator('#undo').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(await page.locator('#undo').isDisabled()).toBe(true);
    expect(await page.locator('.board .corner').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('lead back to the puzzle before, also from a grid of another size', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 9, 1).focus();
    await page.keyboard.press('3');
    await page.locator('#example').selectOption('6 × 6');
    await page.locator('#undo').click();
    expect(await gridText(page)).toBe(`${NEWSPAPER.slice(0, 72)}3${NEWSPAPER.slice(73)}`);
    await page.locator('#restart').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(await page.locator('#restart').isDisabled()).toBe(true);
  });
});

describe.skipIf(!hasBrowser)('the solution', () => {
  test('hides again', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#solve-puzzle').click();
    await page.getByText('The only solution').waitFor();
    expect(await gridText(page)).not.toContain('.');
    await page.getByText('Hide the solution').click();
    expect(await gridText(page)).toBe(NEWSPAPER);
    expect(await page.locator('#solve-puzzle').textContent()).toBe('Solve');
  });

  test.each(['Check', 'Hint', 'Count solutions', 'Show steps', 'a key on a clue'])(
    'after %s, which draws another grid, can be shown again',
    async (name) => {
      const { page } = await openTryPage(`#p=${NEWSPAPER}`);
      await page.locator('#solve-puzzle').click();
      await page.getByText('The only solution').waitFor();
      if (name === 'a key on a clue') await cell(page, 1, 1).press('9');
      else await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(() => gridText(page)).toContain('.');
      await expect.poll(() => page.locator('#solve-puzzle').textContent()).toBe('Solve');
      await page.locator('#solve-puzzle').click();
      await page.getByText('The only solution').waitFor();
      expect(await gridText(page)).not.toContain('.');
    },
  );

  test('marks where one’s own digits differ, and one’s digits are there again after it', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await cell(page, 1, 4).focus();
    await page.keyboard.press('2');
    await page.locator('#solve-puzzle').click();
    await page.getByText('One of your digits differs.').waitFor();
    expect(await cell(page, 1, 4).inputValue()).toBe('6');
    expect(await page.locator('td[data-mark=wrong]').count()).toBe(1);
    await page.locator('#solve-puzzle').click();
    expect(await cell(page, 1, 4).inputValue()).toBe('2');
  });

  test('takes the time of the solver, not that of the start of its worker', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#solve-puzzle').click();
    await page.getByText('found and proven in under 1 ms').waitFor();
  });

  test('leaves the exact reason of a broken rule', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER}`);
    await chooseWriting(page, 'Clues');
    await cell(page, 1, 3).focus();
    await page.keyboard.press('9');
    for (const id of ['#solve-puzzle', '#hint', '#check', '#show-steps']) {
      await page.locator(id).click();
      await page.locator('.side:not(.is-busy)').waitFor();
      expect(await resultText(page)).toBe('A rule is brokenBox 1 has 9 more than once.');
    }
  });
});
