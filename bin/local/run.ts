import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { Exit } from '../cli/exit.ts';
import { openPage } from '../cli/report-page.ts';
import { counted, type ProgressLog, printable } from '../cli/terminal.ts';
import { firstGrid } from '../transfer/first-grid.ts';
import type { LocalFile } from '../transfer/list-files.ts';
import { refuseResultPaths } from '../transfer/result-paths.ts';
import { type Submitted, submit } from '../transfer/submit.ts';
import { Table } from '../transfer/table.ts';
import { watchDeadLetters } from './dead-letters.ts';
import { describeLog } from './describe-log.ts';

export interface LocalRunOptions {
  readonly files: readonly LocalFile[];
  /** user metadata of the uploads */
  readonly metadata: Readonly<Record<string, string>>;
  /** where results go */
  readonly directory: string;
  /** functions at the same time */
  readonly concurrency: number;
  /** whether all that the functions log is printed */
  readonly verbose: boolean;
  readonly log: ProgressLog;
}

/** Files between upload and download at the same time. */
const TRANSFERS = 64;

/** Largest result that is looked through for a grid to show, in bytes. */
const SHOWN_BYTES = 2 ** 20;

/** One run of the pipeline in the embedded cloud, from synthesis to the last download. */
export class LocalRun {
  readonly #options: LocalRunOptions;
  #cloud: LocalCloud | undefined;

  constructor(options: LocalRunOptions) {
    this.#options = options;
  }

  /**
   * What became of the files, as `sudoku solve` would end.
   * @throws UsageError if a result has no place of its own
   * @throws FailureError if a file is not going to get its report
   */
  async toEnd(): Promise<Exit> {
    const { files, directory, log } = this.#options;
    refuseResultPaths(directory, files, [{ path: this.#page, what: 'the page of reports' }]);
    log.step('synthesizing the stack');
    const cloud = await this.#bringUp(await synthesizedAssembly());
    const watch = new AbortController();
    try {
      log.step(`sending ${files.length} ${files.length === 1 ? 'file' : 'files'}`);
      const deadLetters = watchDeadLetters(cloud, watch.signal);
      const submitted = await Promise.race([this.#submitAll(cloud), deadLetters]);
      await this.#showGrid(submitted);
      await this.#drawReport(submitted);
      this.#tellUsage(cloud);
      return exitOf(submitted);
    } finally {
      watch.abort();
    }
  }

  /** Brings the cloud up for other commands, and stays until the process ends. */
  async serve(): Promise<never> {
    this.#options.log.step('synthesizing the stack');
    // for whoever tries direct calls, too
    const { endpoint } = await this.#bringUp(await synthesizedAssembly({ directCalls: 'true' }));
    process.stdout.write(
      'export AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1\n' +
        `export AWS_ENDPOINT_URL=${endpoint}\n`,
    );
    // the server alone would do, but not say so
    return new Promise(() => setInterval(() => {}, 2 ** 30));
  }

  /** Leaves no process and no open port. */
  async close(): Promise<void> {
    await this.#cloud?.close();
  }

  async #bringUp(assembly: string): Promise<LocalCloud> {
    const { concurrency, verbose, log } = this.#options;
    this.#cloud = await LocalCloud.start(readAssembly(assembly), {
      concurrency,
      onError: (error) => log.warn((error as Error).message),
      onLog: (line) => {
        const text = verbose ? line : describeLog(line);
        if (text !== undefined) log.warn(text);
      },
    });
    log.step(`S3 and SQS answer at ${this.#cloud.endpoint}`);
    return this.#cloud;
  }

  /** Prints one line a file, in the order of the files, each as soon as those before it are told. */
  async #submitAll(cloud: LocalCloud): Promise<Submitted[]> {
    const { files, metadata, directory, log } = this.#options;
    const table = new Table(files.map(({ key }) => key));
    const pipeline = {
      s3: cloud.s3,
      uploadBucket: cloud.output('UploadBucketName'),
      outputBucket: cloud.output('OutputBucketName'),
      reported: reportsOf(cloud),
    };
    process.stdout.write(`${table.header()}\n`);
    const done: (Submitted | undefined)[] = [];
    let finished = 0;
    let told = 0;
    return pMap(
      files,
      async (file, i) => {
        const submitted = await submit(pipeline, file, metadata, directory);
        done[i] = submitted;
        finished++;
        for (let next = done[told]; next !== undefined; next = done[++told]) {
          log.clear();
          process.stdout.write(`${table.row(next)}\n`);
        }
        log.progress(`${finished} of ${counted(files.length, 'file')} back`);
        return submitted;
      },
      { concurrency: TRANSFERS },
    );
  }

  async #showGrid(submitted: readonly Submitted[]): Promise<void> {
    for (const { result, report } of submitted) {
      if (result === undefined || report.status !== 'done' || (report.output?.bytes ?? 0) > SHOWN_BYTES)
        continue;
      const grid = firstGrid(await readFile(result, 'latin1'));
      if (grid === undefined) continue;
      process.stdout.write(printable(`\n${result}:\n${grid}\n`));
      return;
    }
  }

  get #page(): string {
    return join(this.#options.directory, 'report.html');
  }

  /** Writes a page of all reports beside the results. */
  async #drawReport(submitted: readonly Submitted[]): Promise<void> {
    const page = await openPage(this.#page, this.#options.directory);
    try {
      await page.write(submitted.map(({ report }) => report));
    } finally {
      page.discard();
    }
    process.stdout.write(printable(`\n${this.#page}: what was solved, to look at in a browser\n`));
  }

  #tellUsage(cloud: LocalCloud): void {
    const { log, directory } = this.#options;
    for (const { usage } of cloud.functions) {
      const cold = Math.round(Math.min(...usage.initDurations));
      log.step(
        `results are in ${directory}; ${usage.invocations} invocations, cold start ${cold} ms, ` +
          `${Math.ceil(usage.maxMemory)} MiB at most`,
      );
    }
  }
}

/** Waits for reports by the events of the output bucket. */
function reportsOf(cloud: LocalCloud): (key: string) => Promise<void> {
  const waiting = new Map<string, () => void>();
  cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ name, key }) => {
    if (name.startsWith('ObjectCreated:')) waiting.get(key)?.();
  });
  return (key) => new Promise((resolve) => waiting.set(key + REPORT_SUFFIX, resolve));
}

/** The worst of what the reports say. */
function exitOf(submitted: readonly Submitted[]): Exit {
  const reports = submitted.map(({ report }) => report);
  if (reports.some(({ status }) => status === 'rejected')) return Exit.usage;
  const isClean = reports.every(
    (one) => one.status === 'done' && one.solved === one.puzzles && one.disagreements === 0,
  );
  return isClean ? Exit.allSolved : Exit.someUnsolved;
}
