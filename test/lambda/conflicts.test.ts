// Conditional writes that S3 answers with 409: no file is lost.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Cloud } from '../../lambda/aws/cloud.ts';
import { StorageError } from '../../lambda/aws/errors.ts';
import type { UploadContext } from '../../lambda/invocation/context.ts';
import { jobId, type Upload } from '../../lambda/invocation/upload.ts';
import { Faults, NO_FAULTS } from '../../local/faults/faults.ts';
import { someOf } from '../cases.ts';
import { Pipeline } from './fixture.ts';
import { broken, LINES, PUZZLE } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

// S3 answers 409 to a conditional write that meets another one, and says nothing about what the key holds. The local cloud gives
// this answer to each conditional write in turn, over HTTP.

/** Answers 409 to some conditional writes, counted from 1. */
class ScriptedConflicts extends Faults {
  /** conditional writes so far */
  writes = 0;
  isHit: (write: number) => boolean = () => false;

  constructor() {
    super(1, NO_FAULTS);
  }

  override strikes(kind: Parameters<Faults['strikes']>[0]): boolean {
    return kind === 'conflict' && this.isHit(++this.writes);
  }

  /** Hits no write of this work, and does not count them. */
  async spare(work: () => Promise<void>): Promise<void> {
    const { isHit, writes } = this;
    this.from(() => false);
    await work();
    Object.assign(this, { isHit, writes });
  }

  /** Hits these writes from now on. */
  from(isHit: (write: number) => boolean): void {
    this.writes = 0;
    this.isHit = isHit;
  }
}

const conflicts = new ScriptedConflicts();
let pipeline: Pipeline;
let cloud: Cloud;
beforeAll(async () => {
  pipeline = await Pipeline.start({ HTML_REPORTS: 'on' }, conflicts);
  cloud = pipeline.cloud;
});
afterAll(() => pipeline.close());
beforeEach(() => {
  pipeline.cloud = cloud;
  conflicts.from(() => false);
  // no pauses between the attempts of a request
  vi.spyOn(Math, 'random').mockReturnValue(0);
  // all work is quick, so that it meets newer reports only when it writes its own
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

interface Kind {
  /** @returns the messages of a file */
  readonly deliver: (key: string) => Promise<SQSRecord[]>;
  readonly content: (key: string) => Promise<string | undefined>;
  readonly status?: string;
  readonly delivery?: Partial<UploadContext>;
  readonly ending?: string;
  /** the least number of conditional writes */
  readonly writes: number;
}

/** Fails the deliveries of these messages with `failed` reports, and returns them. */
async function failedBefore(records: SQSRecord[]): Promise<SQSRecord[]> {
  pipeline.cloud = { ...cloud, readObject: broken('ServiceUnavailable') };
  await pipeline.run(records, { isRedelivery: true, deliveriesLeft: 1 });
  pipeline.cloud = cloud;
  return records;
}

const upload = async (key: string, content: string | Buffer) => {
  await pipeline.upload(key, content);
  return pipeline.receive();
};

const result = (key: string) => pipeline.result(key);
const LAST = { isRedelivery: true, deliveriesLeft: 0 };

const KINDS: Readonly<Record<string, Kind>> = {
  'a small file': { deliver: (key) => upload(key, LINES), content: result, writes: 3 },
  'a small file over the result of an earlier upload': {
    async deliver(key) {
      await pipeline.upload(key, `${PUZZLE}\n`);
      await pipeline.drain();
      return upload(key, LINES);
    },
    content: result,
    writes: 6,
  },
  'a file that is rejected': {
    deliver: (key) => upload(key, 'Dear Sir or Madam,\n'),
    content: async () => solved(LINES),
    status: 'rejected',
    writes: 2,
  },
  // the late one names its result in the report of the rejected one
  'the result of an upload that is overwritten by a rejected one': {
    async deliver(key) {
      const records = await upload(key, LINES);
      pipeline.cloud = {
        ...cloud,
        async readObject(...args) {
          const open = await cloud.readObject(...args);
          if (pipeline.cloud === cloud) return open;
          pipeline.cloud = cloud;
          await conflicts.spare(async () => {
            await pipeline.upload(key, 'Dear Sir or Madam,\n');
            await pipeline.drain();
          });
          return open;
        },
      };
      return records;
    },
    async content(key) {
      const [report, late] = [await pipeline.report(key), await result(key)];
      // an earlier write that failed leaves nothing to name
      const isNamed = report?.staleResult !== undefined;
      return late === undefined && !isNamed ? solved(LINES) : isNamed ? late : undefined;
    },
    status: 'rejected',
    writes: 3,
  },
  'a compressed file': {
    deliver: (key) => upload(key, gzipSync(LINES)),
    async content(key) {
      const object = await pipeline.object(key);
      return object && gunzipSync(object.bytes).toString();
    },
    ending: '.gz',
    writes: 3,
  },
  'a file in chunks': {
    deliver: (key) => pipeline.cut(key, LINES, [20, 40]),
    content: result,
    writes: 4,
  },
  'a file that becomes a job': {
    deliver: (key) => upload(key, LINES),
    content: result,
    delivery: { available: 0 },
    writes: 2,
  },
  'a file in chunks with the lock of an earlier plan': {
    async deliver(key) {
      const chunks = await pipeline.cut(key, LINES, [20, 40]);
      const [{ upload }] = chunks.map(({ body }) => JSON.parse(body)) as [{ upload: Upload }];
      const lock = { bucket: Pipeline.WORK, key: `${jobId(upload)}/assembler.json` };
      await cloud.putObject(lock, Buffer.from('[20,47,1]'));
      return chunks;
    },
    content: result,
    writes: 5,
  },
  'a file in chunks at its last delivery': {
    deliver: async (key) => failedBefore(await pipeline.cut(key, LINES, [20])),
    content: result,
    delivery: LAST,
    writes: 8,
  },
};

/** Each run has some kinds, TEST_CASES=all has all of them. */
const SOME = someOf(Object.entries(KINDS), 4);

describe.each(SOME)('%s is not lost', (kind, { writes, ...own }) => {
  const { deliver, content, delivery, ending = '', status = 'done' } = own;

  /** Delivers a file for each of its conditional writes. @returns their number */
  async function hitEach(name: string, hits: (first: number) => (write: number) => boolean): Promise<number> {
    for (let first = 1; ; first++) {
      const key = `${kind}/${name}-${first}.txt${ending}`;
      const records = await deliver(key);
      conflicts.from(hits(first));
      const tasks = await pipeline.run(records, delivery);
      const count = conflicts.writes;
      conflicts.from(() => false);
      // what did not fail is not delivered again
      const failed = tasks.flatMap(({ record }) => record ?? []);
      const rest = [...(await pipeline.run(failed, { isRedelivery: true })), ...(await pipeline.drain())];
      expect(rest.filter(({ error }) => error)).toEqual([]);
      expect(await content(key), key).toBe(solved(LINES));
      expect(await pipeline.report(key), key).toMatchObject({ status });
      expect(await pipeline.leftovers(), key).toEqual([]);
      if (count < first) return count;
    }
  }

  test('if a conditional write meets another one', async () => {
    expect(await hitEach('once', (first) => (write) => write === first)).toBeGreaterThanOrEqual(writes);
  });

  test('if all conditional writes from one on meet others until the delivery ends', async () => {
    expect(await hitEach('all', (first) => (write) => write >= first)).toBeGreaterThanOrEqual(writes);
  });
});

test('a job whose lock is met in each delivery ends with a report of that', async () => {
  const chunks = await pipeline.cut('each.txt', LINES, [20]);
  const putObject: Cloud['putObject'] = async (...args) => {
    if (args[0].key.endsWith('/assembler.json')) throw new StorageError('WriteConflict', args[0]);
    return cloud.putObject(...args);
  };
  pipeline.cloud = { ...cloud, putObject };
  for (const delivery of [{}, { isRedelivery: true }, LAST]) {
    const tasks = await pipeline.run(chunks, delivery);
    expect(tasks.map(({ error }) => error?.name)).toContain('WriteConflict');
  }
  expect(await pipeline.report('each.txt')).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/assembler.json is being written by another process/),
    advice: expect.stringMatching(/redrive/),
  });
  pipeline.cloud = cloud;
  await pipeline.run(chunks);
  expect(await pipeline.result('each.txt')).toBe(solved(LINES));
  expect(await pipeline.leftovers()).toEqual([]);
});

test('a lock that is gone while its manifest stands does not count as another message\u2019s', async () => {
  const chunks = await pipeline.cut('unlocked.txt', LINES, [20]);
  await pipeline.run(chunks.slice(1));
  const [{ upload }] = chunks.map(({ body }) => JSON.parse(body)) as [{ upload: Upload }];
  const key = `${jobId(upload)}/assembler.json`;
  // it is there when this message writes it, and deleted when it reads it
  await cloud.putObject({ bucket: Pipeline.WORK, key }, Buffer.from('[20,47,1]'));
  pipeline.cloud = {
    ...cloud,
    readObject: async (ref, ...args) => {
      if (ref.key === key) await pipeline.expireWork(/assembler/);
      return cloud.readObject(ref, ...args);
    },
  };
  const [task] = await pipeline.run(chunks.slice(0, 1));
  expect(task?.error?.message).toBe('the work disappeared');
  pipeline.cloud = cloud;
  await pipeline.run(chunks.slice(0, 1), { isRedelivery: true });
  expect(await pipeline.result('unlocked.txt')).toBe(solved(LINES));
  expect(await pipeline.leftovers()).toEqual([]);
});
