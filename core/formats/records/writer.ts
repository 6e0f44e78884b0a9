import { POINT, QUOTE, SLOTS_OF_RECORD } from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, type BrokenRecord, Verdict } from '../shared/block.ts';
import { cellNumber, type Row, viewOf, writeDigits } from '../shared/cells.ts';
import { markerIn } from '../shared/markers.ts';
import { Splicer } from '../shared/splicer.ts';
import { emptyTokens, type FieldKind, isNothing, scanTokens } from './field-reader.ts';
import { Slot } from './slots.ts';
import type { RecordLayout } from './table.ts';

/** What a record gets. */
export interface Answer {
  /** A Status code. */
  readonly status: number;
  /** Whether the solution that the file brings stays. */
  readonly stays: boolean;
  /** The solution as the puzzle is written, valid until the next answer; undefined where there is none, or none is needed. */
  readonly solution: Uint8Array | undefined;
}

/** Tells what the records of a block get. */
export class AnswerWriter {
  readonly #fields = new FieldWriter();

  /** @param record number of a puzzle, or a broken record, whose slots begin at `slot` */
  answer(
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): Answer {
    if (typeof record !== 'number') return invalidAnswer(block, slot);
    const status = result.statuses[record]!;
    const verdict = block.fileSolutions ? block.fileSolutions.verdicts[record]! : Verdict.fill;
    const stays = verdict === Verdict.right || verdict === Verdict.another;
    if (stays || status !== Status.solved) return { status, stays, solution: undefined };
    const { slots, kind } = block.layout;
    const [start, end] = [slots[slot + Slot.puzzleStart]!, slots[slot + Slot.puzzleEnd]!];
    const from = record * kind!.geometry.cells;
    return {
      status,
      stays,
      solution: this.#fields.write(block.bytes, start, end, kind!, result.solutions, from),
    };
  }
}

/** For a record without a puzzle that can be read: what it brings as its solution may be right, and stays. */
function invalidAnswer({ bytes, layout }: Block<RecordLayout>, slot: number): Answer {
  const [start, end] = [layout.slots[slot + Slot.solutionStart]!, layout.slots[slot + Slot.solutionEnd]!];
  const stays = !isNothing(bytes, start, end) && !markerIn(bytes, start, end);
  return { status: Status.invalid, stays, solution: undefined };
}

/** In a block where so many records were not plain, the rest is not tried. */
const MAX_MISSES = 100;

/** Writes runs of plain records of a block at once. */
export class RecordRuns {
  readonly #areRows: boolean;
  readonly #block: Block<RecordLayout>;
  readonly #cells: number;
  #misses = 0;

  /** @param areRows whether they are rows of a table; else objects that look alike */
  constructor(block: Block<RecordLayout>, result: BatchResult, areRows: boolean) {
    this.#areRows = areRows;
    this.#block = block;
    this.#cells = block.geometry?.cells ?? 0;
    // solutions that the file brings have been compared already, and with that taken
    if (!block.fileSolutions) block.layout.kernel.answer(block.count, this.#cells, result);
  }

  /**
   * The result of a block if all of it is plain and solved, for one who uses it before anything else is read or written;
   * undefined of any other.
   */
  whole(): Uint8Array | undefined {
    const { count, broken, bytes, layout, isHeader } = this.#block;
    if (isHeader || broken.length > 0 || count === 0 || layout.kernel.solved < count) return undefined;
    return this.#write(0, 0, count, 0) === count
      ? layout.kernel.outputTo(layout.origin, bytes.length)
      : undefined;
  }

  /**
   * Writes the records of puzzles, the first of which has its slots at `slot`.
   * @param limit number of the first puzzle after the next broken record
   * @returns how many it wrote
   */
  write(splicer: Splicer, puzzle: number, limit: number, slot: number): number {
    if (this.#misses === MAX_MISSES) return 0;
    const { kernel } = this.#block.layout;
    const records = this.#write(splicer.done, puzzle, limit, slot / SLOTS_OF_RECORD);
    if (records === 0) this.#misses++;
    else splicer.answer(kernel.output, kernel.writtenTo);
    return records;
  }

  #write(done: number, puzzle: number, limit: number, record: number): number {
    const { kernel, origin } = this.#block.layout;
    return this.#areRows
      ? kernel.writeRows(origin, done, puzzle, limit, record, this.#cells)
      : kernel.writeObjects(origin, done, puzzle, limit, record, this.#cells);
  }
}

const BEFORE = Buffer.from('[, \t\r\n');
const AFTER = Buffer.from('], \t\r\n');

/** Writes grids as the puzzle's field is written: the field with its empty cells filled in. */
export class FieldWriter {
  readonly #tokens: Row = emptyTokens();
  #packed: Uint8Array = new Uint8Array(0);

  /**
   * The bytes of a solution, valid until the next call.
   * @param start where the puzzle's field begins in `bytes`, and `end` where it ends
   * @param solutions the values of the solution, from `from` on
   */
  write(
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): Uint8Array {
    if (kind.style === 'packed') return this.#writePacked(kind, solutions, from);
    scanTokens(bytes, start, end, this.#tokens);
    const splicer = new Splicer(bytes, start, end);
    if (kind.style === 'symbols') this.#fillSymbols(splicer, bytes, kind, solutions, from);
    else this.#fillNumbers(splicer, bytes, solutions, from);
    return splicer.finish();
  }

  #writePacked(
    { digits, geometry, symbolTable }: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): Uint8Array {
    const { cells } = geometry;
    if (this.#packed.length !== cells) this.#packed = new Uint8Array(cells);
    if (digits) writeDigits(viewOf(solutions), from, cells, viewOf(this.#packed), 0);
    else for (let i = 0; i < cells; i++) this.#packed[i] = symbolTable!.symbols[solutions[from + i]!]!;
    return this.#packed;
  }

  #fillSymbols(
    splicer: Splicer,
    bytes: Uint8Array,
    kind: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): void {
    const { count, starts, ends } = this.#tokens;
    const { values, symbols } = kind.symbolTable!;
    let cell = from;
    for (let i = 0; i < count; i++) {
      for (let at = starts[i]!; at < ends[i]!; at++) {
        const value = solutions[cell++]!;
        if (values[bytes[at]!] === 0) splicer.replace(at, at + 1, symbols.subarray(value, value + 1));
      }
    }
  }

  #fillNumbers(splicer: Splicer, bytes: Uint8Array, solutions: Uint8Array, from: number): void {
    const { count, starts, ends } = this.#tokens;
    const isQuoted = (i: number) => bytes[starts[i]! - 1] === QUOTE && bytes[ends[i]!] === QUOTE;
    let digits = 1;
    let decimals = '';
    let quoted: boolean | undefined;
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      if (end - start === 2 && bytes[start] === 0x30) digits = 2;
      if (!isGiven(bytes, start, end)) continue;
      quoted ??= isQuoted(i);
      if (bytes[end - 2] === POINT) decimals = '.0';
    }
    for (let i = 0; i < count; i++) {
      const [start, end] = [starts[i]!, ends[i]!];
      if (isGiven(bytes, start, end)) continue;
      const number = String(solutions[from + i]).padStart(digits, '0') + decimals;
      // among ["5", null] a value wants quotes, among [5, "."] it wants none
      const has = isQuoted(i);
      const wants = quoted ?? has;
      const text = wants && !has && isBare(bytes, start, end) ? `"${number}"` : number;
      const outside = has && !wants ? 1 : 0;
      splicer.replace(start - outside, end + outside, Buffer.from(text));
    }
  }
}

/** Whether a token is a value of a list by itself. */
function isBare(bytes: Uint8Array, start: number, end: number): boolean {
  return BEFORE.includes(bytes[start - 1]!) && AFTER.includes(bytes[end]!);
}

function isGiven(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0 || length > 4) return false;
  const value = cellNumber(bytes, start, end);
  return value > 0 && value <= MAX_SIZE;
}
