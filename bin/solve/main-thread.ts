import {
  type FilePlan,
  FileSession,
  type FileSolverOptions,
  RejectedFile,
  type SolvedContent,
  sumTallies,
  type Tally,
} from '../../core/files/index.ts';
import type { Answer } from './answer.ts';
import type { Work } from './protocol.ts';

/** How long it works at a time: meanwhile nothing is read, written, shown or interrupted. */
const SLICE = 250;
/** Processor time that one item may take, in ms. More than the slice on a machine where others wait for a processor, too. */
const MAX_MILLISECONDS = 100;
/** Output of one item that is held until somebody takes it. */
const MAX_OUTPUT = 4 * 1024 * 1024;

/** What has been counted of an item so far. */
interface Solved {
  readonly tally: Tally;
  readonly milliseconds: number;
}

/**
 * Solves work items on the main thread, which has nothing else to do while files are read and written: there is no thread
 * to be started, and nothing to be handed over. What takes too long is left to others, and from then on everything.
 */
export class MainThread {
  /** Whether it solves nothing any more. */
  isOut = false;
  isAtWork = false;
  /** Memory for output that nobody uses. */
  readonly #rooms: ArrayBuffer[] = [];

  /**
   * Solves an item that begins and ends a solver of its own.
   * @returns undefined when the answer is complete; else what others are to go on with, whose answer is to follow
   */
  async solve(work: Work, answer: Answer): Promise<{ rest: Work; solved: Solved } | undefined> {
    this.isAtWork = true;
    await new Promise(setImmediate); // what has been read or written meanwhile has its turn
    try {
      return work.plan.splittable
        ? await this.#solvePiece(work, answer)
        : await this.#solveFile(work, answer);
    } finally {
      this.isAtWork = false;
    }
  }

  /** Gives what it gets to do of a piece that can be cut anywhere between records. */
  async #solvePiece(work: Work, answer: Answer) {
    const since = process.threadCpuUsage();
    const parts: SolvedContent[] = [];
    let rest = new Uint8Array(work.buffer, 0, work.length);
    let { first } = work;
    for (;;) {
      const session = this.#open(work.plan, { first, joint: work.joint });
      try {
        for await (const piece of session.take(rest)) this.#push(answer, piece, work.buffer);
        for await (const piece of session.end()) answer.push(piece);
      } catch (error) {
        throw error instanceof RejectedFile ? error.below(together(parts).tally.lines) : error;
      }
      const { solved } = session;
      parts.push(solved);
      if (!solved.interrupted) return this.#finish(work, answer, together(parts));
      first &&= solved.consumed === 0;
      rest = rest.subarray(solved.consumed);
      const { user, system } = process.threadCpuUsage(since);
      if (user + system > 1000 * MAX_MILLISECONDS) break;
      await new Promise(setImmediate);
    }
    this.isOut = true;
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
    return this.#finish(work, answer, together([solved]));
  }

  /** Hands output on: what does not stand in the item's own memory is the session's, and copied. */
  #push(answer: Answer, piece: Uint8Array, own: ArrayBuffer): void {
    if (piece.buffer === own) {
      answer.push(piece);
      return;
    }
    const room = this.#rooms.findLast(({ byteLength }) => byteLength >= piece.length);
    if (room) this.#rooms.splice(this.#rooms.indexOf(room), 1);
    const copy = new Uint8Array(room ?? new ArrayBuffer(2 * piece.length), 0, piece.length);
    copy.set(piece);
    answer.push(copy, () => this.#rooms.push(copy.buffer));
  }

  #open(plan: FilePlan, options: FileSolverOptions): FileSession {
    return new FileSession(plan, { ...options, deadline: performance.now() + SLICE });
  }

  #finish({ buffer }: Work, answer: Answer, solved: Solved): undefined {
    answer.finish({ buffer, ...solved, outputLength: 0 });
  }
}

function together(parts: readonly SolvedContent[]): Solved {
  return {
    tally: sumTallies(parts.map(({ tally }) => tally)),
    milliseconds: parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  };
}
