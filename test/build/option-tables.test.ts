import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENTS, replaceOptions } from '../../build/option-tables.ts';
import { slug } from '../../site/markdown.ts';

test.each(Object.entries(DOCUMENTS))('%s contains the current table (npm run docs)', (path, table) => {
  const document = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(replaceOptions(document, table())).toBe(document);
});

test('the links of the table of options lead to existing sections', () => {
  const path = 'docs/formats.md';
  const formats = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  const sections = [
    ...Array.from(formats.matchAll(/^#+ (.*)$/gm), ([, title]) => slug(title!)),
    ...Array.from(formats.matchAll(/<a id="([^"]*)">/g), ([, id]) => id),
  ];
  const links = [...DOCUMENTS[path]!().matchAll(/\]\(([^)#]*)#([^)]*)\)/g)];
  expect(links.length).toBeGreaterThan(0);
  for (const [, file, section] of links) {
    expect(sections).toContain(section);
    const base = path.replace(/[^/]*$/, '');
    expect(file === '' ? path : base + file).toBe('docs/formats.md');
  }
});

test('rejects a document without markers', () => {
  expect(() => replaceOptions('nothing', '')).toThrow("expected '<!-- options: npm run docs -->'");
});
