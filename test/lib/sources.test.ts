import { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { describe, expect, test } from 'vitest';
import { type SourceFilter, SudokuPipeline } from '../../lib/index.ts';
import { resources, templateOf, testApp, testPipeline } from './pipeline-template.ts';

function withSource(filter?: SourceFilter) {
  const { stack, pipeline } = testPipeline();
  pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), filter);
  return templateOf(stack);
}

/** The sources in the function's environment. */
const sourcesIn = (stack: Stack): unknown =>
  resources(templateOf(stack), 'AWS::Lambda::Function')[0]![1].Environment.Variables.SOURCES;

describe('addSource', () => {
  test.each<[SourceFilter | undefined, object]>([
    [undefined, {}],
    [{ prefix: 'in/' }, { object: { key: [{ prefix: 'in/' }] } }],
    [{ suffix: '.txt' }, { object: { key: [{ suffix: '.txt' }] } }],
    [{ prefix: 'a*/', suffix: '.txt' }, { object: { key: [{ wildcard: 'a\\*/*.txt' }] } }],
  ])('with the filter %j receives matching objects', (filter, object) => {
    withSource(filter).hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: ['archive'] }, ...object },
      },
      Targets: [{ Arn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^PipelineUploads'), 'Arn'] } }],
    });
  });

  test('allows its rule to send to the uploads queue, and the function to read only that prefix', () => {
    const template = withSource({ prefix: 'in/' });
    const [[rule]] = resources(template, 'AWS::Events::Rule') as [[string, object]];
    template.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { Service: 'events.amazonaws.com' },
            Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } },
          }),
        ]),
      },
    });
    const granted = JSON.stringify(resources(template, 'AWS::IAM::Policy'));
    expect(granted).toContain(':s3:::archive/in/*"');
    expect(granted).not.toContain(':s3:::archive/*"');
  });

  test('leaves the bucket unchanged, without a custom resource', () => {
    const types = Object.values(withSource().toJSON().Resources as Record<string, { Type: string }>);
    expect(types.filter(({ Type }) => /^Custom::/.test(Type))).toEqual([]);
  });

  test('accepts a bucket with several filters, and a bucket with its own KMS key', () => {
    const { stack, pipeline } = testPipeline();
    const bucket = new Bucket(stack, 'Mine', {
      encryptionKey: new Key(stack, 'Key'),
      eventBridgeEnabled: true,
    });
    pipeline.addSource(bucket, { prefix: 'a/' });
    pipeline.addSource(bucket, { prefix: 'b/' });
    templateOf(stack).resourceCountIs('AWS::Events::Rule', 2);
    expect(JSON.stringify(resources(templateOf(stack), 'AWS::IAM::Policy'))).toContain('kms:Decrypt');
  });

  test('distinguishes prefixes that differ in one character, and rejects those of which one contains the other', () => {
    const { stack, pipeline } = testPipeline();
    const bucket = Bucket.fromBucketName(stack, 'Mine', 'mine');
    for (const prefix of ['in/1', 'in-1', 'ä', 'ö']) pipeline.addSource(bucket, { prefix });
    pipeline.addSource(bucket, { suffix: 'in/1' });
    templateOf(stack).resourceCountIs('AWS::Events::Rule', 5);
    for (const filter of [{ prefix: 'in/1' }, { prefix: 'in/1', suffix: '.txt' }, { prefix: 'in' }, {}]) {
      expect(() =>
        pipeline.addSource(Bucket.fromBucketName(stack, `${JSON.stringify(filter)}`, 'mine'), filter),
      ).toThrow(
        / cannot be a source with .*: it is one already, with \{"prefix":"in\/1","suffix":""\}, and files that match both would be solved twice$/,
      );
    }
  });

  test('does not allow other prefixes if a prefix contains a wildcard of policies', () => {
    const granted = JSON.stringify(resources(withSource({ prefix: 'a*b?$/' }), 'AWS::IAM::Policy'));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's notation
    expect(granted).toContain(':s3:::archive/a${*}b${?}${$}/*"');
  });

  test('lists the sources in the function’s environment, in the order of their addition', () => {
    const stack = new Stack(testApp(), 'Test');
    const mine = Bucket.fromBucketName(stack, 'Mine', 'mine');
    const given = { uploadBucket: mine, uploadFilter: { prefix: 'in/', suffix: '.txt' } };
    const pipeline = new SudokuPipeline(stack, 'Pipeline', given);
    pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), { suffix: '.csv' });
    pipeline.addSource(Bucket.fromBucketName(stack, 'Other', 'other'), { prefix: 'a"b/' });
    expect(JSON.parse(sourcesIn(stack) as string)).toEqual([
      ['mine', 'in/', '.txt'],
      ['archive', '', '.csv'],
      ['other', 'a"b/'],
    ]);
  });

  test('supports buckets whose names are unknown before deployment', () => {
    const { stack, pipeline } = testPipeline();
    pipeline.addSource(new Bucket(stack, 'New', { eventBridgeEnabled: true }), { prefix: 'in/' });
    const ref = (bucket: IBucket) => stack.resolve(bucket.bucketName) as object;
    expect(sourcesIn(stack)).toEqual({
      'Fn::Join': [
        '',
        ['[["', ref(pipeline.uploadBucket), '"],["', ref(stack.node.findChild('New') as Bucket), '","in/"]]'],
      ],
    });
  });

  test('rejects sources that do not fit the function’s environment', () => {
    const { stack, pipeline } = testPipeline();
    const add = (index: number) =>
      pipeline.addSource(Bucket.fromBucketName(stack, `B${index}`, `bucket-${index}`), {
        prefix: 'p'.repeat(200),
      });
    for (let index = 10; index < 21; index++) add(index);
    expect(() => add(21)).toThrow(
      /^expected at most 2560 bytes for all sources, .* got \d+ with source 13: use fewer sources/,
    );
    const environment = resources(templateOf(stack), 'AWS::Lambda::Function')[0]![1].Environment.Variables;
    expect(JSON.stringify(environment).length).toBeLessThan(4096);
  });

  test('rejects a bucket that the pipeline writes to', () => {
    const { pipeline } = testPipeline();
    expect(() => pipeline.addSource(pipeline.outputBucket)).toThrow(
      'cannot be a source: the pipeline writes to it',
    );
    expect(() => pipeline.addSource(pipeline.workBucket)).toThrow('cannot be a source');
  });
});

test('every alarm has the alarmActions', () => {
  const stack = new Stack(testApp(), 'Test');
  const action = new SnsAction(new Topic(stack, 'Topic'));
  new SudokuPipeline(stack, 'Pipeline', { alarmActions: [action] });
  const alarms = resources(templateOf(stack), 'AWS::CloudWatch::Alarm');
  expect(alarms.length).toBeGreaterThan(0);
  for (const [, { AlarmActions }] of alarms) expect(AlarmActions).toHaveLength(1);
});
