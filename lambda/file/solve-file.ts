// Solves a file that can be cut: in memory, or as a job of chunks.
import { frameOf } from '../../core/files/index.ts';
import { planJob } from '../chunks/plan-job.ts';
import { allRows, sampleRows, solveRows } from '../chunks/row-ranges.ts';
import { MAX_OUTPUT, maxOutputBytes, rejectUnjoinable, sampleRate } from '../chunks/sizing.ts';
import { solveRange } from '../chunks/solve-chunk.ts';
import { watched } from '../invocation/cancel-watch.ts';
import { HELD, type Outcome, type UploadContext } from '../invocation/context.ts';
import { solverBounds } from '../invocation/settings.ts';
import { ByteCollector } from '../invocation/solve-in-place.ts';
import { limitedSolving, refuseResultBytes } from '../invocation/spending.ts';
import { dedicatedTime, TimeSlice } from '../invocation/time.ts';
import type { Upload } from '../invocation/upload.ts';
import { resultTarget } from '../result/output-refs.ts';
import { isPublished, publishResult, throwIfOutdated, UNCHECKED_TIME } from '../result/publish.ts';
import { reportSolved } from '../result/report.ts';
import type { OpenUpload } from './open-upload.ts';

/**
 * Solves a file of lines in memory: PUT the result, PUT the report. If its puzzles turn out to be too hard for the time that
 * is left, the records that are done become the first chunk of a job.
 */
export async function solveInMemory(
  context: UploadContext,
  upload: Upload,
  open: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  const { cloud, settings } = context;
  const { begun, facts, plan, all, ranges } = open;
  const slice = dedicated ? undefined : new TimeSlice(context);
  const { limits, refuseIfOver } = limitedSolving(context, {
    ...(slice ? { deadline: slice.deadline } : dedicatedTime(context)),
    mostOutput: MAX_OUTPUT,
    roomForOutput: maxOutputBytes(settings.memorySize),
    ...solverBounds(settings.bounds),
  });
  const range = { from: 0, to: upload.bytes };
  const room = new ByteCollector(upload.bytes + 1);
  const rows = ranges && allRows(plan);
  const solve = (onProgress?: () => void) =>
    rows
      ? solveRows(rows, ranges, range, room, { ...limits, onProgress })
      : solveRange(plan, all, range, room, { ...limits, onProgress });
  // what shares its invocation ends before another look
  const { interrupted, slowRead, ...solved } = await (dedicated ? watched(context, upload, solve) : solve());
  const { output, tally, milliseconds } = solved;

  const wasTaken = interrupted && slice?.wasTaken(milliseconds);
  if (slowRead || wasTaken) context.meter.solvedInVain(milliseconds);
  if (slowRead) throw slowRead;
  if (wasTaken) return HELD;
  refuseResultBytes(output.length, upload, settings);
  if (interrupted) {
    refuseIfOver();
    const { to: done } = solved.range;
    const rate = { bytes: done, milliseconds, output: output.length };
    const planned = { upload, facts, plan, begun, rate, dedicated, ...(done > 0 && { firstChunk: solved }) };
    return { ...(await planJob(context, planned)), tally, milliseconds };
  }

  if (Date.now() - begun > UNCHECKED_TIME) await throwIfOutdated(context, upload);
  const target = resultTarget(settings, upload, facts, plan.options, plan.compression);
  const frame = frameOf(plan);
  const pieces = [solved.facts!];
  const body = frame
    ? Buffer.concat([frame.head(pieces)!, output.bytes(), frame.foot(pieces)])
    : output.bytes();
  refuseResultBytes(body.length, upload, settings);
  const etag = await publishResult(context, target, upload, (condition) =>
    cloud.putObject(target, body, condition),
  );
  const written = { bucket: target.bucket, key: target.key, etag, bytes: body.length };
  const done = await reportSolved(context, upload, { plan, output: written, tally, begun, milliseconds });
  return { ...done, tally, milliseconds };
}

/** Plans a large file as a job. The number of chunks follows from the time that its first puzzles take. */
export async function splitIntoChunks(
  context: UploadContext,
  upload: Upload,
  { begun, head, facts, plan, ranges }: OpenUpload,
  dedicated: boolean,
): Promise<Outcome> {
  if (await isPublished(context, upload)) return { outcome: 'ignored', reason: 'it was solved before' };
  const rate = ranges ? await sampleRows(plan, ranges) : sampleRate(plan, head);
  rejectUnjoinable(upload.bytes, rate, context.settings.memorySize);
  return planJob(context, { upload, facts, plan, begun, rate, dedicated });
}
