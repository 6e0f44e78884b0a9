import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Installed, install, node, ROOT } from './installed.ts';

const EXAMPLES = join(ROOT, 'examples');

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let installed: Installed;
beforeAll(async () => {
  installed = await install();
  return installed.remove;
});

describe('the tarball', () => {
  test('has the bundles, their declarations, the documents, and nothing else', () => {
    const kinds = new Set(installed.tarball.files.map((path) => path.replace(/(types\/.*)?[^/]*$/, '')));
    expect([...kinds].sort()).toEqual([
      '',
      'bin/',
      'dist/',
      'dist/browser/',
      'dist/cdk/',
      'dist/cli/',
      'dist/function/',
      'dist/library/',
      'docs/',
    ]);
    const odd = installed.tarball.files.filter(
      (path) => !/\.(js|cjs|mjs|js\.map|cjs\.map|d\.ts|d\.cts|md|json|txt)$|^LICENSE$/.test(path),
    );
    expect(odd).toEqual([]);
    expect(
      installed.tarball.files.filter((path) => /sources\.json$|generated|(?<!\.d)\.ts$/.test(path)),
    ).toEqual([]);
  });

  test('is two megabytes or less', () => {
    expect(installed.tarball.bytes).toBeLessThan(2 * 2 ** 20);
  });

  test('has what the README links to', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const links = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, path]) => path!);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((path) => !installed.tarball.files.includes(path))).toEqual([]);
  });

  test('brings no other package along and runs nothing when it is installed', () => {
    const manifest = JSON.parse(readFileSync(join(installed.package, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.optionalDependencies).toBeUndefined();
    for (const script of ['preinstall', 'install', 'postinstall'])
      expect(manifest.scripts).not.toHaveProperty(script);
    expect(
      readdirSync(join(installed.directory, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['sudoku-batch']);
  });

  test('names the licences of what is bundled', () => {
    const licences = (name: string) =>
      readFileSync(join(installed.package, `dist/${name}/THIRD-PARTY-LICENSES.txt`), 'utf8');
    expect(licences('cli')).toMatch(/^commander \d+\.\d+\.\d+, MIT$/m);
    expect(licences('function')).toMatch(/^@aws-sdk\/client-s3 \d+\.\d+\.\d+, Apache-2\.0$/m);
    expect(licences('browser')).toMatch(/^buffer \d+\.\d+\.\d+, MIT$/m);
  });

  test('holds nothing of the machine that it was made on', () => {
    const telling = installed.tarball.files.filter((path) =>
      readFileSync(join(installed.package, path), 'utf8').includes(ROOT),
    );
    expect(telling).toEqual([]);
  });
});

describe('the installed command', () => {
  const sudoku = (launcher: string, name: string) =>
    node(installed.directory, [launcher, 'solve', '--quiet', join(EXAMPLES, name)]);

  test.each(readdirSync(EXAMPLES))('gives for %s what the clone gives', async (name) => {
    const [theirs, ours] = await Promise.all([
      sudoku(join(installed.package, 'bin/sudoku.js'), name),
      sudoku(join(ROOT, 'bin/sudoku.js'), name),
    ]);
    expect(theirs).toEqual(ours);
  });

  test('is found by npx', () => {
    expect(readdirSync(join(installed.directory, 'node_modules/.bin'))).toContain('sudoku');
  });

  test('says what it needs where Node is too old', async () => {
    const preload = join(installed.directory, 'old-node.cjs');
    writeFileSync(
      preload,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
       Object.defineProperty(process, 'version', { value: 'v20.20.2' });`,
    );
    const { code, stderr } = await node(installed.directory, [
      '--require',
      preload,
      join(installed.package, 'bin/sudoku.js'),
      '--help',
    ]);
    expect(code).toBe(3);
    expect(stderr).toBe(`sudoku: expected Node 22.19 or later, got 20.20.2 (${process.execPath})\n`);
  });

  test('leaves the embedded cloud to the clone, and says so', async () => {
    const { code, stderr } = await node(installed.directory, [
      join(installed.package, 'bin/sudoku.js'),
      'local',
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^sudoku: expected a clone of the project/);
  });
});

test('publint finds nothing', async () => {
  const { publint } = await import('publint');
  const { messages } = await publint({ pkgDir: installed.package, strict: true });
  expect(messages).toEqual([]);
});

test.each([
  ['esm-only', ['.', './cdk']],
  // an older resolution knows no `exports`, and none but the newest Node can require the library
  ['node16', ['./cdk']],
])('are the types wrong? Not for %s %j', async (profile, entries) => {
  const attw = join(ROOT, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, installed.tarball.path, '--profile', profile, '--entrypoints', ...entries];
  const { code, stdout } = await node(ROOT, [...args, '--format', 'ascii', '--no-color', '--no-emoji']);
  const found = stdout
    .split('\n')
    .filter((line) => / (bundler|node16 \(from \w+\)): (?!OK|\(ignored\))/.test(line));
  expect({ code, found }).toEqual({ code: 0, found: [] });
});
