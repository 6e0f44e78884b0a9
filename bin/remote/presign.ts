// Links that sign one request to S3 with the permissions of the operator. Everything that they fix is in signed headers.
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MAX_OBJECT_KEY_BYTES } from '../../lambda/invocation/upload.ts';
import { isTooLong } from '../../lambda/result/output-refs.ts';
import { UsageError } from '../cli/exit.ts';
import type { Clients } from './clients.ts';
import { refuseUnsolvedKey } from './objects.ts';
import type { DeployedPipeline } from './stack.ts';

/** A request that anybody can send until it expires. */
interface Link {
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  /** that must be sent with these values, by names in lower case */
  readonly headers: Readonly<Record<string, string>>;
  /** in ISO 8601 */
  readonly expires: string;
}

interface PutOptions {
  /** of the file; any if it is undefined */
  readonly bytes: number | undefined;
  readonly metadata: Readonly<Record<string, string>>;
  readonly noClobber: boolean;
  /** seconds */
  readonly expiresIn: number;
}

/** A link to upload a file. @throws UsageError for a key that the pipeline does not solve */
export async function linkToPut(
  { unchecked }: Pick<Clients, 'unchecked'>,
  pipeline: DeployedPipeline,
  Key: string,
  { bytes, metadata, noClobber, expiresIn }: PutOptions,
): Promise<Link> {
  refuseKey(Key);
  refuseUnsolvedKey(pipeline, Key);
  const headers = {
    ...(bytes !== undefined && { 'content-length': String(bytes) }),
    ...(noClobber && { 'if-none-match': '*' }),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const command = new PutObjectCommand({
    ...{ Bucket: pipeline.uploadBucket, Key, Metadata: { ...metadata }, ContentLength: bytes },
    ...(noClobber && { IfNoneMatch: '*' }),
  });
  const url = await getSignedUrl(unchecked, command, {
    expiresIn,
    // in the URL, S3 would take them for given
    unhoistableHeaders: new Set(Object.keys(headers)),
  });
  return { method: 'PUT', url, headers, expires: timeAfter(expiresIn) };
}

/** A link to download a result or a report, which need not exist yet. @throws UsageError for a key that no object can have */
export async function linkToGet(
  { unchecked }: Pick<Clients, 'unchecked'>,
  { outputBucket, outputPrefix }: DeployedPipeline,
  key: string,
  expiresIn: number,
): Promise<Link> {
  const Key = outputPrefix + key;
  refuseKey(Key);
  const url = await getSignedUrl(unchecked, new GetObjectCommand({ Bucket: outputBucket, Key }), {
    expiresIn,
  });
  return { method: 'GET', url, headers: {}, expires: timeAfter(expiresIn) };
}

function refuseKey(key: string): void {
  if (key.split('/').some((name) => name === '.' || name === '..')) {
    throw new UsageError(
      `expected a key without . and .. as names, which clients remove from links, got ${key}`,
    );
  }
  if (key !== '' && !key.endsWith('/') && !isTooLong({ key })) return;
  throw new UsageError(
    `expected a key of a file, of at most ${MAX_OBJECT_KEY_BYTES} bytes, got ${JSON.stringify(key)}`,
  );
}

const timeAfter = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
