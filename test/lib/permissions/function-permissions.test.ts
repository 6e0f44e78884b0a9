import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { FUNCTION_OPERATIONS, STARTED_OPERATIONS } from '../../../lib/permissions/function-permissions.ts';
import { type Properties, resources, templateOf, testPipeline } from '../pipeline-template.ts';

const { stack } = testPipeline();
const granted = statements().flatMap(({ Effect, Action, Resource }) => {
  expect(Effect).toBe('Allow');
  return list(Resource).flatMap((resource) =>
    list(Action).map((action) => `${action} on ${nameOf(resource)}`),
  );
});

test('the role has these permissions and no others', () => {
  expect(granted.sort()).toEqual(
    [
      'logs:CreateLogStream on Logs',
      'logs:PutLogEvents on Logs',
      's3:GetObject on UploadBucket/*',
      's3:ListBucket on UploadBucket',
      's3:AbortMultipartUpload on OutputBucket/*',
      's3:GetObject on OutputBucket/*',
      's3:ListBucket on OutputBucket',
      's3:ListBucketMultipartUploads on OutputBucket',
      's3:ListMultipartUploadParts on OutputBucket/*',
      's3:PutObject on OutputBucket/*',
      's3:DeleteObject on OutputBucket/*.report.json',
      's3:DeleteObject on WorkBucket/*',
      's3:GetObject on WorkBucket/*',
      's3:ListBucket on WorkBucket',
      's3:PutObject on WorkBucket/*',
      'sqs:ChangeMessageVisibility on Chunks',
      'sqs:ChangeMessageVisibility on Uploads',
      'sqs:DeleteMessage on Chunks',
      'sqs:DeleteMessage on Uploads',
      'sqs:GetQueueAttributes on Chunks',
      'sqs:GetQueueAttributes on Uploads',
      'sqs:ReceiveMessage on Chunks',
      'sqs:ReceiveMessage on Uploads',
      'sqs:SendMessage on Chunks',
    ].sort(),
  );
});

test('the role is made for the operations that lambda/ and its pollers call, and for no others', async () => {
  const sent = await operationsIn(new URL('../../../lambda', import.meta.url).pathname);
  const ofPollers = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];
  const granted = new Set([...Object.values(FUNCTION_OPERATIONS).flat(), ...STARTED_OPERATIONS]);
  expect([...granted].sort()).toEqual([...sent, ...ofPollers].sort());
});

/** Names of the operations whose SDK commands the sources under a folder make. */
async function operationsIn(folder: string): Promise<string[]> {
  const operations = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    for (const [, operation] of source.matchAll(/\bnew (\w+)Command\(/g)) operations.add(operation!);
  }
  return [...operations];
}

function statements(): Properties[] {
  const policies = resources(templateOf(stack), 'AWS::IAM::Policy');
  return policies.flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement);
}

/** The construct id of the resource that an ARN belongs to: its logical id without the scope and the hash. */
function nameOf(arn: Properties): string {
  const [getAtt, suffix = ''] = arn['Fn::Join'] ? arn['Fn::Join'][1] : [arn];
  return getAtt['Fn::GetAtt'][0].replace(/^Pipeline/, '').replace(/[0-9A-F]{8}$/, '') + suffix;
}

function list(value: Properties): Properties[] {
  return Array.isArray(value) ? value : [value];
}
