// Solves the uncompressed content of a file, or a piece of it: reader, block solver and writer in one loop that yields
// output as it is ready.

import { canHoldFact, formatOf, placeFaultOf } from '../formats/formats.ts';
import type { Rows } from '../formats/parquet/state.ts';
import { type Block, compareSolutions, cutBlock } from '../formats/shared/block.ts';
import type { Room } from '../formats/shared/format.ts';
import { checkBytes, checkFunction, checkNumber } from '../options/describe-value.ts';
import { factEntry, requestedFacts } from '../options/facts.ts';
import { checkOptionsObject } from '../options/option-text.ts';
import type { Options } from '../options/options.ts';
import type { BatchResult, Reached, SearchLimits } from '../solver/engine/engine.ts';
import { Status } from '../solver/model/status.ts';
import { type BlockReader, blockReader } from './block-reader.ts';
import { BlockSolver } from './block-solver.ts';
import { BlockWriter } from './block-writer.ts';
import {
  asRejection,
  below,
  checkPlanArgument,
  type FilePlan,
  RejectedFile,
  refuseOtherLength,
} from './file-plan.ts';
import { MAX_HEAD_BYTES } from './head-extent.ts';
import { refuseLateOptions } from './options-line.ts';
import { type Lent, owned } from './output-pieces.ts';
import { CallerError, NOTHING, rateLimited, sumReached } from './progress.ts';
import { resultEncoding } from './result-encoding.ts';
import { ALONE, type Joint } from './result-joiner.ts';
import { addBlock, emptyTally, sumTallies, type Tally, type TallyOptions } from './tally.ts';

/**
 * Solves one file, or a piece of a splittable one: bytes of puzzles in, bytes of solved puzzles out. Both are uncompressed;
 * solveStream decompresses and compresses.
 */
export interface FileSolver {
  /**
   * Takes the next bytes, cut anywhere, and returns the output that is ready, perhaps none. Lazy, so that memory stays
   * bounded whatever the size of the output: nothing happens until the generator is run, to its end, before the next call.
   * Each piece is a plain Uint8Array and belongs to the caller, who may keep, change or transfer it; `bytes` may be reused.
   * @throws RejectedFile if the file turns out not to have its format (never for one bad record);
   *   Error if the output of an earlier call has not been run to its end
   */
  push(bytes: Uint8Array): Generator<Uint8Array, void, undefined>;
  /**
   * Like {@link push}, but the bytes belong to the solver until the output ends: it parses them in place, and may write
   * solutions over them.
   */
  take(bytes: Uint8Array): Generator<Uint8Array, void, undefined>;
  /** Solves the complete records that push still holds back to fill a batch; for input that arrives slowly. */
  flush(): Generator<Uint8Array, void, undefined>;
  /** Takes the end of the input and returns the rest of the output. @throws RejectedFile */
  end(): Generator<Uint8Array, void, undefined>;
  /** Stops here, as if the deadline had passed. To be called between outputs. */
  interrupt(): void;
  /** Counts of what is consumed. Line numbers are relative to the piece. */
  readonly tally: Tally;
  /** Input bytes (uncompressed) of the records whose output has been returned in full. */
  readonly consumed: number;
  /** True once the deadline has cut the work: output is complete for `consumed` bytes, the rest needs another solver. Further pushes are ignored. */
  readonly interrupted: boolean;
  /** Whether the solver is within a record that is too long for its memory and passes through in pieces. */
  readonly isWithinRecord: boolean;
  /**
   * Bytes of output for what is consumed. A solver that is interrupted within a record that is too long for its memory has
   * returned more bytes: drop those.
   */
  readonly outputBytes: number;
}

/** Which part of a file to solve, and the limits for it. */
export interface FileSolverOptions {
  /** False for a piece from the middle, which has no header and no options line. @default true */
  readonly first?: boolean;
  /** `performance.now()` to stop at. @default Infinity */
  readonly deadline?: number;
  /** Bytes of output after which no further block of the input is started, as if the deadline had passed. @default Infinity */
  readonly mostOutput?: number;
  /**
   * Milliseconds after which the first puzzle is `unsolved` if the deadline cuts it: for callers whose retries would not give
   * it more time. @default Infinity: the puzzle is left to a retry, like all that the deadline cuts
   */
  readonly giveUpAfter?: number;
  /**
   * Most bytes of output. A record that is too long for the solver's memory and exceeds it is left to a retry, as if the
   * deadline had passed before it; if it is the first record, the file is rejected. @default Infinity
   */
  readonly roomForOutput?: number;
  /** The largest budget of a file whose options set none. @default Infinity */
  readonly maxBudget?: number;
  /** Receives the progress about ten times a second, also within a puzzle. */
  readonly onProgress?: ((reached: Reached) => void) | undefined;
  /** The rows of the content, in a file that is read by rows. @default all */
  readonly rows?: Rows | undefined;
  /** Where the result stands among others. @default by itself */
  readonly joint?: Joint;
  /**
   * Guesses of the last entry of the full list of hardest puzzles of earlier pieces: this piece lists only puzzles that took
   * more. @default this piece's own list decides
   */
  readonly listedGuesses?: number;
  /** Called with the options of each file in an archive, whose first line may set them. Throws RejectedFile for those that are refused. */
  readonly checkOptions?: ((options: Options) => void) | undefined;
  /** Memory limits for blocks and records; for tests. @default 256 KiB, and 1 MiB for a record */
  readonly room?: Room;
}

/**
 * Returns a solver for the uncompressed content of a file, or of a piece of a splittable one.
 *
 * @param plan from {@link planFile}, for the same file
 * @throws RangeError if the plan is for a compressed file or a Parquet file, which solveStream reads, or for a result that
 *   solveStream encodes (output=parquet or npy), or a limit is not a number; RejectedFile if it is for an archive, which
 *   solveStream reads, too
 * @example
 * import { openFile, planFile } from 'sudoku-batch';
 *
 * const bytes = new TextEncoder().encode('12.434..2.4343.1\n');
 * const plan = planFile({ head: bytes, complete: true, name: 'puzzles.txt', given: [] });
 * const solver = openFile(plan);
 * const output = [...solver.push(bytes.subarray(0, 5)), ...solver.push(bytes.subarray(5)), ...solver.end()];
 * new TextDecoder().decode(output[0]); // => '1234341221434321\n'
 * solver.tally.solved; // => 1
 */
export function openFile(plan: FilePlan, options: FileSolverOptions = {}): FileSolver {
  checkPlanArgument(plan);
  const encoding = resultEncoding(plan);
  if (encoding || formatOf(plan).isRanged) {
    throw new RangeError(
      `expected content and a result of text, got the plan of a ${encoding ?? plan.format} file`,
    );
  }
  const solver = openContent(plan, options);
  solver.passOn = owned;
  return solver;
}

/** As {@link openFile}, also for content of a Parquet file, and for a result that is yet to be encoded. Its output is lent. */
export function openContent(plan: FilePlan, options: FileSolverOptions): BlockwiseSolver {
  checkOptionsObject(options);
  if (options.onProgress !== undefined) checkFunction(options.onProgress, 'options.onProgress');
  const { deadline = Infinity, mostOutput = Infinity, roomForOutput = Infinity } = options;
  const { maxBudget = Infinity, giveUpAfter = Infinity, listedGuesses = -1 } = options;
  const limits = { deadline, mostOutput, roomForOutput, maxBudget, listedGuesses, giveUpAfter };
  for (const [name, value] of Object.entries(limits)) {
    checkNumber(value, name);
  }
  if (formatOf(plan).isArchive) {
    throw new RejectedFile(
      'expected a file of puzzles, got a zip archive: unpack it, or solve it with the command line, the pipeline or solveFile',
    );
  }
  if (plan.compression !== 'none')
    throw new RangeError(`expected content, got the plan of a ${plan.compression} file`);
  return new BlockwiseSolver(plan, options, limits);
}

type Limits = Required<
  Pick<
    FileSolverOptions,
    'deadline' | 'mostOutput' | 'roomForOutput' | 'maxBudget' | 'listedGuesses' | 'giveUpAfter'
  >
>;

/** The options of a file, without those that request what neither its result nor the report has a place for. */
function withPlace(plan: FilePlan): Options {
  const unplaced = requestedFacts(plan.options).filter(
    (name) => !factEntry(name).isReported && !canHoldFact(name, plan),
  );
  return { ...plan.options, ...Object.fromEntries(unplaced.map((name) => [name, false])) };
}

/** Work that is done. */
type Done = { readonly tally: Tally; readonly consumed: number; readonly written: number };

export class BlockwiseSolver implements FileSolver {
  readonly #plan: FilePlan;
  readonly #limits: Limits;
  readonly #buffer: BlockReader<unknown>;
  readonly #solver: BlockSolver;
  readonly #writer: BlockWriter;
  readonly #onClock: SearchLimits['onClock'];
  readonly #tally: Tally = emptyTally();
  readonly #tallyOptions: TallyOptions;
  /** Bytes of content received. */
  #received = 0;
  #consumed = 0;
  #written = 0;
  interrupted = false;
  /** Returns what the receiver of a piece gets. */
  passOn: (piece: Lent) => Lent = (piece) => piece;
  /** Within a record that is too long to be held: the work before it, as work ends only between records. */
  #beforeRecord: Done | undefined;
  /** Whether the writer's beginning is still to be written. */
  #beginDue: boolean;
  /** Whether the header is left out. */
  readonly #isHeadless: boolean;
  /** Whether the next block starts the file. */
  #atFront: boolean;
  /** Whether the file has shown only comments and blank lines: a successor that started below them would not know its header. */
  #hasOnlyComments: boolean;
  #isAtWork = false; // then the source of its output must not change

  constructor(plan: FilePlan, options: FileSolverOptions, limits: Limits) {
    const { first = true, joint = ALONE, onProgress, room } = options;
    this.#plan = plan;
    this.#limits = limits;
    this.#buffer = blockReader(plan, first, room);
    this.#onClock = onProgress && rateLimited((reached) => onProgress(sumReached(this.#tally, reached)));
    this.#solver = new BlockSolver(withPlace(plan), {
      ...{ ...limits, onClock: this.#onClock },
      placeFault: placeFaultOf(formatOf(plan), plan.state, plan.options, plan),
    });
    this.#writer = new BlockWriter(plan, this.#tally);
    this.#tallyOptions = {
      isListed: this.#writer.list !== undefined,
      limit: this.#writer.limit,
      listedGuesses: limits.listedGuesses,
    };
    this.#beginDue = first && !joint.goesOn;
    this.#isHeadless = first && joint.goesOn;
    this.#atFront = first;
    this.#hasOnlyComments = first;
  }

  get tally(): Tally {
    return this.#rollback?.tally ?? this.#tally;
  }

  get consumed(): number {
    return this.#rollback?.consumed ?? this.#consumed;
  }

  get outputBytes(): number {
    return this.#rollback?.written ?? this.#written;
  }

  /** Memory for the next bytes, which {@link take} then need not copy; undefined if there is none at the moment. */
  get room(): Uint8Array | undefined {
    return this.#buffer.room;
  }

  get isWithinRecord(): boolean {
    return this.#beforeRecord !== undefined;
  }

  /** The work that counts as done if that is not all of it: a successor repeats the rest. */
  get #rollback(): Done | undefined {
    if (this.interrupted && this.#hasOnlyComments) return { tally: emptyTally(), consumed: 0, written: 0 };
    return this.#beforeRecord;
  }

  *push(bytes: Uint8Array): Generator<Uint8Array> {
    checkBytes(bytes, 'bytes');
    this.#received += bytes.length;
    yield* this.#solve(this.#buffer.push(bytes));
  }

  *take(bytes: Uint8Array): Generator<Uint8Array> {
    this.#received += bytes.length;
    yield* this.#solve(this.#buffer.take(bytes));
  }

  *flush(): Generator<Uint8Array> {
    yield* this.#solve(this.#buffer.flush());
  }

  *end(): Generator<Uint8Array> {
    yield* this.#solve(this.#buffer.end());
    if (!this.interrupted) {
      // a defect must not look like a shorter file
      if (this.#consumed !== this.#received) {
        throw new Error(`expected all ${this.#received} bytes to be solved, got ${this.#consumed}`);
      }
      // the pieces of a splittable file do not know its length
      if (!this.#plan.splittable) refuseOtherLength(this.#plan, this.#consumed);
      yield* this.#counted(this.#begin());
      yield* this.#counted(this.#writer.end());
    }
    this.#release();
  }

  interrupt(): void {
    this.interrupted = true;
    this.#release();
  }

  *#solve(blocks: Iterable<Block>): Generator<Uint8Array> {
    if (this.#isAtWork)
      throw new Error('expected the previous output to be read to its end, got another call');
    this.#isAtWork = true;
    try {
      yield* this.#counted(this.#solveBlocks(blocks));
    } catch (error) {
      // what it has left in memory goes to no other solver
      throw error instanceof CallerError ? error.cause : asRejection(error);
    }
    this.#isAtWork = false;
    if (this.interrupted) this.#release();
  }

  *#counted(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      this.#written += piece.length;
      yield this.passOn(piece);
    }
  }

  /** Leaves memory to other solvers, when there is no more input and the output has been used. */
  #release(): void {
    this.#buffer.release();
    this.#solver.release();
  }

  *#solveBlocks(blocks: Iterable<Block>): Generator<Uint8Array> {
    if (this.interrupted) return;
    const { deadline, mostOutput } = this.#limits;
    if (deadline === Infinity) yield* this.#begin();
    for (const block of blocks) {
      // engines check the clock only if there are puzzles; comments and blank lines take time as well
      this.interrupted = this.#beforeRecord
        ? this.#isTooLong(this.#beforeRecord)
        : !(this.#hasOnlyComments && this.#consumed > 0) &&
          // what precedes the first block is output, too
          ((this.#consumed > 0 && this.#written >= mostOutput) || performance.now() >= deadline);
      if (this.interrupted) return;
      const goesOn = this.#beforeRecord !== undefined;
      if (block.isCut && !goesOn) {
        const [tally, consumed, written] = [sumTallies([this.#tally]), this.#consumed, this.#written];
        this.#beforeRecord = { tally, consumed, written };
      }
      yield* this.#solveBlock(block, goesOn);
      if (!block.isCut) this.#beforeRecord = undefined;
      const isText = !block.isHeader && block.count === 0 && block.broken.length === 0;
      this.#hasOnlyComments &&= isText && this.#consumed < MAX_HEAD_BYTES;
      this.#onClock?.(() => NOTHING);
      if (this.interrupted) return;
    }
  }

  /** Whether the output has no room for more of a long record. @throws RejectedFile if no retry would have more room */
  #isTooLong(before: Done): boolean {
    const { roomForOutput } = this.#limits;
    if (this.#written < roomForOutput) return false;
    // a header cannot follow after so much output
    this.#hasOnlyComments = false;
    if (before.consumed > 0) return true;
    throw new RejectedFile(
      `expected a record of at most ${roomForOutput} bytes, got a longer one`,
      before.tally.lines + 1,
    );
  }

  /** Under a deadline this waits for the first record: a solver that is interrupted before must not have written anything. */
  *#begin(): Generator<Uint8Array> {
    if (this.#beginDue) yield* this.#writer.begin();
    this.#beginDue = false;
  }

  /** @param goesOn whether the block continues the record of the block before */
  *#solveBlock(block: Block, goesOn: boolean): Generator<Uint8Array> {
    // the middle of a record is not the start of a line
    if (!goesOn) this.#refuseLateOptions(block);
    if (this.#tallyOptions.isListed) {
      yield* this.#begin();
      const { listing, result, close } = this.#solver.list(block);
      try {
        yield* this.#writer.list!(block, listing);
      } finally {
        close();
      }
      // lists are not compared with the file's own solutions
      this.#consumed += this.#account({ ...block, fileSolutions: undefined }, result).bytes.length;
      return;
    }
    const result = this.#solver.solve(block);
    compareSolutions(block, result);
    const { lines, puzzles } = this.#tally;
    const finished = this.#account(block, result);
    if (finished.bytes.length > 0 && !(this.#isHeadless && block.isHeader)) {
      yield* this.#begin();
      yield* this.#writer.batch(finished, result, { lines, puzzles });
    }
    this.#consumed += finished.bytes.length;
  }

  /** @throws RejectedFile if options are set below the first line */
  #refuseLateOptions({ bytes }: Block): void {
    try {
      refuseLateOptions(bytes, this.#atFront, this.#plan.options);
    } catch (error) {
      throw error instanceof RejectedFile ? below(this.#tally.lines, error) : error;
    }
    this.#atFront = false;
  }

  /** Counts the solved part of a block, up to the first puzzle that was interrupted, and returns it. */
  #account(block: Block, result: BatchResult): Block {
    const first = result.statuses.subarray(0, block.count).indexOf(Status.interrupted);
    this.interrupted = first >= 0;
    const finished = first < 0 ? block : cutBlock(block, first);
    addBlock(this.#tally, finished, result, this.#tallyOptions);
    return finished;
  }
}
