import { formatOf, tableOf, writerOf } from '../formats/formats.ts';
import type { RecordBuffer } from '../formats/record-buffer.ts';
import { type Block, compareSolutions, cutBlock } from '../formats/shared/block.ts';
import type { Writer } from '../formats/shared/format.ts';
import type { Options } from '../options/options.ts';
import type { BatchResult, SearchLimits } from '../solver/engine.ts';
import { Status } from '../solver/status.ts';
import {
  ALONE,
  type FilePlan,
  type FileSolver,
  type FileSolverOptions,
  MAX_HEAD_BYTES,
  RejectedFile,
} from './contract.ts';
import { refuseDirective } from './directive.ts';
import { joined } from './joined.ts';
import { swappedBack } from './line-ends.ts';
import { NOTHING, nowAndThen, sumReached } from './progress.ts';
import { readerOf } from './reader.ts';
import { BlockSolver } from './solve-block.ts';
import { emptyTally, sumTallies, type Tally } from './tally.ts';
import { tallyBlock } from './tally-block.ts';

/**
 * A solver for the content of a file, or for a piece of a splittable one.
 *
 * @param plan from {@link planFile}, of the same file
 * @throws RangeError if the plan is one of a compressed file, which solveStream reads, or a bound is no number
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
  const { first = true, deadline = Infinity, mostOutput = Infinity, joint = ALONE } = options;
  const { maxBudget = Infinity, listedGuesses = -1, roomForOutput = Infinity } = options;
  const { giveUpAfter = Infinity, onProgress } = options;
  const bounds = { deadline, mostOutput, roomForOutput, maxBudget, listedGuesses, giveUpAfter };
  for (const [name, value] of Object.entries(bounds)) {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw new RangeError(`${name}: expected a number, got ${String(value)}`);
    }
  }
  if (plan.compression !== 'none')
    throw new RangeError(`expected content, got the plan of a ${plan.compression} file`);
  const format = formatOf(plan);
  const writer = writerOf(format, plan.state, plan.options);
  return new BlockwiseSolver(
    readerOf(plan, first, format, options.room),
    plan.lineEnd === 'cr' && !tableOf(format, plan.options) ? swappedBack(writer) : writer,
    plan.options,
    { first, joint, onProgress, ...bounds },
  );
}

/** Whether more than a solution or two of each puzzle are wanted. */
function isMany({ solutions }: Options): boolean {
  return solutions === 'count' || solutions === 'all';
}

type Needed = Required<Omit<FileSolverOptions, 'onProgress' | 'room'>> &
  Pick<FileSolverOptions, 'onProgress'>;

/** What is done. */
interface Progress {
  readonly tally: Tally;
  readonly consumed: number;
  readonly written: number;
}

const nothingDone = (): Progress => ({ tally: emptyTally(), consumed: 0, written: 0 });

class BlockwiseSolver implements FileSolver {
  readonly #tally: Tally = emptyTally();
  #consumed = 0;
  interrupted = false;
  /** bytes of content so far */
  #given = 0;
  /** What was done before the record that is too long to be held: work ends only between records. Undefined elsewhere. */
  #before: Progress | undefined;
  readonly #buffer: RecordBuffer<unknown>;
  readonly #writer: Writer;
  readonly #options: Options;
  readonly #solver: BlockSolver;
  /** Whether every solution is listed, by the writer. */
  readonly #isListing: boolean;
  readonly #mostOutput: number;
  readonly #roomForOutput: number;
  /** Of solutions, where many are wanted. */
  readonly #limit: number;
  readonly #deadline: number;
  readonly #onClock: SearchLimits['onClock'];
  #written = 0;
  /** Whether output is used before the next piece is asked for. */
  #lends = false;
  #beginDue: boolean;
  /** Whether only comments and blank lines have come of the file: whoever goes on below them would not know its header. */
  #isInFront: boolean;
  /** Whether the next block begins the file. */
  #atFront: boolean;
  /** Whether the header is left out. */
  readonly #isHeadless: boolean;
  readonly #listedGuesses: number;
  /** Output has not been taken to its end, and what it is made of is not to be touched. */
  #isAtWork = false;

  constructor(
    buffer: RecordBuffer<unknown>,
    writer: Writer,
    options: Options,
    { first, deadline, joint, maxBudget, listedGuesses, onProgress, ...bounds }: Needed,
  ) {
    this.#buffer = buffer;
    this.#writer = writer;
    this.#options = options;
    const tally = this.#tally;
    this.#onClock = onProgress && nowAndThen((reached) => onProgress(sumReached(tally, reached)));
    this.#solver = new BlockSolver(options, deadline, maxBudget, this.#onClock, bounds.giveUpAfter);
    this.#isListing = options.solutions === 'all' && writer.list !== undefined;
    this.#mostOutput = bounds.mostOutput;
    this.#roomForOutput = bounds.roomForOutput;
    this.#limit = isMany(options) ? options.limit : Infinity;
    this.#deadline = deadline;
    this.#beginDue = first && !joint.goesOn;
    this.#isInFront = first;
    this.#atFront = first;
    this.#isHeadless = first && joint.goesOn;
    this.#listedGuesses = listedGuesses;
  }

  get tally(): Tally {
    return this.#undone?.tally ?? this.#tally;
  }

  get consumed(): number {
    return this.#undone?.consumed ?? this.#consumed;
  }

  get isWithinRecord(): boolean {
    return this.#before !== undefined;
  }

  get outputBytes(): number {
    return this.#undone?.written ?? this.#written;
  }

  /** What counts as done where that is not all: what follows it is to be begun anew by who goes on. */
  get #undone(): Progress | undefined {
    return this.interrupted && this.#isInFront ? nothingDone() : this.#before;
  }

  *push(bytes: Uint8Array): Generator<Uint8Array> {
    if (!ArrayBuffer.isView(bytes)) throw new TypeError(`expected bytes, a Uint8Array, got ${typeof bytes}`);
    this.#given += bytes.length;
    yield* this.#solve(this.#buffer.push(bytes));
  }

  *take(bytes: Uint8Array): Generator<Uint8Array> {
    this.#lends = true;
    this.#given += bytes.length;
    yield* this.#solve(this.#buffer.take(bytes));
    this.#lends = false;
  }

  *flush(): Generator<Uint8Array> {
    yield* this.#solve(this.#buffer.flush());
  }

  *end(): Generator<Uint8Array> {
    yield* this.#solve(this.#buffer.end());
    if (!this.interrupted) {
      // a defect must not look like a shorter file
      if (this.#consumed !== this.#given) {
        throw new Error(`expected all ${this.#given} bytes to be solved, got ${this.#consumed}`);
      }
      yield* this.#counted(this.#begin());
      if (this.#writer.end) yield* this.#counted(this.#writer.end());
    }
    this.#release();
  }

  interrupt(): void {
    this.interrupted = true;
    this.#release();
  }

  *#solve(blocks: Iterable<Block>): Generator<Uint8Array> {
    if (this.#isAtWork)
      throw new Error('expected the output before to be taken to its end, got another call');
    this.#isAtWork = true;
    yield* this.#counted(this.#solveBlocks(blocks));
    this.#isAtWork = false;
    if (this.interrupted) this.#release();
  }

  *#counted(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
    for (const piece of pieces) {
      this.#written += piece.length;
      yield piece;
    }
  }

  /** Nothing more comes, and the output before has been used: what it was made in is for the next solver. */
  #release(): void {
    this.#buffer.release();
    this.#solver.release();
  }

  *#solveBlocks(blocks: Iterable<Block>): Generator<Uint8Array> {
    if (this.interrupted) return;
    if (this.#deadline === Infinity) yield* this.#begin();
    for (const block of blocks) {
      // also where no puzzle comes that would look at the clock: comments and blank lines cost time as well
      this.interrupted = this.#before
        ? this.#isTooLong(this.#before)
        : !(this.#isInFront && this.#consumed > 0) &&
          (this.#written >= this.#mostOutput || performance.now() >= this.#deadline);
      if (this.interrupted) return;
      const goesOn = this.#before !== undefined;
      if (block.isCut && !goesOn) {
        const tally = sumTallies([this.#tally]);
        this.#before = { tally, consumed: this.#consumed, written: this.#written };
      }
      yield* this.#solveBlock(block, goesOn);
      if (!block.isCut) this.#before = undefined;
      const isFront = !block.isHeader && block.count === 0 && block.broken.length === 0;
      this.#isInFront &&= isFront && this.#consumed < MAX_HEAD_BYTES;
      this.#onClock?.(() => NOTHING);
      if (this.interrupted) return;
    }
  }

  /** Whether there is no room for more of a record. @throws RejectedFile if there never will be */
  #isTooLong(before: Progress): boolean {
    if (this.#written < this.#roomForOutput) return false;
    // no header is looked for below so much
    this.#isInFront = false;
    if (before.consumed > 0) return true;
    throw new RejectedFile(
      `expected a record of at most ${this.#roomForOutput} bytes, got a longer one`,
      before.tally.lines + 1,
    );
  }

  /** Where a deadline may come, with the first record: who is interrupted before it has given nothing, and another begins anew. */
  *#begin(): Generator<Uint8Array> {
    if (this.#beginDue && this.#writer.begin) yield* this.#writer.begin();
    this.#beginDue = false;
  }

  /** @param goesOn whether the block goes on with the record of the one before */
  *#solveBlock(block: Block, goesOn: boolean): Generator<Uint8Array> {
    // no line begins there
    if (!goesOn) this.#refuseDirective(block);
    if (this.#isListing) {
      yield* this.#begin();
      const { listing, result, close } = this.#solver.list(block);
      try {
        yield* joined(this.#writer.list!(block, listing));
      } finally {
        close();
      }
      // lists are not compared with what the file brings
      this.#consumed += this.#account({ ...block, fileSolutions: undefined }, result).bytes.length;
      return;
    }
    const result = this.#solver.solve(block);
    compareSolutions(block, result);
    const finished = this.#account(block, result);
    const isLeftOut = this.#isHeadless && block.isHeader;
    if (finished.bytes.length > 0 && !isLeftOut) {
      yield* this.#begin();
      yield* this.#writer.batch(finished, result, this.#lends);
    }
    this.#consumed += finished.bytes.length;
  }

  /** @throws RejectedFile on options that come too late */
  #refuseDirective({ bytes }: Block): void {
    try {
      refuseDirective(bytes, this.#atFront, this.#options);
    } catch (error) {
      throw error instanceof RejectedFile ? error.below(this.#tally.lines) : error;
    }
    this.#atFront = false;
  }

  /** Counts what of a block is solved, up to the first puzzle that was interrupted. */
  #account(block: Block, result: BatchResult): Block {
    const first = result.statuses.subarray(0, block.count).indexOf(Status.interrupted);
    this.interrupted = first >= 0;
    const finished = first < 0 ? block : cutBlock(block, first);
    tallyBlock(this.#tally, finished, result, {
      isListed: this.#isListing,
      limit: this.#limit,
      listedGuesses: this.#listedGuesses,
    });
    return finished;
  }
}
