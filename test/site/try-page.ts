// Puzzles for the tests of the page to try, and what they do on it.

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from 'playwright-core';

export const NEWSPAPER = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
/** Has eight solutions. */
export const AMBIGUOUS: string = NEWSPAPER.replace('.98....6.', '.9.....6.');
export const EMPTY: string = '.'.repeat(81);
/** A name that would become an element if it was inserted as markup. */
export const HOSTILE = '<img src=x onerror=alert(1)>';

/** The grid as a line, `.` for an empty cell. */
export const gridText = (page: Page): Promise<unknown> =>
  page.evaluate("[...document.querySelectorAll('.board input.value')].map((c) => c.value || '.').join('')");

export const cell = (page: Page, row: number, column: number): Locator =>
  page.locator('.board input.value').nth((row - 1) * 9 + column - 1);

/** Pastes into the focused cell, or else into the page. */
export const paste = (page: Page, text: string, html = ''): Promise<void> =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ${JSON.stringify(text)});
      if (${html !== ''}) clipboardData.setData('text/html', ${JSON.stringify(html)});
      (document.activeElement ?? document.body).dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    })()`,
  );

/** What the keys write: `Digits`, `Corner`, `Centre` or `Clues`. */
export const chooseWriting = (page: Page, label: string): Promise<void> =>
  page.getByRole('radio', { name: label }).check();

/** The text beside the grid. */
export const resultText = (page: Page): Promise<string | null> =>
  page.locator('#puzzle-result').textContent();

/** Chooses a file for the panel of files. */
export async function chooseFile(page: Page, path: string): Promise<void> {
  await page.locator('#file').setInputFiles(path);
  await page.locator('#chosen').getByText(basename(path)).waitFor();
}

/** Presses Solve and waits until it succeeds or fails. */
export async function pressSolve(page: Page, button = '#solve'): Promise<void> {
  await page.locator(button).click();
  await page.locator('#result-title, #problem:not(:empty)').first().waitFor();
  await page.locator('#stop').waitFor({ state: 'hidden' });
}

/** Saves the result by its link. */
export async function download(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}
