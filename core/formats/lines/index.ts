// The format of one puzzle a line: its stored state; the reader of packed puzzles, which reads runs of digits in the kernel and all
// other lines by the scanner; and the writer that overwrites puzzles by solutions.

import { CR, LF, PLUS, POINT, SPACE } from '../../kernel/constants.ts';
import { faultHook } from '../../kernel/internal-error.ts';
import { MAX_SIZE } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { sideOf } from '../../solver/model/geometry.ts';
import { Status } from '../../solver/model/status.ts';
import { alphabetNames, isSeparator, SEPARATOR, SymbolTables } from '../shared/alphabet.ts';
import {
  type Block,
  type BrokenRecord,
  blocksUpTo,
  FieldContent,
  type FileSolutions,
  MAX_BROKEN,
  recordFront,
} from '../shared/block.ts';
import {
  blankLines,
  bomLength,
  byteSet,
  isCommentAt,
  isDigit,
  isFrameLine,
  lineEnd,
  quote,
  quoteSymbol,
  skipBlanks,
  tokenEnd,
  trimmedEnd,
} from '../shared/bytes.ts';
import { lineWriter } from '../shared/cell-writer.ts';
import { cellFault, emptyRow, firstFault, type Row, readDigits, viewOf } from '../shared/cells.ts';
import {
  type Format,
  type Overlong,
  type OverlongInput,
  OverlongLines,
  type Reader,
  type ReadOptions,
  type Writer,
} from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import {
  brokenLine,
  LineKinds,
  type LinePlace,
  LineReader,
  type LineScanner,
  type ScannedLine,
  type SymbolKind,
} from '../shared/line-reader.ts';
import { writeMarker } from '../shared/markers.ts';
import { spreadsheetFault } from '../shared/spreadsheet.ts';
import { unreadRecord } from '../shared/text-line.ts';
import { type LinesKernel, linesKernels } from './kernel.ts';
import { groupsIn, type Prefix, prefixEnd, prefixOf } from './puzzle-text.ts';
import { type LinesState, linesState, recogniseLines } from './recognise.ts';

/** One puzzle a line, one symbol a cell. Text after the puzzle, comments and blank lines are preserved. */
export const lines: Format<LinesState> = {
  name: 'lines',
  recognise: recogniseLines,
  state: linesState,
  splittable: () => true,
  keepsPlaces: ({ apart }) => !apart,
  alphabets: alphabetNames,
  ids: ({ prefix }) => {
    if (prefix !== 'number' && prefix !== 'hash') return undefined;
    return (block, record) => prefixOf(Buffer.from(recordFront(block, record)).toString(), prefix);
  },
  reader: (state, options, first) =>
    state.apart
      ? new LineReader(new PuzzleScanner(state, options), first, state.size)
      : new LinesReader(state, options, first),
  writer: ({ apart }) => (apart ? lineWriter : packedWriter) as Writer,
};

/** Overwrites puzzles by their solutions. */
const packedWriter: Writer<LinesLayout> = { batch };

function* batch(block: Block<LinesLayout>, result: BatchResult): Generator<Uint8Array> {
  const { bytes, broken, layout } = block;
  if (layout.kind) overwrite(block, result, layout.kind);
  for (const { start, end, marker, isKept, continued } of broken) {
    if (marker || isKept) continue;
    if (continued) bytes.fill(SPACE, start, end);
    else writeMarker(bytes, start, end, Status.invalid);
  }
  yield bytes;
}

function overwrite(
  block: Block<LinesLayout>,
  result: BatchResult,
  { symbolTable, geometry }: SymbolKind,
): void {
  const { bytes, count, layout } = block;
  const { offsets, kernel, origin } = layout;
  const { statuses, solutions } = result;
  const { cells } = geometry;
  const { areDigits, symbols } = symbolTable;
  // this completes most blocks
  if (areDigits && kernel.write(bytes, origin, count, cells, result) === count) return;
  for (let p = 0; p < count; p++) {
    const start = offsets[p]!;
    if (statuses[p] !== Status.solved) writeMarker(bytes, start, start + cells, statuses[p]!);
    else if (!areDigits) {
      for (let i = 0; i < cells; i++) bytes[start + i] = symbols[solutions[p * cells + i]!]!;
    }
  }
}

/** Positions of the puzzles in a block's bytes, and how they are written. */
interface LinesLayout {
  /** Offset of each puzzle's first cell; the others follow. */
  readonly offsets: Uint32Array;
  readonly kind: SymbolKind | undefined;
  readonly kernel: LinesKernel;
  /** Offset of the block in its buffer, which the kernel holds. */
  readonly origin: number;
}

class LinesReader implements Reader<LinesLayout> {
  readonly #scanner: PuzzleScanner;
  /** kind of the last puzzle, and most likely of the next one */
  #kind: SymbolKind | undefined;
  #atFront: boolean;
  readonly #overlong = new OverlongLines();
  /** symbols of empty cells, for lines that consist of them */
  readonly #signs: string;
  /** Whether most puzzles have a prefix of one form. */
  readonly #hasPrefix: boolean;
  /** size of most puzzles, to tell titles from faulty puzzles */
  readonly #size: number;
  /** taken from the pool when the first bytes are read */
  #kernel: LinesKernel | undefined;
  readonly #fileSolutions: LineSolutions | undefined;
  /** offset of the next line in the buffer that contains a line end of another kind */
  #mixed = 0;

  constructor(state: LinesState, options: ReadOptions, first: boolean) {
    this.#scanner = new PuzzleScanner(state, options);
    this.#signs = state.signs ?? '-*_';
    this.#hasPrefix = state.prefix !== undefined;
    this.#size = state.size;
    this.#atFront = first;
    this.#fileSolutions = state.solved ? new LineSolutions() : undefined;
  }

  *read(bytes: Uint8Array, last: boolean): Generator<Block<LinesLayout>> {
    const end = last ? bytes.length : bytes.lastIndexOf(LF) + 1;
    this.#kernel ??= linesKernels.take();
    this.#kernel.load(bytes.subarray(0, end));
    this.#fileSolutions?.makeRoom(end);
    this.#findMixed(bytes, 0, end);
    yield* blocksUpTo(end, (from) => this.#block(bytes, from, end));
  }

  memory(): Uint8Array {
    this.#kernel ??= linesKernels.take();
    return this.#kernel.buffer;
  }

  release(): void {
    if (this.#kernel) linesKernels.giveBack(this.#kernel);
    this.#kernel = undefined;
  }

  overlong(input: OverlongInput): Overlong<LinesLayout> {
    const piece = this.#overlong.take(input);
    const block = this.#finish(piece.bytes, 0, undefined, 0, piece.lineFeeds, piece.broken);
    return { block, open: piece.open };
  }

  /** Reads lines from `from` on, up to a puzzle of another size than the first. */
  #block(bytes: Uint8Array, from: number, end: number): Block<LinesLayout> {
    const kernel = this.#kernel!;
    const { starts, lines, offsets } = kernel;
    const broken: BrokenRecord[] = [];
    let kind = this.#kind;
    let count = 0;
    let line = 0;
    let at = from;
    if (this.#atFront) at += bomLength(bytes);
    this.#atFront = false;
    if (this.#mixed < at) this.#mixed = at;
    const input: ViewedBytes = { bytes, view: viewOf(bytes) };
    const cells: ViewedBytes = { bytes: kernel.cells, view: viewOf(kernel.cells) };

    while (at < end && broken.length < MAX_BROKEN) {
      const isMixed = at === this.#mixed;
      // nearly all lines have as many cells as the last puzzle: read a run of digits and dots in the kernel
      if (kind?.symbolTable.areDigits && !isMixed && !this.#fileSolutions && !this.#hasPrefix) {
        const { cells, size } = kind.geometry;
        faultHook()?.('read', bytes, at, end);
        const read = kernel.read(at, this.#mixed, cells, size, from, count, line);
        for (let p = count, end = read + count; p < end; p++) {
          // a shortcut for lines that are too short for two puzzles
          const next = p + 1 < end ? starts[p + 1]! : kernel.stoppedAt - from;
          if (next - starts[p]! > 2 * cells)
            this.#addOther(broken, input, from, offsets[p]! + cells, kind, lines[p]!);
        }
        count += read;
        line += read;
        at = kernel.stoppedAt;
        if (at === end) break;
        if (at === this.#mixed) continue;
      }
      if (kind && !isMixed && !this.#hasPrefix && !RULES[bytes[at]!]) {
        const stop = at + kind.geometry.cells;
        if (stop < end && readCells(input, at, kind, cells, count) && endsCells(bytes[stop]!, kind)) {
          const lineFeed = bytes[stop] === LF ? stop : lineEnd(bytes, stop);
          this.#fileSolutions?.read(input, stop, lineFeed, kind, count);
          starts[count] = offsets[count] = at - from;
          lines[count++] = line;
          this.#addOther(broken, input, from, stop - from, kind, line);
          if (lineFeed < end) line++;
          at = Math.min(lineFeed + 1, end);
          continue;
        }
      }

      if (bytes[at]! <= SPACE) {
        const { next, lineFeeds } = blankLines(bytes, at, end);
        at = next;
        line += lineFeeds;
        if (lineFeeds > 0) continue;
      }

      // any other line
      const lineFeed = lineEnd(bytes, at);
      const first = skipBlanks(bytes, at, lineFeed);
      if (first < lineFeed && !this.#isText(bytes, first, lineFeed)) {
        faultHook()?.('read', bytes, first, lineFeed);
        const place = { from, line, lineStart: at, start: first, stop: trimmedEnd(bytes, first, lineFeed) };
        const found = isMixed ? undefined : this.#scanner.scan(bytes, first, lineFeed);
        const fault = found
          ? brokenLine(bytes, found, place, this.#size)
          : this.#mixedLine(bytes, place, lineFeed);
        if (fault) broken.push(fault);
        else if (found?.kind) {
          if (found.kind !== kind && count > 0) break;
          this.#kind = kind = found.kind;
          const { start } = found;
          readCells(input, start, kind, cells, count);
          this.#fileSolutions?.read(input, start + kind.geometry.cells, lineFeed, kind, count);
          starts[count] = at - from;
          offsets[count] = start - from;
          lines[count++] = line;
          this.#addOther(broken, input, from, start + kind.geometry.cells - from, kind, line);
        }
      }
      if (lineFeed < end) line++;
      at = Math.min(lineFeed + 1, end);
      if (isMixed) this.#findMixed(bytes, at, end);
    }
    return this.#finish(bytes.subarray(from, at), from, kind, count, line, broken);
  }

  /** Adds another puzzle in the line of one, which would not be read. A solution is none. @param after end of the first one's cells in the block */
  #addOther(
    broken: BrokenRecord[],
    { bytes }: ViewedBytes,
    from: number,
    after: number,
    { geometry, symbolTable }: SymbolKind,
    line: number,
  ): void {
    const stop = lineEnd(bytes, from + after);
    if (stop - from - after <= geometry.cells) return;
    let empty = 0;
    for (let at = from + after; at < stop; at++) if (symbolTable.values[bytes[at]!] === 0) empty++;
    if (empty < geometry.size) return;
    const found = unreadRecord(bytes, from + after, stop, geometry.size, from, line);
    if (found) broken.push(found);
  }

  #findMixed(bytes: Uint8Array, at: number, end: number): void {
    const found = this.#kernel!.otherLineEnd(at, end);
    this.#mixed = found === end ? end : Math.max(at, bytes.lastIndexOf(LF, found) + 1);
  }

  #finish(
    bytes: Uint8Array,
    origin: number,
    kind: SymbolKind | undefined,
    count: number,
    lineFeeds: number,
    broken: readonly BrokenRecord[],
  ): Block<LinesLayout> {
    const used = count > 0 ? kind : undefined;
    this.#kernel ??= linesKernels.take();
    const { cells, starts, lines, offsets } = this.#kernel;
    return {
      bytes,
      lineFeeds,
      geometry: used?.geometry,
      count,
      cells,
      starts,
      lines,
      broken,
      alphabet: used?.symbolTable.alphabet,
      layout: { offsets, kind: used, kernel: this.#kernel, origin },
      fileSolutions: this.#fileSolutions,
      results: this.#kernel.results,
    };
  }

  /** The fault of a line that contains line ends of another kind: the text after them would be lost. */
  #mixedLine(
    bytes: Uint8Array,
    { from, line, lineStart, start: first }: LinePlace,
    lineFeed: number,
  ): BrokenRecord {
    const start = this.#scanner.startOf(bytes, first, lineFeed);
    return {
      start: start - from,
      end: tokenEnd(bytes, start, lineFeed, true) - from,
      line,
      column: bytes.indexOf(CR, lineStart) - lineStart + 1,
      reason: 'expected lines that end alike, got a line end of another kind within one',
    };
  }

  /** Whether a line is a comment or a frame. */
  #isText(bytes: Uint8Array, start: number, lineFeed: number): boolean {
    if (isCommentAt(bytes, start)) return true;
    return FRAME_STARTS[bytes[start]!] === 1 && isFrameLine(latin1(bytes, start, lineFeed), this.#signs);
  }
}

/** Symbols of empty cells that rules consist of, too. */
const RULES = byteSet('-*_');

/** First bytes of frames. */
const FRAME_STARTS = byteSet('-=+*|~.:!_\'"`/\\^\xe2');

/** Bytes, and a view of the same bytes. */
interface ViewedBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** Reads the cells at `at` to the place of grid number `p`. @returns whether all are valid; otherwise the place is undefined */
function readCells(from: ViewedBytes, at: number, kind: SymbolKind, to: ViewedBytes, p: number): boolean {
  const { cells, size } = kind.geometry;
  if (kind.symbolTable.areDigits && readDigits(from.view, at, cells, size, to.view, p * cells)) return true;
  const { values } = kind.symbolTable;
  let out = p * cells;
  let seen = 0;
  for (let i = at; i < at + cells; i++) {
    const value = values[from.bytes[i]!]!;
    to.bytes[out++] = value;
    seen |= value;
  }
  // values are below both flags
  return seen < SEPARATOR;
}

/** Whether a byte ends the cells before it. */
function endsCells(byte: number, kind: SymbolKind): boolean {
  return byte === LF || byte === CR || kind.symbolTable.values[byte] === SEPARATOR;
}

const MIN_CELLS = 16;

/** Solutions after the puzzles, as in `puzzle,solution` and `puzzle:count:solution`. They are compared and preserved. */
class LineSolutions implements FileSolutions {
  cells = new Uint8Array(0);
  contents = new Uint8Array(0);
  verdicts = new Uint8Array(0);
  #to: ViewedBytes = { bytes: this.cells, view: viewOf(this.cells) };

  /** Allocates memory for the puzzles of a buffer. */
  makeRoom(bytes: number): void {
    if (this.cells.length >= bytes) return;
    this.cells = new Uint8Array(bytes);
    this.contents = new Uint8Array(Math.ceil(bytes / MIN_CELLS));
    this.verdicts = new Uint8Array(this.contents.length);
    this.#to = { bytes: this.cells, view: viewOf(this.cells) };
  }

  /** Reads the solution of puzzle `p` from the text between the puzzle and the end of its line. */
  read(from: ViewedBytes, start: number, end: number, kind: SymbolKind, p: number): void {
    const grid =
      this.#isGridAt(from, start + 1, end, kind, p) || this.#isGridAfterCount(from, start + 1, end, kind, p);
    this.contents[p] = grid ? FieldContent.grid : FieldContent.nothing;
  }

  #isGridAfterCount(from: ViewedBytes, start: number, end: number, kind: SymbolKind, p: number): boolean {
    let at = start;
    while (at < end && isDigit(from.bytes[at]!)) at++;
    return at > start && this.#isGridAt(from, at + 1, end, kind, p);
  }

  /** Whether a complete grid begins here, with a separator before and after it. */
  #isGridAt(from: ViewedBytes, at: number, end: number, kind: SymbolKind, p: number): boolean {
    const { cells } = kind.geometry;
    const stop = at + cells;
    if (stop > end || kind.symbolTable.values[from.bytes[at - 1]!] !== SEPARATOR) return false;
    if (stop < end && !endsCells(from.bytes[stop]!, kind)) return false;
    return (
      readCells(from, at, kind, this.#to, p) && !this.cells.subarray(p * cells, (p + 1) * cells).includes(0)
    );
  }
}

/** Finds the puzzle of a line, and its cells if they are apart: if some have a `+` before them, or they are in groups of equal length. */
class PuzzleScanner implements LineScanner<SymbolKind> {
  readonly row: Row;
  readonly kinds: LineKinds<SymbolKind>;
  /** kind with which faulty lines are compared: of most puzzles, as the previous line may be in another piece of the file */
  readonly #usual: SymbolKind | undefined;
  readonly #prefix: Prefix | undefined;
  readonly #isApart: boolean;

  constructor({ alphabets, empties, size, prefix, apart }: LinesState, options: ReadOptions) {
    this.kinds = new LineKinds(options, new SymbolTables(alphabets, empties));
    this.#usual = this.kinds.of(size);
    this.#prefix = prefix;
    this.#isApart = apart === true;
    this.row = emptyRow(apart ? MAX_SIZE ** 2 + 1 : 0);
  }

  /** Offset of a line's puzzle: after its prefix. */
  startOf(bytes: Uint8Array, start: number, stop: number): number {
    return prefixEnd(bytes, start, stop, this.#prefix, this.kinds.sizeOf);
  }

  scan(bytes: Uint8Array, lineStart: number, stop: number): ScannedLine<SymbolKind> {
    const start = this.startOf(bytes, lineStart, stop);
    if (this.#isApart) return this.#scanApart(bytes, start, stop);
    // `:` ends the cells unless the alphabet contains it, which depends on the number of cells
    for (const colons of [true, false]) {
      const end = cellsEnd(bytes, start, stop, colons);
      const kind = this.kinds.of(sideOf(end - start));
      if (kind && unknownSymbol(bytes, start, kind) >= end) return { start, end, kind, reason: undefined };
    }
    const end = cellsEnd(bytes, start, stop, true);
    return this.#fault(bytes, start, end, this.kinds.of(sideOf(end - start)));
  }

  #scanApart(bytes: Uint8Array, start: number, stop: number): ScannedLine<SymbolKind> {
    const { row } = this;
    const front = latin1(bytes, start, Math.min(stop, start + row.starts.length));
    const groups = groupsIn(front, this.kinds.sizeOf);
    const end = groups ? start + groups.end : cellsEnd(bytes, start, stop, true);
    row.count = 0;
    for (let at = start; at < end && row.count < row.starts.length; at++) {
      const byte = bytes[at]!;
      const isBetween = byte === PLUS ? at + 1 < end && bytes[at + 1] !== PLUS : isSeparator(byte);
      if (isBetween) continue;
      row.starts[row.count] = at;
      row.ends[row.count++] = at + 1;
    }
    const kind = this.kinds.of(sideOf(row.count));
    if (kind && firstFault(bytes, row, kind) < 0) return { start, end, kind, reason: undefined };
    return this.#fault(bytes, start, end, kind);
  }

  /**
   * The fault of a text in the place of a puzzle.
   * @param kind of a puzzle of its length
   */
  #fault(
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: SymbolKind | undefined,
  ): ScannedLine<SymbolKind> {
    const like = kind ?? this.#usual;
    const length = end - start;
    // more cells than puzzles have are no shortened number
    const isShort = end - start < (this.#usual?.geometry.cells ?? 0);
    const damage = isShort ? spreadsheetFault(latin1(bytes, start, end)) : undefined;
    const fault = (at: number, reason: string) => ({
      start,
      end,
      kind: undefined,
      isDamaged: damage !== undefined,
      // a cell that is apart can have another column than its number says
      ...(!this.#isApart && { column: at - start + 1 }),
      reason,
    });
    const got = quote(bytes, start, end);
    if (damage !== undefined) return fault(start, damage);
    if (!like) {
      const lengths = 'as many cells as a grid has (16, 36, 64, 81, …, 1296)';
      return fault(start, `expected ${lengths}, got ${length}: ${got}`);
    }
    const { cells } = like.geometry;
    if (length !== cells)
      return fault(Math.min(end, start + cells), `expected ${cells} cells, got ${length}: ${got}`);
    const at = unknownSymbol(bytes, start, like);
    return fault(at, cellFault(like, quoteSymbol(bytes, at)));
  }
}

/** As {@link tokenEnd}, without letters of other scripts, and the quotes and brackets in which the cells stand. */
function cellsEnd(bytes: Uint8Array, start: number, stop: number, colons: boolean): number {
  const last = tokenEnd(bytes, start, stop, colons);
  let end = start;
  while (end < last && bytes[end]! < 0x80) end++;
  if (end === start) return last;
  // at the end of a sentence
  if (end - 1 > start && bytes[end - 1] === POINT && CLOSING.includes(bytes[end - 2]!)) end--;
  while (end > start && CLOSING.includes(bytes[end - 1]!)) end--;
  if (bytes[start - 1] === LESS_THAN && bytes[end - 1] === GREATER_THAN) end--;
  return end;
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const CLOSING = Buffer.from('"\'`)]}');

/** Offset of the first byte from `start` on that is no cell. */
function unknownSymbol(bytes: Uint8Array, start: number, { symbolTable }: SymbolKind): number {
  let at = start;
  while (symbolTable.values[bytes[at]!]! < SEPARATOR) at++;
  return at;
}
