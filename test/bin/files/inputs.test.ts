import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openInput } from '../../../bin/files/inputs.ts';
import { readFully } from '../../../core/files/cuts.ts';
import { RejectedFile } from '../../../core/files/index.ts';
import { ended, SCRIPT, temporaryDirectory } from '../command-line.ts';

const P = '12.434..2.4343.1\n';
const S = '1234341221434321\n';

function fileOf(bytes: number): string {
  const path = join(temporaryDirectory(), 'a.txt');
  writeFileSync(path, 'x'.repeat(bytes));
  return path;
}

test('counts the bytes that it returns', async () => {
  const input = await openInput(fileOf(100));
  expect([input.bytes, input.bytesRead]).toEqual([100, 0]);
  expect(await readFully(input, new Uint8Array(30))).toBe(30);
  expect(input.bytesRead).toBe(30);
  expect(await readFully(input, new Uint8Array(90))).toBe(70);
  expect(input.bytesRead).toBe(100);
  await input.close();
});

test('rejects a file that becomes shorter while it is read', async () => {
  const path = fileOf(100);
  const input = await openInput(path);
  await readFully(input, new Uint8Array(30));
  truncateSync(path, 60);
  const rest = readFully(input, new Uint8Array(100));
  await expect(rest).rejects.toThrow(RejectedFile);
  await expect(rest).rejects.toThrow('expected 100 bytes, its size at first, got 60: it has become shorter');
  await input.close();
});

test('reads a file that grows up to its new end', async () => {
  const path = fileOf(100);
  const input = await openInput(path);
  appendFileSync(path, 'y'.repeat(50));
  expect(await readFully(input, new Uint8Array(200))).toBe(150);
  await input.close();
});

test.each(['-', '/dev/stdin'])('reads from %s what another process has left of a file', async (name) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'a.txt'), `first line\n${P}${P}`);
  const fd = openSync(join(cwd, 'a.txt'), 'r');
  readSync(fd, new Uint8Array(11));
  const child = spawn(process.execPath, [SCRIPT, 'solve', '-q', name], { cwd, stdio: [fd, 'pipe', 'pipe'] });
  const { code, stdout } = await ended(child as Parameters<typeof ended>[0]);
  closeSync(fd);
  expect(stdout.toString().endsWith(S + S)).toBe(true);
  // Linux opens /dev/stdin again, from the first byte on
  expect(stdout.toString().startsWith('first line')).toBe(name !== '-');
  expect(code).toBe(0);
});

test('refuses to read into an empty buffer', async () => {
  const input = await openInput(fileOf(1));
  await expect(input.read(new Uint8Array(0))).rejects.toThrow(RangeError);
  await input.close();
});
