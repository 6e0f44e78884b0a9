// What a user submits: files, standard input, or objects of another bucket, each with the key of its upload.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { MAX_OBJECT_KEY_BYTES } from '../../../lambda/invocation/upload.ts';
import { UsageError } from '../../cli/exit.ts';
import { type FilesIn, filesIn, statOfInput, systemMessage } from '../../cli/paths.ts';
import { bareEtag, headObject, listObjects } from '../objects.ts';

/** Something to upload, and its key. */
export type Source = UploadableFile | StdinSource | ObjectSource;

export interface UploadableFile {
  readonly kind: 'file';
  /** the file's name or, in a given directory, the path from there */
  readonly key: string;
  readonly bytes: number;
  readonly path: string;
}

interface StdinSource {
  readonly kind: 'stdin';
  readonly key: string;
  readonly bytes: undefined;
}

/** An object of another bucket, copied inside S3. */
export interface ObjectSource {
  readonly kind: 'object';
  readonly key: string;
  readonly bytes: number;
  readonly bucket: string;
  /** its key there */
  readonly from: string;
  /** without quotes */
  readonly etag: string;
}

export interface SourceFlags {
  /** The directory for results, which is skipped within source directories. */
  readonly out: string;
  /** key of the only source */
  readonly key: string | undefined;
  /** prepended to every key */
  readonly prefix: string | undefined;
}

export interface FoundSources<Kind = Source> {
  readonly sources: readonly Kind[];
  /** Unreadable files in directories; the rest can be uploaded. */
  readonly unreadable: FilesIn['unreadable'];
}

/**
 * Finds the sources that a user names: paths of files and directories, `-`, `s3://BUCKET/KEY`, `s3://BUCKET/PREFIX/`.
 * @throws UsageError for a missing source, for standard input without a key, and for two sources with the same key
 */
export async function findSources(
  s3: S3Client,
  names: readonly string[],
  flags: SourceFlags,
): Promise<FoundSources> {
  const found: FoundSources[] = [];
  for (const name of names) found.push(await sourcesAt(s3, name, flags));
  const unnamed = found.flatMap(({ sources }) => sources);
  if (flags.key !== undefined && unnamed.length !== 1) {
    throw new UsageError(`--key names one source, got ${unnamed.length}; see --prefix`);
  }
  const sources = unnamed.map((source) => ({
    ...source,
    key: `${flags.prefix ?? ''}${flags.key ?? source.key}`,
  }));
  refuseKeys(sources);
  return { sources, unreadable: found.flatMap(({ unreadable }) => unreadable) };
}

/**
 * Finds local files by paths of files and directories.
 * @param except a directory to skip within others, such as the one for results
 * @throws UsageError for an unreadable path, if there are no files, and for two files with the same key
 */
export async function findFiles(
  paths: readonly string[],
  except?: string,
): Promise<FoundSources<UploadableFile>> {
  const found = await filesAt(paths, except);
  refuseKeys(found.sources);
  return found;
}

/** Refuses keys that are too long, that two sources share, or that name a folder. @throws UsageError */
function refuseKeys(sources: readonly Source[]): void {
  const seen = new Map<string, Source>();
  for (const source of sources) {
    const { key } = source;
    if (key === '' || key.endsWith('/')) {
      throw new UsageError(`expected a key of a file, got ${JSON.stringify(key)}: choose another with --key`);
    }
    const other = seen.get(key);
    if (other) {
      throw new UsageError(`${sourceName(other)} and ${sourceName(source)} would both be uploaded as ${key}`);
    }
    if (Buffer.byteLength(key) > MAX_OBJECT_KEY_BYTES) {
      throw new UsageError(`expected keys of at most ${MAX_OBJECT_KEY_BYTES} bytes, got ${key}`);
    }
    seen.set(key, source);
  }
}

/** What a user calls a source. */
export function sourceName(source: Source): string {
  if (source.kind === 'stdin') return 'standard input';
  return source.kind === 'file' ? source.path : `s3://${source.bucket}/${source.from}`;
}

async function sourcesAt(s3: S3Client, name: string, { key, out }: SourceFlags): Promise<FoundSources> {
  if (name === '-') {
    if (key === undefined) throw new UsageError('standard input needs a key: --key NAME');
    if (statOfInput('-')?.isDirectory()) {
      throw new UsageError('standard input cannot be read: it is a directory');
    }
    return { sources: [{ kind: 'stdin', key, bytes: undefined }], unreadable: [] };
  }
  if (!name.startsWith('s3://')) return filesAt([name], out);
  const { bucket, key: from } = parseS3Url(name);
  const isPrefix = from === '' || from.endsWith('/');
  const sources = isPrefix ? await objectsBelow(s3, bucket, from) : [await objectAt(s3, bucket, from)];
  return { sources, unreadable: [] };
}

/** @throws UsageError */
export function parseS3Url(url: string): { bucket: string; key: string } {
  const [, bucket, key = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(url) ?? [];
  if (bucket === undefined) throw new UsageError(`expected s3://BUCKET/KEY, got ${url}`);
  return { bucket, key };
}

/** Files, and all files in directories. @throws UsageError if a path cannot be read, or if there are no files at all */
async function filesAt(
  paths: readonly string[],
  except: string | undefined,
): Promise<FoundSources<UploadableFile>> {
  const found = await Promise.all(paths.map((path) => filesAtPath(path, except)));
  const sources = found.flatMap((each) => each.sources);
  const unreadable = found.flatMap((each) => each.unreadable);
  if (sources.length + unreadable.length === 0)
    throw new UsageError(`${paths.join(', ')}: expected files, got a directory without files`);
  return { sources, unreadable };
}

/** A file, or all files in a directory (see {@link filesIn}). @throws UsageError if the path cannot be read */
async function filesAtPath(path: string, except: string | undefined): Promise<FoundSources<UploadableFile>> {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) {
      await access(path, constants.R_OK);
      return {
        sources: [{ kind: 'file', path, key: basename(path), bytes: stats.size }],
        unreadable: [],
      };
    }
  } catch (error) {
    throw new UsageError(`${path}: cannot be read: ${systemMessage(error) ?? (error as Error).message}`);
  }
  const found = filesIn(path, except);
  const sources: UploadableFile[] = [];
  const unreadable = [...found.unreadable];
  for (const file of found.files) {
    try {
      await access(file, constants.R_OK);
      const key = relative(path, file).split(sep).join('/');
      sources.push({ kind: 'file', path: file, key, bytes: (await stat(file)).size });
    } catch (error) {
      const reason = systemMessage(error);
      if (reason === undefined) throw error;
      unreadable.push({ path: file, reason });
    }
  }
  return { sources, unreadable };
}

async function objectAt(s3: S3Client, bucket: string, key: string): Promise<ObjectSource> {
  const head = await headObject(s3, bucket, key);
  if (!head) throw new UsageError(`s3://${bucket}/${key}: no such object; a prefix ends with /`);
  const { ContentLength = 0, ETag } = head;
  const name = key.slice(key.lastIndexOf('/') + 1);
  return { kind: 'object', key: name, bytes: ContentLength, bucket, from: key, etag: bareEtag(ETag) };
}

async function objectsBelow(s3: S3Client, bucket: string, prefix: string): Promise<ObjectSource[]> {
  const found: ObjectSource[] = [];
  for await (const { key, bytes, etag } of listObjects(s3, { bucket, prefix })) {
    if (key.endsWith('/')) continue;
    found.push({ kind: 'object', key: key.slice(prefix.length), bytes, bucket, from: key, etag });
  }
  if (found.length === 0) throw new UsageError(`s3://${bucket}/${prefix}: no objects below this prefix`);
  return found;
}
