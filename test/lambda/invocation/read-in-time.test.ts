import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { connect } from '../../../lambda/aws/clients.ts';
import { readAll, readInTime } from '../../../lambda/invocation/read-in-time.ts';
import { alarmByHand } from '../hanging.ts';

afterEach(() => vi.unstubAllEnvs());

/** An S3 that sends the first `sent` of 10 bytes and then hangs; with `null`, it does not even send the headers. */
async function hangingServer(sent: number | null) {
  const requests: string[] = [];
  const closed = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    requests.push(request.url!);
    request.socket.on('close', () => closed.resolve());
    if (sent === null) return arrived.resolve();
    response.writeHead(200, { 'content-length': 10, etag: '"e"' });
    response.write('0123456789'.slice(0, sent), () => arrived.resolve());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  const close = () => new Promise((resolve) => server.close(resolve));
  return { cloud: connect(), requests, arrived: arrived.promise, closed: closed.promise, close };
}

test.each([
  ['a body that hangs', 4],
  ['an answer that does not come', null],
])(
  '%s is aborted when the time is over: its connection is closed, and the request is not retried',
  async (_, sent) => {
    const { cloud, requests, arrived, closed, close } = await hangingServer(sent);
    const { alarm, ring } = alarmByHand();
    const reading = readAll({ cloud, alarm }, { bucket: 'b', key: 'k' }, 0);
    const refused = expect(reading).rejects.toMatchObject({ name: 'SlowRead' });
    await arrived;
    // gives the sent bytes time to arrive
    await new Promise(setImmediate);
    ring();
    await refused;
    await closed;
    await close();
    expect(requests).toHaveLength(1);
  },
);

test('leaving a body early closes its connection, too', async () => {
  const { cloud, closed, close } = await hangingServer(4);
  const { alarm } = alarmByHand();
  const { body } = await readInTime({ cloud, alarm }, { bucket: 'b', key: 'k' }, 0);
  for await (const piece of body) {
    expect(piece).toHaveLength(4);
    break;
  }
  await closed;
  await close();
});
