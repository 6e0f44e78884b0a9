import {
  type FilePlan,
  type FileSolverOptions,
  RejectedFile,
  StreamSolver,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import type { Answer } from './answer.ts';
import { ItemOutput } from './item-output.ts';
import { PartWriter } from './part-writer.ts';
import type { Part, Work } from './protocol.ts';

/** How long it works at a time: meanwhile nothing is read, written, shown or interrupted. */
const SLICE = 250;
/** How long it solves before what has been read, written or solved elsewhere has its turn. */
const TURN = 4;
/** Processor time that one item may take, in ms. More than the slice on a machine where others wait for a processor, too. */
const MAX_MILLISECONDS = 100;
/** Output of one item that is held until somebody takes it. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** What has been counted of an item so far. */
interface Solved {
  readonly tally: Tally;
  readonly milliseconds: number;
  /** bytes of the item */
  readonly taken: number;
}

/**
 * Solves work items on the main thread, which has nothing else to do while files are read and written: there is no thread
 * to be started, and nothing to be handed over. What takes too long is left to others, and from then on everything.
 */
export class MainThread {
  /** Whether it solves nothing any more. */
  isOut = false;
  isAtWork = false;
  /** Of the item at work, to {@link #answer}. */
  readonly #writer = new PartWriter((part) => this.#push(part));
  #answer: Answer | undefined;
  #turnEnd = 0;

  /**
   * Solves an item that begins and ends a solver of its own.
   * @returns undefined when the answer is complete; else what others are to go on with, whose answer is to follow
   */
  async solve(work: Work, answer: Answer): Promise<{ rest: Work; solved: Solved } | undefined> {
    this.isAtWork = true;
    this.#answer = answer;
    await this.#giveTurn();
    try {
      return work.plan.splittable
        ? await this.#solvePiece(work, answer)
        : await this.#solveFile(work, answer);
    } finally {
      this.#drop();
      this.isAtWork = false;
    }
  }

  /** Gives what it gets to do of a piece that can be cut anywhere between records. */
  async #solvePiece(work: Work, answer: Answer) {
    const since = process.threadCpuUsage();
    const output = new ItemOutput(work.buffer, this.#writer);
    const parts: Solved[] = [];
    let rest = new Uint8Array(work.buffer, 0, work.length);
    let { first } = work;
    for (;;) {
      const { joint, listedGuesses } = work;
      const session = this.#open(work.plan, { first, joint, listedGuesses });
      try {
        for await (const piece of session.take(rest)) {
          await output.write(piece);
          if (performance.now() > this.#turnEnd) await this.#giveTurn();
        }
        for await (const piece of session.end()) await output.write(piece);
      } catch (error) {
        throw error instanceof RejectedFile ? error.below(together(parts).tally.lines) : error;
      }
      const { solved } = session;
      const taken = solved.interrupted ? solved.consumed : rest.length;
      parts.push({ ...solved, taken });
      if (!solved.interrupted) return this.#finish(work, answer, together(parts), output.inPlace);
      first &&= solved.consumed === 0;
      rest = rest.subarray(taken);
      const { user, system } = process.threadCpuUsage(since);
      if (user + system > 1000 * MAX_MILLISECONDS) break;
      await this.#giveTurn();
    }
    this.isOut = true;
    if (output.inPlace > 0) answer.push(new Uint8Array(work.buffer, 0, output.inPlace));
    this.#push(this.#writer.rest());
    const buffer = new ArrayBuffer(work.buffer.byteLength);
    new Uint8Array(buffer).set(rest);
    return { rest: { ...work, buffer, length: rest.length, first }, solved: together(parts) };
  }

  /** A whole file: gives its result, or nothing. */
  async #solveFile(work: Work, answer: Answer) {
    const session = this.#open(work.plan, { first: work.first, joint: work.joint, mostOutput: MAX_OUTPUT });
    const output: Uint8Array[] = [];
    for await (const piece of session.push(new Uint8Array(work.buffer, 0, work.length))) output.push(piece);
    for await (const piece of session.end()) output.push(piece);
    session.close();
    const { solved } = session;
    if (solved.interrupted) {
      this.isOut = true;
      return { rest: work, solved: together([]) };
    }
    for (const piece of output) answer.push(piece);
    return this.#finish(work, answer, { ...solved, taken: work.length });
  }

  /** Has what came meanwhile done: pieces to be handed over, and to be written, are what other threads wait for. */
  async #giveTurn(): Promise<void> {
    await new Promise(setImmediate);
    this.#turnEnd = performance.now() + TURN;
  }

  #push(part: Part | undefined): void {
    if (!part) return;
    const { buffer, length } = part;
    this.#answer!.push(new Uint8Array(buffer, 0, length), () => this.#writer.give(buffer));
  }

  /** Output that is not wanted, where the work has failed. */
  #drop(): void {
    const part = this.#writer.rest();
    if (part) this.#writer.give(part.buffer);
  }

  #open(plan: FilePlan, options: FileSolverOptions): StreamSolver {
    return new StreamSolver(plan, { ...options, deadline: performance.now() + SLICE });
  }

  #finish(
    { buffer }: Work,
    answer: Answer,
    { tally, milliseconds, taken }: Solved,
    outputLength = 0,
  ): undefined {
    this.#push(this.#writer.rest());
    answer.finish({ buffer, tally, milliseconds, taken, outputLength });
  }
}

function together(parts: readonly Solved[]): Solved {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return {
    tally: sumTallies(parts.map(({ tally }) => tally)),
    milliseconds: parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    taken: parts.reduce((sum, { taken }) => sum + taken, 0),
  };
}
