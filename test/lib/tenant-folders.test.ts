// The events of each tenant's folder reach the uploads queue in a group of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  PutBucketNotificationConfigurationCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { App, Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { SudokuPipeline } from '../../lib/index.ts';
import { LocalCloud } from '../../local/cloud.ts';
import { REGION } from '../../local/services.ts';
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

const PUZZLE = '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n';
/** A key of so many bytes. */
const long = (start: string, bytes: number, end = '') =>
  start + 'k'.repeat(bytes - Buffer.byteLength(start + end)) + end;
const HASH = /^~[0-9a-f]{32}$/;

/** A file: its bucket if that is not the pipeline's own, and its key. */
type File = readonly [bucket: string, key: string];
/** What becomes of its only message; nothing if it has none. */
type End = readonly [group: string | undefined, outcome: string, tenant: unknown] | undefined;

const folders = ['acme', 'a.b_c-D', '..', 'constructor', 'x'.repeat(100)];
const STACKS: Readonly<Record<string, { make: (stack: Stack) => SudokuPipeline; files: [File, End][] }>> = {
  'tenantFolders and addSource': {
    make: (stack) => {
      const props = { tenant: 'first-folder', tenantFolders: folders } as const;
      const pipeline = new SudokuPipeline(stack, 'Sudoku', props);
      const archive = Bucket.fromBucketName(stack, 'Archive', 'archive');
      pipeline.addSource(archive, { prefix: 'in', suffix: '.txt' });
      for (const prefix of ['data/2', 'od*d?/$ü ']) pipeline.addSource(archive, { prefix });
      return pipeline;
    },
    files: [
      ...folders.map((name): [File, End] => [
        ['', `${name}/a b+c%41.txt`],
        [name, 'solved', name],
      ]),
      [
        ['', 'acme/\n\u0001\u{1F600}/ü.txt'],
        ['acme', 'solved', 'acme'],
      ],
      [
        ['', 'acme//x.txt'],
        ['acme', 'solved', 'acme'],
      ],
      [
        ['', 'acme/'],
        ['acme', 'ignored', 'acme'],
      ],
      [
        ['', 'acme/x.report.json'],
        ['acme', 'rejected', 'acme'],
      ],
      [
        ['', long('acme/', 1024)],
        ['acme', 'solved', 'acme'],
      ],
      // of folders without a rule
      [
        ['', 'ACME/x.txt'],
        [undefined, 'solved', 'ACME'],
      ],
      [
        ['', 'acme2/x.txt'],
        [undefined, 'solved', 'acme2'],
      ],
      [
        ['', `${'x'.repeat(101)}/a.txt`],
        [undefined, 'solved', expect.stringMatching(HASH)],
      ],
      [
        ['', '\u{1F600} 1/a.txt'],
        [undefined, 'solved', expect.stringMatching(HASH)],
      ],
      [
        ['', '/a.txt'],
        [undefined, 'solved', expect.stringMatching(HASH)],
      ],
      [
        ['', long('ü*"\\/', 1024)],
        [undefined, 'solved', expect.stringMatching(HASH)],
      ],
      [
        ['', 'acme'],
        [undefined, 'solved', undefined],
      ],
      [
        ['archive', 'in-acme/a.txt'],
        [undefined, 'solved', 'in-acme'],
      ],
      [
        ['archive', 'in/acme/a.txt'],
        [undefined, 'solved', 'in'],
      ],
      [
        ['archive', 'in.txt'],
        [undefined, 'solved', undefined],
      ],
      [['archive', 'in/acme/a.csv'], undefined],
      [['archive', 'acme/a.txt'], undefined],
      [
        ['archive', 'data/2026/x'],
        [undefined, 'solved', '2026'],
      ],
      [
        ['archive', long('data/2', 1024)],
        [undefined, 'solved', undefined],
      ],
      [['archive', 'data/1999/x'], undefined],
      [
        ['archive', 'od*d?/$ü x/a'],
        [undefined, 'solved', expect.stringMatching(HASH)],
      ],
      [['archive', 'odXd?/$ü x/a'], undefined],
    ],
  },
  'a filter with a prefix that has no slash, a prefix of results, and addSource': {
    make: (stack) => {
      const uploadFilter = { prefix: 'in', suffix: '.txt' };
      const props = { tenant: 'first-folder', uploadFilter, outputPrefix: 'solved/' } as const;
      const pipeline = new SudokuPipeline(stack, 'Sudoku', props);
      pipeline.addSource(Bucket.fromBucketName(stack, 'Archive', 'archive'), { prefix: 'old/' });
      return pipeline;
    },
    files: [
      [
        ['', 'in-acme/a b+c%41.txt'],
        [undefined, 'solved', 'in-acme'],
      ],
      [
        ['', 'in/acme/\u{1F600}.txt'],
        [undefined, 'solved', 'in'],
      ],
      [
        ['', 'in.txt'],
        [undefined, 'solved', undefined],
      ],
      [
        ['', long('in/', 1017, '.txt')],
        [undefined, 'solved', 'in'],
      ],
      // its result has no room
      [
        ['', long('in/', 1018, '.txt')],
        [undefined, 'rejected', 'in'],
      ],
      [['', 'inn/a.csv'], undefined],
      [['', 'on/a.txt'], undefined],
      [
        ['archive', 'old/acme/x'],
        [undefined, 'solved', 'acme'],
      ],
      [
        ['archive', 'old/x'],
        [undefined, 'solved', undefined],
      ],
      [['archive', 'older/x'], undefined],
    ],
  },
};

describe.each(Object.entries(STACKS))('in a stack with %s', (_, { make, files }) => {
  test('each file has one message in the group of its tenant, which ends as documented, or none', async () => {
    const outdir = mkdtempSync(join(tmpdir(), 'sudoku-folders-'));
    cleanUps.push(() => rmSync(outdir, { recursive: true }));
    const app = new App({ outdir });
    make(new Stack(app, 'Folders')).addOutputs();
    app.synth();
    const assembly = readAssembly(outdir);
    // nobody receives the messages but this test
    for (const { Type, Properties } of Object.values(assembly.template.Resources)) {
      if (Type === 'AWS::Lambda::EventSourceMapping') Properties!.Enabled = false;
    }
    const lines: string[] = [];
    await using cloud = await LocalCloud.start(assembly, { onLog: (line) => lines.push(line) });
    await cloud.s3.send(new CreateBucketCommand({ Bucket: 'archive' }));
    const NotificationConfiguration = { EventBridgeConfiguration: {} };
    await cloud.s3.send(
      new PutBucketNotificationConfigurationCommand({ Bucket: 'archive', NotificationConfiguration }),
    );
    const own = cloud.output('UploadBucketName');
    for (const [[bucket, Key]] of files) {
      const Body = Buffer.from(Key.endsWith('/') ? '' : PUZZLE);
      await cloud.s3.send(new PutObjectCommand({ Bucket: bucket || own, Key, Body }));
    }
    const received: Message[] = [];
    const { url: QueueUrl, arn } = cloud.plan.queues.find(
      ({ url }) => url === cloud.output('UploadsQueueUrl'),
    )!;
    const receive = async () => {
      const { Messages = [] } = await cloud.sqs.send(
        new ReceiveMessageCommand({
          ...{ QueueUrl, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] },
        }),
      );
      received.push(...Messages.filter(({ Body }) => !Body!.includes('s3:TestEvent')));
      return received.length;
    };
    const expected = files.flatMap(([[, key], end]) => (end ? [[key, ...end]] : []));
    await expect.poll(receive).toBe(expected.length);
    const Records = received.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
      ...{ messageId: MessageId, receiptHandle: ReceiptHandle, body: Body, attributes: Attributes },
      ...{ messageAttributes: {}, eventSource: 'aws:sqs', eventSourceARN: arn, awsRegion: REGION },
    }));
    const { payload } = await cloud.functions[0]!.invoke(JSON.stringify({ Records }));
    expect(payload).toBe('{"batchItemFailures":[]}');
    const groups = new Map(
      received.map(({ MessageId, Attributes }) => [MessageId, Attributes?.MessageGroupId]),
    );
    // no two files have the same key
    const ended = () =>
      lines
        .filter((line) => line.includes('"messageId"'))
        .map((line) => JSON.parse(line) as Record<'key' | 'message' | 'tenant' | 'messageId', string>)
        .map(({ key, messageId, message, tenant }) => [key, groups.get(messageId), message, tenant]);
    await expect.poll(() => ended().length).toBe(expected.length);
    const byKey = ([a]: readonly unknown[], [b]: readonly unknown[]) => (a! < b! ? -1 : 1);
    expect(ended().sort(byKey)).toEqual(expected.sort(byKey));
    expect(await receive()).toBe(expected.length);
  });
});
