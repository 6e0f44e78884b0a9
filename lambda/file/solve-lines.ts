import { solveStream } from '../../core/files/index.ts';
import { sendChunks } from '../chunks/enqueue.ts';
import { openJob } from '../chunks/manifest.ts';
import { chunkBytes, cut, MOST_OUTPUT } from '../chunks/sizing.ts';
import { writeChunk } from '../chunks/write-chunk.ts';
import type { Job } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { publish } from '../result/publish.ts';
import { reportSolved } from '../result/report-solved.ts';
import { resultTarget } from '../result/result-target.ts';
import { sliceDeadline } from '../time.ts';
import type { Upload } from '../upload.ts';
import type { OpenUpload } from './open-upload.ts';

/**
 * Solves a file of lines in memory: PUT the result, PUT the report. Where its puzzles turn out to be too hard for the time
 * that is there, what was solved becomes the first chunk of a job.
 */
export async function solveLines(
  job: Job,
  upload: Upload,
  open: OpenUpload,
  alone: boolean,
): Promise<Outcome> {
  const { cloud, settings } = job;
  const { facts, plan, all } = open;
  const begun = Date.now();
  const solved = solveStream(plan, all, {
    deadline: alone ? job.deadline : sliceDeadline(job),
    mostOutput: MOST_OUTPUT,
  });
  const output = new ByteCollector(upload.bytes + 1);
  for await (const piece of solved) output.add(piece);
  const { solver, milliseconds } = solved;
  const { tally, consumed } = solver;

  if (solver.interrupted) {
    await openJob(job, upload, facts, plan, begun);
    if (consumed > 0) {
      await writeChunk(job, upload, { range: { from: 0, to: consumed }, output, tally, milliseconds });
    }
    const rest = { from: consumed, to: upload.bytes };
    const rate = { bytes: consumed, milliseconds, output: output.length };
    const ranges = cut(rest, chunkBytes(rest.to - rest.from, rate, job.available));
    await sendChunks(job, upload, plan, alone ? 2 : 1, ranges);
    return {
      outcome: 'handed-on',
      reason: `the rest is cut into ${ranges.length} chunks`,
      tally,
      milliseconds,
    };
  }

  const target = resultTarget(settings.outputBucket, upload, facts, plan.options);
  const body = output.bytes();
  const etag = await publish(cloud, target, upload, (condition) => cloud.putObject(target, body, condition));
  const written = { bucket: target.bucket, key: target.key, etag, bytes: body.length };
  return reportSolved(job, upload, { plan, output: written, tally, begun, milliseconds });
}
