// Which Markdown files of the repository are pages of the site, where, and in which order.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

const { homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { homepage: string };
export const REPOSITORY: string = homepage.replace('#readme', '');

/** The list of pages: guides first, then reference, then design. Paths are from the repository's root. */
export const GROUPS: readonly { title: string; pages: Readonly<Record<string, string>> }[] = [
  {
    title: 'Guides',
    pages: {
      'site/start.md': 'Get started',
      'site/try.md': 'Try it',
      'docs/cli.md': 'Solve files',
      'docs/data-sets.md': 'Make a data set',
      'docs/deploy.md': 'Deploy',
      'docs/operate.md': 'Operate',
      'docs/library.md': 'Use the library',
      'docs/local-cloud.md': 'Run it locally',
    },
  },
  {
    title: 'Reference',
    pages: {
      'docs/formats.md': 'Formats and options',
      'docs/report.md': 'Reports',
      'docs/grade.md': 'Grades',
      'docs/api/index.md': 'Library API',
      'docs/construct.md': 'Construct API',
      'docs/scale.md': 'Scale and cost',
      'docs/benchmark.md': 'Benchmark',
    },
  },
  {
    title: 'Design',
    pages: {
      'docs/solver.md': 'The solver',
      'docs/pipeline.md': 'The function',
      'docs/decisions.md': 'Decisions',
    },
  },
  {
    title: 'Project',
    pages: {
      'CHANGELOG.md': 'Changelog',
      'CONTRIBUTING.md': 'Contributing',
      'docs/SECURITY.md': 'Security',
    },
  },
];

/** Markdown files that are no pages, as patterns. */
export const NO_PAGES: readonly string[] = [
  '!(docs|site)/**/*',
  'site/!(index|start|try).md',
  'site/*/**/*',
  '!(CHANGELOG|CONTRIBUTING).md',
];

/** `site/start.md` -> `start.md`, `docs/api/index.md` -> `api/index.md`, `CHANGELOG.md` -> `changelog.md` */
export const pathOf = (source: string): string =>
  source.replace(/^(docs|site)\//, '').replace(/^[A-Z]+(?=\.md$)/, (name) => name.toLowerCase());

const isPage = (source: string): boolean =>
  /^(docs\/.*|site\/(index|start|try)|CHANGELOG|CONTRIBUTING)\.md$/.test(source);

/** Whether a page can be edited in the repository: not if a program writes it. */
export const isEditable = (source: string): boolean => !/^docs\/(api\/.*|construct\.md$)/.test(source);

const LONGEST_DESCRIPTION = 160;

/** What search engines show below a page's title: its first paragraph, or as many sentences or words of it as there is room for. */
export function descriptionOf(markdown: string): string {
  const [, title = '', text = ''] = /^# (.*)\n([\s\S]*)/m.exec(markdown) ?? [];
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').split('\n\n');
  const paragraph = prose.find((block) => /^\n?[\p{L}*_`[]/u.test(block)) ?? '';
  // two pages can have the same words in the reference of the library
  const isReference = /^[A-Z][\w ]+: |^sudoku-batch/.test(title);
  const words = plain(isReference ? `${title}. ${paragraph}` : paragraph || `${title} of sudoku-batch`);
  if (words.length <= LONGEST_DESCRIPTION) return words;
  const cut = words.slice(0, LONGEST_DESCRIPTION);
  const sentences = /^.*[.:](?= )/.exec(cut)?.[0];
  return sentences && sentences.length > 60 ? sentences : `${cut.slice(0, cut.lastIndexOf(' '))} …`;
}

/** Markdown of a paragraph without its marks. */
const plain = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/[*`\\]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The target of a link: a page of the site (`/formats.html#options`), or a file or folder in the repository.
 * @param source the Markdown file that has the link, from the repository's root
 * @throws Error if there is no such file
 */
export function linkTarget(source: string, href: string): string {
  if (/^([a-z]+:|#|\/)/i.test(href)) return href;
  const [file = '', section] = href.split('#');
  const target = posix.join(posix.dirname(source), decodeURI(file));
  const hash = section === undefined ? '' : `#${section}`;
  // the API reference is generated, and may not be there
  if (!existsSync(join(ROOT, target)) && !target.startsWith('docs/api/'))
    throw new Error(`${source}: expected a link to a file of the repository, got ${href}`);
  if (isPage(target))
    return `/${pathOf(target).replace(/(^|\/)index\.md$|\.md$/, (_, folder) => folder ?? '.html')}${hash}`;
  return `${REPOSITORY}/${posix.extname(target) === '' ? 'tree' : 'blob'}/main/${target.replace(/\/$/, '')}${hash}`;
}

/** The list of pages as VitePress expects it, without pages that are not there. */
export const sidebar = (): { text: string; items: { text: string; link: string }[] }[] =>
  GROUPS.map(({ title, pages }) => ({
    text: title,
    items: Object.entries(pages)
      .filter(([source]) => existsSync(join(ROOT, source)))
      .map(([source, text]) => ({ text, link: linkTarget('README.md', source) })),
  }));
