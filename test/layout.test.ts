import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

const NO_AWS = /^(?!@?aws|@smithy)/;

/** What each layer may import: itself, the layers below, and these packages (null: any). */
const LAYERS: Record<string, { below: string[]; packages: RegExp | null }> = {
  checks: {
    below: [
      'bench',
      'lambda',
      'local',
      'core/files',
      'core/formats',
      'core/solver',
      'core/kernel',
      'core/options',
      'test',
    ],
    packages: null,
  },
  bench: {
    below: [
      'site',
      'lambda',
      'local',
      'lib',
      'core/files',
      'core/formats',
      'core/solver',
      'core/kernel',
      'core/options',
      'test',
    ],
    packages: null,
  },
  build: {
    below: ['site', 'lib', 'core/files', 'core/solver', 'core/options', 'test'],
    packages: null,
  },
  bin: {
    below: [
      'build',
      'lib',
      'local',
      'lambda',
      'core/report',
      'core/files',
      'core/formats',
      'core/solver',
      'core/kernel',
      'core/options',
    ],
    packages: null,
  },
  site: {
    below: ['core/report', 'core/files', 'core/formats', 'core/solver', 'core/options', 'core'],
    packages: /^(markdown-it|minisearch|pure-rand)(\/|$)/,
  },
  local: { below: ['lib', 'core/files', 'core/formats', 'core/solver', 'core/options'], packages: null },
  // the function is an asset to it: a path, not an import
  lib: { below: ['core/options'], packages: /^(aws-cdk-lib|constructs)(\/|$)/ },
  lambda: {
    below: [
      'lambda/file',
      'lambda/chunks',
      'lambda/assemble',
      'lambda/result',
      'lambda/aws',
      'core/report',
      'core/files',
      'core/options',
    ],
    packages: null,
  },
  'lambda/aws': { below: ['core/files'], packages: /^@aws-sdk\// },
  'core/report': { below: ['core/files', 'core/solver'], packages: /^uplot$/ },
  'core/files': { below: ['core/formats', 'core/solver', 'core/kernel', 'core/options'], packages: NO_AWS },
  'core/formats': { below: ['core/solver', 'core/kernel', 'core/options'], packages: NO_AWS },
  'core/solver': { below: ['core/kernel', 'core/options'], packages: NO_AWS },
  'core/kernel': { below: [], packages: NO_AWS },
  'core/options': { below: [], packages: NO_AWS },
};

const ENTRY_POINTS = [
  'bin/app.ts',
  'bin/sudoku.ts',
  'bin/sudoku-solve.ts',
  'lambda/handler.ts',
  'lambda/direct-handler.ts',
  'build/kernels.ts',
  'build/option-tables.ts',
];

const MAX_LINES = 400;

/** Of words from a-z0-9 with hyphens between them; a second word after a dot says what kind of file it is. */
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/;

const files = await sources('{bin,core,lib,lambda,local,bench,build,checks,site}/**/*.ts');
/** Those of kernels are of another language, with import lines of its own. */
const kernels = await sources('core/**/assembly/**/*.ts', /\.generated\.ts$/);
const tests = await sources('test/**/*.ts');
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe.each(Object.entries(LAYERS))('%s', (layer, { below, packages }) => {
  const own = imports.filter(({ file }) => layerOf(file) === layer);

  test(`imports files of ${[layer, ...below].join(', ')} only`, () => {
    const upwards = own.filter(
      ({ target }) => isFile(target) && ![layer, ...below].includes(layerOf(target)),
    );
    expect(upwards).toEqual([]);
  });

  test.runIf(packages)(`imports packages like ${packages} only`, () => {
    const foreign = own.filter(({ target }) => !isFile(target) && !target.startsWith('node:'));
    expect(foreign.filter(({ target }) => !packages!.test(target))).toEqual([]);
  });
});

test('families of formats import what they share, and no other family', () => {
  const family = (file: string) => /^core\/formats\/([^/]+)\//.exec(file)?.[1];
  const siblings = imports.filter(({ file, target }) => {
    const [from, to] = [family(file), family(target)];
    const isOther = from !== undefined && target.startsWith('core/formats/') && to !== from;
    return isOther && to !== 'shared' && (to !== 'records' || from === 'shared');
  });
  expect(siblings).toEqual([]);
});

test('the folders of lambda/ import each other one way', () => {
  const folder = (file: string) => /^lambda\/([^/]+)\//.exec(file)?.[1];
  const edges = new Set(
    imports
      .map(({ file, target }) => [folder(file), folder(target)])
      .filter(([from, to]) => from && to && from !== to)
      .map(([from, to]) => `${from} ${to}`),
  );
  expect([...edges].filter((edge) => edges.has(edge.split(' ').reverse().join(' ')))).toEqual([]);
});

test('nothing imports an entry point', () => {
  expect(imports.filter(({ target }) => ENTRY_POINTS.includes(target))).toEqual([]);
});

test('no two files import each other in a circle, types included', () => {
  expect(circles([...files, ...tests])).toEqual([]);
});

test('names of files are in kebab-case', () => {
  expect([...files, ...tests].filter((file) => !KEBAB_CASE.test(posix.basename(file)))).toEqual([]);
});

test('tests take fast-check from test/property.ts, which gives it the seed of the run', () => {
  const direct = tests.filter((file) => importsOf(file).includes('fast-check'));
  expect(direct).toEqual(['test/property.ts']);
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  const lines = (file: string) => readFileSync(ROOT + file, 'utf8').split('\n').length - 1;
  expect([...files, ...kernels].filter((file) => lines(file) > MAX_LINES)).toEqual([]);
});

/** Paths from the root, without what is generated or another language. */
async function sources(pattern: string, without = /\.generated\.ts$|\/assembly\//): Promise<string[]> {
  const found = [];
  for await (const file of glob(pattern, { cwd: ROOT })) {
    if (!without.test(file)) found.push(file);
  }
  return found.sort();
}

/** What a file imports: paths from the root, or names of packages. */
function importsOf(file: string): string[] {
  const source = readFileSync(ROOT + file, 'utf8');
  const specifiers = [...source.matchAll(/\b(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g)].map(
    ([, s]) => s!,
  );
  return specifiers.map((s) => (s.startsWith('.') ? posix.join(posix.dirname(file), s) : s));
}

/**
 * Groups of files of which each imports, in the end, itself (R. Tarjan, Depth-first search and linear graph algorithms,
 * 1972): the strongly connected components of more than one file.
 */
function circles(all: readonly string[]): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  /** @returns the earliest file on the path that can be reached */
  function visit(file: string): number {
    const mine = order.size;
    order.set(file, mine);
    path.push(file);
    let earliest = mine;
    for (const target of importsOf(file)) {
      if (!all.includes(target)) continue;
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (path.includes(target)) earliest = Math.min(earliest, order.get(target)!);
    }
    if (earliest === mine) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) found.push(group.sort());
    }
    return earliest;
  }
  for (const file of all) if (!order.has(file)) visit(file);
  return found;
}

function isFile(target: string): boolean {
  return target.endsWith('.ts') || target.endsWith('.schema.json');
}

/** The layer with the longest name that the file lies in. */
function layerOf(file: string): string {
  const names = Object.keys(LAYERS).filter((name) => file.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0] ?? file.split('/', 1)[0]!;
}
