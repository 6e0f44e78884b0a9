import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { LocalCloud } from '../../local/cloud.ts';
import type { Faults, ObjectFault } from '../../local/faults/faults.ts';
import { checkLeftovers, checkUpload } from './check.ts';
import { content, type Kind, SMALL_KINDS } from './contents.ts';
import { expectations } from './expectation.ts';
import { quiet } from './quiet.ts';
import type { Random } from './random.ts';
import { carryOut, type UploadPlan } from './upload.ts';

export interface SoakOptions {
  readonly cloud: LocalCloud;
  readonly faults: Faults;
  readonly random: Random;
  /** keys in a round */
  readonly uploads: number;
  /** kinds that each round has one of, besides the small ones */
  readonly large: readonly Kind[];
  /** seconds until a round must be over */
  readonly patience: number;
}

export interface Round {
  readonly uploads: number;
  readonly bytes: number;
  /** what was wrong; empty if all went well */
  readonly wrong: readonly string[];
}

/** Keys with all that is hard to encode. */
const NAMES = ['puzzles', 'a b', '1+1=2', 'ünï/数独', '100%', "it's (new)", 'a&b', '~tilde', 'x'.repeat(200)];

/** Kinds that give their files names of different endings. */
const MANY_ENDINGS: readonly Kind[] = ['example', 'records'];

/** Of the first uploads of a round, each of which has one version. */
const TROUBLES: readonly (ObjectFault | undefined)[] = ['poisoned', 'archived', 'keyDenied'];

/** Sends files of all shapes, some of them overwritten or deleted while they are solved, and checks all when it is quiet. */
export async function soakRound(
  { cloud, faults, random, uploads, large, patience }: SoakOptions,
  number: number,
): Promise<Round> {
  const plans = await planRound(random, uploads, large, number);
  const sent = plans.map((plan) => carryOut(plan, cloud, random, faults));
  await Promise.all([...sent, expireWork(cloud, random)]);
  await quiet(cloud, patience);
  const wrong = await Promise.all(plans.map((plan) => checkUpload(cloud, plan)));
  const leftovers = await checkLeftovers(cloud);
  await cleanUp(cloud, plans);
  const versions = plans.flatMap((plan) => plan.versions);
  const bytes = versions.reduce((sum, version) => sum + version.content.bytes.length, 0);
  return { uploads: versions.length, bytes, wrong: [...wrong.flat(), ...leftovers] };
}

async function planRound(
  random: Random,
  uploads: number,
  large: readonly Kind[],
  round: number,
): Promise<UploadPlan[]> {
  const kinds = [...Array.from({ length: uploads }, () => random.pick(SMALL_KINDS)), ...large];
  const contents = kinds.map((kind, i) => {
    if (TROUBLES[i]) return [content(kind, random)];
    const versions = [content(kind, random)];
    // of the same kind, so that the name's ending stays right
    if (random.chance(15) && !MANY_ENDINGS.includes(kind)) versions.push(content(kind, random));
    // the very same bytes again
    if (random.chance(5)) versions.push(versions[0]!);
    return versions;
  });
  const expected = (await expectations(contents.flat())).values();
  return contents.map((versions, i) => ({
    key: `${round}/${i} ${random.pick(NAMES)}${versions[0]!.ending}`,
    versions: versions.map((each) => {
      const { report, result } = expected.next().value!;
      return { report, result: each.solved ?? result, content: each, etag: '' };
    }),
    deleted: !TROUBLES[i] && random.chance(8),
    trouble: TROUBLES[i],
  }));
}

/** Lets all work expire at some moment, as if a message had been redriven twice in the meantime. */
async function expireWork(cloud: LocalCloud, random: Random): Promise<void> {
  await sleep(random.between(2000, 8000));
  const Bucket = cloud.output('WorkBucketName');
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket }));
  if (Contents.length === 0) return;
  const Objects = Contents.map(({ Key }) => ({ Key: Key! }));
  await cloud.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
}

/** Objects live in memory: those of a round that is over make room for the next. */
async function cleanUp(cloud: LocalCloud, plans: readonly UploadPlan[]): Promise<void> {
  const remove = async (Bucket: string, keys: readonly string[]) => {
    for (let i = 0; i < keys.length; i += 1000) {
      const Objects = keys.slice(i, i + 1000).map((Key) => ({ Key }));
      await cloud.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    }
  };
  const keys = plans.map(({ key }) => key);
  await remove(cloud.output('UploadBucketName'), keys);
  await remove(cloud.output('OutputBucketName'), [...keys, ...keys.map((key) => `${key}${REPORT_SUFFIX}`)]);
}
