// Builds the page of reports: script, style and chart library in one text, with placeholders for title and reports.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const CLIENT = 'core/report/client';
const OUTPUT = 'core/report/page.generated.ts';

const style = (await bundle('page.css')) + (await bundle('style.css'));
// a string in the script must not close its element
const script = (await bundle('main.ts')).replaceAll('</script', '<\\/script');

const { version } = JSON.parse(await readFile('node_modules/d3-array/package.json', 'utf8')) as {
  version: string;
};

// allows no other script and no other style, in case a bug lets markup into the page
const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; base-uri 'none'; form-action 'none'`;

const page = `<!doctype html>
<!-- Ticks of axes: d3-array ${version}, Copyright 2010-2023 Mike Bostock, ISC licence: https://github.com/d3/d3-array/blob/main/LICENSE -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>{{title}}</title>
<style>${style}</style>
</head>
<body>
<main class="report"><noscript><p>{{summary}}</p><p>The details need JavaScript, which draws them from the data in this file. It loads nothing from the network.</p></noscript></main>
<script type="application/json" id="reports">{{reports}}</script>
<script>${script}</script>
</body>
</html>
`;
await writeFile(OUTPUT, `export const PAGE: string = ${JSON.stringify(page)};\n`);

/** The hash of an element's content, as Content-Security-Policy expects it. */
function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${CLIENT}/${name}`],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  });
  return outputFiles[0]!.text.trim();
}
