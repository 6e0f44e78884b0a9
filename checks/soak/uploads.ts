// Uploads the versions of a key, one after another, while earlier ones may still be solved.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { SUDOKU } from '../../bench/shared/programs.ts';
import type { LocalCloud } from '../../local/cloud.ts';
import type { Faults, ObjectFault } from '../../local/faults/faults.ts';
import type { Random } from '../shared/random.ts';
import type { Content } from './contents.ts';
import type { Expected } from './expected.ts';

/** A file that was uploaded under a key, and its expected result. */
export interface Version extends Expected {
  readonly content: Content;
  /** without quotes */
  etag: string;
}

/** Everything that happens to one key. */
export interface UploadPlan {
  readonly key: string;
  /** a fault of the upload itself */
  readonly objectFault: ObjectFault | undefined;
  /** uploaded one after the other; the last one counts */
  readonly versions: Version[];
  /** what becomes of the upload in the end, perhaps while it is solved */
  readonly end: 'deleted' | 'cancelled' | undefined;
  /** when it was cancelled, in milliseconds since 1970 */
  cancelled?: number;
}

/** A line of the function's log about a chunk. */
export interface ChunkLine {
  readonly key: string;
  readonly timestamp: string;
  /** of the work, up to the line */
  readonly seconds?: number;
  /** that were solved */
  readonly puzzles?: number;
}

/** Most chunks of a large file that are solved before it is deleted or cancelled. */
const MAX_CHUNKS_BEFORE_END = 60;
const POLL_MS = 50;
/** After half a minute, it may have fewer chunks. */
const MAX_POLLS = 600;

/** Longest pause between two events of a key, in milliseconds: the function may have started by then. */
const MAX_PAUSE = 2500;

/** Number of deliveries in which a poisoned upload kills the function: one in a batch, one by itself. */
const POISONED_DELIVERIES = 2;

/** Uploads a key's versions, perhaps while the previous one is being solved. @param lines of the log, to which later ones are added */
export async function carryOut(
  plan: UploadPlan,
  cloud: LocalCloud,
  random: Random,
  faults: Faults,
  lines: readonly ChunkLine[],
) {
  const { key, versions, end, objectFault } = plan;
  if (objectFault) {
    const times = objectFault === 'poisoned' ? POISONED_DELIVERIES : undefined;
    faults.objects.add(key, objectFault, times);
  }
  const object = { Bucket: cloud.output('UploadBucketName'), Key: key };
  await sleep(random.between(0, MAX_PAUSE));
  for (const [i, version] of versions.entries()) {
    if (i > 0) await sleep(random.between(0, MAX_PAUSE));
    const { bytes: Body, options } = version.content;
    const Metadata = Object.fromEntries(
      Object.entries(options).map(([name, value]) => [`sudoku-${name}`, value]),
    );
    const { ETag = '' } = await cloud.s3.send(new PutObjectCommand({ ...object, Body, Metadata }));
    version.etag = ETag.replaceAll('"', '');
  }
  if (!end) return;
  await sleep(random.between(0, MAX_PAUSE));
  if (versions[0]!.content.kind.startsWith('huge')) {
    const count = random.between(1, MAX_CHUNKS_BEFORE_END);
    const solved = () => lines.filter((line) => line.key === key && line.puzzles).length;
    for (let polls = 0; polls < MAX_POLLS && solved() < count; polls++) await sleep(POLL_MS);
  }
  if (end === 'deleted') await cloud.s3.send(new DeleteObjectCommand(object));
  else plan.cancelled = await cancel(cloud, key);
}

/** Runs `sudoku cancel`, which does nothing if the upload is done already. @returns when it has ended */
async function cancel({ endpoint }: LocalCloud, key: string): Promise<number> {
  const env = {
    ...process.env,
    AWS_ACCESS_KEY_ID: 'client',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
  };
  const args = [SUDOKU, 'cancel', '--endpoint-url', endpoint, '--', key];
  await promisify(execFile)(process.execPath, args, { env });
  return Date.now();
}
