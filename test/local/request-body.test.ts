import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Services, startServices } from '../../local/services.ts';

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

  it('refuses a body that is too large before reading it', async () => {
    const length = 5 * 1024 ** 3 + 1;
    const { status, answer } = await put(`${services.endpoint}/bucket/large`, { length, pieces: [] });
    expect(status).toBe(400);
    expect(answer).toContain('<Code>EntityTooLarge</Code>');
    expect(answer).toContain(`at most 5368709120 bytes, this one ${length}`);
  });
});
