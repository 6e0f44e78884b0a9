// Uploads the versions of a key, one after another, while earlier ones may still be solved.
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
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
  /** whether the upload is deleted in the end */
  readonly deleted: boolean;
}

/** Longest pause between two events of a key, in milliseconds: the function may have started by then. */
const MAX_PAUSE = 2500;

/** Number of deliveries in which a poisoned upload kills the function: one in a batch, one by itself. */
const POISONED_DELIVERIES = 2;

/** Uploads a key's versions, perhaps while the previous one is being solved. */
export async function carryOut(
  { key, versions, deleted, objectFault }: UploadPlan,
  cloud: LocalCloud,
  random: Random,
  faults: Faults,
) {
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
  if (!deleted) return;
  await sleep(random.between(0, MAX_PAUSE));
  await cloud.s3.send(new DeleteObjectCommand(object));
}
