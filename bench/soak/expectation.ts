import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Rejection, Report } from '../../core/files/index.ts';
import type { Content } from './contents.ts';

const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

/** What `sudoku solve` makes of a content. */
export interface Expectation {
  readonly report: Report | Rejection;
  /** undefined where there is no result */
  readonly result: Buffer | undefined;
}

/** Has `sudoku solve` solve files, as a process of its own. @throws Error if it gives no report of one */
export async function expectations(contents: readonly Content[]): Promise<Expectation[]> {
  const directory = await mkdtemp(join(tmpdir(), 'soak-'));
  try {
    const output = join(directory, 'solved');
    await mkdir(output);
    const names = contents.map(({ ending }, i) => `${i}${ending}`);
    await Promise.all(names.map((name, i) => writeFile(join(directory, name), contents[i]!.bytes)));
    const events = await solve(
      output,
      names.map((name) => join(directory, name)),
    );
    const reports = new Map(events.map((report) => [report.input.key, report]));
    return await Promise.all(
      names.map(async (name) => {
        const report = reports.get(join(directory, name));
        if (report === undefined) throw new Error(`sudoku solve did not report on ${name}`);
        return {
          report,
          result: report.status === 'done' ? await readFile(join(output, name)) : undefined,
        };
      }),
    );
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function solve(output: string, files: readonly string[]): Promise<(Report | Rejection)[]> {
  const args = [SUDOKU, 'solve', '--json', '--out', output, ...files];
  const stderr = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 30 }).then(
    (done) => done.stderr,
    // it ends with 1 or 2 where a puzzle or a file is not solved
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
