import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { AMBIGUOUS, chooseFile, gridText, HOSTILE, NEWSPAPER, pressSolve, resultText } from './try-page.ts';

const { openTryPage } = testedSite();

describe.skipIf(!hasBrowser)('the table of the page "Try it"', () => {
  test('has pages, and opens the puzzle of a row in the grid', async () => {
    const { page, faults } = await openTryPage('#files');
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

  test.each(['rules.csv', 'rules.jsonl', 'jigsaws.txt', 'links.txt'])(
    'opens the puzzles of %s with their rules, and the grid solves them as the file was solved',
    async (name) => {
      const { page, faults } = await openTryPage('#files');
      await chooseFile(page, `examples/${name}`);
      await page.getByText('Options', { exact: true }).click();
      await page.locator('#option-output').selectOption('jsonl');
      await pressSolve(page);
      const rows = (await page.locator('#result').textContent())!.trim().split('\n');
      const open = page.locator('.rows .open');
      expect(await open.count()).toBe(rows.length);
      for (const [i, row] of rows.entries()) {
        const { status, solution } = JSON.parse(row) as { status: string; solution: string };
        if (status !== 'solved') continue;
        await page.locator('#tab-many').click();
        await open.nth(i).click();
        await page.locator('#solve-puzzle').click();
        // without its rules, it would have another solution, or several
        await page
          .locator('#puzzle-result')
          .getByText(/^Solved|^More than one solution/)
          .waitFor();
        if (/^Solved/.test((await resultText(page))!)) expect(await gridText(page), row).toBe(solution);
      }
      expect(faults).toEqual([]);
    },
  );

  test('says why a puzzle does not open', async () => {
    const { page } = await openTryPage('#files');
    await chooseFile(page, 'examples/pencilmarks.txt');
    await pressSolve(page);
    await page.locator('.rows .open').first().click();
    expect(await page.locator('#closed-puzzle').textContent()).toBe(
      'Puzzle 1 does not open in the grid: expected cells that are given or empty, got some that may have certain digits only.',
    );
    expect(await page.locator('#tab-many').getAttribute('aria-selected')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('shows ratings if they were requested, and counts', async () => {
    const { page } = await openTryPage('#files');
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
    const { page, faults } = await openTryPage('#files');
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
    const { page } = await openTryPage('#files');
    await chooseFile(page, 'examples/thousand.txt');
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
    const { page } = await openTryPage('#files');
    const small = { name: 'small.txt', mimeType: '', buffer: Buffer.from('12.434..2.4343.1') };
    await page.locator('#file').setInputFiles(small);
    await page.locator('#chosen').getByText('small.txt, 16 bytes').waitFor();
    await page.locator('#puzzles').press('Enter');
    expect(await page.locator('#chosen').textContent()).toBe('');
    expect(await page.locator('#file').inputValue()).toBe('');
  });

  test('says that it takes one of several files that are dropped', async () => {
    const { page } = await openTryPage('#files');
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      for (const name of ['one.txt', 'two.txt']) dataTransfer.items.add(new File(['1'], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await page.locator('#chosen').getByText('one.txt, 1 byte. One file at a time: 1 other ignored').waitFor();
  });

  test('says that a file cannot be read', async () => {
    const { page, faults } = await openTryPage('#files');
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
    const { page } = await openTryPage('#files');
    const buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0, 1]);
    await page.locator('#file').setInputFiles({ name: 'a.txt.zst', mimeType: '', buffer });
    await page.locator('#chosen').getByText('a.txt.zst').waitFor();
    await pressSolve(page);
    expect(await page.locator('#problem').textContent()).toMatch(/^expected a whole Zstandard file, got one/);
    expect(await page.evaluate('document.activeElement.id')).toBe('problem');
  });
});
