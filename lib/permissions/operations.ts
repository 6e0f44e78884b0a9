// The operations of AWS that the function uses, and on which resources.
import { Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { MARKS_PREFIX } from '../../core/options/marks-prefix.ts';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { Operation } from './required-actions.ts';
import { allow, allowOnBucket, allowOnQueue, listBelow, objectsBelow } from './statements.ts';

export interface PipelineResources {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
  readonly uploads: IQueue;
  readonly chunks: IQueue;
  /** Prefix of the keys of uploads. */
  readonly uploadPrefix: string;
  /** Prefix of the keys of results and reports. */
  readonly outputPrefix: string;
}

/** Operations of Lambda's poller, which uses the function's role. @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const POLL: readonly Operation[] = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/** Operations of the function and its pollers. test/lib compares them with the requests in lambda/. */
export const FUNCTION_OPERATIONS = {
  // files that others held up go back there
  uploads: [...POLL, 'ChangeMessageVisibilityBatch', 'SendMessageBatch'],
  chunks: [...POLL, 'ChangeMessageVisibilityBatch', 'SendMessageBatch'],
  uploadBucket: ['GetObject', 'HeadObject'],
  outputBucket: [
    'GetObject',
    'HeadObject',
    'PutObject',
    'CreateMultipartUpload',
    'UploadPart',
    'UploadPartCopy',
    'CompleteMultipartUpload',
    'ListParts',
    'AbortMultipartUpload',
    'ListMultipartUploads',
  ],
  workBucket: ['GetObject', 'HeadObject', 'PutObject', 'ListObjectsV2', 'DeleteObjects', 'DeleteObject'],
  /** in the output bucket */
  reports: ['DeleteObject'],
} as const satisfies Record<
  Exclude<keyof PipelineResources, `${string}Prefix`> | 'reports',
  readonly Operation[]
>;

/** Suffixes of reports. The function also deletes pages that were written before `htmlReports` was switched off. */
export const REPORT_SUFFIXES = [REPORT_SUFFIX, HTML_REPORT_SUFFIX] as const;

/** Additional operations of a function that sends events about files. */
export const EVENT_OPERATIONS = ['PutEvents'] as const satisfies readonly Operation[];

/** The permissions of the function's role, except writing its logs. */
export function functionPermissions(resources: PipelineResources): PolicyStatement[] {
  const { outputBucket, outputPrefix } = resources;
  return [
    ...allowOnQueue(resources.uploads, FUNCTION_OPERATIONS.uploads),
    ...allowOnQueue(resources.chunks, FUNCTION_OPERATIONS.chunks),
    ...allowOnBucket(resources.uploadBucket, FUNCTION_OPERATIONS.uploadBucket, resources.uploadPrefix),
    ...allowOnBucket(outputBucket, FUNCTION_OPERATIONS.outputBucket, outputPrefix),
    // it may delete reports, but no results
    ...REPORT_SUFFIXES.flatMap((suffix) =>
      allow(FUNCTION_OPERATIONS.reports, 'object', objectsBelow(outputBucket, outputPrefix, suffix)),
    ),
    ...allowOnBucket(resources.workBucket, FUNCTION_OPERATIONS.workBucket),
  ];
}

/** The resources that commands use. */
export interface CommandResources extends PipelineResources {
  readonly uploadsDeadLetters: IQueue;
  readonly chunksDeadLetters: IQueue;
  readonly logGroup: ILogGroup;
}

/** Operations by resource; `account` is for those that have no resource. */
export type Operations = Partial<
  Record<Exclude<keyof CommandResources, `${string}Prefix`> | 'stack' | 'account', readonly Operation[]>
>;

/** Operations of `sudoku submit`. test/lib compares them with the requests in bin/remote. */
export const SUBMIT_OPERATIONS = {
  stack: ['DescribeStacks'],
  uploadBucket: [
    'HeadObject',
    // shows a missing object to those who may list only keys with a prefix
    'ListObjectsV2',
    'PutObject',
    'CopyObject',
    'CreateMultipartUpload',
    'UploadPart',
    'UploadPartCopy',
    'CompleteMultipartUpload',
    'ListMultipartUploads',
    'ListParts',
    // lib-storage calls it if standard input ends with an error
    'AbortMultipartUpload',
  ],
  outputBucket: ['HeadObject', 'GetObject', 'ListObjectsV2'],
} as const satisfies Operations;

/** Operations of `sudoku cancel`. */
export const CANCEL_OPERATIONS = {
  stack: ['DescribeStacks'],
  uploadBucket: ['ListObjectsV2', 'DeleteObject'],
  outputBucket: ['ListObjectsV2', 'HeadObject'],
  // the marks of the uploads
  workBucket: ['PutObject'],
} as const satisfies Operations;

/** Operations that read dead letters and move them back to their queue. */
const REDRIVE = [
  'GetQueueAttributes',
  'ReceiveMessage',
  'DeleteMessage',
  'ChangeMessageVisibility',
  'StartMessageMoveTask',
  'ListMessageMoveTasks',
] as const satisfies readonly Operation[];

/** Operations of `sudoku status`, `watch`, `doctor`, `redrive` and `backfill`. */
export const OPERATE_OPERATIONS = {
  stack: ['DescribeStacks'],
  account: ['GetMetricData', 'DescribeAlarms', 'GetAccountSettings', 'ListEventSourceMappings'],
  logGroup: ['FilterLogEvents'],
  uploads: ['GetQueueAttributes', 'SendMessage', 'SendMessageBatch'],
  chunks: ['GetQueueAttributes', 'SendMessage'],
  uploadsDeadLetters: REDRIVE,
  chunksDeadLetters: REDRIVE,
  // they list an upload to see whether it exists, since HEAD would require permission to read it
  uploadBucket: ['ListObjectsV2', 'GetBucketNotificationConfiguration'],
  outputBucket: ['GetObject', 'HeadObject', 'ListObjectsV2'],
  workBucket: ['GetObject', 'HeadObject', 'ListObjectsV2'],
} as const satisfies Operations;

/**
 * Allows operations on the resources that they belong to.
 * @param tenantPrefix of the keys of uploads to which they are restricted, with their results and marks
 */
export function grantOperations(
  scope: IConstruct,
  resources: CommandResources,
  grantee: IGrantable,
  operations: Operations,
  tenantPrefix?: string,
): Grant {
  const { stack = [], account = [], logGroup = [] } = operations;
  const { stackName } = Stack.of(scope);
  const stackArn = Stack.of(scope).formatArn({
    service: 'cloudformation',
    resource: 'stack',
    resourceName: `${stackName}/*`,
  });
  const { uploadPrefix, outputPrefix } = resources;
  const prefixes =
    tenantPrefix === undefined
      ? { uploadBucket: uploadPrefix, outputBucket: outputPrefix, workBucket: '' }
      : {
          uploadBucket: tenantPrefix,
          outputBucket: outputPrefix + tenantPrefix,
          workBucket: MARKS_PREFIX + tenantPrefix,
        };
  const statements: PolicyStatement[] = [
    ...allow(stack, 'stack', stackArn),
    ...allow(account, 'anything', '*'),
    ...allow(logGroup, 'log group', resources.logGroup.logGroupArn),
    ...(['uploadBucket', 'outputBucket', 'workBucket'] as const).flatMap((name) =>
      allowOnBucket(resources[name], operations[name] ?? [], prefixes[name], {
        isTenant: tenantPrefix !== undefined,
        // its deletions are conditional
        isConditional: tenantPrefix !== undefined && name === 'uploadBucket',
      }),
    ),
    ...(['uploads', 'chunks', 'uploadsDeadLetters', 'chunksDeadLetters'] as const).flatMap((name) =>
      allowOnQueue(resources[name], operations[name] ?? []),
    ),
  ];
  return grantStatements(grantee, statements);
}

/** Allows an operator to list the objects of a source, as `sudoku backfill` does, and to see where its events go. */
export const grantListing = ({ bucket, prefix }: AddedSource, grantee: IGrantable): Grant =>
  grantStatements(grantee, [
    ...(prefix === '' ? allow(['ListObjectsV2'], 'bucket', bucket.bucketArn) : [listBelow(bucket, prefix)]),
    ...allow(['GetBucketNotificationConfiguration'], 'bucket', bucket.bucketArn),
  ]);

/** Allows `sudoku cancel` for the objects of a source that have a prefix; it deletes none of them. */
export function grantCancelIn(
  scope: IConstruct,
  resources: CommandResources,
  grantee: IGrantable,
  { bucket, prefix }: AddedSource,
  tenantPrefix = '',
): Grant {
  const below = prefix.startsWith(tenantPrefix) ? prefix : tenantPrefix;
  if (!below.startsWith(prefix)) return Grant.drop(grantee, 'no object of the source has the prefix');
  const operations = { ...CANCEL_OPERATIONS, uploadBucket: ['ListObjectsV2'] } as const;
  return grantOperations(scope, { ...resources, uploadBucket: bucket }, grantee, operations, below);
}

/** A bucket of `addSource`, or a part of it. */
export interface AddedSource {
  readonly bucket: IBucket;
  readonly prefix: string;
}

const grantStatements = (grantee: IGrantable, statements: readonly PolicyStatement[]): Grant =>
  statements
    .map(({ actions, resources, conditions }) =>
      Grant.addToPrincipal({ grantee, actions, resourceArns: resources, conditions }),
    )
    .reduce((all, each) => all.combine(each));
