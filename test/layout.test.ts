import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

const NO_AWS = /^(?!@?aws|@smithy)/;

/** The folders of core/ that build on each other, from the top down: each may import those below it. */
const CORE = ['core/puzzle', 'core/files', 'core/formats', 'core/solver', 'core/kernel', 'core/options'];

/** The folders of a layer, from the top down: each may import those below it. */
const FOLDERS = {
  bin: 'commands local remote manual generate check solve convert rows sets threads records files cli',
  local: 'management faults lambda events template iam s3 sqs requests',
  'core/solver': 'grade solve large lanes engine symmetry explain steps model',
  'site/try': 'files puzzle shared',
};

/** What each layer may import: itself, these layers, and packages with these names (null: any). */
const LAYERS: Record<string, { imports: string[]; packages: RegExp | null }> = {
  checks: { imports: ['bench', 'lambda', 'local', 'lib', 'build', ...CORE, 'test'], packages: null },
  bench: { imports: ['build', 'site', 'lambda', 'local', 'lib', ...CORE, 'test'], packages: null },
  bin: { imports: ['build', 'lib', 'local', 'lambda', 'lambda/aws', 'core/report', ...CORE], packages: null },
  build: {
    imports: ['bin', 'site', 'lib', 'core/puzzle', 'core/files', 'core/solver', 'core/options', 'test'],
    packages: null,
  },
  site: { imports: ['build', 'core', 'core/report', ...CORE], packages: /^(fzstd|pure-rand|buffer)(\/|$)/ },
  // the local cloud runs the built function and does not import it; they share helpers for text and memory
  local: { imports: ['lib', 'core/files', 'core/formats', 'core/options'], packages: null },
  // so does the construct, which deploys it as an asset
  lib: { imports: ['core/options'], packages: /^(aws-cdk-lib|constructs)(\/|$)/ },
  lambda: { imports: ['lambda/aws', 'core/report', 'core/files', 'core/options'], packages: null },
  'lambda/aws': { imports: ['core/files'], packages: /^@aws-sdk\// },
  'core/report': {
    imports: ['core/files', 'core/formats', 'core/solver', 'core/options'],
    packages: /^d3-array$/,
  },
  ...Object.fromEntries(CORE.map((folder, i) => [folder, { imports: CORE.slice(i + 1), packages: NO_AWS }])),
};

const ENTRY_POINTS = [
  'bin/app.ts',
  'bin/sudoku.ts',
  'lambda/handler.ts',
  'lambda/direct-handler.ts',
  'build/kernels.ts',
  'build/option-tables.ts',
];

const MAX_LINES = 600;

/** Words of a-z and 0-9 with hyphens between them, and the kind of file after a dot: `site.browser.ts`. */
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/;

const files = await sources('{bin,core,lib,lambda,local,bench,build,checks,site}/**/*.ts');
/** Sources of kernels are written in AssemblyScript, whose imports differ. */
const kernels = await sources('core/**/assembly/**/*.ts', /\.generated\.ts$/);
const tests = await sources('test/**/*.ts');
const imports = files.flatMap((file) => importsOf(file).map((target) => ({ file, target })));

describe.each(Object.entries(LAYERS))('%s', (layer, { imports: others, packages }) => {
  const allowed = [layer, ...others];
  const own = imports.filter(({ file }) => layerOf(file) === layer);

  test(`imports files of ${allowed.join(', ')} only`, () => {
    expect(own.filter(({ target }) => isFile(target) && !allowed.includes(layerOf(target)))).toEqual([]);
  });

  test.runIf(packages)(`imports packages like ${packages} only`, () => {
    const foreign = own.filter(({ target }) => !isFile(target) && !target.startsWith('node:'));
    expect(foreign.filter(({ target }) => !packages!.test(target))).toEqual([]);
  });
});

test('the folders of core/formats/ import shared/, patterns/, rules/, links/ and records/, and not each other; the rows of parquet/ are rows of CSV', () => {
  // each may import those before it
  const parts = ['shared', 'patterns', 'rules', 'links', 'records'];
  const folder = (file: string) => /^core\/formats\/([^/]+)\//.exec(file)?.[1];
  const siblings = imports.filter(({ file, target }) => {
    const [from, to] = [folder(file), folder(target)];
    const isOther = from !== undefined && target.startsWith('core/formats/') && to !== from;
    const isContent = from === 'parquet' && (to === 'csv' || to === 'tables');
    const [user, used] = [parts.indexOf(from ?? ''), parts.indexOf(to ?? '')];
    return isOther && !isContent && (used < 0 || (user >= 0 && user < used));
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

test.each(Object.entries(FOLDERS))('the folders of %s/ import those below them only', (layer, names) => {
  const order = names.split(' ');
  const folder = (file: string) =>
    file.startsWith(`${layer}/`) ? file.slice(layer.length + 1).split('/')[0]! : undefined;
  const own = imports.filter(({ file, target }) => folder(target) && folder(file)?.includes('.') === false);
  const wrong = own.filter(({ file, target }) => {
    const [user, used] = [order.indexOf(folder(file)!), order.indexOf(folder(target)!)];
    return user < 0 || used < user;
  });
  expect(wrong).toEqual([]);
});

test('a folder and a folder in it do not import each other', () => {
  // an index is what others see of its folder
  const between = imports.filter(({ file }) => posix.basename(file) !== 'index.ts');
  const isWithin = (inner: string, outer: string) =>
    posix.dirname(inner).startsWith(`${posix.dirname(outer)}/`);
  const part = (inner: string, outer: string) => {
    const folder = posix.dirname(outer);
    return `${folder}/${inner.slice(folder.length + 1).split('/')[0]}`;
  };
  const down = between.filter(({ file, target }) => isFile(target) && isWithin(target, file));
  const up = between.filter(({ file, target }) => isFile(target) && isWithin(file, target));
  const used = new Set(down.map(({ file, target }) => part(target, file)));
  expect(used.size).toBeGreaterThan(10);
  expect(up.filter(({ file, target }) => used.has(part(file, target)))).toEqual([]);
});

test('nothing imports an entry point', () => {
  expect(imports.filter(({ target }) => ENTRY_POINTS.includes(target))).toEqual([]);
});

test('no two files import each other in a circle, types included', () => {
  expect(circles([...files, ...tests])).toEqual([]);
});

test('functions, classes, constants and types that a file exports have a name of their own', () => {
  // AWS Lambda calls each of its entry points so; kernels are another language, which shares a constant of the options
  const shared = ['handler', 'MAX_SIZE'];
  const exported = files
    .filter((file) => /^(core|bin|lambda|lib|local)\//.test(file))
    .flatMap((file) => namesOf(file).map((name) => ({ name, file })));
  const byName = Map.groupBy(exported, ({ name }) => name);
  const repeated = [...byName].filter(([name, { length }]) => length > 1 && !shared.includes(name));
  expect(exported.length).toBeGreaterThan(1000);
  expect(repeated.map(([, found]) => found)).toEqual([]);
});

test('names of files are in kebab-case', () => {
  expect([...files, ...tests].filter((file) => !KEBAB_CASE.test(posix.basename(file)))).toEqual([]);
});

test('tests import fast-check from test/property.ts, which sets the seed of the run', () => {
  const direct = tests.filter((file) => importsOf(file).includes('fast-check'));
  expect(direct).toEqual(['test/cases.ts']);
});

test('every source file opens with a comment that says what it is', () => {
  const opening = /^(\/\/|\/\*|#!)/;
  expect(files.filter((file) => !opening.test(readFileSync(ROOT + file, 'utf8')))).toEqual([]);
});

test(`no file has more than ${MAX_LINES} lines`, () => {
  const lines = (file: string) => readFileSync(ROOT + file, 'utf8').split('\n').length - 1;
  expect([...files, ...kernels, ...tests].filter((file) => lines(file) > MAX_LINES)).toEqual([]);
});

/** Paths of source files, without generated files and other languages. */
async function sources(
  pattern: string,
  without = /\.generated\.ts$|\/(assembly|node_modules)\//,
): Promise<string[]> {
  const found = [];
  for await (const file of glob(pattern, { cwd: ROOT })) {
    if (!without.test(file)) found.push(file);
  }
  return found.sort();
}

/** The functions, classes, constants and types that a file exports; the type of a constant may have its name. */
function namesOf(file: string): string[] {
  const source = readFileSync(ROOT + file, 'utf8');
  const declared = /^export (?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) (\w+)/gm;
  return [...new Set([...source.matchAll(declared)].map(([, name]) => name!))];
}

/** The imports of a file: paths from the root, or names of packages. */
function importsOf(file: string): string[] {
  const source = readFileSync(ROOT + file, 'utf8');
  const specifiers = [...source.matchAll(/\b(?:from\s+|import\s*\(\s*|import\s+)'([^'?]+)[^']*'/g)].map(
    ([, s]) => s!,
  );
  return specifiers.map((s) => (s.startsWith('.') ? posix.join(posix.dirname(file), s) : s));
}

/**
 * Groups of files that import each other, directly or not (R. Tarjan, Depth-first search and linear graph algorithms,
 * 1972): the strongly connected components of more than one file.
 */
function circles(all: readonly string[]): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  /** @returns the position of the earliest file on the path that the file imports, directly or not */
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

/** The innermost layer that contains the file. */
function layerOf(file: string): string {
  const names = Object.keys(LAYERS).filter((name) => file.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0] ?? file.split('/', 1)[0]!;
}
