import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LocalCloud } from '../../local/cloud.ts';
import { RawClient } from './raw-client.ts';
import { reports } from './reports.ts';

const SUDOKU = fileURLToPath(new URL('../../bin/sudoku.js', import.meta.url));

export interface LargeFileTimes {
  /** seconds of `sudoku solve`, as a process */
  readonly offline: number;
  /** seconds from the beginning of the upload to the end of the download */
  readonly pipeline: number;
  /** S3 requests of the function */
  readonly requests: Readonly<Record<string, number>>;
}

/** One file through `sudoku solve` and through the pipeline, in turn. @throws Error if their results differ */
export async function largeFile(
  cloud: LocalCloud,
  puzzles: Buffer,
  rounds: number,
): Promise<LargeFileTimes[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-pipeline-'));
  try {
    const input = join(directory, 'puzzles.txt');
    await writeFile(input, puzzles);
    const times: LargeFileTimes[] = [];
    for (let round = 0; round < rounds; round++) {
      const output = join(directory, `solved-${round}.txt`);
      const offline = await seconds(() =>
        promisify(execFile)(process.execPath, [SUDOKU, 'solve', '--quiet', '--out', output, input]),
      );
      cloud.requests.reset();
      let result: Buffer | undefined;
      const pipeline = await seconds(async () => {
        result = await throughPipeline(cloud, `puzzles-${round}.txt`, puzzles);
      });
      if (!result?.equals(await readFile(output))) {
        throw new Error('the pipeline and sudoku solve give different results');
      }
      times.push({ offline, pipeline, requests: cloud.requests.of('function') });
    }
    return times;
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function throughPipeline(cloud: LocalCloud, key: string, puzzles: Buffer): Promise<Buffer> {
  const client = new RawClient(cloud.endpoint);
  const done = reports(cloud, 1);
  await client.put(cloud.output('UploadBucketName'), key, puzzles);
  await done;
  const result = await client.get(cloud.output('OutputBucketName'), key);
  client.close();
  return result;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
}
