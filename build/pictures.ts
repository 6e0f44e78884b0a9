// npm run docs -- pictures: takes the picture of README, light and dark, into docs/images/: the top of the report of a million
// puzzles that the command line has solved. Writes its figures into README, so that both come from one run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchBrowser } from '../test/browser.ts';
import { installGenerator } from './site.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const IMAGES = join(ROOT, 'docs/images');
/** As wide as GitHub shows a README, so that the text of the picture has the size of the text around it. */
const WIDTH = 840;
/** For sharp text on today's screens. */
const SCALE = 2;
/** Colours of a picture: enough for text and flat areas, and a third of the bytes of all colours. */
const COLOURS = 64;
/** Other programs can only slow down a run: the fastest one counts. */
const RUNS = 9;

/** Reduces the colours of a PNG. A package of site/ does it. */
type Sharp = (png: Buffer) => {
  png(options: object): { toFile(path: string): Promise<{ size: number }> };
};

installGenerator();
const directory = mkdtempSync(join(tmpdir(), 'pictures-'));
const browser = await launchBrowser();
const sharp = createRequire(join(ROOT, 'site/package.json'))('sharp') as Sharp;
rmSync(IMAGES, { recursive: true, force: true });
mkdirSync(IMAGES);
try {
  const url = pathToFileURL(solveMillion(directory)).href;
  for (const colorScheme of ['light', 'dark'] as const) {
    const viewport = { width: WIDTH, height: 1000 };
    const context = await browser.newContext({ viewport, deviceScaleFactor: SCALE, colorScheme });
    const page = await context.newPage();
    await page.goto(url);
    if (colorScheme === 'light') writeFigures(await page.locator('.tiles > div').allInnerTexts());
    // up to the first section with buttons
    const end = await page.getByRole('heading', { name: 'How hard they are' }).boundingBox();
    const clip = { x: 0, y: 0, width: WIDTH, height: Math.floor(end!.y) - 24 };
    const path = join(IMAGES, `million-${colorScheme}.png`);
    const png = await page.screenshot({ clip, animations: 'disabled' });
    const { size } = await sharp(png).png({ palette: true, colours: COLOURS, effort: 10 }).toFile(path);
    console.log(`${path.slice(ROOT.length)}: ${Math.round(size / 1024)} KB`);
    await context.close();
  }
} finally {
  await browser.close();
  rmSync(directory, { recursive: true });
}

/** Writes the figures of the picture into its text for screen readers, and its rate into the sentence above. @param tiles name and figure */
function writeFigures(tiles: readonly string[]): void {
  const [, ...figures] = tiles.map((tile) => tile.split('\n').toReversed().join(' '));
  const rate = Number(/([\d.]+)M/.exec(figures.join())![1]);
  const path = join(ROOT, 'README.md');
  const readme = readFileSync(path, 'utf8')
    .replace(/(puzzles were solved; )[^"]*/, `$1${figures.join(', ')}`)
    .replace(/(solved the file below at )[\d.]+/, `$1${rate.toFixed(1)}`);
  writeFileSync(path, readme);
}

/** Solves a million puzzles, a thousand and their equivalents, several times. @returns the path of the fastest run's report */
function solveMillion(folder: string): string {
  const sudoku = (...args: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'bin/sudoku.js'), ...args], { cwd: folder, stdio: 'pipe' });
  sudoku('augment', join(ROOT, 'examples/thousand.txt'), '--times', '999', '-o', 'million.txt');
  const runs = Array.from({ length: RUNS }, (_, run) => {
    const report = join(folder, `report-${run}.html`);
    sudoku('solve', 'million.txt', '-o', 'solved.txt', '--report', report);
    rmSync(join(folder, 'solved.txt'));
    return { report, seconds: Number(/"seconds":([\d.]+)/.exec(readFileSync(report, 'utf8'))![1]) };
  });
  return runs.sort((a, b) => a.seconds - b.seconds)[0]!.report;
}
