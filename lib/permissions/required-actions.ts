/** What an action applies to: a resource of the request, the `source` of a copy, or the queue that dead letters return to (`origin`). */
export type ActionTarget =
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

/** An action that IAM requires for an operation. */
export interface RequiredAction {
  readonly action: string;
  readonly on: ActionTarget;
  /** Only required for requests with a condition on the existing object, or to get 404 instead of 403 for a missing one. */
  readonly when?: 'condition' | 'missing';
}

const read: RequiredAction = { action: 's3:GetObject', on: 'object' };
const write: RequiredAction = { action: 's3:PutObject', on: 'object' };
const list: RequiredAction = { action: 's3:ListBucket', on: 'bucket' };
/** A condition on the existing object reveals something about it. */
const readForCondition: RequiredAction = { ...read, when: 'condition' };
/** S3 only reveals that an object is missing to those who may list the bucket. */
const listForMissing: RequiredAction = { ...list, when: 'missing' };
/** @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html */
const move: readonly RequiredAction[] = [
  { action: 'sqs:ReceiveMessage', on: 'queue' },
  { action: 'sqs:DeleteMessage', on: 'queue' },
  { action: 'sqs:GetQueueAttributes', on: 'queue' },
];
const copy: RequiredAction = { action: 's3:GetObject', on: 'source' };

/**
 * The actions that each operation requires. Roles are built from this table, and the local cloud enforces it.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-api-permissions-reference.html
 */
export const REQUIRED_ACTIONS = {
  ListBuckets: [{ action: 's3:ListAllMyBuckets', on: 'anything' }],
  CreateBucket: [{ action: 's3:CreateBucket', on: 'bucket' }],
  HeadBucket: [list],
  DeleteBucket: [{ action: 's3:DeleteBucket', on: 'bucket' }],
  GetBucketNotificationConfiguration: [{ action: 's3:GetBucketNotification', on: 'bucket' }],
  PutBucketNotificationConfiguration: [{ action: 's3:PutBucketNotification', on: 'bucket' }],
  ListObjectsV2: [list],
  ListMultipartUploads: [{ action: 's3:ListBucketMultipartUploads', on: 'bucket' }],
  DeleteObjects: [{ action: 's3:DeleteObject', on: 'object' }],
  PutObject: [write, readForCondition],
  CopyObject: [write, copy],
  GetObject: [read, listForMissing],
  HeadObject: [read, listForMissing],
  DeleteObject: [{ action: 's3:DeleteObject', on: 'object' }, readForCondition],
  GetObjectAttributes: [read],
  CreateMultipartUpload: [write],
  UploadPart: [write],
  UploadPartCopy: [write, copy],
  ListParts: [{ action: 's3:ListMultipartUploadParts', on: 'object' }],
  CompleteMultipartUpload: [write, readForCondition],
  AbortMultipartUpload: [{ action: 's3:AbortMultipartUpload', on: 'object' }],

  // a batch requires the actions of its messages
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
    ...move,
    { action: 'sqs:SendMessage', on: 'origin' },
  ],
  ListMessageMoveTasks: [{ action: 'sqs:ListMessageMoveTasks', on: 'queue' }, ...move],

  DescribeStacks: [{ action: 'cloudformation:DescribeStacks', on: 'stack' }],
  FilterLogEvents: [{ action: 'logs:FilterLogEvents', on: 'log group' }],
  Invoke: [{ action: 'lambda:InvokeFunction', on: 'function' }],
  PutEvents: [{ action: 'events:PutEvents', on: 'event bus' }],
  // metrics have no resources
  GetMetricData: [{ action: 'cloudwatch:GetMetricData', on: 'anything' }],
  // nor have listings, and the settings of the account
  DescribeAlarms: [{ action: 'cloudwatch:DescribeAlarms', on: 'anything' }],
  GetAccountSettings: [{ action: 'lambda:GetAccountSettings', on: 'anything' }],
  ListEventSourceMappings: [{ action: 'lambda:ListEventSourceMappings', on: 'anything' }],
} as const satisfies Record<string, readonly RequiredAction[]>;

export type Operation = keyof typeof REQUIRED_ACTIONS;

/**
 * The actions that operations require, without duplicates.
 * @param areConditional whether to include actions for conditions: whoever else uses conditions may read the object anyway
 */
export function requiredActions(operations: readonly Operation[], areConditional = false): RequiredAction[] {
  const each = new Map<string, RequiredAction>();
  for (const operation of operations) {
    for (const required of REQUIRED_ACTIONS[operation] as readonly RequiredAction[]) {
      if (required.when !== 'condition' || areConditional)
        each.set(`${required.action} ${required.on}`, required);
    }
  }
  return [...each.values()];
}
