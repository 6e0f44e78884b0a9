import { visible } from '../../../core/formats/shared/bytes.ts';
import type { Exit } from '../../cli/exit.ts';
import { number, ProgressLog, printable, size } from '../../cli/terminal.ts';
import { Table } from '../../transfer/table.ts';
import type { Task } from './plan.ts';
import { SubmitProgress } from './progress.ts';
import { type SubmitOptions, submitAll } from './run.ts';
import type { Source } from './sources.ts';

export interface SubmitFlags {
  readonly out: string;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
  readonly dryRun: boolean | undefined;
}

/** Runs a submission and prints it: a table and a line of progress, or JSON Lines. */
export async function printSubmit(
  sources: readonly Source[],
  options: SubmitOptions,
  { json = false, quiet = false }: SubmitFlags,
): Promise<Exit> {
  const bytes = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const progress = new SubmitProgress(sources.length, bytes);
  const log = new ProgressLog(process.stderr, quiet || json);
  const table = new Table(sources.map(({ key }) => key));
  const print = (line: string) => {
    log.clear();
    process.stdout.write(`${line}\n`);
  };
  const counts = { files: sources.length, done: 0, rejected: 0, failed: 0, errors: 0 };
  if (!json && options.wait) print(table.header());
  const exitCode = await submitAll(sources, options, progress, {
    onPlan(tasks) {
      if (json) for (const task of tasks) print(planJson(task));
      const there = tasks.filter(({ sent }) => sent !== undefined).length;
      if (there > 0) log.step(`${number(there)} of ${number(tasks.length)} are there already`);
    },
    onProgress: () => log.progress(progress.line()),
    onDone(submitted) {
      counts[submitted.report.status]++;
      if (json) print(JSON.stringify({ event: 'file', ...submitted }));
      else print(table.row({ ...submitted, file: submitted }));
    },
    onError(key, message) {
      counts.errors++;
      if (json) print(JSON.stringify({ event: 'error', key, message }));
      else log.warn(visible(`${key}: ${message}`));
    },
  });
  const { sent, puzzles, seconds } = progress;
  if (json) {
    print(JSON.stringify({ event: 'summary', ...counts, bytesSent: sent, puzzles, seconds, exitCode }));
  } else
    log.step(
      options.wait
        ? `${progress.line()}; ${size(sent)} sent`
        : `${size(sent)} sent to ${options.uploadBucket}`,
    );
  return exitCode;
}

/** Tells what a submission would do. */
export function printPlan(tasks: readonly Task[], bucket: string, { json }: Pick<SubmitFlags, 'json'>): void {
  for (const task of tasks) {
    const { source, sent, replaces } = task;
    const { key, bytes } = source;
    const what =
      sent !== undefined ? 'is there already' : replaces ? 'would replace what is there' : 'would be sent';
    process.stdout.write(
      json
        ? `${planJson(task)}\n`
        : printable(
            `${source.kind === 'object' ? `s3://${source.bucket}/${source.from}` : key} -> s3://${bucket}/${key}: ${what}${bytes === undefined ? '' : ` (${size(bytes)})`}\n`,
          ),
    );
  }
}

function planJson({ source: { key, bytes }, sent, replaces }: Task): string {
  return JSON.stringify({ event: 'plan', key, bytes, sent: sent !== undefined, replaces });
}
