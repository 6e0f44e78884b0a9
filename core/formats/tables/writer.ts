// Writes results as a table, for files of any format. Text that is not part of a record is omitted.

import {
  ID_BYTES,
  MAX_TEMPLATE,
  PART_COUNT,
  PART_END,
  PART_GUESSES,
  PART_ID,
  PART_NUMBER,
  PART_PUZZLE,
  PART_SOLUTION,
  QUOTE,
  ROWS_AT_A_TIME,
  UNSOLVED,
} from '../../kernel/constants.ts';
import { KernelPool, kernelFactory } from '../../kernel/kernel.ts';
import { MAX_COUNT } from '../../options/options.ts';
import type { BatchResult } from '../../solver/engine/engine.ts';
import { type Geometry, sideOf } from '../../solver/model/geometry.ts';
import { MARKERS, Status } from '../../solver/model/status.ts';
import { puzzleInLink } from '../links/link.ts';
import { gridIn, IN_LINK } from '../records/recognise.ts';
import { mayBeCells } from '../shared/alphabet.ts';
import { type Block, type BrokenRecord, puzzleRuns, recordsOf, textOf } from '../shared/block.ts';
import { isDigit } from '../shared/bytes.ts';
import type { IdOf, Listing, Writer } from '../shared/format.ts';
import { GridText } from '../shared/grid-text.ts';
import { Sink } from '../shared/sink.ts';
import type { TextReader } from '../shared/text-record.ts';
import { code, type Exports } from './kernel.generated.ts';
import type { Columns, RowFormat, TableRow } from './rows.ts';

const instantiate = kernelFactory<Exports>(code);

/** What differs between rows of the same status: texts that stand for it in a sample, by their PART_ codes. */
const SAMPLES: readonly (readonly [part: number, text: string])[] = [
  [PART_PUZZLE, '\x01'],
  [PART_SOLUTION, '\x02'],
  [PART_NUMBER, '1000000001'],
  [PART_COUNT, '1000000002'],
  [PART_GUESSES, '1000000003'],
  [PART_ID, '\x03'],
];
/** An id in a sample. */
const ID = '1000000004';
const ANY_SAMPLE = new RegExp(`(${SAMPLES.map(([, text]) => text).join('|')})`);
const sampleOf = (part: number) => SAMPLES.find(([code]) => code === part)![1];

/**
 * The templates of a table's rows, as the kernel has them: for each status, without and with a count beyond the limit. Learnt
 * from rows that the format writes.
 */
function rowTemplates(format: RowFormat, columns: Columns): Uint8Array {
  const templates = new Uint8Array(2 * (UNSOLVED + 1) * MAX_TEMPLATE);
  for (let status = 0; status <= UNSOLVED; status++) {
    for (const atLimit of [false, true]) {
      const template = templateOf(format, columns, status, atLimit);
      templates.set(template, (2 * status + (atLimit ? 1 : 0)) * MAX_TEMPLATE);
    }
  }
  return templates;
}

function templateOf(format: RowFormat, columns: Columns, status: number, atLimit: boolean): Uint8Array {
  const sink = new Sink();
  const sample = {
    id: columns.identified ? ID : undefined,
    number: columns.numbered ? Number(sampleOf(PART_NUMBER)) : undefined,
    puzzle: Buffer.from(sampleOf(PART_PUZZLE)),
    raw: '',
    solution: status === 0 ? Buffer.from(sampleOf(PART_SOLUTION)) : undefined,
    status,
    count: columns.listed ? undefined : Number(sampleOf(PART_COUNT)),
    atLimit,
    guesses: columns.listed ? undefined : Number(sampleOf(PART_GUESSES)),
    facts: {},
    shape: undefined,
  };
  format.row(sink, sample, columns);
  const sampled = Buffer.from(sink.take()).toString();
  // rows without an id can lack more than its text
  const text = columns.identified ? sampled.replace(format.id(ID), sampleOf(PART_ID)) : sampled;
  const pieces = text.split(ANY_SAMPLE);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < pieces.length; i += 2) {
    const bytes = Buffer.from(pieces[i]!);
    const part = SAMPLES.find(([, sample]) => sample === pieces[i + 1])?.[0] ?? PART_END;
    parts.push(Uint8Array.of(part, bytes.length), bytes);
  }
  const template = Buffer.concat(parts);
  if (template.length > MAX_TEMPLATE)
    throw new RangeError(`expected a row of at most ${MAX_TEMPLATE} bytes, got ${template.length}`);
  return template;
}

/** Writes rows of puzzles whose values are digits, some hundred at a time. */
class RowKernel {
  /** Values of the puzzles and solutions, and the results of up to {@link ROWS_AT_A_TIME} rows. */
  readonly cells: Uint8Array;
  readonly solutions: Uint8Array;
  readonly statuses: Uint8Array;
  readonly counts: Uint32Array;
  readonly guesses: Uint32Array;
  /** The ids of the rows one after another, and where each ends. */
  readonly ids: Buffer;
  readonly idEnds: Uint32Array;
  /** See assembly/rows.ts; {@link output} has the rows. */
  readonly write: Exports['writeRows'];
  readonly #output: Uint8Array;
  readonly #templateArea: Uint8Array;
  #templates: Uint8Array | undefined;

  constructor() {
    const exports = instantiate();
    const { TEMPLATES, CELLS, SOLUTIONS, COUNTS, GUESSES, STATUSES, ID_ENDS, IDS, OUTPUT, memory } = exports;
    const { buffer } = memory;
    this.cells = new Uint8Array(buffer, CELLS.value, SOLUTIONS.value - CELLS.value);
    this.solutions = new Uint8Array(buffer, SOLUTIONS.value, COUNTS.value - SOLUTIONS.value);
    this.counts = new Uint32Array(buffer, COUNTS.value, ROWS_AT_A_TIME);
    this.guesses = new Uint32Array(buffer, GUESSES.value, ROWS_AT_A_TIME);
    this.statuses = new Uint8Array(buffer, STATUSES.value, ROWS_AT_A_TIME);
    this.idEnds = new Uint32Array(buffer, ID_ENDS.value, ROWS_AT_A_TIME);
    this.ids = Buffer.from(buffer, IDS.value, ID_BYTES);
    this.#templateArea = new Uint8Array(buffer, TEMPLATES.value, CELLS.value - TEMPLATES.value);
    this.#output = new Uint8Array(buffer, OUTPUT.value);
    this.write = exports.writeRows;
  }

  /** Sets the templates of the rows that follow. */
  set templates(templates: Uint8Array) {
    if (this.#templates !== templates) this.#templateArea.set(templates);
    this.#templates = templates;
  }

  /** The first bytes of the rows written last, valid until the next call. */
  output(length: number): Uint8Array {
    return this.#output.subarray(0, length);
  }
}

/** Lends a kernel to each table that is being written. */
export const rowKernels = new KernelPool(() => new RowKernel());

/** Characters of a broken record that its row contains, and bytes that one of them takes at most in quotes. */
const SHOWN = 2000;
const MOST_QUOTED = 8;
/** Rows from which on they are written in the kernel, which takes time to compile. */
const MIN_KERNEL_ROWS = 100;
/** Numbers that the kernel cannot write. */
const TOO_LARGE = 2 ** 32;

export interface TableOptions extends Columns {
  /** Solutions after which a count or list stops; Infinity for neither. */
  readonly limit: number;
}

/** What a table finds out about the records of a file. */
export interface RecordTexts {
  readonly idOf?: IdOf | undefined;
  /** See {@link Format.unquoted}. */
  readonly unquoted?: ((text: string) => string) | undefined;
  /** Finds the puzzle in a text. */
  readonly readText?: TextReader | undefined;
}

export class TableWriter implements Writer {
  readonly #format: RowFormat;
  readonly #options: TableOptions;
  readonly #idOf: IdOf | undefined;
  readonly #texts: RecordTexts;
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
  constructor(format: RowFormat, options: TableOptions, texts: RecordTexts = {}, records = 0) {
    this.#number = records;
    this.#format = format;
    this.#options = options;
    this.#idOf = texts.idOf;
    this.#texts = texts;
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
    const { bytes } = block;
    const [lead, tail] = this.#format.id(ID).split(ID) as [string, string];
    let length = 0;
    for (let p = first; p < end; p++) {
      let at = this.#idOf.wholeAt?.(block, p) ?? -1;
      if (at >= 0 && length + 3 * SHORT < ids.length) {
        length = writeText(ids, length, lead);
        do ids[length++] = bytes[at++]!;
        while (isDigit(bytes[at]!));
        length = writeText(ids, length, tail);
        idEnds[p - first] = length;
        continue;
      }
      const id = this.#format.id(this.#idOf(block, p));
      // a character is at most three bytes
      if (length + 3 * id.length > ids.length) return p;
      length = writeText(ids, length, id);
      idEnds[p - first] = length;
    }
    return end;
  }

  /** The geometry of a puzzle if it has rules. */
  #shapeAt({ geometry, own }: Block, p: number): Geometry | undefined {
    const shape = own?.[p] ?? geometry;
    return own || shape?.variant !== 'classic' || shape.regions ? shape : undefined;
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
    if (record.continued) return;
    const row = this.#row;
    row.id = this.#idOf?.(block, record);
    row.raw = record.marker ?? this.#rawText(block, record);
    row.solution = row.shape = undefined;
    for (const name of this.#options.facts) row.facts[name] = undefined;
    row.status = record.marker ? MARKERS.indexOf(record.marker) : Status.invalid;
    row.atLimit = false;
    row.count = this.#options.listed ? undefined : 0;
    row.guesses = row.count;
    this.#add(undefined);
  }

  /**
   * What the row of a broken record shows in place of a puzzle: its text, unless that is none, or is a puzzle or another marker
   * where it stands by itself.
   */
  #rawText(block: Block, { start, end }: BrokenRecord): string {
    const { unquoted, readText } = this.#texts;
    const quoted = textOf(block, start, Math.min(end, start + MOST_QUOTED * SHOWN));
    const whole = (unquoted && block.bytes[start - 1] === QUOTE ? unquoted(quoted) : quoted).trim();
    const text = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
    const isOther = MARKERS.some((marker) => marker === text) || isPuzzleText(text, readText);
    return isOther ? MARKERS[Status.invalid]! : text;
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

/** Writes a text that is nearly always short and ASCII, for which a call of Buffer costs more. @returns the end of it */
function writeText(to: Buffer, start: number, text: string): number {
  if (text.length > SHORT) return start + to.write(text, start);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x80) return start + to.write(text, start);
    to[start + i] = code;
  }
  return start + text.length;
}

const SHORT = 24;

/** Whether a text in the field of a table is read as a puzzle. */
function isPuzzleText(text: string, readText: TextReader | undefined): boolean {
  const grid = gridIn(text, undefined, readText);
  if (grid) return grid !== IN_LINK || typeof puzzleInLink(text) !== 'string';
  // a grid of any other size is one if it has regions
  const size = sideOf(text.length);
  return size !== undefined && mayBeCells(text, size);
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
