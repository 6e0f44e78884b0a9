import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import { FailureError } from '../cli/exit.ts';
import { size } from '../cli/terminal.ts';
import { isRefusal, statusOf } from '../remote/errors.ts';
import { pauses } from '../remote/pauses.ts';
import { writeBelow } from './result-paths.ts';

/** An object of S3. */
export interface ObjectName {
  readonly Bucket: string;
  readonly Key: string;
}

export interface DownloadOptions {
  /** Milliseconds before the second try; later pauses are longer. */
  readonly firstPause?: number;
  /** Milliseconds without a byte after which a connection counts as broken. */
  readonly idle?: number;
  /** Ends the download. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each answer, before its body is read. */
  readonly onAnswer?: (answer: GetObjectCommandOutput) => void;
}

/** Tries in a row that bring next to nothing. */
const TRIES = 5;
/** A try that brings so many bytes shows that the connection works: tries are counted anew. */
const ENOUGH = 1024 * 1024;
/** Bytes of a report or a manifest, which have a few hundred thousand at most. */
const MAX_TEXT = 64 * 1024 * 1024;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const IDLE = 60_000;

/** The bytes read so far cannot be continued: another object has replaced theirs, or their checksum is wrong. */
class StartAgain extends FailureError {}

/**
 * The bytes of an object. Where the connection breaks, a further request continues from the next byte, as long as the
 * object is the same.
 * @throws FailureError that names the object, if tries keep failing or the object has been replaced;
 *   errors of the SDK where S3 refuses the request
 */
export async function* readObject(
  s3: S3Client,
  { Bucket, Key }: ObjectName,
  { firstPause = FIRST_PAUSE, idle = IDLE, signal, onAnswer }: DownloadOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = `s3://${Bucket}/${Key}`;
  let at = 0;
  let etag: string | undefined;
  let total: number | undefined;
  let waits = pauses(firstPause, LONGEST_PAUSE);
  for (let tries = 1; ; tries++) {
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
      if (statusOf(error) === 412) throw new StartAgain(`${name}: was replaced while it was downloaded`);
      if (isRefusal(error)) throw error;
      if (at > 0 && (at === total || etag === undefined)) throw new StartAgain(`${name}: ${message}`);
      if (at - from >= ENOUGH) {
        tries = 1;
        waits = pauses(firstPause, LONGEST_PAUSE);
      }
      if (tries === TRIES) {
        const where = total === undefined ? '' : `, at byte ${at} of ${total}`;
        throw new FailureError(`${name}: the download failed ${TRIES} times${where}: ${message}`, {
          cause: error,
        });
      }
      await sleep(waits.next().value, undefined, { signal });
    }
  }
}

/** The pieces of a body. @throws Error after so many milliseconds without one */
async function* bytesOf(body: Readable, idle: number): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // not while the reader works on a piece: that may take as long as it likes
      const timer = setTimeout(() => body.destroy(new Error(`no byte came for ${idle / 1000} s`)), idle);
      const next = await pieces.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

/** Runs a download, and again from its first byte where that is what it takes. */
async function restarting<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof StartAgain) || tries === TRIES) throw error;
    }
  }
}

/**
 * A small object as text, with what S3 says of it.
 * @throws FailureError for one of more bytes than `most`, else as {@link readObject} does
 */
export async function readText(
  s3: S3Client,
  name: ObjectName,
  { most = MAX_TEXT, ...options }: Omit<DownloadOptions, 'onAnswer'> & { readonly most?: number } = {},
): Promise<{ text: string; etag: string | undefined; modified: Date | undefined }> {
  return restarting(async () => {
    let answer: Partial<GetObjectCommandOutput> = {};
    const pieces: Uint8Array[] = [];
    const onAnswer = (given: GetObjectCommandOutput) => {
      answer = given;
    };
    let length = 0;
    for await (const piece of readObject(s3, name, { ...options, onAnswer })) {
      length += piece.length;
      if (length > most) {
        throw new FailureError(`s3://${name.Bucket}/${name.Key}: expected at most ${size(most)}, got more`);
      }
      pieces.push(piece);
    }
    return { text: Buffer.concat(pieces).toString(), etag: answer.ETag, modified: answer.LastModified };
  });
}

/**
 * Downloads an object into a file below a directory. A download that fails leaves no file.
 * @throws FailureError that names the object or the file; errors of the SDK where S3 refuses the request
 */
export async function downloadObject(
  s3: S3Client,
  name: ObjectName,
  { directory, path, ...options }: DownloadOptions & { readonly directory: string; readonly path: string },
): Promise<void> {
  await restarting(() => writeBelow(directory, path, readObject(s3, name, options)));
}
