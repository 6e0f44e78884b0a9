// `sudoku solve`, from its arguments to its exit code: it solves files one at a time on all threads if a file can be cut,
// otherwise several at a time, on one thread each.
import {
  type AnyReport,
  hasBinaryResult,
  type PartialOptions,
  type Rejection,
  type Report,
  report,
  resultKind,
  type Tally,
} from '../../core/files/index.ts';
import { Exit, onInterrupt } from '../cli/exit.ts';
import { isTerminal, STANDARD, STDOUT, statOfInput } from '../cli/paths.ts';
import { type Reporter, reporterFor } from '../cli/reporter.ts';
import { sharesTerminal } from '../cli/terminal.ts';
import { FileRun, type ReadableFile } from '../files/file-run.ts';
import { FlagEffects, refuseWithoutPlace } from '../files/flag-effects.ts';
import { type InputFile, inputsOf, type PlannedFile, planInput } from '../files/inputs.ts';
import { Destination, layoutFor } from '../files/output.ts';
import { openPage, provenance } from '../files/report-page.ts';
import { drawnOutput, lineEndedOutput } from './drawn-output.ts';
import { ProgressMeter } from './progress-meter.ts';
import { Scheduler } from './scheduler.ts';
import { solveOnThreads } from './solve-file.ts';

/** From this many bytes of input on, a second thread is started at once; less input may never need one. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** Bytes of input that justify one more thread, even if the puzzles are the easiest there are. */
const BYTES_PER_THREAD = 4 * 1024 * 1024;

/** Flags that say where results and messages are written. */
export interface OutputFlags {
  readonly out: string;
  readonly report: string | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

/** `sudoku solve --dry-run`: describes files, and all files in directories, without solving them. */
export async function describePaths(
  paths: readonly string[],
  given: PartialOptions,
  { out, json = false, quiet = false }: OutputFlags,
): Promise<Exit> {
  const { dryRun } = await import('./dry-run.ts');
  const inputs = inputsOf(paths, out);
  return dryRun(inputs, { given, json, quiet, layout: layoutFor(out, inputs, true) });
}

/** Solves files, and all files in directories. */
export async function solvePaths(
  paths: readonly string[],
  concurrency: number,
  given: PartialOptions,
  flags: OutputFlags,
): Promise<Exit> {
  const { out: to, report: page, json = false, quiet = false } = flags;
  const inputs = inputsOf(paths, to);
  const totalBytes = bytesOf(inputs);
  const scheduler = new Scheduler(concurrency, threadsAtOnce(totalBytes));
  const reporter = reporterFor(flags, sharesTerminal(paths, to), given.budget);
  try {
    return await solveInputs({ inputs, to, page, given, json, quiet, totalBytes, scheduler, reporter });
  } finally {
    await scheduler.close();
  }
}

export interface SolveRunOptions {
  readonly inputs: readonly InputFile[];
  /** A file, a directory, or `-` for standard output. */
  readonly to: string;
  /** Where a page of reports is written, if requested. */
  readonly page?: string | undefined;
  readonly given: PartialOptions;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Bytes of all inputs; undefined if unknown. */
  readonly totalBytes: number | undefined;
  /** The threads that solve, which the caller closes. */
  readonly scheduler: Scheduler;
  readonly reporter: Reporter;
}

/** Solves inputs, and resolves when all are reported. @throws UsageError, FailureError if it cannot continue */
export async function solveInputs(options: SolveRunOptions): Promise<Exit> {
  const { inputs, to, page, given, json = false, quiet = false, totalBytes, scheduler, reporter } = options;
  const destination = new Destination(to, inputs, 'result', page);
  const layout = layoutFor(to, inputs, true);
  const meter = new ProgressMeter(totalBytes);
  const effects = new FlagEffects(given);
  /** Of all files, if a page shows them: those of many files take much memory. */
  const reports: AnyReport[] = [];
  let rejected = 0;
  /** Results in one output that have begun. */
  let begun = 0;
  /** Inputs that can be opened only once, and have been. */
  let opened: ReadonlyMap<InputFile, Promise<PlannedFile>> = new Map();
  const plan = (input: InputFile) => planInput(input, given, layout);
  const run = new FileRun({
    given,
    json,
    quiet,
    reporter: { ...reporter, file: reportFile },
    async open(input) {
      const file = await (opened.get(input) ?? plan(input));
      for (const text of effects.overruled(file.plan)) reporter.note(text, input.path);
      return file;
    },
    atOnce: ({ plan, pieces }) => (plan.splittable || pieces ? 1 : scheduler.size),
  });
  onInterrupt((code) => {
    destination.discard();
    reporter.close();
    summarize(code, meter.tallyWhenInterrupted);
  });
  const written = page === undefined ? undefined : await openPage(page);
  try {
    const exit = await run.end(async () => {
      const stop = reporter.follow(() => meter.progress());
      try {
        opened = await refuseWithoutPlace(inputs, given, plan);
        await run.eachResult(inputs, destination, begin);
        for (const text of effects.ineffective(Object.keys(meter.tally.sizes))) reporter.note(text);
      } finally {
        stop();
        reporter.close();
      }
      const { puzzles, solved, disagreements } = meter.tally;
      return { isGood: solved === puzzles && disagreements === 0, summarize };
    });
    await written?.write(reports);
    return exit;
  } finally {
    written?.discard();
  }

  /** Opens the output of a file. */
  async function begin({ input, file }: ReadableFile, index: number) {
    const { path, puzzle } = input;
    const isJoined = !destination.isDirectory;
    const isLast = index + 1 === inputs.length;
    const isShown = to === STANDARD && isTerminal(STDOUT);
    let output = await destination.open(input, resultKind(file.plan, file), {
      isAlone: hasBinaryResult(file.plan),
      compression: file.plan.resultCompression,
    });
    const joint = {
      goesOn: isJoined && begun++ > 0,
      isFollowed: isJoined && !isLast,
      lineEnd: Buffer.from(file.head).includes('\r\n') ? ('crlf' as const) : undefined,
    };
    if (isShown && isLast) output = lineEndedOutput(output);
    // solutions of puzzles that were given as arguments are drawn as grids
    if (isShown && inputs.every((one) => one.puzzle !== undefined))
      output = drawnOutput(output, puzzle!, file.plan);
    const start = performance.now();
    let tally: Tally;
    return {
      output,
      async write() {
        try {
          tally = await solveOnThreads(file, output, scheduler, joint, (...progress) =>
            meter.update(file, ...progress),
          );
        } finally {
          meter.finish(file);
        }
      },
      onCommitted() {
        if (tally.internalErrors) run.fail(Exit.failure);
        if (tally.files?.rejected) run.fail(Exit.usage);
        const seconds = (performance.now() - start) / 1000;
        const [from, result] = [{ key: path }, { key: destination.resultOf(input) }];
        reportFile(report({ input: from, output: result, plan: file.plan, tally, seconds }));
      },
    };
  }

  function reportFile(outcome: Report | Rejection): void {
    if (outcome.status === 'rejected') rejected++;
    // only if anybody reads reports do they say when and where they were made
    const of = json || page !== undefined ? { ...outcome, ...provenance() } : outcome;
    if (page !== undefined) reports.push(of);
    reporter.file(of);
  }

  function summarize(exitCode: Exit, tally = meter.tally): void {
    const { seconds, puzzlesPerSecond } = meter;
    reporter.summary({ files: inputs.length, rejected, seconds, puzzlesPerSecond, tally, exitCode });
  }
}

/** The size of all inputs; undefined if one of them is a pipe or a terminal. */
function bytesOf(inputs: readonly InputFile[]): number | undefined {
  let sum = 0;
  for (const { path, puzzle, unreadable } of inputs) {
    if (puzzle !== undefined) {
      sum += puzzle.length;
      continue;
    }
    const stats = unreadable === undefined ? statOfInput(path) : undefined;
    if (stats && !stats.isFile()) return undefined;
    sum += stats?.size ?? 0; // planInput reports unreadable files
  }
  return sum;
}

/** @param bytes of input; undefined if unknown */
function threadsAtOnce(bytes: number | undefined): number {
  return bytes === undefined || bytes < LARGE_BYTES ? 0 : Math.ceil(bytes / BYTES_PER_THREAD);
}
