import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Exit, FailureError, UsageError } from '../../../bin/cli/exit.ts';
import { inputsOf } from '../../../bin/solve/inputs.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { SolveRun } from '../../../bin/solve/solve-paths.ts';
import fc from '../../property.ts';
import { temporaryDirectory } from '../command-line.ts';
import { silentReporter } from '../silent-reporter.ts';

const PUZZLE = '12.434..2.4343.1\n';
const SOLUTION = '1234341221434321\n';
const LONG = 'x'.repeat(300);
/** Longer than with what stands around it in the name of an unfinished file. */
const NEARLY_LONG = 'y'.repeat(255);

/** A folder with all that a path may lead to. */
function folder(): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, 'directory/below'), { recursive: true });
  mkdirSync(join(root, 'empty'));
  for (const path of [
    'a.txt',
    'b c\n.txt',
    '\x1b[31m.txt',
    'ü.txt',
    'directory/c.txt',
    'directory/below/d.txt',
  ])
    writeFileSync(join(root, path), PUZZLE);
  writeFileSync(join(root, 'old.txt'), 'old');
  symlinkSync('loop', join(root, 'loop'));
  symlinkSync('a.txt', join(root, 'link'));
  symlinkSync('nowhere', join(root, 'dangling'));
  return root;
}

const sources = fc.constantFrom(
  'a.txt',
  'b c\n.txt',
  '\x1b[31m.txt',
  'ü.txt',
  'link',
  'directory',
  'directory/',
  'directory/../a.txt',
  'empty',
  'missing',
  'loop',
  'dangling',
  'a.txt/',
  'a.txt/below',
  'loop/below',
  LONG,
  `directory/${LONG}`,
  '/dev/null',
);
const targets = fc.constantFrom(
  'out.txt',
  'old.txt',
  'new/',
  'new/er/',
  'directory',
  'empty',
  'missing/out.txt',
  'loop',
  'dangling',
  'link',
  'a.txt',
  'a.txt/',
  'a.txt/below',
  LONG,
  `${LONG}/`,
  NEARLY_LONG,
  `new/${NEARLY_LONG}`,
  '/dev/null',
  '/dev/full',
  '',
);

/** Runs `solve` in this process. @returns the exit code, and what was said of each file */
async function solve(root: string, paths: readonly string[], to: string) {
  const at = (path: string) => (path.startsWith('/') ? path : `${root}/${path}`);
  const inputs = inputsOf(paths.map(at), at(to));
  const said: { key: string; status: string; reason: string }[] = [];
  const scheduler = new Scheduler(1);
  const reporter = silentReporter({
    file: (report) =>
      void said.push({
        key: report.input.key,
        status: report.status,
        reason: 'reason' in report ? report.reason : '',
      }),
  });
  try {
    const run = new SolveRun({ inputs, to: at(to), totalBytes: undefined, given: {}, scheduler, reporter });
    return { exit: await run.toEnd(), said };
  } finally {
    await scheduler.close();
  }
}

test('whatever paths are given, they are read and written, or refused in words', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sources, { minLength: 1, maxLength: 4 }), targets, async (paths, to) => {
      const root = folder();
      try {
        const { exit, said } = await solve(root, paths, to);
        expect(Object.values(Exit)).toContain(exit);
        for (const { status, reason } of said)
          expect(status === 'done' ? reason : reason.replace(/^(cannot|expected) .*/s, 'in words')).toMatch(
            /^(|in words)$/,
          );
        expect(said.some(({ status }) => status !== 'done')).toBe(exit !== Exit.allSolved);
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof FailureError)) throw error;
        expect(error.message).toMatch(/^cannot (write|make)/);
      } finally {
        rmSync(root, { recursive: true });
        mkdirSync(root); // goes with the test
      }
    }),
    { numRuns: 60 },
  );
});

test('what cannot be read or written is none of the other files’ trouble', async () => {
  const root = folder();
  mkdirSync(join(root, 'new/b c\n.txt'), { recursive: true });
  symlinkSync('/dev/full', join(root, 'new/ü.txt'));
  const paths = ['loop', LONG, 'a.txt/below', 'b c\n.txt', 'ü.txt', 'a.txt'];
  const { exit, said } = await solve(root, paths, 'new/');
  expect(
    said.map(({ key, status, reason }) => [key.slice(root.length + 1), status, reason.replace(root, '')]),
  ).toEqual([
    ['loop', 'rejected', 'cannot be read: too many symbolic links encountered'],
    [LONG, 'rejected', 'cannot be read: name too long'],
    ['a.txt/below', 'rejected', 'cannot be read: not a directory'],
    ['b c\n.txt', 'rejected', 'cannot write /new/b c\n.txt: illegal operation on a directory'],
    ['ü.txt', 'rejected', 'cannot write /new/ü.txt: it is a symbolic link'],
    ['a.txt', 'done', ''],
  ]);
  expect(exit).toBe(Exit.failure);
  expect(readFileSync(join(root, 'new/a.txt'), 'utf8')).toBe(SOLUTION);
});

test('a directory gives a result for each file, at its place in another directory', async () => {
  const root = folder();
  const { exit } = await solve(root, ['directory', 'a.txt'], 'results');
  expect(exit).toBe(Exit.allSolved);
  for (const path of ['c.txt', 'below/d.txt', 'a.txt'])
    expect(readFileSync(join(root, 'results', path), 'utf8')).toBe(SOLUTION);
  // what stands there is no input of the next run
  expect((await solve(root, ['directory', '.'], 'results')).said.map(({ key }) => key).join()).not.toMatch(
    /results/,
  );
});

test('a file may have the longest name that there is', async () => {
  const root = folder();
  expect(await solve(root, ['a.txt'], NEARLY_LONG)).toMatchObject({ exit: Exit.allSolved });
  expect(readFileSync(join(root, NEARLY_LONG), 'utf8')).toBe(SOLUTION);
});
