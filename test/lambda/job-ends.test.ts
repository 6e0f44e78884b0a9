// How jobs of more than a hundred chunks end while messages arrive twice, late and out of order, and functions are killed: once, and
// with nothing left over.
import type { SQSRecord } from 'aws-lambda';
import { afterEach, expect, test } from 'vitest';
import { chunkKey, parseChunkKey, rangesPrefix } from '../../lambda/chunks/chunk-result.ts';
import {
  cancelMarkKey,
  MARKED_UPLOAD,
  marksOf,
  secondsSince1970,
} from '../../lambda/invocation/cancellation.ts';
import type { ChunkMessage } from '../../lambda/invocation/message.ts';
import { jobId, type Upload } from '../../lambda/invocation/upload.ts';
import { Faults, NO_FAULTS } from '../../local/faults/faults.ts';
import { someOf } from '../cases.ts';
import { Pipeline } from './fixture.ts';
import { dying, LINES } from './shared-pipeline.ts';
import { solved } from './solved-by-library.ts';

let pipeline: Pipeline;
afterEach(() => pipeline.close());

const FILE = LINES.repeat(6500);
// no refused requests: after each, the client of AWS sends less for a while
const RATES = { ...NO_FAULTS, duplicated: 0.15 };

/** Messages that are worked on before new ones are received. */
const RECEIVE_EVERY = 5;

const workOf = async (upload: Upload) =>
  (await pipeline.cloud.listObjects(Pipeline.WORK, rangesPrefix(jobId(upload)))).map(
    (object) => parseChunkKey(jobId(upload), object)!,
  );

interface End {
  readonly settings?: Record<string, string>;
  /** what somebody does when a third of the work is done */
  readonly act?: (upload: Upload) => Promise<void>;
  /** of the report; undefined if there is none */
  readonly report: object | undefined;
}

const ENDS: Readonly<Record<string, End>> = {
  'is solved': { report: { status: 'done' } },
  'is cancelled': {
    act: async (upload) => {
      const { modified } = (await pipeline.cloud.headObject(upload))!;
      const metadata = { [MARKED_UPLOAD]: String(secondsSince1970(modified)) };
      const mark = { bucket: Pipeline.WORK, key: cancelMarkKey(upload), metadata };
      await pipeline.cloud.putObject(mark, new Uint8Array());
      await pipeline.remove(upload.key, upload.bucket);
    },
    report: { status: 'cancelled' },
  },
  'is deleted': { act: ({ key, bucket }) => pipeline.remove(key, bucket), report: undefined },
  'exceeds maxResultBytes': {
    settings: { MAX_RESULT_BYTES: String(Math.floor(FILE.length / 2)) },
    report: { status: 'rejected', reason: expect.stringContaining('(maxResultBytes)') },
  },
  'exceeds maxSeconds': {
    settings: { MAX_SECONDS: '60' },
    act: async (upload) => {
      const [result] = await workOf(upload);
      const ref = { bucket: Pipeline.WORK, key: result!.key };
      const { bytes } = (await pipeline.object(ref.key, ref.bucket))!;
      const key = chunkKey(jobId(upload), { ...result!, milliseconds: 60_000 });
      await pipeline.cloud.putObject({ ...ref, key }, bytes);
      await pipeline.remove(ref.key, ref.bucket);
    },
    report: { status: 'rejected', reason: expect.stringContaining('(maxSeconds)') },
  },
};

/** Each run has two of them, TEST_CASES=all all. */
const SOME = someOf(Object.entries(ENDS), 2);

test.each(SOME)('a job that %s ends once under faults', async (end, { settings, act, report }) => {
  const faults = new Faults(Number(process.env.FUZZ_SEED), RATES);
  pipeline = await Pipeline.start({ CHUNK_CONCURRENCY: '1', ...settings }, faults);
  const { cloud } = pipeline;
  const key = `${end} +%41\u{1F600}.txt`;
  const left: SQSRecord[] = await pipeline.plan(key, FILE);
  const { upload } = left
    .map(({ body }) => JSON.parse(body) as ChunkMessage)
    .find(({ kind }) => kind === 'chunk')!;
  const chunks = left.reduce(
    (sum, { body }) => sum + 1 + ((JSON.parse(body) as ChunkMessage).next?.length ?? 0),
    0,
  );
  expect(chunks).toBeGreaterThan(100);
  const failed = new Map<string, number>();
  const reports = new Set<string>();
  let acted = false;
  let isOver = false;
  let solvedLate = 0;
  for (let count = 0; left.length > 0; count++) {
    if (act && count >= chunks / 3 && !acted && (await workOf(upload)).length > 0) {
      await act(upload);
      acted = true;
    }
    // late messages come after those that were sent later
    const [record] = left.splice(faults.between(0, left.length - 1), 1) as [SQSRecord];
    const earlier = failed.get(record.messageId) ?? 0;
    if (earlier < 2 && faults.between(1, 5) === 1) {
      pipeline.cloud = dying(cloud, faults.between(1, 12), faults.between(0, 1) === 1);
    }
    const tasks = await pipeline.run([record], { isRedelivery: earlier > 0, delivery: 1 + earlier });
    pipeline.cloud = cloud;
    if (isOver && tasks.some(({ outcome }) => outcome?.tally)) solvedLate++;
    isOver ||= tasks.some(({ outcome }) =>
      ['solved', 'rejected', 'cancelled', 'gone'].includes(outcome?.outcome ?? ''),
    );
    if (tasks.some(({ error }) => error)) {
      failed.set(record.messageId, earlier + 1);
      left.push(record);
    }
    expect(count).toBeLessThan(6 * chunks);
    if (left.length > 0 && count % RECEIVE_EVERY > 0) continue;
    left.push(...(await pipeline.receive()));
    const written = await pipeline.object(`${key}.report.json`);
    if (written) reports.add(written.etag);
  }
  expect(reports.size).toBe(report ? 1 : 0);
  if (report) expect(await pipeline.report(key)).toMatchObject(report);
  expect(await pipeline.result(key)).toBe(end === 'is solved' ? solved(FILE) : undefined);
  expect(solvedLate).toBe(0);
  const isMark = (name: string) => name.startsWith(`object ${marksOf(key)}`);
  expect((await pipeline.leftovers()).filter((name) => !isMark(name))).toEqual([]);
  expect(failed.size).toBeGreaterThan(0);
});
