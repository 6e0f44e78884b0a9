// Makes the page of reports: its program, its style and its library for charts in one text, with room for the reports.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const CLIENT = 'core/report/client';
const OUTPUT = 'core/report/page.generated.ts';

const style =
  (await readFile('node_modules/uplot/dist/uPlot.min.css', 'utf8')).trim() + (await bundle('style.css'));
// a string of the program's must not end its element
const program = (await bundle('main.ts')).replaceAll('</script', '<\\/script');

const { version } = JSON.parse(await readFile('node_modules/uplot/package.json', 'utf8')) as {
  version: string;
};

// nothing else runs, and no other style holds, whatever markup might get into the page by a fault
const policy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(program)}'; base-uri 'none'; form-action 'none'`;

const page = `<!doctype html>
<!-- Charts: uPlot ${version}, Copyright (c) Leon Sorokin, MIT licence: https://github.com/leeoniya/uPlot/blob/master/LICENSE -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>{{title}}</title>
<style>${style}</style>
</head>
<body>
<main><noscript>This report is drawn by a small program within it: please allow JavaScript for it. Nothing is loaded from any network.</noscript></main>
<script type="application/json" id="reports">{{reports}}</script>
<script>${program}</script>
</body>
</html>
`;
await writeFile(OUTPUT, `export const PAGE: string = ${JSON.stringify(page)};\n`);

/** As a Content-Security-Policy names the content of an element. */
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
