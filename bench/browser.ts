// npm run bench -- browser [--rounds N]
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { makePuzzles } from '../site/try/files/make-puzzles.ts';
import { launchBrowser } from '../test/browser.ts';
import { serveSite } from '../test/site/serve.ts';
import { download, pressSolve } from '../test/site/try-page.ts';
import { sudoku, tableHead, tableRow, temporaryFolder } from './shared/programs.ts';
import { machineText, median, spreadText } from './shared/timing.ts';

const PUZZLES = 1_000_000;
/** Longest time of one run, in milliseconds. */
const TIMEOUT = 120_000;

const { rounds, seed } = new Command('browser')
  .description(
    'Times the first solve in a page of its own, in Chromium and on a processor that it slows. Then compares the speed of the page to try with `sudoku solve` on the same million 9x9 puzzles, in turns.',
  )
  .option('--rounds <n>', 'timed rounds, after a warm-up', Number, 5)
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .parse()
  .opts<{ rounds: number; seed: number }>();

/** A page that imports the package, then solves a puzzle, and reports how long both took. */
const FIRST_SOLVE = (entry: string) => `<!doctype html><script type="module">
  const begun = performance.now();
  const { solve } = await import('/${entry}.js');
  const loaded = performance.now();
  await solve('8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..');
  window.times = [loaded - begun, performance.now() - loaded];
</script>`;

using folder = temporaryFolder();
const [input, output] = [join(folder.path, 'million.txt'), join(folder.path, 'solved.txt')];
const browser = await launchBrowser();
console.log(`${machineText()}, Chromium ${browser.version()}\n`);
await timeFirstSolves();
const site = await serveSite();
try {
  writeFileSync(input, makePuzzles(seed, PUZZLES));
  const page = await openPage();
  console.log(`\n${tableHead('round', 'page, s', 'sudoku solve, s')}`);
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

/** Prints how long the import and the first solve take, for `sudoku-batch` and `sudoku-batch/solve`. */
async function timeFirstSolves(): Promise<void> {
  const built = await build({
    entryPoints: { index: 'dist/browser/index.js', solve: 'dist/browser/solve.js' },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    logLevel: 'error',
    write: false,
  });
  const scripts = new Map(built.outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]));
  const context = await browser.newContext();
  await context.route('http://bench.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const script = scripts.get(pathname);
    return route.fulfill(
      script
        ? { contentType: 'text/javascript', body: script }
        : { contentType: 'text/html', body: FIRST_SOLVE(pathname.slice(1)) },
    );
  });
  console.log(tableHead('entry', 'processor slowed', 'import, ms', 'first solve, ms'));
  for (const entry of ['index', 'solve']) {
    for (const rate of [1, 6]) {
      const times: [number, number][] = [];
      for (let round = 0; round < rounds; round++) {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate });
        await page.goto(`http://bench.test/${entry}`);
        const found = await page.waitForFunction('window.times');
        times.push((await found.jsonValue()) as [number, number]);
        await page.close();
      }
      const text = (part: 0 | 1) =>
        spreadText(
          times.map((each) => each[part]),
          (ms) => ms.toFixed(0),
        );
      console.log(tableRow(entry, `${rate} x`, text(0), text(1)));
    }
  }
  await context.close();
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
