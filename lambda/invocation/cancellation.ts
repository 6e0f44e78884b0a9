// Marks in the work bucket by which `sudoku cancel` stops the work on uploads.
import { createHash } from 'node:crypto';
import { MARKS_PREFIX } from '../../core/options/marks-prefix.ts';
import type { ObjectEntry, ObjectFacts, ObjectRef } from '../aws/cloud.ts';
import type { StoreContext } from './context.ts';
import type { Upload } from './upload.ts';

/** Metadata of a mark: when the upload was written, in seconds since 1970. The same bytes may be uploaded again later. */
export const MARKED_UPLOAD = 'upload-modified';

/** Bytes of an upload's key in that of its mark, so that a policy can allow the marks of some keys; the rest is in the hash. */
const KEY_BYTES = 800;

/** The key of the mark of an upload: `cancelled/<key, if it is not too long>/<hash>`. */
export function cancelMarkKey({ bucket, key, etag }: ObjectRef & Pick<Upload, 'etag'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([bucket, key, etag]))
    .digest('hex')
    .slice(0, 32);
  return `${marksOf(key)}${hash}`;
}

/** The prefix of the marks of a key's uploads, and perhaps of longer keys. */
export function marksOf(key: string): string {
  let start = key;
  while (Buffer.byteLength(start) > KEY_BYTES) start = Array.from(start).slice(0, -1).join('');
  return `${MARKS_PREFIX}${start}/`;
}

/** S3 dates objects to the second. */
export const secondsSince1970 = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Somebody has stopped the work on an upload. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** The mark of an upload, which may be about an earlier upload of the same bytes. */
export const findMark = (
  { cloud, settings }: StoreContext,
  upload: Upload,
): Promise<ObjectFacts | undefined> =>
  cloud.headObject({ bucket: settings.workBucket, key: cancelMarkKey(upload) });

/** Milliseconds for which an upload counts as not cancelled: after it was written, and after its marks were listed. */
export const UNCHECKED_WAIT = 1000;

/** Uploads whose marks are listed together: a LIST costs as much as twelve HEADs, and takes the time of one. */
const LISTED_TOGETHER = 10;

/** The marks of the uploads of a batch: hardly any has one, so that one LIST shows it for all of them. */
export class BatchMarks {
  /** undefined for a few uploads */
  readonly #prefix: string | undefined;
  #listed: Promise<readonly ObjectEntry[] | undefined> = Promise.resolve(undefined);
  #listedUntil = Number.NEGATIVE_INFINITY;

  constructor(uploads: readonly Pick<Upload, 'key'>[]) {
    if (uploads.length >= LISTED_TOGETHER)
      this.#prefix = sharedFolder(uploads.map(({ key }) => marksOf(key)));
  }

  /** As {@link throwIfCancelled}, without a request for most uploads. @throws Cancelled */
  async throwIfCancelled(context: StoreContext, upload: Upload): Promise<void> {
    const listed = await this.#list(context);
    const folder = marksOf(upload.key);
    if (listed && !listed.some(({ key }) => key.startsWith(folder))) return;
    await throwIfCancelled(context, upload);
  }

  /** @returns undefined if there are too many marks, or they cannot be listed: then each upload's own is to be looked for */
  #list({ cloud, settings }: StoreContext): Promise<readonly ObjectEntry[] | undefined> {
    if (this.#prefix === undefined || performance.now() < this.#listedUntil) return this.#listed;
    this.#listedUntil = performance.now() + UNCHECKED_WAIT;
    this.#listed = cloud.listFewObjects(settings.workBucket, this.#prefix).catch(() => undefined);
    return this.#listed;
  }
}

/** The innermost folder of all keys. */
function sharedFolder(keys: readonly string[]): string {
  let folder = keys[0]!;
  while (!keys.every((key) => key.startsWith(folder))) {
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}

/**
 * Looks for the mark of an upload: one request, and another one if there is a mark.
 * @returns the ETag of a mark that is about an earlier upload of the same bytes
 * @throws Cancelled
 */
export async function throwIfCancelled(context: StoreContext, upload: Upload): Promise<string | undefined> {
  const mark = await findMark(context, upload);
  if (!mark) return undefined;
  const existing = await context.cloud.headObject(upload);
  const isLater =
    existing?.etag === upload.etag &&
    secondsSince1970(existing.modified) > Number(mark.metadata[MARKED_UPLOAD] ?? Number.POSITIVE_INFINITY);
  if (!isLater) throw new Cancelled(`${upload.key} was cancelled`);
  return mark.etag;
}
