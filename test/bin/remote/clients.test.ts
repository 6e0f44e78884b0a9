// Requests of the commands to AWS: which are repeated, and for how long.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Clients, PatientRetries } from '../../../bin/remote/clients.ts';
import { ForeignAnswer } from '../../../bin/remote/foreign-answers.ts';
import { cleanUps } from '../../clean-ups.ts';

const answered = (httpStatusCode: number) => ({
  errorType: httpStatusCode < 500 ? ('CLIENT_ERROR' as const) : ('TRANSIENT' as const),
  error: Object.assign(new Error(), { $metadata: { httpStatusCode } }) as never,
});
const refused = {
  errorType: 'TRANSIENT' as const,
  error: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) as never,
};
const page = { errorType: 'TRANSIENT' as const, error: new ForeignAnswer('a web page', 502) as never };
/** An error that the SDK repeats because it has corrected the clock. */
const skewed = {
  errorType: 'TRANSIENT' as const,
  error: Object.assign(new Error(), { $metadata: { httpStatusCode: 403 } }) as never,
};

/** Attempts at a request that always fails in this way, and the seconds that they take, with the longest pauses. */
async function attemptsOf(
  failure: typeof refused,
  { retries, clock }: { retries: PatientRetries; clock: { now: number } },
): Promise<{ attempts: number; seconds: number }> {
  const begun = clock.now;
  let token: Awaited<ReturnType<PatientRetries['acquireInitialRetryToken']>> | undefined =
    await retries.acquireInitialRetryToken();
  let attempts = 0;
  while (token) {
    attempts++;
    token = await retries.refreshRetryTokenForRetry(token, failure as never).catch(() => undefined);
    clock.now += token?.getRetryDelay() ?? 0;
  }
  return { attempts, seconds: (clock.now - begun) / 1000 };
}

function made() {
  const clock = { now: 1000 };
  const warnings: string[] = [];
  return {
    clock,
    warnings,
    retries: new PatientRetries(
      () => clock.now,
      () => 1,
      (warning) => void warnings.push(warning),
    ),
  };
}

test('a command says once that AWS fails for seconds, and for how long it goes on', async () => {
  const { warnings, ...rest } = made();
  await attemptsOf(answered(503) as never, rest);
  await attemptsOf(answered(503) as never, rest);
  expect(warnings).toEqual(['AWS answers 503: trying again for up to 5 minutes']);
  const brief = made();
  await attemptsOf(refused, brief);
  expect(brief.warnings).toEqual([]);
});

describe('a request', () => {
  test.each([503, 500, 502, 504])('is repeated for minutes if a service answers %i', async (status) => {
    const { seconds } = await attemptsOf(answered(status) as never, made());
    expect(seconds).toBeGreaterThan(300);
    expect(seconds).toBeLessThan(330);
  });

  test.each([
    ['nothing listens there', refused],
    ['another program answers', page],
    ['the clock is wrong', skewed],
  ])('is made three times if %s', async (_, failure) => {
    expect((await attemptsOf(failure, made())).attempts).toBe(3);
  });

  test('is made once if it is refused', async () => {
    expect((await attemptsOf(answered(404) as never, made())).attempts).toBe(1);
  });

  test.each([
    ['succeeded', async (retries: PatientRetries) => retries.recordSuccess()],
    [
      'was refused by the service',
      async (retries: PatientRetries) => {
        const token = await retries.acquireInitialRetryToken();
        await retries.refreshRetryTokenForRetry(token, answered(404)).catch(() => {});
      },
    ],
  ])('is repeated for minutes without a network if an earlier one %s', async (_, earlier) => {
    const one = made();
    await earlier(one.retries);
    expect((await attemptsOf(refused, one)).seconds).toBeGreaterThan(300);
  });

  test('is made three times if others have failed for minutes, and for minutes after a success', async () => {
    const one = made();
    await attemptsOf(answered(503) as never, one);
    expect((await attemptsOf(answered(503) as never, one)).attempts).toBe(3);
    one.retries.recordSuccess();
    expect((await attemptsOf(answered(503) as never, one)).seconds).toBeGreaterThan(300);
  });
});

test('the clients of a command outlast more failures than the SDK repeats by itself', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(requests < 6 ? 503 : 200, { etag: '"e"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => void server.close());
  const endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ACCESS_KEY_ID = 'any';
  process.env.AWS_SECRET_ACCESS_KEY = 'any';
  const clients = new Clients({ profile: undefined, region: 'us-east-1', endpointUrl });
  cleanUps.push(() => clients.close());
  const { ETag } = await clients.s3.send(new HeadObjectCommand({ Bucket: 'in', Key: 'a.txt' }));
  expect([ETag, requests]).toEqual(['"e"', 6]);
});
