import { RejectedFile, solveStream } from '../../core/files/index.ts';
import { type Invocation, type Outcome, sliceDeadline } from '../invocation.ts';
import { refuseOutdated } from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { resultTarget } from '../result/result-target.ts';
import { ResultWriter } from '../result/result-writer.ts';
import { solverBounds } from '../settings.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/** Share of an invocation's time after which a file's first part tells how long the rest will take. */
const ESTIMATE_AFTER = 0.05;
/** How far beyond the time that is there an estimate must lie to be believed. */
const CERTAINTY = 1.2;

/**
 * Solves a file that cannot be cut, in bounded memory: the result goes out as it grows.
 * @returns undefined if it takes too long among others
 * @throws RejectedFile if it takes too long even by itself: nobody could solve it as it is
 */
export async function solveWhole(
  invocation: Invocation,
  upload: Upload,
  { begun, facts, plan, all }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome | undefined> {
  const { settings } = invocation;
  const target = resultTarget(settings, upload, facts, plan.options);
  const writer = new ResultWriter(invocation, target, upload);
  try {
    const input = dedicated ? refuseTooLong(all, upload, invocation, plan.compression) : all;
    const { interrupted, tally, milliseconds } = await solveStream(
      plan,
      input,
      (piece) => writer.write(piece),
      {
        deadline: dedicated ? invocation.deadline : sliceDeadline(invocation),
        ...solverBounds(settings.bounds),
      },
    );
    if (interrupted) {
      await writer.abort();
      if (dedicated) throw tooLong(invocation, plan.compression);
      return undefined;
    }
    await refuseOutdated(invocation, upload);
    const etag = await writer.close();
    const output = { bucket: target.bucket, key: target.key, etag, bytes: writer.bytes };
    const done = await reportSolved(invocation, upload, { plan, output, tally, begun, milliseconds });
    return { ...done, tally, milliseconds };
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/** Passes bytes on as long as those before went fast enough for all to be solved in time. @throws RejectedFile */
async function* refuseTooLong(
  bytes: AsyncIterable<Uint8Array>,
  upload: Upload,
  invocation: Invocation,
  compression: string,
): AsyncGenerator<Uint8Array> {
  const begun = performance.now();
  let passed = 0;
  for await (const piece of bytes) {
    const spent = performance.now() - begun;
    if (passed > 0 && spent > invocation.available * ESTIMATE_AFTER) {
      const needed = (spent * upload.bytes) / passed;
      if (begun + needed / CERTAINTY > invocation.deadline) throw tooLong(invocation, compression, needed);
    }
    yield piece;
    passed += piece.length;
  }
}

function tooLong({ available }: Invocation, compression: string, needed?: number): RejectedFile {
  const cause =
    compression === 'none' ? 'its puzzles are not one a line' : `it is compressed (${compression})`;
  const took = needed === undefined ? 'more' : `about ${seconds(needed)}`;
  const advice = compression === 'none' ? 'one puzzle a line' : 'uncompressed';
  return new RejectedFile(
    `expected a file that can be cut or takes at most ${seconds(available)}, got one that would take ${took} and cannot be cut, as ${cause}: upload it ${advice}, or in pieces`,
  );
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;
