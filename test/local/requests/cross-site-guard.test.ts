import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RuntimeApi } from '../../../local/lambda/environment.ts';
import { REGION, type Services, startServices } from '../../../local/services.ts';

let services: Services;
let runtime: RuntimeApi;
const events = { ready: vi.fn(), initFailed: vi.fn(), responded: vi.fn(), failed: vi.fn() };

beforeAll(async () => {
  services = await startServices();
  runtime = await RuntimeApi.listen(events);
  await clients().s3.send(new CreateBucketCommand({ Bucket: 'bucket' }));
  await clients().s3.send(
    new PutObjectCommand({ Bucket: 'bucket', Key: 'page.html', Body: PAGE, ContentType: 'text/html' }),
  );
  await clients().sqs.send(new CreateQueueCommand({ QueueName: 'queue' }));
});
afterAll(async () => {
  await services.close();
  runtime.close();
});

const PAGE = '<script>fetch("/bucket")</script>';

/** Clients of the services by one of their host names. */
function clients(host = '127.0.0.1') {
  const config = {
    endpoint: services.endpoint.replace('127.0.0.1', host),
    region: REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: 'client', secretAccessKey: 'local' },
  };
  return { s3: new S3Client(config), sqs: new SQSClient(config) };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one request with exactly these headers. */
async function send(
  port: string,
  { method = 'GET', path = '/', headers = {} as OutgoingHttpHeaders, body = '' } = {},
): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, method, path, headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Every server of the local cloud, and a request that it accepts. */
const SERVERS = {
  services: () => ({
    port: new URL(services.endpoint).port,
    granted: { path: '/bucket?list-type=2', headers: {} as OutgoingHttpHeaders },
    status: 200,
  }),
  'the Runtime API': () => ({
    port: runtime.address.split(':')[1]!,
    granted: {
      method: 'POST',
      path: '/2018-06-01/runtime/invocation/1/response',
      headers: { 'local-max-rss-kib': '1' } as OutgoingHttpHeaders,
    },
    status: 202,
  }),
};

describe.each(Object.entries(SERVERS))('server: %s', (_, server) => {
  const sendWith = (headers: (port: string) => OutgoingHttpHeaders) => {
    const { port, granted } = server();
    return send(port, { ...granted, headers: { ...granted.headers, ...headers(port) } });
  };

  test.each(['127.0.0.1', 'localhost', 'LocalHost'])('accepts requests to %s', async (host) => {
    const answer = await sendWith((port) => ({ host: `${host}:${port}` }));
    expect(answer.status).toBe(server().status);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example.localhost.evil',
    '169.254.1.1',
    '0.0.0.0',
    '[::1]',
  ])('refuses requests to %s, which a DNS server may have directed here', async (host) => {
    const answer = await sendWith((port) => ({ host: `${host}:${port}` }));
    expect(answer.status).toBe(403);
    expect(answer.body).toMatch(
      /expected a request to 127\.0\.0\.1:\d+ or localhost:\d+, got one to .*(\d|evil|\])/,
    );
  });

  test('refuses requests to another port or without one', async () => {
    for (const host of ['localhost', 'localhost:1', '127.0.0.1', '127.0.0.1:65536']) {
      expect((await sendWith(() => ({ host }))).status).toBe(403);
    }
  });

  test.each(['https://evil.example', 'http://localhost:1', 'null'])(
    'refuses requests of a page of the origin %s',
    async (origin) => {
      const answer = await sendWith(() => ({ origin }));
      expect(answer.status).toBe(403);
      expect(answer.body).toContain(`got one of a web page (Origin: ${origin})`);
    },
  );

  test.each(['cross-site', 'same-site', ''])('refuses requests with Sec-Fetch-Site: %s', async (site) => {
    expect((await sendWith(() => ({ 'sec-fetch-site': site }))).status).toBe(403);
  });

  test('accepts requests by the address bar and by a page of the same origin', async () => {
    const { status } = server();
    expect((await sendWith(() => ({ 'sec-fetch-site': 'none' }))).status).toBe(status);
    const own = await sendWith((port) => ({
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'sec-fetch-site': 'same-origin',
    }));
    expect(own.status).toBe(status);
  });

  test('refuses preflight requests of other origins', async () => {
    const { port, granted } = server();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await send(port, { method: 'OPTIONS', path: granted.path, headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).join()).not.toContain('access-control');
  });

  test('listens on this computer only', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    for (const { address: host } of addresses.filter(({ internal }) => !internal)) {
      const sent = request({ host, port: server().port });
      sent.end();
      await expect(once(sent, 'response')).rejects.toThrow(/ECONNREFUSED|EHOSTUNREACH|EINVAL/);
    }
  });
});

test('a refused request changes nothing', async () => {
  const { port } = SERVERS.services();
  const headers = { origin: 'https://evil.example' };
  await send(port, { method: 'PUT', path: '/bucket/planted', headers, body: 'x' });
  const { status } = await send(port, { method: 'HEAD', path: '/bucket/planted' });
  expect(status).toBe(404);
  events.responded.mockClear();
  await send(SERVERS['the Runtime API']().port, {
    method: 'POST',
    path: '/2018-06-01/runtime/invocation/1/response',
    headers: { ...headers, 'local-max-rss-kib': '1' },
  });
  expect(events.responded).not.toHaveBeenCalled();
});

test('a page cannot fetch an event of the Runtime API as an image', async () => {
  events.ready.mockClear();
  const { port } = SERVERS['the Runtime API']();
  const answer = await send(port, { path: '/2018-06-01/runtime/invocation/next' });
  expect(answer.status).toBe(403);
  expect(events.ready).not.toHaveBeenCalled();
});

test.each(['127.0.0.1', 'localhost'])('SDK clients work at %s', async (host) => {
  const { s3, sqs } = clients(host);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'page.html' }));
  expect(await Body?.transformToString()).toBe(PAGE);
  const { QueueUrls } = await sqs.send(new ListQueuesCommand({}));
  expect(QueueUrls).toHaveLength(1);
});

test('accepts a bucket as a subdomain of localhost, as in http://bucket.localhost:PORT/key', async () => {
  const { port } = SERVERS.services();
  const answer = await send(port, { path: '/page.html', headers: { host: `bucket.localhost:${port}` } });
  expect(answer).toMatchObject({ status: 200, body: PAGE });
});

test('serves an uploaded page without the rights of its origin', async () => {
  const { headers } = await send(SERVERS.services().port, { path: '/bucket/page.html' });
  expect(headers).toMatchObject({
    'content-type': 'text/html',
    'content-security-policy': 'sandbox allow-scripts',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});
