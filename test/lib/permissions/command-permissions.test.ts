import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import {
  CANCEL_OPERATIONS,
  OPERATE_OPERATIONS,
  SUBMIT_OPERATIONS,
} from '../../../lib/permissions/operations.ts';
import type { SudokuPipeline } from '../../../lib/sudoku-pipeline.ts';
import { type Properties, resources, templateOf, testPipeline } from '../pipeline-template.ts';

const REMOTE = new URL('../../../bin/remote', import.meta.url).pathname;

/** Operations in the sources of commands, from the names of the SDK's commands and paginators. */
async function operationsIn(patterns: readonly string[]): Promise<string[]> {
  const operations = new Set<string>();
  for await (const file of glob(patterns, { cwd: REMOTE })) {
    const source = readFileSync(`${REMOTE}/${file}`, 'utf8');
    for (const [, command, pages] of source.matchAll(/\b(?:new (\w+)Command|paginate(\w+))\(/g))
      operations.add((command ?? pages)!);
  }
  return [...operations].sort();
}

const names = (operations: Readonly<Record<string, readonly string[]>>) => [
  ...new Set(Object.values(operations).flat()),
];

test('grantSubmit allows exactly the operations of submit and presign', async () => {
  // called by lib-storage
  const byLibraries = ['AbortMultipartUpload'];
  const called = await operationsIn(['stack.ts', 'presign.ts', 'submit/*.ts', 'objects.ts', 'download.ts']);
  expect(names(SUBMIT_OPERATIONS).sort()).toEqual([...called, ...byLibraries].sort());
});

test('grantOperate allows exactly the operations of status, watch, doctor, redrive and backfill', async () => {
  const called = await operationsIn([
    'stack.ts',
    'stack-status.ts',
    'key-status.ts',
    'log-events.ts',
    'doctor/*.ts',
    'redrive/*.ts',
    'backfill/*.ts',
    'objects.ts',
    'download.ts',
  ]);
  expect(names(OPERATE_OPERATIONS).sort()).toEqual(called);
});

test('grantCancel allows exactly the operations of cancel', async () => {
  const called = await operationsIn([
    'stack.ts',
    'cancel/run.ts',
    'backfill/unsolved-objects.ts',
    'objects.ts',
  ]);
  expect(names(CANCEL_OPERATIONS).sort()).toEqual(called);
});

type Grant = (pipeline: SudokuPipeline, grantee: Role, prefix?: string) => unknown;
const BELOW_A_PREFIX: Readonly<Record<string, Grant>> = {
  grantUpload: (pipeline, grantee, prefix) => pipeline.grantUpload(grantee, prefix),
  grantRead: (pipeline, grantee, prefix) => pipeline.grantRead(grantee, prefix),
  grantSubmit: (pipeline, grantee, prefix) => pipeline.grantSubmit(grantee, prefix),
  grantCancel: (pipeline, grantee, prefix) => pipeline.grantCancel(grantee, prefix),
};

describe.each(Object.entries(BELOW_A_PREFIX))('%s', (name, grant) => {
  const roleIn = (stack: Stack, id = 'Tenant') =>
    new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });

  test('reaches nothing beyond its prefix', () => {
    const { stack, pipeline } = testPipeline({ uploadFilter: { prefix: 'in/' }, outputPrefix: 'out/' });
    grant(pipeline, roleIn(stack), 'in/acme/');
    const statements = statementsOf(stack, 'Tenant').filter(
      ({ Action }) => !String(Action).startsWith('cloudformation'),
    );
    const found = statements.map(({ Action, Resource, Condition }) => [
      [Action].flat().join(' '),
      Resource['Fn::Join'] ? Resource['Fn::Join'][1].at(-1) : Condition.StringLike['s3:prefix'],
    ]);
    expect(found).toEqual(REACHED[name]);
  });

  test('refuses a prefix beyond that of the pipeline, and one that includes the folders of others', () => {
    const { stack, pipeline } = testPipeline({ uploadFilter: { prefix: 'in/' } });
    const grantee = roleIn(stack);
    expect(() => grant(pipeline, grantee, 'x/')).toThrow('expected a prefix that begins with in/');
    expect(() => grant(pipeline, grantee, 'in/acme')).toThrow(
      'expected a prefix with a separator at its end, such as in/acme/ (without one, it would include in/acme2/), got in/acme',
    );
  });
});

const REACHED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  grantUpload: [['s3:AbortMultipartUpload s3:PutObject', '/in/acme/*']],
  grantRead: [
    ['s3:GetObject', '/out/in/acme/*'],
    ['s3:ListBucket', 'out/in/acme/*'],
  ],
  grantSubmit: [
    ['s3:AbortMultipartUpload s3:GetObject s3:ListMultipartUploadParts s3:PutObject', '/in/acme/*'],
    ['s3:ListBucket', 'in/acme/*'],
    ['s3:GetObject', '/out/in/acme/*'],
    ['s3:ListBucket', 'out/in/acme/*'],
  ],
  grantCancel: [
    ['s3:DeleteObject s3:GetObject', '/in/acme/*'],
    ['s3:ListBucket', 'in/acme/*'],
    ['s3:GetObject', '/out/in/acme/*'],
    ['s3:ListBucket', 'out/in/acme/*'],
    ['s3:PutObject', '/cancelled/in/acme/*'],
  ],
};

test.each(['before', 'after'])(
  'grantOperate lists sources that are added %s it, below their prefixes',
  (when) => {
    const { stack, pipeline } = testPipeline();
    const source = (name: string) => Bucket.fromBucketName(stack, name, name);
    const addSources = () => {
      pipeline.addSource(source('whole'));
      pipeline.addSource(source('part'), { prefix: 'in*/' });
    };
    if (when === 'before') addSources();
    pipeline.grantOperate(
      new Role(stack, 'Operator', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }),
    );
    if (when === 'after') addSources();
    const onSources = statementsOf(stack, 'Operator').flatMap(({ Action, Resource, Condition }) =>
      [Resource].flat().flatMap((resource: Properties) => {
        const [name] = /(?<=:s3:::)(whole|part).*(?="\])/.exec(JSON.stringify(resource)) ?? [];
        return name === undefined ? [] : [[Action, name, Condition]];
      }),
    );
    expect(onSources.sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['s3:GetBucketNotification', 'part', undefined],
      ['s3:GetBucketNotification', 'whole', undefined],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: IAM's notation
      ['s3:ListBucket', 'part', { StringLike: { 's3:prefix': 'in${*}/*' } }],
      ['s3:ListBucket', 'whole', undefined],
    ]);
  },
);

test('grantCancel lists sources below its prefix, and may delete nothing there', () => {
  const { stack, pipeline } = testPipeline({ uploadFilter: { prefix: 'in/' } });
  pipeline.addSource(Bucket.fromBucketName(stack, 'whole', 'whole'));
  pipeline.addSource(Bucket.fromBucketName(stack, 'part', 'part'), { prefix: 'in/acme/new/' });
  pipeline.addSource(Bucket.fromBucketName(stack, 'other', 'other'), { prefix: 'else/' });
  const roleNamed = (id: string) =>
    new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantCancel(roleNamed('Everywhere'));
  pipeline.grantCancel(roleNamed('Tenant'), 'in/acme/');
  const onSources = (role: string) =>
    statementsOf(stack, role).flatMap(({ Action, Resource, Condition }) => {
      const [name] = /(?<=:s3:::)(whole|part|other)/.exec(JSON.stringify(Resource)) ?? [];
      return name === undefined ? [] : [[name, Action, Condition?.StringLike['s3:prefix']]];
    });
  expect(onSources('Everywhere')).toEqual([
    ['whole', 's3:ListBucket', '*'],
    ['part', 's3:ListBucket', 'in/acme/new/*'],
    ['other', 's3:ListBucket', 'else/*'],
  ]);
  expect(onSources('Tenant')).toEqual([
    ['whole', 's3:ListBucket', 'in/acme/*'],
    ['part', 's3:ListBucket', 'in/acme/new/*'],
  ]);
});

/** The statements of the policy of a role. */
function statementsOf(stack: Stack, role: string): Properties[] {
  return resources(templateOf(stack), 'AWS::IAM::Policy')
    .filter(([name]) => name.startsWith(role))
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as Properties[]);
}

test('grantOperate lists uploads but reads none, grantSubmit does both', () => {
  const { stack, pipeline } = testPipeline();
  const role = (id: string) => new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantOperate(role('Operator'));
  pipeline.grantSubmit(role('Submitter'));
  const onUploads = (id: string) =>
    statementsOf(stack, id)
      .filter(({ Resource }) => JSON.stringify(Resource).includes('UploadBucket'))
      .flatMap(({ Action }) => Action as string | string[]);
  expect(onUploads('Operator')).toEqual(['s3:GetBucketNotification', 's3:ListBucket']);
  expect(onUploads('Submitter')).toContain('s3:GetObject');
});
