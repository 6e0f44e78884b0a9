import type { S3Call } from './call.ts';
import { notImplemented, S3Error } from './error.ts';

/** Headers that fauxqs would take without a word and not act upon, with the value that changes nothing. */
const REFUSED_HEADERS: readonly (readonly [name: RegExp, harmless?: string])[] = [
  [/^x-amz-(acl|grant-.*|mfa|bypass-governance-retention)$/],
  [/^x-amz-tagging$/],
  [/^x-amz-tagging-directive$/, 'COPY'],
  [/^x-amz-object-lock-.*$/],
  [/^x-amz-(copy-source-)?server-side-encryption-.*$/],
  [/^x-amz-server-side-encryption$/, 'AES256'],
  [/^x-amz-storage-class$/, 'STANDARD'],
  [/^x-amz-website-redirect-location$/],
  [/^x-amz-write-offset-bytes$/],
  [/^x-amz-copy-source-if-(none-match|modified-since|unmodified-since)$/],
  [/^x-amz-if-match-(last-modified-time|size)$/],
];

/** Longest key, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Refuses what would otherwise be answered as if it had been done. @throws S3Error */
export function refuseUnsupported(call: S3Call): void {
  if (call.operation === undefined) {
    const parameters = Object.keys(call.query).join(', ') || 'no parameters';
    const on = call.key === '' ? 'a bucket' : 'an object';
    throw notImplemented(`${call.method} of ${on} with ${parameters}`);
  }
  for (const [name, value] of Object.entries(call.headers)) {
    if (!name.startsWith('x-amz-')) continue;
    const refused = REFUSED_HEADERS.find(([pattern]) => pattern.test(name));
    if (refused && refused[1] !== value) throw notImplemented(`the header ${name} with the value ${value}`);
  }
  if (call.key.length <= MAX_KEY_BYTES / 4) return;
  const keyBytes = Buffer.byteLength(call.key);
  if (keyBytes > MAX_KEY_BYTES) {
    throw new S3Error(
      400,
      'KeyTooLongError',
      `A key has at most ${MAX_KEY_BYTES} bytes of UTF-8, this one ${keyBytes}`,
    );
  }
}
