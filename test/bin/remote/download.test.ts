import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FailureError, UsageError } from '../../../bin/cli/exit.ts';
import {
  downloadObject,
  readObjectText,
  refuseResultPaths,
  resultPath,
  writeBelow,
} from '../../../bin/remote/download.ts';
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
/** Number of bytes of the response that arrive; all if undefined. */
let cutAfter: (request: number) => number | undefined;
let requests: { range: string | undefined; match: string | undefined }[];

const name = { Bucket: 'out', Key: 'a.txt' };
const quick = { firstDelay: 1, idle: 200 };
const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));

/** Answers a GET as S3 does, then closes the connection or, if the number is negative, leaves it open without data. */
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
  test('takes one request if nothing goes wrong', async () => {
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests).toEqual([{ range: undefined, match: undefined }]);
  });

  test('continues from the next byte of the same object if the connection breaks', async () => {
    cutAfter = (request) => (request < 4 ? 1000 : undefined);
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests.slice(1)).toEqual(
      [1000, 2000, 3000].map((at) => ({ range: `bytes=${at}-`, match: '"one"' })),
    );
  });

  test('continues if a connection stays open without data', async () => {
    cutAfter = (request) => (request === 1 ? -1000 : undefined);
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(requests).toHaveLength(2);
  });

  test('starts again if the object was replaced, and contains nothing of the old one', async () => {
    cutAfter = (request) => {
      if (request > 1) return undefined;
      stored = { bytes: Buffer.from('shorter'), etag: '"two"' };
      return 1000;
    };
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path, 'utf8')).toBe('shorter');
  });

  test('fails with the name of the object after some attempts, and leaves no file', async () => {
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

  test('ends at once if its signal is aborted, and leaves no file', async () => {
    const stop = new AbortController();
    cutAfter = () => {
      setImmediate(() => stop.abort());
      return -1000;
    };
    await expect(
      downloadObject(s3, name, { directory, path, firstDelay: 1, signal: stop.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(readdirSync(directory)).toEqual([]);
  });

  test('of an empty object is an empty file', async () => {
    stored = { bytes: Buffer.alloc(0), etag: '"none"' };
    await downloadObject(s3, name, { directory, path, ...quick });
    expect(readFileSync(path)).toHaveLength(0);
  });
});

test('reads a text to its end if the connection breaks', async () => {
  stored = { bytes: Buffer.from('{"status":"döne"}'), etag: '"one"' };
  cutAfter = (request) => (request === 1 ? 13 : undefined);
  expect(await readObjectText(s3, name, quick)).toMatchObject({ text: '{"status":"döne"}', etag: '"one"' });
});

const piecesOf = (text: string) => [Buffer.from(text)];

describe('the check of result paths', () => {
  test.each([
    ['by two slashes', ['x/f.txt', 'x//f.txt']],
    ['by a dot', ['x/f.txt', 'x/./f.txt']],
    ['by two dots', ['f.txt', 'x/../f.txt']],
    ['of a file and its folder', ['x', 'x/f.txt']],
    ['of a result and a report', ['x', 'x.report.json']],
  ])('refuses keys that share a path %s', (_, keys) => {
    const refused = () =>
      refuseResultPaths(
        temporaryDirectory(),
        keys.map((key) => ({ key })),
      );
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(keys[1]);
  });

  test.each(['../f.txt', 'x/../../f.txt', '/f.txt', '..'])(
    'refuses a key outside of the directory: %s',
    (key) => {
      expect(() => refuseResultPaths(temporaryDirectory(), [{ key }])).toThrow('expected a key below');
    },
  );

  const LONG = 'k'.repeat(255);
  test.each([
    ['with the name of its report', 'k'.repeat(244), `"${'k'.repeat(40)}…": name too long`],
    ['with a name', `${LONG}k`, 'name too long'],
    ['with a name in UTF-8', 'é'.repeat(128), 'name too long'],
    ['with the name of a folder', `${LONG}k/f.txt`, 'name too long'],
    ['with the name of a folder in a folder', `x/${LONG}k/y/f.txt`, 'name too long'],
    ['with a null byte', 'x/a\0b.txt', 'no name contains a null byte'],
  ])('refuses a key %s that no file can have', (_, key, reason) => {
    const root = temporaryDirectory();
    const refused = () => refuseResultPaths(root, [{ key: 'p.txt' }, { key }]);
    expect(refused).toThrow(UsageError);
    expect(refused).toThrow(
      `${key}: expected a key that can be the path of its result and of its report below`,
    );
    expect(refused).toThrow(reason);
  });

  test('accepts the longest names, below directories that are there or not', () => {
    const root = temporaryDirectory();
    mkdirSync(`${root}/${LONG}`);
    const longest = 'k'.repeat(243);
    const keys = [longest, `x/${longest}`, `${LONG}/${longest}`, `x/${LONG}/é/f.txt`, `${'é'.repeat(121)}k`];
    expect(() =>
      refuseResultPaths(
        root,
        keys.map((key) => ({ key })),
      ),
    ).not.toThrow();
  });

  test.each([
    ['of the result', 4000, 'f'.repeat(100)],
    ['of the report', 4080, 'f.txt'],
    // its name has more than thirty bytes
    ['of the unfinished file', 4072, 'f.txt'],
  ])('refuses a path %s that is too long in all', (_, length, key) => {
    let root = temporaryDirectory();
    // each name is short enough
    while (root.length < length)
      root += `/${'d'.repeat(Math.min(200, Math.max(1, length - root.length - 1)))}`;
    expect(() => refuseResultPaths(root, [{ key }])).toThrow('name too long');
    expect(() => refuseResultPaths(root.slice(0, 3900), [{ key }])).not.toThrow();
  });

  test('refuses a result that would overwrite a source or a directory', () => {
    const root = temporaryDirectory();
    writeFileSync(`${root}/p.txt`, '');
    mkdirSync(`${root}/q.txt`);
    expect(() => refuseResultPaths(root, [{ key: 'p.txt', path: `${root}/p.txt` }])).toThrow(
      'it is an input',
    );
    expect(() => refuseResultPaths(root, [{ key: 'q.txt' }])).toThrow(/q\.txt: it is a directory$/);
  });

  test('compares further outputs, too', () => {
    const root = temporaryDirectory();
    const page = { path: `${root}/report.html`, what: 'the page' };
    expect(() => refuseResultPaths(root, [{ key: 'report.html' }], [page])).toThrow(
      'report.html: cannot write the page: ',
    );
    expect(() => refuseResultPaths(root, [{ key: 'p.txt' }, { key: 'p.txt.part' }], [page])).not.toThrow();
  });
});

describe('a file below a directory', () => {
  test('replaces an earlier file when it is complete, and only then', async () => {
    const root = temporaryDirectory();
    await writeBelow(root, `${root}/x/f.txt`, piecesOf('old'));
    const broken = (async function* () {
      yield Buffer.from('ne');
      expect(readFileSync(`${root}/x/f.txt`, 'utf8')).toBe('old');
      throw new Error('reset');
    })();
    await expect(writeBelow(root, `${root}/x/f.txt`, broken)).rejects.toThrow('reset');
    expect(readdirSync(`${root}/x`)).toEqual(['f.txt']);
    await writeBelow(root, `${root}/x/f.txt`, piecesOf('new'));
    expect(readFileSync(`${root}/x/f.txt`, 'utf8')).toBe('new');
  });

  test.each([
    ['at its name', 'f.txt', '../elsewhere/f.txt', 'f.txt'],
    ['to a missing file', 'f.txt', '../elsewhere/new.txt', 'f.txt'],
    ['in place of a directory', 'x', '../elsewhere', 'x/f.txt'],
    ['above a directory that does not exist yet', 'x', '../elsewhere', 'x/y/f.txt'],
  ])('does not follow a link %s', async (_, link, target, key) => {
    const root = temporaryDirectory();
    mkdirSync(`${root}/out`);
    mkdirSync(`${root}/elsewhere`);
    writeFileSync(`${root}/elsewhere/f.txt`, 'precious');
    symlinkSync(target, `${root}/out/${link}`);
    const written = writeBelow(`${root}/out`, `${root}/out/${key}`, piecesOf('new'));
    await expect(written).rejects.toThrow(FailureError);
    await expect(written).rejects.toThrow('is a symbolic link');
    expect(readdirSync(`${root}/elsewhere`)).toEqual(['f.txt']);
    expect(readFileSync(`${root}/elsewhere/f.txt`, 'utf8')).toBe('precious');
  });
});

describe('the path of a result', () => {
  test.each(['a.txt', '..a.txt', 'a/../b.txt', '...'])('is accepted below the directory: %s', (key) => {
    expect(() => resultPath('out', key)).not.toThrow();
  });

  test.each(['..', '../a.txt', '.', '/a.txt'])('is refused outside of the directory: %s', (key) => {
    expect(() => resultPath('out', key)).toThrow(/expected a key below out, got/);
  });
});
