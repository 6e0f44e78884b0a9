import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { synthesizedAssembly } from '../../local/template/assembly.ts';
import { exampleFiles } from '../example-files.ts';
import { type Installed, install, link, node, ROOT } from './installed.ts';
import { synth } from './synth.ts';

const EXAMPLES = join(ROOT, 'examples');

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  return installed.remove;
});

describe('the tarball', () => {
  test('contains the bundles, their declarations and the documents, and nothing else', () => {
    const kinds = new Set(installed.tarball.files.map((path) => path.replace(/(types\/.*)?[^/]*$/, '')));
    expect([...kinds].sort()).toEqual([
      '',
      'bin/',
      'bin/cli/',
      'core/files/',
      'core/formats/rules/',
      'dist/',
      'dist/browser/',
      'dist/cdk/',
      'dist/cli/',
      'dist/commonjs/',
      'dist/function/',
      'dist/library/',
      'dist/man/',
      'dist/workerd/',
      'docs/',
    ]);
    const odd = installed.tarball.files.filter(
      (path) => !/\.(js|cjs|mjs|js\.map|cjs\.map|d\.ts|d\.cts|wasm|md|json|txt|1)$|^LICENSE$/.test(path),
    );
    expect(odd).toEqual([]);
    expect(
      installed.tarball.files.filter((path) => /sources\.json$|generated|(?<!\.d)\.ts$/.test(path)),
    ).toEqual([]);
  });

  test('is at most four megabytes', () => {
    expect(installed.tarball.bytes).toBeLessThan(4 * 2 ** 20);
  });

  test('contains the targets of all links in its documents', () => {
    const documents = installed.tarball.files.filter((path) => path.endsWith('.md'));
    const links = documents.flatMap((path) => {
      const text = readFileSync(join(installed.package, path), 'utf8');
      // without images, which registries show from the repository
      const links = text.matchAll(/(?<!!)\[[^\]]*\]\((?!https?:|#)([^)#]+)/g);
      const targets = Array.from(links, ([, target]) => target!);
      return targets.map((target) => ({ path, target: posix.join(posix.dirname(path), target) }));
    });
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ target }) => !installed.tarball.files.includes(target))).toEqual([]);
  });

  test('has no dependencies and runs no scripts on installation', () => {
    const manifest = JSON.parse(readFileSync(join(installed.package, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    // npm runs the last one, too, when it installs a package from a file
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(script);
    expect(
      readdirSync(join(installed.directory, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['sudoku-batch']);
  });

  test('names the licences of bundled packages', () => {
    const licences = (name: string) =>
      readFileSync(join(installed.package, `dist/${name}/THIRD-PARTY-LICENSES.txt`), 'utf8');
    expect(licences('cli')).toMatch(/^commander \d+\.\d+\.\d+, MIT$/m);
    expect(licences('function')).toMatch(/^@aws-sdk\/client-s3 \d+\.\d+\.\d+, Apache-2\.0$/m);
    expect(licences('browser')).toMatch(/^buffer \d+\.\d+\.\d+, MIT$/m);
  });

  test('contains no paths of the machine that built it', () => {
    const leaking = installed.tarball.files.filter((path) =>
      readFileSync(join(installed.package, path), 'utf8').includes(ROOT),
    );
    expect(leaking).toEqual([]);
  });
});

test('all exports of the manifest can be imported', async () => {
  const { exports } = JSON.parse(readFileSync(join(installed.package, 'package.json'), 'utf8'));
  const code = `const names = ${JSON.stringify(Object.keys(exports).filter((name) => name !== './cdk'))};
    const found = names.map((name) => import.meta.resolve(name.replace('.', 'sudoku-batch')));
    const { solveText } = await import('sudoku-batch');
    const { solve } = await import('sudoku-batch/solve');
    const { createRequire } = await import('node:module');
    const required = createRequire(process.cwd() + '/a.cjs')('sudoku-batch/solve');
    const solutions = [await solve('12.434..2.4343.1'), await required.solve('12.434..2.4343.1')];
    console.log(found.length === names.length && solveText('12.434..2.4343.1').text);
    console.log(...solutions.map(({ solution }) => solution));`;
  const imported = await node(installed.directory, ['--input-type=module', '--eval', code]);
  expect(imported).toEqual({
    code: 0,
    stdout: '1234341221434321\n1234341221434321 1234341221434321\n',
    stderr: '',
  });
  const targets = Array.from(JSON.stringify(exports).matchAll(/:"(\.\/[^"]+)"/g), ([, path]) => path!);
  expect(targets.length).toBeGreaterThan(6);
  expect(targets.filter((path) => !installed.tarball.files.includes(path.slice(2)))).toEqual([]);
});

describe('the installed command', () => {
  /** Solves all examples into a folder. @returns the ended process, and the results by name */
  async function solveExamples(launcher: string, name: string) {
    const out = join(installed.directory, name);
    mkdirSync(out);
    const files = exampleFiles().map((example) => join(EXAMPLES, example));
    const ended = await node(installed.directory, [launcher, 'solve', '--quiet', '--out', out, ...files]);
    const results = readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'latin1')]);
    return { ended, results: Object.fromEntries(results) as Record<string, string> };
  }

  test('solves each example to the same result as the clone', async () => {
    const [theirs, ours] = await Promise.all([
      solveExamples(join(installed.package, 'bin/sudoku.js'), 'theirs'),
      solveExamples(join(ROOT, 'bin/sudoku.js'), 'ours'),
    ]);
    expect(theirs).toEqual(ours);
    // one example contains no puzzles
    expect(Object.keys(theirs.results)).toHaveLength(exampleFiles().length - 1);
  });

  test('is found by npx', () => {
    const commands = readdirSync(join(installed.directory, 'node_modules/.bin'));
    expect(commands).toEqual(expect.arrayContaining(['sudoku', 'sudoku-batch']));
  });

  test('reports that the local cloud needs a clone of the project', async () => {
    const { code, stderr } = await node(installed.directory, [
      join(installed.package, 'bin/sudoku.js'),
      'local',
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^sudoku: expected a clone of the project/);
  });
});

test.each([
  ['sudoku: expected Node 22.19', ['node_modules/sudoku-batch/bin/sudoku.js', '--help'], 3],
  ['sudoku-batch: expected Node 22.19.0', ['--input-type=module', '--eval', `import 'sudoku-batch'`], 1],
  [
    'sudoku-batch: expected Node 22.19.0',
    ['--eval', `require('./node_modules/sudoku-batch/dist/commonjs/index.cjs')`],
    1,
  ],
  [
    'sudoku-batch: expected Node 22.19.0',
    ['--input-type=module', '--eval', `import 'sudoku-batch/solve'`],
    1,
  ],
  ['sudoku-batch/cdk: expected Node 22.19.0', ['--eval', `require('sudoku-batch/cdk')`], 1],
])('reports the required version if Node is too old: %s', async (expected, args, exit) => {
  const preload = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
    Object.defineProperty(process, 'version', { value: 'v20.20.2' });`;
  writeFileSync(join(installed.directory, 'old-node.cjs'), preload);
  const { code, stderr } = await node(installed.directory, ['--require', './old-node.cjs', ...args]);
  expect(code).toBe(exit);
  expect(stderr).toContain(`${expected} or later, got 20.20.2 (${process.execPath})\n`);
  const isCommand = args.includes('--help');
  expect(stderr.includes('npx -p node@24 -p sudoku-batch sudoku …')).toBe(isCommand);
});

test('the packaged app synthesizes the same stack as the clone, including asset hashes', async () => {
  await link(installed, 'aws-cdk-lib', 'constructs');
  const app = ['node_modules/sudoku-batch/dist/cdk/app.cjs'];
  const [{ template }, clone] = await Promise.all([
    synth(installed, 'same', app, 'SudokuBatch'),
    synthesizedAssembly(),
  ]);
  expect(template).toEqual(JSON.parse(readFileSync(join(clone, 'SudokuBatch.template.json'), 'utf8')));
});
