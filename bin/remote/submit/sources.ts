import { HeadObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { UsageError } from '../../cli/exit.ts';
import { statOfInput } from '../../cli/paths.ts';
import { type FoundFiles, listFiles } from '../../transfer/list-files.ts';
import { isMissing } from '../errors.ts';

/** Something to be solved, and the key that it is uploaded under. */
export type Source =
  | { readonly kind: 'file'; readonly key: string; readonly bytes: number; readonly path: string }
  | { readonly kind: 'stdin'; readonly key: string; readonly bytes: undefined }
  | ObjectSource;

/** An object of another bucket, copied inside S3. */
export interface ObjectSource {
  readonly kind: 'object';
  readonly key: string;
  readonly bytes: number;
  readonly bucket: string;
  readonly from: string;
  readonly etag: string;
}

export interface SourceFlags {
  /** Where results go: such a directory below others is no source. */
  readonly out: string;
  /** for the only source */
  readonly key: string | undefined;
  /** before every key */
  readonly prefix: string | undefined;
}

/** What was found. */
export interface FoundSources {
  readonly sources: readonly Source[];
  /** What in directories cannot be read; the rest can be sent. */
  readonly unreadable: FoundFiles['unreadable'];
}

/** Most bytes of a key. */
export const MAX_KEY_BYTES = 1024;

/**
 * Sources by what a user calls them: paths of files and directories, `-`, `s3://BUCKET/KEY`, `s3://BUCKET/PREFIX/`.
 * @throws UsageError for what is not there, for standard input without a key, and for two sources of one key
 */
export async function findSources(
  s3: S3Client,
  names: readonly string[],
  flags: SourceFlags,
): Promise<FoundSources> {
  const all = [];
  for (const name of names) all.push(await sourcesAt(s3, name, flags));
  const found = all.flatMap(({ sources }) => sources);
  if (flags.key !== undefined && found.length !== 1) {
    throw new UsageError(`--key names one source, got ${found.length}; see --prefix`);
  }
  const sources = found.map((source) => ({
    ...source,
    key: `${flags.prefix ?? ''}${flags.key ?? source.key}`,
  }));
  const seen = new Set<string>();
  for (const { key } of sources) {
    if (key === '' || key.endsWith('/')) {
      throw new UsageError(`expected a key of a file, got ${JSON.stringify(key)}: choose another with --key`);
    }
    if (seen.has(key)) throw new UsageError(`two sources would both be uploaded as ${key}`);
    if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
      throw new UsageError(`expected keys of at most ${MAX_KEY_BYTES} bytes, got ${key}`);
    }
    seen.add(key);
  }
  return { sources, unreadable: all.flatMap(({ unreadable }) => unreadable) };
}

async function sourcesAt(s3: S3Client, name: string, { key, out }: SourceFlags): Promise<FoundSources> {
  if (name === '-') {
    if (key === undefined) throw new UsageError('standard input needs a key: --key NAME');
    if (statOfInput('-')?.isDirectory()) {
      throw new UsageError('standard input cannot be read: it is a directory');
    }
    return { sources: [{ kind: 'stdin', key, bytes: undefined }], unreadable: [] };
  }
  if (name.startsWith('s3://')) return { sources: await objectsAt(s3, parseS3Url(name)), unreadable: [] };
  const { files, unreadable } = await listFiles([name], out);
  return { sources: files.map((file) => ({ kind: 'file', ...file })), unreadable };
}

/** @throws UsageError */
export function parseS3Url(url: string): { bucket: string; key: string } {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(url) ?? [];
  if (bucket === undefined) throw new UsageError(`expected s3://BUCKET/KEY, got ${url}`);
  return { bucket, key };
}

async function objectsAt(
  s3: S3Client,
  { bucket, key }: { bucket: string; key: string },
): Promise<ObjectSource[]> {
  if (key === '' || key.endsWith('/')) return objectsBelow(s3, bucket, key);
  try {
    const head = await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    const name = key.slice(key.lastIndexOf('/') + 1);
    return [objectSource(bucket, key, name, head.ContentLength, head.ETag)];
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UsageError(`s3://${bucket}/${key}: there is no such object; a prefix ends with /`);
  }
}

async function objectsBelow(s3: S3Client, bucket: string, prefix: string): Promise<ObjectSource[]> {
  const found: ObjectSource[] = [];
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    );
    for (const { Key = '', Size, ETag } of page.Contents ?? []) {
      if (!Key.endsWith('/')) found.push(objectSource(bucket, Key, Key.slice(prefix.length), Size, ETag));
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
  if (found.length === 0) throw new UsageError(`s3://${bucket}/${prefix}: there are no objects`);
  return found;
}

function objectSource(bucket: string, from: string, key: string, bytes = 0, etag = ''): ObjectSource {
  return { kind: 'object', key, bytes, bucket, from, etag };
}
