import type { SolutionsWanted, Table, Variant } from '../../options/options.ts';
import type { Shape } from '../../options/shape.ts';
import type { BatchResult, ListEnd } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';

import type { Block, BrokenRecord } from './block.ts';
import type { Head } from './head.ts';
import type { OverlongInput } from './overlong.ts';

/** What of a file's options bears on reading it. */
export interface ReadOptions {
  readonly variant: Variant;
  /** Boxes of the one size that they make: rows * columns. Other sizes have their usual boxes. */
  readonly boxes?: { readonly rows: number; readonly columns: number };
  /** Symbols of grids of its length, as alphabet.ts expands them. */
  readonly alphabet?: string;
}

/** What of a file's options bears on how its result is written. */
export interface OutputOptions {
  readonly output: 'same' | Table;
  readonly solutions: SolutionsWanted;
  /** Whether each row of a table tells how hard its puzzle is. */
  readonly grade: boolean;
  /** Solutions that a count or list goes to. */
  readonly limit: number;
}

/**
 * A file format: how it is recognised, read, and written in its own layout.
 * `State` is what the head decides for the rest of the file; plain JSON.
 */
export interface Format<State = unknown, Layout = unknown> {
  /** As docs/formats.md lists it and the report gives it. */
  readonly name: string;
  /** Looks at the head only. @throws RejectedFile where the content is surely of this kind, and surely wrong */
  recognise(head: Head): State | undefined;
  /** Checks a state that was stored or sent as JSON. */
  readonly state: Shape<State>;
  /** Whether a piece that begins after any line feed can be read by itself. */
  splittable(state: State): boolean;
  /** The kinds of solutions that its layout has room for; results of other kinds are tables. */
  readonly holds: readonly SolutionsWanted[];
  /** For the report: alphabets in use, by name. */
  alphabets(state: State): string[];
  /** What finds out what the file calls its records; undefined where it does not name them. */
  ids?(state: State): IdOf | undefined;
  reader(state: State, options: ReadOptions, first: boolean): Reader<Layout>;
  writer(state: State, options: OutputOptions): Writer<Layout>;
}

/** What the file calls a record of a block: a puzzle, by its number, or a broken one. */
export type IdOf = (block: Block, record: number | BrokenRecord) => string | undefined;

/** Parses. Sees the file in buffers that begin where a record or the text before it begins, however the bytes came in. */
export interface Reader<Layout = unknown> {
  /**
   * Blocks that adjoin each other from the front of `bytes` on. Bytes that they leave over come again, with more after them.
   * @param last nothing follows; all must be taken
   */
  read(bytes: Uint8Array, last: boolean): Iterable<Block<Layout>>;
  /**
   * Takes a piece of a record that is longer than a reader may hold. The block ends with the record if that ends here, else
   * near the end of the bytes: what it leaves over comes again.
   */
  overlong(input: OverlongInput): Overlong<Layout>;
  /** Set where a record may have several lines, and is over, broken, if the reader is told that nothing follows. */
  readonly closesRecords?: true;
  /** Gives back what it holds, for others to use: nothing more is read, and nobody looks at its blocks any more. */
  release?(): void;
}

export interface Overlong<Layout> {
  readonly block: Block<Layout>;
  /** Whether the record goes on after the block. */
  readonly open: boolean;
}

/** How much of a file is held at a time. */
export interface Room {
  /** Bytes that are parsed, solved and written at a time: some thousands of 9x9 lines. */
  readonly block: number;
  /** Bytes that a record may have. A longer one is `invalid`, and passed through in pieces. */
  readonly record: number;
}

/** Turns solved blocks into bytes. Called for the blocks of a file or piece in order. */
export interface Writer<Layout = unknown> {
  /**
   * For solutions first, unique and count: the entries of `result` belong to the block's puzzles.
   * @param lent whether each piece is used before the next one, or another block, is asked for: then it may stand in
   *   memory that is used again; else it is the caller's to keep
   */
  batch(block: Block<Layout>, result: BatchResult, lent?: boolean): Iterable<Uint8Array>;
  /**
   * For solutions all, where the format or table holds them. `listing(p)` gives the solutions of puzzle p: to be called
   * for each puzzle in order, and run to its end. If that is `interrupted`, the result of the block ends before the puzzle.
   */
  list?(block: Block<Layout>, listing: Listing): Iterable<Uint8Array>;
  /** What stands before the first block; not asked for in a piece from the middle. */
  begin?(): Iterable<Uint8Array>;
  /** What stands after the last block. */
  end?(): Iterable<Uint8Array>;
}

/** Blocks of whole solutions (size * size values each), then how the search ended. */
export type Listing = (puzzle: number) => Generator<Uint8Array, ListEnd>;

export { MAX_RECORD_BYTES } from '../../kernel/constants.ts';

/** Geometry of a grid of `size` under the options, or undefined if no grid has that size. */
export type Shapes = (size: number) => Geometry | undefined;
