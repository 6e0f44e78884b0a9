// Runs a submission and prints it: a table and a line of progress, or JSON Lines.
import { visible } from '../../../core/formats/shared/bytes.ts';
import { OUTCOMES } from '../../../core/solver/model/status.ts';
import type { Exit } from '../../cli/exit.ts';
import {
  bytesText,
  countText,
  number,
  type ProgressLog,
  printable,
  secondsText,
} from '../../cli/terminal.ts';
import { dollarsText, filesDollars } from '../cost-estimate.ts';
import type { SubmitTask } from './plan.ts';
import { type SubmitListener, type SubmitOptions, type SubmittedSource, submitAll } from './run.ts';
import { type Source, sourceName } from './sources.ts';

export interface PrintOptions {
  readonly log: ProgressLog;
  /** JSON Lines instead of a table */
  readonly json?: boolean | undefined;
  /** Prints the rows of the table in the order of the sources; by default, each as soon as its file is done. */
  readonly inOrder?: boolean;
  readonly onDone?: SubmitListener['onDone'];
}

export async function submitAndPrint(
  sources: readonly Source[],
  options: SubmitOptions,
  { log, json = false, inOrder = false, onDone }: PrintOptions,
): Promise<Exit> {
  const bytes = sources.reduce((sum, source) => sum + (source.bytes ?? 0), 0);
  const progress = new SubmitProgress(sources.length, bytes);
  const { isTTY, columns } = process.stdout;
  const table = new FileTable(
    sources.map(({ key }) => key),
    isTTY ? columns : undefined,
  );
  const print = (line: string) => {
    log.clear();
    process.stdout.write(`${line}\n`);
  };
  /** rows that wait for those before them, by index of the source; empty for a source without a report */
  const rows: string[] = [];
  let next = 0;
  const printRow = (row: string, index: number) => {
    if (!inOrder) return print(row);
    rows[index] = row;
    for (; rows[next] !== undefined; next++) if (rows[next] !== '') print(rows[next]!);
  };
  const counts = { files: sources.length, done: 0, rejected: 0, failed: 0, cancelled: 0, errors: 0 };
  if (!json && options.wait) print(table.header());
  const exitCode = await submitAll(sources, options, {
    onPlan(tasks) {
      if (json) for (const task of tasks) print(planJson(task));
      const uploaded = tasks.filter((task) => task.uploaded !== undefined).length;
      if (uploaded > 0) log.step(`${number(uploaded)} of ${number(tasks.length)} already uploaded`);
    },
    onBytes(bytes, sent) {
      progress.bytes(bytes, sent);
      log.progress(progress.line());
    },
    onDone(submitted, index) {
      const { report } = submitted;
      progress.file(report.status === 'done' ? report.puzzles : 0);
      counts[report.status]++;
      printRow(json ? JSON.stringify({ event: 'file', ...submitted }) : table.row(submitted), index);
      onDone?.(submitted, index);
      log.progress(progress.line());
    },
    onError(key, message, index) {
      counts.errors++;
      if (inOrder) printRow('', index);
      printError(log, key, message, json);
    },
  });
  const { sent, puzzles, seconds } = progress;
  if (json) {
    const rounded = Math.round(seconds * 1000) / 1000;
    print(
      JSON.stringify({ event: 'summary', ...counts, bytesSent: sent, puzzles, seconds: rounded, exitCode }),
    );
  } else if (options.wait) log.step(`${progress.line()}; ${bytesText(sent)} sent`);
  else log.step(`${bytesText(sent)} sent to ${options.uploadBucket}`);
  return exitCode;
}

/** Prints that a file failed. */
export function printError(log: ProgressLog, key: string, message: string, json: boolean): void {
  if (json) process.stdout.write(`${JSON.stringify({ event: 'error', key, message })}\n`);
  else log.warn(visible(`${key}: ${message}`));
}

/** Prints what a submission would do. */
export function printPlan(
  tasks: readonly SubmitTask[],
  bucket: string,
  log: ProgressLog,
  json = false,
): void {
  for (const task of tasks) {
    const { source, uploaded, replaces } = task;
    const { key, bytes } = source;
    const action = uploaded ? 'already uploaded' : replaces ? 'would replace an object' : 'would be uploaded';
    const from = source.kind === 'object' ? sourceName(source) : key;
    const length = bytes === undefined ? '' : ` (${bytesText(bytes)})`;
    const line = json ? planJson(task) : printable(`${from} -> s3://${bucket}/${key}: ${action}${length}`);
    process.stdout.write(`${line}\n`);
  }
  const sent = tasks.filter(({ uploaded }) => !uploaded).map(({ source }) => source.bytes ?? 0);
  const bytes = sent.reduce((sum, each) => sum + each, 0);
  const dollars = filesDollars(sent.length, bytes);
  if (json)
    process.stdout.write(`${JSON.stringify({ event: 'estimate', files: sent.length, bytes, dollars })}\n`);
  else {
    const amount = `${countText(sent.length, 'file')} with ${bytesText(bytes)}`;
    log.step(`${amount} to send; ${dollarsText(dollars)} if the puzzles are easy`);
  }
}

function planJson({ source: { key, bytes }, uploaded, replaces }: SubmitTask): string {
  return JSON.stringify({ event: 'plan', key, bytes, sent: uploaded === undefined, replaces });
}

/** The progress of a submission. */
export class SubmitProgress {
  readonly #files: number;
  readonly #bytes: number;
  readonly #start: number;
  readonly #now: () => number;
  #uploaded = 0;
  #sent = 0;
  #done = 0;
  #puzzles = 0;

  /** @param now milliseconds */
  constructor(files: number, bytes: number, now: () => number = () => performance.now()) {
    this.#files = files;
    this.#bytes = bytes;
    this.#now = now;
    this.#start = now();
  }

  /** Counts bytes in the upload bucket, sent by this run or an earlier one. */
  bytes(bytes: number, sent: boolean): void {
    this.#uploaded += bytes;
    if (sent) this.#sent += bytes;
  }

  /** Counts a finished file. */
  file(puzzles: number): void {
    this.#done++;
    this.#puzzles += puzzles;
  }

  /** bytes that this run sent */
  get sent(): number {
    return this.#sent;
  }

  get puzzles(): number {
    return this.#puzzles;
  }

  get seconds(): number {
    return (this.#now() - this.#start) / 1000;
  }

  line(): string {
    const parts = [
      `${bytesText(this.#uploaded)} of ${bytesText(Math.max(this.#bytes, this.#uploaded))} uploaded`,
      `${number(this.#done)} of ${countText(this.#files, 'file')} done`,
      countText(this.#puzzles, 'puzzle'),
      `${number(this.#puzzles / Math.max(this.seconds, 0.001))}/s`,
    ];
    if (this.#done > 0 && this.#done < this.#files) {
      parts.push(`${secondsText((this.seconds / this.#done) * (this.#files - this.#done))} left`);
    }
    return parts.join(' · ');
  }
}

type Row = Pick<SubmittedSource, 'key' | 'report' | 'seconds'>;

const COLUMNS = ['puzzles', ...OUTCOMES.map(({ name }) => name.replace('-', ' ')), 'seconds'];
/** Of a terminal that is too narrow for all columns; the outcomes other than solved come last, in words. */
const FEW_COLUMNS = ['puzzles', 'solved', 'seconds', 'others'];

/** One line per file, in columns; the first is as wide as the longest key. */
export class FileTable {
  readonly #keyWidth: number;
  readonly #isNarrow: boolean;

  /** @param width of the terminal; undefined for any other output */
  constructor(keys: readonly string[], width?: number) {
    this.#keyWidth = keys.reduce((most, key) => Math.max(most, visible(key).length), 4);
    this.#isNarrow = width !== undefined && this.#line('file', COLUMNS, COLUMNS).length > width;
  }

  header(): string {
    const columns = this.#isNarrow ? FEW_COLUMNS : COLUMNS;
    return this.#line('file', columns, columns);
  }

  row({ key, report, seconds }: Row): string {
    if (report.status !== 'done') {
      const line = report.status === 'rejected' ? report.line : undefined;
      const where = line === undefined ? '' : `line ${line}: `;
      return visible(`${visible(key).padEnd(this.#keyWidth)}  ${report.status}: ${where}${report.reason}`);
    }
    const time = seconds.toFixed(2);
    if (!this.#isNarrow) {
      const counts = OUTCOMES.map((outcome) => number(report[outcome.key]));
      return this.#line(key, COLUMNS, [number(report.puzzles), ...counts, time]);
    }
    const others = OUTCOMES.slice(1).filter((outcome) => report[outcome.key] > 0);
    const words = others.map((outcome) => `${number(report[outcome.key])} ${outcome.name.replace('-', ' ')}`);
    const cells = [number(report.puzzles), number(report.solved), time, words.join(', ') || '0'];
    return this.#line(key, FEW_COLUMNS, cells);
  }

  #line(key: string, columns: readonly string[], cells: readonly string[]): string {
    const padded = cells.map((cell, i) => cell.padStart(Math.max(columns[i]!.length, 9)));
    return `${visible(key).padEnd(this.#keyWidth)} ${padded.join(' ')}`;
  }
}
