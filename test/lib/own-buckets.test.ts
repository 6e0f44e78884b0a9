import { type App, Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket, type BucketProps, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuPipeline, SudokuStack } from '../../lib/index.ts';
import type { SudokuPipelineProps } from '../../lib/sudoku-pipeline-props.ts';
import {
  type Properties,
  policiesOf,
  resources,
  templateOf,
  testApp,
  testPipeline,
} from './pipeline-template.ts';

/** A pipeline between existing buckets. */
function between(more: (mine: (name: string) => Bucket) => SudokuPipelineProps) {
  const stack = new Stack(testApp(), 'Test');
  const mine = (name: string) => Bucket.fromBucketName(stack, name, name.toLowerCase()) as Bucket;
  return { stack, mine, pipeline: new SudokuPipeline(stack, 'Pipeline', more(mine)) };
}

const buckets = (stack: Stack) => resources(templateOf(stack), 'AWS::S3::Bucket').map(([id]) => id);

describe('the owner’s buckets', () => {
  const { stack, pipeline } = between((mine) => ({
    uploadBucket: mine('Inbox'),
    uploadFilter: { prefix: 'in/', suffix: '.txt' },
    outputBucket: mine('Archive'),
    outputPrefix: 'solved/',
  }));
  pipeline.onFileSolved('Solved');

  test('replace those of the pipeline, except the work bucket', () => {
    expect(buckets(stack)).toEqual([expect.stringMatching(/^PipelineWorkBucket/)]);
    expect(pipeline.uploadBucket.bucketName).toBe('inbox');
  });

  test('remain unchanged: a rule delivers events, without a custom resource', () => {
    const types = Object.values(templateOf(stack).toJSON().Resources as Record<string, { Type: string }>);
    expect(types.filter(({ Type }) => /^Custom::/.test(Type))).toEqual([]);
    const template = templateOf(stack);
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: { detail: { bucket: { name: ['inbox'] }, object: { key: [{ wildcard: 'in/*.txt' }] } } },
    });
    template.hasResourceProperties('AWS::Events::Rule', {
      EventPattern: {
        detail: { bucket: { name: ['archive'] }, object: { key: [{ wildcard: 'solved/*.report.json' }] } },
      },
    });
  });

  test('can be accessed by the function only with its prefixes, which are in its environment', () => {
    expect(policiesOf(stack)).toContain(':s3:::inbox/in/*"');
    expect(policiesOf(stack)).toContain(':s3:::archive/solved/*"');
    expect(policiesOf(stack)).not.toMatch(/:s3:::(inbox|archive)\/\*"/);
    templateOf(stack).hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { OUTPUT_BUCKET: 'archive', OUTPUT_PREFIX: 'solved/' } },
    });
  });

  test('have acknowledged findings only', () => {
    expect(new AwsSolutionsChecks().validateScope(stack.node.root).violations).toEqual([]);
  });
});

test('outputPrefix also applies to the pipeline’s own bucket', () => {
  const { stack, pipeline } = testPipeline({ outputPrefix: 'solved/' });
  pipeline.addSource(pipeline.outputBucket, { prefix: 'in/' });
  expect(policiesOf(stack)).toMatch(/OutputBucket\w+","Arn"\]\},"\/solved\/\*"/);
});

test('a filter also applies to the pipeline’s own upload bucket', () => {
  const { stack } = testPipeline({ uploadFilter: { prefix: 'in/', suffix: '.txt' } });
  templateOf(stack).hasResourceProperties('AWS::S3::Bucket', {
    NotificationConfiguration: {
      QueueConfigurations: [
        {
          Filter: {
            S3Key: {
              Rules: [
                { Name: 'prefix', Value: 'in/' },
                { Name: 'suffix', Value: '.txt' },
              ],
            },
          },
        },
      ],
    },
  });
});

describe('a bucket that would receive its own results', () => {
  test.each<[string, string | undefined, string | undefined]>([
    ['is rejected without prefixes', undefined, undefined],
    ['is rejected if only results have a prefix', undefined, 'solved/'],
    ['is rejected if the prefix of results starts with that of uploads', 'in/', 'in/solved/'],
    ['is rejected if the prefix of uploads starts with that of results', 'out/in/', 'out/'],
  ])('%s', (_, prefix, outputPrefix) => {
    const one = () =>
      between((mine) => ({
        uploadBucket: mine('Mine'),
        // imported a second time, as in another part of an app
        outputBucket: Bucket.fromBucketName(mine('Other').stack, 'Again', 'mine'),
        outputPrefix,
        uploadFilter: { prefix },
      }));
    expect(one).toThrow(
      /Test\/Mine cannot be a source: the pipeline writes to it.*outputPrefix of which neither starts/,
    );
  });

  test('is rejected if it is imported by its name in another stack', () => {
    const { stack, pipeline } = between((mine) => ({ outputBucket: mine('Mine') }));
    const other = new Stack(stack.node.root as App, 'Other');
    expect(() => pipeline.addSource(Bucket.fromBucketName(other, 'Again', 'mine'))).toThrow(
      'Other/Again cannot be a source',
    );
  });

  test('is accepted with separate prefixes', () => {
    const { pipeline, mine } = between((mine) => {
      const bucket = mine('Mine');
      return {
        uploadBucket: bucket,
        outputBucket: bucket,
        outputPrefix: 'out/',
        uploadFilter: { prefix: 'in/' },
      };
    });
    expect(() => pipeline.addSource(pipeline.uploadBucket, { prefix: 'out/' })).toThrow('cannot be a source');
    pipeline.addSource(mine('Other'));
  });

  test('is rejected as a source if it is the upload bucket', () => {
    const { pipeline } = testPipeline();
    expect(() => pipeline.addSource(pipeline.uploadBucket)).toThrow(
      'it is the upload bucket, which already is one',
    );
  });
});

test.each<[string, (bucket: Bucket) => SudokuPipelineProps]>([
  ['resultExpiration', (outputBucket) => ({ outputBucket, resultExpiration: Duration.days(90) })],
  ['outputEvents', (outputBucket) => ({ outputBucket, outputEvents: true })],
  ['uploadExpiration', (uploadBucket) => ({ uploadBucket, uploadExpiration: Duration.days(90) })],
])('rejects %s for the owner’s bucket', (name, props) => {
  expect(() => between((mine) => props(mine('Mine')))).toThrow(`${name} must not be given with`);
});

test('addOutputs lets the commands find a pipeline in another stack', () => {
  const { stack, pipeline } = testPipeline({ outputPrefix: 'solved/', uploadFilter: { suffix: '.txt' } });
  pipeline.addOutputs();
  const outputs = templateOf(stack).findOutputs('*');
  expect(Object.keys(outputs)).toContain('UploadsQueueUrl');
  expect(outputs.OutputPrefix).toMatchObject({ Value: 'solved/' });
  expect(outputs.UploadSuffix).toMatchObject({ Value: '.txt' });
  expect(outputs).not.toHaveProperty('UploadPrefix');
  expect(outputs).not.toHaveProperty('Reports');
  const pages = testPipeline({ htmlReports: true });
  pages.pipeline.addOutputs();
  expect(templateOf(pages.stack).findOutputs('Reports')).toMatchObject({ Reports: { Value: 'html' } });
  const quiet = testPipeline({ reports: false });
  quiet.pipeline.addOutputs();
  expect(templateOf(quiet.stack).findOutputs('Reports')).toMatchObject({ Reports: { Value: 'off' } });
});

test('a second addOutputs of the same pipeline changes nothing', () => {
  const { pipeline } = new SudokuStack(testApp(), 'Test');
  const before = templateOf(Stack.of(pipeline)).toJSON();
  pipeline.addOutputs();
  expect(templateOf(Stack.of(pipeline)).toJSON()).toEqual(before);
});

test('a second pipeline of a stack cannot have outputs, and the error names the first', () => {
  const { stack, pipeline } = testPipeline();
  const second = new SudokuPipeline(stack, 'Second');
  pipeline.addOutputs();
  expect(() => second.addOutputs()).toThrow(
    'Test/Second cannot have outputs: the commands find a pipeline by its stack, and Test/Pipeline has the outputs of Test; create one of them in a stack of its own, or call addOutputs() for one only',
  );
  const elsewhere = testPipeline().pipeline;
  expect(() => elsewhere.addOutputs()).not.toThrow();
});

test('an output whose id another construct has is rejected with its name', () => {
  const { stack, pipeline } = testPipeline();
  // pipelines with reports have no output of this name
  new Bucket(stack, 'Reports');
  new Bucket(stack, 'FunctionName');
  expect(() => pipeline.addOutputs()).toThrow(
    'Test cannot have the output FunctionName, by which the commands find its pipeline: it has another construct with this id; rename that',
  );
});

test.each([
  [
    { prefx: 'in/' },
    /^the filter of a source must be an object with prefix and suffix, such as .*, got \{"prefx"/,
  ],
  ['in/', /^the filter of a source must be an object .*, got "in\/"/],
])('the filter %j of a source is rejected in words', (filter, message) => {
  const { stack, pipeline } = testPipeline();
  const bucket = new Bucket(stack, 'Archive', { eventBridgeEnabled: true });
  expect(() => pipeline.addSource(bucket, filter as object)).toThrow(message);
  expect(() => pipeline.addSource('archive' as never)).toThrow(
    'the bucket of a source must be a Bucket, got "archive"',
  );
});

describe('a source of the same app', () => {
  const synthesized = (props: BucketProps, after: (bucket: Bucket) => void = () => {}) => {
    const { stack, pipeline } = testPipeline();
    const bucket = new Bucket(stack, 'Archive', props);
    pipeline.addSource(bucket);
    after(bucket);
    return () => templateOf(stack);
  };
  const missing = /Test\/Archive cannot be a source: it does not send its events to EventBridge/;

  test('fails the synthesis if it sends no events', () => {
    expect(synthesized({})).toThrow(missing);
    const toQueue = (bucket: Bucket) =>
      bucket.addObjectRemovedNotification(new SqsDestination(new Queue(bucket.stack, 'Removed')));
    expect(synthesized({}, toQueue)).toThrow(missing);
  });

  test('may send its events by any of the CDK’s means', () => {
    synthesized({ eventBridgeEnabled: true })();
    synthesized({}, (bucket) => bucket.enableEventBridgeNotification())();
    synthesized({}, (bucket) => {
      const eventBridgeConfiguration = { eventBridgeEnabled: true };
      (bucket.node.defaultChild as CfnBucket).notificationConfiguration = { eventBridgeConfiguration };
    })();
    synthesized({}, (bucket) => {
      const path = 'NotificationConfiguration.EventBridgeConfiguration.EventBridgeEnabled';
      (bucket.node.defaultChild as CfnBucket).addPropertyOverride(path, true);
    })();
  });

  test('is required to send events as the upload bucket, too', () => {
    const stack = new Stack(testApp(), 'Test');
    new SudokuPipeline(stack, 'Pipeline', { uploadBucket: new Bucket(stack, 'Archive') });
    expect(() => templateOf(stack)).toThrow(missing);
  });

  test('sends events if it is a bucket of another pipeline', () => {
    const { stack, pipeline } = testPipeline();
    new SudokuPipeline(stack, 'Next').addSource(pipeline.outputBucket, { suffix: '.txt' });
    templateOf(stack);
  });
});

describe('a bucket whose events would not arrive is rejected as a source', () => {
  const env = { account: '123456789012', region: 'eu-west-1' };

  test.each([
    [
      'region',
      { region: 'us-east-1' },
      'it is in us-east-1, and its events do not reach the pipeline in eu-west-1; create a pipeline in us-east-1',
    ],
    [
      'account',
      { account: '210987654321' },
      'it is in account 210987654321, and its events do not reach the pipeline in account 123456789012; create a pipeline in account 210987654321',
    ],
  ])('of another %s', (_, elsewhere, reason) => {
    const stack = new Stack(testApp(), 'Test', { env });
    const pipeline = new SudokuPipeline(stack, 'Pipeline');
    const source = (id: string, where: object) =>
      Bucket.fromBucketAttributes(stack, id, { bucketName: id.toLowerCase(), ...where });
    pipeline.addSource(source('Near', env));
    expect(() => pipeline.addSource(source('Far', elsewhere))).toThrow(
      `Test/Far cannot be a source: ${reason}`,
    );
    const far = source('Upload', elsewhere);
    expect(() => new SudokuPipeline(stack, 'Second', { uploadBucket: far })).toThrow(
      `Test/Upload cannot be a source: ${reason}`,
    );
  });
});

test('the objects with a prefix, and their results, can expire earlier than others', () => {
  const { stack } = testPipeline({
    versioned: true,
    outputPrefix: 'out/',
    uploadExpiration: Duration.days(90),
    prefixExpirations: {
      'acme/': { uploadExpiration: Duration.days(18), resultExpiration: Duration.days(7) },
      'b/': { resultExpiration: Duration.days(3) },
    },
  });
  const rules = resources(templateOf(stack), 'AWS::S3::Bucket').map(([, { LifecycleConfiguration }]) =>
    LifecycleConfiguration.Rules.filter(({ Prefix }: Properties) => Prefix).map((rule: Properties) => [
      ...[rule.Prefix, rule.ExpirationInDays, rule.NoncurrentVersionExpiration.NoncurrentDays, rule.Status],
    ]),
  );
  expect(rules).toEqual([
    [['acme/', 18, 18, 'Enabled']],
    [
      ['out/acme/', 7, 7, 'Enabled'],
      ['out/b/', 3, 3, 'Enabled'],
    ],
    [],
  ]);
});

test('the new buckets admit the requests of pages that links need, and no others', () => {
  const { stack } = testPipeline({ browserOrigins: ['https://www.example.com'] });
  const cors = resources(templateOf(stack), 'AWS::S3::Bucket').map(
    ([, { CorsConfiguration }]) => CorsConfiguration?.CorsRules,
  );
  const rule = (...AllowedMethods: string[]) => [
    {
      AllowedHeaders: ['*'],
      AllowedMethods,
      AllowedOrigins: ['https://www.example.com'],
      ExposedHeaders: ['ETag'],
      MaxAge: 3600,
    },
  ];
  expect(cors).toEqual([rule('PUT'), rule('GET', 'HEAD'), undefined]);
});

test('versioned buckets keep earlier versions, which expire like their objects', () => {
  const { stack } = testPipeline({
    versioned: true,
    uploadExpiration: Duration.days(30),
    resultExpiration: Duration.days(60),
  });
  const versions = resources(templateOf(stack), 'AWS::S3::Bucket').map(([id, properties]) => [
    id.replace(/^Pipeline|Bucket\w+$/g, ''),
    properties.VersioningConfiguration?.Status,
    properties.LifecycleConfiguration.Rules.find(({ Id }: Properties) => Id === 'expire')
      .NoncurrentVersionExpiration?.NoncurrentDays,
  ]);
  expect(versions).toEqual([
    ['Upload', 'Enabled', 30],
    ['Output', 'Enabled', 60],
    ['Work', undefined, undefined],
  ]);
});

test('reservedConcurrency applies to the function for files only', () => {
  const { stack } = testPipeline({ reservedConcurrency: 120, directCalls: true });
  const reserved = resources(templateOf(stack), 'AWS::Lambda::Function').map(
    ([, { ReservedConcurrentExecutions }]) => ReservedConcurrentExecutions,
  );
  expect(reserved).toEqual([120, undefined]);
});

test('cdk-nag has no finding in roles that were granted anything', () => {
  const stack = new Stack(testApp(), 'Test');
  const pipeline = new SudokuPipeline(stack, 'Pipeline', {
    outputPrefix: 'a b(}$/',
    browserOrigins: ['https://www.example.com'],
    prefixExpirations: { 'a b*/': { resultExpiration: Duration.days(7) } },
  });
  pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), { prefix: 'c) d$*/' });
  const role = (id: string) => new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantUpload(role('Uploader'));
  pipeline.grantRead(role('Reader'));
  pipeline.grantSubmit(role('Submitter'));
  pipeline.grantOperate(role('Operator'));
  pipeline.grantInvoke(role('Caller'));
  pipeline.grantUpload(role('TenantUploader'), 'a b*/');
  pipeline.grantRead(role('TenantReader'), 'a b*/');
  pipeline.grantSubmit(role('TenantSubmitter'), 'a b*/');
  pipeline.grantCancel(role('TenantCanceller'), 'a b*/');
  expect(new AwsSolutionsChecks().validateScope(stack.node.root).violations).toEqual([]);
  // principals outside of the app have no policy of the app
  pipeline.grantOperate(Role.fromRoleArn(stack, 'Theirs', 'arn:aws:iam::123456789012:role/theirs'));
});
