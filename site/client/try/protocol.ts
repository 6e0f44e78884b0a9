import type { FilePlan, Tally } from '../../../core/browser.ts';

/** A piece of a file, to be solved by a worker. `buffer` is transferred. */
export interface PieceOfWork {
  readonly kind: 'solve';
  readonly plan: FilePlan;
  /** Whether it begins at the beginning of the file. */
  readonly first: boolean;
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
  /** Whether the file's next piece comes to the same worker, and goes on where this one ends. */
  readonly continues: boolean;
}

/** Puzzles to be made. */
export interface Order {
  readonly kind: 'make';
  readonly seed: number;
  readonly count: number;
}

/** A part of the output was taken: there may be as many on their way as before. */
export interface Taken {
  readonly kind: 'taken';
}

export type ToWorker = PieceOfWork | Order | Taken;

export type FromWorker =
  | { readonly kind: 'part'; readonly bytes: ArrayBuffer }
  /** `tally` of all pieces since the last one that was not continued; undefined if that one is still to come */
  | { readonly kind: 'done'; readonly tally: Tally | undefined }
  | { readonly kind: 'rejected'; readonly message: string; readonly line: number | undefined }
  | { readonly kind: 'failed'; readonly message: string };

/** Parts that a worker may have on their way; then it waits. */
export const MAX_PARTS = 4;
