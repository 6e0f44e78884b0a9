// Cuts the content of a file into blocks of complete records, however its bytes arrive, so that readers of formats need
// no state within a record.

import { formatOf } from '../formats/formats.ts';
import { openReader } from '../formats/one-text.ts';
import { type Block, checkRoom } from '../formats/shared/block.ts';
import { lineEnd, lineFeedsIn, skipBlanks } from '../formats/shared/bytes.ts';
import type { Reader, ReadOptions, Room, Writer } from '../formats/shared/format.ts';
import { CR, LF, MAX_RECORD_BYTES, QUOTE, SPACE } from '../kernel/constants.ts';
import { internalReason } from '../kernel/internal-error.ts';
import { expandAlphabet, type Options } from '../options/options.ts';
import { type FilePlan, RejectedFile } from './file-plan.ts';

/**
 * Reads the uncompressed content of a file, or of a piece of a splittable one, into blocks of puzzles.
 * @param first false for a piece from the middle, which has no header and no line of options
 * @param room limits for blocks and records; the usual ones by default
 */
export function blockReader(
  plan: Pick<FilePlan, 'format' | 'options' | 'state' | 'lineEnd'>,
  first = true,
  room?: Room,
): BlockReader<unknown> {
  const format = formatOf(plan);
  const options = readOptionsOf(plan.options);
  const open = (atFront: boolean) => openReader(format, plan.state, options, atFront);
  const reader = open(first);
  const recordBytes = format.records?.(plan.state).bytes;
  const partEnd = recordBytes
    ? (_: Uint8Array, at: number) => at + recordBytes
    : reader.closesRecords
      ? paragraphEnd
      : (bytes: Uint8Array, at: number) => lineEnd(bytes, at) + 1;
  return new BlockReader(reader, {
    change: plan.lineEnd === 'cr' ? swapLineEnds : undefined,
    room,
    ...(!reader.isNested && { again: { open, first, partEnd } }),
  });
}

/** A block of nothing. */
function emptied<Layout>(block: Block<Layout>): Block<Layout> {
  const bytes = block.bytes.subarray(0, 0);
  return { ...block, bytes, lineFeeds: 0, geometry: undefined, count: 0, broken: [], isHeader: false };
}

/** The end of the lines up to the next blank one, and of all blank ones after them. */
function paragraphEnd(bytes: Uint8Array, from: number): number {
  let isAfterBlank = false;
  for (let at = from; at < bytes.length; ) {
    const next = lineEnd(bytes, at) + 1;
    const isBlank = skipBlanks(bytes, at, next - 1) === next - 1;
    if (isAfterBlank && !isBlank) return at;
    isAfterBlank ||= isBlank;
    at = next;
  }
  return bytes.length;
}

/** The options that affect reading. */
export function readOptionsOf({ variant, boxes, regions, alphabet, ignore, puzzle }: Options): ReadOptions {
  return {
    variant,
    ...(boxes && { boxes }),
    ...(regions !== undefined && { regions }),
    ...(alphabet !== undefined && { alphabet: expandAlphabet(alphabet) }),
    ...(ignore !== undefined && { ignore }),
    ...(puzzle !== undefined && { isPlaceAsked: true }),
  };
}

/** Bytes of the first attempt to complete a record. */
const JOINED_BYTES = 1024;

/** Size of the first buffer: many files are no longer, and larger buffers for all of them would waste memory. */
const FIRST_BYTES = 16 * 1024;

/**
 * From this size on, an incomplete record is read again only once it has doubled: otherwise each small piece of a long
 * record would be read from the beginning.
 */
const AGAIN_BYTES = 64 * 1024;

export const ROOM: Room = { block: 256 * 1024, record: MAX_RECORD_BYTES };

/** How a {@link BlockReader} reads, beside the usual way. */
interface BlockReaderOptions<Layout> {
  /** Modifies all bytes in place, before they are read. */
  readonly change?: ((bytes: Uint8Array) => void) | undefined;
  /** Bytes: a block of at least 64, and a record of at least a block and at most {@link MAX_RECORD_BYTES}. */
  readonly room?: Room | undefined;
  /** How to go on after an unexpected error, in a format whose records can be read separately. */
  readonly again?: {
    /** Opens another reader. */
    readonly open: (first: boolean) => Reader<Layout>;
    readonly first: boolean;
    /** The end of a part that begins at an offset: a line, a paragraph or a record of a given length. May be beyond the bytes. */
    readonly partEnd: (bytes: Uint8Array, at: number) => number;
  };
}

/**
 * Buffers input that is cut anywhere and gives it to a reader in stretches that begin at a record and are as long as possible.
 * So readers need no state within a record, and the blocks do not depend on the cuts. Overlong records pass through in pieces.
 * After an unexpected error, records that can be read separately are, and only the one that causes an error is broken.
 */
export class BlockReader<Layout> {
  #reader: Reader<Layout>;
  readonly #again: BlockReaderOptions<Layout>['again'];
  readonly #room: Room;
  /** bytes of the first buffer */
  readonly #least: number;
  /** made for the first bytes that are copied */
  #buffer: Uint8Array = new Uint8Array(0);
  #filled = 0;
  readonly #change: ((bytes: Uint8Array) => void) | undefined;
  /** bytes of the incomplete record at the front of the buffer when it was last read */
  #unended = 0;
  /** within an overlong record */
  #isWithin = false;
  /** whether no block has been produced yet */
  #atFront = true;
  /** whether the blocks so far have a record or a header */
  #hasBegun = false;

  constructor(reader: Reader<Layout>, { change, room = ROOM, again }: BlockReaderOptions<Layout> = {}) {
    this.#reader = reader;
    this.#again = again;
    this.#change = change;
    this.#room = room;
    this.#least = Math.min(FIRST_BYTES, room.block);
  }

  /** The blocks that these bytes complete. Must be consumed to its end; each block is valid until the next. */
  *push(bytes: Uint8Array): Generator<Block<Layout>> {
    for (let at = 0; at < bytes.length; ) {
      // drain only before more bytes: the last record of a file can fill the buffer, without a line feed
      if (this.#filled === this.#buffer.length) {
        if (this.#filled === 0) this.#replace(0, this.#least);
        else if (this.#buffer.length < this.#room.block) this.#replace(0, this.#room.block);
        else yield* this.#drain(false);
        continue;
      }
      const taken = Math.min(bytes.length - at, this.#buffer.length - this.#filled);
      this.#buffer.set(taken === bytes.length ? bytes : bytes.subarray(at, at + taken), this.#filled);
      this.#change?.(this.#buffer.subarray(this.#filled, this.#filled + taken));
      this.#filled += taken;
      at += taken;
    }
  }

  /**
   * As {@link push}, for bytes that the caller does not use until this is consumed: blocks are read in place, and only a
   * record that continues from the previous bytes is copied.
   */
  *take(bytes: Uint8Array): Generator<Block<Layout>> {
    // modified files are rare; they are modified in a copy
    if (this.#change) return yield* this.push(bytes);
    const { block: blockBytes, record: recordBytes } = this.#room;
    let at = 0;
    // complete the record of the previous bytes
    for (let more = JOINED_BYTES; (this.#filled > 0 || this.#isWithin) && at < bytes.length; more *= 2) {
      const joined = Math.min(more, bytes.length - at);
      if (this.#isWithin || this.#filled + joined > recordBytes) return yield* this.push(bytes.subarray(at));
      this.#append(bytes.subarray(at, at + joined));
      at += joined;
      if (this.#mayEnd) yield* this.#read(false, this.#least);
      if (this.#filled <= at) {
        // all that remains is in `bytes`, too
        at -= this.#filled;
        this.#filled = this.#unended = 0;
      }
    }
    while (at < bytes.length) {
      const from = at;
      const end = Math.min(at + blockBytes, bytes.length);
      for (const block of this.#blocks(bytes.subarray(at, end), false)) {
        at += block.bytes.length;
        yield block;
      }
      if (at > from && end < bytes.length) continue;
      return yield* this.push(bytes.subarray(at));
    }
  }

  /**
   * Memory for the next bytes, which {@link take} then need not copy. Undefined if the reader has none, or while it holds an
   * incomplete record: to complete that one, the reader would overwrite its memory.
   */
  get room(): Uint8Array | undefined {
    if (this.#filled > 0 || this.#isWithin || this.#change) return undefined;
    // an incomplete record at the end of these bytes fits into the buffer, so that the memory is not read into meanwhile
    return this.#reader.memory?.().subarray(0, this.#room.block);
  }

  /** The blocks that are complete so far, without waiting for a full buffer. */
  *flush(): Generator<Block<Layout>> {
    if (this.#isWithin || this.#filled === 0) return;
    // an interactive user ends the line
    if (this.#mayEnd || this.#buffer[this.#filled - 1] === LF) yield* this.#read(false);
  }

  *end(): Generator<Block<Layout>> {
    while (this.#filled > 0) yield* this.#drain(true);
    this.release();
  }

  /** Returns the reader's memory to its pool: at the end, or earlier if the caller stops. */
  release(): void {
    this.#reader.release?.();
  }

  *#drain(last: boolean): Generator<Block<Layout>> {
    if (this.#isWithin) return yield* this.#pass(last);
    const filled = this.#filled;
    yield* this.#read(last);
    if (this.#filled < filled) return;
    const { record } = this.#room;
    if (filled < record) return this.#replace(0, Math.min(2 * this.#buffer.length, record));
    // the first lines of an overlong record with several lines become a broken record
    const lines = this.#reader.closesRecords ? this.#buffer.lastIndexOf(LF, filled - 1) + 1 : 0;
    if (lines > 0) yield* this.#read(true, this.#room.block, lines);
    else yield* this.#pass(last);
  }

  /** @param next size of the next buffer @param end of the bytes to read */
  *#read(
    last: boolean,
    next = last ? this.#least : this.#room.block,
    end = this.#filled,
  ): Generator<Block<Layout>> {
    let used = 0;
    for (const block of this.#blocks(this.#buffer.subarray(0, end), last)) {
      used += block.bytes.length;
      yield block;
    }
    if (used > 0) this.#replace(used, next);
    this.#unended = this.#filled;
  }

  /** The blocks of bytes that are all of the input. */
  *all(bytes: Uint8Array): Generator<Block<Layout>> {
    yield* this.#blocks(bytes, true);
    this.release();
  }

  /** The blocks of these bytes. */
  *#blocks(bytes: Uint8Array, last: boolean): Generator<Block<Layout>> {
    let used = 0;
    try {
      for (const block of this.#reader.read(bytes, last)) {
        used += block.bytes.length;
        yield this.#begun(block);
      }
      return;
    } catch (error) {
      if (!this.#again || error instanceof RejectedFile) throw error;
    }
    yield* this.#parts(bytes.subarray(used), last);
  }

  /** The blocks of bytes, of which reading all together has caused an unexpected error, part by part. */
  *#parts(bytes: Uint8Array, last: boolean): Generator<Block<Layout>> {
    const { partEnd } = this.#again!;
    const endFrom = (from: number) => Math.min(partEnd(bytes, from), bytes.length);
    let latest: Block<Layout> | undefined;
    let hasLost = false;
    /** whether the reader has read nothing before, after which it may read what follows in another way */
    let isFresh = true;
    this.#reopen();
    for (let at = 0, end = endFrom(0); at < bytes.length; ) {
      let used = 0;
      try {
        for (const block of this.#reader.read(bytes.subarray(at, end), last && end === bytes.length)) {
          used += block.bytes.length;
          hasLost ||= block.broken.some(({ isInternal }) => isInternal);
          latest = this.#begun(block);
          yield latest;
        }
        if (used === 0 && end === bytes.length) break;
        isFresh &&= used === 0;
        at += used;
        // an incomplete record is read again with the next part, and a long one only once it has doubled
        end = endFrom(used > 0 ? at : end - at < AGAIN_BYTES ? end : 2 * end - at);
      } catch (error) {
        if (error instanceof RejectedFile) throw error;
        this.#reopen();
        if (isFresh && used === 0) {
          // where it ends is not known yet
          if (end === bytes.length && !last) break;
          hasLost = true;
          yield this.#begun(this.#lost(bytes.subarray(at, end), error));
          at = end;
          end = endFrom(at);
        } else at += used;
        isFresh = true;
      }
    }
    if (latest && !hasLost) yield { ...emptied(latest), isSecondAttempt: true };
  }

  /** The block of a part that causes an unexpected error: a broken record from the first line that is not text. */
  #lost(bytes: Uint8Array, error: unknown): Block<Layout> {
    for (let at = 0, line = 0; at < bytes.length; at = lineEnd(bytes, at) + 1, line++) {
      const input = { bytes: bytes.subarray(at), continued: false, atFront: this.#atFront && at === 0 };
      const { block } = this.#reader.overlong({ ...input, last: true, limit: this.#room.record });
      const [record] = block.broken;
      if (!record) continue;
      const after = at + block.bytes.length;
      let end = bytes.length;
      while (bytes[end - 1]! <= SPACE) end--;
      const place = { start: at + record.start, end: after === bytes.length ? at + record.end : end, line };
      const fault = { column: 0, reason: internalReason(error), isInternal: true } as const;
      return {
        ...block,
        bytes,
        lineFeeds: line + block.lineFeeds + lineFeedsIn(bytes, after),
        broken: [{ ...record, ...place, ...fault }],
      };
    }
    throw error;
  }

  /** Replaces the reader: the memory of one that has thrown an error must not reach another. */
  #reopen(): void {
    const { open, first } = this.#again!;
    this.#reader = open(first && !this.#hasBegun);
  }

  /** @throws RangeError if the reader has written past the end of an array */
  #begun(block: Block<Layout>): Block<Layout> {
    checkRoom(block);
    this.#atFront = false;
    this.#hasBegun ||= block.isHeader || block.count > 0 || block.broken.length > 0;
    return block;
  }

  /** Whether there are enough new bytes to read the incomplete record at the front again. */
  get #mayEnd(): boolean {
    return this.#unended < AGAIN_BYTES || this.#filled >= 2 * this.#unended;
  }

  /** Passes a piece of an overlong record. */
  *#pass(last: boolean): Generator<Block<Layout>> {
    const bytes = this.#buffer.subarray(0, this.#filled);
    const input = {
      bytes,
      continued: this.#isWithin,
      atFront: this.#atFront,
      last,
      limit: this.#room.record,
    };
    const { block, open } = this.#reader.overlong(input);
    this.#isWithin = open;
    this.#atFront = false;
    this.#unended = 0;
    yield open ? { ...block, isCut: true } : block;
    this.#replace(block.bytes.length, this.#room.block);
  }

  #append(bytes: Uint8Array): void {
    const filled = this.#filled + bytes.length;
    if (filled > this.#buffer.length) this.#replace(0, filled);
    this.#buffer.set(bytes, this.#filled);
    this.#filled = filled;
  }

  /** Continues in a new buffer, as the old one can still be in use as output. */
  #replace(used: number, size: number): void {
    const rest = this.#buffer.subarray(used, this.#filled);
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * rest.length, this.#room.record)));
    this.#buffer.set(rest);
    this.#filled = rest.length;
  }
}

// Readers and writers know lines that end in a line feed. For files of old Macs, whose lines end in a carriage return alone,
// both are wrapped: carriage returns and line feeds trade places on the way in and again on the way out.

/** Whether lines end in a carriage return alone: there is one, and no line feed but in quotes, as spreadsheets break lines in a cell. */
export function endsInCarriageReturns(bytes: Uint8Array): boolean {
  const first = bytes.indexOf(CR);
  // the last byte may be the first half of a CR LF
  if (first < 0 || first === bytes.length - 1 || bytes[first + 1] === LF) return false;
  return !hasLineFeedOutsideQuotes(bytes);
}

function hasLineFeedOutsideQuotes(bytes: Uint8Array): boolean {
  let isQuoted = false;
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (byte === LF && !isQuoted) return true;
  }
  return false;
}

/** Replaces each line feed by a carriage return and the reverse, in place; applied twice, it restores the bytes. */
export function swapLineEnds(bytes: Uint8Array): Uint8Array {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === CR) bytes[at] = LF;
    else if (bytes[at] === LF) bytes[at] = CR;
  }
  return bytes;
}

/** A writer whose output has its line ends swapped. */
export function withSwappedLineEnds(writer: Writer): Writer {
  return {
    batch: (block, result) => swapped(writer.batch(block, result)),
    ...(writer.list && { list: (block, listing) => swapped(writer.list!(block, listing)) }),
    ...(writer.begin && { begin: () => swapped(writer.begin!()) }),
    ...(writer.end && { end: () => swapped(writer.end!()) }),
  };
}

function* swapped(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  // copied, as a piece may be a constant
  for (const piece of pieces) yield swapLineEnds(Uint8Array.from(piece));
}
