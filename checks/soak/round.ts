// One round of the soak test: uploads files, overwrites and deletes some while they are solved, and checks all at the end.
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteObjectsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { LocalCloud } from '../../local/cloud.ts';
import type { Faults, ObjectFault } from '../../local/faults/faults.ts';
import type { Random } from '../shared/random.ts';
import { content, type Kind, SMALL_KINDS } from './contents.ts';
import { expectedOf } from './expected.ts';
import { type ChunkLine, carryOut, type UploadPlan } from './uploads.ts';
import { checkLeftovers, checkUpload } from './verify.ts';

export interface SoakOptions {
  readonly cloud: LocalCloud;
  readonly faults: Faults;
  readonly random: Random;
  /** number of keys */
  readonly uploads: number;
  /** of the function's log, to which the cloud adds */
  readonly lines: readonly ChunkLine[];
  /** kinds of large files, one of each in addition to the small files */
  readonly large: readonly Kind[];
  /** longest time without an invocation that ends while messages are left: a slow machine takes longer for all of them */
  readonly maxIdleSeconds: number;
}

export interface Round {
  readonly uploads: number;
  readonly bytes: number;
  /** chunks of large files, and how often they were written */
  readonly chunks: number;
  readonly chunkResults: number;
  /** faults that were found */
  readonly wrong: readonly string[];
}

/** Keys that are hard to encode. */
const NAMES = ['puzzles', 'a b', '1+1=2', 'ünï/数独', '100%', "it's (new)", 'a&b', '~tilde', 'x'.repeat(200)];

/** Kinds whose files have different endings. */
const MANY_ENDINGS: readonly Kind[] = ['example', 'records'];

/** Faults of the first uploads of a round; each of these uploads has one version. */
const OBJECT_FAULTS: readonly (ObjectFault | undefined)[] = ['poisoned', 'archived', 'keyDenied'];

/** Uploads files of all kinds, overwrites or deletes some while they are solved, and checks all when the queues are empty. */
export async function soakRound(
  { cloud, faults, random, uploads, large, lines, maxIdleSeconds }: SoakOptions,
  number: number,
): Promise<Round> {
  const plans = planRound(random, uploads, large, number);
  const ranges: string[] = [];
  const stop = cloud.onObjectEvent(cloud.output('WorkBucketName'), ({ name, key }) => {
    const [range] = /^.*\/ranges\/[^/]*/.exec(key) ?? [];
    if (range && name.startsWith('ObjectCreated')) ranges.push(range);
  });
  const sent = plans.map((plan) => carryOut(plan, cloud, random, faults, lines));
  await Promise.all([...sent, expireWork(cloud, random)]);
  await emptyQueues(cloud, maxIdleSeconds);
  stop();
  const wrong = await Promise.all(plans.map((plan) => checkUpload(cloud, plan, lines)));
  const leftovers = await checkLeftovers(cloud);
  await cleanUp(cloud, plans);
  const versions = plans.flatMap((plan) => plan.versions);
  const bytes = versions.reduce((sum, version) => sum + version.content.bytes.length, 0);
  const chunks = new Set(ranges).size;
  return {
    ...{ uploads: versions.length, bytes, chunks, chunkResults: ranges.length },
    wrong: [...wrong.flat(), ...leftovers],
  };
}

function planRound(random: Random, uploads: number, large: readonly Kind[], round: number): UploadPlan[] {
  const kinds = [...Array.from({ length: uploads }, () => random.pick(SMALL_KINDS)), ...large];
  const contents = kinds.map((kind, i) => {
    if (OBJECT_FAULTS[i]) return [content(kind, random)];
    const versions = [content(kind, random)];
    // of the same kind, so that the ending of the name remains right
    if (random.chance(15) && !MANY_ENDINGS.includes(kind)) versions.push(content(kind, random));
    // the same bytes again
    if (random.chance(5)) versions.push(versions[0]!);
    return versions;
  });
  const expected = expectedOf(contents.flat()).values();
  return contents.map((versions, i) => ({
    key: `${round}/${i} ${random.pick(NAMES)}${versions[0]!.ending}`,
    versions: versions.map((each) => {
      const { report, result } = expected.next().value!;
      return { report, result: each.solved ?? result, content: each, etag: '' };
    }),
    end: endOf(random, kinds[i]!, OBJECT_FAULTS[i]),
    objectFault: OBJECT_FAULTS[i],
  }));
}

/** A file that is cut into many chunks, and thus ends late, is more often stopped before its end. */
function endOf(random: Random, kind: Kind, objectFault: ObjectFault | undefined): UploadPlan['end'] {
  if (objectFault || !random.chance(kind === 'hugeHard' ? 60 : 8)) return undefined;
  return random.pick(['deleted', 'cancelled']);
}

/** Deletes all objects in the work bucket at a random moment, as if they had expired. */
async function expireWork(cloud: LocalCloud, random: Random): Promise<void> {
  await sleep(random.between(2000, 8000));
  const Bucket = cloud.output('WorkBucketName');
  const { Contents = [] } = await cloud.s3.send(new ListObjectsV2Command({ Bucket }));
  if (Contents.length === 0) return;
  const Objects = Contents.map(({ Key }) => ({ Key: Key! }));
  await cloud.s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
}

/** Deletes the objects of the round, which the local cloud holds in memory. */
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

/** Polls in a row that must find the queues empty. */
const EMPTY_POLLS = 5;
const POLL_MS = 100;

/** Waits until all messages are processed or in the dead letters. @throws Error if no invocation ends for so long */
export async function emptyQueues(cloud: LocalCloud, maxIdleSeconds: number): Promise<void> {
  let [ended, since] = [0, performance.now()];
  for (let polls = 0; polls < EMPTY_POLLS; ) {
    await sleep(POLL_MS);
    const waiting = await messages(cloud);
    // a message is gone before its first delivery ends, if that took so long that a second one has done its work
    const isBusy = cloud.functions.some(({ concurrency }) => concurrency > 0);
    polls = waiting.length === 0 && !isBusy ? polls + 1 : 0;
    const now = cloud.functions.reduce((sum, { usage }) => sum + usage.invocations, 0);
    if (now > ended) [ended, since] = [now, performance.now()];
    if (performance.now() - since > maxIdleSeconds * 1000)
      throw new Error(
        `expected an invocation to end within ${maxIdleSeconds} s, got none, and ${waiting.join('; ') || 'no messages'}`,
      );
  }
}

async function messages(cloud: LocalCloud): Promise<string[]> {
  const counts = await Promise.all(
    cloud.plan.queues
      .filter(({ isDeadLetters }) => !isDeadLetters)
      .map(async ({ url, name }) => {
        const { Attributes } = await cloud.sqs.send(
          new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
        );
        const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: inFlight } =
          Attributes ?? {};
        const delayed = Attributes?.ApproximateNumberOfMessagesDelayed;
        const sum = Number(waiting) + Number(inFlight) + Number(delayed);
        return sum === 0 ? '' : `${name} has ${waiting} waiting, ${inFlight} in flight, ${delayed} delayed`;
      }),
  );
  return counts.filter((text) => text !== '');
}
