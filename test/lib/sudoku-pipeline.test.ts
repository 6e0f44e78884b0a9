import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import { optionPairs, parseOptions } from '../../core/options/option-text.ts';
import { optionNames, type PartialOptions } from '../../core/options/options.ts';
import { parseMessage } from '../../lambda/invocation/message.ts';
import { SudokuPipeline } from '../../lib/index.ts';
import { type Properties, resources, templateOf, testApp, testPipeline } from './pipeline-template.ts';

const template = templateOf(testPipeline().stack);

const [[, solver]] = resources(template, 'AWS::Lambda::Function') as [[string, Properties]];
const mappings = resources(template, 'AWS::Lambda::EventSourceMapping');
const queues = Object.fromEntries(resources(template, 'AWS::SQS::Queue'));
const buckets = resources(template, 'AWS::S3::Bucket');

const queueOf = (mapping: Properties) => queues[mapping.EventSourceArn['Fn::GetAtt'][0]];

describe.each(mappings)('the mapping %s', (_, mapping) => {
  test('hides a message for at least six function timeouts and the batching window', () => {
    const least = 6 * solver.Timeout + (mapping.MaximumBatchingWindowInSeconds ?? 0);
    expect(queueOf(mapping).VisibilityTimeout).toBeGreaterThanOrEqual(least);
  });

  test('moves messages that failed ten times to dead letters, which are retained longer', () => {
    const { RedrivePolicy, MessageRetentionPeriod } = queueOf(mapping);
    expect(RedrivePolicy.maxReceiveCount).toBe(10);
    expect(solver.Environment.Variables.MAX_RECEIVES).toBe('10');
    const deadLetters = queues[RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0]];
    expect(deadLetters.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(deadLetters.MessageRetentionPeriod).toBeGreaterThan(MessageRetentionPeriod);
  });

  test('reports failures of single messages in a batch', () => {
    expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
  });

  test('has its own concurrency', () => {
    expect(mapping.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
  });
});

test('by default, a batch is one receive, so that no file waits for others', () => {
  const batches = (t: typeof template) =>
    resources(t, 'AWS::Lambda::EventSourceMapping').map(
      ([, { BatchSize, MaximumBatchingWindowInSeconds }]) => [BatchSize, MaximumBatchingWindowInSeconds ?? 0],
    );
  expect(batches(template)).toEqual([
    [10, 0],
    [1, 0],
  ]);
  const { stack } = testPipeline({ uploadWindow: Duration.seconds(2) });
  expect(batches(templateOf(stack))).toEqual([
    [100, 2],
    [1, 0],
  ]);
});

test('no function reserves concurrency', () => {
  expect(solver).not.toHaveProperty('ReservedConcurrentExecutions');
});

describe.each(buckets)('the bucket %s', (id, bucket) => {
  test('blocks public access, encrypts and aborts unfinished multipart uploads', () => {
    expect(bucket.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    });
    const rules: Properties[] = bucket.LifecycleConfiguration.Rules;
    expect(rules.some((rule) => rule.AbortIncompleteMultipartUpload)).toBe(true);
  });

  test('requires TLS 1.2 or later', () => {
    const denied = policyStatements('AWS::S3::BucketPolicy', id).filter(({ Effect }) => Effect === 'Deny');
    expect(denied.map(({ Condition }) => Condition)).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
      { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    ]);
    for (const { Action, Principal } of denied) {
      expect(Action).toBe('s3:*');
      expect(Principal).toEqual({ AWS: '*' });
    }
  });
});

test.each(Object.keys(queues))('the queue %s is encrypted and requires TLS', (id) => {
  expect(queues[id].SqsManagedSseEnabled).toBe(true);
  const denied = policyStatements('AWS::SQS::QueuePolicy', id).filter(({ Effect }) => Effect === 'Deny');
  expect(denied).toMatchObject([
    { Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } }, Principal: { AWS: '*' } },
  ]);
});

test('S3 sends every new object to the uploads queue, and may do so for this account only', () => {
  const [id, bucket] = buckets.find(([, { NotificationConfiguration: n }]) => n?.QueueConfigurations)!;
  const [{ Event, Queue }] = bucket.NotificationConfiguration.QueueConfigurations;
  expect(Event).toBe('s3:ObjectCreated:*');
  const queueId = Queue['Fn::GetAtt'][0];
  expect(mappings.map(([, { EventSourceArn }]) => EventSourceArn['Fn::GetAtt'][0])).toContain(queueId);
  const allowed = policyStatements('AWS::SQS::QueuePolicy', queueId).filter(
    ({ Effect }) => Effect === 'Allow',
  );
  expect(allowed).toMatchObject([
    {
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
  // S3 checks its permission when the bucket is created
  const [policyId] = resources(template, 'AWS::SQS::QueuePolicy').find(
    ([, p]) => p.Queues[0].Ref === queueId,
  )!;
  expect(template.toJSON().Resources[id].DependsOn).toContain(policyId);
});

test('the function runs Node 24 on arm64 with one processor and logs JSON', () => {
  expect(solver).toMatchObject({
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    MemorySize: 1769,
    LoggingConfig: { LogFormat: 'JSON' },
  });
});

test('every hour, a message of the sweep is sent to the chunks queue, by a role that can do nothing else', () => {
  const [[, schedule]] = resources(template, 'AWS::Scheduler::Schedule') as [[string, Properties]];
  expect(schedule.ScheduleExpression).toBe('rate(1 hour)');
  expect(schedule).not.toHaveProperty('State');
  const { Arn, RoleArn, Input } = schedule.Target;
  expect(parseMessage(Input)).toEqual({ kind: 'sweep' });
  const role = RoleArn['Fn::GetAtt'][0];
  const { AssumeRolePolicyDocument } = template.toJSON().Resources[role].Properties;
  expect(AssumeRolePolicyDocument.Statement).toEqual([
    {
      Effect: 'Allow',
      Action: 'sts:AssumeRole',
      Principal: { Service: 'scheduler.amazonaws.com' },
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
    },
  ]);
  const policies = resources(template, 'AWS::IAM::Policy').filter(([, { Roles }]) => Roles[0].Ref === role);
  expect(policies.map(([, { PolicyDocument }]) => PolicyDocument.Statement)).toEqual([
    [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: Arn }],
  ]);
  const chunks = mappings.find(([id]) => id.includes('Chunks'))!;
  expect(Arn).toEqual(chunks[1].EventSourceArn);
});

test('there are alarms for dead letters, age, errors, throttles and stalled jobs', () => {
  const metrics = resources(template, 'AWS::CloudWatch::Alarm').map(([, { MetricName }]) => MetricName);
  const count = (name: string) => metrics.filter((metric) => metric === name).length;
  expect(count('ApproximateNumberOfMessagesVisible')).toBe(mappings.length);
  expect(count('ApproximateAgeOfOldestMessage')).toBe(mappings.length);
  expect(count('Errors')).toBe(1);
  expect(count('Throttles')).toBe(1);
  expect(count('JobsStalled')).toBe(1);
  template.resourceCountIs('AWS::CloudWatch::Dashboard', 1);
});

test('by default, data outlives the stack, unless the deployment that created its bucket is rolled back', () => {
  const types = ['AWS::S3::Bucket', 'AWS::S3::BucketPolicy', 'AWS::Logs::LogGroup'];
  const policies = (t: typeof template) =>
    new Set(
      types
        .flatMap((type) =>
          Object.values(t.findResources(type)).map((one) => [one.DeletionPolicy, one.UpdateReplacePolicy]),
        )
        .map(String),
    );
  expect(policies(template)).toEqual(new Set(['RetainExceptOnCreate,Retain']));
  const { stack } = testPipeline({ removalPolicy: RemovalPolicy.DESTROY });
  const destroyed = templateOf(stack);
  expect(policies(destroyed)).toEqual(new Set(['Delete,Delete']));
});

test.each([
  { reason: 'neither', props: {}, call: () => {}, events: false },
  { reason: 'outputEvents', props: { outputEvents: true }, call: () => {}, events: true },
  {
    reason: 'onFileSolved',
    props: {},
    call: (pipeline: SudokuPipeline) => pipeline.onFileSolved('Solved'),
    events: true,
  },
])(
  'the output bucket sends events to EventBridge only with outputEvents or onFileSolved: $reason',
  ({ props, call, events }) => {
    const { stack, pipeline } = testPipeline(props);
    call(pipeline);
    const switched = resources(templateOf(stack), 'AWS::S3::Bucket')
      .filter(([, { NotificationConfiguration: n }]) => n?.EventBridgeConfiguration?.EventBridgeEnabled)
      .map(([id]) => id);
    expect(switched).toEqual(events ? [expect.stringMatching(/OutputBucket/)] : []);
  },
);

test('properties apply to the resources', () => {
  const { stack } = testPipeline({
    variant: 'x',
    solutions: 'unique',
    limit: 5,
    output: 'jsonl',
    explain: true,
    grade: true,
    canonical: true,
    minimal: true,
    puzzle: 'quiz',
    budget: 1000,
    reports: false,
    memorySize: 2048,
    timeout: Duration.seconds(30),
    uploadWindow: Duration.seconds(1),
    uploadConcurrency: 7,
    chunkConcurrency: 8,
    uploadExpiration: Duration.days(30),
    resultExpiration: Duration.days(40),
    dashboard: false,
  });
  const changed = templateOf(stack);
  const [[, changedSolver]] = resources(changed, 'AWS::Lambda::Function') as [[string, Properties]];
  expect(changedSolver).toMatchObject({ MemorySize: 2048, Timeout: 30 });
  const { REPORTS, DEFAULT_OPTIONS } = changedSolver.Environment.Variables;
  expect(REPORTS).toBe('off');
  // there are no pages without reports
  const [[, pages]] = resources(
    templateOf(testPipeline({ htmlReports: true }).stack),
    'AWS::Lambda::Function',
  ) as [[string, Properties]];
  expect(pages.Environment.Variables.HTML_REPORTS).toBe('on');
  const options: PartialOptions = {
    variant: 'x',
    solutions: 'unique',
    limit: 5,
    output: 'jsonl',
    explain: true,
    grade: true,
    canonical: true,
    minimal: true,
    puzzle: 'quiz',
    budget: 1000,
  };
  expect(JSON.parse(DEFAULT_OPTIONS)).toEqual(options);
  expect(parseOptions(optionPairs(JSON.parse(DEFAULT_OPTIONS)), 'stack')).toEqual(options);
  expect(Object.keys(options)).toEqual(optionNames('stack'));
  changed.hasResourceProperties('AWS::SQS::Queue', { VisibilityTimeout: 181 });
  changed.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    ScalingConfig: { MaximumConcurrency: 7 },
  });
  for (const days of [30, 40]) {
    changed.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: { Rules: Match.arrayWith([Match.objectLike({ ExpirationInDays: days })]) },
    });
  }
  changed.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
});

test('every bucket writes its access logs to accessLogsBucket', () => {
  const stack = new Stack(testApp(), 'Test');
  const accessLogsBucket = new Bucket(stack, 'AccessLogs');
  new SudokuPipeline(stack, 'Pipeline', { accessLogsBucket });
  const ours = resources(templateOf(stack), 'AWS::S3::Bucket').filter(([id]) => id.startsWith('Pipeline'));
  expect(ours).toHaveLength(buckets.length);
  for (const [, { LoggingConfiguration }] of ours) {
    expect(LoggingConfiguration.DestinationBucketName).toEqual(stack.resolve(accessLogsBucket.bucketName));
  }
});

/** Statements of the policy of a bucket or queue. */
function policyStatements(type: string, id: string): Properties[] {
  return resources(template, type)
    .filter(([, { Bucket, Queues }]) => (Bucket?.Ref ?? Queues[0].Ref) === id)
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}
