import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type Properties, resources, templateOf, testPipeline } from './pipeline-template.ts';

/** Actions that IAM checks for each command. @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html */
const ACTIONS: Record<string, string[]> = {
  AbortMultipartUploadCommand: ['s3:AbortMultipartUpload'],
  ChangeMessageVisibilityCommand: ['sqs:ChangeMessageVisibility'],
  // with a condition on the object that stands there
  CompleteMultipartUploadCommand: ['s3:PutObject', 's3:GetObject'],
  CopyObjectCommand: ['s3:GetObject', 's3:PutObject'],
  CreateMultipartUploadCommand: ['s3:PutObject'],
  DeleteObjectCommand: ['s3:DeleteObject'],
  DeleteObjectsCommand: ['s3:DeleteObject'],
  // s3:ListBucket decides whether an object that is gone answers 404 or 403
  GetObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  HeadObjectCommand: ['s3:GetObject', 's3:ListBucket'],
  ListMultipartUploadsCommand: ['s3:ListBucketMultipartUploads'],
  ListObjectsV2Command: ['s3:ListBucket'],
  ListPartsCommand: ['s3:ListMultipartUploadParts'],
  PutObjectCommand: ['s3:PutObject', 's3:GetObject'],
  SendMessageBatchCommand: ['sqs:SendMessage'],
  SendMessageCommand: ['sqs:SendMessage'],
  UploadPartCommand: ['s3:PutObject'],
  UploadPartCopyCommand: ['s3:GetObject', 's3:PutObject'],
};

/** What Lambda does in the function's name. */
const SERVICE = [
  'sqs:ReceiveMessage',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'logs:CreateLogStream',
  'logs:PutLogEvents',
];

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
      's3:PutObject on OutputBucket/*',
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

test('its actions are those of the commands that lambda/ sends', async () => {
  const commands = await commandsOf(new URL('../../lambda', import.meta.url).pathname);
  expect(commands.filter((command) => !ACTIONS[command])).toEqual([]);
  const needed = new Set([...SERVICE, ...commands.flatMap((command) => ACTIONS[command]!)]);
  expect(new Set(granted.map((permission) => permission.split(' ')[0]))).toEqual(needed);
});

/** Names of the SDK commands that the sources under a folder make. */
async function commandsOf(folder: string): Promise<string[]> {
  const commands = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    for (const [, command] of source.matchAll(/\bnew (\w+Command)\(/g)) commands.add(command!);
  }
  return [...commands];
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
