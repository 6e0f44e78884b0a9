import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Cloud, ListedObject, ObjectFacts, WriteCondition } from './cloud.ts';
import { ObjectGone, PreconditionFailed, translate, translateRead } from './errors.ts';
import { resumable } from './resumable.ts';

type ObjectCalls = Pick<
  Cloud,
  'readObject' | 'headObject' | 'putObject' | 'listObjects' | 'deleteObjects' | 'deleteObject'
>;

/** S3's limit of keys in one DeleteObjects */
const KEYS_PER_DELETE = 1000;

export function objectCalls(s3: S3Client): ObjectCalls {
  return {
    async readObject({ bucket, key, etag }, range) {
      const open = async (from: number, to: number | undefined) => {
        const answer = await s3
          .send(
            new GetObjectCommand({
              Bucket: bucket,
              Key: key,
              ...(etag === undefined ? {} : { IfMatch: quoted(etag) }),
              ...(from === 0 && to === undefined
                ? {}
                : { Range: `bytes=${from}-${to === undefined ? '' : to - 1}` }),
            }),
          )
          .catch((error: unknown) => {
            throw translateRead(error, { bucket, key });
          });
        // Node's client always answers with a Readable
        return { answer, body: answer.Body as AsyncIterable<Uint8Array> };
      };
      const from = range?.from ?? 0;
      const { answer, body } = await open(from, range?.to);
      const length = answer.ContentLength ?? 0;
      const reopened = async (at: number) => (await open(at, from + length)).body;
      return {
        ...facts(answer),
        bytes: totalBytes(answer.ContentRange) ?? length,
        body: resumable(body, { from, to: from + length }, reopened),
      };
    },

    async headObject({ bucket, key }) {
      try {
        const answer = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return { ...facts(answer), bytes: answer.ContentLength ?? 0 };
      } catch (error) {
        if (translate(error, { bucket, key }) instanceof ObjectGone) return undefined;
        throw error;
      }
    },

    async putObject({ bucket, key, contentType, contentEncoding, metadata }, body, condition) {
      try {
        const answer = await s3.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: key,
            Body: body,
            ContentType: contentType,
            ContentEncoding: contentEncoding,
            Metadata: metadata,
            ...conditionHeaders(condition),
          }),
        );
        return unquoted(answer.ETag);
      } catch (error) {
        throw asFailedCondition(translate(error, { bucket, key }), condition);
      }
    },

    async listObjects(bucket, prefix) {
      const found: ListedObject[] = [];
      let token: string | undefined;
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          found.push({ key: Key!, bytes: Size ?? 0, modified: millisecondsOf(LastModified) });
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return found;
    },

    async deleteObjects(bucket, keys) {
      for (let at = 0; at < keys.length; at += KEYS_PER_DELETE) {
        const Objects = keys.slice(at, at + KEYS_PER_DELETE).map((Key) => ({ Key }));
        const answer = await s3.send(
          new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
        );
        const [failed] = answer.Errors ?? [];
        if (failed)
          throw new Error(`cannot delete ${bucket}/${failed.Key}: ${failed.Code} ${failed.Message}`);
      }
    },

    async deleteObject({ bucket, key }, condition) {
      try {
        await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, IfMatch: quoted(condition.etag) }));
      } catch (error) {
        throw asFailedCondition(translate(error, { bucket, key }), condition);
      }
    },
  };
}

/** The headers of a conditional write, for PutObject and CompleteMultipartUpload alike. */
export function conditionHeaders(condition: WriteCondition | undefined) {
  if (condition === undefined) return {};
  return 'absent' in condition ? { IfNoneMatch: '*' } : { IfMatch: quoted(condition.etag) };
}

/** A conditional write over an object that is gone answers 404: the condition failed just as well. */
export function asFailedCondition(error: unknown, condition: WriteCondition | undefined): unknown {
  return condition && error instanceof ObjectGone ? new PreconditionFailed(error.message) : error;
}

export const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/** Without a date it is as old as can be. */
export const millisecondsOf = (date: Date | undefined): number => date?.getTime() ?? 0;

const quoted = (etag: string): string => `"${etag}"`;

function facts(answer: {
  ETag?: string | undefined;
  ContentType?: string | undefined;
  ContentEncoding?: string | undefined;
  Metadata?: Record<string, string> | undefined;
  LastModified?: Date | undefined;
}): Omit<ObjectFacts, 'bytes'> {
  return {
    etag: unquoted(answer.ETag),
    contentType: answer.ContentType,
    contentEncoding: answer.ContentEncoding,
    metadata: answer.Metadata ?? {},
    modified: millisecondsOf(answer.LastModified),
  };
}

/** `bytes 0-9/100` -> 100 */
function totalBytes(contentRange: string | undefined): number | undefined {
  const total = contentRange?.split('/')[1];
  return total === undefined || total === '*' ? undefined : Number(total);
}
