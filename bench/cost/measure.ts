// Measures the speeds that the cost model needs: of the deployed bundle in the local cloud, one function at a time.

import { cpus } from 'node:os';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import pMap from 'p-map';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { generateCells } from '../../core/solver/generate-cells.ts';
import { geometry } from '../../core/solver/model/geometry.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { median } from '../shared/timing.ts';
import type { Rates } from './rates.ts';

export type Measured = Pick<
  Rates,
  'measured' | 'puzzlesPerSecond' | 'secondsPerSmallFile' | 'coldStartSeconds'
>;

/** Easy puzzles, about as many clues as newspapers print. */
const CLUES = 32;
/** Number of different puzzles; a larger file repeats them, which does not affect the solver. */
const DIFFERENT = 2000;
/** Puzzles of the largest file that is not cut. */
const LARGE_FILE = 200_000;
const SMALL_FILES = 2000;
const ROUNDS = 5;
const UPLOADS_AT_ONCE = 16;

/** Returns medians. */
export async function measure(): Promise<Measured> {
  const lines = puzzles();
  const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), { concurrency: 1 });
  try {
    const speeds: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const key = `large-${round}.txt`;
      await solved(cloud, [key], () => lines.join('').repeat(LARGE_FILE / DIFFERENT));
      const report = await reportOf(cloud, key);
      // the first one includes compilation
      if (round > 0) speeds.push(report.puzzles / report.solvingSeconds);
    }
    const [{ usage }] = cloud.functions as [(typeof cloud.functions)[number]];
    const small: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = usage.duration;
      const keys = Array.from({ length: SMALL_FILES }, (_, i) => `small-${round}/${i}.txt`);
      await solved(cloud, keys, (i) => lines[i % DIFFERENT]!);
      small.push((usage.duration - before) / 1000 / SMALL_FILES);
    }
    return {
      measured: `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, local cloud, median of ${ROUNDS}`,
      puzzlesPerSecond: Math.round(median(speeds)),
      secondsPerSmallFile: Number(median(small).toPrecision(3)),
      coldStartSeconds: Number((median(usage.initDurations) / 1000).toPrecision(3)),
    };
  } finally {
    await cloud.close();
  }
}

/** Uploads files and waits for all their reports. */
async function solved(
  cloud: LocalCloud,
  keys: readonly string[],
  body: (index: number) => string,
): Promise<void> {
  const waiting = new Set(keys.map((key) => `${key}${REPORT_SUFFIX}`));
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ key }) => {
    if (waiting.delete(key) && waiting.size === 0) resolve();
  });
  const Bucket = cloud.output('UploadBucketName');
  const put = (Key: string, index: number) =>
    cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: body(index) }));
  await pMap(keys, put, { concurrency: UPLOADS_AT_ONCE });
  await promise;
  stop();
}

async function reportOf(
  cloud: LocalCloud,
  key: string,
): Promise<{ puzzles: number; solvingSeconds: number }> {
  const { Body } = await cloud.s3.send(
    new GetObjectCommand({ Bucket: cloud.output('OutputBucketName'), Key: `${key}${REPORT_SUFFIX}` }),
  );
  return JSON.parse(await Body!.transformToString()) as { puzzles: number; solvingSeconds: number };
}

/** Puzzles, each with a line feed. */
function puzzles(): string[] {
  const generator = generateCells(geometry(9), { seed: 1, clues: CLUES });
  return Array.from({ length: DIFFERENT }, () => `${generator.next().value.cells.join('')}\n`);
}
