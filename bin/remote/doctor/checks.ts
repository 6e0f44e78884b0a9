// What can be wrong with a deployed pipeline: each check asks for evidence, in its settings, its log or its metrics.
import { GetMetricDataCommand, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { GetAccountSettingsCommand, paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import { GetBucketNotificationConfigurationCommand } from '@aws-sdk/client-s3';
import project from '../../../package.json' with { type: 'json' };
import { countText, number, secondsText } from '../../cli/terminal.ts';
import type { Clients } from '../clients.ts';
import type { DeployedPipeline } from '../stack.ts';
import { queueCounts, stackStatus } from '../stack-status.ts';
import { idleJobs, isOfChunks, lastSweep } from './sweeps.ts';

/** Something that is wrong, or cannot be known yet. */
export interface Finding {
  readonly problem: string;
  /** later: all may be as it should; denied: not checked, as a request was refused */
  readonly state?: 'later' | 'denied';
  /** how to mend it */
  readonly advice: string;
}

/** @returns nothing if all is well @throws errors of AWS */
type Check = (clients: Clients, pipeline: DeployedPipeline) => Promise<Finding[]>;

const HOUR = 3_600_000;

/** Milliseconds within which there is a sweep, by a schedule of one an hour. */
const SWEPT_WITHIN = 2 * HOUR;

/** Seconds that a message may be old. */
const OLD = 3600;

/** All checks by their names. */
export const CHECKS: Readonly<Record<string, Check>> = {
  'events of uploads': async (clients, pipeline) => {
    const { arn } = await queueCounts(clients.sqs, pipeline.uploadsQueueUrl);
    const sources = pipeline.sourceBuckets.split(',').filter(Boolean);
    const findings = [...new Set([pipeline.uploadBucket, ...sources])].map((bucket) =>
      eventsOf(clients, pipeline, bucket, arn),
    );
    return (await Promise.all(findings)).flat();
  },

  // that it has come also shows that the schedule, the queue, the mapping and the function work
  'hourly sweep': async (clients, pipeline) => {
    const { last: swept, isComplete } = await lastSweep(clients, pipeline, Date.now() - SWEPT_WITHIN);
    if (!swept) {
      const { oldestAge = 0 } = (await stackStatus(clients, pipeline)).queues.find(isOfChunks)!;
      const isNew = Date.now() - pipeline.changed < SWEPT_WITHIN;
      const mayBeWell =
        (isNew && 'there was none yet since the stack was deployed; there is one every hour') ||
        (!isComplete && 'its line is not in the part of the log that was searched, of the last two hours') ||
        (oldestAge > OLD && 'its message waits in the chunks queue, behind others');
      if (mayBeWell) {
        return [{ problem: mayBeWell, state: 'later', advice: 'sudoku doctor --fix requests one' }];
      }
      return [
        {
          problem: 'there was none in the last two hours: messages may be lost and nobody notices',
          advice: `check that its schedule and the mapping of ${pipeline.functionName} to the chunks queue are enabled; sudoku doctor --fix requests a sweep`,
        },
      ];
    }
    const { version } = project;
    if (swept.version === version) return [];
    return [
      {
        problem: `the function is of version ${swept.version}, this command of ${version}`,
        advice: `deploy again, or use npx sudoku-batch@${swept.version}`,
      },
    ];
  },

  concurrency: async ({ functions }, { functionName: FunctionName }) => {
    const { AccountLimit } = await functions.send(new GetAccountSettingsCommand({}));
    const findings: Finding[] = [];
    let sum = 0;
    for await (const page of paginateListEventSourceMappings({ client: functions }, { FunctionName })) {
      for (const { EventSourceArn = '', State, ScalingConfig } of page.EventSourceMappings ?? []) {
        sum += ScalingConfig?.MaximumConcurrency ?? 0;
        if (State !== 'Disabled') continue;
        findings.push({
          problem: `the function does not take the messages of ${EventSourceArn.split(':').at(-1)}: their mapping is disabled`,
          advice: 'enable it in the console of the function, under Configuration, Triggers',
        });
      }
    }
    const quota = AccountLimit?.ConcurrentExecutions ?? 0;
    if (quota < sum) {
      findings.push({
        problem: `the pipeline runs up to ${number(sum)} functions at once, and the account may run ${number(quota)} in this region`,
        advice:
          'raise the quota "Concurrent executions" of Lambda, or lower uploadConcurrency and chunkConcurrency',
      });
    }
    return findings;
  },

  alarms: async ({ metrics }, pipeline) => {
    const names = namesIn(pipeline);
    const findings: Finding[] = [];
    const input = { AlarmNamePrefix: `${pipeline.stackName}-`, StateValue: 'ALARM' } as const;
    for await (const { MetricAlarms = [] } of paginateDescribeAlarms({ client: metrics }, input)) {
      for (const { AlarmName, AlarmDescription, Dimensions = [] } of MetricAlarms) {
        // others in the stack are of its owner
        if (!Dimensions.some(({ Value = '' }) => names.has(Value))) continue;
        findings.push({
          problem: `${AlarmName} is on: ${AlarmDescription}`,
          advice: 'docs/operate.md says for each alarm what to do',
        });
      }
    }
    return findings;
  },

  'files in progress': async (clients, pipeline) => {
    const findings: Finding[] = [];
    for await (const { upload, since } of idleJobs(clients, pipeline)) {
      findings.push({
        problem: `nothing has worked on ${upload.key} for ${secondsText((Date.now() - since) / 1000)}`,
        advice: 'the next sweep goes on with it, or reports it as failed; sudoku doctor --fix does so now',
      });
    }
    return findings;
  },

  messages: async (clients, pipeline) => {
    const { queues } = await stackStatus(clients, pipeline);
    return queues.flatMap(({ name, deadLetters, oldestAge = 0 }) => [
      ...(deadLetters > 0
        ? [
            {
              problem: `${countText(deadLetters, 'dead letter')} of the ${name} queue`,
              advice: 'sudoku redrive --dry-run shows the reasons; mend them, then sudoku redrive',
            },
          ]
        : []),
      ...(oldestAge > OLD
        ? [
            {
              problem: `the oldest message of the ${name} queue is ${secondsText(oldestAge)} old`,
              advice: `a backlog, or too little concurrency: raise ${name === 'uploads' ? 'uploadConcurrency' : 'chunkConcurrency'}, or the quota of the account`,
            },
          ]
        : []),
    ]);
  },

  'function, last day': async (clients, pipeline) => {
    const counts = await sumsOfDay(clients, pipeline);
    return COUNTED.flatMap(({ name, problem, advice }) => {
      const count = counts.get(name) ?? 0;
      return count > 0 ? [{ problem: `${number(count)} ${problem}`, advice }] : [];
    });
  },

  'permissions, last day': async (clients, { logGroupName }) => {
    const denied = new Map<string, number>();
    for (const outcome of ['failed', 'rejected']) {
      for await (const reason of reasonsOf(clients, logGroupName, outcome)) {
        if (DENIED.test(reason)) denied.set(reason, (denied.get(reason) ?? 0) + 1);
      }
    }
    return [...denied].slice(0, MAX_REASONS).map(([reason, count]) => ({
      problem: `${countText(count, 'denied request')}: ${reason}`,
      advice:
        'allow it to the role of the function: in the policy of the bucket, and of its KMS key, which addSource cannot change',
    }));
  },
};

/** The names that the metrics of a pipeline have as dimensions. */
const namesIn = (pipeline: DeployedPipeline): ReadonlySet<string | undefined> =>
  new Set([
    ...[pipeline.functionName, pipeline.serviceName],
    ...[pipeline.uploadsQueueUrl, pipeline.uploadsDeadLettersUrl].map((url) => url.split('/').at(-1)),
    ...[pipeline.chunksQueueUrl, pipeline.chunksDeadLettersUrl].map((url) => url.split('/').at(-1)),
  ]);

/** Whether a bucket sends the events of its uploads to the pipeline: to its queue, or to EventBridge for a rule. */
async function eventsOf(
  { s3 }: Clients,
  { uploadBucket, uploadPrefix, uploadSuffix }: DeployedPipeline,
  Bucket: string,
  queueArn: string,
): Promise<Finding[]> {
  const { QueueConfigurations = [], EventBridgeConfiguration } = await s3.send(
    new GetBucketNotificationConfigurationCommand({ Bucket }),
  );
  if (EventBridgeConfiguration) return [];
  const isOwn = Bucket === uploadBucket;
  const ours = QueueConfigurations.filter((each) => each.QueueArn === queueArn);
  const isComplete = ours.some(({ Events = [], Filter }) => {
    const rules = Filter?.Key?.FilterRules ?? [];
    const ruleOf = (name: string) => rules.find(({ Name }) => Name?.toLowerCase() === name)?.Value ?? '';
    return (
      Events.includes('s3:ObjectCreated:*') &&
      uploadPrefix.startsWith(ruleOf('prefix')) &&
      uploadSuffix.endsWith(ruleOf('suffix'))
    );
  });
  if (isOwn && isComplete) return [];
  const problem = `s3://${Bucket} sends its events neither to EventBridge nor${ours.length > 0 ? ', all of them,' : ''} to the uploads queue: new files are not solved`;
  const advice = isOwn
    ? 'somebody has changed its notifications: deploy the stack again, with another setting first if CloudFormation sees no change; then sudoku backfill'
    : `switch on "Amazon EventBridge" in the properties of the bucket; then sudoku backfill s3://${Bucket}/`;
  return [{ problem, advice }];
}

/** Metrics that are zero if all is well. */
const COUNTED = [
  {
    name: 'Errors',
    problem: 'invocations crashed or ran into their time limit',
    advice: 'see the log of the function; files that fail are no such errors',
  },
  {
    name: 'Throttles',
    problem: 'invocations were throttled',
    advice:
      'raise the quota "Concurrent executions" of the account, or lower uploadConcurrency and chunkConcurrency',
  },
  {
    name: 'InternalErrors',
    problem: 'records or files were lost to defects of sudoku-batch',
    advice: 'the log and the reports have the reasons: please report them',
  },
  {
    name: 'UploadsRefused',
    problem: 'uploads of no source were refused',
    advice:
      'another bucket sends its events to the uploads queue: make it a source with addSource, or remove its notification',
  },
  {
    name: 'JobsStalled',
    problem: 'files were found on which nothing worked any more',
    advice: 'the sweep went on with them; see the log for lost messages (stalled, stuck)',
  },
] as const;

/** The sums of {@link COUNTED} over the last day. */
async function sumsOfDay(
  { metrics }: Clients,
  { functionName, serviceName }: DeployedPipeline,
): Promise<Map<string, number>> {
  const now = Date.now();
  const { MetricDataResults = [] } = await metrics.send(
    new GetMetricDataCommand({
      StartTime: new Date(now - 24 * HOUR),
      EndTime: new Date(now),
      MetricDataQueries: COUNTED.map(({ name: MetricName }) => {
        const isOfLambda = MetricName === 'Errors' || MetricName === 'Throttles';
        const Dimensions = [
          isOfLambda
            ? { Name: 'FunctionName', Value: functionName }
            : { Name: 'service', Value: serviceName },
        ];
        const Metric = { Namespace: isOfLambda ? 'AWS/Lambda' : 'SudokuBatch', MetricName, Dimensions };
        return { Id: MetricName.toLowerCase(), MetricStat: { Metric, Period: OLD, Stat: 'Sum' } };
      }),
    }),
  );
  const sums = new Map(
    MetricDataResults.map(({ Id = '', Values = [] }) => [Id, Values.reduce((a, b) => a + b, 0)]),
  );
  return new Map(COUNTED.map(({ name }) => [name, sums.get(name.toLowerCase()) ?? 0]));
}

/** Reasons of a kind that are listed. */
const MAX_REASONS = 3;

/** Requests for one search: CloudWatch searches about a megabyte of the log for each. */
const LOG_PAGES = 10;

const DENIED = /AccessDenied|access denied|not authorized|may not be read|kms:|\bdenies\b/i;

/** Why files failed, or were rejected, in the last day. */
async function* reasonsOf(
  { logs }: Clients,
  logGroupName: string,
  outcome: string,
): AsyncGenerator<string, void, undefined> {
  const startTime = Date.now() - 24 * HOUR;
  const filterPattern = `{ $.message = "${outcome}" }`;
  let nextToken: string | undefined;
  for (let page = 0; page < LOG_PAGES; page++) {
    const found = await logs.send(
      new FilterLogEventsCommand({ logGroupName, startTime, filterPattern, nextToken }),
    );
    for (const { message = '{}' } of found.events ?? []) {
      const { reason, error } = JSON.parse(message) as { reason?: string; error?: { message?: string } };
      yield reason ?? error?.message ?? '';
    }
    nextToken = found.nextToken;
    if (nextToken === undefined) return;
  }
}
