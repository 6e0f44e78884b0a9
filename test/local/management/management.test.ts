import { fileURLToPath } from 'node:url';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import {
  ListMessageMoveTasksCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalCloud } from '../../../local/cloud.ts';
import { TEMPLATE } from '../fixtures/assembly/template.ts';

const ASSEMBLY = {
  stackName: 'Fixture',
  template: { ...TEMPLATE, Outputs: { ...TEMPLATE.Outputs, LogGroupName: { Value: 'logs' } } },
  assetDirectory: (key: string) =>
    fileURLToPath(new URL(`../fixtures/assembly/${key.replace('.zip', '')}`, import.meta.url)),
};

let cloud: LocalCloud;
const config = (accessKeyId = 'client') => ({
  endpoint: cloud.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'local' },
});

beforeAll(async () => {
  cloud = await LocalCloud.start(ASSEMBLY, { callers: new Map([['nobody', []]]) });
});
afterAll(() => cloud.close());

describe('DescribeStacks', () => {
  const describeStack = (StackName: string, caller?: string) =>
    new CloudFormationClient(config(caller)).send(new DescribeStacksCommand({ StackName }));

  test('returns the outputs of the stack', async () => {
    const { Stacks } = await describeStack('Fixture');
    expect(Stacks).toMatchObject([{ StackName: 'Fixture', StackStatus: 'CREATE_COMPLETE' }]);
    expect(Stacks![0]!.Outputs).toContainEqual({
      OutputKey: 'InputBucket',
      OutputValue: cloud.output('InputBucket'),
    });
  });

  test('refuses other stacks', async () => {
    await expect(describeStack('Other')).rejects.toThrow(/Stack with id "?Other"? does not exist/);
  });

  test('requires a permission of the caller', async () => {
    await expect(describeStack('Fixture', 'nobody')).rejects.toThrow(
      /nobody is not authorized to perform: cloudformation:DescribeStacks on resource: arn:aws:cloudformation:.*Fixture/,
    );
  });
});

describe('FilterLogEvents', () => {
  const filter = (input: object) =>
    new CloudWatchLogsClient(config()).send(new FilterLogEventsCommand({ logGroupName: 'logs', ...input }));
  const send = (message: object) =>
    cloud.sqs.send(
      new SendMessageCommand({ QueueUrl: cloud.output('ChunksUrl'), MessageBody: JSON.stringify(message) }),
    );

  test('returns lines page by page, in their order', async () => {
    await send({ id: 'one' });
    await send({ id: 'two' });
    await expect.poll(async () => (await filter({})).events?.length).toBeGreaterThanOrEqual(2);
    const first = await filter({ limit: 1 });
    const second = await filter({ limit: 1, nextToken: first.nextToken });
    expect(first.events![0]!.timestamp).toBeLessThanOrEqual(second.events![0]!.timestamp!);
    expect(first.events).not.toEqual(second.events);
  });

  test('filters by pattern and time', async () => {
    expect((await filter({ filterPattern: '{ $.key = "a*" }' })).events).toEqual([]);
    expect((await filter({ startTime: Date.now() + 60_000 })).events).toEqual([]);
  });

  test('refuses unsupported patterns and unknown groups', async () => {
    await expect(filter({ filterPattern: 'ERROR' })).rejects.toThrow('patterns such as');
    await expect(filter({ logGroupName: 'x' })).rejects.toThrow('log group does not exist');
  });
});

describe('GetMetricData', () => {
  const value = async (Namespace: string, MetricName: string, dimension: string) => {
    const { MetricDataResults } = await new CloudWatchClient(config()).send(
      new GetMetricDataCommand({
        StartTime: new Date(Date.now() - 3_600_000),
        EndTime: new Date(),
        MetricDataQueries: [
          {
            Id: 'm1',
            MetricStat: {
              Metric: { Namespace, MetricName, Dimensions: [{ Name: 'x', Value: dimension }] },
              Period: 60,
              Stat: 'Maximum',
            },
          },
        ],
      }),
    );
    return MetricDataResults![0]!.Values![0];
  };

  test('returns the age of the oldest message of a queue', async () => {
    const dead = cloud.plan.queues[0]!;
    expect(await value('AWS/SQS', 'ApproximateAgeOfOldestMessage', dead.name)).toBe(0);
    await cloud.sqs.send(new SendMessageCommand({ QueueUrl: dead.url, MessageBody: 'old' }));
    await expect.poll(() => value('AWS/SQS', 'ApproximateAgeOfOldestMessage', dead.name)).toBeGreaterThan(0);
  });

  test('refuses unsupported metrics of AWS', async () => {
    await expect(value('AWS/EC2', 'CPUUtilization', 'x')).rejects.toThrow('AWS/EC2/CPUUtilization');
  });
});

describe('message moves', () => {
  test('move dead letters back to their queue, and count them', async () => {
    const [dead, uploads] = cloud.plan.queues;
    const sqs = new SQSClient(config());
    const MessageBody = JSON.stringify({ id: 'back' });
    await sqs.send(new SendMessageCommand({ QueueUrl: dead!.url, MessageBody }));
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: dead!.arn }));
    const tasks = async () =>
      (await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: dead!.arn }))).Results;
    await expect.poll(tasks).toMatchObject([{ Status: 'COMPLETED', SourceArn: dead!.arn }]);
    expect((await tasks())![0]!.ApproximateNumberOfMessagesMoved).toBeGreaterThan(0);
    await expect(sqs.send(new StartMessageMoveTaskCommand({ SourceArn: uploads!.arn }))).rejects.toThrow(
      'expected SourceArn of a dead-letter queue',
    );
  });
});
