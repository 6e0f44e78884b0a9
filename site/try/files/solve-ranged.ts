// Solves a file that is read from its end: Parquet. One worker solves it; the page keeps its rows for the table.

import { type FilePlan, type PartialOptions, report, type Tally } from '../../../core/browser.ts';
import { planRanges, rangedState, rowContent, rowItems } from '../../../core/files/ranged-file.ts';
import type { Pool } from './pool.ts';
import { rangesOf } from './ranges.ts';
import type { Progress, Sink, SolvedBlob } from './solve-blob.ts';
import type { Segment, SolvedContent } from './solved-rows.ts';

interface RangedBlob {
  readonly blob: Blob;
  readonly name: string;
  readonly options: PartialOptions;
}

/** @throws RejectedFile if it holds no puzzles; OptionError */
export async function solveRanged(
  pool: Pool,
  { blob, name, options }: RangedBlob,
  sink: Sink,
  progress: (progress: Progress) => void,
): Promise<SolvedBlob> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const plan = await planRanges({ ranges: rangesOf(blob), name, given: [options] });
  const worker = await pool.free();
  const answer = worker.submit({ kind: 'solve-ranged', plan, blob });
  let written = 0;
  for (let part = await answer.next(); part; part = await answer.next()) {
    await sink.write(part);
    written += part.length;
    // the result is about as long as the file
    const bytes = Math.min(written, blob.size);
    progress({ bytes, total: blob.size, puzzles: 0, seconds: seconds() });
  }
  const tally = (await answer.tally) as Tally;
  return {
    report: report({ input: { key: name, bytes: blob.size }, plan, tally, seconds: seconds() }),
    content: await contentOf(plan, blob),
    threads: 1,
  };
}

/** Most bytes of rows that are kept: they are decoded once more. */
const MAX_ROWS = 64 * 1024 * 1024;

/** The rows as CSV without a header, from which a table solves them again. */
async function contentOf(plan: FilePlan, blob: Blob): Promise<SolvedContent> {
  const state = rangedState(plan)!;
  const kept: Blob[] = [];
  const segments: Segment[] = [];
  let start = 0;
  for (const { from, to } of rowItems(state)) {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of rowContent(state, rangesOf(blob), { from, to }))
      pieces.push(Uint8Array.from(piece));
    const rows = new Blob(pieces);
    if (start + rows.size > MAX_ROWS) break;
    kept.push(rows);
    segments.push({ start, end: start + rows.size, firstRow: from, rows: to - from });
    start += rows.size;
  }
  const rows = segments.at(-1);
  const end = rows ? rows.firstRow + rows.rows : 0;
  const asCsv = { ...plan, format: 'csv', state: state.csv };
  return { content: new Blob(kept), plan: asCsv, segments, rows: end, isCut: end < state.rows };
}
