// What the command line makes of the files of the soak test, with which the pipeline must agree.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sudoku, temporaryFolder } from '../../bench/shared/programs.ts';
import type { Rejection, Report } from '../../core/files/index.ts';
import type { Content } from './contents.ts';

/** The report and the result of `sudoku solve`. */
export interface Expected {
  readonly report: Report | Rejection;
  /** undefined if the file is rejected */
  readonly result: Buffer | undefined;
}

/** Runs `sudoku solve`, one process per set of options. @throws Error if it does not report on a file */
export function expectedOf(contents: readonly Content[]): Expected[] {
  using folder = temporaryFolder();
  const paths = contents.map(({ ending }, i) => join(folder.path, `${i}${ending}`));
  for (const [i, path] of paths.entries()) writeFileSync(path, contents[i]!.bytes);
  const expected = new Array<Expected>(contents.length);
  const groups = Map.groupBy(contents.keys(), (i) => JSON.stringify(contents[i]!.options));
  for (const [options, group] of groups) {
    const output = mkdtempSync(join(folder.path, 'solved-'));
    const some = group.map((i) => paths[i]!);
    const flags = flagsOf(JSON.parse(options) as Content['options']);
    // it exits with 1 or 2 if a puzzle or a file is not solved
    const events = sudoku(['solve', '--json', ...flags, '--out', output, ...some], [0, 1, 2]);
    const reports = new Map(fileReports(events).map((report) => [report.input.key, report]));
    for (const i of group) {
      const report = reports.get(paths[i]!);
      if (report === undefined) throw new Error(`expected a report of sudoku solve on ${paths[i]}, got none`);
      const isDone = report.status === 'done';
      expected[i] = { report, result: isDone ? readFileSync(join(output, basename(paths[i]!))) : undefined };
    }
  }
  return expected;
}

/** Options as flags; boolean flags have no value. */
export function flagsOf(options: Content['options']): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === 'true' ? [`--${name}`] : [`--${name}`, value],
  );
}

/** The reports on files among the events of `--json`. */
export function fileReports(events: string): (Report | Rejection)[] {
  return events
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { event: string } & (Report | Rejection))
    .filter(({ event }) => event === 'file');
}
