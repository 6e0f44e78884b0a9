import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveInputs } from '../../../bin/solve/solve-paths.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { temporaryDirectory } from '../command-line.ts';
import { silentReporter } from '../silent-reporter.ts';

const [P, Q] = ['12.434..2.4343.1', '1234341221434.21'];
const S = '1234341221434321';

/** Solves files to one output in this process. */
async function joined(files: (string | Uint8Array)[], given: PartialOptions = {}) {
  const root = temporaryDirectory();
  const inputs = files.map((content, i) => {
    const path = join(root, `${i}`);
    writeFileSync(path, content);
    return { path, name: basename(path) };
  });
  const to = join(root, 'out');
  const reasons: string[] = [];
  const scheduler = new Scheduler(2);
  const reporter = silentReporter({
    file: (report) => void ('reason' in report && reasons.push(String(report.reason))),
  });
  try {
    const options = { inputs, to, totalBytes: undefined, given, scheduler, reporter };
    const exit = await solveInputs(options);
    return { exit, reasons, bytes: readFileSync(to), text: readFileSync(to, 'utf8') };
  } finally {
    await scheduler.close();
  }
}

test.each([
  ['lines, the first of them not ended', [P, `${Q}\n`], `${S}\n${S}\n`],
  ['lines that end in CR LF', [`${P}\r\n${Q}`, `${Q}\r\n`], `${S}\r\n${S}\r\n${S}\r\n`],
  ['lines that end in CR', [`${P}\r${Q}`, `${P}\r${P}\r`], `${S}\r${S}\r${S}\r${S}\r`],
  ['a byte-order mark', [`\ufeff${P}\n`, `\ufeff${P}\n`], `\ufeff${S}\n${S}\n`],
  ['a last line without a line end', [`${P}\n`, Q], `${S}\n${S}`],
  [
    'files with the same line of options',
    [`#! sudoku limit=2\n${P}\n`, `\ufeff#! sudoku limit=2\r\n${Q}\n`],
    `#! sudoku limit=2\n${S}\n${S}\n`,
  ],
  [
    'tables of the same columns',
    [`id,quiz\n1,${P}`, `id,quiz\n7,${Q}\n`],
    `id,quiz,solution,status\n1,${P},${S},solved\n7,${Q},${S},solved\n`,
  ],
  [
    'objects',
    [`{"puzzle":"${P}"}`, `{"puzzle":"${Q}"}\n`],
    `{"puzzle":"${P}","solution":"${S}","status":"solved"}\n{"puzzle":"${Q}","solution":"${S}","status":"solved"}\n`,
  ],
])('joins %s', async (_, files, text) => {
  expect(await joined(files)).toMatchObject({ exit: 0, reasons: [], text });
});

test('joins the contents of compressed files', async () => {
  const texts = [`quiz\n${P}`, `quiz\n${Q}\n`];
  const whole = `quiz,solution,status\n${P},${S},solved\n${Q},${S},solved\n`;
  const lines = [`${P}`, `\ufeff${Q}`];
  expect(gunzipSync((await joined(lines.map((text) => gzipSync(text)))).bytes).toString()).toBe(`${S}\n${S}`);
  expect(
    zstdDecompressSync(
      await joined(lines.map((text) => zstdCompressSync(text))).then(({ bytes }) => bytes.subarray(0)),
    ).toString(),
  ).toContain(S);
  expect(
    gunzipSync(
      (
        await joined(
          texts.map((text) => gzipSync(`\ufeff${text}`)),
          {},
        )
      ).bytes,
    )
      .toString()
      .replace('\ufeff', ''),
  ).toBe(whole);
});

test('writes one header for tables of results', async () => {
  const { text } = await joined([P, Q], { output: 'csv' });
  expect(text).toBe(`puzzle,solution,status,count,guesses\n${P},${S},solved,1,0\n${Q},${S},solved,1,0\n`);
});

test.each([
  [
    'a compressed file after text',
    [`${P}\n`, gzipSync(`${P}\n`)],
    '(text), got text in gzip: give -o a directory',
  ],
  [
    'a table after lines',
    [`${P}\n`, `id,quiz\n1,${P}\n`],
    '(text), got CSV with the columns id,quiz: give -o a directory',
  ],
  [
    'a table of other columns',
    [`quiz\n${P}\n`, `id,quiz\n1,${P}\n`],
    '(CSV with the columns quiz), got CSV with the columns id,quiz',
  ],
  [
    'options after a file without',
    [`${P}\n`, `#! sudoku variant=x\n${P}\n`],
    '(text), got text below "#! sudoku variant=x"',
  ],
  ['JSON after lines', [`${P}\n`, `["${P}"]`], '(text), got JSON'],
  [
    'lines that end in CR after others',
    [`${P}\n`, `${P}\r${P}\r`],
    '(text), got text with lines that end in CR',
  ],
])('refuses %s, and solves the others', async (_, [first, second], reason) => {
  const { exit, reasons, text } = await joined([first!, second!, first!]);
  expect(reasons).toEqual([
    expect.stringContaining('expected a result that can follow those before it in one output'),
  ]);
  expect(reasons[0]).toContain(reason);
  expect(text.split(S)).toHaveLength(3);
  expect(exit).toBe(2);
});

test('refuses to join tables of results of which only some have ids', async () => {
  const { exit, reasons, text } = await joined([`${P}\n`, `id,puzzle\n7,${P}\n`], { output: 'csv' });
  expect(exit).toBe(2);
  expect(reasons).toEqual([expect.stringContaining('got CSV of solutions=first with ids')]);
  expect(text).toBe(`puzzle,solution,status,count,guesses\n${P},${S},solved,1,0\n`);
});
