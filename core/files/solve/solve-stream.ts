// Solves the stored bytes of a planned file, or a range of it: decompresses, solves, encodes and compresses, up to a
// deadline.

import { formatOf } from '../../formats/formats.ts';
import { checkBytes, checkFunction, checkIterable, checkObject } from '../../options/describe-value.ts';
import { type Codec, decoder } from '../compression.ts';
import { checkPlanArgument, type FilePlan, RejectedFile } from '../file-plan.ts';
import { type BlockwiseSolver, type FileSolverOptions, openContent } from '../file-solver.ts';
import { type Lent, owned } from '../output-pieces.ts';
import { type FileRanges, rangedState, rowContent } from '../ranged-file.ts';
import { frameOf, type PieceFacts, type ResultEncoder, resultEncoder } from '../result-encoding.ts';
import { ALONE, ResultJoiner } from '../result-joiner.ts';
import { emptyTally, type Tally } from '../tally.ts';
import type { ZipSolver } from '../zip/zip-solver.ts';

/** The outcome for a file, or for the part of it that was solved. */
export interface SolvedContent {
  /** Counts of what was solved. */
  readonly tally: Tally;
  /** Bytes of content (uncompressed) whose output was returned in full. */
  readonly consumed: number;
  /** Whether the deadline, or the limit on output, cut the work: the rest of the content needs another solver. */
  readonly interrupted: boolean;
  /**
   * Bytes of output for what is consumed, before compression, as if the result stood alone. More were returned only if the
   * work was cut within a record that is too long for the solver's memory: drop those.
   */
  readonly outputBytes: number;
  /** Time spent on solving, without input, output and codecs. */
  readonly milliseconds: number;
  /** What the frame of the result must know about this piece, after its end; undefined for results without a frame. */
  readonly facts?: PieceFacts | undefined;
}

/**
 * Solves a file from its stored bytes to those of its result, which is compressed as the file is. Reads on only after
 * `write` has finished with the output so far. If a deadline cuts the work, the first `outputBytes` bytes of the output
 * are complete for what is consumed.
 *
 * @param plan from {@link planFile}, for the same file
 * @param source all bytes of the file, or of a piece of a splittable one; for a Parquet file, the stretches of it that are
 *   requested
 * @param write takes output, in order: plain Uint8Arrays that belong to it, so that it may keep, change or transfer them
 * @throws RejectedFile if the file turns out to be damaged or no puzzle file; any error of `source` and `write`
 * @example
 * import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
 * import { HEAD_BYTES, planFile, solveStream } from 'sudoku-batch';
 *
 * const head = readFileSync('puzzles.txt.gz').subarray(0, HEAD_BYTES);
 * const plan = planFile({ head, complete: true, name: 'puzzles.txt.gz', given: [] });
 * const pieces = [];
 * const { tally } = await solveStream(plan, createReadStream('puzzles.txt.gz'), (bytes) => void pieces.push(bytes));
 * writeFileSync('solved.txt.gz', Buffer.concat(pieces));
 * tally.puzzles; // => 1
 */
export async function solveStream(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array> | FileRanges,
  write: (bytes: Uint8Array) => void | Promise<void>,
  options: FileSolverOptions = {},
): Promise<SolvedContent> {
  checkPlanArgument(plan);
  contentFor(plan, source, options);
  checkFunction(write, 'write');
  return solveFramed(plan, source, (piece) => write(owned(piece)), options);
}

/**
 * As {@link solveStream}, but `write` gets pieces that are lent: it is done with each when its promise resolves.
 * @param writeHead replaces the first bytes of the output, at the end; without it, results are refused whose head is unknown
 *   until then
 */
export async function solveFramed(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array> | FileRanges,
  write: (bytes: Lent) => void | Promise<void>,
  options: FileSolverOptions,
  writeHead?: (bytes: Uint8Array) => Promise<void>,
): Promise<SolvedContent> {
  const content = contentFor(plan, source, options);
  const solver = openStored(plan, options);
  try {
    // a piece from the middle stands within the frame of all
    const frame = options.first === false ? undefined : frameOf(plan);
    const head = frame?.head(undefined);
    if (frame && !head && !writeHead) {
      throw new RejectedFile(
        'expected a result that can be written from the front, got output=npy, whose header says how many puzzles follow: write it to a file',
      );
    }
    if (frame) await write(head ?? new Uint8Array(frame.headBytes));
    for await (const bytes of content) {
      checkBytes(bytes, 'a chunk of source');
      for await (const piece of solver.push(bytes)) await write(piece);
      if (solver.solved.interrupted) break;
    }
    for await (const piece of solver.end()) await write(piece);
    const { solved } = solver;
    const foot = frame && !solved.interrupted ? frame.foot([solved.facts!]) : EMPTY;
    if (foot.length > 0) await write(foot);
    const late = frame && !head ? frame.head([solved.facts!]) : undefined;
    if (late) await writeHead!(late);
    return solved;
  } finally {
    solver.close();
  }
}

const EMPTY = new Uint8Array(0);

function contentFor(
  plan: FilePlan,
  source: AsyncIterable<Uint8Array> | FileRanges,
  { rows }: FileSolverOptions,
): AsyncIterable<Uint8Array> {
  const state = rangedState(plan);
  if (!state) {
    checkIterable(source, 'source');
    return source as AsyncIterable<Uint8Array>;
  }
  checkObject(
    source,
    'source',
    'an object with bytes and read, as the content of a Parquet file is not in order',
  );
  return rowContent(state, source as FileRanges, rows ?? { from: 0, to: state.rows });
}

/**
 * Solves a file, or a piece of a splittable one, from its stored bytes to those of its result. Takes bytes as they arrive, in
 * bounded memory whatever the size of the output: nothing happens until an output is run, and each must be run to its end
 * before the next call. Pieces of output are lent.
 */
export interface StreamSolver {
  /**
   * Takes the next bytes, cut anywhere. The caller may reuse them when the output has ended. Bytes that arrive after an
   * interruption are ignored.
   * @throws RejectedFile if the file turns out to be damaged or no puzzle file
   */
  push(bytes: Uint8Array): AsyncGenerator<Lent>;
  /**
   * Like {@link push}, but the bytes belong to the solver until the output ends: it may write solutions over them, and output
   * may be parts of them.
   * @throws RejectedFile
   */
  take(bytes: Uint8Array): AsyncGenerator<Lent>;
  /** Memory for the next bytes, which {@link take} then need not copy; undefined if there is none at the moment. */
  readonly room: Uint8Array | undefined;
  /**
   * Solves the complete records that push still holds back to fill a batch; for input that arrives slowly. Does nothing for a
   * compressed file or an archive, whose result appears in the codec's blocks.
   */
  flush(): AsyncGenerator<Lent>;
  /**
   * Takes the end of the input and returns the rest of the output. After an interruption the output is complete for what is
   * consumed: it can be joined with the output for the rest, as gzip members and zstandard frames can.
   * @throws RejectedFile
   */
  end(): AsyncGenerator<Lent>;
  /** Stops here, as if the deadline had passed. To be called between outputs. */
  interrupt(): void;
  /** Frees its resources, at the end or before. */
  close(): void;
  /** The outcome so far. */
  readonly solved: SolvedContent;
}

/** How stored bytes are decoded and encoded, if not as the plan says. */
interface Codecs {
  /** Whether the caller decompresses the file; the result is compressed all the same. */
  readonly isContent?: boolean;
  /** Of the result. */
  readonly encoder?: ResultEncoder | undefined;
}

/** Returns a solver for the stored bytes of a file, or of a piece of a splittable one. */
export function openStored(
  plan: FilePlan,
  options: FileSolverOptions = {},
  codecs: Codecs = {},
): StreamSolver {
  return formatOf(plan).isArchive ? new ArchiveWork(plan, options) : new FileWork(plan, options, codecs);
}

/** A file that holds files. */
class ArchiveWork implements StreamSolver {
  readonly room = undefined;
  readonly #plan: FilePlan;
  readonly #options: FileSolverOptions;
  #solver: ZipSolver | undefined;
  #isInterrupted = false;

  constructor(plan: FilePlan, options: FileSolverOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  async *push(bytes: Uint8Array): AsyncGenerator<Lent> {
    yield* (await this.#open()).push(bytes);
  }

  take(bytes: Uint8Array): AsyncGenerator<Lent> {
    return this.push(bytes);
  }

  async *flush(): AsyncGenerator<Lent> {}

  async *end(): AsyncGenerator<Lent> {
    yield* (await this.#open()).end();
  }

  interrupt(): void {
    this.#isInterrupted = true;
    this.#solver?.interrupt();
  }

  close(): void {
    this.#solver?.close();
  }

  /** Nothing is consumed by an interrupted solver, as the result of an archive cannot be joined with another. */
  get solved(): SolvedContent {
    const none = { tally: emptyTally(), interrupted: this.#isInterrupted, milliseconds: 0 };
    return { ...(this.#solver?.solved ?? none), consumed: 0, outputBytes: 0 };
  }

  async #open(): Promise<ZipSolver> {
    if (!this.#solver) {
      // few files are archives
      const { ZipSolver } = await import('../zip/zip-solver.ts');
      this.#solver = new ZipSolver(this.#plan, this.#options);
      if (this.#isInterrupted) this.#solver.interrupt();
    }
    return this.#solver;
  }
}

/** A FileSolver between a decoder and an encoder. */
class FileWork implements StreamSolver {
  readonly #decoder: Codec;
  readonly #encoder: ResultEncoder;
  readonly #solver: BlockwiseSolver;
  readonly #joiner: ResultJoiner;
  readonly #isCompressed: boolean;
  readonly #deadline: number;
  #milliseconds = 0;

  constructor(
    plan: FilePlan,
    options: FileSolverOptions,
    { isContent = false, encoder = resultEncoder(plan, options.rows) }: Codecs,
  ) {
    const compression = isContent ? 'none' : plan.compression;
    this.#decoder = decoder(compression);
    this.#encoder = encoder;
    this.#deadline = options.deadline ?? Infinity;
    this.#isCompressed = compression !== 'none';
    this.#joiner = new ResultJoiner(options.joint ?? ALONE, plan);
    this.#solver = openContent({ ...plan, compression: 'none' }, options);
  }

  async *push(bytes: Uint8Array): AsyncGenerator<Lent> {
    if (this.#isOver()) return;
    const contents = this.#decoder.push(bytes);
    for await (const content of contents) {
      // the decoder's buffers belong to this solver, the caller's do not
      yield* this.#encoded(this.#isCompressed ? this.#solver.take(content) : this.#solver.push(content));
      // a few bytes may expand to many: the rest is not even decompressed
      if (this.#isOver()) return;
    }
  }

  async *take(bytes: Uint8Array): AsyncGenerator<Lent> {
    if (this.#isCompressed) yield* this.push(bytes);
    else if (!this.#isOver()) yield* this.#encoded(this.#solver.take(bytes));
  }

  get room(): Uint8Array | undefined {
    return this.#isCompressed ? undefined : this.#solver.room;
  }

  async *flush(): AsyncGenerator<Lent> {
    if (!this.#isCompressed) yield* this.#encoded(this.#solver.flush());
  }

  async *end(): AsyncGenerator<Lent> {
    if (this.#isCompressed && !this.#isOverAtEnd()) {
      for await (const content of this.#decoder.end()) {
        yield* this.#encoded(this.#solver.push(content));
        if (this.#isOver()) break;
      }
    }
    // no look at the clock here: the solver checks it before each block that it still holds, and if it holds none, all is done
    if (!this.#solver.interrupted) {
      yield* this.#encoded(this.#solver.end());
      if (!this.#solver.interrupted) yield* this.#encoded(this.#joiner.end());
    }
    yield* this.#encoder.end();
  }

  interrupt(): void {
    if (!this.#solver.interrupted) this.#solver.interrupt();
  }

  close(): void {
    this.#decoder.close();
    this.#encoder.close();
  }

  get solved(): SolvedContent {
    const { tally, consumed, interrupted, outputBytes } = this.#solver;
    const { facts } = this.#encoder;
    return { tally, consumed, interrupted, outputBytes, milliseconds: this.#milliseconds, facts };
  }

  /** Checks the clock for each piece, whatever its content: empty frames may fill hours. */
  #isOver(): boolean {
    if (performance.now() >= this.#deadline) this.interrupt();
    return this.#solver.interrupted;
  }

  /** Like {@link #isOver}, but a long record that was read to its end is solved: to repeat it would take longer. */
  #isOverAtEnd(): boolean {
    return this.#solver.isWithinRecord ? this.#solver.interrupted : this.#isOver();
  }

  async *#encoded(pieces: Iterable<Lent>): AsyncGenerator<Lent> {
    let since = performance.now();
    for (const piece of this.#joiner.pass(pieces)) {
      this.#milliseconds += performance.now() - since;
      yield* this.#encoder.push(piece);
      since = performance.now();
    }
    this.#milliseconds += performance.now() - since;
  }
}
