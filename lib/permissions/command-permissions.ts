import { Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import type { PipelineResources } from './function-permissions.ts';
import type { Operation } from './needs.ts';
import { allow, allowOnBucket, allowOnQueue } from './statements.ts';

/** What commands talk to. */
export interface CommandResources extends PipelineResources {
  readonly uploadsDeadLetters: IQueue;
  readonly chunksDeadLetters: IQueue;
  readonly logGroup: ILogGroup;
}

/** Operations by what they are called on; `account` has metrics, which have no resources. */
export type Operations = Partial<
  Record<Exclude<keyof CommandResources, `${string}Prefix`> | 'stack' | 'account', readonly Operation[]>
>;

/** What `sudoku submit` calls. test/lib compares these with the commands in bin/remote. */
export const SUBMIT_OPERATIONS = {
  stack: ['DescribeStacks'],
  uploadBucket: [
    'HeadObject',
    'PutObject',
    'CopyObject',
    'CreateMultipartUpload',
    'UploadPart',
    'UploadPartCopy',
    'CompleteMultipartUpload',
    'ListMultipartUploads',
    'ListParts',
    // what lib-storage does with standard input that ends in an error
    'AbortMultipartUpload',
  ],
  outputBucket: ['HeadObject', 'GetObject'],
} as const satisfies Operations;

/** Redriving: what is in the dead letters, and what moves it back. */
const REDRIVE = [
  'GetQueueAttributes',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'StartMessageMoveTask',
  'ListMessageMoveTasks',
] as const satisfies readonly Operation[];

/** What `sudoku status`, `watch`, `redrive` and `backfill` call. */
export const OPERATE_OPERATIONS = {
  stack: ['DescribeStacks'],
  account: ['GetMetricData'],
  logGroup: ['FilterLogEvents'],
  uploads: ['GetQueueAttributes', 'SendMessage', 'SendMessageBatch'],
  chunks: ['GetQueueAttributes', 'SendMessage'],
  uploadsDeadLetters: REDRIVE,
  chunksDeadLetters: REDRIVE,
  // a LIST tells whether an upload is there: HEAD would take the right to read it
  uploadBucket: ['ListObjectsV2'],
  outputBucket: ['GetObject', 'HeadObject', 'ListObjectsV2'],
  workBucket: ['GetObject', 'ListObjectsV2'],
} as const satisfies Operations;

/** Lets the grantee call operations on what they name. */
export function grantOperations(
  scope: IConstruct,
  resources: CommandResources,
  grantee: IGrantable,
  operations: Operations,
): Grant {
  const { stack = [], account = [], logGroup = [] } = operations;
  const { stackName } = Stack.of(scope);
  const stackArn = Stack.of(scope).formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${stackName}/*`,
  });
  const { uploadPrefix, outputPrefix } = resources;
  const prefixes = { uploadBucket: uploadPrefix, outputBucket: outputPrefix, workBucket: '' };
  const statements: PolicyStatement[] = [
    ...allow(stack, 'stack', stackArn),
    ...allow(account, 'anything', '*'),
    ...allow(logGroup, 'log group', resources.logGroup.logGroupArn),
    ...(['uploadBucket', 'outputBucket', 'workBucket'] as const).flatMap((name) =>
      allowOnBucket(resources[name], operations[name] ?? [], prefixes[name]),
    ),
    ...(['uploads', 'chunks', 'uploadsDeadLetters', 'chunksDeadLetters'] as const).flatMap((name) =>
      allowOnQueue(resources[name], operations[name] ?? []),
    ),
  ];
  return statements
    .map(({ actions, resources, conditions }) =>
      Grant.addToPrincipal({ grantee, actions, resourceArns: resources, conditions }),
    )
    .reduce((all, each) => all.combine(each));
}
