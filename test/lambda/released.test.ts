// What each released version has stored and sent in the middle of a file, as `npm run checks -- upgrade --record` writes it.
import { readdirSync, readFileSync } from 'node:fs';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { type StoredWork, textOf } from '../../checks/upgrade/across.ts';
import { Pipeline, recordOf } from './fixture.ts';
import { SOLUTION } from './shared-pipeline.ts';

const FOLDER = new URL('released/', import.meta.url);

test.each(readdirSync(FOLDER))('a file that was begun by version %s is solved', async (name) => {
  const work = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as StoredWork;
  const { bucket, key } = work.file;
  const pipeline = await Pipeline.start({ SOURCES: JSON.stringify([[bucket]]) });
  try {
    await pipeline.s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const puzzles = textOf(work.file.content);
    await pipeline.upload(key, puzzles, { bucket });
    for (const object of work.objects) {
      await pipeline.upload(object.key, textOf(object.content), { bucket: Pipeline.WORK });
    }
    await pipeline.run(work.messages.map(recordOf));
    await pipeline.drain();
    expect(await pipeline.result(key)).toBe(puzzles.replaceAll(/.{81}/g, SOLUTION));
    expect(await pipeline.report(key)).toMatchObject({ status: 'done', puzzles: 230_000 });
    expect(await pipeline.leftovers()).toEqual([]);
  } finally {
    await pipeline.close();
  }
});
