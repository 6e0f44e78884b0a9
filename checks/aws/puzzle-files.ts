// The files that the check on AWS uploads, and the part of their reports that it reads.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleFiles } from '../../test/example-files.ts';
import { Random } from '../shared/random.ts';
import { ROOT } from './processes.ts';

const EXAMPLES = join(ROOT, 'examples');

/** Copies examples into a folder. @returns their paths */
export async function writeExamples(
  directory: string,
  names: readonly string[] = exampleFiles(),
): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      await copyFile(join(EXAMPLES, name), path);
      return path;
    }),
  );
}

/** Writes a file of different puzzles: those of examples/thousand.txt, with their digits renamed at random. */
export async function writePuzzles(path: string, count: number): Promise<void> {
  const lines = (await readFile(join(EXAMPLES, 'thousand.txt'), 'latin1')).trimEnd().split('\n');
  const random = new Random(1);
  const pieces: Buffer[] = [];
  for (let written = 0; written < count; written += lines.length) {
    const names = renaming(random);
    const some = Buffer.from(`${lines.slice(0, count - written).join('\n')}\n`, 'latin1');
    for (let i = 0; i < some.length; i++) some[i] = names[some[i]!]!;
    pieces.push(some);
  }
  await writeFile(path, Buffer.concat(pieces));
}

/** The new byte of each byte: digits are renamed, all others stay. */
function renaming(random: Random): Uint8Array {
  const names = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const first = '1'.charCodeAt(0);
  for (let i = 8; i > 0; i--) {
    const j = random.between(0, i);
    [names[first + i], names[first + j]] = [names[first + j]!, names[first + i]!];
  }
  return names;
}

/** The part of a report that the check reads. */
export interface FileReport {
  readonly status: string;
  readonly input: { readonly key: string };
  readonly puzzles?: number;
  readonly seconds?: number;
  readonly chunks?: number;
  readonly cost?: { readonly dollars: number; readonly lambdaSeconds: number };
}

/** What the pipeline wrote for the files of a folder. */
export interface Compared {
  readonly reports: readonly FileReport[];
  /** A line for each file whose result or report differs. */
  readonly wrong: readonly string[];
}

/**
 * Compares the downloaded results and reports with the results of `sudoku solve`.
 * @param expected folder in which rejected files are missing
 */
export async function compareResults(
  files: readonly string[],
  expected: string,
  actual: string,
): Promise<Compared> {
  const [solved, downloaded] = await Promise.all([readdir(expected), readdir(actual)]);
  const reports: FileReport[] = [];
  const wrong: string[] = [];
  for (const name of files) {
    const reportName = `${name}.report.json`;
    if (!downloaded.includes(reportName)) {
      wrong.push(`${name}: expected a report, got none`);
      continue;
    }
    const report = JSON.parse(await readFile(join(actual, reportName), 'utf8')) as FileReport;
    reports.push(report);
    const status = solved.includes(name) ? 'done' : 'rejected';
    if (report.status !== status) wrong.push(`${name}: expected status ${status}, got ${report.status}`);
    if (status === 'rejected' || report.status !== 'done') continue;
    const [ours, theirs] = await Promise.all([
      readFile(join(expected, name)),
      readFile(join(actual, name)).catch(() => undefined),
    ]);
    if (theirs === undefined) wrong.push(`${name}: expected a result, got none`);
    else if (!ours.equals(theirs))
      wrong.push(`${name}: expected the result of sudoku solve, got other bytes`);
  }
  return { reports, wrong };
}
