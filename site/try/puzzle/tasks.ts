// Runs tasks on single puzzles in a worker, one after the other.

import { startWorker } from '../shared/start-worker.ts';
import type { Request, Response, TaskName, Tasks } from './protocol.ts';
import script from './worker.ts?worker&url';

/** Says what is wrong with the input of a task. */
export class InputError extends Error {}

interface Pending {
  readonly report: (value: never) => void;
  readonly end: PromiseWithResolvers<unknown>;
}

export class PuzzleTasks {
  #worker: Worker | undefined;
  readonly #pending = new Map<number, Pending>();
  #next = 0;

  /**
   * @param report receives what the task reports on its way
   * @throws InputError if the input is at fault; DOMException named AbortError once it is stopped
   */
  run<N extends TaskName>(
    name: N,
    takes: Tasks[N]['takes'],
    report: (value: Tasks[N]['reports']) => void = () => {},
  ): Promise<Tasks[N]['returns']> {
    this.#worker ??= this.#start();
    const id = this.#next++;
    const end = Promise.withResolvers<unknown>();
    this.#pending.set(id, { report, end });
    const request: Request<N> = { id, name, takes };
    this.#worker.postMessage(request);
    return end.promise as Promise<Tasks[N]['returns']>;
  }

  /** Ends all tasks at once. */
  stop(): void {
    this.#fail(new DOMException('stopped', 'AbortError'));
  }

  #start(): Worker {
    const worker = startWorker(script);
    worker.addEventListener('message', ({ data }: MessageEvent<Response>) => this.#take(data));
    worker.addEventListener('error', ({ message }) => {
      // one that was stopped is not waited for
      if (worker === this.#worker) this.#fail(new Error(message ?? 'a worker failed'));
    });
    return worker;
  }

  #take(response: Response): void {
    const pending = this.#pending.get(response.id);
    if (!pending) return;
    if (response.kind === 'reports') {
      pending.report(response.value as never);
      return;
    }
    this.#pending.delete(response.id);
    if (response.kind === 'returns') pending.end.resolve(response.value);
    else {
      const { message, isUserError } = response;
      pending.end.reject(isUserError ? new InputError(message) : new Error(message));
    }
  }

  /** The next task starts another worker. */
  #fail(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { end } of this.#pending.values()) end.reject(error);
    this.#pending.clear();
  }
}
