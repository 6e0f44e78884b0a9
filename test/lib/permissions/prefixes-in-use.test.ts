// What S3 answers to a tenant with grants for its prefix.
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SudokuPipeline } from '../../../lib/sudoku-pipeline.ts';
import type { LocalCloud } from '../../../local/cloud.ts';
import { REGION } from '../../../local/services.ts';
import { deployed, granted } from '../../bin/remote/remote.ts';

let cloud: LocalCloud;
const TENANT = 'acme/';
const GRANTS = {
  uploader: (pipeline, role) => pipeline.grantUpload(role, TENANT),
  reader: (pipeline, role) => pipeline.grantRead(role, TENANT),
  submitter: (pipeline, role) => pipeline.grantSubmit(role, TENANT),
} as const satisfies Record<string, (pipeline: SudokuPipeline, role: Role) => unknown>;
type Caller = keyof typeof GRANTS;

beforeAll(async () => {
  const callers = Object.entries(GRANTS).map(([name, grant]) => [name, granted(grant)] as const);
  cloud = await deployed({ callers: new Map(callers) });
  for (const Bucket of [uploads(), results()])
    for (const Key of ['acme/a', 'acme2/a', 'a'])
      await cloud.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
});
afterAll(() => cloud.close());

const uploads = () => cloud.output('UploadBucketName');
const results = () => cloud.output('OutputBucketName');

/** Requests about the keys with a prefix, by names. */
const REQUESTS = {
  write: (prefix: string) => new PutObjectCommand({ Bucket: uploads(), Key: `${prefix}new`, Body: 'x' }),
  'begin parts': (prefix: string) =>
    new CreateMultipartUploadCommand({ Bucket: uploads(), Key: `${prefix}b` }),
  'abort parts': (prefix: string) =>
    new AbortMultipartUploadCommand({ Bucket: uploads(), Key: `${prefix}b`, UploadId: 'x' }),
  'read upload': (prefix: string) => new GetObjectCommand({ Bucket: uploads(), Key: `${prefix}a` }),
  'list uploads': (Prefix: string) => new ListObjectsV2Command({ Bucket: uploads(), Prefix }),
  'list parts': (Prefix: string) => new ListMultipartUploadsCommand({ Bucket: uploads(), Prefix }),
  'read result': (prefix: string) => new GetObjectCommand({ Bucket: results(), Key: `${prefix}a` }),
  'list results': (Prefix: string) => new ListObjectsV2Command({ Bucket: results(), Prefix }),
  'write result': (prefix: string) =>
    new PutObjectCommand({ Bucket: results(), Key: `${prefix}new`, Body: 'x' }),
};

/** The requests that are not denied. */
async function allowed(caller: Caller, prefix: string): Promise<string[]> {
  const credentials = { accessKeyId: caller, secretAccessKey: 'local' };
  const s3 = new S3Client({ endpoint: cloud.endpoint, region: REGION, credentials, forcePathStyle: true });
  const names: string[] = [];
  for (const [name, request] of Object.entries(REQUESTS)) {
    const status = await s3.send(request(prefix) as PutObjectCommand).then(
      () => 200,
      (error: { $metadata: { httpStatusCode?: number } }) => error.$metadata.httpStatusCode,
    );
    if (status !== 403) names.push(name);
  }
  s3.destroy();
  return names;
}

test.each([
  ['uploader', ['write', 'begin parts', 'abort parts']],
  ['reader', ['read result', 'list results']],
  [
    'submitter',
    ['write', 'begin parts', 'abort parts', 'read upload', 'list uploads', 'read result', 'list results'],
  ],
] as const)(
  'a %s may do what its grant says below its prefix, and nothing elsewhere',
  async (caller, requests) => {
    expect(await allowed(caller, TENANT)).toEqual(requests);
    for (const prefix of ['', 'acme', 'acme2/', 'other/']) {
      expect([prefix, await allowed(caller, prefix)]).toEqual([prefix, []]);
    }
  },
);
