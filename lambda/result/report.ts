import {
  type FilePlan,
  type Identity,
  type Rejection,
  type Report,
  report,
  type Tally,
} from '../../core/files/index.ts';
import type { Invocation, Outcome } from '../invocation.ts';
import { originOf, reportKey, type Upload } from '../upload.ts';
import { publish } from './publish.ts';

/** S3's longest key, in bytes of UTF-8 */
const MAX_KEY_BYTES = 1024;

/** What the function adds to a report. */
interface Effort {
  /** pieces that the file was solved in */
  readonly chunks: number;
  /** spent solving, over all chunks */
  readonly solvingSeconds: number;
  /** the most that one process of the function held */
  readonly peakMemoryMiB: number;
}

/** A file whose result is written. */
interface Solved {
  readonly plan: FilePlan;
  readonly output: Identity;
  readonly tally: Tally;
  /** `Date.now()` when the work on it began */
  readonly begun: number;
  /** spent solving, over all chunks */
  readonly milliseconds: number;
  /** pieces that it was solved in @default 1 */
  readonly chunks?: number;
  /** peak of the functions that solved it, in KiB @default this one's */
  readonly memory?: number;
}

/** Writes the report of such a file. @throws Superseded */
export async function reportSolved(
  invocation: Invocation,
  upload: Upload,
  { plan, output, tally, begun, milliseconds, chunks = 1, memory = peakMemory() }: Solved,
): Promise<Outcome> {
  const seconds = (Date.now() - begun) / 1000;
  const unreported = await writeReport(invocation, upload, {
    ...report({ input: inputOf(upload), output, plan, tally, seconds }),
    chunks,
    solvingSeconds: Math.round(milliseconds) / 1000,
    peakMemoryMiB: Math.ceil(memory / 1024),
  });
  return { outcome: 'solved', ...(unreported !== undefined && { reason: unreported }) };
}

/**
 * Writes a report, the last thing that is written for an upload.
 * @returns why there is none, where there is none
 * @throws Superseded
 */
export async function writeReport(
  { cloud, settings }: Invocation,
  upload: Upload,
  content: (Report & Effort) | Rejection,
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
  const body = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  await publish(cloud, target, upload, (condition) => cloud.putObject(target, body, condition));
  return undefined;
}

/** The upload, as reports name it. */
export const inputOf = ({ bucket, key, etag, bytes }: Upload) => ({ bucket, key, etag, bytes });

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
