import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocalCloud } from '../../../local/cloud.ts';
import { lines, made } from '../command-line.ts';
import { deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;
const { puzzles, solutions } = made(2);
const body = lines(puzzles);

beforeAll(async () => {
  cloud = await deployed({
    callers: new Map([
      ['user', granted((pipeline, role) => pipeline.grantSubmit(role))],
      ['acme', granted((pipeline, role) => pipeline.grantSubmit(role, 'acme/'))],
    ]),
  });
});
afterAll(() => cloud.close());

interface Link {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function link(args: readonly string[], caller = 'user'): Promise<Link> {
  const { out, stderr, code } = await remote(cloud, ['presign', ...args, '--json'], { caller });
  expect([stderr, code]).toEqual(['', 0]);
  return JSON.parse(out) as Link;
}

const send = ({ method, url, headers }: Link, content?: string) =>
  fetch(url, { method, headers, ...(content !== undefined && { body: content }) });

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Whether S3 would accept a request with these headers: it computes the signature again, and refuses `x-amz-` headers without one.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
function isSigned({ method, url }: Link, headers: Readonly<Record<string, string>>): boolean {
  const { host, pathname, searchParams } = new URL(url);
  const sent: Readonly<Record<string, string>> = { ...headers, host };
  const signed = searchParams.get('X-Amz-SignedHeaders')!;
  const names = signed.split(';');
  if (Object.keys(sent).some((name) => name.startsWith('x-amz-') && !names.includes(name))) return false;
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&');
  const canonical = names.map((name) => `${name}:${sent[name] ?? ''}\n`).join('');
  const request = [method, pathname, query, canonical, signed, 'UNSIGNED-PAYLOAD'].join('\n');
  const [, ...scope] = searchParams.get('X-Amz-Credential')!.split('/');
  const key = scope.reduce<string | Buffer>(hmac, 'AWS4local');
  const text = ['AWS4-HMAC-SHA256', searchParams.get('X-Amz-Date'), scope.join('/'), hash(request)].join(
    '\n',
  );
  return hmac(key, text).toString('hex') === searchParams.get('X-Amz-Signature');
}

describe('sudoku presign', () => {
  test('lets anybody upload a file and download its result and report', async () => {
    const put = await link([
      'links/a b.txt',
      '--put',
      '--bytes',
      String(body.length),
      '--solutions',
      'unique',
    ]);
    expect(put.headers).toEqual({ 'content-length': '164', 'x-amz-meta-sudoku-solutions': 'unique' });
    expect((await send(put, body)).status).toBe(200);
    const Bucket = cloud.output('UploadBucketName');
    const { Metadata } = await cloud.s3.send(new HeadObjectCommand({ Bucket, Key: 'links/a b.txt' }));
    expect(Metadata).toEqual({ 'sudoku-solutions': 'unique' });
    const report = await link(['links/a b.txt.report.json', '--get']);
    await expect.poll(async () => (await send(report)).status, { timeout: 30_000 }).toBe(200);
    expect(await (await send(report)).json()).toMatchObject({ status: 'done', solved: 2 });
    expect(await (await send(await link(['links/a b.txt', '--get']))).text()).toBe(lines(solutions));
  });

  test('reads what is sent compressed with Content-Encoding: gzip, whose result then has both', async () => {
    const put = await link(['packed.txt', '--put']);
    const headers = { 'content-encoding': 'gzip' };
    expect((await fetch(put.url, { method: 'PUT', headers, body: gzipSync(body) })).status).toBe(200);
    const get = await link(['packed.txt', '--get']);
    await expect.poll(async () => (await send(get)).status, { timeout: 30_000 }).toBe(200);
    const answer = await send(get);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    // fetch has unpacked it
    expect(await answer.text()).toBe(lines(solutions));
  });

  test('signs the length, the options and the condition, and nothing that the sender cannot know', async () => {
    const args = ['signed.txt', '--put', '--bytes', '164', '--variant', 'x', '--no-clobber'];
    const put = await link(args);
    expect(isSigned(put, put.headers)).toBe(true);
    expect(isSigned(put, { ...put.headers, 'content-type': 'text/plain' })).toBe(true);
    for (const [name, value] of [
      ['content-length', '165'],
      ['x-amz-meta-sudoku-variant', 'classic'],
      ['x-amz-meta-sudoku-limit', '5'],
      ['if-none-match', ''],
    ] as const) {
      expect([name, isSigned(put, { ...put.headers, [name]: value })]).toEqual([name, false]);
    }
    for (const { url } of [put, await link(['signed.txt', '--get'])]) expect(url).not.toContain('checksum');
  });

  test('with --no-clobber, replaces no object', async () => {
    const put = await link(['once.txt', '--put', '--no-clobber']);
    expect((await send(put, body)).status).toBe(200);
    expect((await send(put, body)).status).toBe(412);
  });

  test('gives no more than its caller may do, and not for longer than requested', async () => {
    const beyond = await link(['other/a.txt', '--put'], 'acme');
    expect((await send(beyond, body)).status).toBe(403);
    const within = await link(['acme/a.txt', '--put', '--expires-in', '5'], 'acme');
    expect((await send(within, body)).status).toBe(200);
    await expect.poll(async () => (await send(within, body)).status, { timeout: 30_000 }).toBe(403);
  });

  test('prints the link, and on standard error what to send with it', async () => {
    const { out, stderr } = await remote(cloud, ['presign', 'a.txt', '--put', '--bytes', '5']);
    expect(out).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/[^ ]*\/a\.txt\?[^ ]*X-Amz-SignedHeaders=content-length%3Bhost[^ ]*\n$/,
    );
    expect(stderr).toMatch(
      /^ +\d\.\d s valid until 20\d\d-[^ ]*Z, with PUT and exactly these headers: content-length: 5\n$/,
    );
  });

  test.each([
    [['a.txt'], 'expected --put or --get, got neither'],
    [['a.txt', '--get', '--bytes', '1'], 'expected --put, got --get'],
    [['a.txt', '--get', '--variant', 'x'], 'expected --put, got --get'],
    [['a/', '--put'], 'expected a key of a file'],
    [['a/../b.txt', '--put'], 'expected a key without . and .. as names'],
    [['./b.txt', '--get'], 'expected a key without . and .. as names'],
    [['a.report.json', '--put'], 'a.report.json: expected a key without .report.json at its end'],
    [['a.txt', '--put', '--get'], 'cannot be used with'],
    [['a.txt', '--put', '--expires-in', '604801'], 'a whole number from 1 to 604800'],
  ])('refuses %s', async (args, message) => {
    const { stderr, code } = await remote(cloud, ['presign', ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
