import pMap from 'p-map';
import type { LocalCloud } from '../../local/cloud.ts';
import type { RawClient } from './raw-client.ts';
import { reports } from './reports.ts';

/** Uploads and downloads at the same time. */
const TRANSFERS = 16;

/** Sends each line as a file of its own. @returns seconds from the first upload to the last download */
export async function smallFiles(
  cloud: LocalCloud,
  client: RawClient,
  puzzles: Buffer,
  prefix: string,
): Promise<number> {
  const lines = puzzles.toString('latin1').trimEnd().split('\n');
  const keys = lines.map((_, i) => `${prefix}/${i}.txt`);
  const [uploadBucket, outputBucket] = [cloud.output('UploadBucketName'), cloud.output('OutputBucketName')];
  const begin = performance.now();
  const done = reports(cloud, lines.length);
  const concurrency = { concurrency: TRANSFERS };
  await pMap(keys, (key, i) => client.put(uploadBucket, key, Buffer.from(lines[i]!)), concurrency);
  await done;
  const solved = await pMap(keys, (key) => client.get(outputBucket, key), concurrency);
  const seconds = (performance.now() - begin) / 1000;
  for (const [i, result] of solved.entries()) {
    if (!/^[1-9]{81}\s*$/.test(result.toString())) {
      throw new Error(`${keys[i]}: expected a solved puzzle, got ${result.toString()}`);
    }
  }
  return seconds;
}
