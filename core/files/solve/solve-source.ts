// Solves a file of which nothing is known yet: holds its head back until it is planned, then passes all bytes through a
// solver. For streams and files on disk.

import { canHoldFact } from '../../formats/formats.ts';
import { checkBytes } from '../../options/describe-value.ts';
import { FACT_NAMES } from '../../options/facts.ts';
import { checkOptions, OptionError } from '../../options/option-text.ts';
import { inWords, type PartialOptions } from '../../options/options.ts';
import { tablesOfFact } from '../../solver/engine/facts.ts';
import { type FilePlan, RejectedFile, refuseOtherLength } from '../file-plan.ts';
import { peek } from '../head-extent.ts';
import { type Lent, owned } from '../output-pieces.ts';
import { type FileRanges, needsRanges, planRanges, rangedState } from '../ranged-file.ts';
import { planFile } from '../recognise.ts';
import { type Report, report } from '../report.ts';
import { solveFramed } from './solve-stream.ts';

/** A global class of the runtime's web streams; unknown to a TypeScript that knows neither the DOM nor Node. */
type WebStream<Name extends string> = typeof globalThis extends {
  readonly [N in Name]: { prototype: infer Stream };
}
  ? Stream
  : unknown;

/** A pair of streams, for `pipeThrough`. */
export interface SolverStream {
  /** Takes the bytes of a file. */
  readonly writable: WebStream<'WritableStream'>;
  /** Gives the bytes of its result: plain Uint8Arrays that belong to the receiver, who may keep, change or transfer them. */
  readonly readable: WebStream<'ReadableStream'>;
  /** Resolves when the result is complete. Rejects with the error that both streams end with. */
  readonly report: Promise<Report>;
}

/**
 * A pair of web streams that solves a file as its bytes pass through, in bounded memory, in every runtime: puzzles of any
 * format in, their solutions out, in the same format. Compressed files need Node's zlib.
 *
 * @param options defaults for options that the file's own `#!` line does not set
 * @throws OptionError for an unknown option or an invalid value. The streams end with RejectedFile if the file
 *   holds no puzzles, and with OptionError if `options` requests something about each puzzle for which the result has no place.
 * @example
 * import { solverStream } from 'sudoku-batch';
 *
 * const solver = solverStream({ solutions: 'unique' });
 * const result = new Blob(['12.434..2.4343.1\n1...............\n']).stream().pipeThrough(solver);
 * await new Response(result).text(); // => '1234341221434321\nnot-unique      \n'
 * (await solver.report).notUnique; // => 1
 */
export function solverStream(options: PartialOptions = {}): SolverStream {
  const given = checkOptions(options);
  const input = new TransformStream<Uint8Array, Uint8Array>();
  const output = new TransformStream<Uint8Array, Uint8Array>();
  const reader = input.readable.getReader();
  const writer = output.writable.getWriter();
  const write = async (piece: Lent) => {
    await writer.ready;
    // an error of this write is also that of the next, and of closing
    writer.write(owned(piece)).catch(() => {});
  };
  // also while no bytes come: then nothing else would notice that nobody reads the result any more
  const gone = new Promise<never>((_, reject) => {
    writer.closed.catch(reject);
  });
  const solved = Promise.race([solveSource(chunksOf(reader), write, given), gone]).then(
    async (done) => {
      await writer.close();
      return done;
    },
    async (error: unknown) => {
      // either side may have ended already, with the error that is on its way to the caller
      await Promise.allSettled([reader.cancel(error), writer.abort(error)]);
      throw error;
    },
  );
  // callers that do not await the report get the error from the streams
  solved.catch(() => {});
  return { writable: input.writable, readable: output.readable, report: solved };
}

/** A loop, as not all browsers can iterate a stream. */
async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * Solves a file from a stream: reads its head, plans, and solves.
 * @param write gets pieces that are lent: it is done with each when its promise resolves
 * @param name of the file, for the report and to break ties between formats
 * @throws RejectedFile if it holds no puzzles; OptionError as requirePlaces; any error of `source` and `write`
 */
export async function solveSource(
  source: AsyncIterable<Uint8Array>,
  write: (bytes: Lent) => void | Promise<void>,
  options: PartialOptions,
  name = 'stream',
): Promise<Report> {
  const start = performance.now();
  let bytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      checkBytes(chunk, 'a chunk of the stream');
      bytes += chunk.length;
      yield chunk;
    }
  }
  const { head, complete, all } = await peek(counted());
  if (needsRanges(head)) return solveRanges(await heldRanges(all), write, options, name);
  const plan = planFile({ head, complete, name, given: [options] });
  requirePlaces(options, plan);
  const { tally } = await solveFramed(plan, all, write, {});
  if (plan.compression === 'none') refuseOtherLength(plan, bytes);
  return report({ input: { key: name, bytes }, plan, tally, seconds: (performance.now() - start) / 1000 });
}

/** Bytes of a file that is held in memory because its end must be read first. */
export const MAX_HELD_BYTES: number = 64 * 1024 * 1024;

/**
 * Holds a file in memory whose end must be read before its beginning.
 * @throws RejectedFile if it has more than {@link MAX_HELD_BYTES}
 */
async function heldRanges(source: AsyncIterable<Uint8Array>): Promise<FileRanges> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > MAX_HELD_BYTES) {
      throw new RejectedFile(
        `expected a Parquet file of at most ${MAX_HELD_BYTES} bytes from a stream, since its end must be read first, got more: give the path of the file`,
      );
    }
    chunks.push(Uint8Array.from(chunk));
  }
  return rangesOf(Buffer.concat(chunks));
}

/** The stretches of a file in memory. */
export function rangesOf(file: Uint8Array): FileRanges {
  return { bytes: file.length, read: async (from, to) => file.subarray(from, to) };
}

/**
 * Solves a file of which any stretch can be read.
 * @param write as that of {@link solveSource}
 * @param writeHead replaces the first bytes of the result, at the end
 * @throws RejectedFile if it holds no puzzles; OptionError as requirePlaces; any error of `ranges` and `write`
 */
export async function solveRanges(
  ranges: FileRanges,
  write: (bytes: Lent) => void | Promise<void>,
  options: PartialOptions,
  name: string,
  writeHead?: (bytes: Uint8Array) => Promise<void>,
): Promise<Report> {
  const start = performance.now();
  const plan = await planRanges({ ranges, name, given: [options] });
  requirePlaces(options, plan);
  const source = rangedState(plan) ? ranges : inOrder(ranges);
  const { tally } = await solveFramed(plan, source, write, {}, writeHead);
  const { bytes } = ranges;
  return report({ input: { key: name, bytes }, plan, tally, seconds: (performance.now() - start) / 1000 });
}

/** Bytes of a file that are read at a time. */
const READ_BYTES = 256 * 1024;

async function* inOrder(ranges: FileRanges): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < ranges.bytes; at += READ_BYTES) {
    yield await ranges.read(at, Math.min(at + READ_BYTES, ranges.bytes));
  }
}

/** @throws OptionError if the caller requests something about each puzzle for which the result has no place */
export function requirePlaces(given: PartialOptions, plan: FilePlan): void {
  const { output, solutions } = plan.options;
  for (const name of FACT_NAMES) {
    if (given[name] !== true || canHoldFact(name, plan)) continue;
    throw new OptionError(
      `options.${name}: expected output ${inWords(tablesOfFact(name))} with it, and solutions first, unique or count, as other results have no place for it; got output ${output}, solutions ${solutions}`,
    );
  }
}
