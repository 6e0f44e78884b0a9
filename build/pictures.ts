// npm run docs:pictures: takes the screenshots in docs/images/, of a report and of the page to try
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { serveSite } from '../test/site/serve.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** In pixels: large enough to read in a README, small enough for a file of some tens of kilobytes. */
const SIZE = { width: 1000, height: 660 };
const PUZZLES = 3000;

const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
const browser = await launchBrowser();
const site = await serveSite();
try {
  await screenshot(browser, pathToFileURL(writeReport(directory)).href, 'report', async (page) => {
    await page.locator('.distributions figure').nth(1).waitFor();
  });
  await screenshot(browser, `${site.url}try.html`, 'try', async (page) => {
    await page.locator('html[data-ready]').waitFor();
    await page.locator('#example').selectOption('An XY-Wing');
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
  });
} finally {
  await site.close();
  await browser.close();
  rmSync(directory, { recursive: true });
}

/** Writes the report of random minimal puzzles, some of which require guesses. */
function writeReport(into: string): string {
  const [puzzles, page] = [join(into, 'puzzles.txt'), join(into, 'report.html')];
  const sudoku = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'bin/sudoku.js'), ...args], { stdio: 'inherit', cwd: into });
  sudoku('generate', '-q', '--count', String(PUZZLES), '--seed', '1', '-o', puzzles);
  sudoku('solve', '-q', 'puzzles.txt', '-o', 'solved.txt', '--report', page);
  return page;
}

async function screenshot(
  from: Browser,
  url: string,
  name: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await from.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await page.goto(url);
  await prepare(page);
  await page.screenshot({ path: join(ROOT, 'docs/images', `${name}.png`), animations: 'disabled' });
  await context.close();
}
