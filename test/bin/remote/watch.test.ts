import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventLine } from '../../../bin/remote/log-events.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { lines, made } from '../command-line.ts';
import { behindProxy, deployed, granted, remote, startRemote } from './remote.ts';

let cloud: LocalCloud;

beforeAll(async () => {
  const callers = new Map([['user', granted((pipeline, role) => pipeline.grantOperate(role))]]);
  cloud = await deployed({ callers });
  await put('first/good.txt', lines(made(2).puzzles));
  await put('first/list.txt', 'Bread\n');
  for (const key of ['first/good.txt', 'first/list.txt']) {
    await remote(cloud, ['status', key, '--watch', '--interval', '1']);
  }
});
afterAll(() => cloud.close());

const put = (Key: string, Body: string) =>
  cloud.s3.send(new PutObjectCommand({ Bucket: cloud.output('UploadBucketName'), Key, Body }));
const watch = async (...args: string[]) => {
  const { out } = await remote(cloud, ['watch', '--no-follow', '--since', '60', ...args]);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe('sudoku watch', () => {
  test('prints finished files, as JSON Lines in a pipe', async () => {
    const events = await watch();
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(
      expect.objectContaining({ key: 'first/good.txt', status: 'solved', puzzles: 2, solved: 2 }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        key: 'first/list.txt',
        status: 'rejected',
        reason: expect.stringContaining('expected puzzles'),
      }),
    );
  });

  test('prints one outcome only, or some keys only', async () => {
    expect((await watch('--status', 'rejected')).map(({ key }) => key)).toEqual(['first/list.txt']);
    expect((await watch('--prefix', 'first/g')).map(({ key }) => key)).toEqual(['first/good.txt']);
    expect(await watch('--prefix', 'second/')).toEqual([]);
  });

  test('prints a key with a line separator of Unicode, which does not end a line of the log', async () => {
    const key = 'odd/a\u2028b\u2029c\u0085.txt';
    await put(key, lines(made(1).puzzles));
    await remote(cloud, ['status', key, '--watch', '--interval', '1']);
    expect(await watch('--prefix', 'odd/')).toMatchObject([{ key, status: 'solved', puzzles: 1 }]);
  });

  test('follows later events, each line once', async () => {
    const child = startRemote(cloud, ['watch', '--prefix', 'live/']);
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      out += data.toString();
    });
    // the command does not print when it begins to poll, and a file is solved sooner than a command starts
    let files = 0;
    const another = () => put(`live/${files++}.txt`, lines(made(1).puzzles));
    await expect.poll(() => another().then(() => out), { interval: 500 }).not.toBe('');
    await another();
    await expect.poll(() => out).toContain(`"live/${files - 1}.txt"`);
    const keys = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { key: string }).key);
    expect(keys).toEqual([...new Set(keys)]);
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
  });

  test.each(['watch', 'status'])('`%s` goes on after requests that failed', async (command) => {
    const flags = command === 'status' ? ['--watch', '--interval', '1'] : ['--since', '60'];
    let left = 4;
    const troubled = await behindProxy(cloud, ({ url, headers }) => {
      const operation = `${url} ${String(headers['x-amz-target'])}`;
      return /FilterLogEvents|GetMetricData/.test(operation) && left-- > 0 ? 500 : undefined;
    });
    const child = startRemote(troubled, [command, ...flags], { env: { AWS_MAX_ATTEMPTS: '1' } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (out += data.toString()));
    child.stderr.on('data', (data: Buffer) => (err += data.toString()));
    await expect.poll(() => out, { timeout: 30_000 }).not.toBe('');
    expect(err).toMatch(/^sudoku: .*got status 500.*; trying again until it succeeds\n/);
    expect(left).toBeLessThanOrEqual(0);
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
  });

  test.each(['o"dd/', 'o\\dd/', 'o*d/', 'o\nd/'])(
    'prints keys that begin with %j, and no others',
    async (prefix) => {
      await put(`${prefix}a.txt`, lines(made(1).puzzles));
      await remote(cloud, ['status', `${prefix}a.txt`, '--watch', '--interval', '1']);
      const { out } = await remote(cloud, ['watch', '--since', '5', '--no-follow', '--prefix', prefix]);
      expect(JSON.parse(out)).toMatchObject({ key: `${prefix}a.txt`, status: 'solved' });
    },
  );

  test('refuses an unknown outcome', async () => {
    const { stderr, code } = await remote(cloud, ['watch', '--status', 'lost']);
    expect(stderr).toMatch(/--status: expected solved, rejected, failed/);
    expect(code).toBe(2);
  });
});

test('an event is described in a line for people', () => {
  const time = new Date('2026-11-21T12:34:56Z');
  const details = { puzzles: 1000, solved: 999, milliseconds: 500 };
  expect(eventLine({ time, status: 'solved', key: 'a.txt', details })).toBe(
    '12:34:56 solved     a.txt · 1,000 puzzles, 999 solved · 0.5 s',
  );
  expect(eventLine({ time, status: 'gone', key: 'new\nline', details: {} })).toMatch(/gone +new\\x0aline$/);
  const failure = { error: { message: 'S3 is away' }, delivery: 2 };
  expect(eventLine({ time, status: 'failed', key: 'a.txt', details: failure })).toBe(
    '12:34:56 failed     a.txt · delivery 2 · S3 is away',
  );
});
