import { CR } from '../../kernel/constants.ts';
import { MAX_SIZE, MIN_SIZE, type SolutionsWanted, type Table, type Variant } from '../../options/options.ts';
import type { Shape } from '../../options/shape.ts';
import type { BatchResult, ListEnd } from '../../solver/engine.ts';
import { type Geometry, geometry } from '../../solver/geometry.ts';
import type { Block, BrokenRecord } from './block.ts';
import { bomLength, isCommentAt, lineEnd, skipBlanks } from './bytes.ts';
import type { Head } from './head.ts';

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
  /** Reads the ids that the file gives its records; undefined where it has none. */
  ids?(state: State): IdOf | undefined;
  /**
   * The columns of a table in words, for the report and to tell whether two results can stand in one file.
   * @param front of the file, at least its first row
   */
  columns?(state: State, front: Uint8Array): string;
  /** Whether the layout has a place for how hard each puzzle is. */
  hasRatings?(state: State): boolean;
  /** What an earlier run wrote beside a record. @param index of the record in the block, broken ones counted */
  earlierResult?(block: Block<Layout>, index: number): EarlierResult;
  reader(state: State, options: ReadOptions, first: boolean): Reader<Layout>;
  writer(state: State, options: OutputOptions): Writer<Layout>;
}

/** A record's fields or members `status` and `count`. */
export interface EarlierResult {
  /** One of the known statuses, undefined for any other text. */
  readonly status: string | undefined;
  /** As text, with a `+` if the search stopped at the limit. */
  readonly count: string | undefined;
}

/** The id of a record of a block: of a puzzle, by its number, or a broken one. */
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

/** Geometry of a grid of `size` under the options, or undefined if no grid has that size. */
export type Shapes = (size: number) => Geometry | undefined;

/** Whether any grid has so many cells a side: 4 to 36, and no prime, as those have no boxes. */
export function isSize(size: number): boolean {
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE) return false;
  for (let d = 2; d * d <= size; d++) if (size % d === 0) return true;
  return false;
}

/** Side of the grid of so many cells, or undefined if there is none. */
export function sizeOfCells(cells: number): number | undefined {
  const size = Math.sqrt(cells);
  return isSize(size) ? size : undefined;
}

/** The geometries of a file's grids. */
export function shapesUnder({ variant, boxes }: ReadOptions): Shapes {
  // made when they come: all of them take longer than a small file
  const known: (Geometry | undefined)[] = [];
  return (size) => {
    const found = known[size];
    if (found) return found;
    const own = boxes && boxes.rows * boxes.columns === size ? boxes : undefined;
    if (!own && !isSize(size)) return undefined;
    const made = geometry(size, variant, own);
    known[size] = made;
    return made;
  };
}

/** The next bytes of a record that is longer than a reader may hold. */
export interface OverlongInput {
  /** From the beginning of the record, or from where the last piece ended. At least two, unless `last`. */
  readonly bytes: Uint8Array;
  /** Whether they go on with the record of the piece before. */
  readonly continued: boolean;
  /** Whether they begin the file. */
  readonly atFront: boolean;
  /** Whether nothing follows. */
  readonly last: boolean;
  /** Bytes that a record may have. */
  readonly limit: number;
}

/** A piece of such a record: text that stays as it is, or (the first part of) a broken record. */
export interface OverlongPiece {
  readonly bytes: Uint8Array;
  readonly lineFeeds: number;
  readonly broken: readonly BrokenRecord[];
  /** Whether the record goes on after the piece. */
  readonly open: boolean;
}

/** Bytes of a record's first piece: room for a marker, and for both slashes of a comment. */
const MIN_FIRST_PIECE = 16;

/**
 * Passes through lines that are too long to be held, piece by piece. A comment or a blank line stays as it is; any other
 * line is one broken record. Of a record of several lines, only the first line is taken.
 */
export class OverlongLines {
  /** Undefined while only blanks have come. */
  #isComment: boolean | undefined;

  take({ bytes, continued, atFront, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#isComment = undefined;
    const lineFeed = lineEnd(bytes, 0);
    const goesOn = lineFeed === bytes.length && !last;
    let text = lineFeed;
    // a carriage return may be half of a line end
    if (text > 0 && bytes[text - 1] === CR && (goesOn || lineFeed < bytes.length)) text--;
    const broken: BrokenRecord[] = [];
    if (this.#isComment === undefined) {
      const start = skipBlanks(bytes, atFront ? bomLength(bytes) : 0, text);
      if (goesOn && start > 0 && text - start < MIN_FIRST_PIECE) text = start;
      else if (start < text) {
        this.#isComment = isCommentAt(bytes, start);
        const what = goesOn || continued ? 'line' : 'record';
        if (!this.#isComment) broken.push(overlongFault(start, text, limit, what));
      }
    } else if (!this.#isComment && text > 0) {
      broken.push({ ...overlongFault(0, text, limit, 'line'), continued: true });
    }
    return {
      bytes: bytes.subarray(0, goesOn ? text : Math.min(lineFeed + 1, bytes.length)),
      lineFeeds: lineFeed < bytes.length ? 1 : 0,
      broken,
      open: goesOn,
    };
  }
}

/** A record of more than `limit` bytes, which stands from `start` to `end` of a piece. */
export function overlongFault(
  start: number,
  end: number,
  limit: number,
  what: 'line' | 'record',
): BrokenRecord {
  const column = what === 'line' ? limit + 1 : 0;
  return {
    start,
    end,
    line: 0,
    column,
    reason: `expected a ${what} of at most ${limit} bytes, got a longer one`,
  };
}
