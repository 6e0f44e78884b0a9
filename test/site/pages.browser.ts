import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accessibilityFaults, hasBrowser, type openPage } from '../browser.ts';
import { testedSite } from './tested-site.ts';

const PHONE = 390;
const TABLET = 768;
const DESKTOP = 1280;

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

  test('has contents of the page, previous and next pages, and buttons that copy', async () => {
    const { page } = await open('library.html');
    expect(await page.locator('.VPDocAsideOutline a').count()).toBeGreaterThan(1);
    expect(await page.locator('.pager-link.prev').textContent()).toContain('Deploy');
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
    await solved().getByText('It is the only solution.').waitFor();
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

  test('loads the solver only when it is to solve', async () => {
    const { page } = await open('');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.locator('.solve-now .state').getByText('Solved in').waitFor();
    expect(requests.filter((url) => url.endsWith('.js'))).not.toEqual([]);
  });
});
