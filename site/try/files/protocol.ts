// The messages between the page and the workers that solve pieces of files.

import type { FilePlan, Tally } from '../../../core/browser.ts';

/** A piece of a file for a worker to solve. `buffer` is transferred. */
export interface PieceOfWork {
  readonly kind: 'solve';
  readonly plan: FilePlan;
  /** Whether it is the first piece of the file. */
  readonly first: boolean;
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
  /** Whether the file's next piece belongs to the same solver, and so to the same worker. */
  readonly continues: boolean;
}

/** An entire file that is read from its end. */
export interface RangedWork {
  readonly kind: 'solve-ranged';
  readonly plan: FilePlan;
  readonly blob: Blob;
}

/** A request to generate puzzles. */
export interface GenerateRequest {
  readonly kind: 'make';
  readonly seed: number;
  readonly count: number;
}

/** The page has received a part of the output, so that the worker may send another. */
export interface Taken {
  readonly kind: 'taken';
}

export type ToWorker = PieceOfWork | RangedWork | GenerateRequest | Taken;

export type FromWorker =
  | { readonly kind: 'part'; readonly bytes: ArrayBuffer }
  /** `tally` counts all pieces of the solver; undefined if another piece follows */
  | { readonly kind: 'done'; readonly tally: Tally | undefined }
  | { readonly kind: 'rejected'; readonly message: string; readonly line: number | undefined }
  | { readonly kind: 'failed'; readonly message: string };

/** Maximum number of parts of output that a worker has sent and the page has not received. */
export const MAX_PARTS = 4;
