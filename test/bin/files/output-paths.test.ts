import { existsSync, linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../bin/cli/exit.ts';
import {
  type IsSameName,
  impossiblePath,
  linkBelow,
  openPartial,
  refuseCollisions,
  refuseUnwritableDirectory,
  removePartial,
} from '../../../bin/files/output-paths.ts';
import { temporaryDirectory } from '../command-line.ts';

/** A disk that ignores case and normalisation. */
const FOLDING: IsSameName = (_, a, b) => fold(a) === fold(b);
const EXACT: IsSameName = () => false;

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/**
 * `in/a.txt`, `in/b.txt`, a hard link and symbolic links to them, links to the directory, and `out`.
 * @returns a function that gives the reason why outputs are refused, without the path of the folder
 */
function folder() {
  const root = temporaryDirectory();
  const at = (path: string) => (path === '-' || path.startsWith('/dev/') ? path : `${root}/${path}`);
  mkdirSync(at('in'));
  mkdirSync(at('out'));
  writeFileSync(at('in/a.txt'), 'a');
  writeFileSync(at('in/b.txt'), 'b');
  linkSync(at('in/a.txt'), at('hard.txt'));
  symlinkSync('in/a.txt', at('soft.txt'));
  symlinkSync('in', at('linked'));
  symlinkSync('nowhere.txt', at('dangling.txt'));
  const reason = (inputs: string[], outputs: string[], isSameName?: IsSameName) => {
    try {
      refuseCollisions(
        inputs.map(at),
        outputs.map((path, i) => ({ path: at(path), what: `output ${i + 1}` })),
        isSameName,
      );
      return undefined;
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message.replaceAll(`${root}/`, '');
    }
  };
  return { root, at, reason };
}

describe('refuses an output that is an input', () => {
  test.each([
    ['by the same path', 'in/a.txt', 'in/a.txt'],
    ['by another spelling', 'in/a.txt', 'in/../in/./a.txt'],
    ['by a symbolic link', 'in/a.txt', 'soft.txt'],
    ['that is a symbolic link', 'soft.txt', 'in/a.txt'],
    ['by a hard link', 'in/a.txt', 'hard.txt'],
    ['by a link to its directory', 'in/a.txt', 'linked/a.txt'],
    ['that does not exist yet', 'in/new.txt', 'linked/new.txt'],
  ])('%s', (_, input, output) => {
    expect(folder().reason(['in/b.txt', input], ['out/x.txt', output])).toMatch(
      /^\S+: cannot write output 2: it is (an input|the input \S+)$/,
    );
  });

  test('and names both', () => {
    expect(folder().reason(['in/a.txt'], ['hard.txt'])).toBe(
      'hard.txt: cannot write output 1: it is the input in/a.txt',
    );
  });
});

describe('refuses two outputs that are', () => {
  test.each([
    ['the same path', 'out/x.txt', 'out/x.txt'],
    ['the same path by another spelling', 'out/x.txt', 'out//y/../x.txt'],
    ['the same in a directory that does not exist yet', 'new/er/x.txt', 'new/./er//x.txt'],
    ['the same by a link to their directory', 'in/x.txt', 'linked/x.txt'],
    ['names of one file', 'hard.txt', 'soft.txt'],
    ['a link that leads nowhere, and that', 'nowhere.txt', 'dangling.txt'],
    ['standard output', '-', '/dev/stdout'],
  ])('%s', (_, one, other) => {
    expect(folder().reason([], [one, other])).toMatch(
      /^\S+: cannot write output 2: output 1 goes there, too$/,
    );
  });

  test('a file and a directory of the same name', () => {
    const { reason } = folder();
    expect(reason([], ['out/x', 'out/x/y.txt'])).toBe(
      'out/x/y.txt: cannot write output 2: out/x is to be output 1, not a directory',
    );
    expect(reason([], ['out/x/y.txt', 'out/x'])).toBe(
      'out/x: cannot write output 2: it must be a directory for output 1',
    );
  });

  test.each([
    ['case', 'out/X.txt', 'out/x.txt'],
    ['the case of a directory', 'new/Er/x.txt', 'new/er/x.txt'],
    ['normalisation', 'out/\u00e9.txt', 'out/e\u0301.txt'],
    ['the case of a letter that folds to two', 'out/STRASSE.txt', 'out/stra\u1e9ee.txt'],
  ])('names that differ in %s, where the disk ignores that', (_, one, other) => {
    const { reason } = folder();
    expect(reason([], [one, other], () => true)).toContain('output 1 goes there, too');
    expect(reason([], [one, other], EXACT)).toBeUndefined();
  });

  test('a file and a directory whose names differ in case, if the disk ignores case', () => {
    expect(folder().reason([], ['out/X', 'out/x/y.txt'], FOLDING)).toContain('not a directory');
  });
});

test('tests whether the file system ignores case, and leaves no file', () => {
  const { at, reason } = folder();
  writeFileSync(at('out/Probe'), '');
  const ignoresCase = existsSync(at('out/pROBE'));
  expect(reason([], ['out/x.txt', 'out/X.txt']) !== undefined).toBe(ignoresCase);
  expect(readdirSync(at('out'))).toEqual(['Probe']);
});

test.each<[string, string[], string[]]>([
  ['other names', ['in/a.txt', 'in/b.txt'], ['out/a.txt', 'out/b.txt']],
  ['what exists and is no input', ['in/a.txt'], ['in/b.txt']],
  ['a device, for as much as there is', ['/dev/null'], ['/dev/null', '/dev/null']],
  ['standard input and output', ['-'], ['-']],
  ['a link that leads nowhere', ['in/a.txt'], ['dangling.txt', 'out/nowhere.txt']],
])('accepts %s', (_, inputs, outputs) => {
  expect(folder().reason(inputs, outputs)).toBeUndefined();
});

test('reserves the names of unfinished files, in upper case, too', () => {
  const { root, reason } = folder();
  const { path } = openPartial(root);
  removePartial(path);
  const name = path.slice(root.length + 1);
  for (const taken of [name, `out/${name}`, name.toUpperCase()]) {
    expect(reason([], [taken])).toContain('names of this form are reserved for unfinished files');
  }
});

test('finds links below a directory, but not in its own path', () => {
  const { at } = folder();
  symlinkSync('..', at('in/up'));
  expect(linkBelow(at('linked'), at('linked/a.txt'))).toBeUndefined();
  expect(linkBelow(at('in'), at('in/new/x.txt'))).toBeUndefined();
  expect(linkBelow(at('in'), at('in/up/x.txt'))).toBe(at('in/up'));
  expect(linkBelow(at('.'), join(at('.'), 'dangling.txt'))).toBe(at('dangling.txt'));
});

test('refuses a directory for results that is a file or below one', () => {
  const { at } = folder();
  expect(() => refuseUnwritableDirectory(at('out'))).not.toThrow();
  expect(() => refuseUnwritableDirectory(at('out/new/er'))).not.toThrow();
  for (const path of ['in/a.txt', 'in/a.txt/', 'in/a.txt/below']) {
    expect(() => refuseUnwritableDirectory(at(path))).toThrow(
      /expected a directory, got the file .*in\/a\.txt/,
    );
  }
});

test.each([
  'a:b.txt',
  'x?.txt',
  'con',
  'NUL.txt',
  'x/Com1.log',
  'x./f.txt',
  'x /f.txt',
  'a|b',
  'a"b',
  'a\tb',
])('no file can be called %j on Windows', (name) => {
  const path = join(temporaryDirectory(), name);
  expect(impossiblePath(path, 'win32')).toMatch(/": Windows allows no such name$/);
  expect(impossiblePath(path, 'linux')).toBeUndefined();
});

test.each(['console.txt', '.hidden', 'a b.txt', 'x.y/z', 'lpt10'])(
  'a file can be called %j on Windows',
  (name) => {
    expect(impossiblePath(join(temporaryDirectory(), name), 'win32')).toBeUndefined();
  },
);
