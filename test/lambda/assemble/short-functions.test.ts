// Assembles results of thousands of chunks by functions that are killed when their time is over, in virtual time: an S3 that
// only counts bytes, and takes for each request about as long as AWS does.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyTally, planFile } from '../../../core/files/index.ts';
import { lockAssembly } from '../../../lambda/assemble/assemble.ts';
import type { Cloud, Multipart, ObjectRef, StoredPart, UploadedPart } from '../../../lambda/aws/cloud.ts';
import { StorageError } from '../../../lambda/aws/errors.ts';
import { type Observer, runBatch } from '../../../lambda/batch.ts';
import { chunkKey } from '../../../lambda/chunks/chunk-result.ts';
import { openJob } from '../../../lambda/chunks/manifest.ts';
import type { LineLabels, UploadContext } from '../../../lambda/invocation/context.ts';
import { writeMessage } from '../../../lambda/invocation/message.ts';
import { Meter } from '../../../lambda/invocation/meter.ts';
import { readSettings } from '../../../lambda/invocation/settings.ts';
import { timesOf } from '../../../lambda/invocation/time.ts';
import { jobId, type Upload } from '../../../lambda/invocation/upload.ts';
import { recordOf } from '../fixture.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const MiB = 1024 * 1024;
const RESULT_BYTES = 6 * MiB;
const MAX_RECEIVES = 10;
const settings = readSettings({
  ...{
    OUTPUT_BUCKET: 'out',
    WORK_BUCKET: 'work',
    UPLOADS_QUEUE_URL: 'q/uploads',
    CHUNKS_QUEUE_URL: 'q/chunks',
  },
  ...{ MAX_RECEIVES: String(MAX_RECEIVES), SOURCES: '[["in"]]' },
});

/** An object of `bytes`, of which only the last ones have content. */
interface Stored {
  readonly bytes: number;
  readonly end: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly modified: number;
}

/** Milliseconds of requests; of those of lists and deletions for each thousand of keys, of completions for each thousand of parts. */
const TAKES = { GET: 30, HEAD: 20, PUT: 40, LIST: 150, DELETE: 400, COPY: 700, COMPLETE: 1000 };

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
const thousands = (count: number) => Math.max(1, Math.ceil(count / 1000));

const EMPTY = new Uint8Array();

/** Objects, multipart uploads and messages. */
class Store {
  readonly objects = new Map<string, Stored>();
  readonly multiparts = new Map<
    string,
    { ref: Multipart; metadata: Stored['metadata']; parts: Map<number, number> }
  >();
  sent: string[] = [];
  counts: Record<string, number> = {};
  /** of functions, in the lines of the log */
  logged = 0;
  #names = 0;
  readonly #slowness: number;

  /** @param slowness factor of the time that requests take */
  constructor(slowness = 1) {
    this.#slowness = slowness;
  }

  put({ bucket, key }: ObjectRef, object: Partial<Stored>): string {
    const etag = `e${this.#names++}`;
    this.objects.set(`${bucket}/${key}`, {
      bytes: 0,
      end: EMPTY,
      metadata: {},
      etag,
      modified: Date.now(),
      ...object,
    });
    return etag;
  }

  keysOf(bucket: string): string[] {
    const prefix = `${bucket}/`;
    return [...this.objects.keys()].flatMap((path) =>
      path.startsWith(prefix) ? path.slice(prefix.length) : [],
    );
  }

  /** @param isOver whether the function is killed: it gets no more answers; S3 ends what was requested */
  cloud(isOver: () => boolean): Cloud {
    const request = async <Result>(
      kind: keyof typeof TAKES,
      work: () => Result,
      times = 1,
    ): Promise<Result> => {
      if (isOver()) return new Promise(() => {});
      this.counts[kind] = (this.counts[kind] ?? 0) + 1;
      await sleep(TAKES[kind] * this.#slowness * times);
      const result = work();
      return isOver() ? new Promise(() => {}) : result;
    };
    const find = (ref: ObjectRef) => this.objects.get(`${ref.bucket}/${ref.key}`);
    const existing = (ref: ObjectRef) => {
      const found = find(ref);
      if (!found) throw new StorageError('ObjectGone', ref);
      return found;
    };
    const opened = (multipart: Multipart) => {
      const found = this.multiparts.get(multipart.uploadId);
      if (!found) throw new StorageError('MultipartGone', multipart);
      return found;
    };
    const addPart = (multipart: Multipart, number: number, bytes: number): UploadedPart => {
      opened(multipart).parts.set(number, bytes);
      return { number, etag: `p${number}` };
    };
    const check = (ref: ObjectRef, condition: object = {}) => {
      const found = find(ref);
      const isMet = 'absent' in condition ? !found : !('etag' in condition) || found?.etag === condition.etag;
      if (!isMet) throw new StorageError('PreconditionFailed', ref);
    };
    const calls: Partial<Cloud> = {
      isSlowedDown: () => false,
      readObject: (ref, range) =>
        request('GET', () => {
          const found = existing(ref);
          const { from, to } = range ?? { from: 0, to: found.bytes };
          const skipped = found.bytes - found.end.length;
          const piece = found.end.subarray(from - skipped, to - skipped);
          async function* body() {
            if (piece.length > 0) yield piece;
          }
          return { ...found, body: body() };
        }),
      headObject: (ref) => request('HEAD', () => find(ref)),
      putObject: (ref, end, condition) =>
        request('PUT', () => {
          check(ref, condition);
          return this.put(ref, { bytes: end.length, end, metadata: ref.metadata ?? {} });
        }),
      listObjects: (bucket, prefix) => {
        const list = () =>
          this.keysOf(bucket)
            .filter((key) => key.startsWith(prefix))
            .sort();
        const entry = (key: string) => ({ ...existing({ bucket, key }), key });
        return request('LIST', () => list().map(entry), thousands(list().length));
      },
      deleteObjects: async (bucket, keys) => {
        for (let at = 0; at < keys.length; at += 1000) {
          const some = keys.slice(at, at + 1000);
          await request('DELETE', () => some.forEach((key) => void this.objects.delete(`${bucket}/${key}`)));
        }
      },
      createMultipart: ({ bucket, key, metadata = {} }) =>
        request('PUT', () => {
          const ref = { bucket, key, uploadId: `u${this.#names++}` };
          this.multiparts.set(ref.uploadId, { ref, metadata, parts: new Map() });
          return ref;
        }),
      copyPart: (multipart, number, source, range) =>
        request('COPY', () =>
          addPart(multipart, number, range ? range.to - range.from : existing(source).bytes),
        ),
      listParts: (multipart) => {
        const list = (): StoredPart[] =>
          [...opened(multipart).parts].map(([number, bytes]) => ({ number, etag: `p${number}`, bytes }));
        return request('LIST', list, thousands(this.multiparts.get(multipart.uploadId)?.parts.size ?? 0));
      },
      completeMultipart: (multipart, parts, condition) =>
        request(
          'COMPLETE',
          () => {
            check(multipart, condition);
            const { metadata, parts: made } = opened(multipart);
            this.multiparts.delete(multipart.uploadId);
            return this.put(multipart, { metadata, bytes: [...made.values()].reduce((a, b) => a + b, 0) });
          },
          thousands(parts.length),
        ),
      abortMultipart: (multipart) =>
        request('DELETE', () => void this.multiparts.delete(multipart.uploadId), 0.05),
      listMultiparts: () =>
        request('LIST', () => [...this.multiparts.values()].map(({ ref }) => ({ ...ref, initiated: 0 }))),
      sendMessages: (_, bodies) => request('PUT', () => void this.sent.push(...bodies)),
    };
    return calls as Cloud;
  }
}

/** Work in virtual time. */
async function ended<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  while (!isDone) await vi.advanceTimersToNextTimerAsync();
  return work;
}

/** A function that has some `seconds`, and may be `killed` earlier. */
interface Life {
  readonly seconds: number;
  readonly killed?: number;
}

/** An invocation that is killed when its time is over. */
async function invoke(
  store: Store,
  body: string,
  { seconds, killed: lasts = seconds }: Life,
  delivery: number,
): Promise<'done' | 'failed' | 'killed'> {
  let isOver = false;
  const { promise: killed, resolve: kill } = Promise.withResolvers<'killed'>();
  const over = () => {
    isOver = true;
    kill('killed');
  };
  const alarm = setTimeout(over, lasts * 1000);
  const cloud = store.cloud(() => isOver);
  const record = recordOf(body);
  const delivered = { messageId: record.messageId, delivery, waited: 0, isRedelivery: delivery > 1 };
  const deliveriesLeft = MAX_RECEIVES - delivery;
  const context = { cloud, settings, ...timesOf(seconds * 1000), ...delivered, deliveriesLeft };
  const ignore = () => {};
  const log = ({ seconds: more = 0 }: LineLabels) => {
    store.logged += more;
  };
  const observer: Observer = {
    ...{ begun: ignore, swept: ignore, warned: ignore },
    finished: (_outcome, _upload, labels) => log(labels),
    failed: (_error, _record, about) => about && log(about.labels),
  };
  const work = runBatch([record], () => context, observer);
  const done = work.then((answer) => (answer.batchItemFailures.length > 0 ? 'failed' : 'done'));
  const end = await ended(Promise.race([done, killed]));
  clearTimeout(alarm);
  return end;
}

const upload: Upload = { bucket: 'in', key: 'k.txt', etag: 'up', bytes: 0, sequencer: '01' };

/** A job all of whose chunks are solved. @returns the message that requests its assembly */
async function complete(store: Store, chunks: number): Promise<{ body: string; file: Upload }> {
  const file = { ...upload, bytes: chunks * RESULT_BYTES };
  const cloud = store.cloud(() => false);
  const plan = planFile({
    head: Buffer.from('1...............\n'),
    complete: true,
    name: 'k.txt',
    given: [],
  });
  const context = {
    cloud,
    settings,
    ...timesOf(60_000),
    meter: new Meter(cloud, 1),
  } as unknown as UploadContext;
  store.put(file, { bytes: file.bytes, etag: 'up' });
  const facts = { etag: 'up', bytes: file.bytes, metadata: {}, modified: 0 };
  const { manifest } = await ended(openJob(context, file, facts, plan, Date.now()));
  const span = { begun: 1000, done: 1000, requests: { s3Writes: 2, s3Reads: 3, sqs: 0 } };
  const problems = [{ line: 1, column: 1, status: 'invalid', reason: 'r', record: 'x' }];
  const details = Buffer.from(JSON.stringify({ problems, statistics: { sizes: {}, hardest: [] }, span }));
  for (let index = 0; index < chunks; index++) {
    const range = { from: index * RESULT_BYTES, to: (index + 1) * RESULT_BYTES };
    const tally = { ...emptyTally(), puzzles: 10, solved: 9, invalid: 1, lines: 10 };
    const result = {
      range,
      bytes: RESULT_BYTES,
      detailBytes: details.length,
      milliseconds: 5,
      memory: 7,
      tally,
    };
    const key = chunkKey(jobId(file), result);
    store.put({ bucket: 'work', key }, { bytes: RESULT_BYTES + details.length, end: details });
  }
  await ended(lockAssembly(context, file, { from: 0, to: RESULT_BYTES }, manifest.begun));
  store.counts = {};
  return { body: writeMessage({ kind: 'assemble', upload: file, hop: 1 }), file };
}

/** Delivers messages until the job is closed, with a sweep when none is left. @returns how all deliveries ended */
async function deliverAll(store: Store, first: string, file: Upload, life: Life): Promise<string[]> {
  const ends: string[] = [];
  for (let queue = [first]; store.keysOf('work').length > 0; queue = store.sent.splice(0)) {
    if (queue.length === 0) {
      ends.push('sweep');
      await vi.advanceTimersByTimeAsync(3_600_000);
      queue = [writeMessage({ kind: 'resume', upload: file })];
    }
    for (const body of queue) {
      for (let end = '', delivery = 1; end !== 'done'; delivery++) {
        if (delivery > MAX_RECEIVES) throw new Error(`dead letter after ${ends.join()}`);
        end = await invoke(store, body, life, delivery);
        ends.push(end);
      }
    }
  }
  return ends;
}

function expectDone(store: Store, file: Upload, chunks: number): void {
  const report = JSON.parse(Buffer.from(store.objects.get('out/k.txt.report.json')!.end).toString());
  expect(report).toMatchObject({ status: 'done', puzzles: 10 * chunks, chunks });
  expect(report.output.bytes).toBe(file.bytes);
  expect(report.problems.map(({ line }: { line: number }) => line).slice(0, 3)).toEqual([1, 11, 21]);
  // the line of a delivery that was killed after it wrote the report is missing
  expect(report.cost.lambdaSeconds).toBeGreaterThan(0.99 * store.logged);
  expect(store.keysOf('work')).toEqual([]);
  expect(store.multiparts.size).toBe(0);
}

/** Copies and reads of one invocation that may be lost when it ends. */
const LOST_COPIES = 64;
const LOST_READS = 512;

describe.each<[string, Life, number, { chunks: number; slowness?: number }]>([
  ['5 s', { seconds: 5 }, 3, { chunks: 240 }],
  ['5 s with a slow S3', { seconds: 5 }, 9, { chunks: 240, slowness: 4 }],
  ['5 s, with a sweep', { seconds: 5 }, 20, { chunks: 3000 }],
  ['300 s', { seconds: 300 }, 1, { chunks: 10_000 }],
  ['300 s that die after 5 s', { seconds: 300, killed: 5 }, 7, { chunks: 1500 }],
])('functions of %s', (_, life, most, { chunks, slowness }) => {
  test(`assemble ${chunks} chunks in at most ${most} invocations, none of which does all again`, async () => {
    const store = new Store(slowness);
    const { body, file } = await complete(store, chunks);
    const ends = await deliverAll(store, body, file, life);
    expectDone(store, file, chunks);
    expect(ends.length).toBeLessThanOrEqual(most);
    expect(store.counts.COPY).toBeLessThanOrEqual(chunks + LOST_COPIES * ends.length);
    expect(store.counts.GET).toBeLessThanOrEqual(chunks + LOST_READS * ends.length);
  });
});
