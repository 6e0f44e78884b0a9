import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openOutput } from '../../../bin/files/output.ts';
import { temporaryDirectory } from '../command-line.ts';

/** Linux lists open descriptors here. */
const DESCRIPTORS = '/proc/self/fd';

describe('an output file', () => {
  test('appears when it is committed, and replaces an existing file', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'out.txt');
    writeFileSync(path, 'old');
    const output = await openOutput(path);
    await output.write(Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('old');
    await output.commit();
    output.discard(); // has no effect after commit
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(directory)).toEqual(['out.txt']);
  });

  test('is removed when it is discarded', async () => {
    const directory = temporaryDirectory();
    const output = await openOutput(join(directory, 'out.txt'));
    await output.write(Buffer.from('new'));
    output.discard();
    expect(readdirSync(directory)).toEqual([]);
  });

  test.runIf(existsSync(DESCRIPTORS))('is closed when it is discarded', async () => {
    const directory = temporaryDirectory();
    const open = () =>
      readdirSync(DESCRIPTORS).filter((fd) => {
        try {
          return readlinkSync(`${DESCRIPTORS}/${fd}`).startsWith(directory);
        } catch {
          return false; // the descriptor of the listing itself
        }
      });
    for (let i = 0; i < 5; i++) {
      const output = await openOutput(join(directory, `${i}.txt`));
      await output.write(Buffer.alloc(100_000));
      expect(open()).not.toEqual([]);
      output.discard();
    }
    await expect.poll(open).toEqual([]);
  });

  test('replaces the target of a link, but refuses links below a directory', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'out'));
    writeFileSync(join(directory, 'target.txt'), 'old');
    symlinkSync('../target.txt', join(directory, 'out/link.txt'));
    const named = await openOutput(join(directory, 'out/link.txt'));
    await named.write(Buffer.from('new'));
    await named.commit();
    expect(readFileSync(join(directory, 'target.txt'), 'utf8')).toBe('new');
    await expect(openOutput(join(directory, 'out/link.txt'), join(directory, 'out'))).rejects.toThrow(
      'link.txt: cannot be written: it is a symbolic link',
    );
  });
});
