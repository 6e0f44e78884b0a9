import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { S3Error } from './s3/error.ts';

/** Largest body of one PUT to S3, 5 GiB. */
const MAX_BODY = 5 * 1024 ** 3;

/**
 * The whole body of a request. Where its length is told beforehand, each piece goes to its place as it comes: a second
 * copy of a large body costs more than receiving it, as memory that is touched for the first time does.
 *
 * @throws S3Error EntityTooLarge
 */
export async function readBody(
  { 'content-length': told }: IncomingHttpHeaders,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  if (told === undefined) return buffer(pieces);
  const length = Number(told);
  if (length > MAX_BODY) {
    throw new S3Error(400, 'EntityTooLarge', `A body has at most ${MAX_BODY} bytes, this one ${length}`);
  }
  const body = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const piece of pieces) {
    body.set(piece, filled);
    filled += piece.length;
  }
  return body;
}
