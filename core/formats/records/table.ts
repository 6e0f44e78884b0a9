// Collects the records of a block in a kernel's memory: where each field or member is, the cells of its puzzle and its
// own solution.

import {
  COUNT_END,
  COUNT_START,
  MAX_RECORDS,
  SLOTS_OF_RECORD,
  STATUS_END,
  STATUS_START,
  UNTOUCHED,
} from '../../kernel/constants.ts';
import type { KernelPool } from '../../kernel/kernel.ts';
import { MAX_SIZE, MIN_SIZE } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { WORDS } from '../../solver/model/allowed.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { type Block, type BrokenRecord, FieldContent, MAX_OWN, MAX_OWN_PAIRS } from '../shared/block.ts';
import { withRoom } from '../shared/cell-blocks.ts';
import { viewOf } from '../shared/cells.ts';
import type { EarlierResult } from '../shared/format.ts';
import { latin1 } from '../shared/latin1.ts';
import { AT_LIMIT_MEMBER, isStatusText, markerIn } from '../shared/markers.ts';
import { type FieldKind, type FieldReader, isMissingValue } from './field-reader.ts';
import type { RecordKernel } from './kernel.ts';

/** Positions of the fields or members of a block's records, as the writer needs them. */
export interface RecordLayout {
  /** {@link SLOTS_OF_RECORD} numbers a record, broken ones included, in the order of the file; see kernel/constants.ts. */
  readonly slots: Uint32Array;
  /** How the block's puzzles are written. */
  readonly kind: FieldKind | undefined;
  /** Holds the records, and a copy of the buffer, in which the block begins at `origin`. */
  readonly kernel: RecordKernel;
  readonly origin: number;
}

/** Collects the records of a block in the memory of a kernel, which consecutive blocks share. */
export class RecordTable<Kernel extends RecordKernel = RecordKernel> {
  slots: Uint32Array = new Uint32Array(0);
  /** Puzzles of the block so far. */
  count = 0;
  /** Offset of the next puzzle's values in {@link cells}, and of its solution's in {@link solutionCells}. */
  filled = 0;
  cells: DataView = viewOf(new Uint8Array(0));
  solutionCells: DataView = viewOf(new Uint8Array(0));
  readonly #fields: FieldReader;
  readonly #hasSolutions: boolean;
  readonly #kernels: KernelPool<Kernel>;
  /** taken from the pool when it is first needed */
  #kernel: Kernel | undefined;
  #broken: BrokenRecord[] = [];
  /** of the puzzles, if they have rules of their own */
  #own: Geometry[] = [];
  #ownPairs = 0;
  /** of cells; undefined until the first pencilmarks, of which each cell has several bytes */
  #allowed: Uint32Array | undefined;
  /** Records of the block so far, broken ones included. */
  records = 0;
  /** Whether the kernel has met no unexpected error. Otherwise only its memory is used, and by nobody else. */
  isSound = true;

  /** @param hasSolutions whether records can contain solutions */
  constructor(fields: FieldReader, hasSolutions: boolean, kernels: KernelPool<Kernel>) {
    this.#fields = fields;
    this.#hasSolutions = hasSolutions;
    this.#kernels = kernels;
  }

  get kernel(): Kernel {
    if (!this.#kernel) {
      this.#kernel = this.#kernels.take();
      this.slots = this.#kernel.slots;
      this.cells = viewOf(this.#kernel.cells);
      this.solutionCells = viewOf(this.#kernel.fileCells);
    }
    return this.#kernel;
  }

  /** Returns the kernel to its pool, if it is sound. */
  release(): void {
    if (this.#kernel && this.isSound) this.#kernels.giveBack(this.#kernel);
    this.#kernel = undefined;
  }

  /** Begins a block. */
  begin(): void {
    this.slots = this.kernel.slots;
    this.count = this.filled = this.records = 0;
    this.#broken = [];
    this.#own = [];
    this.#ownPairs = 0;
  }

  get isFull(): boolean {
    // a short link can be a large grid, and have many rules
    return (
      this.records === MAX_RECORDS ||
      this.filled > this.cells.byteLength - MAX_SIZE ** 2 ||
      this.#own.length === MAX_OWN ||
      this.#ownPairs > MAX_OWN_PAIRS
    );
  }

  /** Offset of the next record in {@link slots}. */
  get slot(): number {
    return this.records * SLOTS_OF_RECORD;
  }

  /** Adds records that the kernel has read. */
  addRun(count: number, cells: number): void {
    this.count += count;
    this.filled += count * cells;
    this.records += count;
  }

  /** Copies the puzzle that the field reader read last. */
  takePuzzle(kind: FieldKind): void {
    if (kind.style === 'pencilmarks') {
      this.#allowed ??= new Uint32Array((WORDS * this.kernel.cells.length) / MIN_SIZE);
      this.#allowed = withRoom(this.#allowed, WORDS * (this.filled + kind.geometry.cells));
      this.#allowed.set(this.#fields.allowed.subarray(0, WORDS * kind.geometry.cells), WORDS * this.filled);
    }
    this.kernel.cells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
  }

  /**
   * Reads the solution of the next record, in a stretch without blanks around it.
   * @returns a {@link FieldContent} code
   */
  readSolution(bytes: Uint8Array, view: DataView, start: number, end: number, kind: FieldKind): number {
    if (isMissingValue(bytes, start, end) || markerIn(bytes, start, end)) return FieldContent.nothing;
    const found = this.#fields.read(bytes, view, start, end);
    if (found?.geometry.size !== kind.geometry.size) return FieldContent.other;
    this.kernel.fileCells.set(this.#fields.values.subarray(0, kind.geometry.cells), this.filled);
    return FieldContent.grid;
  }

  /**
   * Adds a record with a puzzle, whose values are at {@link filled}.
   * @param start offset of the record in the block
   * @param content of its solution: a {@link FieldContent} code
   * @param own geometry of the puzzle, if the kind says that each has one
   */
  addPuzzle(kind: FieldKind, start: number, line: number, content: number, own?: Geometry): void {
    if (kind.isOwn !== (own !== undefined)) throw new Error('expected a geometry of each puzzle, or of none');
    if (own) {
      this.#own.push(own);
      this.#ownPairs += own.pairs.length;
    }
    const { contents, starts, lines } = this.kernel;
    contents[this.count] = content;
    starts[this.count] = start;
    lines[this.count++] = line;
    this.filled += kind.geometry.cells;
    this.records++;
  }

  addBroken(record: BrokenRecord): void {
    this.#broken.push(record);
    this.records++;
  }

  /** A block without puzzles, whose broken records are preserved. */
  textBlock(bytes: Uint8Array, lineFeeds: number, broken: readonly BrokenRecord[]): Block<RecordLayout> {
    this.begin();
    for (const record of broken) {
      clearSlots(this.slots, this.slot);
      leaveUntouched(this.slots, this.slot);
      this.addBroken(record);
    }
    return this.end(bytes, 0, lineFeeds, undefined);
  }

  /** The block of these bytes, which begin at `origin` in the buffer. */
  end(
    bytes: Uint8Array,
    origin: number,
    lineFeeds: number,
    kind: FieldKind | undefined,
    isHeader = false,
  ): Block<RecordLayout> {
    const { kernel } = this;
    const { contents, verdicts, fileCells } = kernel;
    return {
      bytes,
      lineFeeds,
      geometry: this.count > 0 ? kind?.geometry : undefined,
      ...(this.#own.length > 0 && { own: this.#own }),
      count: this.count,
      cells: kernel.cells,
      ...(this.#allowed && kind?.style === 'pencilmarks' && { allowed: this.#allowed }),
      starts: kernel.starts,
      lines: kernel.lines,
      broken: this.#broken,
      alphabet: kind?.symbolTable?.alphabet,
      isHeader,
      layout: { slots: this.slots, kind, kernel, origin },
      results: kernel.results,
      ...(this.#hasSolutions && {
        fileSolutions: {
          contents,
          cells: fileCells,
          verdicts,
          compare: (result: BatchResult, count: number, cells: number) =>
            kernel.setResults(count, cells, result),
        },
      }),
    };
  }
}

/** Clears the slots of a record. */
export function clearSlots(slots: Uint32Array, slot: number): void {
  // a loop is faster than fill() for so few
  for (let i = slot; i < slot + SLOTS_OF_RECORD; i++) slots[i] = 0;
}

/** Marks a record that is preserved as it is. */
export function leaveUntouched(slots: Uint32Array, slot: number): void {
  slots[slot + UNTOUCHED] = 1;
}

/** The status and count that a record has as fields or members. @param index of the record, broken ones counted */
export function earlierResult(
  { bytes, layout: { slots } }: Block<RecordLayout>,
  index: number,
): EarlierResult {
  const slot = index * SLOTS_OF_RECORD;
  const [from, to] = [slots[slot + STATUS_START]!, slots[slot + STATUS_END]!];
  const [start, end] = [slots[slot + COUNT_START]!, slots[slot + COUNT_END]!];
  // the fields of a record that the file ends within have no ends
  const isWhole = (a: number, b: number) => a <= b && b <= bytes.length;
  if (!isWhole(from, to) || !isWhole(start, end)) return { status: undefined, count: undefined };
  const status = latin1(bytes, from, to).trim();
  const isAtLimit =
    latin1(bytes, end, Math.min(end + AT_LIMIT_MEMBER.length, bytes.length)) === AT_LIMIT_MEMBER;
  return {
    status: isStatusText(status) ? status : undefined,
    count: end === 0 ? undefined : `${latin1(bytes, start, end).trim()}${isAtLimit ? '+' : ''}`,
  };
}
