import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Clients } from './clients.ts';
import { isMissing } from './errors.ts';
import { bare } from './submit/parts.ts';

/** What a LIST tells of an object; undefined if there is none of the key. Unlike HEAD it takes no right to read the object. */
export async function listedObject({ s3 }: Pick<Clients, 's3'>, Bucket: string, Key: string) {
  try {
    // a key comes before all that begin with it
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 }));
    const [first] = page.Contents ?? [];
    return first?.Key === Key ? { etag: bare(first.ETag), at: first.LastModified ?? new Date(0) } : undefined;
  } catch (error) {
    // not even the bucket is there
    if (isMissing(error)) return undefined;
    throw error;
  }
}
