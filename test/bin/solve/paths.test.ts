import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Exit, FailureError, UsageError } from '../../../bin/cli/exit.ts';
import { inputsOf } from '../../../bin/files/inputs.ts';
import { Scheduler } from '../../../bin/solve/scheduler.ts';
import { solveInputs } from '../../../bin/solve/solve-paths.ts';
import fc from '../../property.ts';
import { temporaryDirectory } from '../command-line.ts';
import { silentReporter } from '../silent-reporter.ts';

const PUZZLE = '12.434..2.4343.1\n';
const SOLUTION = '1234341221434321\n';
const LONG = 'x'.repeat(300);
/** The longest possible name: the name of an unfinished file must not be derived from it. */
const NEARLY_LONG = 'y'.repeat(255);

/** A folder with every kind of file that a path may lead to. */
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

/** Runs `solve` in this process. @returns the exit code and the reports */
async function solve(root: string, paths: readonly string[], to: string) {
  const at = (path: string) => (path.startsWith('/') ? path : `${root}/${path}`);
  const inputs = inputsOf(paths.map(at), at(to));
  const reports: { key: string; status: string; reason: string }[] = [];
  const scheduler = new Scheduler(1);
  const reporter = silentReporter({
    file: (report) =>
      void reports.push({
        key: report.input.key,
        status: report.status,
        reason: 'reason' in report ? report.reason : '',
      }),
  });
  try {
    const options = { inputs, to: at(to), totalBytes: undefined, given: {}, scheduler, reporter };
    return { exit: await solveInputs(options), reports };
  } finally {
    await scheduler.close();
  }
}

test('reads and writes any paths, or explains why not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sources, { minLength: 1, maxLength: 4 }), targets, async (paths, to) => {
      const root = folder();
      try {
        const { exit, reports } = await solve(root, paths, to);
        expect(Object.values(Exit)).toContain(exit);
        for (const { status, reason } of reports)
          expect(
            status === 'done' ? reason : reason.replace(/^(.*: )?(cannot|expected) .*/s, 'in words'),
          ).toMatch(/^(|in words)$/);
        expect(reports.some(({ status }) => status !== 'done')).toBe(exit !== Exit.allSolved);
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof FailureError)) throw error;
        expect(error.message).toMatch(/: cannot (be (written|created)|write )/);
      } finally {
        rmSync(root, { recursive: true });
        mkdirSync(root); // removed at the end of the test
      }
    }),
    { numRuns: 60 },
  );
});

test('solves the other files if some cannot be read or written', async () => {
  const root = folder();
  mkdirSync(join(root, 'new/b c\n.txt'), { recursive: true });
  symlinkSync('/dev/full', join(root, 'new/ü.txt'));
  const paths = ['loop', LONG, 'a.txt/below', 'b c\n.txt', 'ü.txt', 'a.txt'];
  const { exit, reports } = await solve(root, paths, 'new/');
  expect(
    reports.map(({ key, status, reason }) => [key.slice(root.length + 1), status, reason.replace(root, '')]),
  ).toEqual([
    ['loop', 'rejected', 'cannot be read: too many symbolic links encountered'],
    [LONG, 'rejected', 'cannot be read: name too long'],
    ['a.txt/below', 'rejected', 'cannot be read: not a directory'],
    ['b c\n.txt', 'rejected', '/new/b c\n.txt: cannot be written: illegal operation on a directory'],
    ['ü.txt', 'rejected', '/new/ü.txt: cannot be written: it is a symbolic link'],
    ['a.txt', 'done', ''],
  ]);
  expect(exit).toBe(Exit.failure);
  expect(readFileSync(join(root, 'new/a.txt'), 'utf8')).toBe(SOLUTION);
});

test('writes a result for each file of a directory, at the same place in another directory', async () => {
  const root = folder();
  const { exit } = await solve(root, ['directory', 'a.txt'], 'results');
  expect(exit).toBe(Exit.allSolved);
  for (const path of ['c.txt', 'below/d.txt', 'a.txt'])
    expect(readFileSync(join(root, 'results', path), 'utf8')).toBe(SOLUTION);
  // the next run must not take the results as input
  expect((await solve(root, ['directory', '.'], 'results')).reports.map(({ key }) => key).join()).not.toMatch(
    /results/,
  );
});

test('writes a file with the longest possible name', async () => {
  const root = folder();
  expect(await solve(root, ['a.txt'], NEARLY_LONG)).toMatchObject({ exit: Exit.allSolved });
  expect(readFileSync(join(root, NEARLY_LONG), 'utf8')).toBe(SOLUTION);
});
