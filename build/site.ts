// Builds the site into dist-site/ (git-ignored): the Markdown files of the repository as pages, their search, and the page
// to try. Any static file server can serve it.
import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import MiniSearch from 'minisearch';
import { layout } from '../site/layout.ts';
import { renderMarkdown } from '../site/markdown.ts';
import { linkTarget, pagesOf, TRY_PATH } from '../site/pages.ts';
import { SEARCH } from '../site/search-options.ts';
import { TRY_PAGE } from '../site/try-page.ts';
import { FOR_BROWSERS } from './browser.ts';
import { writeLicences } from './licences.ts';

/** Rewrites the URLs of workers in site/try/ to those of their bundles. */
const bundledWorkers: Plugin = {
  name: 'bundled-workers',
  setup(bundler) {
    bundler.onLoad({ filter: /site\/try\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const bundle = `./try-${basename(dirname(path))}-worker.js`;
      return { contents: text.replace("new URL('./worker.ts',", `new URL('${bundle}',`), loader: 'ts' };
    });
  },
};

/** Builds the site. @param output directory, which is replaced */
export async function buildSite(output: string): Promise<void> {
  await rm(output, { recursive: true, force: true });
  const pages = pagesOf(await files('*.md', 'docs/**/*.md'));
  const pictures = await files('docs/**/*.png');
  const known = new Map([
    ...pages.map(({ source, path }) => [source, path] as const),
    ...pictures.map((source) => [source, source] as const),
  ]);
  const entries: { id: string; page: string; title: string; text: string }[] = [];
  for (const page of pages) {
    const source = await readFile(page.source, 'utf8');
    const { html, title, sections } = renderMarkdown(source, (href) => linkTarget(page, href, known));
    for (const { anchor, title: heading, text } of sections) {
      const id = anchor === '' ? page.path : `${page.path}#${anchor}`;
      entries.push({ id, page: title, title: heading, text });
    }
    await write(output, page.path, layout({ path: page.path, title, html }, pages));
  }
  await write(
    output,
    TRY_PATH,
    layout({ path: TRY_PATH, title: 'Try it', html: TRY_PAGE, scripts: ['try.js'] }, pages),
  );
  for (const picture of pictures) {
    const target = join(output, picture);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(picture, target);
  }

  const index = new MiniSearch({
    ...SEARCH,
    fields: [...SEARCH.fields],
    storeFields: [...SEARCH.storeFields!],
  });
  index.addAll(entries);
  await write(output, 'search-index.js', `export default ${JSON.stringify(JSON.stringify(index))};\n`);

  const { metafile } = await build({
    ...FOR_BROWSERS,
    plugins: [...FOR_BROWSERS.plugins, bundledWorkers],
    entryPoints: {
      search: 'site/client/search.ts',
      try: 'site/client/try.ts',
      'try-files-worker': 'site/try/files/worker.ts',
      'try-puzzle-worker': 'site/try/puzzle/worker.ts',
      style: 'site/style.css',
    },
    outdir: output,
    minify: true,
  });
  await writeLicences(metafile, output);
}

async function files(...patterns: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(patterns)) found.push(path);
  return found.sort();
}

async function write(output: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(output, path)), { recursive: true });
  await writeFile(join(output, path), text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSite('dist-site');
