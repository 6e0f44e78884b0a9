// What the command line makes of the files of the soak test, with which the pipeline must agree.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Rejection, Report } from '../../core/files/index.ts';
import type { Content } from './contents.ts';

const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

/** The report and the result of `sudoku solve`. */
export interface Expected {
  readonly report: Report | Rejection;
  /** undefined if the file is rejected */
  readonly result: Buffer | undefined;
}

/** Runs `sudoku solve`, one process per set of options. @throws Error if it does not report on a file */
export async function expectedOf(contents: readonly Content[]): Promise<Expected[]> {
  const directory = await mkdtemp(join(tmpdir(), 'soak-'));
  try {
    const paths = contents.map(({ ending }, i) => join(directory, `${i}${ending}`));
    await Promise.all(paths.map((path, i) => writeFile(path, contents[i]!.bytes)));
    const expected = new Array<Expected>(contents.length);
    const groups = Map.groupBy(contents.keys(), (i) => JSON.stringify(contents[i]!.options));
    for (const [options, group] of groups) {
      const output = await mkdtemp(join(directory, 'solved-'));
      const some = group.map((i) => paths[i]!);
      const events = await solve(output, JSON.parse(options) as Content['options'], some);
      const reports = new Map(events.map((report) => [report.input.key, report]));
      for (const i of group) {
        const report = reports.get(paths[i]!);
        if (report === undefined)
          throw new Error(`expected a report of sudoku solve on ${paths[i]}, got none`);
        const isDone = report.status === 'done';
        expected[i] = {
          report,
          result: isDone ? await readFile(join(output, basename(paths[i]!))) : undefined,
        };
      }
    }
    return expected;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Options as flags; boolean flags have no value. */
export function flagsOf(options: Content['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === 'true' ? [`--${name}`] : [`--${name}`, value],
  );
}

async function solve(
  output: string,
  options: Content['options'],
  files: readonly string[],
): Promise<(Report | Rejection)[]> {
  const flags = flagsOf(options);
  const args = [SUDOKU, 'solve', '--json', ...flags, '--out', output, ...files];
  const stderr = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 }).then(
    (done) => done.stderr,
    // it exits with 1 or 2 if a puzzle or a file is not solved
    (error: { code?: unknown; stderr?: string }) => {
      if (error.code === 1 || error.code === 2) return error.stderr ?? '';
      throw error;
    },
  );
  const events = stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { event: string } & (Report | Rejection));
  return events.filter(({ event }) => event === 'file');
}
