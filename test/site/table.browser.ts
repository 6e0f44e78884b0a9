import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser } from '../browser.ts';
import { testedSite } from './tested-site.ts';
import { AMBIGUOUS, gridText, HOSTILE, NEWSPAPER, pressSolve } from './try-page.ts';

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
