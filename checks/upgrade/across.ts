// Solves files while versions of the function are deployed one after another, and records what a version stores.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { temporaryFolder } from '../../bench/shared/programs.ts';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { ACCOUNT, REGION } from '../../local/services.ts';
import type { Assembly } from '../../local/template/assembly.ts';
import { type FunctionPlan, readTemplate } from '../../local/template/read-template.ts';
import { emptyQueues } from '../soak/round.ts';
import { checkLeftovers } from '../soak/verify.ts';

/** A file to upload, and its result. */
export interface SolvedFile {
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly result: Uint8Array;
}

/** Factor by which visibility timeouts are shortened: minutes become seconds. */
const TIME_LAPSE = 60;

/** Longest time without an invocation that ends, in seconds. */
const MAX_IDLE = 60;

/** The function for files of a stack. */
function functionOf(assembly: Assembly, endpoint: string): FunctionPlan {
  const plan = readTemplate(assembly.template, { ...assembly, account: ACCOUNT, region: REGION, endpoint });
  return plan.functions.find(({ name }) => plan.mappings.some(({ functionName }) => functionName === name))!;
}

/** What a version of the function had stored and sent when it had solved a part of a file. */
export interface StoredWork {
  readonly version: number;
  readonly file: { readonly bucket: string; readonly key: string; readonly content: Runs };
  readonly objects: readonly { readonly key: string; readonly content: Runs }[];
  readonly messages: readonly string[];
}

/** A text as lines that follow each other so many times. */
export type Runs = readonly (readonly [times: number, line: string])[];

export const textOf = (runs: Runs): string =>
  runs
    .map(([times, line]) => `${line}\n`.repeat(times))
    .join('')
    .slice(0, -1);

export function runsOf(text: string): Runs {
  const runs: [number, string][] = [];
  for (const line of text.split('\n')) {
    const last = runs.at(-1);
    if (last?.[1] === line) last[0]++;
    else runs.push([1, line]);
  }
  return runs;
}

/** Takes messages as the function does, and only writes them to its log. */
const RECORDER =
  'export const handler = async ({ Records }) => { for (const { body } of Records) console.log(body); };';

/** Uploads a text to a local cloud with a version of the function, and stops that as soon as it has solved a chunk. */
export async function recordWork(assembly: Assembly, key: string, text: string): Promise<StoredWork> {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'index.mjs'), RECORDER);
  let recorder: FunctionPlan | undefined;
  const messages: string[] = [];
  await using cloud = await LocalCloud.start(assembly, {
    concurrency: 1,
    onLog: (line) => recorder && line.includes('"upload"') && messages.push(line),
  });
  const [solver] = cloud.functions as [(typeof cloud.functions)[number]];
  const work = cloud.output('WorkBucketName');
  cloud.onObjectEvent(work, (event) => {
    if (!event.key.includes('/ranges/')) return;
    recorder = { ...functionOf(assembly, cloud.endpoint), code: folder.path };
    solver.deploy(recorder);
  });
  const bucket = cloud.output('UploadBucketName');
  await cloud.s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: text }));
  await emptyQueues(cloud, MAX_IDLE);
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket: work }));
  const objects = Contents.map(async ({ Key }) => {
    const { Body } = await cloud.s3.send(new GetObjectCommand({ Bucket: work, Key }));
    return { key: Key!, content: runsOf(await Body!.transformToString()) };
  });
  const [{ version }] = messages.map((body) => JSON.parse(body) as { version: number }) as [StoredWork];
  return {
    version,
    file: { bucket, key, content: runsOf(text) },
    objects: await Promise.all(objects),
    messages,
  };
}

/**
 * Uploads files to a local cloud with the first version, and deploys the next one whenever chunks have been written, until all
 * files are solved.
 * @param versions at least two; all find the queues and buckets that the last one names
 * @returns faults
 */
export async function solveAcross(
  versions: readonly Assembly[],
  files: readonly SolvedFile[],
  onLog?: (line: string) => void,
): Promise<string[]> {
  await using cloud = await LocalCloud.start(versions.at(-1)!, {
    // what is deployed next finds work of the earlier version in the queues
    concurrency: 1,
    timeLapse: TIME_LAPSE,
    onError: (error) => onLog?.((error as Error).message),
    onLog,
  });
  const [solver] = cloud.functions as [(typeof cloud.functions)[number]];
  const plans = versions.map((version) => functionOf(version, cloud.endpoint));
  const deployNext = () => {
    const next = plans.shift();
    if (next) solver.deploy(next);
    return next !== undefined;
  };
  deployNext();
  const stop = cloud.onObjectEvent(cloud.output('WorkBucketName'), ({ key }) => {
    if (key.includes('/ranges/')) deployNext();
  });
  const Bucket = cloud.output('UploadBucketName');
  for (const { key, bytes } of files) {
    await cloud.s3.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }));
  }
  await emptyQueues(cloud, MAX_IDLE);
  stop();
  const faults = deployNext() ? ['the last version was never deployed: too few chunks'] : [];
  for (const file of files) faults.push(...(await faultsOf(cloud, file)));
  return [...faults, ...(await checkLeftovers(cloud))];
}

async function faultsOf(cloud: LocalCloud, { key, result }: SolvedFile): Promise<string[]> {
  const read = async (Key: string) => {
    const object = { Bucket: cloud.output('OutputBucketName'), Key };
    const { Body } = await cloud.s3.send(new GetObjectCommand(object));
    return Buffer.from(await Body!.transformToByteArray());
  };
  try {
    const { status } = JSON.parse((await read(`${key}${REPORT_SUFFIX}`)).toString()) as { status: string };
    if (status !== 'done') return [`${key}: expected a report of status done, got ${status}`];
    return (await read(key)).equals(result) ? [] : [`${key}: the result has other bytes`];
  } catch (error) {
    return [`${key}: expected a result and a report, got ${(error as Error).message}`];
  }
}
