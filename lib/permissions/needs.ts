/** What an action is allowed on: what the request names, the object that it copies from, the queue that dead letters came from, or anything. */
export type Target =
  | 'object'
  | 'source'
  | 'bucket'
  | 'queue'
  | 'origin'
  | 'stack'
  | 'log group'
  | 'function'
  | 'event bus'
  | 'anything';

/** One thing that IAM asks for when an operation is called. */
export interface Need {
  readonly action: string;
  readonly on: Target;
  /** Asked for only where the request has a condition on the object that stands there, or to be told 404 rather than 403. */
  readonly when?: 'condition' | 'missing';
}

const read: Need = { action: 's3:GetObject', on: 'object' };
const write: Need = { action: 's3:PutObject', on: 'object' };
const list: Need = { action: 's3:ListBucket', on: 'bucket' };
/** A condition on the object that stands there tells something of it. */
const compare: Need = { ...read, when: 'condition' };
/** Who may not list a bucket is not told that an object is not there. */
const miss: Need = { ...list, when: 'missing' };
/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html */
const moving: readonly Need[] = [
  { action: 'sqs:ReceiveMessage', on: 'queue' },
  { action: 'sqs:DeleteMessage', on: 'queue' },
  { action: 'sqs:GetQueueAttributes', on: 'queue' },
];
const copy: Need = { action: 's3:GetObject', on: 'source' };

/**
 * The permissions that each operation takes, by its name in the documentation: what roles are made from, and what the
 * local cloud holds them to.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
 */
export const NEEDS = {
  ListBuckets: [{ action: 's3:ListAllMyBuckets', on: 'anything' }],
  CreateBucket: [{ action: 's3:CreateBucket', on: 'bucket' }],
  HeadBucket: [list],
  DeleteBucket: [{ action: 's3:DeleteBucket', on: 'bucket' }],
  GetBucketNotificationConfiguration: [{ action: 's3:GetBucketNotification', on: 'bucket' }],
  PutBucketNotificationConfiguration: [{ action: 's3:PutBucketNotification', on: 'bucket' }],
  ListObjectsV2: [list],
  ListMultipartUploads: [{ action: 's3:ListBucketMultipartUploads', on: 'bucket' }],
  DeleteObjects: [{ action: 's3:DeleteObject', on: 'object' }],
  PutObject: [write, compare],
  CopyObject: [write, copy],
  GetObject: [read, miss],
  HeadObject: [read, miss],
  DeleteObject: [{ action: 's3:DeleteObject', on: 'object' }, compare],
  GetObjectAttributes: [read],
  CreateMultipartUpload: [write],
  UploadPart: [write],
  UploadPartCopy: [write, copy],
  ListParts: [{ action: 's3:ListMultipartUploadParts', on: 'object' }],
  CompleteMultipartUpload: [write, compare],
  AbortMultipartUpload: [{ action: 's3:AbortMultipartUpload', on: 'object' }],

  // a batch takes what its messages do
  SendMessage: [{ action: 'sqs:SendMessage', on: 'queue' }],
  SendMessageBatch: [{ action: 'sqs:SendMessage', on: 'queue' }],
  ReceiveMessage: [{ action: 'sqs:ReceiveMessage', on: 'queue' }],
  DeleteMessage: [{ action: 'sqs:DeleteMessage', on: 'queue' }],
  DeleteMessageBatch: [{ action: 'sqs:DeleteMessage', on: 'queue' }],
  ChangeMessageVisibility: [{ action: 'sqs:ChangeMessageVisibility', on: 'queue' }],
  ChangeMessageVisibilityBatch: [{ action: 'sqs:ChangeMessageVisibility', on: 'queue' }],
  GetQueueAttributes: [{ action: 'sqs:GetQueueAttributes', on: 'queue' }],
  StartMessageMoveTask: [
    { action: 'sqs:StartMessageMoveTask', on: 'queue' },
    ...moving,
    { action: 'sqs:SendMessage', on: 'origin' },
  ],
  ListMessageMoveTasks: [{ action: 'sqs:ListMessageMoveTasks', on: 'queue' }, ...moving],

  DescribeStacks: [{ action: 'cloudformation:DescribeStacks', on: 'stack' }],
  FilterLogEvents: [{ action: 'logs:FilterLogEvents', on: 'log group' }],
  Invoke: [{ action: 'lambda:InvokeFunction', on: 'function' }],
  PutEvents: [{ action: 'events:PutEvents', on: 'event bus' }],
  // metrics have no resources
  GetMetricData: [{ action: 'cloudwatch:GetMetricData', on: 'anything' }],
} as const satisfies Record<string, readonly Need[]>;

export type Operation = keyof typeof NEEDS;

/** The needs of some operations, each once. What a condition on an object needs comes with the operation that reads the object. */
export function needsOf(operations: readonly Operation[]): Need[] {
  const each = new Map<string, Need>();
  for (const operation of operations) {
    for (const need of NEEDS[operation] as readonly Need[]) {
      if (need.when !== 'condition') each.set(`${need.action} ${need.on}`, need);
    }
  }
  return [...each.values()];
}
