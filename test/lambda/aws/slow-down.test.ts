import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DefaultRateLimiter } from '@smithy/core/retry';
import { afterEach, expect, test, vi } from 'vitest';
import { connect } from '../../../lambda/aws/connect.ts';

afterEach(() => vi.unstubAllEnvs());

const SLOW_DOWN = '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';

/** A cloud whose S3 answers 503 to the first requests, and how many came. */
async function scaling(refused: number) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    if (requests <= refused) response.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN);
    else response.writeHead(200, { 'content-length': 4, etag: '"e"' }).end('body');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return { cloud: connect(), close: () => server.close(), requests: () => requests };
}

test('an answer of SlowDown is tried again, and heeded: fewer files are worked on at once', async () => {
  const { cloud, close, requests } = await scaling(2);
  expect(cloud.isSlowedDown()).toBe(false);
  const { body } = await cloud.readObject({ bucket: 'b', key: 'k' });
  let text = '';
  for await (const piece of body) text += Buffer.from(piece).toString();
  expect(text).toBe('body');
  expect(requests()).toBe(3);
  expect(cloud.isSlowedDown()).toBe(true);
  close();
});

test('the client itself sends less after one', async () => {
  const told = vi.spyOn(DefaultRateLimiter.prototype, 'updateClientSendingRate');
  const { cloud, close } = await scaling(1);
  for await (const _ of (await cloud.readObject({ bucket: 'b', key: 'k' })).body);
  expect(told.mock.calls.map(([{ errorType }]) => errorType)).toEqual(['THROTTLING', undefined]);
  const [limiter] = told.mock.contexts;
  // from now on the next request may have to wait
  expect(limiter).toMatchObject({ enabled: true });
  close();
  told.mockRestore();
});

test('without one there is nothing to heed', async () => {
  const { cloud, close } = await scaling(0);
  for await (const _ of (await cloud.readObject({ bucket: 'b', key: 'k' })).body);
  expect(cloud.isSlowedDown()).toBe(false);
  close();
});
