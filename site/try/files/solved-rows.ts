// Remembers which part of a file holds which puzzles. Its memory does not depend on the number of puzzles: rows of a
// table are solved again when they are shown.

import type { FilePlan } from '../../../core/browser.ts';

/** A part of a file's content that one solver can solve. */
export interface Segment {
  /** bytes of content before it */
  readonly start: number;
  readonly end: number;
  /** puzzles before it */
  readonly firstRow: number;
  readonly rows: number;
}

/** A file that was solved, and where its puzzles are. */
export interface SolvedContent {
  /** Uncompressed. May end before the file does: see `isCut`. */
  readonly content: Blob;
  readonly plan: FilePlan;
  readonly segments: readonly Segment[];
  readonly rows: number;
  /** Whether further puzzles are known only by their number, because the decompressed file is too long to keep. */
  readonly isCut: boolean;
}

/** Bytes of decompressed content that are kept. Browsers move large blobs to disk. */
const MAX_KEPT = 512 * 1024 * 1024;

export class SolvedRows {
  readonly #file: Blob | undefined;
  readonly #plan: FilePlan;
  readonly #kept: Blob[] = [];
  #keptBytes = 0;
  readonly #segments: Segment[] = [];
  #solvedBytes = 0;
  #start = 0;
  #rows = 0;

  /** @param file if it is not compressed; otherwise its content is kept */
  constructor(file: Blob | undefined, plan: FilePlan) {
    this.#file = file;
    this.#plan = plan;
  }

  /** Takes the next piece of content, before it is solved. */
  read(buffer: ArrayBuffer, length: number): void {
    if (this.#file || this.#keptBytes + length > MAX_KEPT) return;
    this.#kept.push(new Blob([new Uint8Array(buffer, 0, length)]));
    this.#keptBytes += length;
  }

  /** Takes the number of puzzles of a solver that is done; undefined while it continues with the next piece. */
  solved(length: number, rows: number | undefined): void {
    this.#solvedBytes += length;
    if (rows === undefined) return;
    const segment = { start: this.#start, end: this.#solvedBytes, firstRow: this.#rows, rows };
    if (rows > 0) this.#segments.push(segment);
    this.#start = this.#solvedBytes;
    this.#rows += rows;
  }

  content(): SolvedContent {
    const content = this.#file ?? new Blob(this.#kept);
    const segments = this.#segments.filter(({ end }) => end <= content.size);
    const rows = segments.reduce((sum, segment) => sum + segment.rows, 0);
    return { content, plan: this.#plan, segments, rows, isCut: rows < this.#rows };
  }
}
