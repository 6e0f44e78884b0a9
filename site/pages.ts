// Which Markdown files of the repository are pages of the site, where, and in which order.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = 'https://github.com/sudoku-batch/sudoku-batch';
export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** The list of pages: guides first, then reference, then design. Paths are from the repository's root. */
export const GROUPS: readonly { title: string; pages: Readonly<Record<string, string>> }[] = [
  {
    title: 'Guides',
    pages: {
      'README.md': 'Get started',
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
  'site/!(index|try).md',
  'site/*/**/*',
  '!(README|CHANGELOG|CONTRIBUTING).md',
];

/** `README.md` -> `start.md`, `docs/api/index.md` -> `api/index.md`, `CHANGELOG.md` -> `changelog.md` */
export const pathOf = (source: string): string =>
  source === 'README.md'
    ? 'start.md'
    : source.replace(/^(docs|site)\//, '').replace(/^[A-Z]+(?=\.md$)/, (name) => name.toLowerCase());

const isPage = (source: string): boolean => /^(docs\/.*|site\/(index|try)|[A-Z]+)\.md$/.test(source);

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
