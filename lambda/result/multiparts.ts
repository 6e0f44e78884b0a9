import type { Multipart, Part } from '../aws/cloud.ts';
import type { Invocation } from '../invocation.ts';
import { ETAG_METADATA, type Upload } from '../upload.ts';
import { reportRef, resultRef } from './places.ts';
import { publish } from './publish.ts';

type Called = Pick<Invocation, 'cloud' | 'settings'>;

/** Completes a multipart upload under the rules of {@link publish}; none of this upload's is open at its key afterwards. */
export async function publishMultipart(
  invocation: Called,
  multipart: Multipart,
  parts: readonly Part[],
  upload: Upload,
): Promise<string> {
  const { cloud } = invocation;
  try {
    return await publish(cloud, multipart, upload, (condition) =>
      cloud.completeMultipart(multipart, parts, condition),
    );
  } finally {
    await abortMultiparts(invocation, upload, multipart);
  }
}

/**
 * Aborts the multipart uploads that are open at the key of an upload's result: those of attempts that died, and those whose
 * creation was answered into a broken connection and then tried again, which nobody else knows of. What a newer upload is
 * being written by stays. Another attempt for this very upload that still lives fails, and finds the work done when it
 * comes again.
 * @param own one that is known to be this upload's
 */
export async function abortMultiparts(invocation: Called, upload: Upload, own?: Multipart): Promise<void> {
  const { cloud, settings } = invocation;
  const open = await cloud.listMultiparts(resultRef(settings, upload));
  const isOwn = ({ uploadId }: Multipart) => uploadId === own?.uploadId;
  const until = open.every(isOwn) ? 0 : await othersSince(invocation, upload);
  for (const multipart of open) {
    if (isOwn(multipart) || multipart.initiated < until) await cloud.abortMultipart(multipart);
  }
}

/** When the work on a newer upload of the key may have begun, in milliseconds since 1970; Infinity if none is being worked on. */
async function othersSince({ cloud, settings }: Called, upload: Upload): Promise<number> {
  const standing = await cloud.headObject(upload);
  if (!standing || standing.etag === upload.etag) return Number.POSITIVE_INFINITY;
  for (const ref of [reportRef(settings, upload), resultRef(settings, upload)]) {
    const written = ref && (await cloud.headObject(ref));
    if (written?.metadata[ETAG_METADATA] === standing.etag) return Number.POSITIVE_INFINITY;
  }
  return standing.modified;
}
