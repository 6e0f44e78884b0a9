// Sends files through the pipeline in the local cloud, and compares time and result with those of `sudoku solve`.

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { LocalCloud } from '../../local/cloud.ts';
import type { AnsweredRequest } from '../../local/requests/service-request.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { sudoku, temporaryFolder } from '../shared/programs.ts';
import { childrenMs, ownMs, runningChildrenMs } from '../shared/timing.ts';
import { type Phase, phasesOf } from './phases.ts';
import { RawClient } from './raw-client.ts';

/** The measurements of one file in the pipeline. */
interface Passage {
  /** from the beginning of the upload to the end of the download */
  readonly seconds: number;
  /** milliseconds of processor time of the function, the local cloud and the client */
  readonly processorMs: number;
  /** those of the function alone: on AWS, no other is paid for */
  readonly functionMs: number;
  readonly result: Buffer;
  /** where the seconds went; undefined if the file was solved in one piece */
  readonly phases: readonly Phase[] | undefined;
  readonly report: Readonly<Record<'puzzles' | 'solvingSeconds' | 'chunks' | 'peakMemoryMiB', number>>;
  /** requests of the function */
  readonly requests: Readonly<Record<string, number>>;
}

export interface Comparison extends Omit<Passage, 'result'> {
  /** milliseconds of processor time that `sudoku solve` takes for the same file */
  readonly offlineMs: number;
  /** seconds that `sudoku solve` takes for the same file, including the start of its process */
  readonly offline: number;
}

/** Uploads and downloads at the same time. */
const TRANSFERS = 16;

export class BenchPipeline {
  readonly cloud: LocalCloud;
  readonly #client: RawClient;
  /** those since the last file began */
  readonly #answered: AnsweredRequest[];

  private constructor(cloud: LocalCloud, client: RawClient, answered: AnsweredRequest[]) {
    this.cloud = cloud;
    this.#client = client;
    this.#answered = answered;
  }

  /** @param concurrency functions at the same time and queue */
  static async start(concurrency: number): Promise<BenchPipeline> {
    const answered: AnsweredRequest[] = [];
    const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), {
      concurrency,
      onError: (error) => console.error(error),
      onAnswer: (request) => answered.push(request),
    });
    return new BenchPipeline(cloud, await RawClient.start(cloud.endpoint), answered);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
    await this.cloud.close();
  }

  /** The function that solves. */
  get usage() {
    return this.cloud.functions[0]!.usage;
  }

  get #buckets() {
    return [this.cloud.output('UploadBucketName'), this.cloud.output('OutputBucketName')] as const;
  }

  /** Sends a file, downloads its result, and leaves the buckets as they were. */
  async send(key: string, puzzles: Buffer): Promise<Passage> {
    const [uploads, results] = this.#buckets;
    this.cloud.requests.reset();
    this.#answered.length = 0;
    const [begin, own, ofFunction] = [performance.now(), ownMs(), runningChildrenMs()];
    const done = this.#reports(1);
    await this.#client.put(uploads, key, puzzles);
    await done;
    const result = await this.#client.get(results, key);
    const seconds = (performance.now() - begin) / 1000;
    const functionMs = runningChildrenMs() - ofFunction;
    const processorMs = ownMs() - own + functionMs;
    const reportKey = `${key}${REPORT_SUFFIX}`;
    const report = JSON.parse((await this.#client.get(results, reportKey)).toString()) as Passage['report'];
    await this.#client.delete(uploads, key);
    for (const written of [key, reportKey]) await this.#client.delete(results, written);
    const requests = this.cloud.requests.of('function');
    const phases = phasesOf(this.#answered, uploads);
    return { seconds, processorMs, functionMs, result, report, requests, phases };
  }

  /** Solves one file by `sudoku solve` and by the pipeline, in turns. @throws Error if their results differ */
  async compare(puzzles: Buffer, rounds: number): Promise<Comparison[]> {
    using folder = temporaryFolder();
    const [input, output] = [join(folder.path, 'puzzles.txt'), join(folder.path, 'solved.txt')];
    await writeFile(input, puzzles);
    const comparisons: Comparison[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = childrenMs();
      const offline = solveOffline(input, output);
      const offlineMs = childrenMs() - before;
      const { result, ...passage } = await this.send(`puzzles-${round}.txt`, puzzles);
      if (!result.equals(await readFile(output)))
        throw new Error('the pipeline and sudoku solve give different results');
      await rm(output);
      comparisons.push({ offline, offlineMs, ...passage });
    }
    return comparisons;
  }

  /**
   * Sends each line as a file of its own.
   * @returns seconds from the first upload to the last download, and the milliseconds of processor time of the function
   */
  async sendLines(puzzles: Buffer, prefix: string): Promise<Pick<Passage, 'seconds' | 'functionMs'>> {
    const lines = puzzles.toString('latin1').trimEnd().split('\n');
    const keys = lines.map((_, i) => `${prefix}/${i}.txt`);
    const [uploads, results] = this.#buckets;
    const [begin, ofFunction] = [performance.now(), runningChildrenMs()];
    const done = this.#reports(lines.length);
    const concurrency = { concurrency: TRANSFERS };
    await pMap(keys, (key, i) => this.#client.put(uploads, key, Buffer.from(lines[i]!)), concurrency);
    await done;
    const solved = await pMap(keys, (key) => this.#client.get(results, key), concurrency);
    const seconds = (performance.now() - begin) / 1000;
    const functionMs = runningChildrenMs() - ofFunction;
    for (const [i, result] of solved.entries()) {
      if (!/^[1-9]{81}\s*$/.test(result.toString()))
        throw new Error(`${keys[i]}: expected a solved puzzle, got ${result.toString()}`);
    }
    return { seconds, functionMs };
  }

  /** Resolves when `count` reports have been written since the call. */
  #reports(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = count;
    const stop = this.cloud.onObjectEvent(this.#buckets[1], ({ name, key }) => {
      if (!name.startsWith('ObjectCreated:') || !key.endsWith(REPORT_SUFFIX) || --left > 0) return;
      stop();
      resolve();
    });
    return promise;
  }
}

/** @returns seconds of `sudoku solve` */
function solveOffline(input: string, output: string): number {
  const begin = performance.now();
  sudoku(['solve', '--quiet', '--out', output, input]);
  return (performance.now() - begin) / 1000;
}

/** Seconds of `sudoku solve`, which show how busy the machine is. */
export async function offlineSeconds(puzzles: Buffer): Promise<number> {
  using folder = temporaryFolder();
  const input = join(folder.path, 'puzzles.txt');
  await writeFile(input, puzzles);
  return solveOffline(input, join(folder.path, 'solved.txt'));
}

/** Requests for each additional chunk, by operation, from two files; undefined if they have the same number of chunks. */
export function perChunk(
  more: Pick<Passage, 'report' | 'requests'>,
  fewer: Pick<Passage, 'report' | 'requests'>,
): Record<string, number> | undefined {
  const chunks = more.report.chunks - fewer.report.chunks;
  if (chunks === 0) return undefined;
  const operations = Object.entries(more.requests);
  return Object.fromEntries(
    operations.map(([name, count]) => [name, (count - (fewer.requests[name] ?? 0)) / chunks]),
  );
}
