import { REPORT_SUFFIX } from '../../core/options/report-suffix.ts';
import type { LocalCloud } from '../../local/cloud.ts';

/** Resolves when so many reports have been written since the call. */
export function reports(cloud: LocalCloud, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = count;
  const stop = cloud.onObjectEvent(cloud.output('OutputBucketName'), ({ name, key }) => {
    if (!name.startsWith('ObjectCreated:') || !key.endsWith(REPORT_SUFFIX) || --left > 0) return;
    stop();
    resolve();
  });
  return promise;
}
