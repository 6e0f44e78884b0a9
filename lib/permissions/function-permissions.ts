import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { HTML_REPORT_SUFFIX, REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { Operation } from './needs.ts';
import { objectsBelow } from './objects-below.ts';
import { allow, allowOnBucket, allowOnQueue } from './statements.ts';

export interface PipelineResources {
  readonly uploadBucket: IBucket;
  readonly outputBucket: IBucket;
  readonly workBucket: IBucket;
  readonly uploads: IQueue;
  readonly chunks: IQueue;
  /** What keys of uploads begin with. */
  readonly uploadPrefix: string;
  /** What keys of results and reports begin with. */
  readonly outputPrefix: string;
}

/** What Lambda's poller does in the function's name. @see https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html */
const POLL: readonly Operation[] = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/** What the function and its pollers call on each bucket and queue. test/lib compares it with the commands that lambda/ sends. */
export const FUNCTION_OPERATIONS = {
  uploads: [...POLL, 'ChangeMessageVisibilityBatch'],
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
  workBucket: ['GetObject', 'HeadObject', 'PutObject', 'ListObjectsV2', 'DeleteObjects'],
  /** in the output bucket */
  reports: ['DeleteObject'],
} as const satisfies Record<
  Exclude<keyof PipelineResources, `${string}Prefix`> | 'reports',
  readonly Operation[]
>;

/** What the keys of reports end with. Pages of before they were switched off may have to be taken back, too. */
export const REPORT_SUFFIXES = [REPORT_SUFFIX, HTML_REPORT_SUFFIX] as const;

/** What the function calls besides where it is to tell of files that it begins with. */
export const STARTED_OPERATIONS = ['PutEvents'] as const satisfies readonly Operation[];

/** All that the function's role may do besides writing its logs. */
export function functionPermissions(resources: PipelineResources): PolicyStatement[] {
  const { outputBucket, outputPrefix } = resources;
  return [
    ...allowOnQueue(resources.uploads, FUNCTION_OPERATIONS.uploads),
    ...allowOnQueue(resources.chunks, FUNCTION_OPERATIONS.chunks),
    ...allowOnBucket(resources.uploadBucket, FUNCTION_OPERATIONS.uploadBucket, resources.uploadPrefix),
    ...allowOnBucket(outputBucket, FUNCTION_OPERATIONS.outputBucket, outputPrefix),
    // no result is ever deleted
    ...REPORT_SUFFIXES.flatMap((suffix) =>
      allow(FUNCTION_OPERATIONS.reports, 'object', objectsBelow(outputBucket, outputPrefix, suffix)),
    ),
    ...allowOnBucket(resources.workBucket, FUNCTION_OPERATIONS.workBucket),
  ];
}
