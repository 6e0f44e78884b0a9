import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SEARCH_WORDS } from '../../site/search.ts';
import { accessibilityFaults, hasBrowser, type openPage } from '../browser.ts';
import { testedSite } from './tested-site.ts';

const PHONE = 390;
const TABLET = 768;
const DESKTOP = 1280;

/** What people type, and the page and section that answers it. */
const SEARCHES = {
  'exit codes': 'cli.html#exit-codes',
  csv: 'formats.html#csv-and-other-tables',
  killer: 'formats.html#rules-of-a-puzzle-killer-thermo-and-others',
  npy: 'formats.html#numpy-arrays-npy',
  price: 'scale.html#scale-and-cost',
  cancel: 'cli.html#stop-a-command',
  stop: 'cli.html#stop-a-command',
  dlx: 'benchmark.html#what-the-solvers-can-do',
  jigsaw: 'formats.html#jigsaws',
  license: 'start.html#licence',
  'lambda timeout': 'deploy.html#settings',
  gzip: 'formats.html#compressed-files-gzip-and-zstandard',
  deploy: 'deploy.html#deploy',
  'dead letters': 'operate.html#when-an-alarm-goes-off',
  generate: 'cli.html#generate',
  solveFile: 'api/sudoku-batch/functions/solveFile.html#function-solvefile',
  stdin: 'cli.html#command-line',
  webhook: 'deploy.html#events',
  'parqet files': 'formats.html#parquet',
};

const site = testedSite();
const open = (path: string, how?: Parameters<typeof openPage>[1]) => site.open(path, how, 'networkidle');

describe.skipIf(!hasBrowser)('the site', () => {
  test('has the target of every link, also of those to sections', () => {
    const { pathname } = new URL(site.url);
    const html = new Map(
      globSync('**/*.html', { cwd: site.directory }).map((path) => [
        path,
        readFileSync(join(site.directory, path), 'utf8'),
      ]),
    );
    expect(html.size).toBeGreaterThan(40);
    const missing = [...html].flatMap(([path, text]) =>
      Array.from(text.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href!.replaceAll('&amp;', '&'))
        .filter((href) => {
          if (/^[a-z]+:/.test(href)) return false;
          const [target = '', section] = href.split('#');
          const full = posix.resolve(
            '/',
            posix.dirname(pathname + path),
            target === '' ? posix.basename(path) : target,
          );
          const file =
            full === posix.normalize(pathname).replace(/\/$/, '') ? '' : full.slice(pathname.length);
          const page = html.get(file) ?? html.get(posix.join(file, 'index.html'));
          return (
            page === undefined || (section !== undefined && !page.includes(`id="${decodeURI(section)}"`))
          );
        })
        .map((href) => `${path}: ${href}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test.each(['', 'start.html', 'formats.html', 'api/', 'try.html'])(
    'loads /%s without faults or requests to other hosts, and fits a phone, a tablet and a desktop',
    async (path) => {
      for (const width of [PHONE, TABLET, DESKTOP]) {
        const { page, faults } = await open(path, { width });
        expect(faults).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.context().close();
      }
    },
  );

  test.each(
    ['', 'cli.html', 'grade.html', 'api/sudoku-batch/', 'try.html', '404.html'].flatMap((path) => [
      [path, { width: PHONE, dark: true }] as const,
      [path, { width: DESKTOP, dark: false }] as const,
      [path, { width: DESKTOP, dark: true }] as const,
    ]),
  )('/%s is accessible: %j', async (path, how) => {
    const { page } = await open(path, how);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test('finds sections by their words, shows snippets, and is operated by keys alone', async () => {
    const { page, faults } = await open('cli.html');
    await page.keyboard.press('Control+k');
    await page.locator('.VPLocalSearchBox input').waitFor();
    await page.keyboard.type('locked candidate');
    const results = page.locator('.VPLocalSearchBox .result');
    await results.nth(1).locator('.excerpt mark').first().waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await results.nth(1).getAttribute('class')).toContain('selected');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\.html#./);
    expect(faults).toEqual([]);
  });

  test('answers the words that people type with the right section first', async () => {
    const { page } = await open('report.html');
    const { pathname } = new URL(site.url);
    await page.keyboard.press('Control+k');
    for (const [words, section] of Object.entries(SEARCHES)) {
      await page.locator('.VPLocalSearchBox input').fill(words);
      const first = page.locator('.VPLocalSearchBox .result').first();
      const found = () => first.getAttribute('href').then((href) => `${words}: ${href}`);
      await expect.poll(found).toBe(`${words}: ${pathname}${section}`);
    }
    // all words are required, and no short word is taken for another
    await page.locator('.VPLocalSearchBox input').fill('csv xyzzy');
    await page.locator('.no-results').waitFor();
  });

  test('has every section to which words of the search lead', () => {
    const missing = Object.keys(SEARCH_WORDS).filter((address) => {
      const [path, id] = address.split('#');
      return !readFileSync(join(site.directory, path!), 'utf8').includes(`id="${id}"`);
    });
    expect(missing).toEqual([]);
  });

  test('describes every page in words of its own, and lets those be edited that stand in the repository', () => {
    const pages = globSync('**/*.html', { cwd: site.directory }).filter((path) => path !== '404.html');
    const descriptions = new Map<string, string[]>();
    const edited: string[] = [];
    for (const path of pages) {
      const html = readFileSync(join(site.directory, path), 'utf8');
      const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
      descriptions.set(description, [...(descriptions.get(description) ?? []), path]);
      const [, source] = /href="[^"]*\/edit\/main\/([^"]*)"/.exec(html) ?? [];
      if (source !== undefined) edited.push(source);
    }
    expect([...descriptions].filter(([text, { length }]) => text.length < 20 || length > 1)).toEqual([]);
    const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
    expect(edited.length).toBeGreaterThan(15);
    expect(edited.filter((path) => !files.includes(path))).toEqual([]);
  });

  test('names every table of a page differently, by its heading and columns', async () => {
    const { page } = await open('cli.html');
    const names = await page
      .locator('.vp-doc .table')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toContain('Exit codes: exit code, meaning');
    expect(new Set(names).size).toBe(names.length);
  });

  test('shows every command without scrolling sideways', async () => {
    const { page } = await open('cli.html', { width: DESKTOP });
    for (const name of [
      'start',
      'cli',
      'data-sets',
      'deploy',
      'contributing',
      'library',
      'report',
      'local-cloud',
    ]) {
      await page.goto(`${site.url}${name}.html`);
      const commands = page.locator('.language-sh code, .language-console .command');
      const cut = await commands.evaluateAll(
        (all) =>
          all.filter((one) => {
            const block = one.closest('pre')!.getBoundingClientRect();
            return one.scrollWidth > block.width || one.getBoundingClientRect().right > block.right;
          }).length,
      );
      expect([name, (await commands.count()) > 0, cut]).toEqual([name, true, 0]);
    }
  });

  test('copies the commands of a transcript without prompts and output', async () => {
    const { page } = await open('cli.html');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = page.locator('.language-console', { hasText: 'redrive --dry-run' });
    await block.hover();
    await block.locator('button.copy').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npx sudoku redrive --dry-run\nnpx sudoku redrive --key monday.csv --wait',
    );
  });

  test('has contents of the page, previous and next pages, and buttons that copy', async () => {
    const { page } = await open('library.html');
    expect(await page.locator('.VPDocAsideOutline a').count()).toBeGreaterThan(1);
    expect(await page.locator('.pager-link.prev').textContent()).toContain('Operate');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('div[class*=language-]').first().hover();
    await page.locator('button.copy').first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('npm install sudoku-batch');
  });

  test('has its list of pages behind a button on a phone', async () => {
    const { page } = await open('cli.html', { width: PHONE });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Formats and options' }).click();
    await page.waitForURL(/formats\.html$/);
  });
});

describe.skipIf(!hasBrowser)('the front page', () => {
  test('solves the puzzle that one types, and says what is wrong with others', async () => {
    const { page, faults } = await open('');
    const solved = () => page.locator('.solve-now .state');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await solved().getByText('The only solution, found in').waitFor();
    expect(
      await page
        .locator('.solve-now input')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value).join('')),
    ).toBe('534678912672195348198342567859761423426853791713924856961537284287419635345286179');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('.solve-now input').first().focus();
    await page.keyboard.type('1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('1');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await solved().getByText('Two equal digits see each other.').waitFor();
    expect(faults).toEqual([]);
  });

  test('has no empty stretch below its puzzle on a phone, before and after it is solved', async () => {
    const { page } = await open('', { width: PHONE });
    const gap = () =>
      page.evaluate(`(() => {
        const [state, list] = ['.solve-now .state', '.front ul'].map((one) => document.querySelector(one).getBoundingClientRect());
        return [state.height < 60, list.top - state.bottom < 40];
      })()`);
    await page.getByText('Type into the grid').waitFor();
    expect(await gap()).toEqual([true, true]);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText('The only solution').waitFor();
    expect(await gap()).toEqual([true, true]);
  });

  test('loads the solver only when it is to solve', async () => {
    const { page } = await open('');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.solve-now .state').getByText('The only solution').waitFor();
    expect(requests.filter((url) => url.endsWith('.js'))).not.toEqual([]);
  });
});
