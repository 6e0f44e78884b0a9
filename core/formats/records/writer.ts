// Writes results into records, in the notation of each puzzle: runs of plain ones in the kernel, others one by one.

import {
  POINT,
  PUZZLE_END,
  PUZZLE_START,
  QUOTE,
  SLOTS_OF_RECORD,
  SOLUTION_END,
  SOLUTION_START,
  UNTOUCHED,
} from '../../kernel/constants.ts';
import { MAX_SIZE } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { MARKERS, Status } from '../../solver/model/status.ts';
import { type Block, type BrokenRecord, puzzleRuns, SolutionVerdict } from '../shared/block.ts';
import { cellNumber, type Row } from '../shared/cells.ts';
import type { Writer } from '../shared/format.ts';
import { GridText } from '../shared/grid-text.ts';
import { markerIn } from '../shared/markers.ts';
import { Sink } from '../shared/sink.ts';
import { Splicer } from '../shared/splicer.ts';
import { type FieldKind, isMissingValue } from './field-reader.ts';
import type { RecordLayout } from './table.ts';
import { emptyTokens, scanCells, scanTokens } from './tokens.ts';

/** Plain runs that a block may lack before the rest of it is written record by record. */
const MAX_MISSES = 100;

/** The result of a record, as it is written. */
export interface RecordResult {
  /** A Status code. */
  readonly status: number;
  /** Whether the file's own solution is preserved. */
  readonly isPreserved: boolean;
  /** The solution in the notation of the puzzle, valid until the next one; undefined if there is none to write. */
  readonly solution: Uint8Array | undefined;
}

/** Writes the results of records: runs of plain ones in the kernel, others one by one. All other bytes are preserved. */
export abstract class RecordWriter implements Writer<RecordLayout> {
  readonly #fields: FieldWriter;
  readonly #out = new Sink();

  /** @param delimiter between the cells of a puzzle, if they are fields */
  constructor(delimiter?: number) {
    this.#fields = new FieldWriter(delimiter);
  }

  *batch(block: Block<RecordLayout>, result: BatchResult): Generator<Uint8Array> {
    const { bytes, layout, count, fileSolutions, geometry } = block;
    const cells = geometry?.cells ?? 0;
    const splicer = new Splicer(bytes, 0, bytes.length, this.#out);
    if (block.isHeader) this.writeHeader(splicer, block);
    const arePlain = layout.kind?.digits === true && this.writesPlainly;
    // comparing the file's solutions has given the kernel the results already
    if (arePlain && !fileSolutions) layout.kernel.setResults(count, cells, result);
    const whole = arePlain ? this.#writeBlock(block, cells) : undefined;
    if (whole) {
      yield whole;
      return;
    }
    let misses = arePlain ? 0 : MAX_MISSES;
    let slot = 0;
    for (const { first, limit, broken } of puzzleRuns(block)) {
      for (let p = first; p < limit; ) {
        let written = 0;
        if (misses < MAX_MISSES) {
          written = layout.kernel.writeRun(
            layout.origin,
            splicer.done,
            p,
            limit,
            slot / SLOTS_OF_RECORD,
            cells,
          );
          if (written > 0) splicer.replace(splicer.done, layout.kernel.writtenTo, layout.kernel.output);
          else misses++;
        }
        if (written === 0) this.#writeRecord(splicer, block, result, p, slot);
        const records = Math.max(written, 1);
        p += records;
        slot += records * SLOTS_OF_RECORD;
      }
      if (broken) {
        this.#writeRecord(splicer, block, result, broken, slot);
        slot += SLOTS_OF_RECORD;
      }
    }
    yield splicer.finish();
  }

  /** Whether the kernel can write runs of plain records. */
  protected abstract readonly writesPlainly: boolean;

  /** Writes one record, whose slots begin at `slot`. */
  protected abstract writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    slot: number,
    record: number | BrokenRecord,
    written: RecordResult,
    result: BatchResult,
  ): void;

  /** Completes the header of a table. */
  protected writeHeader(_splicer: Splicer, _block: Block<RecordLayout>): void {}

  /** The result of a block of nothing but solved plain records, in the kernel's memory; undefined for other blocks. */
  #writeBlock(
    { count, broken, bytes, layout, isHeader }: Block<RecordLayout>,
    cells: number,
  ): Uint8Array | undefined {
    const { kernel, origin } = layout;
    if (isHeader || broken.length > 0 || count === 0 || kernel.solved < count) return undefined;
    const written = kernel.writeRun(origin, 0, 0, count, 0, cells);
    return written === count ? kernel.outputTo(origin, bytes.length) : undefined;
  }

  #writeRecord(
    splicer: Splicer,
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): void {
    if (block.layout.slots[slot + UNTOUCHED] !== 0) return;
    this.writeRecord(splicer, block, slot, record, this.#resultOf(block, result, record, slot), result);
  }

  #resultOf(
    block: Block<RecordLayout>,
    result: BatchResult,
    record: number | BrokenRecord,
    slot: number,
  ): RecordResult {
    if (typeof record !== 'number') return brokenResult(block, record, slot);
    const status = result.statuses[record]!;
    const verdict = block.fileSolutions ? block.fileSolutions.verdicts[record]! : SolutionVerdict.fill;
    const isPreserved = verdict === SolutionVerdict.right || verdict === SolutionVerdict.another;
    if (isPreserved || status !== Status.solved) return { status, isPreserved, solution: undefined };
    const { slots, kind } = block.layout;
    const [start, end] = [slots[slot + PUZZLE_START]!, slots[slot + PUZZLE_END]!];
    const from = record * kind!.geometry.cells;
    const solution = this.#fields.write(block.bytes, start, end, kind!, result.solutions, from);
    return { status, isPreserved, solution };
  }
}

/** The result of a record without a valid puzzle, which can be a marker; its own solution may be right, and is preserved. */
function brokenResult(
  { bytes, layout }: Block<RecordLayout>,
  { marker }: BrokenRecord,
  slot: number,
): RecordResult {
  const [start, end] = [layout.slots[slot + SOLUTION_START]!, layout.slots[slot + SOLUTION_END]!];
  const isPreserved = !isMissingValue(bytes, start, end) && !markerIn(bytes, start, end);
  const status = marker ? MARKERS.indexOf(marker) : Status.invalid;
  return { status, isPreserved, solution: undefined };
}

const BEFORE = Buffer.from('[,;| \t\r\n');
const AFTER = Buffer.from('],;| \t\r\n');

/** Writes solutions in the notation of the puzzle: its field with the empty cells filled in. */
class FieldWriter {
  readonly #tokens: Row = emptyTokens();
  /** Writes solutions as packed cells of the last kind that has some. */
  #text: GridText | undefined;
  #kind: FieldKind | undefined;
  readonly #out = new Sink(1024);
  readonly #delimiter: number | undefined;

  constructor(delimiter: number | undefined) {
    this.#delimiter = delimiter;
  }

  /**
   * The bytes of a solution, valid until the next call.
   * @param start offset of the puzzle's field in `bytes`, up to `end`
   * @param solutions values, those of this solution from `from` on
   */
  write(
    bytes: Uint8Array,
    start: number,
    end: number,
    kind: FieldKind,
    solutions: Uint8Array,
    from: number,
  ): Uint8Array {
    if (kind.style === 'packed' || kind.style === 'pencilmarks') {
      if (kind !== this.#kind) this.#text = new GridText(kind.geometry, kind.symbolTable!.alphabet);
      this.#kind = kind;
      return this.#text!.cells(solutions, from);
    }
    if (this.#delimiter === undefined) scanTokens(bytes, start, end, this.#tokens);
    else scanCells(bytes, start, end, this.#delimiter, this.#tokens);
    const splicer = new Splicer(bytes, start, end, this.#out);
    if (kind.style === 'symbols') this.#fillSymbols(splicer, bytes, kind, solutions, from);
    else this.#fillNumbers(splicer, bytes, solutions, from);
    return splicer.finish();
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
      const [start, end] = [starts[i]!, ends[i]!];
      if (this.#delimiter !== undefined) {
        const value = solutions[cell++]!;
        const isOpen = end - start === 1 ? values[bytes[start]!] === 0 : !isGiven(bytes, start, end);
        if (isOpen) splicer.replace(start, end, symbols.subarray(value, value + 1));
        continue;
      }
      for (let at = start; at < end; at++) {
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
      // the givens decide: in ["5", null] values are quoted, in [5, "."] they are not
      const isInQuotes = isQuoted(i);
      const needsQuotes = quoted ?? isInQuotes;
      const text = needsQuotes && !isInQuotes && isBare(bytes, start, end) ? `"${number}"` : number;
      const outside = isInQuotes && !needsQuotes ? 1 : 0;
      splicer.replace(start - outside, end + outside, Buffer.from(text));
    }
  }
}

/** Whether a token is a complete element of a list. */
function isBare(bytes: Uint8Array, start: number, end: number): boolean {
  return BEFORE.includes(bytes[start - 1]!) && AFTER.includes(bytes[end]!);
}

function isGiven(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 0 || length > 4) return false;
  const value = cellNumber(bytes, start, end);
  return value > 0 && value <= MAX_SIZE;
}
