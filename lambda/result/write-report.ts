import type { Rejection, Report } from '../../core/files/index.ts';
import type { Job } from '../invocation.ts';
import { originOf, reportKey, type Upload } from '../upload.ts';
import { publish } from './publish.ts';

/** S3's longest key, in bytes of UTF-8 */
const MAX_KEY_BYTES = 1024;

/** What the function adds to a report. */
export interface Effort {
  /** pieces that the file was solved in */
  readonly chunks: number;
  /** spent solving, over all chunks */
  readonly solvingSeconds: number;
  /** the most that one process of the function held */
  readonly peakMemoryMiB: number;
}

export type Reported = (Report & Effort) | Rejection;

/**
 * Writes the report, the last thing that is written for an upload.
 * @returns why there is none, where there is none
 * @throws Superseded
 */
export async function writeReport(
  { cloud, settings }: Job,
  upload: Upload,
  report: Reported,
): Promise<string | undefined> {
  if (!settings.reports) return undefined;
  const key = reportKey(upload.key);
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) {
    return `no report: its key would be longer than ${MAX_KEY_BYTES} bytes`;
  }
  const target = {
    bucket: settings.outputBucket,
    key,
    contentType: 'application/json',
    metadata: originOf(upload),
  };
  const body = Buffer.from(`${JSON.stringify(report, null, 2)}\n`);
  await publish(cloud, target, upload, (condition) => cloud.putObject(target, body, condition));
  return undefined;
}

/** @param memory in KiB */
export const effort = (chunks: number, milliseconds: number, memory = peakMemory()): Effort => ({
  chunks,
  solvingSeconds: Math.round(milliseconds) / 1000,
  peakMemoryMiB: Math.ceil(memory / 1024),
});

/** Milliseconds that a look at the memory is good for: many small files a second all have the same process. */
const LOOK = 100;
let looked = { at: Number.NEGATIVE_INFINITY, peak: 0 };

/** Peak of this process since it began, in KiB. */
export function peakMemory(): number {
  const now = performance.now();
  // asking the system costs as much as a twentieth of a small file
  if (now - looked.at > LOOK) looked = { at: now, peak: process.resourceUsage().maxRSS };
  return looked.peak;
}
