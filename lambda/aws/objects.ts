import { crc32 } from 'node:zlib';
import type { Cloud, ListedObject, ObjectFacts, ObjectTarget, WriteCondition } from './cloud.ts';
import { ObjectGone, PreconditionFailed, translate, translateRead } from './errors.ts';
import { resumable } from './resumable.ts';
import type { Headers, S3 } from './wire/s3.ts';
import { listOf, textOf, writeXml } from './wire/xml.ts';

type ObjectCalls = Pick<
  Cloud,
  'readObject' | 'headObject' | 'putObject' | 'listObjects' | 'deleteObjects' | 'deleteObject'
>;

/** S3's limit of keys in one DeleteObjects */
const KEYS_PER_DELETE = 1000;

const METADATA = 'x-amz-meta-';

export function objectCalls(s3: S3): ObjectCalls {
  return {
    async readObject({ bucket, key, etag }, range, signal) {
      const open = (from: number, to: number | undefined) =>
        s3
          .open({
            operation: 'GetObject',
            method: 'GET',
            bucket,
            key,
            signal,
            headers: {
              'if-match': etag === undefined ? undefined : quoted(etag),
              range:
                from === 0 && to === undefined
                  ? undefined
                  : `bytes=${from}-${to === undefined ? '' : to - 1}`,
            },
          })
          .catch((error: unknown) => {
            throw translateRead(error, { bucket, key });
          });
      const from = range?.from ?? 0;
      const { headers, body } = await open(from, range?.to);
      const length = Number(headers['content-length'] ?? 0);
      const reopened = async (at: number) => (await open(at, from + length)).body;
      return {
        ...facts(headers),
        bytes: totalBytes(headers['content-range']) ?? length,
        body: resumable(body, { from, to: from + length }, reopened),
      };
    },

    async headObject({ bucket, key }) {
      try {
        const headers = await s3.headers({ operation: 'HeadObject', method: 'HEAD', bucket, key });
        return { ...facts(headers), bytes: Number(headers['content-length'] ?? 0) };
      } catch (error) {
        if (translate(error, { bucket, key }) instanceof ObjectGone) return undefined;
        throw error;
      }
    },

    async putObject(target, body, condition) {
      const { bucket, key, contentType = 'application/octet-stream' } = target;
      const headers = {
        ...headersOf({ ...target, contentType }),
        ...conditionHeaders(condition),
      };
      try {
        const { etag } = await s3.headers({
          operation: 'PutObject',
          method: 'PUT',
          bucket,
          key,
          headers,
          body,
        });
        return unquoted(etag);
      } catch (error) {
        throw asFailedCondition(translate(error, { bucket, key }), condition);
      }
    },

    async listObjects(bucket, prefix) {
      const found: ListedObject[] = [];
      let token: string | undefined;
      do {
        const query = { 'list-type': '2', prefix, 'continuation-token': token };
        const page = await s3.document(
          { operation: 'ListObjectsV2', method: 'GET', bucket, query },
          'ListBucketResult',
        );
        for (const object of listOf(page, 'Contents')) {
          found.push({
            key: textOf(object, 'Key')!,
            bytes: Number(textOf(object, 'Size') ?? 0),
            modified: millisecondsOf(textOf(object, 'LastModified')),
          });
        }
        token = textOf(page, 'NextContinuationToken');
      } while (token !== undefined);
      return found;
    },

    async deleteObjects(bucket, keys) {
      for (let at = 0; at < keys.length; at += KEYS_PER_DELETE) {
        const objects = keys.slice(at, at + KEYS_PER_DELETE).map((Key) => ({ Key }));
        const body = writeXml('Delete', 'Object', objects, { Quiet: 'true' });
        const headers = { 'content-type': 'application/xml', ...checksumHeaders(body) };
        const ask = { method: 'POST', bucket, query: { delete: '' }, headers, body } as const;
        const answer = await s3.document({ operation: 'DeleteObjects', ...ask }, 'DeleteResult');
        const [failed] = listOf(answer, 'Error');
        if (failed) {
          const [key, code, message] = ['Key', 'Code', 'Message'].map((name) => textOf(failed, name));
          throw new Error(`cannot delete ${bucket}/${key}: ${code} ${message}`);
        }
      }
    },

    async deleteObject({ bucket, key }, condition) {
      try {
        const headers = conditionHeaders(condition);
        await s3.headers({ operation: 'DeleteObject', method: 'DELETE', bucket, key, headers });
      } catch (error) {
        throw asFailedCondition(translate(error, { bucket, key }), condition);
      }
    },
  };
}

/** What an object is written with, for PutObject and CreateMultipartUpload alike. */
export function headersOf({
  contentType,
  contentEncoding,
  metadata = {},
}: Omit<ObjectTarget, 'bucket' | 'key'>): Headers {
  return {
    'content-type': contentType,
    'content-encoding': contentEncoding,
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [METADATA + name.toLowerCase(), value]),
    ),
  };
}

/** The headers of a conditional write, for PutObject and CompleteMultipartUpload alike. */
export function conditionHeaders(condition: WriteCondition | undefined): Headers {
  if (condition === undefined) return {};
  return 'absent' in condition ? { 'if-none-match': '*' } : { 'if-match': quoted(condition.etag) };
}

/** A conditional write over an object that is gone answers 404: the condition failed just as well. */
export function asFailedCondition(error: unknown, condition: WriteCondition | undefined): unknown {
  return condition && error instanceof ObjectGone ? new PreconditionFailed(error.message) : error;
}

export const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/** Without a date it is as old as can be. */
export const millisecondsOf = (date: string | undefined): number => Date.parse(date ?? '') || 0;

const quoted = (etag: string): string => `"${etag}"`;

/** S3 deletes many objects at once only by a document that came whole. */
function checksumHeaders(body: string): Headers {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return { 'x-amz-sdk-checksum-algorithm': 'CRC32', 'x-amz-checksum-crc32': checksum.toString('base64') };
}

function facts(headers: Headers): Omit<ObjectFacts, 'bytes'> {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith(METADATA));
  return {
    etag: unquoted(headers.etag),
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    metadata: Object.fromEntries(metadata.map(([name, value]) => [name.slice(METADATA.length), value!])),
    modified: millisecondsOf(headers['last-modified']),
  };
}

/** `bytes 0-9/100` -> 100 */
function totalBytes(contentRange: string | undefined): number | undefined {
  const total = contentRange?.split('/')[1];
  return total === undefined || total === '*' ? undefined : Number(total);
}
