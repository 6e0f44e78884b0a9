// What a format is: how it recognises a head, and its reader and writer. Also how lines too long for memory pass
// through in pieces.

import { CR } from '../../kernel/constants.ts';
import type { FactName } from '../../options/facts.ts';
import type { FormatName, Options, OutputFormat, SolutionsWanted, Variant } from '../../options/options.ts';
import type { Shape } from '../../options/shape.ts';
import type { BatchResult, ListEnd } from '../../solver/engine/engine.ts';
import { anyGeometry, type Geometry, isInRange, isSize } from '../../solver/model/geometry.ts';
import type { RuleMember } from '../../solver/model/rule-kinds.ts';
import type { Block, BrokenRecord } from './block.ts';
import { bomLength, isCommentAt, lineEnd, skipBlanks } from './bytes.ts';
import type { Head } from './head.ts';
import type { StatedPlaces } from './place.ts';
import type { TextReader } from './text-record.ts';

/** The options that affect how a file is read. */
export interface ReadOptions {
  readonly variant: Variant;
  /** Boxes of grids of size rows * columns. Other sizes have their default boxes. */
  readonly boxes?: { readonly rows: number; readonly columns: number };
  /** Regions in place of boxes, a symbol for each cell, of grids with as many cells. */
  readonly regions?: string;
  /** Expanded symbols, for grids of as many values. */
  readonly alphabet?: string;
  /** Names with commas of members and columns that are no rules. */
  readonly ignore?: string;
  /** Whether the user says where the puzzles are. */
  readonly isPlaceAsked?: boolean;
  /** Reads the puzzle in a text within a record, in any format. */
  readonly readText?: TextReader;
}

/** The options that affect how a result is written. */
export interface OutputOptions extends Pick<Options, FactName | 'variant' | 'regions'> {
  readonly output: OutputFormat;
  readonly solutions: SolutionsWanted;
  /** Solutions after which counting or listing stops. */
  readonly limit: number;
}

/**
 * A file format: how it is recognised, read, and written in its own layout.
 * `State` is what recognition finds out from the head, for reading the rest of the file; plain JSON.
 */
export interface Format<State = unknown, Layout = unknown> {
  /** As in docs/formats.md and in reports. */
  readonly name: FormatName | 'zip';
  /** Recognises the format from a file's head. */
  recognise(head: Head): State | undefined;
  /** Checks a state from a message or manifest. */
  readonly state: Shape<State>;
  /** Whether pieces that begin after any line feed, or between any two of {@link records}, can be read separately. */
  splittable(state: State): boolean;
  /** Set if files are not text. */
  readonly isBinary?: true;
  /** Set if files hold other files, which have their own formats, and so does the result. */
  readonly isArchive?: true;
  /** Why a file that surely has this format cannot be read: `expected …, got …`. */
  fault?(head: Head): string | undefined;
  /** Why it is not known where the puzzles of a file are, which has this format if none before it recognises it. */
  unplaced?(head: Head): string | undefined;
  /**
   * Set if the content is read from stretches of the stored file, which its end describes: the reader and the writer know the
   * content as CSV, and a result in the file's layout is encoded again.
   */
  readonly isRanged?: true;
  /** Where the records are in a file whose records are equally long. */
  records?(state: State): FixedRecords;
  /** Values of the option `solutions` for which results have the file's layout; others give tables. @default first and unique */
  readonly holds?: readonly SolutionsWanted[];
  /** Whether a result in the file's layout is as long as the file, with each record at the place of its puzzle. */
  keepsPlaces?(state: State): boolean;
  /** Names of the file's alphabets, for the report; none where cells are numbers. */
  alphabets?(state: State): string[];
  /** Where the puzzles of a file stand, in formats that have other values beside them. */
  places?(state: State): StatedPlaces;
  /** Reads the ids that the file gives its records; undefined where it has none. */
  ids?(state: State): IdOf | undefined;
  /**
   * The columns of a table in words, for the report and to tell whether two results can stand in one file.
   * @param front of the file, at least its first row
   */
  columns?(state: State, front: Uint8Array): string;
  /** The facts for which the layout has a place. */
  facts?(state: State): readonly FactName[];
  /** What a stretch in double quotes says, of a record that a table of results quotes; by default, what it is. */
  readonly unquoted?: (text: string) => string;
  /** The rules for which a table of results has columns, as records can have them; none by default. */
  rules?(state: State): readonly ('variant' | 'regions' | RuleMember)[];
  /** What an earlier run wrote beside a record. @param index of the record in the block, broken ones counted */
  earlierResult?(block: Block<Layout>, index: number): EarlierResult;
  reader(state: State, options: ReadOptions, first: boolean): Reader<Layout>;
  writer(state: State, options: OutputOptions): Writer<Layout>;
}

/** Records of equal length that follow a header. */
export interface FixedRecords {
  /** Bytes before the first record. */
  readonly start: number;
  /** Bytes of a record. */
  readonly bytes: number;
  /** Number of records, with which the file ends. */
  readonly count: number;
}

/** A record's fields or members `status` and `count`. */
export interface EarlierResult {
  /** One of the known statuses, undefined for any other text. */
  readonly status: string | undefined;
  /** As text, with a `+` if the search stopped at the limit. */
  readonly count: string | undefined;
}

/** Finds the ids of records. */
export interface IdOf {
  /** The id of a record of a block: of a puzzle, by its number, or a broken one. */
  (block: Block, record: number | BrokenRecord): string | undefined;
  /** Where the id of a puzzle is in the block, if that is surely a number as `wholeEnd` has it; -1 otherwise. Spares its text. */
  wholeAt?(block: Block, p: number): number;
}

/** Parses a file, in buffers that each begin at a record or the text before it. */
export interface Reader<Layout = unknown> {
  /**
   * Contiguous blocks from the front of `bytes` on. The next call begins with the remaining bytes.
   * @param last whether the file ends here; then all bytes must be consumed
   */
  read(bytes: Uint8Array, last: boolean): Iterable<Block<Layout>>;
  /**
   * Takes a piece of an overlong record. The block ends with the record, or near the end of the bytes; the next call
   * begins with the remaining bytes.
   */
  overlong(input: OverlongInput): Overlong<Layout>;
  /** Set if a record can have several lines, and an incomplete one becomes a broken record when `last` is set. */
  readonly closesRecords?: true;
  /** Set if how a record is read depends on all that precedes it, so that reading cannot begin at another one. */
  readonly isNested?: boolean;
  /** The reader's own memory: bytes that begin there are read, and their blocks are written, without a copy. */
  memory?(): Uint8Array;
  /** Returns pooled memory. The reader and its blocks must not be used afterwards. */
  release?(): void;
}

export interface Overlong<Layout> {
  readonly block: Block<Layout>;
  /** Whether the record continues after the block. */
  readonly open: boolean;
}

/** Limits of how much of a file is in memory at a time. */
export interface Room {
  /** Bytes that are parsed, solved and written at a time: some thousand 9x9 lines. */
  readonly block: number;
  /** Bytes of the longest record. A longer one is `invalid`, and passes through in pieces. */
  readonly record: number;
}

/**
 * Writes solved blocks, in the order of the file. Pieces of output are lent: each is valid until the next one or another block
 * is requested, and may be a part of the block, of reused memory or of a kernel's.
 */
export interface Writer<Layout = unknown> {
  /**
   * Writes a block for solutions first, unique and count: the entries of `result` belong to the block's puzzles.
   */
  batch(block: Block<Layout>, result: BatchResult): Iterable<Uint8Array>;
  /**
   * Writes a block for solutions all, if the format or table can hold them. `listing(p)` produces the solutions of puzzle
   * p; it must be called for each puzzle in order, and consumed. If a listing is `interrupted`, the block's result ends
   * before that puzzle.
   */
  list?(block: Block<Layout>, listing: Listing): Iterable<Uint8Array>;
  /** Bytes before the first block of a file; not called for a piece from its middle. */
  begin?(): Iterable<Uint8Array>;
  /** Bytes after the last block. */
  end?(): Iterable<Uint8Array>;
}

/** Produces arrays of solutions (size * size values each), and returns how the search ended. */
export type Listing = (puzzle: number) => Generator<Uint8Array, ListEnd>;

/**
 * The geometry of grids of `size`; undefined if there are none.
 * @param isJigsaw whether the grid may have regions of its own: then its size need not have boxes
 */
export type Shapes = (size: number, isJigsaw?: boolean) => Geometry | undefined;

/** The geometries of a file's grids under its options. */
export function shapesUnder({ variant, boxes, regions }: ReadOptions): Shapes {
  // created when first needed: all of them take longer than a small file
  const known: (Geometry | undefined)[] = [];
  return (size, isJigsaw = false) => {
    const found = known[size];
    if (found && (isJigsaw || found.boxRows > 1)) return found;
    const own = boxes && boxes.rows * boxes.columns === size ? boxes : undefined;
    const drawn = regions?.length === size * size ? regions : undefined;
    if (!own && drawn === undefined && !isSize(size) && !(isJigsaw && isInRange(size))) return undefined;
    const made = found ?? anyGeometry(size, variant, own, drawn);
    known[size] = made;
    return made;
  };
}

/** The next bytes of an overlong record. */
export interface OverlongInput {
  /** From the start of the record, or the end of the previous piece. At least two bytes, unless `last`. */
  readonly bytes: Uint8Array;
  /** Whether they continue the record of the previous piece. */
  readonly continued: boolean;
  /** Whether they are at the front of the file. */
  readonly atFront: boolean;
  /** Whether the file ends with them. */
  readonly last: boolean;
  /** Bytes of the longest valid record. */
  readonly limit: number;
}

/** A piece of an overlong record: text that is preserved, or a broken record or part of one. */
export interface OverlongPiece {
  readonly bytes: Uint8Array;
  readonly lineFeeds: number;
  readonly broken: readonly BrokenRecord[];
  /** Whether the record continues after the piece. */
  readonly open: boolean;
}

/** Bytes of a record's first piece: enough for a marker, and for both slashes of a comment. */
const MIN_FIRST_PIECE = 16;

/**
 * Passes overlong lines through piece by piece. Comments and blank lines are preserved; any other line is one broken
 * record. Of a record with several lines, only the first is consumed.
 */
export class OverlongLines {
  /** Undefined until a byte that is not blank. */
  #isComment: boolean | undefined;

  take({ bytes, continued, atFront, last, limit }: OverlongInput): OverlongPiece {
    if (!continued) this.#isComment = undefined;
    const lineFeed = lineEnd(bytes, 0);
    const continues = lineFeed === bytes.length && !last;
    let text = lineFeed;
    // a carriage return at the end may be half of a line end
    if (text > 0 && bytes[text - 1] === CR && (continues || lineFeed < bytes.length)) text--;
    const broken: BrokenRecord[] = [];
    if (this.#isComment === undefined) {
      const start = skipBlanks(bytes, atFront ? bomLength(bytes) : 0, text);
      if (continues && start > 0 && text - start < MIN_FIRST_PIECE) text = start;
      else if (start < text) {
        this.#isComment = isCommentAt(bytes, start);
        const what = continues || continued ? 'line' : 'record';
        if (!this.#isComment) broken.push(overlongFault(start, text, limit, what));
      }
    } else if (!this.#isComment && text > 0) {
      broken.push({ ...overlongFault(0, text, limit, 'line'), continued: true });
    }
    return {
      bytes: bytes.subarray(0, continues ? text : Math.min(lineFeed + 1, bytes.length)),
      lineFeeds: lineFeed < bytes.length ? 1 : 0,
      broken,
      open: continues,
    };
  }
}

/** A record of more than `limit` bytes, from `start` to `end` of a piece. */
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
    isTooLong: true,
  };
}
