// `sudoku solve`: solves files one at a time on all threads if a file can be cut, otherwise several at a time, on one
// thread each.
import {
  type AnyReport,
  emptyTally,
  hasBinaryResult,
  InternalError,
  type Joint,
  type PartialOptions,
  type Reached,
  type Rejection,
  type Report,
  rejection,
  report,
  resultKind,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import { Exit, onInterrupt, ReaderGone } from '../cli/exit.ts';
import { isTerminal, STANDARD, STDOUT, statOfInput } from '../cli/paths.ts';
import { type Progress, type Reporter, reporterFor } from '../cli/reporter.ts';
import { sharesTerminal } from '../cli/terminal.ts';
import { FlagEffects, refuseWithoutPlace } from '../files/flag-effects.ts';
import { type InputFile, inputsOf, type PlannedFile, planInput } from '../files/inputs.ts';
import { Destination, layoutFor, type Output } from '../files/output.ts';
import type { LayoutChoice } from '../files/output-name.ts';
import { openPage, provenance } from '../files/report-page.ts';
import { drawnOutput, lineEndedOutput } from './drawn-output.ts';
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
  const { out: to, report: page } = flags;
  const inputs = inputsOf(paths, to);
  const totalBytes = bytesOf(inputs);
  const scheduler = new Scheduler(concurrency, threadsAtOnce(totalBytes));
  try {
    const run = new SolveRun({
      inputs,
      to,
      page,
      totalBytes,
      given,
      scheduler,
      reporter: reporterFor(flags, sharesTerminal(paths, to)),
      hasReaders: page !== undefined || flags.json === true,
    });
    onInterrupt((code) => run.interrupt(code));
    if (page === undefined) return await run.toEnd();
    const opened = await openPage(page);
    try {
      const exit = await run.toEnd();
      await opened.write(run.reports);
      return exit;
    } finally {
      opened.discard();
    }
  } finally {
    await scheduler.close();
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

export interface SolveRunOptions {
  readonly inputs: readonly InputFile[];
  /** A file, a directory, or `-` for standard output. */
  readonly to: string;
  /** Where a page of reports is written, if requested: no result may have the same path. */
  readonly page?: string | undefined;
  readonly given: PartialOptions;
  /** Bytes of all inputs; undefined if unknown. */
  readonly totalBytes: number | undefined;
  /** The threads that solve, which the caller closes. */
  readonly scheduler: Scheduler;
  readonly reporter: Reporter;
  /** Whether reports are written anywhere: only then do they say when and where they were made. */
  readonly hasReaders?: boolean;
}

export class SolveRun {
  /** Of all files so far, if a page shows them: those of many files take much memory. */
  readonly reports: AnyReport[] = [];
  readonly #options: SolveRunOptions;
  readonly #destination: Destination;
  readonly #layout: LayoutChoice | undefined;
  readonly #meter: ProgressMeter;
  readonly #effects: FlagEffects;
  /** Whether results are printed on a terminal. */
  readonly #isShown: boolean;
  /** Whether solutions are drawn as grids: of puzzles that were given as arguments, on a terminal. */
  readonly #draws: boolean;
  #rejected = 0;
  /** number of results in one output that have begun */
  #begun = 0;
  /** number of results that could not be written */
  #failed = 0;

  /** @throws UsageError */
  constructor(options: SolveRunOptions) {
    const { inputs, to, page, totalBytes, given } = options;
    this.#options = options;
    this.#destination = new Destination(to, inputs, 'result', page);
    this.#layout = layoutFor(to, inputs, true);
    this.#meter = new ProgressMeter(totalBytes);
    this.#effects = new FlagEffects(given);
    this.#isShown = to === STANDARD && isTerminal(STDOUT);
    this.#draws = this.#isShown && inputs.every(({ puzzle }) => puzzle !== undefined);
  }

  /**
   * Resolves when all files are solved and reported.
   * @throws UsageError, FailureError if it cannot continue
   */
  async toEnd(): Promise<Exit> {
    const { reporter } = this.#options;
    const { interval } = reporter;
    const timer =
      interval === undefined
        ? undefined
        : setInterval(() => reporter.progress(this.#meter.progress()), interval);
    try {
      await this.#solveAll();
      await this.#destination.commit();
      const sizes = Object.keys(this.#meter.tally.sizes);
      for (const text of this.#effects.ineffective(sizes)) reporter.note(text);
      return this.#summarize(this.#exitCode);
    } catch (error) {
      if (error instanceof ReaderGone) return Exit.allSolved;
      throw error;
    } finally {
      clearInterval(timer);
      reporter.close();
      this.#destination.discard();
    }
  }

  /** Discards unfinished results and prints the summary; for signal handlers. */
  interrupt(code: Exit): void {
    this.#destination.discard();
    this.#options.reporter.close();
    this.#summarize(code, this.#meter.tallyWhenInterrupted);
  }

  async #solveAll(): Promise<void> {
    const running = new Set<Promise<void>>();
    const { inputs, reporter, scheduler, given } = this.#options;
    const planned = await refuseWithoutPlace(inputs, given, (input) => this.#planInput(input));
    for (const [i, input] of inputs.entries()) {
      const { path } = input;
      const file = await this.#unlessRejected(path, planned.get(input) ?? this.#planInput(input));
      if (!file) continue;
      for (const text of this.#effects.overruled(file.plan)) reporter.note(text, path);
      const isCut = file.plan.splittable || file.pieces !== undefined;
      if (isCut) await Promise.all(running);
      else if (running.size === scheduler.size) await Promise.race(running);
      const opened = this.#destination.open(input, resultKind(file.plan, file), {
        isAlone: hasBinaryResult(file.plan),
        compression: file.plan.resultCompression,
      });
      const plain = await this.#unlessRejected(path, opened);
      if (!plain) {
        await file.input.close();
        continue;
      }
      const isLast = i + 1 === inputs.length;
      const ended = this.#isShown && isLast ? lineEndedOutput(plain) : plain;
      const output =
        this.#draws && input.puzzle !== undefined ? drawnOutput(ended, input.puzzle, file.plan) : ended;
      const isJoined = !this.#destination.isDirectory;
      const joint = {
        goesOn: isJoined && this.#begun++ > 0,
        isFollowed: isJoined && !isLast,
        lineEnd: Buffer.from(file.head).includes('\r\n') ? ('crlf' as const) : undefined,
      };
      const work = this.#solve(input, file, output, joint).finally(() => running.delete(work));
      work.catch(() => {}); // thrown where this loop waits next
      running.add(work);
      if (isCut) await work;
    }
    await Promise.all(running);
  }

  #planInput(input: InputFile): Promise<PlannedFile> {
    return planInput(input, this.#options.given, this.#layout);
  }

  async #solve(input: InputFile, file: PlannedFile, output: Output, joint: Joint): Promise<void> {
    const start = performance.now();
    const { path } = input;
    const tally = await this.#unlessRejected(path, this.#solveTo(file, output, joint));
    this.#meter.finish(file);
    if (!tally) return;
    this.#report(
      report({
        input: { key: path },
        output: { key: this.#destination.resultOf(input) },
        plan: file.plan,
        tally,
        seconds: (performance.now() - start) / 1000,
      }),
    );
  }

  async #solveTo(file: PlannedFile, output: Output, joint: Joint): Promise<Tally> {
    try {
      const tally = await solveOnThreads(file, output, this.#options.scheduler, joint, (...progress) =>
        this.#meter.update(file, ...progress),
      );
      await output.commit();
      return tally;
    } catch (error) {
      output.discard();
      throw error;
    } finally {
      await file.input.close();
    }
  }

  /**
   * Reports a file that cannot be solved, or whose own result file cannot be written, and returns undefined: the others are
   * still solved.
   */
  async #unlessRejected<T>(path: string, result: Promise<T>): Promise<T | undefined> {
    try {
      return await result;
    } catch (error) {
      const rejected = this.#destination.toRejection(error);
      this.#rejected++;
      if (rejected !== error || rejected instanceof InternalError) this.#failed++;
      this.#report(rejection({ key: path }, rejected));
      return undefined;
    }
  }

  #report(outcome: Report | Rejection): void {
    const of = this.#options.hasReaders ? { ...outcome, ...provenance() } : outcome;
    if (this.#options.page !== undefined) this.reports.push(of);
    this.#options.reporter.file(of);
  }

  get #exitCode(): Exit {
    const { puzzles, solved, disagreements, files, internalErrors } = this.#meter.tally;
    if (this.#failed > 0 || internalErrors) return Exit.failure;
    if (this.#rejected > 0 || (files?.rejected ?? 0) > 0) return Exit.usage;
    return solved < puzzles || disagreements > 0 ? Exit.someUnsolved : Exit.allSolved;
  }

  #summarize(exitCode: Exit, tally = this.#meter.tally): Exit {
    const rejected = this.#rejected;
    const { seconds, puzzlesPerSecond } = this.#meter;
    const files = this.#options.inputs.length;
    this.#options.reporter.summary({ files, rejected, seconds, puzzlesPerSecond, tally, exitCode });
    return exitCode;
  }
}

interface Written {
  readonly tally: Tally;
  /** of input */
  readonly bytes: number;
}

/** Adds up the progress of all files. */
export class ProgressMeter {
  readonly #start = performance.now();
  readonly #totalBytes: number | undefined;
  #finished: Written = { tally: emptyTally(), bytes: 0 };
  readonly #running = new Map<object, Written & { readonly reached: () => Reached }>();

  /** @param totalBytes of all files; undefined if unknown */
  constructor(totalBytes: number | undefined) {
    this.#totalBytes = totalBytes;
  }

  /** @param tally of what has been written, as are `bytes` @param reached returns what has been solved, written or not */
  update(file: object, tally: Tally, bytes: number, reached: () => Reached): void {
    this.#running.set(file, { tally, bytes, reached });
  }

  finish(file: object): void {
    const written = this.#running.get(file);
    if (written) this.#finished = add([this.#finished, written]);
    this.#running.delete(file);
  }

  get tally(): Tally {
    return this.#written.tally;
  }

  /** The same with all solutions found so far, written or not, where puzzles have more than one. */
  get tallyWhenInterrupted(): Tally {
    const { puzzles, solutions } = this.progress();
    return solutions > puzzles ? { ...this.tally, solutions } : this.tally;
  }

  get seconds(): number {
    return Math.round(performance.now() - this.#start) / 1000;
  }

  get puzzlesPerSecond(): number {
    return Math.round(this.tally.puzzles / this.seconds);
  }

  progress(): Progress {
    const { seconds } = this;
    const totalBytes = this.#totalBytes;
    const { bytes } = this.#written;
    let { puzzles, solutions } = this.#finished.tally;
    for (const { tally, reached } of this.#running.values()) {
      const now = reached();
      puzzles += Math.max(tally.puzzles, now.puzzles);
      solutions += Math.max(tally.solutions, now.solutions);
    }
    const secondsLeft = totalBytes && bytes ? (seconds * Math.max(totalBytes - bytes, 0)) / bytes : undefined;
    return {
      puzzles,
      solutions,
      seconds,
      puzzlesPerSecond: Math.round(puzzles / seconds),
      bytes,
      totalBytes,
      secondsLeft,
    };
  }

  get #written(): Written {
    return add([this.#finished, ...this.#running.values()]);
  }
}

function add(all: readonly Written[]): Written {
  return {
    tally: sumTallies(all.map(({ tally }) => tally)),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
