import {
  type FileSolverOptions,
  RejectedFile,
  StreamSolver,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import type { JobResult, OutputPart } from '../threads/thread-pool.ts';
import { ItemOutput, PartWriter, type SolvedItem, type SolveJob } from './solve-job.ts';

/** Milliseconds of solving at a time. Meanwhile nothing is read, written, shown or interrupted. */
const SLICE = 250;
/** Milliseconds of solving before other events are handled: what has been read, written or solved elsewhere. */
const TURN = 4;
/** Processor time for one item, in milliseconds. It takes longer than a slice where others wait for a processor, too. */
const MAX_MILLISECONDS = 100;
/** Bytes of output of one item that are held until they are consumed. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** What has been solved of an item so far. */
interface Solved {
  readonly tally: Tally;
  readonly milliseconds: number;
  /** bytes of the item */
  readonly consumed: number;
}

/** An item that the main thread has not finished. */
export interface UnfinishedItem {
  /** What another thread has to solve. Its output follows that of `solved`. */
  readonly rest: SolveJob;
  readonly solved: Solved;
}

/**
 * Solves work items on the main thread, which is otherwise idle while files are read and written: no thread has to start,
 * and no bytes are transferred. An item that takes too long is left to another thread, as are all after it.
 */
export class MainThread {
  /** Whether it has stopped solving for good. */
  isRetired = false;
  isBusy = false;
  readonly #writer = new PartWriter((part) => this.#push(part));
  /** of the current job */
  #result: JobResult<SolvedItem> | undefined;
  #turnEnd = 0;

  /**
   * Solves an item that does not continue another and is not continued.
   * @returns undefined if the result is complete; else what another thread has to finish
   */
  async solve(job: SolveJob, result: JobResult<SolvedItem>): Promise<UnfinishedItem | undefined> {
    this.isBusy = true;
    this.#result = result;
    await this.#handleEvents();
    try {
      return job.plan.splittable ? await this.#solvePiece(job, result) : await this.#solveFile(job, result);
    } finally {
      this.#dropOutput();
      this.isBusy = false;
    }
  }

  /** Solves as much as it can of a piece that can be cut between any two records. */
  async #solvePiece(job: SolveJob, result: JobResult<SolvedItem>): Promise<UnfinishedItem | undefined> {
    const since = process.threadCpuUsage();
    const output = new ItemOutput(job.buffer, this.#writer);
    const parts: Solved[] = [];
    let rest = new Uint8Array(job.buffer, 0, job.length);
    let { first } = job;
    for (;;) {
      const { joint, listedGuesses } = job;
      const session = this.#open(job, { first, joint, listedGuesses });
      try {
        for await (const piece of session.take(rest)) {
          await output.write(piece);
          if (performance.now() > this.#turnEnd) await this.#handleEvents();
        }
        for await (const piece of session.end()) await output.write(piece);
      } catch (error) {
        throw error instanceof RejectedFile ? error.below(sum(parts).tally.lines) : error;
      }
      const { solved } = session;
      const consumed = solved.interrupted ? solved.consumed : rest.length;
      parts.push({ ...solved, consumed });
      if (!solved.interrupted) return this.#finish(job, result, sum(parts), output.inPlace);
      first &&= solved.consumed === 0;
      rest = rest.subarray(consumed);
      const { user, system } = process.threadCpuUsage(since);
      if (user + system > 1000 * MAX_MILLISECONDS) break;
      await this.#handleEvents();
    }
    this.isRetired = true;
    if (output.inPlace > 0) result.push(new Uint8Array(job.buffer, 0, output.inPlace));
    this.#push(this.#writer.rest());
    const buffer = new ArrayBuffer(job.buffer.byteLength);
    new Uint8Array(buffer).set(rest);
    return { rest: { ...job, buffer, length: rest.length, first }, solved: sum(parts) };
  }

  /** Solves a file that cannot be cut: all of it, or nothing. */
  async #solveFile(job: SolveJob, result: JobResult<SolvedItem>): Promise<UnfinishedItem | undefined> {
    const session = this.#open(job, { first: job.first, joint: job.joint, mostOutput: MAX_OUTPUT });
    const output: Uint8Array[] = [];
    for await (const piece of session.push(new Uint8Array(job.buffer, 0, job.length))) output.push(piece);
    for await (const piece of session.end()) output.push(piece);
    session.close();
    const { solved } = session;
    if (solved.interrupted) {
      this.isRetired = true;
      return { rest: job, solved: sum([]) };
    }
    for (const piece of output) result.push(piece);
    return this.#finish(job, result, { ...solved, consumed: job.length });
  }

  /** Lets pending events run: other threads wait for items to be handed over, and for their output to be written. */
  async #handleEvents(): Promise<void> {
    await new Promise(setImmediate);
    this.#turnEnd = performance.now() + TURN;
  }

  #push(part: OutputPart | undefined): void {
    if (!part) return;
    const { buffer, length } = part;
    this.#result!.push(new Uint8Array(buffer, 0, length), () => this.#writer.reuse(buffer));
  }

  /** Drops the output of a job that has failed. */
  #dropOutput(): void {
    const part = this.#writer.rest();
    if (part) this.#writer.reuse(part.buffer);
  }

  #open({ plan }: SolveJob, options: FileSolverOptions): StreamSolver {
    return new StreamSolver(plan, { ...options, deadline: performance.now() + SLICE });
  }

  #finish(
    { buffer }: SolveJob,
    result: JobResult<SolvedItem>,
    { tally, milliseconds, consumed }: Solved,
    outputLength = 0,
  ): undefined {
    this.#push(this.#writer.rest());
    result.finish({ buffer, tally, milliseconds, consumed, outputLength });
  }
}

function sum(parts: readonly Solved[]): Solved {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    tally: sumTallies(parts.map(({ tally }) => tally)),
    milliseconds: parts.reduce((total, { milliseconds }) => total + milliseconds, 0),
    consumed: parts.reduce((total, { consumed }) => total + consumed, 0),
  };
}
