// Takes the pictures of the report and of the page to try that the documents show: `npm run docs:pictures`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { serveSite } from '../test/site/serve.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Pixels: readable in a README, and some tens of kilobytes. */
const SIZE = { width: 1000, height: 660 };
const PUZZLES = 3000;

const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
const browser = await launchBrowser();
const site = await serveSite();
try {
  await picture(browser, pathToFileURL(report(directory)).href, 'report', async (page) => {
    await page.locator('canvas').nth(1).waitFor();
  });
  await picture(browser, `${site.url}try.html`, 'try', async (page) => {
    await page.locator('html[data-ready]').waitFor();
    await page.locator('#example-few').click();
    await page.locator('#solve').click();
    await page.locator('#result').waitFor();
  });
} finally {
  await site.close();
  await browser.close();
  rmSync(directory, { recursive: true });
}

/** A page of random minimal puzzles, of which some took guesses. */
function report(into: string): string {
  const [puzzles, page] = [join(into, 'puzzles.txt'), join(into, 'report.html')];
  const sudoku = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'bin/sudoku.js'), ...args], { stdio: 'inherit', cwd: into });
  sudoku('generate', '-q', '--count', String(PUZZLES), '--seed', '1', '-o', puzzles);
  sudoku('solve', '-q', 'puzzles.txt', '-o', 'solved.txt', '--report', page);
  return page;
}

async function picture(
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
