import { gzipSync } from 'node:zlib';
import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backfillDollars, eventOf } from '../../../bin/remote/backfill/run.ts';
import { parseMessage } from '../../../lambda/invocation/message.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { lines, made } from '../command-line.ts';
import { deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;
const MINE = [
  { actions: ['s3:ListBucket', 's3:GetObject'], resources: ['arn:aws:s3:::mine', 'arn:aws:s3:::mine/*'] },
];

beforeAll(async () => {
  const callers = new Map([
    ['user', [...granted((pipeline, role) => pipeline.grantOperate(role)), ...MINE]],
    [
      'operator',
      granted((pipeline, role) => {
        pipeline.grantOperate(role);
        pipeline.addSource(Bucket.fromBucketName(role, 'Mine', 'mine'), { prefix: 'source/' });
      }),
    ],
  ]);
  cloud = await deployed({ callers });
  await cloud.s3.send(new CreateBucketCommand({ Bucket: 'mine' }));
});
afterAll(() => cloud.close());
beforeEach(() => cloud.requests.reset());

const put = (Bucket: string, Key: string, Body = lines(made(1).puzzles)) =>
  cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body }));
const backfill = (...args: string[]) => remote(cloud, ['backfill', ...args]);

describe('sudoku backfill', () => {
  test('counts and estimates, and sends nothing, with --dry-run', async () => {
    for (let i = 0; i < 25; i++) await put('mine', `dry/${i}.txt`);
    await put('mine', 'dry/readme.md', 'x');
    const { out, stderr, code } = await backfill('s3://mine/dry/', '--suffix', '.txt', '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({
      event: 'plan',
      objects: 25,
      listed: 26,
      passedOver: 1,
      batches: 3,
    });
    expect(stderr).toMatch(
      /^sudoku: s3:\/\/mine\/dry\/: expected a bucket that is a source of the pipeline .*, got mine/,
    );
    expect(code).toBe(0);
    expect(cloud.requests.of('user')).toEqual({ DescribeStacks: 1, ListObjectsV2: 2 });
  });

  test('with grantOperate, lists the sources of the pipeline below their prefixes, and nothing else', async () => {
    await put('mine', 'source/a.txt');
    const list = (url: string) =>
      remote(cloud, ['backfill', url, '--dry-run', '--json'], { caller: 'operator' });
    expect(JSON.parse((await list('s3://mine/source/')).out)).toMatchObject({ objects: 1 });
    const { stderr, code } = await list('s3://mine/');
    expect(stderr).toContain('ListObjectsV2 s3://mine/: denied');
    expect(code).toBe(3);
  });

  test('refuses a bucket that is no source, with what to write in the CDK app', async () => {
    await put('mine', 'new.txt');
    const { stderr, code } = await backfill('s3://mine/');
    expect(stderr).toContain(
      "got mine. Make it one in the CDK app: pipeline.addSource(Bucket.fromBucketName(this, 'Mine', 'mine'));",
    );
    expect(code).toBe(2);
    expect(cloud.requests.of('user')).toEqual({ DescribeStacks: 1 });
  });

  test('sends events in batches of ten, which are handled like those of any upload', async () => {
    const bucket = cloud.output('UploadBucketName');
    await put(bucket, 'old/a b.txt');
    await remote(cloud, ['status', 'old/a b.txt', '--watch', '--interval', '1']);
    const { stderr } = await backfill(`s3://${bucket}/old/`, '--force');
    expect(stderr).toMatch(/1 object: 0 with a newer result, 0 rejected since, 0 passed over, 1 to send/);
    expect(stderr).toContain('1 sent; follow them with sudoku status and sudoku watch');
    expect(cloud.requests.of('user').SendMessageBatch).toBe(1);
    await expect
      .poll(
        async () => (await remote(cloud, ['watch', '--since', '5', '--no-follow', '--prefix', 'old/'])).out,
      )
      .toMatch(/ignored|superseded|solved.*\n.*(ignored|superseded|solved)/s);
  });

  test('skips objects with a newer result', async () => {
    const bucket = cloud.output('UploadBucketName');
    for (const key of ['done/a.txt', 'done/b.txt']) {
      await put(bucket, key);
      await remote(cloud, ['status', key, '--watch', '--interval', '1']);
    }
    const { stderr } = await backfill(`s3://${bucket}/done/`);
    expect(stderr).toMatch(/2 objects: 2 with a newer result, 0 rejected since, 0 passed over, 0 to send/);
    expect(cloud.requests.of('user').SendMessageBatch).toBeUndefined();
  });

  test('skips objects that were rejected since, but not those that failed', async () => {
    const [bucket, output] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
    await put(bucket, 'since/list.txt', 'Bread, 2 loaves\n');
    await remote(cloud, ['status', 'since/list.txt', '--watch', '--interval', '1']);
    // other results may sort between a result and its report
    for (const key of ['since/failed', 'since/failed-too']) {
      await put('mine', key);
      const Metadata = { 'upload-status': 'failed' };
      await cloud.s3.send(new PutObjectCommand({ Bucket: output, Key: `${key}.report.json`, Metadata }));
    }
    const { out } = await backfill(`s3://${bucket}/since/`, '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({ objects: 0, rejected: 1, solved: 0 });
    const failed = await backfill('s3://mine/since/', '--dry-run', '--json');
    expect(JSON.parse(failed.out)).toMatchObject({ objects: 2, rejected: 0 });
  });

  describe('--inventory', () => {
    const manifest = { sourceBucket: 'mine', destinationBucket: 'arn:aws:s3:::mine', fileFormat: 'CSV' };
    const row = (key: string, latest = 'true') =>
      `"mine","${key}","82","2026-11-20T10:00:00.000Z","0123456789abcdef0123456789abcdef","${latest}"\n`;
    const inventory = async (given: object, rows = '') => {
      const files = [{ key: 'inventory/data/1.csv.gz' }];
      const fileSchema = 'Bucket, Key, Size, LastModifiedDate, ETag, IsLatest';
      const Body = JSON.stringify({ ...manifest, fileSchema, files, ...given });
      await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key: 'inventory/manifest.json', Body }));
      await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key: files[0]!.key, Body: gzipSync(rows) }));
      return backfill(
        's3://mine/new/',
        '--inventory',
        's3://mine/inventory/manifest.json',
        '--json',
        '--dry-run',
      );
    };

    test('lists the objects in any order, and saves LIST requests', async () => {
      const output = cloud.output('OutputBucketName');
      await cloud.s3.send(new PutObjectCommand({ Bucket: output, Key: 'new/a b+c,ü.txt' }));
      const keys = ['new/z.txt', 'new/a+b%2Bc%2C%C3%BC.txt', 'old/a.txt', 'new/b.txt'];
      const { out } = await inventory({}, keys.map((key) => row(key)).join('') + row('new/b.txt', 'false'));
      expect(JSON.parse(out)).toMatchObject({ objects: 2, bytes: 164, listed: 3, solved: 1 });
      expect(cloud.requests.of('user')).toEqual({ DescribeStacks: 1, GetObject: 2, ListObjectsV2: 1 });
    });

    test.each<[string, object, RegExp]>([
      [
        'another format',
        { fileFormat: 'Parquet' },
        /expected the format CSV, got s3:.* in Parquet: configure CSV/,
      ],
      [
        'another bucket',
        { sourceBucket: 'yours' },
        /expected an inventory of the bucket mine, got .*, which is of yours/,
      ],
      [
        'missing fields',
        { fileSchema: 'Bucket, Key, Size' },
        /got .* without LastModifiedDate, ETag: add them/,
      ],
      [
        'no manifest',
        { files: undefined },
        /expected the manifest\.json of an S3 Inventory, got another file: s3:.*\.files: expected an array of at most 1000000, got nothing/,
      ],
      ['a file that is none', { files: [null] }, /\.files\[0\]: expected an object, got null/],
      [
        'a file without a key',
        { files: [{}] },
        /\.files\[0\]\.key: expected a key of 1 to 1024 bytes .*, got nothing/,
      ],
      ['a bucket that is none', { destinationBucket: 7 }, /\.destinationBucket: expected a text, got 7/],
      ['fields that are none', { fileSchema: null }, /\.fileSchema: expected a text, got null/],
    ])('is refused for %s', async (_, given, message) => {
      const { stderr, code } = await inventory(given);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    });
  });

  describe('a damaged inventory', () => {
    const at = 'mine/inventory/data';
    const good = (key: string) =>
      `"mine","${key}","82","2026-11-20T10:00:00.000Z","0123456789abcdef0123456789abcdef"\n`;
    /** Reads an inventory of these files. */
    const read = async (manifest: string, files: Record<string, Uint8Array> = {}) => {
      const Key = 'damaged/manifest.json';
      await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key, Body: manifest }));
      for (const [name, Body] of Object.entries(files)) {
        await cloud.s3.send(new PutObjectCommand({ Bucket: 'mine', Key: `inventory/data/${name}`, Body }));
      }
      const url = `s3://mine/${Key}`;
      return backfill('s3://mine/new/', '--inventory', url, '--json', '--dry-run', '--force');
    };
    const manifestOf = (...files: string[]) =>
      JSON.stringify({
        sourceBucket: 'mine',
        destinationBucket: 'arn:aws:s3:::mine',
        fileFormat: 'CSV',
        fileSchema: 'Bucket, Key, Size, LastModifiedDate, ETag',
        files: files.map((name) => ({ key: `inventory/data/${name}` })),
      });

    test.each(['null', '[]', '7', 'hello', ''])('is refused if its manifest is %s', async (manifest) => {
      const { stderr, code } = await read(manifest);
      expect(stderr).toMatch(
        /^sudoku: --inventory: expected the manifest\.json of an S3 Inventory, got another/,
      );
      expect(code).toBe(2);
    });

    test('is read except for some rows and files, which are reported with their place', async () => {
      const rows = [
        good('new/a.txt'),
        good('new/%zz'),
        '"mine","new/b.txt"\n',
        good('new/c.txt').replace('"82"', '"many"'),
        good('new/d.txt').replace('2026-11-20', '2026-99-99'),
        good('new/e.txt').replace('"mine"', '"mi,""ne"'),
        `${'x'.repeat(100_000)}\n`,
        '"mine\n',
        good('new/f.txt'),
      ];
      const whole = gzipSync(good('new/z.txt').repeat(5000));
      const files = {
        'rows.csv.gz': gzipSync(rows.join('')),
        'none.csv.gz': Buffer.from('hello'),
        'short.csv.gz': whole.subarray(0, whole.length - 20),
        'good.csv.gz': gzipSync(good('new/g.txt')),
      };
      const names = ['rows.csv.gz', 'missing.csv.gz', 'none.csv.gz', 'short.csv.gz', 'good.csv.gz'];
      const { out, stderr, code } = await read(manifestOf(...names), files);
      const place = `sudoku: s3://${at}`;
      const expected = [
        `${place}/rows.csv.gz: line 2: column 2 (Key): expected a form-encoded key, got "new/%zz"; the row is skipped`,
        `${place}/rows.csv.gz: line 3: expected 5 fields, got 2; the row is skipped`,
        `${place}/rows.csv.gz: line 4: column 3 (Size): expected a number of bytes, got "many"; the row is skipped`,
        `${place}/rows.csv.gz: line 5: column 4 (LastModifiedDate): expected a date such as`,
        `${place}/rows.csv.gz: line 7: expected a row of at most 65536 bytes, got a longer one; the row is skipped`,
        `${place}/rows.csv.gz: line 8: column 1: expected a closing quote, got none; the row is skipped`,
        `${place}/missing.csv.gz: GetObject`,
        `${place}/none.csv.gz: incorrect header check; the rest of the file is skipped`,
        `${place}/short.csv.gz: after line `,
      ];
      const [warning, ...shown] = stderr.trim().split('\n');
      expect(warning).toContain('expected a bucket that is a source of the pipeline');
      expect(shown).toHaveLength(expected.length);
      for (const [i, line] of shown.entries()) expect(line).toContain(expected[i]);
      expect(code).toBe(3);
      const plan = JSON.parse(out) as { objects: number; unreadable: number };
      expect(plan.unreadable).toBe(9);
      // a, e, f, g, and the readable part of z
      expect(plan.objects).toBeGreaterThanOrEqual(4);
    });
  });

  test('continues after a key', async () => {
    for (let i = 0; i < 5; i++) await put('mine', `after/${i}.txt`);
    const { out } = await backfill('s3://mine/after/', '--start-after', 'after/2.txt', '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({ objects: 2 });
  });

  test('refuses results as a source, and a source that is not a bucket', async () => {
    const { stderr, code } = await backfill(`s3://${cloud.output('OutputBucketName')}/`);
    expect(stderr).toContain('a bucket that the pipeline writes to');
    expect(code).toBe(2);
    expect((await backfill('mine/x')).stderr).toContain('expected s3://BUCKET/KEY, got mine/x');
    expect((await backfill('s3://yours/', '--dry-run')).stderr).toContain('"Action":"s3:ListBucket"');
  });
});

test('an event is read like one of S3, whatever the key', () => {
  const modified = new Date('2026-11-21T00:00:00Z');
  const key = 'a b/ü+%20?.txt';
  const message = parseMessage(eventOf('mine', { key, bytes: 7, etag: 'e', modified }));
  expect(message).toEqual({
    kind: 'uploads',
    uploads: [
      { bucket: 'mine', key, etag: 'e', bytes: 7, sequencer: expect.stringMatching(/^00[0-9A-F]{8}0{8}$/) },
    ],
  });
});

test('a hundred thousand objects cost about a dollar of requests', () => {
  // 1.30 for the files, 0.002 for 400 lists, 0.004 for the batches of events, and 0.01 for 4 GB
  expect(backfillDollars(100_000, 4e9, 400)).toBeCloseTo(1.316, 3);
});
