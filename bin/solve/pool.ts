import { Worker } from 'node:worker_threads';
import { HEAD_BYTES, RejectedFile } from '../../core/files/contract.ts';
import { Answer } from './answer.ts';
import { Buffers } from './buffers.ts';
import { type FromThread, PARTS_PER_THREAD, type ToThread, type Work } from './protocol.ts';

/** Work items on their way, for each thread: enough that others go on while one item is hard. */
const ITEMS_PER_THREAD = PARTS_PER_THREAD;
const MAX_ITEM_BYTES = 2048 * 1024;
/** Bytes of all items on their way; their results need about as much again. */
const IN_FLIGHT_BYTES = 32 * 1024 * 1024;
/** What solving allocates is few but large objects outside of the heap: with a small young heap they are freed early. */
const LIMITS = { maxYoungGenerationSizeMb: 2 };
/** Work that a thread holds at most. The second piece spares it the wait for the main thread. */
const DEPTH = 2;

interface Thread {
  readonly worker: Worker;
  /** files in the middle of something that only this thread can go on with */
  readonly files: Set<number>;
  /** to the work that it holds, oldest first */
  readonly answers: Answer[];
}

interface Queued {
  readonly work: Work;
  readonly answerTo: (answer: Answer) => void;
}

/** Threads that solve work items: each on whichever is free, a file's continued items on the same one. */
export class Pool {
  readonly size: number;
  /** Work items of a file that may be on their way at a time. */
  readonly window: number;
  /** What work items are made in. */
  readonly buffers: Buffers;
  readonly #threads: Thread[];
  #queue: Queued[] = [];
  #failure: Error | undefined;

  /** @param many whether to start all threads now; otherwise all but one are started when there is work for them */
  constructor(size: number, many: boolean) {
    this.size = size;
    this.window = ITEMS_PER_THREAD * size;
    this.buffers = new Buffers(Math.max(HEAD_BYTES, Math.min(MAX_ITEM_BYTES, IN_FLIGHT_BYTES / this.window)));
    this.#threads = Array.from({ length: many ? size : 1 }, () => this.#start());
  }

  /**
   * Solves a work item; resolves when a thread has taken it. A file's items are to be given in order, and their answers
   * consumed in order: a thread waits with its next work until its output is taken. Two files may be solved at a time
   * only if all but the last items of both continue, and no more files than there are threads: otherwise the output
   * that is wanted may be waiting for output before it that nobody takes yet.
   */
  solve(work: Work): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#queue.push({ work, answerTo: resolve });
    this.#dispatch();
    return promise;
  }

  /** Stops all threads, whatever they are doing. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #dispatch(): void {
    // in order, but what must wait for its own thread holds up nothing of another file
    this.#queue = this.#queue.filter(({ work, answerTo }) => {
      const thread = this.#threadFor(work.file);
      if (!thread) return true;
      if (work.continues) thread.files.add(work.file);
      else thread.files.delete(work.file);
      answerTo(this.#hand(work, thread));
      return false;
    });
  }

  #hand(work: Work, { worker, answers }: Thread): Answer {
    const answer = new Answer((buffer) => {
      worker.postMessage({ return: { buffer } } satisfies ToThread, [buffer]);
    });
    if (this.#failure) answer.fail(this.#failure);
    else {
      answers.push(answer);
      worker.postMessage({ work } satisfies ToThread, [work.buffer]);
    }
    return answer;
  }

  #threadFor(file: number): Thread | undefined {
    const bound = this.#threads.find(({ files }) => files.has(file));
    const thread = bound ?? this.#idlest();
    return thread.answers.length < DEPTH ? thread : undefined;
  }

  #idlest(): Thread {
    const unbound = this.#threads.filter(({ files }) => files.size === 0);
    const [idlest] = unbound.toSorted((a, b) => a.answers.length - b.answers.length);
    if (idlest && (idlest.answers.length === 0 || this.#threads.length === this.size)) return idlest;
    const thread = this.#start();
    this.#threads.push(thread);
    return thread;
  }

  #start(): Thread {
    const worker = new Worker(new URL('worker.js', import.meta.url), { resourceLimits: LIMITS });
    const thread: Thread = { worker, files: new Set(), answers: [] };
    worker.on('message', ({ part, done, rejected }: FromThread) => {
      if (part) thread.answers[0]!.push(part);
      if (!done && !rejected) return;
      const answer = thread.answers.shift()!;
      if (done) answer.finish(done);
      else if (rejected) answer.fail(new RejectedFile(rejected.message, rejected.line));
      this.#dispatch();
    });
    worker.on('error', (error) => this.#fail(error as Error));
    return thread;
  }

  /** A thread died of a defect: nothing that waits will be answered. */
  #fail(error: Error): void {
    this.#failure = error;
    for (const { answers } of this.#threads) for (const answer of answers.splice(0)) answer.fail(error);
    this.#dispatch();
  }
}
