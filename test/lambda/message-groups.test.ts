// Messages that the function sends to itself are in the group of their tenant, so that SQS delivers them fairly.
import { gzipSync } from 'node:zlib';
import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UploadContext } from '../../lambda/invocation/context.ts';
import { Pipeline } from './fixture.ts';
import { LINES, PUZZLE } from './shared-pipeline.ts';

let pipeline: Pipeline;
beforeAll(async () => {
  pipeline = await Pipeline.start({ TENANT: 'first-folder' });
});
afterAll(() => pipeline.close());

const groupsOf = (records: readonly SQSRecord[]) =>
  records.map(({ attributes }) => attributes.MessageGroupId);

/** Runs the work on the files of the queue. @returns the groups of the messages that it sent */
async function groupsAfter(
  context: Partial<UploadContext>,
  records?: readonly SQSRecord[],
): Promise<(string | undefined)[]> {
  await pipeline.run(records ?? (await pipeline.receive()), context);
  const sent = await pipeline.receive();
  for (const record of sent) await pipeline.delete(record);
  return groupsOf(sent);
}

describe('a pipeline with tenants', () => {
  beforeEach(async () => {
    for (const record of await pipeline.receive()) await pipeline.delete(record);
  });

  test('sends chunks in the group of their tenant', async () => {
    await pipeline.upload('acme/job.txt', LINES.repeat(200));
    const groups = await groupsAfter({ available: 0 });
    expect(groups.length).toBeGreaterThan(0);
    expect(new Set(groups)).toEqual(new Set(['acme']));
  });

  test('sends files that it hands over or gives back in the group of their tenant', async () => {
    await pipeline.upload('acme/a.txt.gz', gzipSync(LINES));
    expect(await groupsAfter({ available: 0 })).toEqual(['acme']);
    await pipeline.upload('acme/late.txt', `${PUZZLE}\n`);
    expect(await groupsAfter({ deadline: 0, end: 0 })).toEqual(['acme']);
  });

  test('isolates the files of a killed batch, each in the group of its own tenant', async () => {
    for (const key of ['acme/1.txt', 'globex/2.txt', 'acme/3.txt', 'odd name/4.txt', 'none.txt']) {
      await pipeline.upload(key, `${PUZZLE}\n`);
    }
    const groups = await groupsAfter({ isRedelivery: true, delivery: 2 });
    const hash = expect.stringMatching(/^~[0-9a-f]{32}$/);
    expect(groups).toHaveLength(5);
    expect(groups).toEqual(expect.arrayContaining(['acme', 'acme', 'globex', hash, undefined]));
  });

  test('keeps the group of a message that names another', async () => {
    await pipeline.upload('acme/a.txt.gz', gzipSync(LINES));
    expect(await groupsAfter({ available: 0, group: 'bulk' })).toEqual(['bulk']);
  });

  test('asks for assembly in the group of the tenant', async () => {
    const chunks = await pipeline.cut('acme/assembled.txt', LINES, []);
    // too late to assemble
    expect(await groupsAfter({ end: 0 }, chunks)).toEqual(['acme']);
  });
});

test('a pipeline without tenants sends messages without a group', async () => {
  const plain = await Pipeline.start();
  await plain.upload('acme/job.txt', LINES.repeat(200));
  await plain.run(await plain.receive(), { available: 0 });
  const sent = await plain.receive();
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(groupsOf(sent))).toEqual(new Set([undefined]));
  await plain.close();
});
