import { type Page, REPOSITORY, rootOf, TRY_PATH } from './pages.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);

/** Allows only resources of the site itself, and no scripts or styles within a page. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; worker-src 'self'; form-action 'none'; base-uri 'none'";

export interface Content {
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** modules in addition to those of all pages */
  readonly scripts?: readonly string[];
}

/** An HTML page with head, search, list of pages and content. @param listed all pages; the list shows those with a label */
export function layout({ path, title, html, scripts = [] }: Content, listed: readonly Page[]): string {
  const root = rootOf({ path });
  const link = (target: string, label: string) =>
    `<li><a href="${root}${target}"${target === path ? ' aria-current="page"' : ''}>${escapeText(label)}</a></li>`;
  const links = [
    link(TRY_PATH, 'Try it'),
    ...listed.flatMap(({ path: target, label }) => (label === undefined ? [] : [link(target, label)])),
  ];
  const modules = ['search.js', ...scripts].map(
    (name) => `<script type="module" src="${root}${name}"></script>`,
  );
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="description" content="Solves files of sudoku puzzles: a library, a command line, and an AWS CDK construct.">
<title>${escapeText(title === 'sudoku-batch' ? title : `${title} – sudoku-batch`)}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath d='M0 0h9v9H0z' fill='%232563a8'/%3E%3Cpath d='M3 0v9M6 0v9M0 3h9M0 6h9' stroke='%23fff' stroke-width='.6'/%3E%3C/svg%3E">
<link rel="stylesheet" href="${root}style.css">
${modules.join('\n')}
</head>
<body class="site">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${root}index.html">sudoku-batch</a>
<form role="search"><label for="search">Search</label> <input id="search" type="search" autocomplete="off" placeholder="formats, options, …"></form>
<a href="${REPOSITORY}">Source</a>
</header>
<ul id="results" aria-live="polite" aria-label="Search results"></ul>
<div class="columns">
<nav aria-label="Pages"><ul>
${links.join('\n')}
</ul></nav>
<main id="content">
${html}
</main>
</div>
</body>
</html>
`;
}
