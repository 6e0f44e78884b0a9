import type { Room } from '../formats/shared/format.ts';
import type { Options, PartialOptions } from '../options/options.ts';
import type { Reached } from '../solver/engine.ts';
import type { Tally } from './tally.ts';

/** Bytes at the front of a file that planFile wants to see: of a zstandard file they must hold a first block, 128 KiB at most. */
export const HEAD_BYTES = 192 * 1024;

/** Bytes at the front of a file within which its first record must begin: what comes before it are comments and blank lines. */
export const MAX_HEAD_BYTES = 1024 * 1024;

/** Content at the front of a file that its format is recognised from. */
export const RECOGNISED_BYTES = 64 * 1024;

/** What is known of a file before its format is. */
export interface FileSource {
  /**
   * The first {@link HEAD_BYTES} of the (still compressed) content, or all of it if it is shorter; more where comments and
   * blank lines at its front are longer, up to {@link MAX_HEAD_BYTES}.
   */
  readonly head: Uint8Array;
  /** Whether `head` is the whole file. */
  readonly complete: boolean;
  /** Key or path; its ending only breaks ties. */
  readonly name: string;
  /** Options from outside the file, strongest first: flags or object metadata, then the stack's defaults. The file's own `#!` line beats them. */
  readonly given: readonly PartialOptions[];
}

/** Everything the head decides for the whole file. Plain JSON, so that a job's manifest can carry it to other functions. */
export interface FilePlan {
  /** Name of the format, as docs/formats.md lists it and the report gives it. */
  readonly format: string;
  /** Of the file, and of its result. */
  readonly compression: 'none' | 'gzip' | 'zstd';
  /** Those of the file's own first line before those that were given, those before the defaults. */
  readonly options: Options;
  /** Whether records are lines of an uncompressed file, so that any piece that begins and ends at a line feed can be solved by itself. */
  readonly splittable: boolean;
  /** Set where lines end in a carriage return alone. */
  readonly lineEnd?: 'cr';
  /** What the format needs to read from the middle of the file: alphabet, delimiter, columns, … */
  readonly state: unknown;
}

/** A file (or something in it that concerns all of it) that cannot be solved: no puzzle file, a refused format, an unknown option. */
export class RejectedFile extends Error {
  /** `RejectedFile` */
  override readonly name = 'RejectedFile';
  /** 1-based; undefined where no line is to blame */
  readonly line: number | undefined;
  /** @param message what was expected and what came */
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }

  /** The same of a file of which so many lines come before what was looked at. */
  below(lines: number): RejectedFile {
    return this.line === undefined ? this : new RejectedFile(this.message, this.line + lines);
  }
}

/**
 * Bytes of puzzles in, bytes of solved puzzles out; one for a file or for a piece of a splittable one. Sees content:
 * FileSession puts decompression before it and compression after it.
 */
export interface FileSolver {
  /**
   * Takes the next bytes, cut anywhere, and gives the output that is ready, perhaps none. Lazy, so that memory stays
   * bounded whatever comes out: nothing happens unless it is run, to its end, before the next call.
   * The chunks are the caller's to keep; `bytes` may be used again.
   * @throws RejectedFile if the file turns out to be none of its format (never for one bad record);
   *   Error if the output of an earlier call has not been run to its end
   */
  push(bytes: Uint8Array): Generator<Uint8Array, void, undefined>;
  /**
   * As {@link push}, of bytes that are given away until the output has come to its end: they are read where they stand,
   * solutions may be written over them, and output may be parts of them. Each piece of output is valid until the next is
   * asked for.
   */
  take(bytes: Uint8Array): Generator<Uint8Array, void, undefined>;
  /** Solves and gives the complete records that push still holds to make up a batch; for input that comes slowly. */
  flush(): Generator<Uint8Array, void, undefined>;
  /** Takes the end of the input and gives the rest of the output. @throws RejectedFile */
  end(): Generator<Uint8Array, void, undefined>;
  /** Ends the work here, as if the deadline had come. To be called when output has come to its end. */
  interrupt(): void;
  /** Counts of what is consumed. Line numbers are relative to the piece. */
  readonly tally: Tally;
  /** Input bytes (uncompressed) of the records whose output has been returned in full. */
  readonly consumed: number;
  /** True once the deadline has cut the work: output is complete for `consumed` bytes, the rest is to be solved by another. Further pushes are ignored. */
  readonly interrupted: boolean;
  /** Whether a record has come in part that is too long to be held. */
  readonly isWithinRecord: boolean;
  /**
   * Bytes of output for what is consumed. A solver that is interrupted within a record that is too long to be held has given
   * more: those bytes are to be dropped.
   */
  readonly outputBytes: number;
}

/** Where a result stands among others in one file. */
export interface Joint {
  /** It goes on after another: a byte-order mark, a line of options, and a header with what stands before it, are left out. */
  readonly goesOn: boolean;
  /** Another follows: its last line is to be ended. */
  readonly isFollowed: boolean;
  /** How its lines end, where a piece of it may not show that. */
  readonly lineEnd?: 'crlf' | undefined;
}

export const ALONE: Joint = { goesOn: false, isFollowed: false };

/** Which part of a file is solved, and for how long. */
export interface FileSolverOptions {
  /** False for a piece from the middle: no header, no first line is expected. @default true */
  readonly first?: boolean;
  /** `performance.now()` to stop at. @default Infinity */
  readonly deadline?: number;
  /** Bytes of output from which on no further piece of the input is begun, as if the deadline had come. @default Infinity */
  readonly mostOutput?: number;
  /**
   * Milliseconds after which the first puzzle is `unsolved` if the deadline comes before it is done: nobody would give it
   * more time, and the work is to make progress. @default Infinity: it is left to another, as all that the deadline cuts
   */
  readonly giveUpAfter?: number;
  /**
   * Bytes of output that there is room for: a record too long to be held that goes beyond them is left, as if the deadline
   * had come before it; and the file is rejected if the record comes first. @default Infinity
   */
  readonly roomForOutput?: number;
  /** What the budget is at most of a file that asks for none. @default Infinity */
  readonly maxBudget?: number;
  /** Told how far the work is, some ten times a second, also in the middle of a puzzle. */
  readonly onProgress?: ((reached: Reached) => void) | undefined;
  /** Where the result stands among others. @default by itself */
  readonly joint?: Joint;
  /**
   * Guesses that the last of a full list of the hardest took, of the pieces before this one: of this one, only puzzles that
   * took more are listed. @default those of this piece alone
   */
  readonly listedGuesses?: number;
  /** How much is held at a time; for tests of its limits. @default 256 KiB, and 1 MiB of a record */
  readonly room?: Room;
}
