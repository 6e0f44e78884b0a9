import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as library from '../../../core/index.ts';
import { exampleFiles } from '../../example-files.ts';
import { type Installed, install, ROOT } from '../installed.ts';
import { useLibrary } from '../runtimes/use-library.ts';

const CANDIDATES = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'];
const browser = CANDIDATES.find((name) => name && spawnSync(name, ['--version']).status === 0);
if (browser === undefined) {
  // continuous integration installs one (.ci/run)
  if (process.env.CI) throw new Error('expected a Chromium, got none: apt-get install chromium');
  console.warn('SKIPPED: the library in a browser. Install chromium, or name one by CHROMIUM=…');
}

/** The uncompressed examples; browsers read no others. */
const examples = exampleFiles()
  .filter((name) => !/\.(gz|zst)$/.test(name))
  .map((name) => [name, readFileSync(join(ROOT, 'examples', name), 'utf8')] as const);

/** The solved text or the error. The page runs this function's source, too. */
function outcomeOf(solveText: (text: string) => { text: string }, text: string): string {
  try {
    return solveText(text).text;
  } catch (error) {
    return String(error);
  }
}

const PAGE = '<!doctype html><script type="module" src="page.js"></script>';

const SCRIPT = `import * as library from './browser/index.js';
  const examples = await (await fetch('examples.json')).json();
  const outcomeOf = ${String(outcomeOf)};
  const body = JSON.stringify({
    texts: examples.map(([, text]) => outcomeOf(library.solveText, text)),
    results: await (${String(useLibrary)})(library).catch(String),
  });
  await fetch('result', { method: 'POST', body });`;

/** A policy for pages with nothing but their own scripts. The second one, which docs/library.md recommends, allows WebAssembly. */
const STRICT = "default-src 'none'; connect-src 'self'; script-src 'self'";
const WITH_WASM = `${STRICT} 'wasm-unsafe-eval'`;

interface Result {
  readonly texts: readonly string[];
  readonly results: Awaited<ReturnType<typeof useLibrary>> | string;
}

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  return installed.remove;
});

/** Serves the page and the package's unbundled files to a browser. @returns what the page sends back */
async function inBrowser(policy: string): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (piece) => (body += piece)).on('end', () => resolve(JSON.parse(body)));
      response.end();
    } else if (path === '/') {
      response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy).end(PAGE);
    } else if (path === '/page.js') response.setHeader('content-type', 'text/javascript').end(SCRIPT);
    else if (path === '/examples.json') response.end(JSON.stringify(examples));
    else if (path.startsWith('/browser/') && !path.endsWith('.map')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(join(installed.package, 'dist', path)));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const profile = join(installed.directory, 'profile');
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--enable-logging=stderr',
  ];
  // the browser leaves files in its temporary folder
  const env = { ...process.env, TMPDIR: installed.directory };
  const child = spawn(browser!, [...flags, `--user-data-dir=${profile}`, url], { env });
  const exited = new Promise((done) => child.on('exit', done));
  child.stderr.on('data', (text) => {
    const error = /"Uncaught[^"]*"/.exec(String(text));
    if (error) reject(new Error(error[0]));
  });
  try {
    return await promise;
  } finally {
    child.kill('SIGKILL');
    await exited;
    server.closeAllConnections();
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

describe.skipIf(browser === undefined)('a browser', () => {
  test('returns the same results as Node, on a page with a strict Content-Security-Policy', async () => {
    const { texts, results } = await inBrowser(WITH_WASM);
    expect(Object.fromEntries(examples.map(([name], i) => [name, texts[i]]))).toEqual(
      Object.fromEntries(examples.map(([name, text]) => [name, outcomeOf(library.solveText, text)])),
    );
    expect(results).toEqual(await useLibrary(library));
  });

  test("names 'wasm-unsafe-eval' if the page's Content-Security-Policy forbids WebAssembly", async () => {
    const { results } = await inBrowser(STRICT);
    expect(results).toMatch(
      /^Error: expected a runtime that compiles WebAssembly .*Content-Security-Policy of a page needs 'wasm-unsafe-eval' in script-src/,
    );
  });
});

test('the browser build rejects a compressed file and suggests a remedy', async () => {
  const { planFile } = (await import(join(installed.package, 'dist/browser/index.js'))) as typeof library;
  const head = readFileSync(join(ROOT, 'examples/lines.txt.gz'));
  expect(() => planFile({ head, complete: true, name: 'a.gz', given: [] })).toThrow(
    'expected an uncompressed file, since browsers lack node:zlib, got gzip: decompress it first',
  );
});

test.each([
  ['solve alone', `export { solve } from 'sudoku-batch';`, /`solve` alone has less than (\d+) KB/, false],
  [
    'what solve on demand begins with',
    `export { solve } from 'sudoku-batch/solve';`,
    /begins with less than (\d+) KB/,
    true,
  ],
  ['all of it', `export * from 'sudoku-batch';`, /everything .*? less than (\d+) KB/, false],
])(
  'a bundle for browsers is at most as large as docs/library.md says: %s',
  async (_, contents, documented, splitting) => {
    const { outputFiles, metafile } = await build({
      stdin: { contents, resolveDir: installed.directory },
      bundle: true,
      splitting,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      outdir: installed.directory,
      absWorkingDir: installed.directory,
      metafile: true,
    });
    const first = 'stdin.js';
    const statically = metafile!.outputs[first]!.imports.filter(({ kind }) => kind === 'import-statement');
    const paths = [first, ...statically.map(({ path }) => path)].map((path) =>
      join(installed.directory, path),
    );
    const loaded = outputFiles.filter(({ path }) => paths.includes(path));
    expect(loaded).toHaveLength(paths.length);
    const bytes = loaded.reduce((sum, file) => sum + gzipSync(file.contents).length, 0);
    const [, most] = documented.exec(readFileSync(join(ROOT, 'docs/library.md'), 'utf8'))!;
    expect(bytes).toBeLessThan(Number(most) * 1000);
  },
);
