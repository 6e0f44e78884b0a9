// The net of the commands: an unexpected error costs its record or its file, at each stage, on all numbers of threads.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { someOf } from '../cases.ts';
import { type Fault, withFault } from '../fault-hook.ts';
import { differing, FAULTY_FILES, faultyCase, lostText } from '../faulty-files.ts';
import { type Ended, ended, SCRIPT, temporaryDirectory } from './command-line.ts';
import { sudokuHere } from './in-this-process.ts';

const HOOK = fileURLToPath(new URL('../fault-hook.ts', import.meta.url));

/** Runs the command line in a process whose threads have a fault. */
function sudokuWith(fault: Fault, args: readonly string[], cwd: string): Promise<Ended> {
  const env = { ...process.env, NODE_OPTIONS: `--import ${HOOK}`, SUDOKU_TEST_FAULT: JSON.stringify(fault) };
  const child = spawn(process.execPath, [SCRIPT, ...args], { cwd, env });
  child.stdin.end();
  return ended(child);
}

const [LINES] = FAULTY_FILES;
/** More than eight MiB, so that all threads start at once. */
const [COUNT, CULPRIT] = [110_000, 77_777];

describe('sudoku solve', () => {
  let good: string;
  beforeAll(async () => {
    const { solveText } = await import('../../core/index.ts');
    good = solveText(faultyCase(LINES!, 'solve', COUNT, CULPRIT).text).text;
  });

  const cases = [1, 2, 5, 8].flatMap((threads) =>
    (['read', 'solve', 'write'] as const).map((stage) => ({ threads, stage })),
  );
  test.each(someOf(cases, 3))(
    'loses only the record that causes an error at the stage $stage, on $threads threads',
    async ({ threads, stage }) => {
      const cwd = temporaryDirectory();
      const { text, fault } = faultyCase(LINES!, stage, COUNT, CULPRIT);
      writeFileSync(join(cwd, 'in.txt'), text);
      const args = ['solve', 'in.txt', '-o', 'out.txt', '--json', '--concurrency', String(threads)];
      const { code, stderr } = await sudokuWith(fault, args, cwd);
      expect(code).toBe(3);
      const result = readFileSync(join(cwd, 'out.txt'), 'utf8');
      expect(differing(result, good, '\n', 0)).toEqual([[CULPRIT, 'invalid'.padEnd(81)]]);
      const events = stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const counts = { puzzles: COUNT, solved: COUNT - 1, invalid: 1, internalErrors: 1 };
      const of = (name: string) => events.find(({ event }) => event === name);
      expect(of('file')).toMatchObject({ ...counts, problems: [{ line: CULPRIT + 1 }] });
      expect(of('summary')).toMatchObject({ ...counts, exitCode: 3 });
      expect(of('note')).toMatchObject({ text: expect.stringContaining(project.bugs), file: 'in.txt' });
    },
  );

  const others = FAULTY_FILES.slice(1).flatMap((file, i) =>
    (['read', 'solve', 'write'] as const).map((stage, j) => ({
      ...{ file, name: file.name, stage },
      threads: 1 + ((3 * i + j) % 8),
    })),
  );
  test.each(someOf(others, 6))(
    'loses only the record of $name that causes an error at the stage $stage, on $threads threads',
    async ({ file, name, stage, threads }) => {
      const { solveText } = await import('../../core/index.ts');
      const cwd = temporaryDirectory();
      const { text, fault } = faultyCase(file, stage, 60, 31);
      writeFileSync(join(cwd, name), text);
      const args = ['solve', name, '-o', 'out', '--json', '--concurrency', String(threads)];
      const { code, stderr } = await sudokuWith(fault, args, cwd);
      expect(code).toBe(3);
      const result = readFileSync(join(cwd, 'out'), 'utf8');
      expect(differing(result, solveText(text).text, file.separator, file.before)).toEqual([
        [31, expect.stringContaining(lostText(file, fault))],
      ]);
      expect(stderr).toMatch(/"puzzles":60,"solved":59,.*"internalErrors":1/);
    },
  );

  const commands = [
    ['solve', '.txt', ['--quiet']],
    ['solve', '.txt', []],
  ] as const;
  test.each(commands)(
    '%s loses only the file of a directory that cannot be recognised',
    async (command, ending, flags) => {
      const cwd = temporaryDirectory();
      mkdirSync(join(cwd, 'in'));
      for (const [i, name] of ['a', 'b', 'c'].entries()) {
        writeFileSync(join(cwd, 'in', `${name}${ending}`), faultyCase(LINES!, 'recognise', 20 + i, 0).text);
      }
      // only this one has so many puzzles
      const fault: Fault = { stage: 'recognise', text: faultyCase(LINES!, 'recognise', 21, 20).fault.text };
      writeFileSync(join(cwd, 'in', 'c.txt'), faultyCase(LINES!, 'recognise', 10, 0).text);
      const { code, stderr } = await withFault(fault, () =>
        sudokuHere([command, 'in', '-o', 'out/', ...flags], { cwd }),
      );
      expect(code).toBe(3);
      expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['a.txt', 'c.txt']);
      expect(stderr).toContain('in/b.txt: internal error (TypeError: caused by');
      expect(stderr).toContain(project.bugs);
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );
});

/** Commands that read several files, one after another. */
const OTHERS: readonly (readonly string[])[] = [
  ['convert', 'in', 'out.csv'],
  ['grade', 'in', '-o', 'out/'],
  ['canonical', 'in', '-o', 'out/'],
  ['audit', 'in', '-o', 'out.txt'],
  ['dedupe', 'in', '-o', 'out/'],
  ['split', 'in', '-o', 'out/', '--parts', 'train=0.8,test=0.2'],
  ['select', 'in', '-o', 'out/', '--where', 'clues>1'],
  ['augment', 'in', '-o', 'out/', '--times', '1'],
  ['minimise', 'in', '-o', 'out/'],
  ['solve', 'in', '-o', 'out/', '--dry-run'],
  ['check', 'in', '--against', 'in'],
];

describe.each(OTHERS)('sudoku %s', (...args) => {
  test.each(['recognise', 'read'] as const)(
    'reports a defect at the stage %s, and goes on with the other files',
    async (stage) => {
      const cwd = temporaryDirectory();
      mkdirSync(join(cwd, 'in'));
      const { text, fault } = faultyCase(LINES!, stage, 12, 5);
      const others = text.split('\n').filter((line) => !line.includes(fault.text));
      writeFileSync(
        join(cwd, 'in', 'a.txt'),
        others
          .slice(0, 3)
          .map((line) => `${line}\n`)
          .join(''),
      );
      writeFileSync(join(cwd, 'in', 'b.txt'), text);
      writeFileSync(
        join(cwd, 'in', 'c.txt'),
        others
          .slice(3, 6)
          .map((line) => `${line}\n`)
          .join(''),
      );
      const written = () =>
        readdirSync(cwd, { recursive: true, encoding: 'utf8' })
          .filter((path) => /^out.*\/[ac]\./.test(path))
          .map((path) => {
            const text = readFileSync(join(cwd, path), 'utf8');
            // what these write depends on the number of a record in all files
            return [path, /augment|minimise/.test(args[0]!) ? text.split('\n').length : text];
          });
      const good = await sudokuHere(args, { cwd });
      const before = written();
      const found = await withFault(fault, () => sudokuHere(args, { cwd }));
      expect(written()).toEqual(before);
      expect([0, 1]).toContain(good.code);
      expect(found.code).toBe(3);
      expect(found.stderr + found.stdout).toContain('internal error (TypeError: caused by');
      expect(found.stderr).toContain(project.bugs);
      expect(found.stderr).toContain('in/b.txt');
      expect(good.stderr).not.toContain('internal error');
    },
  );
});
