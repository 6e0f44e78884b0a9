// Holds the work on a file to the bounds that the stack's owner has set for it: bytes read and written, seconds of solving.
import { RejectedFile } from '../../core/files/index.ts';
import type { UploadContext } from './context.ts';
import type { Settings } from './settings.ts';
import { MAX_UPLOAD_BYTES, type Upload } from './upload.ts';

const OF_PIPELINE = 'the maximum of this pipeline';

/** @throws RejectedFile if an upload is too large */
export function refuseBytes({ bytes }: Pick<Upload, 'bytes'>, { bounds }: Pick<Settings, 'bounds'>): void {
  if (bytes > MAX_UPLOAD_BYTES) {
    const got = `${(bytes / 1024 ** 4).toFixed(1)} TiB`;
    throw new RejectedFile(
      `expected a file of at most ${MAX_UPLOAD_BYTES / 1024 ** 4} TiB, got one of ${got}: upload it in pieces`,
    );
  }
  const { bytes: most = Number.POSITIVE_INFINITY } = bounds;
  if (bytes <= most) return;
  throw new RejectedFile(
    `expected a file of at most ${most} bytes, ${OF_PIPELINE} (maxBytes), got one of ${bytes}: upload it in pieces`,
  );
}

/** Bytes of a result that every upload may have. */
const FREE_BYTES = 16 * 1024 * 1024;

/** @param written bytes of a result, or of a part of it @throws RejectedFile if they are too many for its upload */
export function refuseResultBytes(
  written: number,
  { bytes }: Pick<Upload, 'bytes'>,
  { bounds, maxGrowth }: Pick<Settings, 'bounds' | 'maxGrowth'>,
): void {
  const advice = 'got a longer one: give the file a lower limit, or upload it in pieces';
  const { resultBytes = Number.POSITIVE_INFINITY } = bounds;
  if (written > resultBytes) {
    throw new RejectedFile(
      `expected a result of at most ${resultBytes} bytes, ${OF_PIPELINE} (maxResultBytes); ${advice}`,
    );
  }
  if (written > Math.max(FREE_BYTES, maxGrowth * bytes)) {
    throw new RejectedFile(
      `expected a result of at most ${FREE_BYTES / 1024 ** 2} MiB, or ${maxGrowth} bytes for each of the ${bytes} bytes of the upload, ${OF_PIPELINE} (maxGrowth); ${advice}`,
    );
  }
}

/** @param milliseconds spent on solving a file that is not done @throws RejectedFile if none are left */
export function refuseMoreSolving(milliseconds: number, { bounds }: Pick<Settings, 'bounds'>): void {
  const { seconds = Number.POSITIVE_INFINITY } = bounds;
  if (milliseconds >= seconds * 1000) throw outOfSeconds(seconds);
}

const outOfSeconds = (seconds: number): RejectedFile =>
  new RejectedFile(
    `expected a file that is solved in at most ${seconds} s of all functions together, ${OF_PIPELINE} (maxSeconds), got one that takes longer: give it a lower limit or budget, or upload it in pieces`,
  );

/** A solver's limits with the deadline at which the solving of a file must end, whether it is done or not. */
export function limitedSolving<Limits extends { readonly deadline: number }>(
  { settings, meter }: Pick<UploadContext, 'settings' | 'meter'>,
  limits: Limits,
) {
  const { seconds = Number.POSITIVE_INFINITY } = settings.bounds;
  const end = performance.now() + seconds * 1000 - meter.earlier.milliseconds;
  return {
    limits: { ...limits, deadline: Math.min(limits.deadline, end) },
    /** To be called when the solving was interrupted. @throws RejectedFile if the file, not only the invocation, is out of time */
    refuseIfOver: () => {
      if (performance.now() >= end) throw outOfSeconds(seconds);
    },
  };
}
