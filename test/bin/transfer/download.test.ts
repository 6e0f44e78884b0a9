import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadObject, readText } from '../../../bin/transfer/download.ts';
import { temporaryDirectory } from '../command-line.ts';

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
}

let server: Server;
let s3: S3Client;
let directory: string;
let path: string;
let stored: Stored;
/** Answers a request after the object's own store has; gives how many bytes get through, all if undefined. */
let cutAfter: (request: number) => number | undefined;
let requests: { range: string | undefined; match: string | undefined }[];

const name = { Bucket: 'out', Key: 'a.txt' };
const quick = { firstPause: 1, idle: 200 };
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));

/** As S3 answers a GET, and then the connection is cut, or goes silent at a negative number. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { range, 'if-match': match } = request.headers;
  requests.push({ range, match });
  if (match !== undefined && match !== stored.etag) {
    response.writeHead(412).end();
    return;
  }
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const body = stored.bytes.subarray(from);
  const headers = { etag: stored.etag, 'content-length': body.length };
  const cut = cutAfter(requests.length);
  response.writeHead(range === undefined ? 200 : 206, headers);
  if (cut === undefined) response.end(body);
  else
    response.write(body.subarray(0, Math.abs(cut)), () => cut > 0 && setImmediate(() => response.destroy()));
}

beforeAll(async () => {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  s3 = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'any', secretAccessKey: 'any' },
  });
});
afterAll(() => {
  s3.destroy();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory, 'result');
  stored = { bytes, etag: '"one"' };
  requests = [];
  cutAfter = () => undefined;
});

describe('a download', () => {
  test('takes one request where nothing happens', async () => {
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests).toEqual([{ range: undefined, match: undefined }]);
  });

  test('continues from the next byte of the same object where the connection breaks', async () => {
    cutAfter = (request) => (request < 4 ? 1000 : undefined);
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests.slice(1)).toEqual(
      [1000, 2000, 3000].map((at) => ({ range: `bytes=${at}-`, match: '"one"' })),
    );
  });

  test('continues where a connection stays open and goes silent', async () => {
    cutAfter = (request) => (request === 1 ? -1000 : undefined);
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  test('begins again where the object has been replaced, and holds nothing of the old one', async () => {
    cutAfter = (request) => {
      if (request > 1) return undefined;
      stored = { bytes: Buffer.from('shorter'), etag: '"two"' };
      return 1000;
    };
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path, 'utf8')).toBe('shorter');
  });

  test('fails by the name of the object after some tries, and leaves no file', async () => {
    cutAfter = (request) => (request === 1 ? 1000 : 1);
    await expect(downloadObject(s3, name, { directory, path, ...quick })).rejects.toMatchObject({
      name: 'FailureError',
      message: expect.stringMatching(
        /^s3:\/\/out\/a\.txt: the download failed 5 times, at byte 1004 of 5000: /,
      ),
    });
    expect(requests).toHaveLength(5);
    expect(readdirSync(directory)).toEqual([]);
  });

  test('ends at once where its signal says so, and leaves no file', async () => {
    const stop = new AbortController();
    cutAfter = () => {
      setImmediate(() => stop.abort());
      return -1000;
    };
    await expect(
      downloadObject(s3, name, { directory, path, firstPause: 1, signal: stop.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('of nothing is an empty file', async () => {
    stored = { bytes: Buffer.alloc(0), etag: '"none"' };
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path)).toHaveLength(0);
  });
});

test('a text whose connection breaks is read to its end', async () => {
  stored = { bytes: Buffer.from('{"status":"döne"}'), etag: '"one"' };
  cutAfter = (request) => (request === 1 ? 13 : undefined);
  expect(await readText(s3, name, quick)).toMatchObject({ text: '{"status":"döne"}', etag: '"one"' });
});
