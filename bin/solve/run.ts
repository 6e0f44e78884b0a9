import {
  type Joint,
  type PartialOptions,
  RejectedFile,
  rejection,
  report,
  resultKind,
  type Tally,
} from '../../core/files/index.ts';
import { Exit, FailureError, UsageError } from '../cli/exit.ts';
import { Destination } from './destination.ts';
import { planInput, type SolveInput } from './inputs.ts';
import { Meter } from './meter.ts';
import { type Output, ReaderGone } from './output.ts';
import type { Pool } from './pool.ts';
import type { Reporter } from './reporter.ts';
import { type PlannedFile, solveFile } from './solve-file.ts';
import { FlagEffects } from './without-effect.ts';

export interface RunOptions {
  readonly inputs: readonly SolveInput[];
  /** Whether a directory of files was given. */
  readonly areMany: boolean;
  /** A file, a directory, or `-` for standard output. */
  readonly to: string;
  /** Where a page of reports goes, if one is wanted: no result may go there. */
  readonly page?: string | undefined;
  readonly given: readonly PartialOptions[];
  /** Bytes of all inputs; undefined if only reading can tell. */
  readonly totalBytes: number | undefined;
  /** The threads that solve; to be closed by whoever started them. */
  readonly pool: Pool;
  readonly reporter: Reporter;
}

/** Solves files: those that can be cut one after another on all threads, the others side by side on one thread each. */
export class Run {
  readonly #options: RunOptions;
  readonly #destination: Destination;
  readonly #meter: Meter;
  readonly #effects: FlagEffects;
  readonly #pool: Pool;
  #rejected = 0;
  /** files whose results are begun */
  #begun = 0;
  /** results that could not be written */
  #failed = 0;

  /** @throws UsageError */
  constructor(options: RunOptions) {
    const { inputs, to, areMany, page, totalBytes, pool } = options;
    this.#options = options;
    this.#destination = new Destination(to, inputs, areMany, page);
    this.#meter = new Meter(totalBytes);
    this.#effects = new FlagEffects(options.given[0] ?? {});
    this.#pool = pool;
  }

  /**
   * Resolves when all is done and reported.
   * @throws UsageError, FailureError when nothing more can be done
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
      for (const text of this.#effects.without(sizes)) reporter.note(text);
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

  /** Ends it where it is; for signal handlers. */
  interrupt(code: Exit): void {
    this.#destination.discard();
    this.#options.reporter.close();
    this.#summarize(code, this.#meter.tallyWhenInterrupted);
  }

  async #solveAll(): Promise<void> {
    const atWork = new Set<Promise<void>>();
    const { inputs, reporter } = this.#options;
    for (const [i, input] of inputs.entries()) {
      const { path } = input;
      const file = await this.#unlessRejected(path, planInput(input, this.#options.given));
      if (!file) continue;
      for (const text of this.#effects.overruled(file.plan)) reporter.note(text, path);
      const { splittable } = file.plan;
      if (splittable) await Promise.all(atWork);
      else if (atWork.size === this.#pool.size) await Promise.race(atWork);
      const opened = this.#destination.open(input, resultKind(file.plan, file));
      const output = await this.#unlessRejected(path, opened);
      if (!output) {
        await file.input.close();
        continue;
      }
      const isJoined = !this.#destination.isDirectory;
      const joint = {
        goesOn: isJoined && this.#begun++ > 0,
        isFollowed: isJoined && i + 1 < inputs.length,
        lineEnd: Buffer.from(file.head).includes('\r\n') ? ('crlf' as const) : undefined,
      };
      const work = this.#solve(input, file, output, joint).finally(() => atWork.delete(work));
      work.catch(() => {}); // seen by whichever line here waits next
      atWork.add(work);
      if (splittable) await work;
    }
    await Promise.all(atWork);
  }

  async #solve(input: SolveInput, file: PlannedFile, output: Output, joint: Joint): Promise<void> {
    const start = performance.now();
    const { path } = input;
    const tally = await this.#unlessRejected(path, this.#solveTo(file, output, joint));
    this.#meter.finish(file);
    if (!tally) return;
    this.#options.reporter.file(
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
      const tally = await solveFile(file, output, this.#pool, joint, (counts, bytes, reached) =>
        this.#meter.advance(file, counts, bytes, reached),
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

  /** Undefined, and reported, if the file is none that can be solved, or has no room for its result: the others still are. */
  async #unlessRejected<T>(path: string, result: Promise<T>): Promise<T | undefined> {
    try {
      return await result;
    } catch (error) {
      const isOwn =
        this.#destination.isDirectory && (error instanceof FailureError || error instanceof UsageError);
      if (!(error instanceof RejectedFile) && !isOwn) throw error;
      this.#rejected++;
      if (isOwn) this.#failed++;
      this.#options.reporter.file(
        rejection({ key: path }, error instanceof RejectedFile ? error : new RejectedFile(error.message)),
      );
      return undefined;
    }
  }

  get #exitCode(): Exit {
    const { puzzles, solved, disagreements } = this.#meter.tally;
    if (this.#failed > 0) return Exit.failure;
    if (this.#rejected > 0) return Exit.usage;
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
