// Writes the `cancelled` report of an upload: once, by the first message that finds its mark, with how far the work was.
import { parseChunkKey } from '../chunks/chunk-result.ts';
import type { Outcome, UploadContext } from '../invocation/context.ts';
import { sendFinishedEvent } from '../invocation/file-events.ts';
import { jobId, type Upload } from '../invocation/upload.ts';
import { reportRef } from './output-refs.ts';
import { isPublished } from './publish.ts';
import { inputOf, staleResult, writeReport } from './report.ts';

/**
 * Writes the report, unless the upload has another final one already: it may have been solved before its mark was seen.
 * @throws Superseded
 */
export async function reportCancelled(context: UploadContext, upload: Upload): Promise<Outcome> {
  const { cloud, settings, meter } = context;
  if (await isPublished(context, upload)) {
    return { outcome: 'ignored', reason: 'another message has ended it: it was cancelled, or is done' };
  }
  const id = jobId(upload);
  const listed = await cloud.listObjects(settings.workBucket, `${id}/`);
  const until = { bytes: 0, puzzles: 0, solvingSeconds: meter.earlier.milliseconds / 1000 };
  let end = 0;
  const results = listed.flatMap((object) => parseChunkKey(id, object) ?? []);
  for (const { range, tally, milliseconds } of results.toSorted((a, b) => a.range.to - b.range.to)) {
    until.solvingSeconds += milliseconds / 1000;
    // solved twice
    if (range.from < end) continue;
    until.bytes += range.to - range.from;
    until.puzzles += tally.puzzles;
    end = range.to;
  }
  until.solvingSeconds = Math.round(until.solvingSeconds * 1000) / 1000;
  const reason = `it was cancelled when ${until.bytes} of its ${upload.bytes} bytes were solved`;
  const stale = await staleResult(context, upload, true);
  await writeReport(context, upload, {
    status: 'cancelled',
    input: inputOf(upload),
    reason,
    until,
    ...stale,
  });
  const report = reportRef(settings, upload);
  await sendFinishedEvent(context, upload, { status: 'cancelled', reason, report });
  return { outcome: 'cancelled', reason };
}
