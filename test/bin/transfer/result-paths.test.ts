import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FailureError, UsageError } from '../../../bin/cli/exit.ts';
import { refuseResultPaths, writeBelow } from '../../../bin/transfer/result-paths.ts';
import { temporaryDirectory } from '../command-line.ts';

const bytes = (text: string) => [Buffer.from(text)];

describe('before anything is sent', () => {
  test.each([
    ['by two slashes', ['x/f.txt', 'x//f.txt']],
    ['by a dot', ['x/f.txt', 'x/./f.txt']],
    ['by two dots', ['f.txt', 'x/../f.txt']],
    ['of a file and its folder', ['x', 'x/f.txt']],
    ['of a result and a report', ['x', 'x.report.json']],
  ])('keys that share a path are refused: %s', (_, keys) => {
    const refused = () =>
      refuseResultPaths(
        temporaryDirectory(),
        keys.map((key) => ({ key })),
      );
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(keys[1]);
  });

  test.each(['../f.txt', 'x/../../f.txt', '/f.txt', '..'])('a key that leads out is refused: %s', (key) => {
    expect(() => refuseResultPaths(temporaryDirectory(), [{ key }])).toThrow('expected a key below');
  });

  test('a result that is a source is refused, and so is one that is a directory', () => {
    const root = temporaryDirectory();
    writeFileSync(`${root}/p.txt`, '');
    mkdirSync(`${root}/q.txt`);
    expect(() => refuseResultPaths(root, [{ key: 'p.txt', path: `${root}/p.txt` }])).toThrow(
      'it is an input',
    );
    expect(() => refuseResultPaths(root, [{ key: 'q.txt' }])).toThrow(/q\.txt: it is a directory$/);
  });

  test('other outputs are compared, too', () => {
    const root = temporaryDirectory();
    const page = { path: `${root}/report.html`, what: 'the page' };
    expect(() => refuseResultPaths(root, [{ key: 'report.html' }], [page])).toThrow(
      'cannot write the page to',
    );
    expect(() => refuseResultPaths(root, [{ key: 'p.txt' }, { key: 'p.txt.part' }], [page])).not.toThrow();
  });
});

describe('a file below a directory', () => {
  test('replaces what was there when it is complete, and only then', async () => {
    const root = temporaryDirectory();
    await writeBelow(root, `${root}/x/f.txt`, bytes('old'));
    const broken = (async function* () {
      yield Buffer.from('ne');
      expect(readFileSync(`${root}/x/f.txt`, 'utf8')).toBe('old');
      throw new Error('reset');
    })();
    await expect(writeBelow(root, `${root}/x/f.txt`, broken)).rejects.toThrow('reset');
    expect(readdirSync(`${root}/x`)).toEqual(['f.txt']);
    await writeBelow(root, `${root}/x/f.txt`, bytes('new'));
    expect(readFileSync(`${root}/x/f.txt`, 'utf8')).toBe('new');
  });

  test.each([
    ['at its name', 'f.txt', '../elsewhere/f.txt', 'f.txt'],
    ['that leads nowhere', 'f.txt', '../elsewhere/new.txt', 'f.txt'],
    ['in place of a directory', 'x', '../elsewhere', 'x/f.txt'],
    ['above a directory that has to be made', 'x', '../elsewhere', 'x/y/f.txt'],
  ])('does not follow a link %s', async (_, link, target, key) => {
    const root = temporaryDirectory();
    mkdirSync(`${root}/out`);
    mkdirSync(`${root}/elsewhere`);
    writeFileSync(`${root}/elsewhere/f.txt`, 'precious');
    symlinkSync(target, `${root}/out/${link}`);
    const written = writeBelow(`${root}/out`, `${root}/out/${key}`, bytes('new'));
    await expect(written).rejects.toThrow(FailureError);
    await expect(written).rejects.toThrow('is a symbolic link');
    expect(readdirSync(`${root}/elsewhere`)).toEqual(['f.txt']);
    expect(readFileSync(`${root}/elsewhere/f.txt`, 'utf8')).toBe('precious');
  });
});
