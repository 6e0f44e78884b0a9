import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { expect, test } from 'vitest';
import {
  CANCEL_OPERATIONS,
  OPERATE_OPERATIONS,
  SUBMIT_OPERATIONS,
} from '../../../lib/permissions/operations.ts';
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

test('grantSubmit allows exactly the operations of submit', async () => {
  // applies to the sources of copies, to which their owner grants access
  const onSources = ['ListObjectsV2'];
  // called by lib-storage
  const byLibraries = ['AbortMultipartUpload'];
  const called = await operationsIn(['stack.ts', 'submit/*.ts', 'objects.ts', 'download.ts']);
  expect([...names(SUBMIT_OPERATIONS), ...onSources].sort()).toEqual([...called, ...byLibraries].sort());
});

test('grantOperate allows exactly the operations of status, watch, redrive and backfill', async () => {
  const called = await operationsIn([
    'stack.ts',
    'stack-status.ts',
    'key-status.ts',
    'log-events.ts',
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

test('grantCancel reaches nothing beyond its prefix', () => {
  const { stack, pipeline } = testPipeline({ uploadFilter: { prefix: 'in/' }, outputPrefix: 'out/' });
  pipeline.grantCancel(
    new Role(stack, 'Tenant', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }),
    'in/acme/',
  );
  const [[, { PolicyDocument }]] = resources(templateOf(stack), 'AWS::IAM::Policy').filter(([name]) =>
    name.startsWith('Tenant'),
  ) as [[string, Properties]];
  const found = (PolicyDocument.Statement as Properties[])
    .filter(({ Action }) => !String(Action).startsWith('cloudformation'))
    .map(({ Action, Resource, Condition }) => [
      [Action].flat().join(' '),
      Resource['Fn::Join'] ? Resource['Fn::Join'][1].at(-1) : Condition.StringLike['s3:prefix'],
    ]);
  expect(found).toEqual([
    ['s3:DeleteObject s3:GetObject', '/in/acme/*'],
    ['s3:ListBucket', 'in/acme/*'],
    ['s3:GetObject', '/out/in/acme/*'],
    ['s3:ListBucket', 'out/in/acme/*'],
    ['s3:PutObject', '/cancelled/in/acme/*'],
  ]);
  expect(() =>
    pipeline.grantCancel(
      new Role(stack, 'Other', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }),
      'x/',
    ),
  ).toThrow('expected a prefix that begins with in/');
});

test('grantOperate lists the buckets of addSource, whichever is called first', () => {
  const { stack, pipeline } = testPipeline();
  pipeline.addSource(Bucket.fromBucketName(stack, 'Before', 'before'));
  pipeline.grantOperate(
    new Role(stack, 'Operator', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') }),
  );
  pipeline.addSource(Bucket.fromBucketName(stack, 'After', 'after'));
  const policies = resources(templateOf(stack), 'AWS::IAM::Policy').filter(([name]) =>
    name.startsWith('Operator'),
  );
  const text = JSON.stringify(policies);
  for (const name of ['before', 'after']) expect(text).toContain(`:s3:::${name}"`);
  expect(text).not.toContain(':s3:::before/');
});

test('grantUpload and grantRead with a prefix reach no other keys', () => {
  const { stack, pipeline } = testPipeline({ outputPrefix: 'out/' });
  const role = new Role(stack, 'Tenant', { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantUpload(role, 'acme/');
  pipeline.grantRead(role, 'acme/');
  const [[, { PolicyDocument }]] = resources(templateOf(stack), 'AWS::IAM::Policy').filter(([name]) =>
    name.startsWith('Tenant'),
  ) as [[string, Properties]];
  const found = (PolicyDocument.Statement as Properties[]).map(({ Action, Resource, Condition }) => [
    [Action].flat().join(' '),
    Resource['Fn::Join'] ? Resource['Fn::Join'][1].at(-1) : Condition.StringLike['s3:prefix'],
  ]);
  expect(found).toEqual([
    ['s3:AbortMultipartUpload s3:PutObject', '/acme/*'],
    ['s3:GetObject', '/out/acme/*'],
    ['s3:ListBucket', 'out/acme/*'],
  ]);
});

test('grantOperate lists uploads but reads none, grantSubmit does both', () => {
  const { stack, pipeline } = testPipeline();
  const role = (id: string) => new Role(stack, id, { assumedBy: new ServicePrincipal('ec2.amazonaws.com') });
  pipeline.grantOperate(role('Operator'));
  pipeline.grantSubmit(role('Submitter'));
  const policies = resources(templateOf(stack), 'AWS::IAM::Policy');
  const onUploads = (id: string) =>
    policies
      .filter(([name]) => name.startsWith(id))
      .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as Properties[])
      .filter(({ Resource }) => JSON.stringify(Resource).includes('UploadBucket'))
      .flatMap(({ Action }) => Action as string | string[]);
  expect(onUploads('Operator')).toEqual(['s3:ListBucket']);
  expect(onUploads('Submitter')).toContain('s3:GetObject');
});
