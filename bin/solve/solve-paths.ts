import type { AnyReport, PartialOptions } from '../../core/files/index.ts';
import type { Exit } from '../cli/exit.ts';
import { onInterrupt } from '../cli/interrupt.ts';
import { collectingReporter } from './collecting-reporter.ts';
import { inputsOf } from './inputs.ts';
import { Pool } from './pool.ts';
import { reporterFor } from './reporters.ts';
import { Run } from './run.ts';
import { totalBytes } from './total-bytes.ts';

/** Input from which on all threads are started at once; less may never need a second one. */
const LARGE_BYTES = 256 * 1024;

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
  const bytes = totalBytes(inputs.map(({ path }) => path));
  const pool = new Pool(concurrency, bytes === undefined || bytes >= LARGE_BYTES);
  try {
    const given = [options];
    const reports: AnyReport[] = [];
    const reporter = collectingReporter(reporterFor(flags), reports);
    const areMany = inputs.some(({ path }) => !paths.includes(path));
    const run = new Run({ inputs, areMany, to: flags.out, totalBytes: bytes, given, pool, reporter });
    onInterrupt((code) => run.interrupt(code));
    const exit = await run.toEnd();
    if (flags.report !== undefined) {
      const { writePage } = await import('../report/write-page.ts');
      writePage(flags.report, reports);
    }
    return exit;
  } finally {
    await pool.close();
  }
}
