import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Gate } from '../../../../bin/remote/gate.ts';
import { Results } from '../../../../bin/remote/submit/results.ts';
import { pathOf } from '../../../../bin/transfer/result-paths.ts';

const MISSING = Object.assign(new Error('404'), { $metadata: { httpStatusCode: 404 } });

/** Waits for the report on an upload with the ETag `mine`, and counts the requests that it takes. */
async function waited(answer: (name: string, look: number) => object | undefined) {
  const names: string[] = [];
  const s3 = {
    async send({ constructor: { name } }: object) {
      names.push(name);
      const found = answer(name, names.length);
      if (found === undefined) throw MISSING;
      return found;
    },
  } as unknown as S3Client;
  const places = { uploadBucket: 'in', bucket: 'out', prefix: '', directory: 'out' };
  const results = new Results({ s3, ...places, gate: new Gate(1), firstPause: 1 });
  return { ...(await results.report('a.txt', { etag: 'mine' })), names };
}

const answerWith = (report: object) => {
  const bytes = Buffer.from(JSON.stringify(report));
  return { Body: Readable.from([bytes]), ContentLength: bytes.length };
};
const counts = {
  puzzles: 1,
  solved: 1,
  noSolution: 0,
  notUnique: 0,
  invalid: 0,
  unsolved: 0,
  disagreements: 0,
};
const reportOn = (etag: string) => answerWith({ status: 'done', input: { key: 'a.txt', etag }, ...counts });

describe('waiting for a report', () => {
  test('goes on while the upload is there, and costs a request a look', async () => {
    const { report, names } = await waited((name, look) =>
      name === 'HeadObjectCommand' ? { ETag: '"mine"' } : look > 7 ? reportOn('mine') : undefined,
    );
    expect(report.status).toBe('done');
    expect(names).toHaveLength(8);
  });

  test('ends where another upload has taken the key', async () => {
    const { report, text } = await waited((name) =>
      name === 'HeadObjectCommand' ? { ETag: '"other"' } : reportOn('other'),
    );
    expect(report).toMatchObject({ status: 'failed', reason: expect.stringMatching(/another upload has/) });
    expect(text).toBeUndefined();
  });

  test('ends where the upload was deleted before it was solved', async () => {
    const { report } = await waited(() => undefined);
    expect(report).toMatchObject({ status: 'failed', reason: expect.stringMatching(/was deleted before/) });
  });

  test('goes on where it has failed so far and is tried again, as long as that may still come', async () => {
    const failed = (at: number) => ({
      ...answerWith({
        status: 'failed',
        input: { key: 'a.txt', etag: 'mine' },
        reason: 'S3 was away',
        deliveriesLeft: 2,
      }),
      LastModified: new Date(at),
    });
    const { report } = await waited((_, look) => (look > 3 ? reportOn('mine') : failed(Date.now())));
    expect(report.status).toBe('done');
    const { report: late } = await waited(() => failed(Date.now() - 4 * 3_600_000));
    expect(late.status).toBe('failed');
  });

  test('ends with its name where what stands there is no report', async () => {
    await expect(waited(() => answerWith({ status: 'done', input: null }))).rejects.toThrow(
      'expected a report: s3://out/a.txt.report.json.input: expected an object, got null',
    );
  });

  test('but not where it was deleted once it was solved', async () => {
    const { report, text } = await waited((name, look) =>
      name === 'GetObjectCommand' && look > 5 ? reportOn('mine') : undefined,
    );
    expect(report.status).toBe('done');
    expect(text).toContain('mine');
  });
});

describe('where a result goes', () => {
  test.each(['a.txt', '..a.txt', 'a/../b.txt', '...'])('%s: below the directory', (key) => {
    expect(() => pathOf('out', key)).not.toThrow();
  });

  test.each(['..', '../a.txt', '.', '/a.txt'])('%s: not, and refused', (key) => {
    expect(() => pathOf('out', key)).toThrow(/expected a key below out, got/);
  });
});
