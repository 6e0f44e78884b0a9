import { SEPARATOR } from '../shared/alphabet.ts';
import { viewOf } from '../shared/digits.ts';
import { FieldContent, type FileSolutions } from '../shared/file-solutions.ts';
import { endsCells, type PackedKind, readCells, type Viewed } from './cells.ts';

const MIN_CELLS = 16;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;

/** Solutions after the puzzles, as in `puzzle,solution` and `puzzle:count:solution`. They are compared, and stay. */
export class LineSolutions implements FileSolutions {
  cells = new Uint8Array(0);
  contents = new Uint8Array(0);
  verdicts = new Uint8Array(0);
  #to: Viewed = { bytes: this.cells, view: viewOf(this.cells) };

  /** For the puzzles of a buffer. */
  makeRoom(bytes: number): void {
    if (this.cells.length >= bytes) return;
    this.cells = new Uint8Array(bytes);
    this.contents = new Uint8Array(Math.ceil(bytes / MIN_CELLS));
    this.verdicts = new Uint8Array(this.contents.length);
    this.#to = { bytes: this.cells, view: viewOf(this.cells) };
  }

  /** Reads the solution of puzzle `p` from the text between the puzzle and the end of its line. */
  read(from: Viewed, start: number, end: number, kind: PackedKind, p: number): void {
    const grid =
      this.#isGridAt(from, start + 1, end, kind, p) || this.#isGridAfterCount(from, start + 1, end, kind, p);
    this.contents[p] = grid ? FieldContent.grid : FieldContent.nothing;
  }

  #isGridAfterCount(from: Viewed, start: number, end: number, kind: PackedKind, p: number): boolean {
    let at = start;
    while (at < end && from.bytes[at]! >= DIGIT_0 && from.bytes[at]! <= DIGIT_9) at++;
    return at > start && this.#isGridAt(from, at + 1, end, kind, p);
  }

  /** Whether a full grid stands there, with a separator before and after. */
  #isGridAt(from: Viewed, at: number, end: number, kind: PackedKind, p: number): boolean {
    const { cells } = kind.geometry;
    const stop = at + cells;
    if (stop > end || kind.symbolTable.values[from.bytes[at - 1]!] !== SEPARATOR) return false;
    if (stop < end && !endsCells(from.bytes[stop]!, kind)) return false;
    return (
      readCells(from, at, kind, this.#to, p) && !this.cells.subarray(p * cells, (p + 1) * cells).includes(0)
    );
  }
}
