import { LF, MAX_RECORD_BYTES } from '../kernel/constants.ts';
import type { Block } from './shared/block.ts';
import type { Reader, Room } from './shared/format.ts';

/** Bytes tried at first to complete a record with. */
const JOINED_BYTES = 1024;

/** What a file begins with: many are no longer, and their number times a buffer would be memory for nothing. */
const FIRST_BYTES = 16 * 1024;

/**
 * Bytes from which on a record that did not end is not looked at again before there are twice as many: else one that comes
 * in small pieces would be read from its beginning with each of them.
 */
const AGAIN_BYTES = 64 * 1024;

export const ROOM: Room = { block: 256 * 1024, record: MAX_RECORD_BYTES };

/**
 * Feeds a reader. Input, however it is cut, becomes buffers that begin at a record and hold as much as fits,
 * so that readers need no state for half a record, and the same bytes give the same records. A record that is longer than
 * there is room for passes through in pieces.
 */
export class RecordBuffer<Layout> {
  readonly #reader: Reader<Layout>;
  readonly #room: Room;
  /** bytes of the first buffer */
  readonly #least: number;
  #buffer: Uint8Array;
  #filled = 0;
  readonly #change: ((bytes: Uint8Array) => void) | undefined;
  /** bytes that the record at the front of the buffer had when it was read last, and had not ended */
  #unended = 0;
  /** within a record that is too long to be held */
  #isWithin = false;
  /** whether no block has been given yet */
  #atFront = true;

  /**
   * @param change what is to be done to all bytes first, in place
   * @param room bytes: a block of at least 64, and a record of at least a block and at most {@link MAX_RECORD_BYTES}
   */
  constructor(reader: Reader<Layout>, change?: (bytes: Uint8Array) => void, room = ROOM) {
    this.#reader = reader;
    this.#change = change;
    this.#room = room;
    this.#least = Math.min(FIRST_BYTES, room.block);
    this.#buffer = Buffer.allocUnsafeSlow(this.#least);
  }

  /** Blocks that are complete with these bytes. Must be run to its end; a block is valid until the next. */
  *push(bytes: Uint8Array): Generator<Block<Layout>> {
    for (let at = 0; at < bytes.length; ) {
      // when more is there than it holds: the last record of a file may fill it, and need no line feed
      if (this.#filled === this.#buffer.length) {
        if (this.#buffer.length < this.#room.block) this.#replace(0, this.#room.block);
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
   * As {@link push}, of bytes that are given away until this has run to its end: blocks are read where they stand, so that
   * nothing is copied but the record that the bytes before cut.
   */
  *take(bytes: Uint8Array): Generator<Block<Layout>> {
    // files whose bytes are to be changed first are rare: their copies are
    if (this.#change) return yield* this.push(bytes);
    const { block: blockBytes, record: recordBytes } = this.#room;
    let at = 0;
    // the rest of the bytes before, as far as it takes to complete its record
    for (let more = JOINED_BYTES; (this.#filled > 0 || this.#isWithin) && at < bytes.length; more *= 2) {
      const joined = Math.min(more, bytes.length - at);
      if (this.#isWithin || this.#filled + joined > recordBytes) return yield* this.push(bytes.subarray(at));
      this.#append(bytes.subarray(at, at + joined));
      at += joined;
      if (this.#mayEnd) yield* this.#read(false, this.#least);
      if (this.#filled <= at) {
        // what is left stands in `bytes`, too
        at -= this.#filled;
        this.#filled = this.#unended = 0;
      }
    }
    while (at < bytes.length) {
      const from = at;
      const end = Math.min(at + blockBytes, bytes.length);
      for (const block of this.#reader.read(bytes.subarray(at, end), false)) {
        at += block.bytes.length;
        this.#atFront = false;
        yield block;
      }
      if (at > from && end < bytes.length) continue;
      return yield* this.push(bytes.subarray(at));
    }
  }

  /** What is complete of what has come so far, without waiting for a full buffer. */
  *flush(): Generator<Block<Layout>> {
    if (this.#isWithin || this.#filled === 0) return;
    // who waits for an answer has ended a line
    if (this.#mayEnd || this.#buffer[this.#filled - 1] === LF) yield* this.#read(false);
  }

  *end(): Generator<Block<Layout>> {
    while (this.#filled > 0) yield* this.#drain(true);
    this.release();
  }

  /** Lets others use what its reader holds: at the end, or before it where no more is wanted. */
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
    // the first lines of a record that has several are given up
    const lines = this.#reader.closesRecords ? this.#buffer.lastIndexOf(LF, filled - 1) + 1 : 0;
    if (lines > 0) yield* this.#read(true, this.#room.block, lines);
    else yield* this.#pass(last);
  }

  /** @param next bytes of the buffer that comes after this one @param end of what is read of this one */
  *#read(
    last: boolean,
    next = last ? this.#least : this.#room.block,
    end = this.#filled,
  ): Generator<Block<Layout>> {
    let used = 0;
    for (const block of this.#reader.read(this.#buffer.subarray(0, end), last)) {
      used += block.bytes.length;
      this.#atFront = false;
      yield block;
    }
    if (used > 0) this.#replace(used, next);
    this.#unended = this.#filled;
  }

  /** Whether enough has come since the record at the front was read to read it again. */
  get #mayEnd(): boolean {
    return this.#unended < AGAIN_BYTES || this.#filled >= 2 * this.#unended;
  }

  /** Passes a piece of a record that is too long to be held. */
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

  /** Goes on in a new buffer, as the old one may be on its way out as output. */
  #replace(used: number, size: number): void {
    const rest = this.#buffer.subarray(used, this.#filled);
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(size, Math.min(2 * rest.length, this.#room.record)));
    this.#buffer.set(rest);
    this.#filled = rest.length;
  }
}
