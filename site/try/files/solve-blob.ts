// Solves a file on all workers, in memory that does not depend on its length: pieces are read, solved and written in
// the order of the file.

import {
  HEAD_BYTES,
  type PartialOptions,
  planFile,
  RejectedFile,
  type Report,
  report,
  type Tally,
} from '../../../core/browser.ts';
import { workItems } from '../../../core/files/cuts.ts';
import { headBytes, headerEnd } from '../../../core/files/head-extent.ts';
import { emptyTally, sumTallies } from '../../../core/files/tally.ts';
import { factEntry, requestedFacts } from '../../../core/options/facts.ts';
import { type Compression, compressionOf, openBlob } from './open-blob.ts';
import type { Answer, Pool, PoolWorker } from './pool.ts';
import { type SolvedContent, SolvedRows } from './solved-rows.ts';

/** Receives the result. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void> | void;
}

export interface Progress {
  /** bytes of the file that are solved */
  readonly bytes: number;
  /** bytes of the file */
  readonly total: number;
  readonly puzzles: number;
  /** since the first byte was read */
  readonly seconds: number;
}

export interface BlobToSolve {
  readonly blob: Blob;
  readonly name: string;
  readonly compression: Compression;
  readonly options: PartialOptions;
}

const PIECE_BYTES = 1024 * 1024;
/** Grading takes far longer than solving, and a page of the table grades a piece again: such pieces are small. */
const GRADED_PIECE_BYTES = 16 * 1024;

export interface SolvedBlob {
  readonly report: Report;
  /** What a table needs to show any of its rows. */
  readonly content: SolvedContent;
  /** Workers that could work on it at the same time. */
  readonly threads: number;
}

/** Maximum number of pieces for each worker that are read and not yet written. */
const AHEAD = 3;

/** @throws RejectedFile if it is no puzzle file; OptionError */
export async function solveBlob(
  pool: Pool,
  { blob, name, compression, options }: BlobToSolve,
  sink: Sink,
  progress: (progress: Progress) => void,
): Promise<SolvedBlob> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const source = openBlob(blob, compression);
  let wanted = HEAD_BYTES;
  let head = await source.head(wanted);
  while (head.length === wanted && headBytes(head) > wanted) {
    wanted = headBytes(head);
    head = await source.head(wanted);
  }
  if (compression !== 'none' && (await compressionOf(new Blob([head.slice(0, 4)]))) !== 'none')
    throw new RejectedFile(
      'expected puzzles within a compressed file, got one compressed twice: decompress it once',
    );
  const plan = planFile({ head, complete: head.length < wanted, name, given: [options] });
  const { output } = plan.options;
  if (output === 'parquet' || output === 'npy') {
    throw new RejectedFile(
      `expected output same, csv or jsonl on this page, got ${output}: use the command line`,
    );
  }
  let tally: Tally = emptyTally();
  let bytes = 0;
  const rows = new SolvedRows(compression === 'none' ? blob : undefined, plan);
  const unwritten: { answer: Answer; length: number }[] = [];
  const write = async () => {
    const { answer, length } = unwritten.shift()!;
    for (let part = await answer.next(); part; part = await answer.next()) await sink.write(part);
    const counts = await answer.tally;
    if (counts) tally = sumTallies([tally, counts]);
    bytes += length;
    rows.solved(length, counts?.puzzles);
    const share = source.contentBytes() > 0 ? source.blobBytes() / source.contentBytes() : 1;
    progress({
      bytes: Math.min(blob.size, bytes * share),
      total: blob.size,
      puzzles: tally.puzzles,
      seconds: seconds(),
    });
  };
  const isGraded = requestedFacts(plan.options).some((name) => factEntry(name).cost === 'grading');
  const items = workItems(source, {
    head: new Uint8Array(),
    front: headerEnd(head),
    splittable: plan.splittable,
    capacity: PIECE_BYTES,
    buffer: () => new ArrayBuffer(PIECE_BYTES),
    target: () => (isGraded ? GRADED_PIECE_BYTES : PIECE_BYTES),
  });
  let pinned: PoolWorker | undefined;
  let first = true;
  for await (const { buffer, length, continues } of items) {
    rows.read(buffer, length);
    const worker: PoolWorker = pinned ?? (await pool.free());
    unwritten.push({
      answer: worker.submit({ kind: 'solve', plan, first, buffer, length, continues }),
      length,
    });
    first = false;
    pinned = continues ? worker : undefined;
    while (unwritten.length >= AHEAD * pool.workers.length) await write();
  }
  while (unwritten.length > 0) await write();
  // if a defect loses bytes, the result must not pass for that of a shorter file
  for (const [what, expected, got] of [
    ['of the file to be read', blob.size, source.blobBytes()],
    ['of content to be solved', source.contentBytes(), bytes],
  ] as const) {
    if (got !== expected) throw new Error(`expected ${expected} bytes ${what}, got ${got}`);
  }
  return {
    report: report({ input: { key: name, bytes: blob.size }, plan, tally, seconds: seconds() }),
    content: rows.content(),
    threads: pool.workers.length,
  };
}
