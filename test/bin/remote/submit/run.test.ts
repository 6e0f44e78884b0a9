import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Exit, FailureError } from '../../../../bin/cli/exit.ts';
import { PollQueue } from '../../../../bin/remote/polling.ts';
import type { SubmitTask } from '../../../../bin/remote/submit/plan.ts';
import { pollReport, submitAll } from '../../../../bin/remote/submit/run.ts';
import { temporaryDirectory } from '../../command-line.ts';

const BUCKETS = { uploadBucket: 'in', outputBucket: 'out', outputPrefix: '' };

const answer = (status: number, name = 'Error') =>
  Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });

/** Submits three files to an S3 that answers the PUT, or the HEAD, of the second one with this error. */
function submitThree(
  error: Error,
  { failing = 'PutObjectCommand', ...more }: { failing?: string; wait?: boolean; signal?: AbortSignal } = {},
) {
  const directory = temporaryDirectory();
  const sources = ['a.txt', 'b.txt', 'c.txt'].map((key) => {
    const path = join(directory, key);
    writeFileSync(path, 'x\n');
    return { kind: 'file', key, path, bytes: 2 } as const;
  });
  const sent: string[] = [];
  const s3 = {
    async send({ constructor: { name }, input }: { input: { Key: string } } & object) {
      if (name === failing && input.Key === 'b.txt') throw error;
      if (name !== 'PutObjectCommand') throw answer(404, 'NotFound');
      sent.push(input.Key);
      return { ETag: '"e"' };
    },
  } as unknown as S3Client;
  const errors: string[] = [];
  const options = {
    ...{ s3, ...BUCKETS, uploadPrefix: '', uploadSuffix: '', reports: '' },
    ...{ metadata: {}, noClobber: false, concurrency: 1, directory, stdin: process.stdin },
    ...{ wait: false, ...more },
  };
  let tasks: readonly SubmitTask[] | undefined;
  const exit = submitAll(sources, options, {
    onPlan(planned) {
      tasks = planned;
    },
    onBytes() {},
    onDone() {},
    onError: (key, message) => errors.push(`${key}: ${message}`),
  });
  return { exit, sent, errors, tasks: () => tasks };
}

describe('a submission', () => {
  test.each(['HeadObjectCommand', 'PutObjectCommand'])(
    'continues with the other files if the %s of one fails',
    async (failing) => {
      const { exit, sent, errors } = submitThree(new FailureError('b.txt: has become shorter'), { failing });
      expect(await exit).toBe(Exit.failure);
      expect(sent).toEqual(['a.txt', 'c.txt']);
      expect(errors).toEqual(['b.txt: b.txt: has become shorter']);
    },
  );

  test.each([
    ['permissions', answer(403, 'AccessDenied')],
    ['a HEAD without a reason', answer(400, 'Unknown')],
    ['credentials', answer(400, 'ExpiredToken')],
    ['the region', answer(400, 'AuthorizationHeaderMalformed')],
    ['the bucket', answer(404, 'NoSuchBucket')],
    ['a defect', new TypeError('x is not a function')],
  ])('ends at once for a problem that concerns all files: %s', async (_, error) => {
    const { exit, sent, errors } = submitThree(error);
    await expect(exit).rejects.toBe(error);
    expect(sent).toEqual(['a.txt']);
    expect(errors).toEqual([]);
    const planned = submitThree(error, { failing: 'HeadObjectCommand' });
    await expect(planned.exit).rejects.toBe(error);
    expect(planned.sent).toEqual([]);
  });

  test('keeps nothing of a file that is done', async () => {
    const { exit, tasks } = submitThree(new FailureError('b.txt: has become shorter'));
    await exit;
    expect(tasks()).toEqual([]);
  });

  test('ends with the reason of its signal while it waits for reports', async () => {
    const stop = new AbortController();
    const { exit } = submitThree(new FailureError('b.txt: has become shorter'), {
      wait: true,
      signal: stop.signal,
    });
    const reason = new FailureError('a message failed');
    setImmediate(() => stop.abort(reason));
    await expect(exit).rejects.toBe(reason);
  });
});

/** Waits for the report on an upload with the ETag `mine`, and counts the requests. */
async function waitForReport(respond: (name: string, poll: number) => object | undefined) {
  const names: string[] = [];
  const s3 = {
    async send({ constructor: { name } }: object) {
      names.push(name);
      const found = respond(name, names.length);
      if (found === undefined) throw answer(404);
      return found;
    },
  } as unknown as S3Client;
  const { signal } = new AbortController();
  const queue = new PollQueue<{ etag: string }>({ first: 1 }, signal);
  queue.add({ etag: 'mine' });
  queue.close();
  let found: Awaited<ReturnType<typeof pollReport>>;
  await queue.poll(1, async (upload, count) => {
    found = await pollReport({ s3, ...BUCKETS }, 'a.txt', upload, count, signal);
    return found !== undefined;
  });
  return { ...found!, names };
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
  unsupported: 0,
  disagreements: 0,
};
const reportOn = (etag: string) => answerWith({ status: 'done', input: { key: 'a.txt', etag }, ...counts });

describe('waiting for a report', () => {
  test('continues while the upload exists, with one request per poll', async () => {
    const { report, names } = await waitForReport((name, poll) =>
      name === 'HeadObjectCommand' ? { ETag: '"mine"' } : poll > 7 ? reportOn('mine') : undefined,
    );
    expect(report.status).toBe('done');
    expect(names).toHaveLength(8);
  });

  test('takes an outcome that the report of an older version does not count for none', async () => {
    const { unsupported: _, ...older } = counts;
    const answer = { status: 'done', input: { key: 'a.txt', etag: 'mine' }, ...older };
    const { report } = await waitForReport(() => answerWith(answer));
    expect(report).toMatchObject({ ...older, unsupported: 0 });
  });

  test('ends if another upload replaced it', async () => {
    const { report, text } = await waitForReport((name) =>
      name === 'HeadObjectCommand' ? { ETag: '"other"' } : reportOn('other'),
    );
    expect(report).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/another upload replaced/),
    });
    expect(text).toBeUndefined();
  });

  test('ends if the upload was deleted before it was solved', async () => {
    const { report } = await waitForReport(() => undefined);
    expect(report).toMatchObject({ status: 'failed', reason: expect.stringMatching(/was deleted before/) });
  });

  test('returns the report if the upload was deleted after it was solved', async () => {
    const { report, text } = await waitForReport((name, poll) =>
      name === 'GetObjectCommand' && poll > 5 ? reportOn('mine') : undefined,
    );
    expect(report.status).toBe('done');
    expect(text).toContain('mine');
  });

  test('continues after a failure as long as a delivery may still follow', async () => {
    const failed = (at: number) => ({
      ...answerWith({
        status: 'failed',
        input: { key: 'a.txt', etag: 'mine' },
        reason: 'S3 was away',
        deliveriesLeft: 2,
      }),
      LastModified: new Date(at),
    });
    const { report } = await waitForReport((_, poll) => (poll > 3 ? reportOn('mine') : failed(Date.now())));
    expect(report.status).toBe('done');
    const { report: old } = await waitForReport(() => failed(Date.now() - 4 * 3_600_000));
    expect(old.status).toBe('failed');
  });

  test('ends with the name of an object that is not a report', async () => {
    await expect(waitForReport(() => answerWith({ status: 'done', input: null }))).rejects.toThrow(
      'expected a report: s3://out/a.txt.report.json.input: expected an object, got null',
    );
  });
});
