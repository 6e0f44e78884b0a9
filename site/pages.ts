import { posix } from 'node:path';

/** A Markdown file of the repository that is a page of the site. */
export interface Page {
  /** from the repository's root */
  readonly source: string;
  /** from the site's root */
  readonly path: string;
  /** name in the list of pages; a page without one is reached by links and by the search */
  readonly label?: string;
}

export const REPOSITORY = 'https://github.com/sudoku-batch/sudoku-batch';
export const TRY_PATH = 'try.html';

/** Pages of the list, in its order. */
const LISTED: readonly (readonly [source: string, label: string])[] = [
  ['README.md', 'Overview'],
  ['docs/cli.md', 'Command line'],
  ['docs/formats.md', 'Formats'],
  ['docs/report.md', 'Reports'],
  ['docs/grade.md', 'Grades'],
  ['docs/library.md', 'Library'],
  ['docs/api/index.md', 'API reference'],
  ['docs/deploy.md', 'Deploy'],
  ['docs/pipeline.md', 'The function'],
  ['docs/scale.md', 'Scale and cost'],
  ['docs/local-cloud.md', 'Local cloud'],
  ['docs/solver.md', 'Solver'],
  ['docs/benchmark.md', 'Benchmark'],
  ['docs/decisions.md', 'Decisions'],
  ['CHANGELOG.md', 'Changelog'],
  ['CONTRIBUTING.md', 'Contributing'],
  ['SECURITY.md', 'Security'],
];

/**
 * The pages for these Markdown files.
 * @param sources paths from the repository's root
 */
export function pagesOf(sources: readonly string[]): Page[] {
  const labels = new Map(LISTED);
  const order = [...labels.keys()];
  const rank = (source: string) => (labels.has(source) ? order.indexOf(source) : order.length);
  return sources
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((source) => ({ source, path: pathOf(source), label: labels.get(source) }));
}

/** `README.md` -> `index.html`, `docs/api/index.md` -> `api/index.html` */
const pathOf = (source: string): string =>
  source === 'README.md'
    ? 'index.html'
    : source
        .replace(/^docs\//, '')
        .replace(/\.md$/, '.html')
        .replace(/^[A-Z]+/, (name) => name.toLowerCase());

/**
 * The target of a page's link on the site: another page, a picture beside it, or a file in the repository.
 * @param known paths on the site by paths in the repository
 */
export function linkTarget(page: Page, href: string, known: ReadonlyMap<string, string>): string {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [file = '', section] = href.split('#');
  const target = posix.join(posix.dirname(page.source), file);
  const hash = section === undefined ? '' : `#${section}`;
  const path = known.get(target);
  if (path === undefined) return `${REPOSITORY}/blob/main/${target}${hash}`;
  return posix.relative(posix.dirname(page.path), path) + hash;
}

/** The relative path from a page to the site's root: empty, or `../` */
export const rootOf = ({ path }: Pick<Page, 'path'>): string => '../'.repeat(path.split('/').length - 1);
