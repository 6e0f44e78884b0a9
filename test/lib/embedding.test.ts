import { Match } from 'aws-cdk-lib/assertions';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventType } from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { type Properties, resources, templateOf, testPipeline } from './pipeline-template.ts';

test('grantUpload allows only writing files', () => {
  const { stack, pipeline } = testPipeline();
  const role = new Role(stack, 'Uploader', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantUpload(role);
  expect(statementsOf(templateOf(stack), /^UploaderDefaultPolicy/)).toEqual([
    {
      Effect: 'Allow',
      Action: ['s3:AbortMultipartUpload', 's3:PutObject'],
      Resource: {
        'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.stringMatching(/UploadBucket/), 'Arn'] }, '/*']],
      },
    },
  ]);
});

test('grantRead allows only listing and reading results', () => {
  const { stack, pipeline } = testPipeline();
  const role = new Role(stack, 'Reader', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantRead(role);
  const bucket = { 'Fn::GetAtt': [expect.stringMatching(/OutputBucket/), 'Arn'] };
  expect(statementsOf(templateOf(stack), /^ReaderDefaultPolicy/)).toEqual([
    { Effect: 'Allow', Action: 's3:GetObject', Resource: { 'Fn::Join': ['', [bucket, '/*']] } },
    { Effect: 'Allow', Action: 's3:ListBucket', Resource: bucket },
  ]);
});

test.each([
  { reports: true, signal: 'report', object: { key: [{ suffix: '.report.json' }] } },
  { reports: false, signal: 'result', object: undefined },
])('onFileSolved runs its target on each $signal', ({ reports, object }) => {
  const { stack, pipeline } = testPipeline({ reports });
  pipeline.onFileSolved('Solved', { target: new SqsQueue(new Queue(stack, 'Target')) });
  const [[, rule]] = resources(templateOf(stack), 'AWS::Events::Rule') as [[string, Properties]];
  expect(rule.Targets).toHaveLength(1);
  expect(rule.EventPattern).toEqual({
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { bucket: { name: [{ Ref: expect.stringMatching(/OutputBucket/) }] }, ...(object && { object }) },
  });
});

test('the service dimension distinguishes the metrics of two pipelines', () => {
  const { stack, pipeline } = testPipeline();
  const other = new SudokuPipeline(stack, 'Other');
  const services = [pipeline, other].map((p) => p.metricPuzzlesSolved().dimensions?.service);
  expect(new Set(services).size).toBe(2);
  const template = templateOf(stack);
  for (const service of services) {
    template.hasResourceProperties('AWS::Lambda::Function', {
      Environment: {
        Variables: Match.objectLike({
          POWERTOOLS_SERVICE_NAME: service,
          POWERTOOLS_METRICS_NAMESPACE: pipeline.metricPuzzlesSolved().namespace,
        }),
      },
    });
  }
});

test.each(['uploadBucket', 'outputBucket', 'workBucket'] as const)(
  'EventBridge notifications of the %s are added to the pipeline’s, and others are rejected with an alternative',
  (name) => {
    const { stack, pipeline } = testPipeline();
    const before = resources(templateOf(testPipeline().stack), 'AWS::S3::Bucket');
    const bucket = pipeline[name];
    const target = new SqsDestination(new Queue(stack, 'Target'));
    const reason = name === 'uploadBucket' ? 'uploads would no longer be solved' : 'settings for EventBridge';
    const rejected = new RegExp(
      `cannot have an event notification .* ${reason}.* enableEventBridgeNotification\\(\\)`,
    );
    expect(() => bucket.addEventNotification(EventType.OBJECT_CREATED, target)).toThrow(rejected);
    expect(() => bucket.addObjectRemovedNotification(target)).toThrow(rejected);
    bucket.enableEventBridgeNotification();
    const template = templateOf(stack);
    expect(resources(template, 'Custom::S3BucketNotifications')).toEqual([]);
    const notificationsOf = (all: [string, Properties][]) =>
      all.map(([id, { NotificationConfiguration }]) => [id, NotificationConfiguration?.QueueConfigurations]);
    expect(notificationsOf(resources(template, 'AWS::S3::Bucket'))).toEqual(notificationsOf(before));
    const [, changed] = resources(template, 'AWS::S3::Bucket').find(([id]) =>
      new RegExp(name, 'i').test(id),
    )!;
    expect(changed.NotificationConfiguration.EventBridgeConfiguration).toEqual({ EventBridgeEnabled: true });
  },
);

function statementsOf(template: ReturnType<typeof templateOf>, policyId: RegExp): Properties[] {
  const policies = resources(template, 'AWS::IAM::Policy').filter(([id]) => policyId.test(id));
  return policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}
