import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn } from '../../../bin/cli/paths.ts';
import { temporaryDirectory } from '../command-line.ts';

function tree(files: readonly string[], links: Readonly<Record<string, string>> = {}) {
  const root = temporaryDirectory();
  for (const file of files) {
    mkdirSync(`${root}/${file.replace(/[^/]*$/, '')}`, { recursive: true });
    if (!file.endsWith('/')) writeFileSync(`${root}/${file}`, '');
  }
  for (const [link, target] of Object.entries(links)) symlinkSync(target, `${root}/${link}`);
  return root;
}

/** Finds files, by paths below the directory. */
function found(root: string, ...rest: [except?: string, listing?: Parameters<typeof filesIn>[2]]) {
  const { files, unreadable } = filesIn(root, ...rest);
  return {
    files: files.map((path) => relative(root, path)),
    unreadable: unreadable.map(({ path, reason }) => `${relative(root, path)}: ${reason}`),
  };
}

test('finds files of all levels, sorted', () => {
  const root = tree(['b.txt', 'a/z.txt', 'a/b/c.txt', 'a.txt']);
  expect(found(root)).toEqual({ files: ['a.txt', 'a/b/c.txt', 'a/z.txt', 'b.txt'], unreadable: [] });
});

test('follows links to files and directories', () => {
  const elsewhere = tree(['x.txt', 'y/z.txt']);
  const root = tree(['a.txt'], { 'file.txt': `${elsewhere}/x.txt`, directory: `${elsewhere}/y` });
  expect(found(root).files).toEqual(['a.txt', 'directory/z.txt', 'file.txt']);
});

test('visits a file once, under its own name', () => {
  const root = tree(['m/a.txt'], {
    'a-link.txt': 'm/a.txt',
    'm/again.txt': 'a.txt',
    'all-of-m': 'm',
    'm/loop': '..',
    'm/self': '.',
  });
  expect(found(root)).toEqual({ files: ['m/a.txt'], unreadable: [] });
});

test('counts two links to one file elsewhere as one file', () => {
  const elsewhere = tree(['x.txt']);
  const root = tree([], { 'a.txt': `${elsewhere}/x.txt`, 'b.txt': `${elsewhere}/x.txt`, 'c.txt': 'a.txt' });
  expect(found(root).files).toEqual(['a.txt']);
});

test('counts each hard link as a file', () => {
  const root = tree(['a.txt']);
  linkSync(`${root}/a.txt`, `${root}/b.txt`);
  expect(found(root).files).toEqual(['a.txt', 'b.txt']);
});

test('skips hidden files and directories, except for the given directory', () => {
  const root = tree([
    'a.txt',
    '.DS_Store',
    '.git/config',
    'b/.hidden/c.txt',
    'b/.sudoku-12-abcdefgh.partial',
  ]);
  expect(found(root)).toEqual({ files: ['a.txt'], unreadable: [] });
  expect(found(`${root}/.git`).files).toEqual(['config']);
});

test('skips the directory for results, whichever name it has', () => {
  const root = tree(['a.txt', 'out/a.txt', 'b/out/c.txt'], { results: 'out' });
  expect(found(root, `${root}/results`).files).toEqual(['a.txt', 'b/out/c.txt']);
  expect(found(`${root}/out`, `${root}/out`).files).toEqual(['a.txt']);
});

test('reports unreadable files, and finds the rest', () => {
  const root = tree(['a.txt', 'closed/b.txt', 'open/c.txt'], { dangling: 'nowhere', loop: 'loop' });
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', errno: -13 });
  const entries = (directory: string) => {
    if (directory.endsWith('closed')) throw denied;
    return readdirSync(directory, { withFileTypes: true });
  };
  expect(found(root, undefined, { entries })).toEqual({
    files: ['a.txt', 'open/c.txt'],
    unreadable: [
      'closed: permission denied',
      'dangling: no such file or directory',
      'loop: too many symbolic links encountered',
    ],
  });
});

test.skipIf(process.platform === 'win32')('reports pipes and devices, and does not open them', () => {
  const root = tree(['a.txt'], { endless: '/dev/zero' });
  spawnSync('mkfifo', [`${root}/pipe`]);
  const reason = 'expected a file, got a device, a pipe or a socket';
  expect(found(root)).toEqual({ files: ['a.txt'], unreadable: [`pipe: ${reason}`, `endless: ${reason}`] });
});

test.runIf(process.platform === 'linux')('reports a name that is not UTF-8, and finds the rest', () => {
  const root = tree(['a.txt']);
  writeFileSync(Buffer.from(`${root}/\xe9.txt`, 'latin1'), '');
  expect(found(root)).toEqual({
    files: ['a.txt'],
    unreadable: [expect.stringContaining('expected a name in UTF-8, got other bytes')],
  });
});
