// `sudoku local`: starts a local cloud, and submits files to it or serves it until Ctrl-C.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { AnyReport } from '../../core/files/index.ts';
import { type Geometry, geometry } from '../../core/solver/model/geometry.ts';
import { LocalCloud, type LocalCloudOptions } from '../../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { type Exit, FailureError, onInterrupt } from '../cli/exit.ts';
import { countText, type ProgressLog, printable } from '../cli/terminal.ts';
import { boxes } from '../convert/grids.ts';
import { openPage } from '../files/report-page.ts';
import { refuseResultPaths } from '../remote/download.ts';
import { submitAndPrint } from '../remote/submit/print.ts';
import type { SubmittedSource } from '../remote/submit/run.ts';
import type { UploadableFile } from '../remote/submit/sources.ts';
import { DEMO_APP, DEMO_CALLERS, demoFaults, fillDemo } from './demo.ts';

interface CloudOptions {
  /** functions at the same time */
  readonly concurrency: number;
  /** whether to print everything that the functions log */
  readonly verbose: boolean;
  readonly log: ProgressLog;
}

export interface LocalOptions extends CloudOptions {
  /** user metadata of the uploads */
  readonly metadata: Readonly<Record<string, string>>;
  /** for results and reports */
  readonly directory: string;
}

type StartLog = { [Method in 'step' | 'warn']: (text: string) => unknown };

/** Files, and parts of a file, that are uploaded or downloaded at the same time. */
const TRANSFERS = 8;

/** Short delays, in milliseconds: the local cloud answers at once. */
const DELAYS = { first: 100, longest: 1000 };

/**
 * Submits files to the pipeline in the local cloud, shows a solved grid, and writes a page of all reports.
 * @returns the exit code of the submission
 * @throws UsageError if a result cannot be written to its path
 * @throws FailureError as soon as a message reaches the dead letters: its file will get no report
 */
export async function submitLocally(files: readonly UploadableFile[], options: LocalOptions): Promise<Exit> {
  const { directory, metadata, log } = options;
  const pagePath = join(directory, 'report.html');
  refuseResultPaths(directory, files, [{ path: pagePath, what: 'the page of reports' }]);
  await using cloud = await startCloud(options);
  log.step(`sending ${countText(files.length, 'file')}`);
  const stop = new AbortController();
  void watchDeadLetters(cloud, stop);
  const submitted: SubmittedSource[] = [];
  try {
    const pipeline = {
      s3: cloud.s3,
      uploadBucket: cloud.output('UploadBucketName'),
      outputBucket: cloud.output('OutputBucketName'),
      ...{ uploadPrefix: '', uploadSuffix: '', outputPrefix: '', reports: '' },
    };
    const how = { wait: true, noClobber: false, concurrency: TRANSFERS, delays: DELAYS };
    const exit = await submitAndPrint(
      files,
      { ...pipeline, ...how, metadata, directory, stdin: process.stdin, signal: stop.signal },
      {
        log,
        inOrder: true,
        onDone: (one, index) => {
          submitted[index] = one;
        },
      },
    );
    // a file that could not be downloaded leaves a gap
    const done = submitted.filter(Boolean);
    await printFirstGrid(done, directory);
    await writePage(
      pagePath,
      directory,
      done.map(({ report }) => report),
    );
    logUsage(cloud, options);
    return exit;
  } finally {
    stop.abort();
  }
}

/** Starts the local cloud for other commands, and runs until the process ends. */
export async function serveLocally(options: CloudOptions, isDemo: boolean): Promise<never> {
  // both with the function for direct calls
  const cloud = isDemo ? await startDemo(options) : await startCloud(options, { directCalls: 'true' });
  process.stdout.write(settingsOf(cloud));
  // never settles; the server keeps the process alive
  return new Promise(() => {});
}

/** What a shell and its user need to use a cloud: lines that a shell can run, each within 80 columns. */
function settingsOf(cloud: LocalCloud): string {
  return `export AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1
export AWS_ENDPOINT_URL=${cloud.endpoint}
export UPLOADS=s3://${cloud.output('UploadBucketName')}
export RESULTS=s3://${cloud.output('OutputBucketName')}
# with these settings, in another terminal: sudoku submit puzzles.txt
# or by AWS's own command line, of which old versions ignore AWS_ENDPOINT_URL:
# aws --endpoint-url $AWS_ENDPOINT_URL s3 cp puzzles.txt $UPLOADS
# aws --endpoint-url $AWS_ENDPOINT_URL s3 cp $RESULTS/puzzles.txt solved.txt
`;
}

async function startDemo(options: CloudOptions): Promise<LocalCloud> {
  const faults = demoFaults();
  const { log } = options;
  let isFilled = false;
  // a file fails on purpose while the demo is filled
  const quiet = {
    step: (text: string) => log.step(text),
    warn: (text: string) => isFilled && log.warn(text),
  };
  const cloud = await startCloud(
    { ...options, log: quiet },
    {},
    { app: DEMO_APP, faults, callers: DEMO_CALLERS },
  );
  log.step('filling the demo');
  await fillDemo(cloud, faults);
  isFilled = true;
  return cloud;
}

async function startCloud(
  { concurrency, verbose, log }: Omit<CloudOptions, 'log'> & { readonly log: StartLog },
  context?: Record<string, string>,
  { app, ...others }: Pick<LocalCloudOptions, 'faults' | 'callers'> & { readonly app?: string } = {},
): Promise<LocalCloud> {
  log.step('synthesizing the stack');
  const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly(context, app)), {
    ...others,
    concurrency,
    onError: (error) => log.warn((error as Error).message),
    onLog: (line) => {
      const text = verbose ? line : summaryOfLog(line);
      if (text !== undefined) log.warn(text);
    },
  });
  // leaves no process and no open port
  onInterrupt(() => cloud.close());
  log.step(`S3 and SQS listen at ${cloud.endpoint}`);
  return cloud;
}

/** Aborts when a message reaches a queue of dead letters; ends when it is aborted. */
async function watchDeadLetters({ plan, sqs }: LocalCloud, stop: AbortController): Promise<void> {
  const queues = plan.queues.filter(({ isDeadLetters }) => isDeadLetters);
  try {
    for await (const _ of setInterval(1000, undefined, { signal: stop.signal, ref: false })) {
      for (const { url, name } of queues) {
        const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
        if (message) throw new FailureError(`a message failed and is now in ${name}: ${message.Body}`);
      }
    }
  } catch (error) {
    stop.abort(error); // does nothing if it was aborted already
  }
}

/** Levels of log lines that are printed by default. */
const LEVELS = ['WARN', 'ERROR', 'CRITICAL'];

/** A function's log line in short, if it is a warning, an error, or not JSON; otherwise undefined. */
function summaryOfLog(line: string): string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, message, error, reason } = (entry ?? {}) as Record<string, unknown>;
  if (!LEVELS.includes(String(level))) return undefined;
  const cause = (error as { message?: string } | undefined)?.message ?? (reason as string | undefined);
  return `function: ${String(message)}${cause === undefined ? '' : `: ${cause}`}`;
}

/** Maximum bytes of a result that is searched for a grid. */
const MAX_SEARCHED = 2 ** 20;

/** Prints the first solved 9x9 grid of the results. */
async function printFirstGrid(submitted: readonly SubmittedSource[], directory: string): Promise<void> {
  for (const { key, result, report } of submitted) {
    if (result === undefined || report.status !== 'done' || (report.output?.bytes ?? 0) > MAX_SEARCHED)
      continue;
    const grid = firstGrid(await readFile(result, 'latin1'));
    if (grid === undefined) continue;
    process.stdout.write(printable(`\n${join(directory, key)}:\n${grid}\n`));
    return;
  }
}

/** Digits of a 9x9 grid. */
const CELLS = 81;

/**
 * The first solved 9x9 grid of a text, in any layout of 81 digits in a row or nine rows of nine, drawn with its boxes;
 * undefined if there is none.
 */
export function firstGrid(text: string): string | undefined {
  let digits = '';
  for (const line of text.split(/\r?\n/)) {
    const inOneLine = /^[1-9]{81}(?!\d)/.exec(line)?.[0];
    if (inOneLine !== undefined) return draw(inOneLine);
    const row = line.replace(/[\s|,]/g, '');
    // lines of a frame are skipped; any other text between two rows ends the grid
    digits = /^[1-9]{9}$/.test(row) ? digits + row : /^[-+=]+$/.test(row) ? digits : '';
    if (digits.length === CELLS) return draw(digits);
  }
  return undefined;
}

const draw = (digits: string) =>
  boxes((row, column) => digits[row * 9 + column]!, geometry(9) as Geometry).trimEnd();

async function writePage(path: string, directory: string, reports: readonly AnyReport[]): Promise<void> {
  const page = await openPage(path, directory);
  try {
    await page.write(reports);
  } finally {
    page.discard();
  }
  process.stdout.write(printable(`\n${headlineOf(reports)}${path}: all reports as a page for the browser\n`));
}

/** Says that everything is solved, if it is. */
function headlineOf(reports: readonly AnyReport[]): string {
  let puzzles = 0;
  for (const report of reports) {
    if (report.status !== 'done' || report.solved < report.puzzles) return '';
    puzzles += report.puzzles;
  }
  return `${countText(puzzles, 'puzzle')} of ${countText(reports.length, 'file')}: all solved\n`;
}

function logUsage(cloud: LocalCloud, { log, directory }: LocalOptions): void {
  for (const { usage } of cloud.functions) {
    const cold = Math.round(Math.min(...usage.initDurations));
    log.step(
      `results are in ${directory}; ${countText(usage.invocations, 'invocation')}, cold start ${cold} ms, ` +
        `at most ${Math.ceil(usage.maxMemory)} MiB`,
    );
  }
}
