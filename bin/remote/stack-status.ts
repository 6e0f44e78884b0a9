// The status of a stack: messages in its queues, functions at work, puzzles of the last hour, and stalled uploads.
import { GetMetricDataCommand, type MetricDataQuery } from '@aws-sdk/client-cloudwatch';
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { visible } from '../../core/formats/shared/bytes.ts';
import { number, secondsText } from '../cli/terminal.ts';
import type { Clients } from './clients.ts';
import { dollarsText, functionDollars } from './cost-estimate.ts';
import { stalledJobs } from './jobs.ts';
import type { DeployedPipeline } from './stack.ts';

/** A queue and its messages. Counts are SQS's approximations. */
interface QueueStatus {
  readonly name: 'uploads' | 'chunks';
  readonly waiting: number;
  readonly inFlight: number;
  /** seconds; undefined if the queue is empty or CloudWatch has no value yet */
  readonly oldestAge: number | undefined;
  readonly deadLetters: number;
}

export interface StackStatus {
  readonly queues: readonly QueueStatus[];
  /** undefined if CloudWatch has no recent value */
  readonly functionsAtWork: number | undefined;
  readonly puzzlesLastHour: number;
  /** Cost of the functions in the last hour, in dollars; undefined for the stack of an earlier version. */
  readonly dollarsLastHour: number | undefined;
  /** keys of uploads whose chunks are all solved and that nobody assembles; not sought while the chunks queue is at work */
  readonly stalled: readonly string[];
}

const HOUR = 3600;
/** Maximum age of a value, in seconds. CloudWatch has the metrics of SQS and Lambda after a few minutes. */
const RECENT = 600;

/**
 * The status of a stack, in four requests to SQS and one to CloudWatch. Open jobs without a message in the chunks queue are
 * suspicious: they cost a request or two each.
 */
export async function stackStatus(clients: Clients, pipeline: DeployedPipeline): Promise<StackStatus> {
  const { uploadsQueueUrl, uploadsDeadLettersUrl, chunksQueueUrl, chunksDeadLettersUrl } = pipeline;
  const { sqs } = clients;
  const [uploads, uploadsDead, chunks, chunksDead, metrics] = await Promise.all([
    queueCounts(sqs, uploadsQueueUrl),
    queueCounts(sqs, uploadsDeadLettersUrl),
    queueCounts(sqs, chunksQueueUrl),
    queueCounts(sqs, chunksDeadLettersUrl),
    metricsOf(clients, pipeline),
  ]);
  const queue = (
    name: QueueStatus['name'],
    { waiting, inFlight }: QueueCounts,
    dead: QueueCounts,
    age: number | undefined,
  ): QueueStatus => ({
    name,
    waiting,
    inFlight,
    oldestAge: waiting + inFlight > 0 ? age : undefined,
    deadLetters: dead.waiting + dead.inFlight,
  });
  const isIdle = chunks.waiting + chunks.inFlight === 0;
  const stalled = isIdle ? await stalledJobs(clients.s3, pipeline.workBucket) : [];
  return {
    queues: [
      queue('uploads', uploads, uploadsDead, metrics.uploadsAge),
      queue('chunks', chunks, chunksDead, metrics.chunksAge),
    ],
    functionsAtWork: metrics.functions,
    puzzlesLastHour: metrics.puzzles ?? 0,
    dollarsLastHour:
      pipeline.memorySize === ''
        ? undefined
        : functionDollars(
            (metrics.duration ?? 0) / 1000,
            metrics.invocations ?? 0,
            Number(pipeline.memorySize),
          ),
    stalled: stalled.map(({ upload }) => upload.key),
  };
}

/** Messages of a queue, by SQS's approximations. */
export interface QueueCounts {
  readonly arn: string;
  readonly waiting: number;
  /** received by someone, and invisible to others */
  readonly inFlight: number;
}

export async function queueCounts(sqs: SQSClient, QueueUrl: string): Promise<QueueCounts> {
  const counts = [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesDelayed',
    'ApproximateNumberOfMessagesNotVisible',
  ] as const;
  const AttributeNames = ['QueueArn' as const, ...counts];
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  const [visible, delayed, inFlight] = counts.map((name) => Number(Attributes[name] ?? 0));
  return { arn: Attributes.QueueArn ?? '', waiting: visible! + delayed!, inFlight: inFlight! };
}

async function metricsOf(
  { metrics }: Clients,
  { uploadsQueueUrl, chunksQueueUrl, functionName, serviceName }: DeployedPipeline,
): Promise<Partial<Record<string, number>>> {
  const now = Date.now();
  const { MetricDataResults = [] } = await metrics.send(
    new GetMetricDataCommand({
      StartTime: new Date(now - HOUR * 1000),
      EndTime: new Date(now),
      MetricDataQueries: [
        metric(
          'uploadsAge',
          'AWS/SQS',
          'ApproximateAgeOfOldestMessage',
          'QueueName',
          queueName(uploadsQueueUrl),
        ),
        metric(
          'chunksAge',
          'AWS/SQS',
          'ApproximateAgeOfOldestMessage',
          'QueueName',
          queueName(chunksQueueUrl),
        ),
        metric('functions', 'AWS/Lambda', 'ConcurrentExecutions', 'FunctionName', functionName),
        metric('duration', 'AWS/Lambda', 'Duration', 'FunctionName', functionName, HOUR),
        metric('invocations', 'AWS/Lambda', 'Invocations', 'FunctionName', functionName, HOUR),
        metric('puzzles', 'SudokuBatch', 'PuzzlesSolved', 'service', serviceName, HOUR),
      ],
    }),
  );
  return Object.fromEntries(
    MetricDataResults.map(({ Id = '', Values = [], Timestamps = [] }) => {
      // the newest value is first
      const isSum = SUMS.includes(Id);
      const isRecent = isSum || now - Number(Timestamps[0] ?? 0) < RECENT * 1000;
      return [Id, isSum ? Values.reduce((a, b) => a + b, 0) : isRecent ? Values[0] : undefined];
    }),
  );
}

/** Queries that are summed over the hour. */
const SUMS: readonly string[] = ['duration', 'invocations', 'puzzles'];

function metric(
  Id: string,
  Namespace: string,
  MetricName: string,
  Name: string,
  Value: string,
  Period = 60,
): MetricDataQuery {
  const Stat = SUMS.includes(Id) ? 'Sum' : 'Maximum';
  const Metric = { Namespace, MetricName, Dimensions: [{ Name, Value }] };
  return { Id, MetricStat: { Metric, Period, Stat } };
}

/** Names in a line; the rest is counted. */
const NAMED = 3;

function shortList(keys: readonly string[]): string {
  const more = keys.length - NAMED;
  return keys.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${number(more)} more` : '');
}

function queueName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The status of a stack as lines of text. */
export function describeStack(
  name: string,
  { queues, functionsAtWork, puzzlesLastHour, dollarsLastHour, stalled }: StackStatus,
): string {
  const columns = ['waiting', 'in flight', 'oldest', 'dead letters'];
  const line = (title: string, cells: readonly string[]) =>
    `${title.padEnd(Math.max(name.length, 8))}${cells.map((cell, i) => cell.padStart(columns[i]!.length + 3)).join('')}`;
  return [
    line(name, columns),
    ...queues.map(({ name, waiting, inFlight, oldestAge, deadLetters }) =>
      line(name, [
        number(waiting),
        number(inFlight),
        oldestAge === undefined ? '-' : secondsText(oldestAge),
        number(deadLetters),
      ]),
    ),
    `running functions: ${functionsAtWork === undefined ? 'unknown' : number(functionsAtWork)} · puzzles solved in the last hour: ${number(puzzlesLastHour)}${dollarsLastHour === undefined ? '' : ` · functions: ${dollarsText(dollarsLastHour)}`}`,
    ...(stalled.length > 0 ? [`stalled, run sudoku redrive: ${visible(shortList(stalled))}`] : []),
  ].join('\n');
}
