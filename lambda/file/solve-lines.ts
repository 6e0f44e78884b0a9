import { planJob } from '../chunks/plan-job.ts';
import { MAX_OUTPUT, roomFor } from '../chunks/sizing.ts';
import { type Invocation, type Outcome, wholeTime } from '../invocation.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { publish, refuseOutdated } from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { resultTarget } from '../result/result-target.ts';
import { solverBounds } from '../settings.ts';
import { solveInPlace } from '../solve-in-place.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/** Milliseconds within which no newer upload can have come, been read and been rejected: a request a file is saved. */
const MAX_UNSEEN = 500;

/**
 * Solves a file of lines in memory: PUT the result, PUT the report. Where its puzzles turn out to be too hard for the time
 * that is there, what was solved becomes the first chunk of a job.
 */
export async function solveLines(
  invocation: Invocation,
  upload: Upload,
  { begun, facts, plan, all, deadline }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  const { cloud, settings } = invocation;
  const output = new ByteCollector(upload.bytes + 1);
  const { interrupted, slowRead, consumed, outputBytes, tally, milliseconds } = await solveInPlace(
    plan,
    all,
    (piece) => output.add(piece),
    {
      ...(dedicated ? wholeTime(invocation) : { deadline }),
      mostOutput: MAX_OUTPUT,
      roomForOutput: roomFor(settings.memorySize),
      ...solverBounds(settings.bounds),
    },
  );

  if (slowRead) throw slowRead;
  if (interrupted) {
    output.truncate(outputBytes);
    const rate = { bytes: consumed, milliseconds, output: output.length };
    const front = { range: { from: 0, to: consumed }, output, tally, milliseconds };
    const planned = { upload, facts, plan, begun, rate, dedicated, ...(consumed > 0 && { front }) };
    return { ...(await planJob(invocation, planned)), tally, milliseconds };
  }

  if (Date.now() - begun > MAX_UNSEEN) await refuseOutdated(invocation, upload);
  const target = resultTarget(settings, upload, facts, plan.options);
  const body = output.bytes();
  const etag = await publish(cloud, target, upload, (condition) => cloud.putObject(target, body, condition));
  const written = { bucket: target.bucket, key: target.key, etag, bytes: body.length };
  const done = await reportSolved(invocation, upload, { plan, output: written, tally, begun, milliseconds });
  return { ...done, tally, milliseconds };
}
