import { openFile, RejectedFile, report } from '../files/index.ts';
import type { Job } from './job.ts';
import { openUpload } from './open-upload.ts';
import type { Outcome } from './outcome.ts';
import { resultTarget } from './result-target.ts';
import { ResultWriter } from './result-writer.ts';
import { inputOf, settle } from './settle.ts';
import { solvePieces } from './solve-pieces.ts';
import { REPORT_SUFFIX, type Upload } from './upload.ts';
import { peakMemory, writeReport } from './write-report.ts';

/** Solves an upload: GET, PUT the result, PUT the report. */
export async function solveFile(job: Job, upload: Upload): Promise<Outcome> {
  const { cloud, settings } = job;
  const ignored = reasonToIgnore(upload, settings.outputBucket);
  if (ignored) return { outcome: 'ignored', reason: ignored };
  return settle(job, upload, async () => {
    if (upload.key.endsWith(REPORT_SUFFIX)) {
      // its result would stand where the report of another upload belongs
      throw new RejectedFile(
        `expected a key without ${REPORT_SUFFIX} at its end: such keys are kept for reports`,
      );
    }
    const begun = performance.now();
    const { facts, plan, all } = await openUpload(cloud, settings, upload);
    const writer = new ResultWriter(
      cloud,
      resultTarget(settings.outputBucket, upload, facts, plan.options),
      upload,
    );
    try {
      const solver = openFile(plan, { deadline: job.deadline });
      const { finished, milliseconds } = await solvePieces(solver, all, (piece) => writer.write(piece));
      if (!finished)
        throw new Error(`not finished in time: ${solver.consumed} of ${upload.bytes} bytes solved`);
      const etag = await writer.close();
      const { tally } = solver;
      const reason = await writeReport(job, upload, {
        ...report({
          input: inputOf(upload),
          output: { bucket: settings.outputBucket, key: upload.key, etag, bytes: writer.bytes },
          plan,
          tally,
          seconds: (performance.now() - begun) / 1000,
        }),
        peakMemoryMiB: peakMemory(),
      });
      return { outcome: 'solved', tally, milliseconds, ...(reason === undefined ? {} : { reason }) };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  });
}

/** Why an event is no upload, if it is none. */
function reasonToIgnore({ bucket, key, bytes }: Upload, outputBucket: string): string | undefined {
  if (bucket === outputBucket)
    return 'it is in the output bucket: each result would be solved again, without end';
  if (key.endsWith('/') && bytes === 0) return 'it is a folder as consoles make them, no file';
  return undefined;
}
