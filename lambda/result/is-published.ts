import type { Job } from '../invocation.ts';
import { reportKey, type Upload } from '../upload.ts';
import { isFrom, isNewer, Superseded } from './publish.ts';

/**
 * Whether all that is to be written for an upload stands: looked at before work that costs more than the look.
 * @throws Superseded if a newer upload's stands there
 */
export async function isFinished({ cloud, settings }: Job, upload: Upload): Promise<boolean> {
  const { outputBucket, reports } = settings;
  const last = reports ? reportKey(upload.key) : upload.key;
  const standing = await cloud.headObject({ bucket: outputBucket, key: last });
  if (!standing) return false;
  if (isNewer(standing.metadata, upload)) throw new Superseded(`${last} is the work of a newer upload`);
  return isFrom(standing.metadata, upload);
}
