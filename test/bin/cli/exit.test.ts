import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPartialName } from '../../../bin/files/output-paths.ts';
import { casesOf } from '../../cases.ts';
import { ended, lines, made, SCRIPT, sudoku, temporaryDirectory } from '../command-line.ts';
import { signalled } from './signalled.ts';

const SIGNALS = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const;
/** Moments of each command at which a signal is sent, one per run; a command has more moments. FUZZ_SEED says which. */
const RUNS = casesOf(12);
const OFFSET = (Number(process.env.FUZZ_SEED) % 10) / 10;

const { puzzles, solutions } = made(2);
const IN = ['in', 'in/a.txt', 'in/b.txt'];

function folder(): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'in'));
  writeFileSync(join(cwd, 'in/a.txt'), lines(puzzles));
  writeFileSync(join(cwd, 'in/b.txt'), lines(puzzles));
  return cwd;
}

const filesIn = (cwd: string) => (readdirSync(cwd, { recursive: true }) as string[]).sort();

test.each<[string, string[], string[]]>([
  ['solve into a file', ['solve', 'in/a.txt', '-q', '-o', 'out.txt'], ['out.txt']],
  [
    'solve into a directory, with a page',
    ['solve', 'in', '-q', '-o', 'out/', '--report', 'out.html'],
    ['out', 'out.html', 'out/a.txt', 'out/b.txt'],
  ],
  ['generate', ['generate', '-q', '-o', 'out.txt'], ['out.txt']],
  ['grade', ['grade', 'in/a.txt', '-q', '-o', 'out.csv'], ['out.csv']],
])('a signal leaves no unfinished file at any moment: %s', async (_, args, outputs) => {
  const whole = folder();
  const { stderr } = await signalled(args, whole);
  expect(filesIn(whole)).toEqual([...IN, ...outputs].sort());
  const moments = Number(/^moments: (\d+)$/m.exec(stderr)![1]);
  expect(moments).toBeGreaterThanOrEqual(6);
  for (let run = 0; run < RUNS; run++) {
    const moment = Math.floor(((run + OFFSET) * moments) / RUNS);
    const [signal, exit] = Object.entries(SIGNALS)[run % 3]!;
    const cwd = folder();
    const { code } = await signalled(args, cwd, signal, moment);
    expect([0, exit]).toContain(code);
    const left = filesIn(cwd).filter((name) => !IN.includes(name));
    // each output is complete or missing
    for (const name of left) {
      expect(outputs, `${signal} at moment ${moment}`).toContain(name);
      if (name.endsWith('.txt') || name.endsWith('.csv')) {
        expect(readFileSync(join(cwd, name), 'utf8')).toBe(readFileSync(join(whole, name), 'utf8'));
      }
    }
  }
});

test('unfinished files of a killed process are skipped as input', async () => {
  const cwd = folder();
  const { code } = await signalled(['solve', 'in/a.txt', '-q', '-o', 'in/out.txt'], cwd, 'SIGKILL', 1);
  expect(code).toBeNull();
  const left = readdirSync(join(cwd, 'in')).filter((name) => isPartialName(name));
  expect(left).toHaveLength(1);
  writeFileSync(join(cwd, 'in', left[0]!), lines(puzzles));
  const next = await sudoku(['solve', 'in', '-q'], { cwd });
  expect([next.code, next.stderr, next.stdout.toString()]).toEqual([
    0,
    '',
    lines([...solutions, ...solutions]),
  ]);
});

test('an unexpected error leaves no unfinished file', async () => {
  const cwd = folder();
  const lapse = join(cwd, 'lapse.mjs');
  // the process ends by an exception while results are being written
  writeFileSync(
    lapse,
    `import fs from 'node:fs';
     const { openSync } = fs;
     fs.openSync = (path, ...rest) => {
       const fd = openSync(path, ...rest);
       if (String(path).endsWith('.partial')) setImmediate(() => { throw new Error('lapse'); });
       return fd;
     };
     (await import('node:module')).syncBuiltinESMExports();`,
  );
  const child = spawn(
    process.execPath,
    ['--import', lapse, SCRIPT, 'generate', '--count', '100000', '-q', '-o', 'out.txt'],
    { cwd },
  );
  const { code, stderr } = await ended(child);
  expect(stderr).toContain('Error: lapse');
  expect(code).not.toBe(0);
  expect(filesIn(cwd)).toEqual([...IN, 'lapse.mjs']);
});
