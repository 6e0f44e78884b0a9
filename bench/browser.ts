// npm run bench -- browser [--rounds N]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Page } from 'playwright-core';
import { makePuzzles } from '../site/try/files/make-puzzles.ts';
import { launchBrowser } from '../test/browser.ts';
import { serveSite } from '../test/site/serve.ts';
import { download, pressSolve } from '../test/site/try-page.ts';
import { sudoku, tableHead, tableRow, temporaryFolder } from './shared/programs.ts';
import { machineText, median } from './shared/timing.ts';

const PUZZLES = 1_000_000;
/** Longest time of one run, in milliseconds. */
const TIMEOUT = 120_000;

const { rounds, seed } = new Command('browser')
  .description(
    'Compares the speed of the page to try, in Chromium, with `sudoku solve` on the same million 9x9 puzzles, in turns.',
  )
  .option('--rounds <n>', 'timed rounds, after a warm-up', Number, 5)
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .parse()
  .opts<{ rounds: number; seed: number }>();

using folder = temporaryFolder();
const [input, output] = [join(folder.path, 'million.txt'), join(folder.path, 'solved.txt')];
const site = await serveSite();
const browser = await launchBrowser();
try {
  writeFileSync(input, makePuzzles(seed, PUZZLES));
  const page = await openPage();
  console.log(`${machineText()}, Chromium ${browser.version()}\n`);
  console.log(tableHead('round', 'page, s', 'sudoku solve, s'));
  const times: { page: number; command: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const time = { page: await pageSeconds(page), command: commandSeconds() };
    console.log(tableRow(round || 'warm-up', time.page.toFixed(2), time.command.toFixed(2)));
    if (round > 0) times.push(time);
  }
  const { bytes } = await download(page);
  if (!bytes.equals(readFileSync(output)))
    throw new Error('expected the same result from the page and from sudoku solve, got different ones');
  const rate = (of: 'page' | 'command') =>
    Math.round(PUZZLES / median(times.map((time) => time[of]))).toLocaleString('en');
  console.log(
    `\nPuzzles per second, medians: ${rate('page')} in the page, ${rate('command')} by sudoku solve.`,
  );
} finally {
  await browser.close();
  await site.close();
}

async function openPage(): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(`${site.url}try.html#files`);
  await page.locator('html[data-ready]').waitFor();
  await page.locator('#file').setInputFiles(input);
  await page.locator('#chosen').getByText('million.txt').waitFor();
  return page;
}

/** From the click on the button to the end, as the page reports it. */
async function pageSeconds(page: Page): Promise<number> {
  await pressSolve(page);
  const state = (await page.locator('#facts').textContent()) ?? '';
  const [, seconds] = /^([\d.]+) s/.exec(state) ?? [];
  if (seconds === undefined) throw new Error(`expected the page to finish, got ${state}`);
  return Number(seconds);
}

/** From the start of the process to its end. */
function commandSeconds(): number {
  const begin = performance.now();
  sudoku(['solve', '--quiet', '--out', output, input]);
  return (performance.now() - begin) / 1000;
}
