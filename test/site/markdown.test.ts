import { expect, test } from 'vitest';
import { renderMarkdown } from '../../site/markdown.ts';
import { linkTarget, pagesOf } from '../../site/pages.ts';

const pages = pagesOf(['docs/formats.md', 'README.md', 'docs/api/index.md', 'docs/new.md']);
const known = new Map(pages.map(({ source, path }) => [source, path]));
const [readme, formats, api] = pages;

test('pagesOf orders pages by the list, and appends the others', () => {
  expect(pages.map(({ path }) => path)).toEqual(['index.html', 'formats.html', 'api/index.html', 'new.html']);
});

test('linkTarget leads to pages of the site, or else to the repository', () => {
  expect(linkTarget(readme!, 'docs/formats.md#results-as-tables', known)).toBe(
    'formats.html#results-as-tables',
  );
  expect(linkTarget(formats!, '../README.md', known)).toBe('index.html');
  expect(linkTarget(api!, '../formats.md', known)).toBe('../formats.html');
  expect(linkTarget(formats!, '../core/options/options.ts', known)).toMatch(
    /^https:.*\/main\/core\/options\/options\.ts$/,
  );
  expect(linkTarget(formats!, '#here', known)).toBe('#here');
  expect(linkTarget(formats!, 'https://example.org/a.md', known)).toBe('https://example.org/a.md');
});

test("renderMarkdown gives headings GitHub's ids, and divides the page into sections for the search", () => {
  const text =
    '# The page\n\nfront\n\n## `a` & B, c\n\nsome *text*\n\n## Twice\n\n## Twice\n\n| x |\n| - |\n| 1 |\n';
  const { html, title, sections } = renderMarkdown(text, (href) => href);
  expect(title).toBe('The page');
  expect(sections.map(({ anchor }) => anchor)).toEqual(['', 'a--b-c', 'twice', 'twice-1']);
  expect(sections[1]).toEqual({ anchor: 'a--b-c', title: 'a & B, c', text: 'some text ' });
  expect(html).toContain('<h2 id="a--b-c">');
  expect(html).toContain('role="region"');
});
