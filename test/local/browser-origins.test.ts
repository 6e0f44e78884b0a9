// Pages that upload with a link of `sudoku presign`, through the rules for CORS of the template.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/sudoku-pipeline.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { lines, made } from '../bin/command-line.ts';
import { remote } from '../bin/remote/remote.ts';
import { hasBrowser, launchBrowser } from '../browser.ts';
import { testApp } from '../lib/pipeline-template.ts';

let cloud: LocalCloud;
let site: Server;
let origin: string;
const { puzzles, solutions } = made(2);

beforeAll(async () => {
  site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>site</title>'),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const app = testApp();
  const browserOrigins = [origin, 'https://*.example.com'];
  new SudokuPipeline(new Stack(app, 'SudokuBatch'), 'Pipeline', { browserOrigins }).addOutputs();
  cloud = await LocalCloud.start(readAssembly(app.synth().directory), { concurrency: 1 });
});
afterAll(async () => {
  site.close();
  await cloud.close();
});

interface Link {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}
const link = async (...args: string[]) =>
  JSON.parse((await remote(cloud, ['presign', ...args, '--json'])).out) as Link;

describe.skipIf(!hasBrowser)('a page of an origin that the stack names', () => {
  test('uploads a file with a link, and reads its report and result', async () => {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext()).newPage();
      await page.goto(origin);
      const request = (sent: Link, body?: string) =>
        page.evaluate(
          async ({ sent: { method, url, headers }, body }) => {
            // the browser sets the length itself
            const { 'content-length': _, ...others } = headers;
            const answer = await fetch(url, { method, headers: others, ...(body && { body }) });
            return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
          },
          { sent, body },
        );
      const content = lines(puzzles);
      const put = await link('a.txt', '--put', '--bytes', String(content.length), '--solutions', 'unique');
      expect(await request(put, content)).toMatchObject({ status: 200, etag: expect.stringMatching(/^"/) });
      const report = await link('a.txt.report.json', '--get');
      await expect.poll(async () => (await request(report)).status, { timeout: 30_000 }).toBe(200);
      expect((await request(await link('a.txt', '--get'))).text).toBe(lines(solutions));
    } finally {
      await browser.close();
    }
  });
});

describe('a preflight request', () => {
  const preflight = async (url: string, given: Readonly<Record<string, string>>) => {
    const headers = { origin: 'https://www.example.com', 'access-control-request-method': 'PUT', ...given };
    const { status, headers: answered } = await fetch(url, { method: 'OPTIONS', headers });
    return [
      status,
      answered.get('access-control-allow-origin'),
      answered.get('access-control-allow-headers'),
    ];
  };

  test('is answered by the rules of the bucket', async () => {
    const { url } = await link('b.txt', '--put', '--variant', 'x');
    const headers = { 'access-control-request-headers': 'x-amz-meta-sudoku-variant' };
    expect(await preflight(url, headers)).toEqual([
      200,
      'https://www.example.com',
      'x-amz-meta-sudoku-variant',
    ]);
  });

  test.each<Readonly<Record<string, string>>>([
    { origin: 'https://www.example.org' },
    { origin: 'https://example.com' },
    { 'access-control-request-method': 'DELETE' },
    { 'access-control-request-method': 'GET' },
  ])('is refused with %o', async (headers) => {
    const { url } = await link('b.txt', '--put');
    expect(await preflight(url, headers)).toEqual([403, null, null]);
  });

  test('is refused for the work bucket', async () => {
    const url = `${cloud.endpoint}/${cloud.output('WorkBucketName')}/x`;
    expect(await preflight(url, {})).toEqual([403, null, null]);
  });
});

test('a page of another origin cannot send a request, whatever its link', async () => {
  const { url, method } = await link('c.txt', '--put');
  const send = (from: string) =>
    fetch(url, { method, body: lines(puzzles), headers: { origin: from } }).then(({ status }) => status);
  expect(await send('https://www.example.org')).toBe(403);
  expect(await send('https://www.example.com')).toBe(200);
});
