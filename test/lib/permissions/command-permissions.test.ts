import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { expect, test } from 'vitest';
import { OPERATE_OPERATIONS, SUBMIT_OPERATIONS } from '../../../lib/permissions/operations.ts';
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
