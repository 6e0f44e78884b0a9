import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

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
