// Configures VitePress, which makes the pages of the site from the documents of the repository.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { writeLicences } from '../../build/licences.ts';
import { asOnGitHub, slug, transcripts } from '../markdown.ts';
import { descriptionOf, isEditable, NO_PAGES, pathOf, REPOSITORY, ROOT, sidebar } from '../pages.ts';
import { withPolicy } from '../policy.ts';
import { withSearchWords } from '../search.ts';
import { solverInBrowsers } from '../solver-in-browsers.ts';

const DESCRIPTION = 'Solves files of sudoku puzzles: a library, a command line, and an AWS CDK construct.';
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath d='M0 0h9v9H0z' fill='%232563a8'/%3E%3Cpath d='M3 0v9M6 0v9M0 3h9M0 6h9' stroke='%23fff' stroke-width='.6'/%3E%3C/svg%3E";

/** Files whose packages are part of the site. */
const bundled = new Set<string>();

/** The documents are outside of the folder whose packages make their pages, so they do not find these by themselves. */
const vueOutside = {
  name: 'vue-outside',
  enforce: 'pre',
  resolveId: (id: string, _: unknown, { ssr }: { ssr?: boolean }) =>
    ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined,
} as const;

export default defineConfig({
  title: 'sudoku-batch',
  description: DESCRIPTION,
  lang: 'en',
  // the documents stay where GitHub shows them
  srcDir: '..',
  srcExclude: [...NO_PAGES],
  rewrites: pathOf,
  head: [
    ['link', { rel: 'icon', href: ICON }],
    ['meta', { name: 'theme-color', content: '#2563a8' }],
  ],
  // the policy allows inline scripts by their hashes only, which differ from page to page without this
  metaChunk: true,
  transformHtml: withPolicy,
  transformPageData({ filePath, description, frontmatter }) {
    if (filePath === '') return {};
    return {
      description: description || descriptionOf(readFileSync(join(ROOT, filePath), 'utf8')),
      frontmatter: { ...frontmatter, editLink: isEditable(filePath) },
    };
  },
  buildEnd: ({ outDir }) =>
    writeLicences({ inputs: Object.fromEntries([...bundled].map((id) => [id, {}])) }, outDir),
  markdown: {
    anchor: { slugify: slug },
    toc: { slugify: slug },
    headers: { slugify: slug },
    config: asOnGitHub,
    codeTransformers: [transcripts],
    // colours with enough contrast on the background of code
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Get started', link: '/start.html' },
      { text: 'Try it', link: '/try.html' },
      { text: 'Library', link: '/library.html' },
      { text: 'Deploy', link: '/deploy.html' },
    ],
    sidebar: sidebar(),
    outline: { level: [2, 3], label: 'On this page' },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        // the words on the button name it
        translations: { button: { buttonAriaLabel: '' } },
        // a page of the API reference is one result, or its many short sections would hide those of the guides
        _render(source, env, markdown) {
          const html = markdown.render(source, env);
          const page = pathOf(env.relativePath ?? '').replace(/md$/, 'html');
          const isReference = page.startsWith('api/');
          return isReference ? html.replaceAll(/(<\/?)h[2-6]\b/g, '$1p') : withSearchWords(html, page);
        },
      },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY, ariaLabel: 'Source on GitHub' }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    docFooter: { prev: 'Previous', next: 'Next' },
    footer: { message: 'Apache-2.0. This site loads nothing from other hosts.' },
  },
  vite: {
    plugins: [vueOutside, solverInBrowsers(bundled)],
    worker: { format: 'es', plugins: () => [solverInBrowsers(bundled)] },
    // the compiler that Vite brings is older than the project's target, which it takes from tsconfig.json otherwise
    esbuild: { target: 'es2022', tsconfigRaw: '{}' },
    build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
    server: { fs: { allow: [ROOT] } },
  },
});
