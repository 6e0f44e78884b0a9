// The calls to S3 for whole objects, with conditional writes.
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type {
  ByteRange,
  Cloud,
  ObjectEntry,
  ObjectFacts,
  ObjectRef,
  ObjectTarget,
  SignedRequest,
  WriteCondition,
} from './cloud.ts';
import { isFault, StorageError, translate, translateRead } from './errors.ts';

/** The parts of a request that are used here. */
interface HttpRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly headers: Record<string, string>;
}

type ObjectCalls = Pick<
  Cloud,
  | 'readObject'
  | 'headObject'
  | 'signedHead'
  | 'putObject'
  | 'listObjects'
  | 'listFewObjects'
  | 'listFolders'
  | 'deleteObjects'
  | 'deleteObject'
>;

/** S3's maximum number of keys in one DeleteObjects. */
const KEYS_PER_DELETE = 1000;

export function objectCalls(s3: S3Client): ObjectCalls {
  /** One page of a listing, and the token of the next one. */
  const list = async (Bucket: string, Prefix: string, ContinuationToken?: string) => {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    const entries = (page.Contents ?? []).map(
      ({ Key, Size, LastModified }): ObjectEntry => ({
        key: Key!,
        bytes: Size ?? 0,
        modified: millisecondsOf(LastModified),
      }),
    );
    return { entries, next: page.NextContinuationToken };
  };
  return {
    async readObject(ref, range, abortSignal) {
      const open = async (from: number, to: number | undefined) => {
        const command = new GetObjectCommand({
          Bucket: ref.bucket,
          Key: ref.key,
          IfMatch: ref.etag === undefined ? undefined : quoted(ref.etag),
          Range:
            from === 0 && to === undefined ? undefined : `bytes=${from}-${to === undefined ? '' : to - 1}`,
        });
        const answer = await s3.send(command, { abortSignal }).catch((error: unknown) => {
          throw translateRead(error, ref);
        });
        // a Readable in Node
        return { answer, body: answer.Body as AsyncIterable<Uint8Array> };
      };
      const from = range?.from ?? 0;
      const { answer, body } = await open(from, range?.to);
      const length = answer.ContentLength ?? 0;
      const reopen = async (at: number) => (await open(at, from + length)).body;
      return {
        ...facts(answer),
        bytes: totalBytes(answer.ContentRange) ?? length,
        body: resumable(body, { from, to: from + length }, reopen),
      };
    },

    async headObject(ref) {
      try {
        const answer = await s3.send(new HeadObjectCommand({ Bucket: ref.bucket, Key: ref.key }));
        return { ...facts(answer), bytes: answer.ContentLength ?? 0 };
      } catch (error) {
        if (isFault(translate(error, ref), 'ObjectGone')) return undefined;
        throw error;
      }
    },

    async signedHead(ref) {
      const command = new HeadObjectCommand({ Bucket: ref.bucket, Key: ref.key });
      let signed: SignedRequest | undefined;
      command.middlewareStack.add(
        () => async (args) => {
          const { protocol, hostname, port, path, headers } = args.request as HttpRequest;
          signed = { url: `${protocol}//${hostname}${port ? `:${port}` : ''}${path}`, headers };
          return { response: {}, output: { $metadata: {} } };
        },
        // behind the signature, in place of all that sends the request
        { step: 'finalizeRequest', priority: 'low', name: 'keepSigned' },
      );
      await s3.send(command);
      return signed!;
    },

    async putObject(target, Body, condition) {
      try {
        const command = new PutObjectCommand({ ...targetInput(target), Body, ...conditionOf(condition) });
        return unquoted((await s3.send(command)).ETag);
      } catch (error) {
        throw asFailedCondition(error, target, condition);
      }
    },

    async listObjects(bucket, prefix) {
      const found: ObjectEntry[] = [];
      let token: string | undefined;
      do {
        const { entries, next } = await list(bucket, prefix, token);
        found.push(...entries);
        token = next;
      } while (token !== undefined);
      return found;
    },

    async listFewObjects(bucket, prefix) {
      const { entries, next } = await list(bucket, prefix);
      return next === undefined ? entries : undefined;
    },

    async listFolders(bucket, after) {
      const { CommonPrefixes = [] } = await s3.send(
        // behind all keys in the folder of this name
        new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/', StartAfter: after && `${after}0` }),
      );
      return CommonPrefixes.map(({ Prefix }) => Prefix!.slice(0, -1));
    },

    async deleteObjects(bucket, keys) {
      for (let at = 0; at < keys.length; at += KEYS_PER_DELETE) {
        const Objects = keys.slice(at, at + KEYS_PER_DELETE).map((Key) => ({ Key }));
        const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
        const [failed] = (await s3.send(command)).Errors ?? [];
        if (failed)
          throw new Error(`cannot delete ${bucket}/${failed.Key}: ${failed.Code} ${failed.Message}`);
      }
    },

    async deleteObject(ref, condition) {
      try {
        await s3.send(
          new DeleteObjectCommand({ Bucket: ref.bucket, Key: ref.key, ...conditionOf(condition) }),
        );
      } catch (error) {
        throw asFailedCondition(error, ref, condition);
      }
    },
  };
}

/** The input that PutObject and CreateMultipartUpload share. */
export const targetInput = ({ bucket, key, contentType, contentEncoding, metadata }: ObjectTarget) => ({
  Bucket: bucket,
  Key: key,
  ContentType: contentType,
  ContentEncoding: contentEncoding,
  Metadata: metadata,
});

/** The input of a conditional write. */
export function conditionOf(condition: WriteCondition | undefined): {
  IfMatch?: string;
  IfNoneMatch?: string;
} {
  if (condition === undefined) return {};
  return 'absent' in condition ? { IfNoneMatch: '*' } : { IfMatch: quoted(condition.etag) };
}

/** As {@link translate}: a conditional write over an object that is gone fails with 404 instead of 412. */
export function asFailedCondition(
  failure: unknown,
  ref: ObjectRef,
  condition: WriteCondition | undefined,
): unknown {
  const error = translate(failure, ref);
  return condition && isFault(error, 'ObjectGone')
    ? new StorageError('PreconditionFailed', ref, error.message)
    : error;
}

export const unquoted = (etag: string | undefined): string => (etag ?? '').replaceAll('"', '');

/** 0 without a date. */
export const millisecondsOf = (date: Date | undefined): number => date?.getTime() ?? 0;

const quoted = (etag: string): string => `"${etag}"`;

function facts(answer: {
  readonly ETag?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly ContentEncoding?: string | undefined;
  readonly Metadata?: Record<string, string> | undefined;
  readonly LastModified?: Date | undefined;
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

/** Broken connections in a row, without a byte between them, after which reading fails. */
const MAX_BREAKS = 5;

/**
 * The bytes of a range, although connections break in the middle of a body: the SDK's retries end at the headers.
 * @param reopen opens the rest of the same object from a byte on
 */
export async function* resumable(
  body: AsyncIterable<Uint8Array>,
  { from, to }: ByteRange,
  reopen: (at: number) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let at = from;
  let breaks = 0;
  while (at < to) {
    let cause: unknown;
    try {
      for await (const piece of body) {
        at += piece.length;
        breaks = 0;
        yield piece;
      }
    } catch (error) {
      cause = error;
    }
    if (at === to) return;
    breaks++;
    if (breaks > MAX_BREAKS) {
      throw new Error(`the connection broke ${breaks} times at byte ${at}, expected ${to}`, { cause });
    }
    body = await reopen(at);
  }
  // a connection becomes free only when its body is read, even an empty one
  if (from === to) for await (const _ of body);
}
