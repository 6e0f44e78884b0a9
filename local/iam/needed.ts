import type { Operation, S3Call } from '../s3/call.ts';
import { readXml } from '../s3/xml.ts';
import type { Permission } from './statement.ts';

type Needs = (call: S3Call) => Permission[];

const onBucket =
  (action: string): Needs =>
  ({ bucket }) => [{ action, resource: `arn:aws:s3:::${bucket}` }];

const onObject =
  (action: string): Needs =>
  ({ bucket, key }) => [{ action, resource: `arn:aws:s3:::${bucket}/${key}` }];

const read = onObject('s3:GetObject');
const write = onObject('s3:PutObject');

/** A condition on the object that stands there tells something of it. */
const writeIf: Needs = (call) => [
  ...write(call),
  ...(call.headers['if-match'] === undefined ? [] : read(call)),
];

/** Source as S3 takes it: with or without a slash in front, URL-encoded, perhaps with a version. */
const copy: Needs = (call) => {
  const source = decodeURIComponent((call.headers['x-amz-copy-source'] ?? '').split('?')[0]!);
  return [...write(call), { action: 's3:GetObject', resource: `arn:aws:s3:::${source.replace(/^\//, '')}` }];
};

const deleteEach: Needs = ({ bucket, body }) => {
  const { Object: objects = [] } = readXml(body, 'Delete') as {
    Object?: { Key: string } | { Key: string }[];
  };
  return [objects]
    .flat()
    .map(({ Key }) => ({ action: 's3:DeleteObject', resource: `arn:aws:s3:::${bucket}/${Key}` }));
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html */
const NEEDS: Record<Operation, Needs> = {
  ListBuckets: () => [{ action: 's3:ListAllMyBuckets', resource: '*' }],
  CreateBucket: onBucket('s3:CreateBucket'),
  HeadBucket: onBucket('s3:ListBucket'),
  DeleteBucket: onBucket('s3:DeleteBucket'),
  GetBucketNotificationConfiguration: onBucket('s3:GetBucketNotification'),
  PutBucketNotificationConfiguration: onBucket('s3:PutBucketNotification'),
  ListObjectsV2: onBucket('s3:ListBucket'),
  ListMultipartUploads: onBucket('s3:ListBucketMultipartUploads'),
  DeleteObjects: deleteEach,
  PutObject: writeIf,
  CopyObject: copy,
  GetObject: read,
  HeadObject: read,
  DeleteObject: onObject('s3:DeleteObject'),
  GetObjectAttributes: read,
  CreateMultipartUpload: write,
  UploadPart: write,
  UploadPartCopy: copy,
  ListParts: onObject('s3:ListMultipartUploadParts'),
  CompleteMultipartUpload: writeIf,
  AbortMultipartUpload: onObject('s3:AbortMultipartUpload'),
};

/** What a request to S3 needs; nothing for one that is refused anyway. @throws S3Error MalformedXML */
export function neededByS3(call: S3Call): Permission[] {
  return call.operation === undefined ? [] : NEEDS[call.operation](call);
}

/** What it takes to be told that there is no such object, rather than that one may not know. */
export function neededFor404({ bucket }: S3Call): Permission {
  return { action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` };
}

/** Batches need what their parts do. @param action as in the request's `x-amz-target`, without the service */
export function neededBySqs(action: string, queueArn: string): Permission {
  return { action: `sqs:${action.replace(/Batch$/, '')}`, resource: queueArn };
}
