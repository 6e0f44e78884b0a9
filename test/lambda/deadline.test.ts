import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { enqueueFiles } from '../../lambda/chunks/plan-job.ts';
import { parseMessage, type UploadsMessage } from '../../lambda/invocation/message.ts';
import { Pipeline } from './fixture.ts';
import { LINES, PUZZLE, pipeline, sharePipeline } from './shared-pipeline.ts';
import { ALL_KINDS, solved } from './solved-by-library.ts';

sharePipeline();

/** Replaces the event of the only upload by a message that gives it an invocation of its own. */
async function ofItsOwn(): Promise<SQSRecord[]> {
  const [event] = await pipeline.receive();
  await pipeline.delete(event!);
  const { uploads } = parseMessage(event!.body) as UploadsMessage;
  await enqueueFiles(pipeline, ...uploads);
  return pipeline.receive();
}

describe('a deadline', () => {
  test('sends the rest of a chunk as other messages', async () => {
    const [chunk] = await pipeline.cut('hard.txt', ALL_KINDS, []);
    const [task] = await pipeline.run([chunk!], { deadline: 0 });
    expect(task).toMatchObject({ outcome: { outcome: 'enqueued' } });
    expect(await pipeline.result('hard.txt')).toBeUndefined();
    await pipeline.drain();
    expect(await pipeline.result('hard.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('rejects a file whose rest is unsolved after three messages', async () => {
    let records = await pipeline.cut('harder.txt', ALL_KINDS, []);
    for (let hop = 1; hop < 3; hop++) {
      await pipeline.run(records, { deadline: 0 });
      records = await pipeline.receive();
    }
    const [task] = await pipeline.run(records, { deadline: 0 });
    expect(task?.outcome).toMatchObject({ outcome: 'rejected' });
    expect(await pipeline.report('harder.txt')).toMatchObject({
      status: 'rejected',
      reason:
        'expected puzzles of which an invocation solves many in its 48 s, got harder ones: bytes 0 to 61 are unsolved after 3 cuts. Give the file a lower limit or budget, or upload it in pieces',
    });
    expect(await pipeline.result('harder.txt')).toBeUndefined();
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('turns a small file into a job', async () => {
    await pipeline.upload('small.txt', ALL_KINDS);
    const tasks = await pipeline.run(await pipeline.receive(), { deadline: 0, available: 0 });
    expect(tasks).toMatchObject([{ outcome: { outcome: 'enqueued' } }]);
    await pipeline.drain();
    expect(await pipeline.result('small.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('leaves no work of a dead planner if the file fits into its next delivery', async () => {
    const later = { isRedelivery: true };
    await pipeline.upload('planned.txt', ALL_KINDS);
    const event = await pipeline.receive();
    await pipeline.kill(event, (name) => name === 'sendMessages', { available: 0 });
    expect(await pipeline.leftovers()).toHaveLength(1);
    expect(await pipeline.run(event, later)).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    expect(await pipeline.result('planned.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);

    // the same for a file that has a message of its own
    await pipeline.upload('dedicated.txt', ALL_KINDS);
    const message = await ofItsOwn();
    await pipeline.kill(message, (name) => name === 'sendMessages', { deadline: 0 });
    expect(await pipeline.leftovers()).toHaveLength(1);
    expect(await pipeline.run(message)).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    expect(await pipeline.result('dedicated.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('has a file cut again as a dead planner has begun to', async () => {
    await pipeline.upload('cut-again.txt', LINES.repeat(500));
    const message = await ofItsOwn();
    await pipeline.kill(message, (name) => name === 'sendMessages', { deadline: 0 });
    const [left] = await pipeline.leftovers();
    const manifest = { bucket: Pipeline.WORK, key: left!.slice('object '.length) };
    const job = JSON.parse((await pipeline.object(manifest.key, manifest.bucket))!.text) as object;
    const slow = { ...job, rate: { bytes: 1000, milliseconds: 1000, output: 1000 } };
    await pipeline.cloud.putObject(manifest, Buffer.from(JSON.stringify(slow)));
    await pipeline.run(message, { isRedelivery: true, deadline: 0 });
    // of 5 s each, which is 5000 bytes
    const chunks = await pipeline.receive();
    expect(chunks).toHaveLength(8);
    for (const chunk of chunks) await pipeline.run([chunk]);
    expect(await pipeline.leftovers()).toEqual([]);
  });

  test('leaves no work of a dead planner if the file is gone or rejected on its next delivery', async () => {
    for (const [key, outcome] of [
      ['gone.txt', 'gone'],
      ['bounded.txt', 'rejected'],
    ] as const) {
      await pipeline.upload(key, ALL_KINDS, { metadata: { 'sudoku-limit': '7' } });
      const message = await ofItsOwn();
      await pipeline.kill(message, (name) => name === 'sendMessages', { deadline: 0 });
      expect(await pipeline.leftovers()).toHaveLength(1);
      if (outcome === 'gone') await pipeline.remove(key);
      const settings = { ...pipeline.settings, bounds: { limit: 5 } };
      expect(await pipeline.run(message, { settings })).toMatchObject([{ outcome: { outcome } }]);
      expect(await pipeline.leftovers()).toEqual([]);
    }
  });

  test('that is too near to begin a file or to assemble leaves that to another invocation', async () => {
    await pipeline.upload('near.txt', ALL_KINDS);
    const tasks = await pipeline.run(await pipeline.receive(), { deadline: 0 });
    expect(tasks).toMatchObject([{ outcome: { outcome: 'enqueued', reason: 'too late to begin' } }]);
    await pipeline.drain();
    expect(await pipeline.result('near.txt')).toBe(solved(ALL_KINDS));

    const end = await pipeline.run(await pipeline.cut('end.txt', ALL_KINDS, []), { end: performance.now() });
    expect(end).toMatchObject([{ outcome: { outcome: 'enqueued', reason: 'too late to assemble' } }]);
    await pipeline.drain();
    expect(await pipeline.result('end.txt')).toBe(solved(ALL_KINDS));
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test('continues an assembly in another invocation, with the parts that exist', async () => {
  // each chunk's result has 6 MiB and becomes a part of its own
  const long = `${PUZZLE} ${'x'.repeat(6 * 1024 * 1024)}\n`;
  const text = long.repeat(3);
  const chunks = await pipeline.cut('resumed.txt', text, [long.length, 2 * long.length]);
  await pipeline.run(chunks.slice(1));
  await pipeline.run(chunks.slice(0, 1), { end: performance.now() });
  // an invocation without time for any part
  const none = { deadline: 0, end: performance.now() };
  expect(await pipeline.run(await pipeline.receive(), none)).toMatchObject([
    { outcome: { outcome: 'enqueued', reason: 'it takes another invocation to assemble it' } },
  ]);
  // the next one is killed after two of three parts
  const message = await pipeline.receive();
  await pipeline.kill(message, (name, args) => name === 'copyPart' && args[1] === 3);
  pipeline.calls = {};
  expect(await pipeline.run(message, { isRedelivery: true })).toMatchObject([
    { outcome: { outcome: 'solved' } },
  ]);
  expect(pipeline.calls).toMatchObject({ listParts: 1, copyPart: 1 });
  expect(pipeline.calls.createMultipart).toBeUndefined();
  expect((await pipeline.result('resumed.txt')) === solved(text)).toBe(true);
  expect(await pipeline.leftovers()).toEqual([]);
});
