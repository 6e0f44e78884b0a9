// Measures the speeds that the cost model needs: of the deployed bundle in the local cloud, one function at a time.

import { BenchPipeline } from '../pipeline/files.ts';
import { puzzleLines } from '../pipeline/puzzle-lines.ts';
import { machineText, median } from '../shared/timing.ts';
import type { Rates } from './rates.ts';

/** Puzzles of the largest file that is not cut. */
const LARGE_FILE = 200_000;
const SMALL_FILES = 2000;
const ROUNDS = 5;

/** Returns medians. */
export async function measure(): Promise<
  Pick<Rates, 'measured' | 'puzzlesPerSecond' | 'secondsPerSmallFile' | 'coldStartSeconds'>
> {
  await using pipeline = await BenchPipeline.start(1);
  const { usage } = pipeline;
  const speeds: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const { report } = await pipeline.send('large.txt', puzzleLines(LARGE_FILE, 1));
    // the first one includes compilation
    if (round > 0) speeds.push(report.puzzles / report.solvingSeconds);
  }
  const small: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = usage.duration;
    await pipeline.sendLines(puzzleLines(SMALL_FILES, 1), `small-${round}`);
    small.push((usage.duration - before) / 1000 / SMALL_FILES);
  }
  return {
    measured: `${machineText()}, local cloud, median of ${ROUNDS}`,
    puzzlesPerSecond: Math.round(median(speeds)),
    secondsPerSmallFile: Number(median(small).toPrecision(3)),
    coldStartSeconds: Number((median(usage.initDurations) / 1000).toPrecision(3)),
  };
}
