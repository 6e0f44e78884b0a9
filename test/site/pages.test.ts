import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { slug } from '../../site/markdown.ts';
import { descriptionOf, GROUPS, isEditable, linkTarget, pathOf } from '../../site/pages.ts';
import { withPolicy } from '../../site/policy.ts';

test('the list of pages has all documents, guides first', () => {
  const listed = GROUPS.flatMap(({ pages }) => Object.keys(pages));
  const documents = globSync('{docs/*,*}.md').filter((path) => path !== 'README.md');
  expect(documents.filter((path) => !listed.includes(path))).toEqual([]);
  expect(GROUPS[0]).toMatchObject({ title: 'Guides', pages: { 'site/start.md': 'Get started' } });
});

test('pages of the site begin with settings, which formatters do not know', () => {
  for (const path of globSync('site/*.md'))
    expect(readFileSync(path, 'utf8'), path).toMatch(/^---\n(\w+: .+\n)+---\n/);
});

test('no document has two braces, in which Vue would evaluate an expression', () => {
  for (const path of globSync('{docs/*,*}.md')) {
    const outsideBlocks = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    expect(outsideBlocks, path).not.toContain('{{');
  }
});

test.each([
  ['site/start.md', 'start.md'],
  ['docs/cli.md', 'cli.md'],
  ['docs/api/index.md', 'api/index.md'],
  ['docs/SECURITY.md', 'security.md'],
  ['site/index.md', 'index.md'],
])('%s is the page %s', (source, path) => {
  expect(pathOf(source)).toBe(path);
});

test.each([
  ['README.md', 'docs/formats.md#results-as-tables', '/formats.html#results-as-tables'],
  ['docs/formats.md', '../site/start.md', '/start.html'],
  ['docs/formats.md', '../README.md', 'https://github.com/sudoku-batch/sudoku-batch/blob/main/README.md'],
  ['docs/api/index.md', '../formats.md', '/formats.html'],
  ['docs/api/sudoku-batch/index.md', '../index.md', '/api/'],
  [
    'docs/formats.md',
    '../core/options/options.ts',
    'https://github.com/sudoku-batch/sudoku-batch/blob/main/core/options/options.ts',
  ],
  ['README.md', 'examples/', 'https://github.com/sudoku-batch/sudoku-batch/tree/main/examples'],
  ['docs/formats.md', '#options', '#options'],
  ['docs/formats.md', 'https://example.org/a.md', 'https://example.org/a.md'],
])('in %s, a link to %s leads to %s', (source, href, target) => {
  expect(linkTarget(source, href)).toBe(target);
});

test.each([
  [
    '# A\n\nFirst *words* of [a page](b.md), `code` and snake_case.\n\nMore.',
    'First words of a page, code and snake_case.',
  ],
  ['# A\n\n```sh\nnpm ci\n```\n\n| a |\n| --- |\n\nA paragraph.\n', 'A paragraph.'],
  ['# A\n\n- a list\n', 'A of sudoku-batch'],
  [
    '[up](..)\n\n# Function: solve()\n\n> **solve**(`puzzle`)\n\nSolves one.\n',
    'Function: solve(). Solves one.',
  ],
  [
    `# A\n\nThis sentence is long enough to stand by itself as a description. ${'b'.repeat(99)}.\n`,
    'This sentence is long enough to stand by itself as a description.',
  ],
  [`# A\n\n${'word '.repeat(50)}.\n`, `${'word '.repeat(32)}…`],
])('the description of the page %j is %j', (markdown, description) => {
  expect(descriptionOf(markdown)).toBe(description);
});

test('pages that a program writes cannot be edited', () => {
  expect(['docs/cli.md', 'site/start.md', 'docs/construct.md', 'docs/api/index.md'].map(isEditable)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a link to a file that the repository lacks fails the build', () => {
  expect(() => linkTarget('docs/cli.md', 'gone.md')).toThrow(
    'docs/cli.md: expected a link to a file of the repository, got gone.md',
  );
});

test.each([
  ['`a` & B, c'.replaceAll('`', ''), 'a--b-c'],
  ['Lanes: 9x9 puzzles, in bulk', 'lanes-9x9-puzzles-in-bulk'],
])('the heading %j has the id that GitHub gives it', (title, id) => {
  expect(slug(title)).toBe(id);
});

test('the policy of a page allows its own scripts by their hashes, and no other inline script or style element', () => {
  const html = withPolicy(
    '<meta charset="utf-8"><script id="a">let a = 1</script><script src="/b.js"></script>',
  );
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html)!;
  expect(policy!.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-LAfYd7pbFUgwfQu8b4q135PeTG2z+/coPEUYCd74eCQ='",
      // a worker from a URL would not have this policy
      'worker-src blob:',
      expect.stringMatching(/^style-src 'self' 'sha256-\S+'$/),
    ]),
  );
});

test('the project does not install the generator of the site', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object };
  expect(Object.keys(packages).filter((path) => /vitepress|lighthouse/.test(path))).toEqual([]);
});
