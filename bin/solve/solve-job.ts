// What the main thread and a thread that solves exchange: a work item, the parts of its result, and its end.

import type { WorkItem } from '../../core/files/cuts.ts';
import type { FilePlan, Joint, PieceFacts, Tally } from '../../core/files/index.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { OutputPart } from '../threads/thread-pool.ts';
import type { Places } from './stretches.ts';

/** A work item and what a thread needs to solve it. `buffer` is transferred to the thread. */
export interface SolveJob extends WorkItem {
  /** The file of the item: a number that is unique in the process. */
  readonly file: number;
  readonly plan: FilePlan;
  /** The file, if the thread reads the item: its rows, or its piece of a compressed file. */
  readonly stored?: StoredFile | undefined;
  /** The file and its result, if the thread reads the item and writes its result by itself. */
  readonly places?: Places | undefined;
  /** Whether the item is at the beginning of the file. */
  readonly first: boolean;
  /** The position of the file's result among others in one output. */
  readonly joint: Joint;
  /** See FileSolverOptions. */
  readonly listedGuesses: number;
}

/** The end of a job. */
export interface SolvedItem {
  /** that of the item, transferred back for reuse */
  readonly buffer: ArrayBuffer;
  /** Bytes of the item that were solved; fewer than its length indicate a defect. */
  readonly consumed: number;
  /** counts of the item, and of the items before it that continue in it */
  readonly tally: Tally;
  readonly milliseconds: number;
  /** Of the parts of the result in order; none for a result without a frame. */
  readonly facts?: readonly PieceFacts[];
  /** Bytes at the front of `buffer` that are the output: solutions written over their puzzles. 0 if it was sent in parts. */
  readonly outputLength: number;
}

/** Maximum output buffers that a thread has sent and not got back. Without a reader, it waits at this number. */
export const PARTS_PER_THREAD = 8;

/** Collects output in buffers of one size and sends each one that is full. */
export class PartWriter {
  readonly #send: (part: OutputPart) => void;
  readonly #free: ArrayBuffer[] = [];
  #sent = 0;
  #waiting: ((buffer: ArrayBuffer) => void) | undefined;
  #current: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;

  constructor(send: (part: OutputPart) => void) {
    this.#send = send;
  }

  /** Resolves when the bytes may be changed again; waits while all buffers are sent. @param capacity of a new buffer */
  async write(bytes: Uint8Array, capacity: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      this.#current ??= new Uint8Array(await this.#take(capacity));
      const length = Math.min(bytes.length - at, this.#current.length - this.#filled);
      this.#current.set(bytes.subarray(at, at + length), this.#filled);
      this.#filled += length;
      at += length;
      if (this.#filled === this.#current.length) this.#send(this.rest()!);
    }
  }

  /** The output since the last part that was full. The caller sends it. */
  rest(): OutputPart | undefined {
    if (!this.#current) return undefined;
    const part = { buffer: this.#current.buffer, length: this.#filled };
    this.#sent++;
    this.#current = undefined;
    this.#filled = 0;
    return part;
  }

  /** Takes back the buffer of a part. */
  reuse(buffer: ArrayBuffer): void {
    this.#sent--;
    if (this.#waiting) this.#waiting(buffer);
    else this.#free.push(buffer);
    this.#waiting = undefined;
  }

  async #take(capacity: number): Promise<ArrayBuffer> {
    const buffer = this.#free.pop();
    if (buffer) return buffer;
    if (this.#sent < PARTS_PER_THREAD) return new ArrayBuffer(capacity);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}

/**
 * The output of one job. Solutions that were written over their puzzles stay in the item's own buffer, as long as they are
 * all of the output; from the first other piece on, everything is copied into parts.
 */
export class ItemOutput {
  /** Bytes at the front of the item's buffer that are output. */
  inPlace = 0;
  readonly #buffer: ArrayBuffer;
  readonly #writer: PartWriter;
  #isInPlace = true;

  constructor(buffer: ArrayBuffer, writer: PartWriter) {
    this.#buffer = buffer;
    this.#writer = writer;
  }

  /** Resolves when the piece may be changed again, which may wait for the consumer of the parts. */
  async write(piece: Uint8Array): Promise<void> {
    this.#isInPlace &&= piece.buffer === this.#buffer && piece.byteOffset === this.inPlace;
    if (this.#isInPlace) {
      this.inPlace += piece.length;
      return;
    }
    const { byteLength } = this.#buffer;
    if (this.inPlace > 0) await this.#writer.write(new Uint8Array(this.#buffer, 0, this.inPlace), byteLength);
    this.inPlace = 0;
    await this.#writer.write(piece, byteLength);
  }
}
