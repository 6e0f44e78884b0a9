// The events of each tenant's folder reach the uploads queue in a group of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { readAssembly } from '../../local/template/assembly.ts';
import { cleanUps } from '../clean-ups.ts';
import { resources, templateOf, testApp, testPipeline } from './pipeline-template.ts';

const withFolders = (...tenantFolders: string[]) =>
  templateOf(testPipeline({ tenant: 'first-folder', tenantFolders }).stack);

describe('tenantFolders', () => {
  const template = withFolders('acme', 'globex');
  const rules = resources(template, 'AWS::Events::Rule').map(([, rule]) => rule);

  test('make a rule with a group for each folder, and one without for all other files', () => {
    const seen = rules.map(({ EventPattern, Targets }) => [
      EventPattern.detail.object.key,
      Targets[0].SqsParameters?.MessageGroupId,
    ]);
    expect(seen).toEqual([
      [[{ prefix: 'acme/' }], 'acme'],
      [[{ prefix: 'globex/' }], 'globex'],
      [[{ 'anything-but': { prefix: ['acme/', 'globex/'] } }], undefined],
    ]);
  });

  test('replace the notifications of the upload bucket, so that no file is delivered twice', () => {
    const [, upload] = resources(template, 'AWS::S3::Bucket').find(([id]) => id.includes('UploadBucket'))!;
    expect(upload.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    const policies = JSON.stringify(resources(template, 'AWS::SQS::QueuePolicy'));
    expect(policies).not.toContain('s3.amazonaws.com');
  });

  test('let only the rules of the pipeline send, by one statement for all folders', () => {
    const many = withFolders(...Array.from({ length: 100 }, (_, i) => `tenant-${i}`));
    const [, { PolicyDocument }] = resources(many, 'AWS::SQS::QueuePolicy').find(([id]) =>
      /^PipelineUploadsPolicy/.test(id),
    )!;
    const statements = PolicyDocument.Statement.filter(
      ({ Principal }: { Principal: { Service?: string } }) => Principal.Service === 'events.amazonaws.com',
    );
    expect(statements).toHaveLength(2);
    const pattern = JSON.stringify(statements);
    const prefix = /:rule\/([\w-]+)-\*/.exec(pattern)![1]!;
    const names = resources(many, 'AWS::Events::Rule').flatMap(([, { Name }]) => Name ?? []);
    expect(new Set(names).size).toBe(100);
    for (const name of names) {
      expect(name.startsWith(`${prefix}-`)).toBe(true);
      expect(name.length).toBeLessThanOrEqual(64);
    }
  });

  test('are refused if a rule cannot exclude all of them', () => {
    const long = Array.from({ length: 100 }, (_, i) => `a-tenant-with-a-long-name-${i}`);
    expect(() => withFolders(...long)).toThrow(
      /^expected tenantFolders that fit into a rule of EventBridge, 2048 characters, got 100 in 3\d\d\d: /,
    );
  });

  test.each([new AwsSolutionsChecks(), new ServerlessChecks()])('leave no finding of $name', (pack) => {
    const { stack } = testPipeline({ tenant: 'first-folder', tenantFolders: ['acme'] });
    expect(pack.validateScope(stack.node.root).violations).toEqual([]);
  });

  test('leave a bucket of your own unchanged', () => {
    const stack = new Stack(testApp(), 'Test');
    new SudokuPipeline(stack, 'Pipeline', {
      uploadBucket: Bucket.fromBucketName(stack, 'Mine', 'mine'),
      tenant: 'first-folder',
      tenantFolders: ['acme'],
    });
    const patterns = JSON.stringify(resources(templateOf(stack), 'AWS::Events::Rule'));
    expect(patterns).toContain('"name":["mine"]');
    expect(patterns.match(/"messageGroupId"|"MessageGroupId"/g)).toHaveLength(1);
  });
});

test('in the local cloud, each file is delivered once, in the group of its tenant', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'sudoku-folders-'));
  cleanUps.push(() => rmSync(outdir, { recursive: true }));
  const app = new App({ outdir });
  const stack = new Stack(app, 'Folders');
  const pipeline = new SudokuPipeline(stack, 'Sudoku', { tenant: 'first-folder', tenantFolders: ['acme'] });
  pipeline.addOutputs();
  app.synth();
  const assembly = readAssembly(outdir);
  // nobody receives the messages but this test
  for (const { Type, Properties } of Object.values(assembly.template.Resources)) {
    if (Type === 'AWS::Lambda::EventSourceMapping') Properties!.Enabled = false;
  }
  await using cloud = await LocalCloud.start(assembly);
  const bucket = cloud.output('UploadBucketName');
  for (const Key of ['acme/a b.txt', 'globex/b.txt', 'none.txt']) {
    await cloud.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));
  }
  const found: Message[] = [];
  const receive = async () => {
    const { Messages = [] } = await cloud.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: cloud.output('UploadsQueueUrl'),
        ...{ MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['MessageGroupId'] },
      }),
    );
    return found.push(...Messages);
  };
  await expect.poll(receive).toBe(3);
  const byKey = found.map(({ Body, Attributes }) => [
    (JSON.parse(Body!) as { detail: { object: { key: string } } }).detail.object.key,
    Attributes?.MessageGroupId,
  ]);
  expect(byKey).toEqual([
    ['acme/a b.txt', 'acme'],
    ['globex/b.txt', undefined],
    ['none.txt', undefined],
  ]);
  expect(await receive()).toBe(3);
});
