import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  OptionError,
  type PartialOptions,
  RejectedFile,
  solveFile,
  solverStream,
  solveText,
} from '../../../../core/index.ts';
import { temporaryDirectory } from '../../../bin/command-line.ts';

const TEXT = `# some\n${'12.434..2.4343.1\n'.repeat(3)}11..............\n`;
const SOLVED = `# some\n${'1234341221434321\n'.repeat(3)}invalid         \n`;

/** A stream of some bytes at a time. */
function streamOf(bytes: Uint8Array, length: number) {
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + length));
      at += length;
    },
  });
}

async function through(bytes: Uint8Array, length: number, options?: PartialOptions) {
  const solver = solverStream(options);
  const result = streamOf(bytes, length).pipeThrough(solver);
  return { bytes: new Uint8Array(await new Response(result).arrayBuffer()), report: await solver.report };
}

describe('solverStream', () => {
  test.each([1, 7, 1000])('gives the result of solveText for chunks of %d bytes', async (length) => {
    const { bytes, report } = await through(new TextEncoder().encode(TEXT), length);
    expect(new TextDecoder().decode(bytes)).toBe(SOLVED);
    const { seconds: _, puzzlesPerSecond: __, input: ___, ...expected } = solveText(TEXT).report;
    expect(report).toMatchObject(expected);
    expect(report.input.bytes).toBe(TEXT.length);
  });

  test('a compressed file gives a compressed result', async () => {
    const { bytes } = await through(gzipSync(TEXT), 10);
    expect(gunzipSync(bytes).toString()).toBe(SOLVED);
  });

  test('a comment longer than the usual head, and many puzzles, pass through', async () => {
    const text = `${'# comment\n'.repeat(30_000)}${'12.434..2.4343.1\n'.repeat(50_000)}`;
    const { bytes, report } = await through(new TextEncoder().encode(text), 64 * 1024);
    expect(report.solved).toBe(50_000);
    expect(bytes.length).toBe(text.length);
  });

  test('a file without puzzles ends both streams with its error', async () => {
    const solver = solverStream();
    const writer = (solver.writable as WritableStream<Uint8Array>).getWriter();
    const reading = new Response(solver.readable as ReadableStream<Uint8Array>).text();
    const writing = writer.write(new TextEncoder().encode('no puzzles')).then(() => writer.close());
    await expect(reading).rejects.toThrow(RejectedFile);
    await expect(solver.report).rejects.toThrow('expected puzzles');
    await writing.catch((error: unknown) => expect(error).toBeInstanceOf(RejectedFile));
  });

  test('reads on only as fast as its output is read', async () => {
    const solver = solverStream({ solutions: 'all', limit: 1_000_000, output: 'csv' });
    const output = streamOf(new TextEncoder().encode(`${'.'.repeat(81)}\n`.repeat(4)), 200)
      .pipeThrough(solver)
      .getReader();
    expect((await output.read()).done).toBe(false);
    // the other millions of rows are not made
    await output.cancel(new Error('enough'));
    await expect(solver.report).rejects.toThrow('enough');
  });
});

test('the report of a solverStream rejects if its result is cancelled while no bytes come', async () => {
  const solver = solverStream();
  await solver.readable.cancel(new Error('enough'));
  await expect(solver.report).rejects.toThrow('enough');
});

describe('solveFile', () => {
  test('replaces its own input by the result', async () => {
    const path = join(temporaryDirectory(), 'puzzles.txt');
    writeFileSync(path, TEXT);
    expect(await solveFile(path, path)).toMatchObject({
      puzzles: 4,
      solved: 3,
      invalid: 1,
      input: { key: path },
    });
    expect(readFileSync(path, 'utf8')).toBe(SOLVED);
  });

  test.each([
    ['a file without puzzles', 'text', 'expected puzzles'],
    ['a missing file', undefined, 'ENOENT'],
  ])('leaves nothing behind after %s', async (_, content, message) => {
    const folder = temporaryDirectory();
    const input = join(folder, 'input.txt');
    if (content !== undefined) writeFileSync(input, content);
    await expect(solveFile(input, join(folder, 'output.txt'))).rejects.toThrow(message);
    expect(existsSync(join(folder, 'output.txt'))).toBe(false);
    expect(readdirSync(folder)).toEqual(content === undefined ? [] : ['input.txt']);
  });

  test('both a missing input and a missing folder of the output reject, and nothing else fails', async () => {
    const folder = temporaryDirectory();
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => failures.push(error);
    process.on('uncaughtException', onFailure);
    try {
      const output = join(folder, 'none', 'output.txt');
      // the message names the folder, not a file that the caller does not know
      await expect(solveFile(join(folder, 'none.txt'), output)).rejects.toThrow(`'${join(folder, 'none')}'`);
      // by now, the input has been opened in vain
      await expect(solveFile(join(folder, 'none.txt'), join(folder, 'output.txt'))).rejects.toThrow(
        'none.txt',
      );
    } finally {
      process.off('uncaughtException', onFailure);
    }
    expect(failures).toEqual([]);
  });

  test('replaces the target of a link and keeps its permissions', async () => {
    const folder = temporaryDirectory();
    const [input, target, link] = ['input.txt', 'target.txt', 'link.txt'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(input, TEXT);
    writeFileSync(target, 'old');
    chmodSync(target, 0o640);
    symlinkSync(target, link);
    await solveFile(input, link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, 'utf8')).toBe(SOLVED);
    expect(lstatSync(target).mode & 0o777).toBe(0o640);
  });

  test.skipIf(process.platform === 'win32')('writes to a named pipe, which stays', async () => {
    const folder = temporaryDirectory();
    const [input, pipe] = [join(folder, 'input.txt'), join(folder, 'pipe')];
    writeFileSync(input, TEXT);
    execFileSync('mkfifo', [pipe]);
    const [text] = await Promise.all([readFile(pipe, 'utf8'), solveFile(input, pipe)]);
    expect(text).toBe(SOLVED);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });
});

test.each([{ grade: true }, { explain: true }, { canonical: true }, { minimal: true }])(
  'neither solveFile nor solverStream silently ignores %j',
  async (options) => {
    const folder = temporaryDirectory();
    const [input, output] = [join(folder, 'input.txt'), join(folder, 'output.txt')];
    writeFileSync(input, TEXT);
    await expect(solveFile(input, output, options)).rejects.toThrow(OptionError);
    expect(readdirSync(folder)).toEqual(['input.txt']);
    await expect(through(new TextEncoder().encode(TEXT), 100, options)).rejects.toThrow(OptionError);
    expect((await solveFile(input, output, { ...options, output: 'jsonl' })).puzzles).toBe(4);
  },
);
