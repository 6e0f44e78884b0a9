// Jobs whose messages are lost: the hourly sweep has each end with a result or a report. The clock of the pipeline and of its
// services is moved by hand.
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SWEEP_MESSAGE } from '../../../core/options/sweep-message.ts';
import { STALLED_AFTER } from '../../../lambda/assemble/assemble.ts';
import type { Cloud } from '../../../lambda/aws/cloud.ts';
import { manifestKey } from '../../../lambda/chunks/manifest.ts';
import { cancelMarkKey, MARKED_UPLOAD, secondsSince1970 } from '../../../lambda/invocation/cancellation.ts';
import type { Outcome } from '../../../lambda/invocation/context.ts';
import { writeMessage } from '../../../lambda/invocation/message.ts';
import { jobId, jobPrefix, type Upload } from '../../../lambda/invocation/upload.ts';
import { missingRanges } from '../../../lambda/sweep/resume.ts';
import { ABANDONED_AFTER, IDLE_AFTER, MAX_RESUMPTIONS } from '../../../lambda/sweep/sweep.ts';
import { Faults, NO_FAULTS } from '../../../local/faults/faults.ts';
import { casesOf, someOf } from '../../cases.ts';
import { Pipeline } from '../fixture.ts';
import { manyRows, solvedFile } from '../parquet-files.ts';
import { cloud, dying, LINES, outcomes, pipeline, sharePipeline } from '../shared-pipeline.ts';
import { solved } from '../solved-by-library.ts';

sharePipeline();
beforeEach(async () => {
  await pipeline.expireWork();
  for (const multipart of await cloud.listMultiparts(Pipeline.OUTPUT, ''))
    await cloud.abortMultipart(multipart);
  pipeline.swept = [];
});
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const wait = (milliseconds: number) =>
  void vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });
const wait1 = () => wait(IDLE_AFTER + MINUTE);

const recordOf = (body: string) => ({ messageId: 'm', receiptHandle: '', body, attributes: {} }) as SQSRecord;

/** Runs a sweep. @returns what it found */
async function sweepOnce() {
  const tasks = await pipeline.run([recordOf(SWEEP_MESSAGE)]);
  for (const { error } of tasks) if (error) throw error;
  return pipeline.swept.at(-1)!;
}

const uploadIn = ([chunk]: readonly SQSRecord[]) => (JSON.parse(chunk!.body) as { upload: Upload }).upload;

/** A job of which the first chunk is solved; the messages of the others are lost. */
async function cutShort(key: string): Promise<Upload> {
  const chunks = await pipeline.cut(key, LINES, [20, 40]);
  await pipeline.run(chunks.slice(0, 1));
  return uploadIn(chunks);
}

async function expectSolved(key: string): Promise<void> {
  expect(await pipeline.result(key)).toBe(solved(LINES));
  expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 4 });
  expect(await pipeline.leftovers()).toEqual([]);
}

test('a job whose messages are lost is resumed after a quarter of an hour if the queue is empty', async () => {
  await cutShort('lost.txt');
  wait(STALLED_AFTER - MINUTE);
  expect(await sweepOnce()).toEqual({ jobs: 1, quiet: 0, aborted: 0, sentAgain: 0 });
  wait(2 * MINUTE);
  expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 1 });
  const [resumed, ...chunks] = await pipeline.drain();
  expect(resumed?.outcome).toMatchObject({
    outcome: 'enqueued',
    reason: 'bytes 20 to 68 are unsolved, and nothing works on them: sent 1 message again',
    stalled: true,
  });
  expect(outcomes(chunks)).toEqual(['solved']);
  await expectSolved('lost.txt');
  expect(await sweepOnce()).toMatchObject({ jobs: 0, quiet: 0 });
});

describe('while the queue is never empty', () => {
  /** Has a sweep look, and works on its message `waited` milliseconds later, behind others. @returns what came of it */
  async function lookBehind(
    waited: number,
    others: () => Promise<unknown> = async () => {},
  ): Promise<Outcome> {
    pipeline.cloud = { ...cloud, messagesIn: async () => 2 };
    expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 1 });
    const [resume] = await pipeline.receive();
    wait(waited);
    await others();
    const [task] = await pipeline.run([resume!], { waited });
    return task!.outcome!;
  }
  const AT_WORK = { outcome: 'ignored', reason: 'its messages may be at work' };
  const HOUR = 60 * MINUTE;

  test.each([0, 20 * HOUR])(
    'a job whose messages are lost is resumed, also if those of sweeps wait for %i ms',
    async (waited) => {
      const key = `busy-${waited}.txt`;
      await cutShort(key);
      wait(STALLED_AFTER + MINUTE);
      expect(await lookBehind(waited)).toEqual(AT_WORK);
      // what a sweep has written is no progress
      wait(IDLE_AFTER - 2 * MINUTE);
      expect(await lookBehind(0)).toEqual(AT_WORK);
      expect(await lookBehind(3 * MINUTE)).toMatchObject({ outcome: 'enqueued', stalled: true });
      await pipeline.drain();
      await expectSolved(key);
    },
  );

  test('a job whose messages wait for days is left to them', async () => {
    const [first, second, third] = await pipeline.cut('late.txt', LINES, [20, 40]);
    wait(STALLED_AFTER + MINUTE);
    // the message of the sweep comes right behind this one
    const meanwhile = lookBehind(20 * HOUR, () => pipeline.run([first!]));
    expect(await meanwhile).toEqual({ outcome: 'ignored', reason: 'other messages work on it' });
    wait(STALLED_AFTER + MINUTE);
    // this one has been received, and takes minutes
    expect(await lookBehind(20 * HOUR)).toEqual(AT_WORK);
    await pipeline.run([second!]);
    // what was written before counts no more
    wait(STALLED_AFTER + MINUTE);
    expect(await lookBehind(20 * HOUR)).toEqual(AT_WORK);
    await pipeline.run([third!]);
    await expectSolved('late.txt');
  });

  test('two sweeps at once, which count the message of each other, only take longer', async () => {
    await cutShort('both.txt');
    wait(STALLED_AFTER + MINUTE);
    const sweeps = [SWEEP_MESSAGE, SWEEP_MESSAGE];
    for (let rounds = 0; rounds < 2; rounds++) {
      await cloud.sendMessages(pipeline.settings.chunksQueueUrl, sweeps);
      const records = await pipeline.receive();
      await Promise.all(records.map((record) => pipeline.run([record])));
      await pipeline.drain();
      wait1();
    }
    await expectSolved('both.txt');
  });
});

test('the messages of a queue are counted, whether or not somebody has received them', async () => {
  const before = await cloud.messagesIn(pipeline.settings.chunksQueueUrl);
  await cloud.sendMessages(pipeline.settings.chunksQueueUrl, [SWEEP_MESSAGE, SWEEP_MESSAGE]);
  expect(await cloud.messagesIn(pipeline.settings.chunksQueueUrl)).toBe(before + 2);
  await pipeline.receive();
  expect(await cloud.messagesIn(pipeline.settings.chunksQueueUrl)).toBe(before + 2);
});

/** A job that is complete, whose message that holds the lock is lost. */
async function unassembled(key: string): Promise<Upload> {
  const chunks = await pipeline.cut(key, LINES, [20, 40]);
  const upload = uploadIn(chunks);
  const manifest = await pipeline.object(manifestKey(jobId(upload)), Pipeline.WORK);
  const { begun } = JSON.parse(manifest!.text) as { begun: number };
  const lock = { bucket: Pipeline.WORK, key: `${jobId(upload)}/assembler.json` };
  await cloud.putObject(lock, Buffer.from(`[30,40,${begun}]`));
  expect(outcomes(await pipeline.run(chunks))).toEqual(['part', 'part', 'part']);
  return upload;
}

test('a job that is complete is assembled after a quarter of an hour', async () => {
  const upload = await unassembled('complete.txt');
  expect(await sweepOnce()).toMatchObject({ quiet: 0 });
  // somebody may have sent it: the message that has the lock may be at work
  const early = await pipeline.run([recordOf(writeMessage({ kind: 'resume', upload }))]);
  expect(early[0]?.outcome).toEqual({
    outcome: 'ignored',
    reason: 'complete; another message assembles it',
  });
  wait(STALLED_AFTER + MINUTE);
  expect(await sweepOnce()).toMatchObject({ quiet: 1 });
  expect((await pipeline.drain())[0]?.outcome).toMatchObject({ outcome: 'solved', stalled: true });
  await expectSolved('complete.txt');
});

test('a job that is assembled at this moment has one result', async () => {
  const upload = await unassembled('meanwhile.txt');
  wait(STALLED_AFTER + MINUTE);
  await sweepOnce();
  const [resume] = await pipeline.receive();
  const assemble = recordOf(writeMessage({ kind: 'assemble', upload }));
  const tasks = (await Promise.all([pipeline.run([resume!]), pipeline.run([assemble])])).flat();
  for (const { error } of tasks.filter((task) => task.error)) {
    // the one that lost the race is delivered again
    expect(error?.message).toMatch(/work disappeared|changed before each|does not exist/);
  }
  await pipeline.run([resume!, assemble], { isRedelivery: true });
  await expectSolved('meanwhile.txt');
});

describe('an upload that cannot be solved any more', () => {
  test('ends as gone or superseded, and nothing of its job remains', async () => {
    await cutShort('gone.txt');
    await cutShort('over.txt');
    await pipeline.remove('gone.txt', Pipeline.SILENT);
    await pipeline.upload('over.txt', `${LINES}\n`, { bucket: Pipeline.SILENT });
    wait1();
    expect(await sweepOnce()).toMatchObject({ jobs: 2, quiet: 2 });
    expect(new Set(outcomes(await pipeline.drain()))).toEqual(new Set(['gone', 'superseded']));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('has a report if it was cancelled', async () => {
    const upload = await cutShort('cancelled.txt');
    const { modified } = (await cloud.headObject(upload))!;
    const metadata = { [MARKED_UPLOAD]: String(secondsSince1970(modified)) };
    const mark = { bucket: Pipeline.WORK, key: cancelMarkKey(upload), metadata };
    await cloud.putObject(mark, new Uint8Array());
    await pipeline.remove(upload.key, Pipeline.SILENT);
    wait1();
    expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 1 });
    expect(outcomes(await pipeline.drain())).toEqual(['cancelled']);
    expect(await pipeline.report(upload.key)).toMatchObject({ status: 'cancelled', until: { bytes: 20 } });
    expect(await pipeline.leftovers()).toEqual([`object ${mark.key}`]);
  });
});

test('a job whose messages are lost again and again gets a failed report, and is left alone', async () => {
  const upload = await cutShort('again.txt');
  for (let times = 0; times < MAX_RESUMPTIONS; times++) {
    wait1();
    expect(await sweepOnce()).toMatchObject({ quiet: 1 });
    const [resume] = await pipeline.receive();
    expect(outcomes(await pipeline.run([resume!]))).toEqual(['enqueued']);
    for (const lost of await pipeline.receive()) await pipeline.delete(lost);
    expect(await pipeline.report('again.txt')).toBeUndefined();
  }
  wait1();
  await sweepOnce();
  expect((await pipeline.drain()).map(({ outcome }) => outcome)).toEqual([
    {
      outcome: 'stuck',
      reason: 'bytes 20 to 68 are unsolved, although their messages were sent again 3 times',
      stalled: true,
    },
  ]);
  expect(await pipeline.report('again.txt')).toMatchObject({
    status: 'failed',
    reason: 'bytes 20 to 68 are unsolved, although their messages were sent again 3 times',
    advice: expect.stringContaining('upload the file again'),
  });
  wait1();
  expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 0 });
  // a dead letter that is redriven still finds the solved chunk
  const [file] = await pipeline.cut('again.txt', LINES, []);
  const rest = JSON.parse(file!.body) as { range: unknown };
  await pipeline.run([recordOf(JSON.stringify({ ...rest, range: { from: 20, to: upload.bytes } }))]);
  await expectSolved('again.txt');
});

test('a job is given up once, also if its key is too long for a report', async () => {
  await cutShort('x'.repeat(1020));
  for (let times = 0; times < MAX_RESUMPTIONS; times++) {
    wait1();
    await sweepOnce();
    await pipeline.run(await pipeline.receive());
    for (const lost of await pipeline.receive()) await pipeline.delete(lost);
  }
  wait1();
  await Promise.all([sweepOnce(), sweepOnce()]);
  expect(outcomes(await pipeline.drain())).toEqual(['stuck', 'ignored']);
  wait1();
  expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 0 });
});

test('two sweeps, and two messages about one job, send its chunks again once', async () => {
  await cutShort('twice.txt');
  wait1();
  await Promise.all([sweepOnce(), sweepOnce()]);
  const resumes = await pipeline.receive();
  expect(resumes).toHaveLength(2);
  const tasks = await Promise.all(resumes.map((record) => pipeline.run([record])));
  expect(new Set(outcomes(tasks.flat()))).toEqual(new Set(['enqueued', 'ignored']));
  expect(await pipeline.drain()).toHaveLength(1);
  await expectSolved('twice.txt');
});

test('a job that was planned by another version is planned again', async () => {
  const upload = await cutShort('old.txt');
  const { text } = (await pipeline.object(manifestKey(jobId(upload)), Pipeline.WORK))!;
  await pipeline.expireWork();
  const old = { bucket: Pipeline.WORK, key: manifestKey(`${jobPrefix(upload)}-2`) };
  await cloud.putObject(old, Buffer.from(JSON.stringify({ ...JSON.parse(text), version: 2, plan: 'other' })));
  wait1();
  expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 1 });
  expect(outcomes(await pipeline.drain())).toEqual(['expired', 'solved']);
  wait1();
  expect(await sweepOnce()).toMatchObject({ jobs: 1, quiet: 1 });
  expect(outcomes(await pipeline.drain())).toEqual(['ignored']);
  await expectSolved('old.txt');
});

test('a file whose planner has died and whose message is lost is solved', async () => {
  const bytes = await manyRows();
  const chunks = await pipeline.cut('rows.parquet', bytes, [], { output: 'csv' });
  const manifest = manifestKey(jobId(uploadIn(chunks)));
  const { text } = (await pipeline.object(manifest, Pipeline.WORK))!;
  const unsent = { ...(JSON.parse(text) as object), sent: false };
  await cloud.putObject({ bucket: Pipeline.WORK, key: manifest }, Buffer.from(JSON.stringify(unsent)));
  wait1();
  await sweepOnce();
  expect(outcomes(await pipeline.drain())).toEqual(['enqueued', 'solved']);
  const expected = await solvedFile(bytes, 'rows.parquet', { output: 'csv' });
  expect((await pipeline.object('rows.parquet'))?.bytes).toEqual(expected);
  expect(await pipeline.leftovers()).toEqual([]);
});

test('missing chunks are cut by the rate that the planner has measured', async () => {
  const lines = LINES.repeat(4000);
  await pipeline.upload('cut.txt', lines);
  // without time for it, the file becomes a job
  await pipeline.run(await pipeline.receive(), { available: 0 });
  const chunks = await pipeline.receive();
  for (const lost of chunks) await pipeline.delete(lost);
  const manifest = manifestKey(jobId(uploadIn(chunks)));
  const job = JSON.parse((await pipeline.object(manifest, Pipeline.WORK))!.text) as { rate: object };
  expect(job.rate).toEqual({ bytes: 0, milliseconds: expect.any(Number), output: 0 });
  const slow = { ...job, rate: { bytes: 1000, milliseconds: 1000, output: 1000 } };
  await cloud.putObject({ bucket: Pipeline.WORK, key: manifest }, Buffer.from(JSON.stringify(slow)));
  wait1();
  await sweepOnce();
  await pipeline.run(await pipeline.receive());
  // of 5 s each, which is 5000 bytes
  const again = await pipeline.receive();
  expect(again).toHaveLength(56);
  for (const record of again) await pipeline.run([record]);
  expect(await pipeline.receive()).toEqual([]);
  expect(await pipeline.result('cut.txt')).toBe(solved(lines));
  expect(await pipeline.leftovers()).toEqual([]);
});

test.each([
  [[], [[0, 60]]],
  [[[0, 60]], []],
  [
    [[20, 40]],
    [
      [0, 20],
      [40, 60],
    ],
  ],
  // of ranges that overlap, one is left out
  [
    [
      [0, 30],
      [20, 50],
    ],
    [[30, 60]],
  ],
  [
    [
      [0, 20],
      [0, 30],
      [20, 50],
      [50, 60],
    ],
    [[30, 50]],
  ],
])('the chunks %j leave the ranges %j', (chunks, missing) => {
  const ranges = chunks.map(([from, to]) => ({ range: { from: from!, to: to! } }));
  expect(missingRanges(ranges, 60).map(({ from, to }) => [from, to])).toEqual(missing);
});

describe('multipart uploads', () => {
  /** A multipart upload to a key of the output bucket, of which nobody knows. */
  const begin = (key: string) => cloud.createMultipart({ bucket: Pipeline.OUTPUT, key });
  const open = async () => (await cloud.listMultiparts(Pipeline.OUTPUT, '')).map(({ key }) => key).sort();

  test('are aborted after a day, and their file is sent again if nothing shows how its work ended', async () => {
    await pipeline.upload('lost-stream.txt', LINES);
    await pipeline.upload('done-stream.txt', LINES);
    const messages = await pipeline.receive();
    for (const record of messages) {
      if (record.body.includes('done-stream')) await pipeline.run([record]);
      else await pipeline.delete(record);
    }
    for (const key of ['lost-stream.txt', 'lost-stream.txt', 'done-stream.txt', 'of-others.txt'])
      await begin(key);
    wait(ABANDONED_AFTER - MINUTE);
    expect(await sweepOnce()).toMatchObject({ aborted: 0, sentAgain: 0 });
    wait(2 * MINUTE);
    expect(await sweepOnce()).toMatchObject({ aborted: 3, sentAgain: 1 });
    expect(await open()).toEqual(['of-others.txt']);
    expect(outcomes(await pipeline.drain())).toEqual(['solved']);
    expect(await pipeline.result('lost-stream.txt')).toBe(solved(LINES));
  });

  test('of a job belong to the job', async () => {
    await cutShort('of-job.txt');
    await begin('of-job.txt');
    wait(ABANDONED_AFTER + MINUTE);
    expect(await sweepOnce()).toMatchObject({ quiet: 1, aborted: 1, sentAgain: 0 });
    await pipeline.drain();
    await expectSolved('of-job.txt');
  });
});

test('a sweep that is out of time leaves the rest to the next one, which begins elsewhere', async () => {
  for (const key of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await cutShort(key);
  wait1();
  pipeline.cloud = cloud;
  await pipeline.run([recordOf(SWEEP_MESSAGE)], { deadline: 0 });
  expect(pipeline.swept.at(-1)).toEqual({ jobs: 0, quiet: 0, aborted: 0, sentAgain: 0, unfinished: true });
  const names = new Set<string>();
  for (const random of [0, 0.3, 0.7, 0.999_999]) {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const looked: string[] = [];
    pipeline.cloud = {
      ...cloud,
      listObjects: (bucket, prefix) => {
        looked.push(prefix);
        return cloud.listObjects(bucket, prefix);
      },
      sendMessages: async () => {},
    };
    expect(await sweepOnce()).toMatchObject({ jobs: 4, quiet: 4 });
    expect(new Set(looked).size).toBe(4);
    names.add(looked[0]!);
    vi.restoreAllMocks();
  }
  expect(names.size).toBeGreaterThan(1);
});

/** Each run has one of the four, TEST_CASES=all all of them. */
const DEATHS = someOf(
  [
    ['sweeps', 'before a request', false],
    ['sweeps', 'between a request and its answer', true],
    ['resumes a job', 'before a request', false],
    ['resumes a job', 'between a request and its answer', true],
  ] as const,
  1,
);

test.each(DEATHS)('a function that %s and is killed %s leaves nothing wrong', async (what, _, answered) => {
  const isSweep = what === 'sweeps';
  for (let last = 1; ; last++) {
    const key = `${what}-${last}-${answered}.txt`;
    await cutShort(key);
    await pipeline.upload(`stream-${key}`, LINES, { bucket: Pipeline.SILENT });
    await cloud.createMultipart({ bucket: Pipeline.OUTPUT, key: `stream-${key}` });
    wait(ABANDONED_AFTER + MINUTE);
    if (!isSweep) await sweepOnce();
    const records = isSweep ? [recordOf(SWEEP_MESSAGE)] : await pipeline.receive();
    pipeline.cloud = dying(cloud, last, answered);
    const tasks = await pipeline.run(records);
    pipeline.cloud = cloud;
    // its messages are lost, too
    for (const record of isSweep ? [] : records) await pipeline.delete(record);
    await pipeline.drain();
    wait1();
    await sweepOnce();
    await pipeline.drain();
    await expectSolved(key);
    if (isSweep) expect(await pipeline.result(`stream-${key}`)).toBe(solved(LINES));
    if (tasks.every(({ error }) => error?.message !== 'killed')) return expect(last).toBeGreaterThan(5);
  }
});

test('however messages are lost, every job ends with a result or a report', async () => {
  const keys = Array.from({ length: casesOf(20) }, (_, i) => `random-${i}.txt`);
  let seed = Number(process.env.FUZZ_SEED ?? 1);
  const isLost = () => {
    seed = (seed * 48_271 + 11) % 2_147_483_647;
    return seed % 3 === 0;
  };
  let messages: SQSRecord[] = [];
  for (const key of keys) messages.push(...(await pipeline.cut(key, LINES, [20, 40])));
  const statuses = () => Promise.all(keys.map(async (key) => (await pipeline.report(key))?.status));
  for (let hours = 0; hours < 40 && (await statuses()).includes(undefined); hours++) {
    while (messages.length > 0) {
      for (const record of messages) {
        if (!isLost()) await pipeline.run([record]);
        else if (record.receiptHandle) await pipeline.delete(record);
      }
      messages = await pipeline.receive();
    }
    wait1();
    await sweepOnce();
    messages = await pipeline.receive();
  }
  const ends = await statuses();
  expect(ends.filter((status) => status !== 'done' && status !== 'failed')).toEqual([]);
  for (const [i, key] of keys.entries()) {
    if (ends[i] === 'done') expect(await pipeline.result(key)).toBe(solved(LINES));
  }
});

/** A cloud whose objects are old. Its clock runs, as the retries of the SDK need it. */
const aged = (young: Cloud): Cloud => {
  const older = <T extends { modified: number }>(facts: T): T => ({
    ...facts,
    modified: facts.modified - IDLE_AFTER - MINUTE,
  });
  return {
    ...young,
    isSlowedDown: () => young.isSlowedDown(),
    listObjects: async (...args) => (await young.listObjects(...args)).map(older),
    readObject: async (...args) => older(await young.readObject(...args)),
  };
};

/** Answers some requests of the function with 503, and cuts the connections of others before their answers. */
class SomeFaults extends Faults {
  isOn = false;
  hits = 0;
  #requests = 0;

  constructor() {
    super(1, NO_FAULTS);
  }

  override strikes(kind: Parameters<Faults['strikes']>[0]): boolean {
    if (!this.isOn || (kind !== 'refused' && kind !== 'answerLost')) return false;
    const isHit = ++this.#requests % (kind === 'refused' ? 5 : 7) === 0;
    if (isHit) this.hits++;
    return isHit;
  }
}

test('requests that fail, or whose answers are lost, leave nothing that a later sweep does not end', async () => {
  // no pauses between the attempts of a request
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const faults = new SomeFaults();
  const rough = await Pipeline.start({}, faults);
  try {
    await rough.run((await rough.cut('e.txt', LINES, [20, 40])).slice(0, 1));
    rough.cloud = aged(rough.cloud);
    for (let hours = 0; hours < 5 && (await rough.leftovers()).length > 0; hours++) {
      faults.isOn = true;
      await rough.run([recordOf(SWEEP_MESSAGE)]);
      faults.isOn = false;
      for (let records = await rough.receive(); records.length > 0; records = await rough.receive()) {
        faults.isOn = true;
        for (const record of records) await rough.run([record]);
        faults.isOn = false;
      }
    }
    expect(await rough.leftovers()).toEqual([]);
    expect(await rough.report('e.txt')).toMatchObject({ status: 'done' });
    expect(await rough.result('e.txt')).toBe(solved(LINES));
    expect(faults.hits).toBeGreaterThan(3);
  } finally {
    await rough.close();
    vi.restoreAllMocks();
  }
});
