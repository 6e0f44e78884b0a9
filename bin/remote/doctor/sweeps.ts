// The sweeps of a pipeline: the last one in its log, one on request, and the idle jobs that the next one would go on with.
import { setTimeout } from 'node:timers/promises';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { SWEEP_MESSAGE } from '../../../core/options/sweep-message.ts';
import { STALLED_AFTER } from '../../../lambda/assemble/assemble.ts';
import { objectCalls } from '../../../lambda/aws/objects.ts';
import { alarmClock } from '../../../lambda/invocation/time.ts';
import {
  findQuietJob,
  IDLE_AFTER,
  jobPages,
  type QuietJob,
  type Swept,
} from '../../../lambda/sweep/sweep.ts';
import type { Clients } from '../clients.ts';
import type { DeployedPipeline } from '../stack.ts';
import { stackStatus } from '../stack-status.ts';

/** A line of the function about a sweep. */
export interface LoggedSweep extends Swept {
  /** of the function */
  readonly version: string;
  /** when it was logged, in milliseconds since 1970 */
  readonly at: number;
}

/** Requests for one search: CloudWatch searches about a megabyte of the log for each. */
const MAX_PAGES = 50;

/**
 * The last sweep in the log since a time, in milliseconds since 1970.
 * @returns `isComplete`: whether all of that was searched
 */
export async function lastSweep(
  { logs }: Clients,
  { logGroupName }: DeployedPipeline,
  startTime: number,
): Promise<{ last: LoggedSweep | undefined; isComplete: boolean }> {
  let last: LoggedSweep | undefined;
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const filterPattern = '{ $.message = "swept" }';
    const found = await logs.send(
      new FilterLogEventsCommand({ logGroupName, startTime, filterPattern, nextToken }),
    );
    for (const { timestamp: at = 0, message = '' } of found.events ?? []) {
      const { version, jobs, quiet, aborted, sentAgain } = JSON.parse(message) as LoggedSweep;
      if (!last || last.at <= at) last = { version, jobs, quiet, aborted, sentAgain, at };
    }
    nextToken = found.nextToken;
    if (nextToken === undefined) return { last, isComplete: true };
  }
  return { last, isComplete: false };
}

/** Milliseconds between two looks at the log, and how many there are. */
const INTERVAL = 1000;
const LOOKS = 60;

/** Requests a sweep, and waits for its line. @returns undefined if it has not come within a minute */
export async function sweepNow(
  clients: Clients,
  pipeline: DeployedPipeline,
): Promise<LoggedSweep | undefined> {
  const before = await lastSweep(clients, pipeline, Date.now() - INTERVAL);
  const begun = Date.now();
  await clients.sqs.send(
    new SendMessageCommand({ QueueUrl: pipeline.chunksQueueUrl, MessageBody: SWEEP_MESSAGE }),
  );
  for (let looks = 0; looks < LOOKS; looks++) {
    await setTimeout(INTERVAL);
    const { last } = await lastSweep(clients, pipeline, begun);
    if (last && last.at > (before.last?.at ?? 0)) return last;
  }
  return undefined;
}

/**
 * The jobs whose messages are lost, as far as the age of the oldest message shows it: a LIST for each open job, and a few requests
 * for each that is quiet.
 */
export async function* idleJobs(
  clients: Clients,
  pipeline: DeployedPipeline,
): AsyncGenerator<QuietJob, void, undefined> {
  const { queues } = await stackStatus(clients, pipeline);
  const { waiting, inFlight, oldestAge = Number.POSITIVE_INFINITY } = queues.find(isOfChunks)!;
  const never = Number.POSITIVE_INFINITY;
  const context = {
    cloud: objectCalls(clients.s3),
    settings: pipeline,
    ...{ alarm: alarmClock, deadline: never, end: never },
  };
  const least = waiting + inFlight === 0 ? STALLED_AFTER : Math.max(IDLE_AFTER, oldestAge * 1000);
  for await (const names of jobPages(context)) {
    for (const name of names) {
      const job = await findQuietJob(context, name, least);
      if (job) yield job;
    }
  }
}

export const isOfChunks = ({ name }: { readonly name: string }): boolean => name === 'chunks';
