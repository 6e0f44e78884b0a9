// Jobs whose chunks are solved and that nobody assembles, as status and redrive see them.
import { DeleteObjectsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { emptyTally, planFile } from '../../../core/files/index.ts';
import { STALLED_AFTER } from '../../../lambda/assemble/assemble.ts';
import { chunkKey } from '../../../lambda/chunks/chunk-result.ts';
import { manifestKey } from '../../../lambda/chunks/manifest.ts';
import { STORED_VERSION } from '../../../lambda/invocation/stored-version.ts';
import { jobId } from '../../../lambda/invocation/upload.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { lines, made } from '../command-line.ts';
import { deployed, granted, remote } from './remote.ts';

let cloud: LocalCloud;

beforeAll(async () => {
  const callers = new Map([['user', granted((pipeline, role) => pipeline.grantOperate(role))]]);
  cloud = await deployed({ callers });
});
afterAll(() => cloud.close());
afterEach(() => void vi.useRealTimers());

const PUZZLES = lines(made(2).puzzles);

/** Creates the job of an upload whose chunks are all solved, and that no message is about. */
async function abandoned(key: string): Promise<void> {
  const put = (bucket: string, Key: string, Body: string) =>
    cloud.s3.send(new PutObjectCommand({ Bucket: cloud.output(bucket), Key, Body }));
  const { ETag = '' } = await put('UploadBucketName', key, PUZZLES);
  // the event of this file gives it a result, which is taken away
  await remote(cloud, ['status', key, '--watch', '--interval', '1']);
  const Objects = [key, `${key}.report.json`].map((Key) => ({ Key }));
  const Bucket = cloud.output('OutputBucketName');
  await cloud.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  const bytes = PUZZLES.length;
  const etag = ETag.replaceAll('"', '');
  const upload = { bucket: cloud.output('UploadBucketName'), key, etag, bytes, sequencer: 'FF' };
  const plan = planFile({ head: Buffer.from(PUZZLES), complete: true, name: key, given: [] });
  const manifest = { version: STORED_VERSION, upload, plan, begun: Date.now(), sent: true };
  await put('WorkBucketName', manifestKey(jobId(upload)), JSON.stringify(manifest));
  const tally = { ...emptyTally(), puzzles: 2, solved: 2 };
  const details = JSON.stringify({ problems: tally.problems, statistics: tally.statistics });
  const counts = { bytes, detailBytes: details.length, milliseconds: 1, memory: 1, tally };
  const chunk = chunkKey(jobId(upload), { range: { from: 0, to: bytes }, ...counts });
  await put('WorkBucketName', chunk, `${PUZZLES}${details}`);
}

/** Lets time pass for the commands, which run in this process. */
const wait = (milliseconds: number) => vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] });

test('a complete job that nobody assembles is reported as stalled, and redrive has it assembled', async () => {
  await abandoned('left.txt');
  expect((await remote(cloud, ['status', 'left.txt'])).out).toBe(
    'left.txt: assembling, all chunks are solved\n',
  );
  expect((await remote(cloud, ['status'])).out).not.toContain('stalled');
  expect((await remote(cloud, ['redrive'])).stderr).toContain('no dead letters, and no stalled job');

  wait(STALLED_AFTER + 60_000);
  const { out, code } = await remote(cloud, ['status', 'left.txt', '--watch']);
  expect(out).toContain(
    'left.txt: stalled, all chunks were solved 16 min ago and nothing has assembled them: run sudoku redrive\n',
  );
  expect(code).toBe(3);
  expect((await remote(cloud, ['status'])).out).toMatch(/^stalled, run sudoku redrive: left\.txt$/m);
  expect(JSON.parse((await remote(cloud, ['status', '--json'])).out)).toMatchObject({
    stalled: ['left.txt'],
  });

  const listed = await remote(cloud, ['redrive', '--dry-run']);
  expect(listed.out).toBe('stalled: left.txt, all chunks were solved 16 min ago and not assembled\n');
  expect(listed.stderr).toContain('1 listed, none moved');
  expect((await remote(cloud, ['redrive', '--key', 'other.txt'])).stderr).toContain('no stalled job');
  const redriven = await remote(cloud, ['redrive', '--wait', '--json']);
  expect(
    redriven.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { event: 'stalled', key: 'left.txt', since: expect.any(String) },
    { event: 'assembling', jobs: 1 },
    { event: 'file', key: 'left.txt', report: { status: 'done', puzzles: 2, solved: 2 } },
  ]);
  expect(redriven.code).toBe(0);
  expect((await remote(cloud, ['redrive'])).stderr).toContain('no dead letters, and no stalled job');
});
