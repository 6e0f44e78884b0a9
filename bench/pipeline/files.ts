// Sends files through a pipeline, and compares time and result with those of `sudoku solve`.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pMap from 'p-map';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { LocalCloud } from '../../local/cloud.ts';
import { childrenMs, ownMs, runningChildrenMs } from '../shared/timing.ts';
import type { RawClient } from './raw-client.ts';

const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

/** The measurements of one file in the pipeline. */
export interface Passage {
  /** from the beginning of the upload to the end of the download */
  readonly seconds: number;
  /** milliseconds of processor time of the function, the local cloud and the client */
  readonly processorMs: number;
  readonly result: Buffer;
  /** number of pieces in which the file was solved */
  readonly chunks: number;
  /** peak memory of one process of the function, MiB */
  readonly memory: number;
  /** requests of the function */
  readonly requests: Readonly<Record<string, number>>;
}

/** Sends a file, downloads its result, and leaves the buckets as they were. */
export async function throughPipeline(
  cloud: LocalCloud,
  client: RawClient,
  key: string,
  puzzles: Buffer,
): Promise<Passage> {
  const [uploadBucket, outputBucket] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
  cloud.requests.reset();
  const [begin, own, ofFunction] = [performance.now(), ownMs(), runningChildrenMs()];
  const done = reports(cloud, 1);
  await client.put(uploadBucket, key, puzzles);
  await done;
  const result = await client.get(outputBucket, key);
  const seconds = (performance.now() - begin) / 1000;
  const processorMs = ownMs() - own + runningChildrenMs() - ofFunction;
  const reportKey = `${key}${REPORT_SUFFIX}`;
  const report = await client.get(outputBucket, reportKey);
  await client.delete(uploadBucket, key);
  for (const written of [key, reportKey]) await client.delete(outputBucket, written);
  const { chunks, peakMemoryMiB } = JSON.parse(report.toString()) as {
    chunks: number;
    peakMemoryMiB: number;
  };
  return {
    seconds,
    processorMs,
    result,
    chunks,
    memory: peakMemoryMiB,
    requests: cloud.requests.of('function'),
  };
}

export interface Comparison extends Omit<Passage, 'result'> {
  /** milliseconds of processor time that `sudoku solve` takes for the same file */
  readonly offlineMs: number;
  /** seconds that `sudoku solve` takes for the same file, including the start of its process */
  readonly offline: number;
}

/** Solves one file by `sudoku solve` and by the pipeline, in turns. @throws Error if their results differ */
export async function compare(
  cloud: LocalCloud,
  client: RawClient,
  puzzles: Buffer,
  rounds: number,
): Promise<Comparison[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-pipeline-'));
  try {
    const input = join(directory, 'puzzles.txt');
    await writeFile(input, puzzles);
    const comparisons: Comparison[] = [];
    for (let round = 0; round < rounds; round++) {
      const output = join(directory, `solved-${round}.txt`);
      const before = childrenMs();
      const offline = await solveOffline(input, output);
      const offlineMs = childrenMs() - before;
      const { result, ...passage } = await throughPipeline(cloud, client, `puzzles-${round}.txt`, puzzles);
      if (!result.equals(await readFile(output))) {
        throw new Error('the pipeline and sudoku solve give different results');
      }
      await rm(output);
      comparisons.push({ offline, offlineMs, ...passage });
    }
    return comparisons;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** @returns seconds of `sudoku solve` */
async function solveOffline(input: string, output: string): Promise<number> {
  const begin = performance.now();
  await promisify(execFile)(process.execPath, [SUDOKU, 'solve', '--quiet', '--out', output, input]);
  return (performance.now() - begin) / 1000;
}

/** Seconds of `sudoku solve`, which show how busy the machine is. */
export async function offlineSeconds(puzzles: Buffer): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-pipeline-'));
  try {
    const input = join(directory, 'puzzles.txt');
    await writeFile(input, puzzles);
    return await solveOffline(input, join(directory, 'solved.txt'));
  } finally {
    await rm(directory, { recursive: true });
  }
}

type PieceCounts = Pick<Passage, 'chunks' | 'requests'>;

/** Requests for each additional chunk, by operation, from two files; undefined if they have the same number of chunks. */
export function perChunk(more: PieceCounts, fewer: PieceCounts): Record<string, number> | undefined {
  const chunks = more.chunks - fewer.chunks;
  if (chunks === 0) return undefined;
  const operations = Object.entries(more.requests);
  return Object.fromEntries(
    operations.map(([name, count]) => [name, (count - (fewer.requests[name] ?? 0)) / chunks]),
  );
}

/** Uploads and downloads at the same time. */
const TRANSFERS = 16;

/** Sends each line as a file of its own. @returns seconds from the first upload to the last download */
export async function smallFiles(
  cloud: LocalCloud,
  client: RawClient,
  puzzles: Buffer,
  prefix: string,
): Promise<number> {
  const lines = puzzles.toString('latin1').trimEnd().split('\n');
  const keys = lines.map((_, i) => `${prefix}/${i}.txt`);
  const [uploadBucket, outputBucket] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
  const begin = performance.now();
  const done = reports(cloud, lines.length);
  const concurrency = { concurrency: TRANSFERS };
  await pMap(keys, (key, i) => client.put(uploadBucket, key, Buffer.from(lines[i]!)), concurrency);
  await done;
  const solved = await pMap(keys, (key) => client.get(outputBucket, key), concurrency);
  const seconds = (performance.now() - begin) / 1000;
  for (const [i, result] of solved.entries()) {
    if (!/^[1-9]{81}\s*$/.test(result.toString())) {
      throw new Error(`${keys[i]}: expected a solved puzzle, got ${result.toString()}`);
    }
  }
  return seconds;
}

/** Resolves when `count` reports have been written since the call. */
export function reports(cloud: LocalCloud, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const stop = cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ name, key }) => {
    if (!name.startsWith('ObjectCreated:') || !key.endsWith(REPORT_SUFFIX) || --left > 0) return;
    stop();
    resolve();
  });
  return promise;
}
