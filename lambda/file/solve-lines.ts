import { solveStream } from '../../core/files/index.ts';
import { writeChunk } from '../chunks/chunk-result.ts';
import { enqueueRest, firstHop } from '../chunks/enqueue.ts';
import { openJob } from '../chunks/manifest.ts';
import { MAX_OUTPUT } from '../chunks/sizing.ts';
import { type Invocation, type Outcome, sliceDeadline } from '../invocation.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { publish } from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import { resultTarget } from '../result/result-target.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/**
 * Solves a file of lines in memory: PUT the result, PUT the report. Where its puzzles turn out to be too hard for the time
 * that is there, what was solved becomes the first chunk of a job.
 */
export async function solveLines(
  invocation: Invocation,
  upload: Upload,
  { facts, plan, all }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  const { cloud, settings } = invocation;
  const begun = Date.now();
  const output = new ByteCollector(upload.bytes + 1);
  const { interrupted, consumed, tally, milliseconds } = await solveStream(
    plan,
    all,
    (piece) => output.add(piece),
    { deadline: dedicated ? invocation.deadline : sliceDeadline(invocation), mostOutput: MAX_OUTPUT },
  );

  if (interrupted) {
    const rate = { bytes: consumed, milliseconds, output: output.length };
    await openJob(invocation, upload, facts, plan, begun);
    if (consumed > 0) {
      await writeChunk(invocation, upload, { range: { from: 0, to: consumed }, output, tally, milliseconds });
    }
    const range = { from: consumed, to: upload.bytes };
    const count = await enqueueRest(invocation, { upload, plan, range, hop: firstHop(dedicated), rate });
    return { outcome: 'enqueued', reason: `the rest is cut into ${count} chunks`, tally, milliseconds };
  }

  const target = resultTarget(settings.outputBucket, upload, facts, plan.options);
  const body = output.bytes();
  const etag = await publish(cloud, target, upload, (condition) => cloud.putObject(target, body, condition));
  const written = { bucket: target.bucket, key: target.key, etag, bytes: body.length };
  const done = await reportSolved(invocation, upload, { plan, output: written, tally, begun, milliseconds });
  return { ...done, tally, milliseconds };
}
