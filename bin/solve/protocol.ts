import type { FilePlan, Joint, Reached, Tally } from '../../core/files/index.ts';
import type { WorkItem } from '../../core/files/work-items.ts';

/** An item to be solved. `buffer` is transferred. */
export interface Work extends WorkItem {
  /** Which file it is a piece of; unique in the process. */
  readonly file: number;
  readonly plan: FilePlan;
  /** Whether it begins at the beginning of the file. */
  readonly first: boolean;
  /** Where the file's result stands among others in one output. */
  readonly joint: Joint;
  /** As FileSolverOptions have it. */
  readonly listedGuesses: number;
}

/** Output of the work that the thread is at. */
export interface Part {
  /** transferred; comes back with {@link Return} */
  readonly buffer: ArrayBuffer;
  /** bytes of `buffer` that are filled */
  readonly length: number;
}

/** The work is done. */
export interface Done {
  /** the item's, transferred back for use again */
  readonly buffer: ArrayBuffer;
  /** bytes of the item that were taken: all of them, or some are lost */
  readonly taken: number;
  /** counts of all items since the last one that was not continued */
  readonly tally: Tally;
  readonly milliseconds: number;
  /** Bytes of output at the front of `buffer`: solutions that were written over their puzzles. 0 if all of it came in parts. */
  readonly outputLength: number;
}

/** The end of work on a file that cannot be solved. */
export interface Rejected {
  readonly message: string;
  readonly line: number | undefined;
}

/** A part's buffer, written and free again. A thread has only so many, which is what stops it when nobody takes its output. */
export interface Return {
  readonly buffer: ArrayBuffer;
}

/** Parts that a thread may have out. */
export const PARTS_PER_THREAD = 8;

export type ToThread = { readonly work: Work } | { readonly return: Return };

/** That the thread has started, or about the work that it is at: how far it is, output, and then, with the last of it, the end. */
export interface FromThread {
  readonly ready?: true;
  /** of all items since the last one that was not continued */
  readonly reached?: Reached;
  readonly part?: Part | undefined;
  readonly done?: Done;
  readonly rejected?: Rejected;
}
