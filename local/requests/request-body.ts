// Reads the body of a request, a large one into shared memory while its MD5 is computed.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { countReceived } from '../../core/files/received-garbage.ts';
import { ArrivingMd5 } from './body-md5.ts';
import { ServiceError } from './service-error.ts';

/** Largest body of one PUT to S3, 5 GiB. */
const MAX_BODY = 5 * 1024 ** 3;

/** Minimum bytes of a body that is received in shared memory, which V8 does not count, so that it does not mark its heap. */
const LARGE = 1024 * 1024;

/**
 * Reads the body of a request. If its length is known, each piece is copied to its place as it arrives: joining the pieces of
 * a large body afterwards takes longer than receiving it, because memory that is touched for the first time is slow.
 *
 * @throws ServiceError EntityTooLarge
 */
export async function readBody(
  { 'content-length': contentLength }: IncomingHttpHeaders,
  pieces: Readable,
): Promise<Buffer> {
  if (contentLength === undefined) return buffer(pieces);
  const length = Number(contentLength);
  if (length > MAX_BODY) {
    throw new ServiceError(400, 'EntityTooLarge', `A body has at most ${MAX_BODY} bytes, this one ${length}`);
  }
  let filled = 0;
  if (length < LARGE) {
    const body = Buffer.allocUnsafeSlow(length);
    for await (const piece of pieces) {
      body.set(piece, filled);
      filled += piece.length;
    }
    return body;
  }
  const body = Buffer.from(new SharedArrayBuffer(length));
  const md5 = new ArrivingMd5(body);
  try {
    // events, since an iterator pauses the socket for each piece
    pieces.on('data', (piece: Uint8Array) => {
      body.set(piece, filled);
      filled += piece.length;
      countReceived(piece.length);
      md5.add(filled);
    });
    await finished(pieces);
  } finally {
    await md5.end(filled);
  }
  return body;
}
