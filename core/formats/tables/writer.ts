import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { alphabetOf, DIGITS } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, recordsOf, textOf } from '../shared/block.ts';
import { viewOf, writeCells } from '../shared/cells.ts';
import type { IdOf, Listing, Writer } from '../shared/format.ts';
import { writePencilmarks } from '../shared/pencilmarks.ts';
import { type Columns, type Row, type RowFormat, Sink } from './rows.ts';

/** Bytes of a broken record that its row contains. */
const SHOWN_BYTES = 2000;

export interface TableOptions extends Columns {
  /** Solutions after which a count or list stops; Infinity for neither. */
  readonly limit: number;
}

/** Writes results as a table, for files of any format. Text that is not part of a record is omitted. */
export class TableWriter implements Writer {
  readonly #format: RowFormat;
  readonly #options: TableOptions;
  readonly #idOf: IdOf | undefined;
  readonly #sink = new Sink();
  /** of the current record */
  #number = 0;
  readonly #row: Row = {
    id: undefined,
    number: undefined,
    puzzle: undefined,
    raw: '',
    solution: undefined,
    status: Status.solved,
    count: undefined,
    atLimit: false,
    guesses: undefined,
    facts: {},
  };

  constructor(format: RowFormat, options: TableOptions, idOf?: IdOf) {
    this.#format = format;
    this.#options = options;
    this.#idOf = idOf;
  }

  *begin(): Generator<Uint8Array> {
    this.#format.header(this.#sink, this.#options);
    yield this.#sink.take();
  }

  *batch(block: Block, result: BatchResult, lent = false): Generator<Uint8Array> {
    const row = this.#row;
    const text = new GridText(block);
    const solutions = viewOf(result.solutions);
    for (const record of recordsOf(block)) {
      row.id = this.#idOf?.(block, record);
      if (typeof record === 'number') {
        text.puzzle(record);
        row.status = result.statuses[record]!;
        const isSolved = row.status === Status.solved;
        row.solution = isSolved ? text.solution(solutions, record * text.cells) : undefined;
        row.count = Math.min(result.counts[record]!, this.#options.limit);
        row.atLimit = result.counts[record]! > this.#options.limit;
        row.guesses = result.guesses[record]!;
        for (const name of this.#options.facts) row.facts[name] = result.facts?.[name]?.[record] as never;
        this.#add(text.puzzleBytes);
      } else this.#addBroken(block, record);
      if (this.#sink.isFull) yield this.#sink.take(lent);
    }
    yield this.#sink.take(lent);
  }

  *list(block: Block, listing: Listing): Generator<Uint8Array> {
    const row = this.#row;
    const text = new GridText(block);
    for (const record of recordsOf(block)) {
      row.id = this.#idOf?.(block, record);
      if (typeof record !== 'number') {
        this.#addBroken(block, record);
        continue;
      }
      text.puzzle(record);
      row.status = Status.solved;
      this.#number++;
      const solutions = listing(record);
      let step = solutions.next();
      for (; !step.done; step = solutions.next()) {
        const found = viewOf(step.value);
        for (let at = 0; at < step.value.length; at += text.cells) {
          row.solution = text.solution(found, at);
          this.#put(text.puzzleBytes);
          if (this.#sink.isFull) yield this.#sink.take();
        }
      }
      row.status = step.value.status;
      row.solution = undefined;
      if (row.status === Status.interrupted) break;
      // a row without a solution ends an incomplete list
      row.atLimit = step.value.count > this.#options.limit;
      if (row.status !== Status.solved || row.atLimit) this.#put(text.puzzleBytes);
      row.atLimit = false;
      if (this.#sink.isFull) yield this.#sink.take();
    }
    yield this.#sink.take();
  }

  #addBroken(block: Block, { start, end, continued }: BrokenRecord): void {
    if (continued) return;
    const row = this.#row;
    const shown = Math.min(end, start + SHOWN_BYTES);
    row.raw = textOf(block, start, shown) + (shown < end ? '…' : '');
    row.solution = undefined;
    for (const name of this.#options.facts) row.facts[name] = undefined;
    row.status = Status.invalid;
    row.atLimit = false;
    row.count = this.#options.listed ? undefined : 0;
    row.guesses = row.count;
    this.#add(undefined);
  }

  #add(puzzle: Uint8Array | undefined): void {
    this.#number++;
    this.#put(puzzle);
  }

  #put(puzzle: Uint8Array | undefined): void {
    this.#row.number = this.#options.numbered ? this.#number : undefined;
    this.#row.puzzle = puzzle;
    this.#format.row(this.#sink, this.#row, this.#options);
  }
}

/** Grids of a block as text: one symbol a cell, `.` for empty cells; puzzles of candidates as a line of pencilmarks. */
class GridText {
  /** of a grid */
  readonly cells: number;
  readonly puzzleBytes: Uint8Array;
  readonly #allowed: Uint32Array | undefined;
  readonly #puzzles: DataView;
  readonly #puzzleView: DataView;
  readonly #symbols: Uint8Array;
  readonly #areDigits: boolean;
  readonly #solutionBytes: Uint8Array;
  readonly #solutionView: DataView;

  constructor({ geometry, alphabet, cells, allowed }: Block) {
    this.cells = geometry?.cells ?? 0;
    const size = geometry?.size ?? 0;
    const { symbols = '' } = alphabet ?? alphabetOf('ones', size) ?? alphabetOf('zeros', size) ?? {};
    this.#symbols = Buffer.from(`.${symbols}`);
    this.#areDigits = DIGITS.startsWith(symbols);
    this.#allowed = allowed;
    this.puzzleBytes = new Uint8Array(allowed ? this.cells * size : this.cells);
    this.#solutionBytes = new Uint8Array(this.cells);
    [this.#puzzles, this.#puzzleView] = [viewOf(cells), viewOf(this.puzzleBytes)];
    this.#solutionView = viewOf(this.#solutionBytes);
  }

  puzzle(p: number): void {
    if (this.#allowed) writePencilmarks(this.#allowed, p * this.cells, this.#symbols, this.puzzleBytes);
    else this.#encode(this.#puzzles, p * this.cells, this.puzzleBytes, this.#puzzleView);
  }

  /** @param from offset of the solution in `values` */
  solution(values: DataView, from: number): Uint8Array {
    this.#encode(values, from, this.#solutionBytes, this.#solutionView);
    return this.#solutionBytes;
  }

  #encode(values: DataView, from: number, text: Uint8Array, view: DataView): void {
    if (this.#areDigits) writeCells(values, from, text.length, view, 0);
    else for (let i = 0; i < text.length; i++) text[i] = this.#symbols[values.getUint8(from + i)]!;
  }
}
