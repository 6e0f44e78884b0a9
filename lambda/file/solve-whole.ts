import { type FilePlan, RejectedFile, solveStream, splitObstacles } from '../../core/files/index.ts';
import { type Invocation, type Outcome, wholeTime } from '../invocation.ts';
import { SlowRead } from '../read-in-time.ts';
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
  { begun, facts, plan, all, deadline, waited }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome | undefined> {
  const { settings } = invocation;
  const target = resultTarget(settings, upload, facts, plan.options);
  const writer = new ResultWriter(invocation, target, upload);
  try {
    const input = dedicated ? refuseTooLong({ bytes: all, waited }, upload, invocation, plan) : all;
    const { interrupted, tally, milliseconds } = await solveStream(
      plan,
      input,
      (piece) => writer.write(piece),
      {
        ...(dedicated ? wholeTime(invocation) : { deadline }),
        ...solverBounds(settings.bounds),
      },
    );
    if (interrupted) {
      await writer.abort();
      if (!dedicated) return undefined;
      if (waited() > invocation.available / 2) {
        throw new SlowRead(
          `slow read: ${upload.key} took most of ${seconds(invocation.available)} to arrive`,
        );
      }
      throw tooLong(invocation, plan);
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

/**
 * Passes bytes on as long as the work on those before went fast enough for all to be solved in time. The time that they
 * took to arrive says nothing about the file.
 * @throws RejectedFile
 */
async function* refuseTooLong(
  { bytes, waited }: { readonly bytes: AsyncIterable<Uint8Array>; readonly waited: () => number },
  upload: Upload,
  invocation: Invocation,
  plan: FilePlan,
): AsyncGenerator<Uint8Array> {
  const worked = () => performance.now() - waited();
  const begun = worked();
  const left = invocation.deadline - performance.now();
  let passed = 0;
  for await (const piece of bytes) {
    const spent = worked() - begun;
    if (passed > 0 && spent > invocation.available * ESTIMATE_AFTER) {
      const needed = (spent * upload.bytes) / passed;
      if (needed / CERTAINTY > left) throw tooLong(invocation, plan, needed);
    }
    yield piece;
    passed += piece.length;
  }
}

function tooLong({ available }: Invocation, plan: FilePlan, needed?: number): RejectedFile {
  const took = needed === undefined ? 'more' : `about ${seconds(needed)}`;
  const obstacles = splitObstacles(plan);
  const causes = obstacles.map(({ cause }) => cause).join(' and ');
  const remedies = obstacles.map(({ remedy }) => remedy).join(' and ');
  const { solutions } = plan.options;
  const bound = solutions === 'count' || solutions === 'all' ? 'limit or budget' : 'budget';
  return new RejectedFile(
    `expected a file that can be cut or takes at most ${seconds(available)}, got one that would take ${took} and cannot be cut, as ${causes}: give it ${remedies}, or a lower ${bound}, or upload it in pieces`,
  );
}

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;
