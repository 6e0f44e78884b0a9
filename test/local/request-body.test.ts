import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Services, startServices } from '../../local/services.ts';

/** One PUT; without a length told, the body goes in pieces as they come. */
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

describe('bodies of requests', () => {
  let services: Services;
  beforeAll(async () => {
    services = await startServices();
    await fetch(`${services.endpoint}/bucket`, { method: 'PUT' });
  });
  afterAll(() => services.close());

  it.each([
    ['of a length that is told', { length: 9, pieces: ['123', '456', '789'] }],
    ['of a length that is not', { pieces: ['123', '456', '789'] }],
    ['that are empty', { length: 0, pieces: [] }],
  ])('are taken whole: %s', async (_, body) => {
    const url = `${services.endpoint}/bucket/key`;
    expect(await put(url, body)).toMatchObject({ status: 200 });
    expect(await (await fetch(url)).text()).toBe(body.pieces.join(''));
  });

  it('are refused before they come where they are too large', async () => {
    const length = 5 * 1024 ** 3 + 1;
    const { status, answer } = await put(`${services.endpoint}/bucket/large`, { length, pieces: [] });
    expect(status).toBe(400);
    expect(answer).toContain('<Code>EntityTooLarge</Code>');
    expect(answer).toContain(`at most 5368709120 bytes, this one ${length}`);
  });
});
