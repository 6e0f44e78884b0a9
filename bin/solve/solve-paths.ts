import type { AnyReport, PartialOptions } from '../../core/files/index.ts';
import { type Exit, onInterrupt } from '../cli/exit.ts';
import { openPage } from '../cli/report-page.ts';
import { collectingReporter } from './collecting-reporter.ts';
import { inputsOf } from './inputs.ts';
import { Pool } from './pool.ts';
import { reporterFor } from './reporters.ts';
import { Run } from './run.ts';
import { totalBytes } from './total-bytes.ts';

/** Input from which on a second thread is started at once; less may never need one. */
const LARGE_BYTES = 256 * 1024;
/** Input for which one more thread is worth its start at once, be the puzzles the easiest there are. */
const BYTES_PER_THREAD = 4 * 1024 * 1024;

/** Where results and words about them go. */
export interface OutputFlags {
  readonly out: string;
  readonly report: string | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

/** Tells what each file is taken for. */
export async function tellOnly(
  paths: readonly string[],
  options: PartialOptions,
  flags: OutputFlags,
): Promise<Exit> {
  const { dryRun } = await import('./dry-run.ts');
  const reporter = reporterFor(flags);
  return dryRun(inputsOf(paths, flags.out), [options], reporter, flags.json ?? false);
}

/** Solves files, and all files in directories. */
export async function solvePaths(
  paths: readonly string[],
  concurrency: number,
  options: PartialOptions,
  flags: OutputFlags,
): Promise<Exit> {
  const inputs = inputsOf(paths, flags.out);
  const bytes = totalBytes(inputs.flatMap(({ path, unreadable }) => (unreadable === undefined ? path : [])));
  const pool = new Pool(concurrency, threadsAtOnce(bytes));
  try {
    const given = [options];
    const reports: AnyReport[] = [];
    const reporter = collectingReporter(reporterFor(flags), reports);
    const areMany = inputs.some(({ path }) => !paths.includes(path));
    const { out: to, report: page } = flags;
    const run = new Run({ inputs, areMany, to, page, totalBytes: bytes, given, pool, reporter });
    onInterrupt((code) => run.interrupt(code));
    if (page === undefined) return await run.toEnd();
    const opened = await openPage(page);
    try {
      const exit = await run.toEnd();
      await opened.write(reports);
      return exit;
    } finally {
      opened.discard();
    }
  } finally {
    await pool.close();
  }
}

/** @param bytes of input; undefined if only reading can tell */
function threadsAtOnce(bytes: number | undefined): number {
  if (bytes === undefined) return 1;
  return bytes < LARGE_BYTES ? 0 : Math.ceil(bytes / BYTES_PER_THREAD);
}
