import { solveStream } from '../../core/files/index.ts';
import { assembleIfComplete } from '../assemble/assemble.ts';
import type { Cloud } from '../aws/cloud.ts';
import type { Job } from '../invocation.ts';
import type { ChunkMessage } from '../message.ts';
import type { Outcome } from '../outcome.ts';
import { ByteCollector } from '../result/byte-collector.ts';
import { settle } from '../result/report-rejection.ts';
import type { Upload } from '../upload.ts';
import { handBack } from './enqueue.ts';
import { ownLines, readFrom } from './lines-in-range.ts';
import { closeJob } from './manifest.ts';
import { MOST_OUTPUT } from './sizing.ts';
import { writeChunk } from './write-chunk.ts';

/** Bytes read beyond a chunk, for the line that begins in it and ends behind it. Longer lines cost further requests. */
const OVERLAP = 16 * 1024;
const FURTHER = 1024 * 1024;

/** Solves the lines that begin in a range: one GET, one PUT, one LIST. Whoever sees that it was the last one, assembles. */
export async function solveChunk(job: Job, message: ChunkMessage): Promise<Outcome> {
  const { upload, plan, range } = message;
  const outcome = await settle(job, upload, async () => {
    const begun = performance.now();
    const bytes = readOn(job.cloud, upload, readFrom(range), Math.min(range.to + OVERLAP, upload.bytes));
    const own = ownLines(bytes, range);
    const limits = { deadline: job.deadline, mostOutput: MOST_OUTPUT };
    const solved = solveStream(plan, own.lines, { first: range.from === 0, ...limits });
    // solved lines are as long as the puzzles, or nearly so
    const output = new ByteCollector(range.to - range.from + OVERLAP);
    for await (const piece of solved) output.add(piece);
    const { solver, milliseconds } = solved;
    const { tally } = solver;
    // where the deadline struck, a line begins
    const reached = solver.consumed > 0 ? own.begin + solver.consumed : range.from;
    const done = solver.interrupted ? reached : range.to;
    if (done > range.from) {
      await writeChunk(job, upload, { range: { from: range.from, to: done }, output, tally, milliseconds });
    }
    if (done < range.to) {
      const rate = {
        bytes: solver.consumed,
        milliseconds: performance.now() - begun,
        output: output.length,
      };
      const count = await handBack(job, message, done, rate);
      return { outcome: 'handed-on', reason: `the rest is left to ${count} messages`, tally, milliseconds };
    }
    return { ...(await assembleIfComplete(job, upload, range)), tally, milliseconds };
  });
  if (outcome.outcome === 'superseded' || outcome.outcome === 'rejected') await closeJob(job, upload);
  return outcome;
}

/** A file from a byte on: up to `end` with one request, and on from there as far as the reader goes. */
async function* readOn(cloud: Cloud, upload: Upload, from: number, end: number): AsyncGenerator<Uint8Array> {
  for (let [at, to] = [from, end]; at < upload.bytes; [at, to] = [to, Math.min(to + FURTHER, upload.bytes)]) {
    const { body } = await cloud.readObject(upload, { from: at, to });
    yield* body;
  }
}
