import { type PartialOptions, RejectedFile, rejection, report, type Tally } from '../../core/files/index.ts';
import { Exit } from '../cli/exit.ts';
import { Destination } from './destination.ts';
import { Meter } from './meter.ts';
import { type Output, ReaderGone } from './output.ts';
import { planPath } from './plan.ts';
import type { Pool } from './pool.ts';
import type { Reporter } from './reporter.ts';
import { type PlannedFile, solveFile } from './solve-file.ts';

export interface RunOptions {
  /** Paths; `-` for standard input. */
  readonly inputs: readonly string[];
  /** A file, a directory, or `-` for standard output. */
  readonly to: string;
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
  readonly #pool: Pool;
  #rejected = 0;

  /** @throws UsageError */
  constructor(options: RunOptions) {
    const { inputs, to, totalBytes, pool } = options;
    this.#options = options;
    this.#destination = new Destination(to, inputs);
    this.#meter = new Meter(totalBytes);
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
  interrupt(): void {
    this.#destination.discard();
    this.#options.reporter.close();
    this.#summarize(Exit.interrupted);
  }

  async #solveAll(): Promise<void> {
    const atWork = new Set<Promise<void>>();
    for (const path of this.#options.inputs) {
      const file = await this.#unlessRejected(path, planPath(path, this.#options.given));
      if (!file) continue;
      const { splittable } = file.plan;
      if (splittable) await Promise.all(atWork);
      else if (atWork.size === this.#pool.size) await Promise.race(atWork);
      const output = await this.#destination.open(path);
      const work = this.#solve(path, file, output).finally(() => atWork.delete(work));
      work.catch(() => {}); // seen by whichever line here waits next
      atWork.add(work);
      if (splittable) await work;
    }
    await Promise.all(atWork);
  }

  async #solve(path: string, file: PlannedFile, output: Output): Promise<void> {
    const start = performance.now();
    const tally = await this.#unlessRejected(path, this.#solveTo(file, output));
    this.#meter.finish(file);
    if (!tally) return;
    this.#options.reporter.file(
      report({
        input: { key: path },
        output: { key: this.#destination.resultOf(path) },
        plan: file.plan,
        tally,
        seconds: (performance.now() - start) / 1000,
      }),
    );
  }

  async #solveTo(file: PlannedFile, output: Output): Promise<Tally> {
    try {
      const tally = await solveFile(file, output, this.#pool, (counts, bytes) =>
        this.#meter.advance(file, counts, bytes),
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

  /** Undefined, and reported, if the file is none that can be solved: the others still are. */
  async #unlessRejected<T>(path: string, result: Promise<T>): Promise<T | undefined> {
    try {
      return await result;
    } catch (error) {
      if (!(error instanceof RejectedFile)) throw error;
      this.#rejected++;
      this.#options.reporter.file(rejection({ key: path }, error));
      return undefined;
    }
  }

  get #exitCode(): Exit {
    const { puzzles, solved, disagreements } = this.#meter.tally;
    if (this.#rejected > 0) return Exit.usage;
    return solved < puzzles || disagreements > 0 ? Exit.someUnsolved : Exit.allSolved;
  }

  #summarize(exitCode: Exit): Exit {
    const rejected = this.#rejected;
    const { tally, seconds, puzzlesPerSecond } = this.#meter;
    const files = this.#options.inputs.length;
    this.#options.reporter.summary({ files, rejected, seconds, puzzlesPerSecond, tally, exitCode });
    return exitCode;
  }
}
