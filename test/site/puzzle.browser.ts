import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { AMBIGUOUS, cell, EMPTY, gridText, NEWSPAPER, resultText } from './try-page.ts';

const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** Has the worker say of each solution that the search for another one was given up. */
const UNPROVEN = `
  Worker.prototype.addEventListener = function (type, take, ...rest) {
    const changed = (event) => {
      const { data } = event;
      if (data?.value?.isProven) data.value.isProven = false;
      if (data?.value?.steps) data.value = 'unproven';
      take(event);
    };
    EventTarget.prototype.addEventListener.call(this, type, type === 'message' ? changed : take, ...rest);
  };`;

const { openTryPage } = testedSite();

describe.skipIf(!hasBrowser)('the grid of the page "Try it"', () => {
  test('solves, and moves the focus to the result', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    await page.locator('#solve-puzzle').click();
    await page.getByText('The only solution').waitFor();
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
    const { page } = await openTryPage(`#p=${puzzle}`);
    await page.locator('#solve-puzzle').click();
    await page.locator('#puzzle-result h2').getByText(title).waitFor();
  });

  test('says that the proof of a single solution took too long, and shows no steps', async () => {
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER}`);
    // for a real puzzle, this would take minutes
    await page.addInitScript(UNPROVEN);
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    await page.locator('#solve-puzzle').click();
    await page.getByText('Whether there is another solution took too long to find out.').waitFor();
    expect(await gridText(page)).toBe(SOLUTION);
    await page.locator('#show-steps').click();
    await page.locator('#puzzle-result h2').getByText('No steps').waitFor();
    expect(await resultText(page)).toContain('whether there is another one took too long to find out');
    expect(faults).toEqual([]);
  });

  test('colours the cells in which two solutions differ', async () => {
    const { page } = await openTryPage(`#p=${AMBIGUOUS}`);
    await page.locator('#solve-puzzle').click();
    await page.getByText('More than one solution').waitFor();
    expect(await page.locator('td[data-mark=open]').count()).toBeGreaterThan(3);
  });

  test('counts solutions, shows how many it has found, and can be stopped', async () => {
    const { page, faults } = await openTryPage(`#p=${AMBIGUOUS}`);
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
    const { page, faults } = await openTryPage(`#p=${NEWSPAPER.slice(0, 36)}${EMPTY.slice(36)}`);
    await page.locator('#count-solutions').click();
    await page.locator('.busy').getByText('More than').waitFor();
    await cell(page, 1, 3).focus();
    await page.keyboard.type('4');
    await page.locator('.side:not(.is-busy)').waitFor();
    expect(await resultText(page)).toMatch(/^13 clues1 digit of your own/);
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toMatch(
      /^row 1 column 3/,
    );
    expect(faults).toEqual([]);
  });

  test('lets one stop a task that began while another was running', async () => {
    const { page } = await openTryPage(`#p=${NEWSPAPER.slice(0, 36)}${EMPTY.slice(36)}`);
    for (const _ of [1, 2]) {
      await page.locator('#count-solutions').click();
      await page.locator('.busy').getByText('More than').waitFor();
    }
    await page.locator('#stop-puzzle').click();
    await page.locator('#puzzle-result').getByText('Counting has ended').waitFor();
  });

  test('shows the graded steps one by one, by buttons and arrow keys', async () => {
    const { page, faults } = await openTryPage();
    await page.locator('#example').selectOption('An XY-Wing');
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
    expect(await resultText(page)).toMatch(/^HardER \(hardest step\)4\.2/);
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
    const { page } = await openTryPage();
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
      const { page, faults } = await openTryPage();
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
    const { page } = await openTryPage();
    await page.locator('#difficulty').selectOption('hard');
    await page.locator('#generate').click();
    await page.waitForURL(/#p=/);
    await page.locator('#show-steps').click();
    await page.locator('.difficulty').getByText('Hard', { exact: true }).waitFor();
  });

  test('generates a puzzle with rules that are drawn for it', async () => {
    const { page, faults } = await openTryPage(`#p=${'.'.repeat(36)}`);
    await page.locator('#drawn').selectOption('killer');
    expect(await page.locator('#difficulty').isDisabled()).toBe(true);
    await page.locator('#generate').click();
    await page.waitForURL(/cages=/);
    await page.locator('svg.rules[aria-label*=cage]').waitFor();
    await page.locator('#solve-puzzle').click();
    await page.getByText('The only solution').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
