import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError } from './service-error.ts';

/** Largest body of one PUT to S3, 5 GiB. */
const MAX_BODY = 5 * 1024 ** 3;

// V8 counts the bytes of buffers, and collects its entire heap whenever they have grown by 64 MiB: a dozen times for a file of
// 80 MB, which takes longer than all that is done with the file. Two measures avoid that: large bodies are in shared memory,
// which does not count, and the pieces in which a body arrives are collected with the young generation, which takes half a
// millisecond.

/** Minimum bytes of a body that is received in shared memory. */
const LARGE = 1024 * 1024;
/**
 * Bytes of large bodies that arrive between two collections of the young generation. Far less than 64 MiB: what one collection
 * frees is deducted at the next, and all that arrives while V8 marks its heap stays until it has.
 */
const COLLECTED = 4 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void;
let uncollected = 0;

/**
 * Reads the body of a request. If its length is known, each piece is copied to its place as it arrives: joining the pieces of
 * a large body afterwards takes longer than receiving it, because memory that is touched for the first time is slow.
 *
 * @throws ServiceError EntityTooLarge
 */
export async function readBody(
  { 'content-length': contentLength }: IncomingHttpHeaders,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  if (contentLength === undefined) return buffer(pieces);
  const length = Number(contentLength);
  if (length > MAX_BODY) {
    throw new ServiceError(400, 'EntityTooLarge', `A body has at most ${MAX_BODY} bytes, this one ${length}`);
  }
  const isLarge = length >= LARGE;
  const body = isLarge ? Buffer.from(new SharedArrayBuffer(length)) : Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const piece of pieces) {
    body.set(piece, filled);
    filled += piece.length;
    if (isLarge) countReceived(piece.length);
  }
  return body;
}

function countReceived(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECTED) return;
  uncollected = 0;
  collect({ type: 'minor' });
}
