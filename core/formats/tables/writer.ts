// Writes results as a table, for files of any format. Text that is not part of a record is omitted.

import { ROWS_AT_A_TIME } from '../../kernel/constants.ts';
import { MAX_COUNT } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import type { Geometry } from '../../solver/model/geometry.ts';
import { Status } from '../../solver/model/status.ts';
import { type Block, type BrokenRecord, puzzleRuns, recordsOf, textOf } from '../shared/block.ts';
import type { IdOf, Listing, OutputOptions, Writer } from '../shared/format.ts';
import { GridText } from '../shared/grid-text.ts';
import { Sink } from '../shared/sink.ts';
import { type RowKernel, rowKernels, rowTemplates } from './kernel.ts';
import type { Columns, RowFormat, TableRow } from './rows.ts';

/** Bytes of a broken record that its row contains. */
const SHOWN_BYTES = 2000;
/** Rows from which on they are written in the kernel, which takes time to compile. */
const MIN_KERNEL_ROWS = 100;
/** Numbers that the kernel cannot write. */
const TOO_LARGE = 2 ** 32;

export interface TableOptions extends Columns, Pick<OutputOptions, 'variant' | 'regions'> {
  /** Solutions after which a count or list stops; Infinity for neither. */
  readonly limit: number;
}

export class TableWriter implements Writer {
  readonly #format: RowFormat;
  readonly #options: TableOptions;
  readonly #idOf: IdOf | undefined;
  readonly #sink = new Sink();
  /** Of rows that have nothing but a puzzle and its result; undefined until the first ones. */
  #templates: Uint8Array | undefined;
  /** of the current record */
  #number: number;
  readonly #row: TableRow = {
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
    shape: undefined,
  };

  /** @param records that an earlier writer has written */
  constructor(format: RowFormat, options: TableOptions, idOf?: IdOf, records = 0) {
    this.#number = records;
    this.#format = format;
    this.#options = options;
    this.#idOf = idOf;
  }

  *begin(): Generator<Uint8Array> {
    this.#format.header(this.#sink, this.#options);
    yield this.#sink.take();
  }

  *batch(block: Block, result: BatchResult): Generator<Uint8Array> {
    const text = textOfBlock(block);
    const isPlain =
      text.arePlain && this.#options.facts.length === 0 && this.#shapeAt(block, 0) === undefined;
    for (const { first, limit, broken } of puzzleRuns(block)) {
      if (isPlain && limit - first >= MIN_KERNEL_ROWS && this.#number + block.count < TOO_LARGE) {
        yield this.#sink.take();
        yield* rowKernels.iterate((kernel) => this.#plainRows(kernel, block, result, first, limit));
      } else {
        for (let p = first; p < limit; p++) {
          this.#addPuzzle(block, result, p, text);
          if (this.#sink.isFull) yield this.#sink.take();
        }
      }
      if (broken) this.#addBroken(block, broken);
      if (this.#sink.isFull) yield this.#sink.take();
    }
    yield this.#sink.take();
  }

  /** The rows of puzzles without facts, whose values are digits. */
  *#plainRows(
    kernel: RowKernel,
    block: Block,
    result: BatchResult,
    first: number,
    limit: number,
  ): Generator<Uint8Array> {
    const { cells: values, geometry } = block;
    const { cells } = geometry!;
    const { statuses, solutions, counts, guesses } = result;
    const most = Math.min(this.#options.limit, MAX_COUNT);
    this.#templates ??= rowTemplates(this.#format, this.#options);
    kernel.templates = this.#templates;
    for (let p = first, end = p; p < limit; p = end) {
      end = this.#putIds(kernel, block, p, Math.min(p + ROWS_AT_A_TIME, limit));
      if (end === p) {
        this.#addPuzzle(block, result, p, textOfBlock(block));
        yield this.#sink.take();
        end = p + 1;
        continue;
      }
      kernel.cells.set(values.subarray(p * cells, end * cells));
      kernel.solutions.set(solutions.subarray(p * cells, end * cells));
      kernel.statuses.set(statuses.subarray(p, end));
      kernel.counts.set(counts.subarray(p, end));
      kernel.guesses.set(guesses.subarray(p, end));
      const length = kernel.write(end - p, cells, this.#number + 1, most);
      this.#number += end - p;
      yield kernel.output(length);
    }
  }

  /** @returns the end of the rows whose ids have room in the kernel: the first one, if its id is too long */
  #putIds(kernel: RowKernel, block: Block, first: number, end: number): number {
    if (!this.#idOf) return end;
    const { ids, idEnds } = kernel;
    let length = 0;
    for (let p = first; p < end; p++) {
      const id = this.#format.id(this.#idOf(block, p));
      // a character is at most three bytes
      if (length + 3 * id.length > ids.length) return p;
      length += ids.write(id, length);
      idEnds[p - first] = length;
    }
    return end;
  }

  /** The geometry of a puzzle if it has rules that the options of the file do not say. */
  #shapeAt({ geometry, own }: Block, p: number): Geometry | undefined {
    const { variant, regions } = this.#options;
    const shape = own?.[p] ?? geometry;
    const isSaid = !own && shape?.variant === variant && (!shape.regions || regions !== undefined);
    return isSaid ? undefined : shape;
  }

  #addPuzzle(block: Block, result: BatchResult, p: number, text: ReturnType<typeof textOfBlock>): void {
    const row = this.#row;
    row.shape = this.#shapeAt(block, p);
    row.id = this.#idOf?.(block, p);
    row.status = result.statuses[p]!;
    const isSolved = row.status === Status.solved;
    row.solution = isSolved ? text.solution(result.solutions, p * text.cells) : undefined;
    row.count = Math.min(result.counts[p]!, this.#options.limit);
    row.atLimit = result.counts[p]! > this.#options.limit;
    row.guesses = result.guesses[p]!;
    for (const name of this.#options.facts) row.facts[name] = result.facts?.[name]?.[p] as never;
    this.#add(text.puzzle(p));
  }

  *list(block: Block, listing: Listing): Generator<Uint8Array> {
    const row = this.#row;
    const text = textOfBlock(block);
    for (const record of recordsOf(block)) {
      if (typeof record !== 'number') {
        this.#addBroken(block, record);
        continue;
      }
      row.id = this.#idOf?.(block, record);
      row.shape = this.#shapeAt(block, record);
      const puzzle = text.puzzle(record);
      row.status = Status.solved;
      this.#number++;
      const solutions = listing(record);
      let step = solutions.next();
      for (; !step.done; step = solutions.next()) {
        for (let at = 0; at < step.value.length; at += text.cells) {
          row.solution = text.solution(step.value, at);
          this.#put(puzzle);
          if (this.#sink.isFull) yield this.#sink.take();
        }
      }
      row.status = step.value.status;
      row.solution = undefined;
      if (row.status === Status.interrupted) break;
      // a row without a solution ends an incomplete list
      row.atLimit = step.value.count > this.#options.limit;
      if (row.status !== Status.solved || row.atLimit) this.#put(puzzle);
      row.atLimit = false;
      if (this.#sink.isFull) yield this.#sink.take();
    }
    yield this.#sink.take();
  }

  #addBroken(block: Block, record: BrokenRecord): void {
    const { start, end, continued } = record;
    if (continued) return;
    const row = this.#row;
    row.id = this.#idOf?.(block, record);
    const shown = Math.min(end, start + SHOWN_BYTES);
    row.raw = textOf(block, start, shown) + (shown < end ? '…' : '');
    row.solution = row.shape = undefined;
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

/** The puzzles of a block and their solutions as text: a puzzle stays valid while its solutions are written. */
function textOfBlock({ geometry, alphabet, cells, allowed }: Block) {
  const shape = geometry ?? { size: 0, cells: 0 };
  const [puzzles, solutions] = [new GridText(shape, alphabet), new GridText(shape, alphabet)];
  const puzzle = (p: number) =>
    allowed ? puzzles.pencilmarks(allowed, p * shape.cells) : puzzles.cells(cells, p * shape.cells);
  const solution = (found: Uint8Array, from: number) => solutions.cells(found, from);
  return { cells: shape.cells, arePlain: puzzles.areDigits && !allowed, puzzle, solution };
}
