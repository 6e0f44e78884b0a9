import type { Cloud, ObjectRef } from '../aws/cloud.ts';

/**
 * Aborts every multipart upload that is open for a key: those of attempts that died, and those whose creation was
 * answered into a broken connection and then tried again, which nobody else knows of. An attempt that still lives fails,
 * and finds the work done when it comes again.
 */
export async function closeMultiparts(cloud: Cloud, { bucket, key }: ObjectRef): Promise<void> {
  for (const multipart of await cloud.listMultiparts({ bucket, key })) await cloud.abortMultipart(multipart);
}
