// Downloads objects of S3 through broken connections: continues where a connection ended, and verifies checksums. A
// file appears under its name when it is complete.
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { statOf } from '../cli/paths.ts';
import { bytesText } from '../cli/terminal.ts';
import { type Output, openOutput } from '../files/output.ts';
import {
  impossiblePath,
  linkBelow,
  type OutputPath,
  refuseCollisions,
  refuseUnwritableDirectory,
} from '../files/output-paths.ts';
import { isRefusal, statusOf } from './errors.ts';
import { delays } from './polling.ts';

/** An S3 object. */
export interface ObjectName {
  readonly Bucket: string;
  readonly Key: string;
}

export interface DownloadOptions {
  /** Milliseconds before the second attempt; later delays are longer. */
  readonly firstDelay?: number;
  /** Milliseconds without a byte after which a connection counts as broken. */
  readonly idle?: number;
  /** Ends the download. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each answer, before its body is read. */
  readonly onAnswer?: (answer: GetObjectCommandOutput) => void;
}

/** Maximum attempts in a row that return fewer bytes than {@link ENOUGH}. */
const ATTEMPTS = 5;
/** An attempt that returns this many bytes shows that the connection works: attempts are counted from 1 again. */
const ENOUGH = 1024 * 1024;
/** Maximum bytes of a small object. Reports and manifests of jobs have at most a few hundred thousand. */
const MAX_TEXT = 64 * 1024 * 1024;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
const IDLE = 60_000;

/** The download cannot continue from the bytes read so far: the object was replaced or its checksum is wrong. */
class StartAgain extends FailureError {}

/**
 * The bytes of an object. If the connection breaks, another request continues from the next byte, as long as the object
 * is the same.
 * @throws FailureError that names the object, if attempts keep failing or the object was replaced;
 *   errors of the SDK if S3 refuses the request
 */
export async function* readObject(
  s3: S3Client,
  { Bucket, Key }: ObjectName,
  { firstDelay = FIRST_DELAY, idle = IDLE, signal, onAnswer }: DownloadOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = `s3://${Bucket}/${Key}`;
  const newDelays = () => delays({ first: firstDelay, longest: LONGEST_DELAY });
  let at = 0;
  let etag: string | undefined;
  let total: number | undefined;
  let waits = newDelays();
  for (let attempt = 1; ; attempt++) {
    const from = at;
    try {
      const rest = at > 0 ? { Range: `bytes=${at}-`, IfMatch: etag } : {};
      const answer = await s3.send(new GetObjectCommand({ Bucket, Key, ...rest }), { abortSignal: signal });
      if (at === 0) {
        etag = answer.ETag;
        total = answer.ContentLength;
        onAnswer?.(answer);
      }
      for await (const piece of bytesOf(answer.Body as Readable, idle)) {
        at += piece.length;
        yield piece;
      }
      if (total === undefined || at === total) return;
      throw new Error('the connection was closed');
    } catch (error) {
      if (signal?.aborted) throw error;
      const { message } = error as Error;
      if (statusOf(error) === 412) throw new StartAgain(`${name}: was replaced during the download`);
      if (isRefusal(error)) throw error;
      if (at > 0 && (at === total || etag === undefined)) throw new StartAgain(`${name}: ${message}`);
      if (at - from >= ENOUGH) {
        attempt = 1;
        waits = newDelays();
      }
      if (attempt === ATTEMPTS) {
        const where = total === undefined ? '' : `, at byte ${at} of ${total}`;
        throw new FailureError(`${name}: the download failed ${ATTEMPTS} times${where}: ${message}`, {
          cause: error,
        });
      }
      await sleep(waits.next().value, undefined, { signal });
    }
  }
}

/** The pieces of a body. @throws Error after `idle` milliseconds without one */
async function* bytesOf(body: Readable, idle: number): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // the timer does not run while the consumer works on a piece, however long that takes
      const timer = setTimeout(() => body.destroy(new Error(`no data for ${idle / 1000} s`)), idle);
      const next = await pieces.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

/** Runs a download, and restarts it from the first byte if it cannot continue. */
async function restarting<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StartAgain) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * A small object as text, with its ETag and time.
 * @throws FailureError for an object of more than `most` bytes, else as {@link readObject} does
 */
export async function readObjectText(
  s3: S3Client,
  name: ObjectName,
  { most = MAX_TEXT, ...options }: Omit<DownloadOptions, 'onAnswer'> & { readonly most?: number } = {},
): Promise<{ text: string; etag: string | undefined; modified: Date | undefined }> {
  return restarting(async () => {
    let answer: Partial<GetObjectCommandOutput> = {};
    const pieces: Uint8Array[] = [];
    const onAnswer = (latest: GetObjectCommandOutput) => {
      answer = latest;
    };
    let length = 0;
    for await (const piece of readObject(s3, name, { ...options, onAnswer })) {
      length += piece.length;
      if (length > most) {
        throw new FailureError(
          `s3://${name.Bucket}/${name.Key}: expected at most ${bytesText(most)}, got more`,
        );
      }
      pieces.push(piece);
    }
    return { text: Buffer.concat(pieces).toString(), etag: answer.ETag, modified: answer.LastModified };
  });
}

/**
 * Downloads an object into a file below a directory. A failed download leaves no file.
 * @throws FailureError that names the object or the file; errors of the SDK if S3 refuses the request
 */
export async function downloadObject(
  s3: S3Client,
  name: ObjectName,
  { directory, path, ...options }: DownloadOptions & { readonly directory: string; readonly path: string },
): Promise<void> {
  await restarting(() => writeBelow(directory, path, readObject(s3, name, options)));
}

/** An upload whose result and report will be downloaded. */
interface Upload {
  readonly key: string;
  /** of a local file */
  readonly path?: string;
}

/**
 * Checks, before anything is uploaded, that each result and each report can be written below a directory under its key,
 * and that none overwrites an input or another output.
 * @param others further outputs
 * @throws UsageError
 */
export function refuseResultPaths(
  directory: string,
  uploads: readonly Upload[],
  others: readonly OutputPath[] = [],
): void {
  refuseUnwritableDirectory(directory);
  const outputs = uploads.flatMap(({ key }) => {
    resultPath(directory, key);
    const path = join(directory, key);
    const reason = impossiblePath(path) ?? impossiblePath(path + REPORT_SUFFIX);
    if (reason !== undefined) {
      throw new UsageError(
        `${key}: expected a key that can be the path of its result and of its report below ${directory}, got ${reason}: choose another key, or another directory with --out`,
      );
    }
    return [
      { path, what: `the result of ${key}` },
      { path: path + REPORT_SUFFIX, what: `the report on ${key}` },
    ];
  });
  outputs.push(...others);
  refuseCollisions(
    uploads.flatMap(({ path }) => path ?? []),
    outputs,
  );
  for (const { path, what } of outputs) {
    const link = linkBelow(directory, path);
    const isDirectory = statOf(path)?.isDirectory();
    if (link === undefined && !isDirectory) continue;
    const reason = link === undefined ? 'it is a directory' : `${link} is a symbolic link`;
    throw new UsageError(`${path}: cannot write ${what}: ${reason}`);
  }
}

/** The path of a key's result. @throws UsageError for a key that leads out of the directory */
export function resultPath(directory: string, key: string): string {
  const path = resolve(directory, key);
  const below = relative(directory, path);
  if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) {
    throw new UsageError(`expected a key below ${directory}, got ${key}: choose another with --key`);
  }
  return path;
}

/**
 * Writes a file below a directory. It appears under its name when it is complete. Links below the directory are not followed.
 * @throws FailureError if it cannot be written, and whatever `content` throws
 */
export async function writeBelow(
  directory: string,
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const output = await openBelow(directory, path);
  try {
    for await (const piece of content) await output.write(piece);
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** {@link refuseResultPaths} has accepted the path, so a problem now is no mistake of the caller. */
async function openBelow(directory: string, path: string): Promise<Output> {
  try {
    return await openOutput(path, directory);
  } catch (error) {
    throw error instanceof UsageError ? new FailureError(error.message) : error;
  }
}
