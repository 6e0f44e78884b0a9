// Looks for the mark of an upload while the processor is busy with its puzzles: from another thread, since nothing else can.
import { Worker } from 'node:worker_threads';
import { Cancelled, cancelMarkKey, throwIfCancelled } from './cancellation.ts';
import type { UploadContext } from './context.ts';
import type { Upload } from './upload.ts';

/**
 * The thread: repeats one signed request. S3 accepts a signature for fifteen minutes, the longest time of an invocation. A mark
 * that was there before is about an earlier upload.
 */
const THREAD = `
const { workerData: { request: { url, headers }, known, every, found } } = require('node:worker_threads');
const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http');
const look = () => {
  const sent = request(url, { method: 'HEAD', headers, timeout: every }, (answer) => {
    answer.resume();
    const etag = (answer.headers.etag ?? '').replaceAll('"', '');
    if (answer.statusCode === 200 && etag !== known) Atomics.store(new Int32Array(found), 0, 1);
  });
  sent.on('timeout', () => sent.destroy());
  sent.on('error', () => {});
  sent.end();
};
look();
setInterval(look, every);
`;

/** Watches an upload during work on nothing else. */
export class CancelWatch {
  readonly #start: () => Worker;
  readonly #found = new Int32Array(new SharedArrayBuffer(4));
  readonly #due: number;
  #worker: Worker | undefined;

  /** Looks once, and prepares for looking again. @throws Cancelled */
  static async begin(context: UploadContext, upload: Upload): Promise<CancelWatch> {
    const known = await throwIfCancelled(context, upload);
    const { cloud, settings, lookEvery } = context;
    const request = await cloud.signedHead({ bucket: settings.workBucket, key: cancelMarkKey(upload) });
    return new CancelWatch({ request, known, every: lookEvery });
  }

  private constructor(data: { readonly every: number; readonly [name: string]: unknown }) {
    const workerData = { ...data, found: this.#found.buffer };
    this.#due = performance.now() + data.every;
    this.#start = () => new Worker(THREAD, { eval: true, workerData });
  }

  /**
   * Does the work, which calls `check` while it solves puzzles. Most work ends before a thread is needed.
   * @throws Cancelled, and what the work throws
   */
  async during<Result>(work: (check: () => void) => Promise<Result>): Promise<Result> {
    try {
      return await work(() => this.#check());
    } finally {
      await this.#worker?.terminate();
    }
  }

  /** @throws Cancelled */
  #check(): void {
    if (performance.now() < this.#due) return;
    this.#worker ??= this.#start();
    if (Atomics.load(this.#found, 0) !== 0) throw new Cancelled('it was cancelled while it was solved');
  }
}

/** Does work that is watched. @throws Cancelled, and what the work throws */
export async function watched<Result>(
  context: UploadContext,
  upload: Upload,
  work: (check: () => void) => Promise<Result>,
): Promise<Result> {
  return (await CancelWatch.begin(context, upload)).during(work);
}
