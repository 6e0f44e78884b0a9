import { hash } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Services, startServices } from '../../../local/services.ts';

/** Sends one PUT; without a length, it uses chunked encoding. */
function put(url: string, { length, pieces }: { length?: number; pieces: string[] }) {
  return new Promise<{ status: number; answer: string }>((resolve, reject) => {
    const headers = length === undefined ? {} : { 'content-length': length };
    const sent = request(url, { method: 'PUT', headers }, (received) => {
      text(received).then((answer) => resolve({ status: received.statusCode!, answer }), reject);
    });
    sent.on('error', reject);
    for (const piece of pieces) sent.write(piece);
    if (length === undefined || length === pieces.join('').length) sent.end();
    else sent.flushHeaders();
  });
}

const LARGE = '0123456789'.repeat(1024 ** 2);

describe('readBody', () => {
  let services: Services;
  beforeAll(async () => {
    services = await startServices();
    await fetch(`${services.endpoint}/bucket`, { method: 'PUT' });
  });
  afterAll(() => services.close());

  it.each([
    ['a known length', { length: 9, pieces: ['123', '456', '789'] }],
    ['an unknown length', { pieces: ['123', '456', '789'] }],
    ['length 0', { length: 0, pieces: [] }],
    ['a large length', { length: 2 * LARGE.length, pieces: [LARGE, LARGE] }],
  ])('reads a complete body with %s', async (_, body) => {
    const url = `${services.endpoint}/bucket/key`;
    expect(await put(url, body)).toMatchObject({ status: 200 });
    expect(await (await fetch(url)).text()).toBe(body.pieces.join(''));
  });

  it.each(['application/json', 'application/x-ndjson', 'text/csv'])(
    'returns a large body of the type %s as it came',
    async (type) => {
      const url = `${services.endpoint}/bucket/typed`;
      await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: LARGE });
      expect((await (await fetch(url)).text()) === LARGE).toBe(true);
      const headers = { range: 'bytes=5-1500004' };
      expect((await (await fetch(url, { headers })).text()) === LARGE.slice(5, 1_500_005)).toBe(true);
    },
  );

  it('gives large bodies their MD5 as ETag, also beside one that breaks off', async () => {
    const broken = request(`${services.endpoint}/bucket/broken`, {
      method: 'PUT',
      headers: { 'content-length': 2 * LARGE.length },
    });
    broken.on('error', () => {});
    await new Promise<void>((resolve) => broken.write(LARGE, () => resolve()));
    broken.destroy();
    const bodies = [LARGE, `${LARGE}1`, LARGE.replace('0', '1')];
    const etags = bodies.map(async (body, i) => {
      const url = `${services.endpoint}/bucket/large-${i}`;
      await put(url, { length: body.length, pieces: [body] });
      return (await fetch(url, { method: 'HEAD' })).headers.get('etag');
    });
    expect(await Promise.all(etags)).toEqual(bodies.map((body) => `"${hash('md5', body)}"`));
    expect((await fetch(`${services.endpoint}/bucket/broken`)).status).toBe(404);
  });

  it('refuses a body that is too large before reading it', async () => {
    const length = 5 * 1024 ** 3 + 1;
    const { status, answer } = await put(`${services.endpoint}/bucket/large`, { length, pieces: [] });
    expect(status).toBe(400);
    expect(answer).toContain('<Code>EntityTooLarge</Code>');
    expect(answer).toContain(`at most 5368709120 bytes, this one ${length}`);
  });
});
