// Finds where the time of a file in the pipeline goes: the phases between its requests, and processor time by source
// file.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { functionFiles } from '../../build/function.ts';
import { LocalCloud } from '../../local/cloud.ts';
import type { AnsweredRequest } from '../../local/requests/service-request.ts';
import { readAssembly, synthesizedAssembly } from '../../local/template/assembly.ts';
import { milliseconds } from '../shared/timing.ts';
import { throughPipeline } from './files.ts';
import { helpersMs, INTERVAL, type Profiled } from './function-profile.ts';
import { type Phase, phasesOf } from './phases.ts';
import { RawClient } from './raw-client.ts';

const PRELOAD = new URL('function-profile.ts', import.meta.url).href;
/** Milliseconds between two checks whether a profile has been written. */
const PAUSE = 20;

/**
 * Stages of processor time, by the source file of a function: the first pattern that matches decides. C++ and WebAssembly count
 * towards the JavaScript that calls them.
 */
const STAGES: readonly (readonly [stage: string, source: RegExp])[] = [
  ['decompression', /node:zlib|core\/files\/(compression|zstd)/],
  ['hashes of what is written', /sha256|node:internal\/crypto/i],
  ['solving', /core\/(solver|kernel)\//],
  ['counts and statistics', /core\/files\/(tally|statistics|problems)/],
  [
    'encoding',
    /core\/formats\/(tables|shared\/(splicer|cell-writer|solution-lines|markers))|core\/files\/result/,
  ],
  ['reading lines', /core\//],
  ['collecting the result', /lambda\/solve-in-place/],
  ['SDK', /@smithy|@aws-sdk|@aws-crypto|lambda\/aws/],
  ['S3 and SQS', /fauxqs|fastify|find-my-way|light-my-request|avvio|toad-cache|fast-querystring|local\//],
  ['HTTP and sockets', /^node:/],
  ['planning, joining, reports, logs', /lambda\/|lambda-powertools/],
];
const SOCKETS = 'HTTP and sockets';
const COLLECTION = 'garbage collection';
const HELPERS = 'helper threads: collection, compilation';
const OTHER = 'other';

/** Milliseconds of processor time by stage. */
export type Times = Record<string, number>;

/** Where the time of one file goes. */
export interface Stages {
  readonly seconds: number;
  /** undefined if the file was not solved in chunks */
  readonly phases: readonly Phase[] | undefined;
  readonly function: Times;
  readonly cloud: Times;
  /** of the client's thread, in milliseconds */
  readonly client: number;
}

/**
 * Sends a file several times through a pipeline under sampling profilers, which take some time themselves. The bundle is the
 * deployed one, with source maps.
 */
export async function stagesOf(puzzles: Buffer, rounds: number, concurrency: number): Promise<Stages[]> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-stages-'));
  const code = join(directory, 'code');
  const maps = await writeBundle(code);
  const requests: AnsweredRequest[] = [];
  const cloud = await LocalCloud.start(profiledAssembly(await synthesizedAssembly(), code, directory), {
    concurrency,
    onError: (error) => console.error(error),
    onAnswer: (request) => requests.push(request),
  });
  const client = await RawClient.start(cloud.endpoint);
  const session = new Session();
  try {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
    const stages: Stages[] = [];
    for (let round = 0; round < rounds; round++) {
      requests.length = 0;
      await session.post('Profiler.start');
      const [helpers, thread, ofClient] = [helpersMs(), process.threadCpuUsage(), await client.cpuMs()];
      const { seconds } = await throughPipeline(cloud, client, `stages-${round}.txt`, puzzles);
      const clientMs = (await client.cpuMs()) - ofClient;
      const own = {
        helpers: helpersMs() - helpers,
        thread: milliseconds(process.threadCpuUsage(thread)),
        ...(await session.post('Profiler.stop')),
      };
      const functions = await functionProfiles(directory);
      stages.push({
        seconds,
        phases: phasesOf(requests, cloud.output('UploadBucketName')),
        function: sumTimes(functions.map((profiled) => timesOf(profiled, maps))),
        cloud: timesOf(own, maps),
        client: clientMs,
      });
    }
    return stages;
  } finally {
    session.disconnect();
    await client.close();
    await cloud.close();
    await rm(directory, { recursive: true });
  }
}

/** Writes the function's bundle. @returns its source maps by the name of the file */
async function writeBundle(directory: string): Promise<Map<string, SourceMap>> {
  await mkdir(directory);
  const maps = new Map<string, SourceMap>();
  for (const { path, contents } of (await functionFiles(true)).outputFiles) {
    const name = basename(path);
    if (name.endsWith('.map')) {
      maps.set(name.slice(0, -'.map'.length), new SourceMap(JSON.parse(Buffer.from(contents).toString())));
    } else await writeFile(join(directory, name), contents);
  }
  return maps;
}

/** The stack, whose functions profile themselves and run the bundle in a directory. */
function profiledAssembly(path: string, code: string, profiles: string) {
  const assembly = readAssembly(path);
  const template = structuredClone(assembly.template);
  for (const { Type, Properties } of Object.values(template.Resources)) {
    if (Type !== 'AWS::Lambda::Function') continue;
    const { Variables } = (Properties!.Environment ?? {}) as { Variables?: object };
    const added = { NODE_OPTIONS: `--import=${PRELOAD}`, PROFILE_DIRECTORY: profiles };
    Properties!.Environment = { Variables: { ...Variables, ...added } };
  }
  return { ...assembly, template, assetDirectory: () => code };
}

/** The profiles of all processes of the function since the last call. */
async function functionProfiles(directory: string): Promise<Profiled[]> {
  const names = await readdir(directory);
  const pids = names.flatMap((name) => /^(\d+)\.started$/.exec(name)?.[1] ?? []);
  for (const pid of pids) process.kill(Number(pid), 'SIGUSR2');
  const profiles: Profiled[] = [];
  for (const pid of pids) {
    const path = join(directory, `${pid}.json`);
    while (!(await readdir(directory)).includes(`${pid}.json`)) await sleep(PAUSE);
    profiles.push(JSON.parse(await readFile(path, 'utf8')) as Profiled);
    await rm(path);
  }
  return profiles;
}

/** Divides the processor time of a process among the stages, as its samples are. */
function timesOf({ helpers, thread, profile }: Profiled, maps: ReadonlyMap<string, SourceMap>): Times {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const stages = new Map<number, string | undefined>();
  const stageAt = (id: number): string | undefined => {
    if (!stages.has(id)) {
      const { callFrame } = byId.get(id)!;
      const parent = parents.get(id);
      stages.set(id, stageOf(callFrame, maps) ?? (parent === undefined ? OTHER : stageAt(parent)));
    }
    return stages.get(id);
  };
  const sampled: Times = {};
  let sum = 0;
  for (const [index, id] of samples.entries()) {
    const stage = stageAt(id)!;
    if (stage === IDLE) continue;
    sampled[stage] = (sampled[stage] ?? 0) + timeDeltas[index]!;
    sum += timeDeltas[index]!;
  }
  const times = Object.entries(sampled).map(([stage, time]) => [stage, (time / sum) * thread] as const);
  return { ...Object.fromEntries(times), [HELPERS]: helpers };
}

/** What the profiler calls the time in which nothing runs, or only the profiler itself. */
const IDLE = 'idle';

/** The stage of a function; undefined if its caller decides. */
function stageOf(
  { functionName, url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame'],
  maps: ReadonlyMap<string, SourceMap>,
): string | undefined {
  if (functionName === '(idle)' || url === 'node:inspector') return IDLE;
  if (functionName === '(garbage collector)') return COLLECTION;
  // reads and writes of sockets, before and after JavaScript
  if (functionName === '(program)') return SOCKETS;
  if (url === '' || url.startsWith('wasm:')) return undefined;
  const entry = maps.get(basename(url))?.findEntry(lineNumber, columnNumber);
  const source = entry && 'originalSource' in entry ? entry.originalSource : url;
  return STAGES.find(([, pattern]) => pattern.test(source))?.[0] ?? OTHER;
}

function sumTimes(parts: readonly Times[]): Times {
  const sum: Times = {};
  for (const part of parts) {
    for (const [stage, time] of Object.entries(part)) sum[stage] = (sum[stage] ?? 0) + time;
  }
  return sum;
}

/** All stages, in the order of the table. */
export const STAGE_NAMES = [...STAGES.map(([name]) => name), OTHER, COLLECTION, HELPERS];
