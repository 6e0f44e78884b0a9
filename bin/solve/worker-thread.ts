import type { Worker } from 'node:worker_threads';
import { RejectedFile } from '../../core/files/index.ts';
import { Answer } from './answer.ts';
import type { FromThread, ToThread, Work } from './protocol.ts';

/** What solving allocates is few but large objects outside of the heap: with a small young heap they are freed early. */
const LIMITS = { maxYoungGenerationSizeMb: 2 };

/** A thread that does nothing but solve. */
export class WorkerThread {
  /** Files in the middle of something that only this thread can go on with. */
  readonly files = new Set<number>();
  /** Whether it has started, which takes longer than many a file. */
  isReady = false;
  readonly #worker: Worker;
  /** to the work that it holds, oldest first */
  readonly #answers: Answer[] = [];

  /**
   * @param free called when it has done a piece of work
   * @param failed called when it died of a defect
   */
  constructor(free: () => void, failed: (error: Error) => void) {
    const threads = process.getBuiltinModule('node:worker_threads'); // not loaded where one thread is enough
    this.#worker = new threads.Worker(new URL('worker.js', import.meta.url), { resourceLimits: LIMITS });
    this.#worker.on('message', (message: FromThread) => {
      this.isReady = true;
      if (message.ready || this.#take(message)) free();
    });
    this.#worker.on('error', (error) => failed(error as Error));
  }

  /** Pieces of work that it holds. */
  get held(): number {
    return this.#answers.length;
  }

  hand(work: Work): Answer {
    const answer = new Answer();
    this.#answers.push(answer);
    if (work.continues) this.files.add(work.file);
    else this.files.delete(work.file);
    this.#worker.postMessage({ work } satisfies ToThread, [work.buffer]);
    return answer;
  }

  fail(error: Error): void {
    for (const answer of this.#answers.splice(0)) answer.fail(error);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** @returns whether that was the end of a piece of work */
  #take({ reached, part, done, rejected }: FromThread): boolean {
    const answer = this.#answers[0];
    if (!answer) return false; // it failed meanwhile
    if (reached) answer.reached = () => reached;
    if (part) {
      const { buffer } = part;
      answer.push(new Uint8Array(buffer, 0, part.length), () =>
        this.#worker.postMessage({ return: { buffer } }, [buffer]),
      );
    }
    if (!done && !rejected) return false;
    this.#answers.shift();
    if (rejected) answer.fail(new RejectedFile(rejected.message, rejected.line));
    else if (done) answer.finish(done);
    return true;
  }
}
