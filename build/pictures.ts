// npm run docs -- pictures: takes the screenshots in docs/images/ of the front page, the page to try and a report: on a desktop
// and on a phone, light and dark. The report is that of the first command of README.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.ts';
import { serveSite } from '../test/site/serve.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs/images');
const SIZES = [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
];
const THEMES = ['light', 'dark'] as const;
/** Colours of a picture: enough for text and flat areas, and a third of the bytes of all colours. */
const COLOURS = 64;

/** Reduces the colours of a PNG. A package of site/ does it. */
type Sharp = (png: Buffer) => {
  png(options: object): { toFile(path: string): Promise<{ size: number }> };
};

const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
const [browser, site] = await Promise.all([launchBrowser(), serveSite()]);
const sharp = createRequire(join(ROOT, 'site/package.json'))('sharp') as Sharp;
rmSync(IMAGES, { recursive: true, force: true });
mkdirSync(IMAGES);
let total = 0;
try {
  await pictures('front', site.url, async (page) => {
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.solve-now .state:not(:empty)').waitFor();
    await page.evaluate('scrollTo(0, 0)');
  });
  await pictures('try', `${site.url}try.html`, async (page) => {
    await page.locator('html[data-ready]').waitFor();
    await page.locator('#example').selectOption('An XY-Wing');
    await page.locator('#show-steps').click();
    await page.locator('.steps').waitFor();
  });
  await pictures('report', pathToFileURL(makeReport(directory)).href, async (page) => {
    await page.locator('.distributions figure').nth(1).waitFor();
  });
  console.log(`${Math.round(total / 1024)} KB in all`);
} finally {
  await site.close();
  await browser.close();
  rmSync(directory, { recursive: true });
}

/** Runs the first command of README, in a folder of its own. @returns the path of the report */
function makeReport(folder: string): string {
  const report = join(folder, 'report.html');
  const command = ['solve', 'examples/thousand.txt', '-o', join(folder, 'solved.txt'), '--report', report];
  execFileSync(process.execPath, [join(ROOT, 'bin/sudoku.js'), ...command], { stdio: 'inherit', cwd: ROOT });
  return report;
}

/** Takes pictures of a page in all sizes and themes. */
async function pictures(name: string, url: string, prepare: (page: Page) => Promise<void>): Promise<void> {
  for (const viewport of SIZES) {
    for (const colorScheme of THEMES) {
      const png = await screenshot(browser, url, { viewport, colorScheme, reducedMotion: 'reduce' }, prepare);
      const path = join(IMAGES, `${name}-${colorScheme}-${viewport.width}.png`);
      const { size } = await sharp(png).png({ palette: true, colours: COLOURS, effort: 10 }).toFile(path);
      console.log(`${path.slice(ROOT.length)}: ${Math.round(size / 1024)} KB`);
      total += size;
    }
  }
}

async function screenshot(
  from: Browser,
  url: string,
  how: Parameters<Browser['newContext']>[0],
  prepare: (page: Page) => Promise<void>,
): Promise<Buffer> {
  const context = await from.newContext(how);
  const page = await context.newPage();
  await page.goto(url);
  await prepare(page);
  const png = await page.screenshot({ animations: 'disabled' });
  await context.close();
  return png;
}
