// Where compiled code is stored, and that code of other users is never run.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const STORED_CODE = new URL('../../../bin/cli/stored-code.js', import.meta.url);
/** Another user. */
const NOBODY = 65_534;

// outside of the run's temporary folder, which only its owner can open
const root = mkdtempSync(join(dirname(tmpdir()), 'sudoku-stored-code-'));
chmodSync(root, 0o755);
const home = join(root, 'home');
const caches = join(home, '.cache');
const cache = join(caches, 'sudoku-batch');
/** a folder of the other user */
const theirs = join(root, 'theirs');
afterAll(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  for (const folder of [home, theirs]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
});

/** Two scripts of one length, so that V8 takes the code of one for that of the other. */
const bundle = (word: 'right' | 'wrong') =>
  `(require) => require("node:process").stdout.write("${word}")\n//# hash=1\n`;

interface RunOptions {
  readonly user?: number;
  readonly word?: 'right' | 'wrong';
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a bundle in a process of its own. @returns what it prints */
function run({ user, word = 'right', env = { HOME: home } }: RunOptions = {}): string {
  const path = join(root, `${word}.js`);
  writeFileSync(path, bundle(word));
  const program = `import { runBundle } from '${STORED_CODE.href}';
runBundle(new URL('${pathToFileURL(path).href}'), undefined, (store) => process.on('exit', store));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, TMPDIR: root, ...env },
    cwd: '/',
    encoding: 'utf8',
    ...(user !== undefined && { uid: user, gid: user }),
  });
}

const CODE = /^sudoku-v[\w.-]+-1$/;
const isCode = (name: string) => CODE.test(name);

/** The path of the stored code. */
const codePath = () => join(cache, readdirSync(cache).find(isCode)!);

/** Stores the code of the wrong bundle, which V8 would run in place of the right one. */
function plantCode(): string {
  run({ word: 'wrong' });
  expect(run()).toBe('wrong');
  return codePath();
}

/** All files below a folder with owner, mode and time. */
const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { uid, mode, mtimeMs } = lstatSync(join(folder, name));
      return `${name} ${uid} ${mode.toString(8)} ${mtimeMs}`;
    })
    .sort();

test('stores code in a directory that only the user can open', () => {
  expect(run()).toBe('right');
  expect(lstatSync(cache).mode & 0o777).toBe(0o700);
  expect(lstatSync(caches).mode & 0o777).toBe(0o700);
  expect(lstatSync(codePath()).mode & 0o777).toBe(0o600);
  // with Node's own cache
  expect(readdirSync(cache).filter((name) => !isCode(name))).toHaveLength(1);
});

test('stores code in XDG_CACHE_HOME, unless it is a relative path', () => {
  run({ env: { HOME: home, XDG_CACHE_HOME: caches } });
  expect(readdirSync(cache).some(isCode)).toBe(true);
  rmSync(caches, { recursive: true });
  run({ env: { HOME: home, XDG_CACHE_HOME: 'relative' } });
  expect(readdirSync(cache).some(isCode)).toBe(true);
});

test('leaves Node its cache in NODE_COMPILE_CACHE, and stores code in its own directory', () => {
  const NODE_COMPILE_CACHE = join(root, 'theirs/node');
  run({ env: { HOME: home, NODE_COMPILE_CACHE } });
  expect(readdirSync(NODE_COMPILE_CACHE)).toHaveLength(1);
  expect(readdirSync(cache)).toEqual([expect.stringMatching(CODE)]);
});

test.for([
  ['HOME is empty', '', () => {}],
  ['HOME does not exist', join(home, 'missing'), () => {}],
  ['HOME is a file', join(root, 'right.js'), () => {}],
  ['the cache folder is a file', home, () => writeFileSync(caches, '')],
  ['the cache folder is a link to nowhere', home, () => symlinkSync(join(theirs, 'missing'), caches)],
  [
    'the directory is a file',
    home,
    () => {
      mkdirSync(caches);
      writeFileSync(cache, '');
    },
  ],
] as const)('runs without stored code if %s', ([, HOME, prepare]) => {
  prepare();
  const before = [...contents(home), ...contents(theirs)];
  expect(run({ env: { HOME } })).toBe('right');
  expect([...contents(home), ...contents(theirs)]).toEqual(before);
});

test('follows a link to a cache folder of the same user', () => {
  mkdirSync(join(home, 'elsewhere'));
  symlinkSync(join(home, 'elsewhere'), caches);
  run();
  expect(run({ word: 'wrong' })).toBe('right');
});

/** Ways of other users to place code, or of a careless one to open the directory. */
const UNSAFE: Readonly<Record<string, () => void>> = {
  'the directory can be written by others': () => chmodSync(cache, 0o777),
  'the directory can be written by its group': () => chmodSync(cache, 0o770),
  'the directory can be read by others': () => chmodSync(cache, 0o755),
  'the directory is a link': () => {
    renameSync(cache, join(home, 'linked'));
    symlinkSync(join(home, 'linked'), cache);
  },
  'the cache folder can be written by others': () => chmodSync(caches, 0o777),
  'the cache folder can be written by its group': () => chmodSync(caches, 0o770),
  'the home can be written by others': () => chmodSync(home, 0o777),
};

/** As above, for which the test must be root. */
const UNSAFE_OWNERS: typeof UNSAFE = {
  'the directory belongs to another user': () => chownSync(cache, NOBODY, NOBODY),
  'the cache folder belongs to another user': () => chownSync(caches, NOBODY, NOBODY),
  'the home belongs to another user, as under sudo': () => chownSync(home, NOBODY, NOBODY),
  'the cache folder is a link to that of another user': () => {
    renameSync(caches, join(theirs, 'cache'));
    symlinkSync(join(theirs, 'cache'), caches);
    chownSync(theirs, NOBODY, NOBODY);
  },
};

/** Files that are not those that this user has stored. */
const FOREIGN: typeof UNSAFE = {
  'others can write it': () => chmodSync(codePath(), 0o666),
  'others can read it': () => chmodSync(codePath(), 0o644),
  'it is a link': () => {
    const path = codePath();
    renameSync(path, join(theirs, 'code'));
    symlinkSync(join(theirs, 'code'), path);
  },
  'it is a directory': () => {
    const path = codePath();
    rmSync(path);
    mkdirSync(path);
  },
};

const FOREIGN_OWNERS: typeof UNSAFE = {
  'it belongs to another user': () => chownSync(codePath(), NOBODY, NOBODY),
};

function uses(unsafe: typeof UNSAFE, foreign: typeof UNSAFE): void {
  test.for(Object.entries(unsafe))('neither runs nor stores code if %s', ([, prepare]) => {
    plantCode();
    prepare();
    const before = [...contents(home), ...contents(theirs)];
    expect(run()).toBe('right');
    expect([...contents(home), ...contents(theirs)]).toEqual(before);
  });

  test.for(Object.entries(foreign))('does not run stored code if %s', ([, prepare]) => {
    plantCode();
    prepare();
    const before = contents(theirs);
    expect(run()).toBe('right');
    expect(contents(theirs)).toEqual(before);
  });
}

uses(UNSAFE, FOREIGN);

describe.skipIf(process.getuid?.() !== 0)('as two users (needs root to change the user)', () => {
  uses(UNSAFE_OWNERS, FOREIGN_OWNERS);

  test('neither user runs what the other has stored, whatever folders they share', () => {
    chmodSync(theirs, 0o1777);
    const env = { HOME: theirs, XDG_CACHE_HOME: theirs, TMPDIR: theirs };
    expect(run({ user: NOBODY, word: 'wrong', env })).toBe('wrong');
    expect(run({ user: NOBODY, env })).toBe('wrong');
    const before = contents(theirs);
    expect(run({ env })).toBe('right');
    expect(contents(theirs)).toEqual(before);
  });

  test('a folder that all may write, as /tmp, is safe below a directory of the user', () => {
    chmodSync(theirs, 0o1777);
    const env = { HOME: theirs, XDG_CACHE_HOME: theirs };
    run({ env });
    expect(run({ word: 'wrong', env })).toBe('right');
  });

  test('a user whose home is missing or cannot be written runs without stored code', () => {
    const before = contents(home);
    for (const env of [{}, { HOME: home }, { HOME: '/nonexistent' }]) {
      expect(run({ user: NOBODY, env })).toBe('right');
    }
    expect(contents(home)).toEqual(before);
  });

  test('a user runs what they have stored', () => {
    chownSync(home, NOBODY, NOBODY);
    run({ user: NOBODY });
    expect(run({ user: NOBODY, word: 'wrong' })).toBe('right');
  });
});
