// Writes solved blocks to a result, and finds the puzzle whose result an unexpected error keeps from being written.

import { formatOf, tableOf } from '../formats/formats.ts';
import { openWriter } from '../formats/one-text.ts';
import { type Block, cutBlock } from '../formats/shared/block.ts';
import type { Listing, Writer } from '../formats/shared/format.ts';
import { internalReason } from '../kernel/internal-error.ts';
import type { BatchResult } from '../solver/engine/engine.ts';
import { Status } from '../solver/model/status.ts';
import { readOptionsOf, withSwappedLineEnds } from './block-reader.ts';
import { failRecords } from './block-solver.ts';
import { type FilePlan, InternalError } from './file-plan.ts';
import { coalesced, type Lent, owned } from './output-pieces.ts';
import { loseResult, type Tally } from './tally.ts';

/** What precedes a block: lines and records. */
type Before = Pick<Tally, 'lines' | 'puzzles'>;

/** Writes solved blocks. A puzzle whose result an unexpected error keeps from being written is invalid. */
export class BlockWriter {
  /** Writes a block for solutions all; undefined if the result cannot hold them, or they are not requested. */
  readonly list: ((block: Block, listing: Listing) => Iterable<Lent>) | undefined;
  /** Solutions of a puzzle after which a count or list stops; Infinity for neither. */
  readonly limit: number;
  readonly #plan: FilePlan;
  readonly #tally: Tally;
  #writer: Writer;

  /** @param tally has counted each block that is written */
  constructor(plan: FilePlan, tally: Tally) {
    this.#plan = plan;
    this.#tally = tally;
    this.#writer = writerAt(plan, 0);
    const { solutions, limit } = plan.options;
    this.limit = solutions === 'count' || solutions === 'all' ? limit : Infinity;
    const isListed = solutions === 'all' && this.#writer.list !== undefined;
    this.list = isListed ? (block, listing) => coalesced(this.#writer.list!(block, listing)) : undefined;
  }

  begin(): Iterable<Uint8Array> {
    return this.#writer.begin?.() ?? [];
  }

  end(): Iterable<Uint8Array> {
    return this.#writer.end?.() ?? [];
  }

  /**
   * Writes a block, as {@link Writer.batch}.
   * @throws InternalError if an error is not that of a puzzle
   */
  *batch(block: Block, result: BatchResult, before: Before): Generator<Lent> {
    let written = 0;
    try {
      failUnwritten(block, result);
      for (const piece of this.#writer.batch(block, result)) {
        yield piece;
        written += piece.length;
      }
      return;
    } catch {
      // what it was comes out when the block is written again
    }
    // the same up to the first puzzle that cannot be written
    for (const piece of this.#again(block, result, before)) {
      if (written < piece.length) yield piece.subarray(written);
      written = Math.max(0, written - piece.length);
    }
  }

  /** Writes a block again after an unexpected error. Puzzles whose results cannot be written become invalid. */
  #again(block: Block, result: BatchResult, before: Before): Uint8Array[] {
    for (let lost = 0; ; lost++) {
      const pieces = this.#tryAgain(block, result, before);
      if (typeof pieces !== 'string') {
        if (lost === 0) this.#tally.internalErrors = (this.#tally.internalErrors ?? 0) + 1;
        return pieces;
      }
      const p = this.#firstUnwritable(block, result, before);
      // the fault is not that of a result
      if (p === block.count || result.statuses[p] === Status.invalid) throw new InternalError(pieces);
      loseResult(this.#tally, block, result, p, {
        reason: pieces,
        linesBefore: before.lines,
        limit: this.limit,
      });
    }
  }

  /** Writes a block by a new writer. @returns copies of its pieces, or the reason of an unexpected error */
  #tryAgain(block: Block, result: BatchResult, { puzzles }: Before): Uint8Array[] | string {
    this.#writer = writerAt(this.#plan, puzzles);
    try {
      failUnwritten(block, result);
      return Array.from(this.#writer.batch(block, result), owned);
    } catch (error) {
      return internalReason(error);
    }
  }

  /** The number of the first puzzle whose result cannot be written; that of all puzzles if there is none. */
  #firstUnwritable(block: Block, result: BatchResult, before: Before): number {
    let [low, high] = [0, block.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      const front = middle + 1 < block.count ? cutBlock(block, middle + 1) : block;
      if (typeof this.#tryAgain(front, result, before) === 'string') high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** @param records of the file before the next one, for tables that number them */
function writerAt(plan: FilePlan, records: number): Writer {
  const format = formatOf(plan);
  const options = { ...plan.options, ...readOptionsOf(plan.options) };
  const writer = openWriter(format, plan.state, options, plan, records);
  return plan.lineEnd === 'cr' && !tableOf(format, plan.options) ? withSwappedLineEnds(writer) : writer;
}

/** Lets tests cause an error for puzzles that are not invalid yet. */
function failUnwritten(block: Block, { statuses }: BatchResult): void {
  failRecords('write', block, 0, block.count, (p) => statuses[p] !== Status.invalid);
}
