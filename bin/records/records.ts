// The records of a file one at a time, for commands that examine what each contains: a grid, a marker, or an invalid
// record.
import { blockReader, decompress, RejectedFile, rangedState, rowContent } from '../../core/files/index.ts';
import { formatOf } from '../../core/formats/formats.ts';
import {
  type Block,
  type BrokenRecord,
  FieldContent,
  recordFront,
  recordsOf,
  textOf,
} from '../../core/formats/shared/block.ts';
import type { Format, Room } from '../../core/formats/shared/format.ts';
import { geometryAt } from '../../core/solver/engine/engine.ts';
import { allowedAt, restricts } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { warnOfDefect } from '../cli/defects.ts';
import { fileContent } from '../files/archive-files.ts';
import type { PlannedFile } from '../files/inputs.ts';
import { storedRanges } from '../files/stored-file.ts';

/** A grid with or without empty cells, valid until the next record is requested. */
export interface Grid {
  /** 1-based */
  readonly line: number;
  readonly geometry: Geometry;
  /** size * size values, 0 for empty */
  readonly cells: Uint8Array;
  /** The digits that each cell may have; undefined if there are only givens. */
  readonly allowed?: Uint32Array | undefined;
  /** the puzzle beside a solution */
  readonly puzzle?: Uint8Array;
  /** The column or member `status`, if it is one of our statuses. */
  readonly status?: string | undefined;
  /** The column or member `count`. */
  readonly count?: string | undefined;
}

/** A record that is not a grid: a marker in a result, or an invalid record. The text is empty if nothing is beside the puzzle. */
export interface Text {
  /** 1-based */
  readonly line: number;
  readonly text: string;
  /** Set on an empty grid in a format without markers, which stands for one. */
  readonly isEmptied?: true;
  /** Set on a record that is longer than records may be. */
  readonly isTooLong?: true;
  readonly puzzle?: Uint8Array;
  readonly status?: string | undefined;
  readonly count?: string | undefined;
}

export type FileRecord = Grid | Text;

/** A block of a file with its records. */
export interface RecordBlock {
  readonly block: Block;
  /** In order, each with the index of the puzzle in the block, or the invalid record. */
  readonly records: Iterable<readonly [record: number | BrokenRecord, FileRecord]>;
}

interface RecordBlockOptions {
  /** Limits for blocks and records. */
  readonly room?: Room;
  /** Whether the count in a row of a table stopped at the limit, if it has a column for that. */
  readonly isAtLimit?: ((row: Uint8Array) => boolean) | undefined;
}

/** The blocks of a file. @throws RejectedFile if it is damaged or not of its format */
export async function* recordBlocks(
  file: PlannedFile,
  areAnswers: boolean,
  { room, isAtLimit }: RecordBlockOptions = {},
): AsyncGenerator<RecordBlock> {
  const format = formatOf(file.plan);
  let lines = 0;
  for await (const block of blocksOf(file, room)) {
    for (const { isInternal, line, reason } of block.broken) {
      if (isInternal) warnOfDefect(file.input.path, lines + line + 1, reason);
    }
    yield { block, records: recordsIn(format, block, lines, areAnswers, isAtLimit) };
    lines += block.lineFeeds;
  }
}

/**
 * Refuses puzzles with fewer candidates than their givens leave, for commands that know only givens.
 * @param linesBefore lines of the file before the block
 * @throws RejectedFile
 */
export function refuseCandidates(
  { geometry, own, count, cells, allowed, lines }: Block,
  linesBefore: number,
): void {
  if (!geometry || !allowed) return;
  for (let p = 0; p < count; p++) {
    const givens = cells.subarray(p * geometry.cells, (p + 1) * geometry.cells);
    if (!restricts(geometryAt({ geometry, own }, p), givens, allowedAt(allowed, geometry, p)!)) continue;
    throw new RejectedFile(
      'expected puzzles that have only givens, as this command knows no others; got one that excludes candidates',
      linesBefore + lines[p]! + 1,
    );
  }
}

/** Steps through the records of a file. */
export class Records {
  readonly #blocks: AsyncIterator<RecordBlock, void>;
  readonly #onBlock: (block: Block) => void;
  #records: Iterator<readonly [unknown, FileRecord]> | undefined;
  /** A record that has been read ahead. */
  #ahead: FileRecord | undefined;

  /**
   * @param areAnswers whether to return the solution of a record that contains puzzle and solution
   * @param options `onBlock` is called with each block before its first record
   */
  constructor(
    file: PlannedFile,
    areAnswers: boolean,
    {
      onBlock = () => {},
      ...options
    }: RecordBlockOptions & { readonly onBlock?: (block: Block) => void } = {},
  ) {
    this.#blocks = recordBlocks(file, areAnswers, options);
    this.#onBlock = onBlock;
  }

  /** Puts back the record that was returned last. */
  unread(record: FileRecord): void {
    this.#ahead = record;
  }

  /** The next record, or undefined at the end. @throws RejectedFile if the file is damaged or not of its format */
  async next(): Promise<FileRecord | undefined> {
    for (;;) {
      const record = this.nextInBlock();
      if (record) return record;
      if (!(await this.#nextBlock())) return undefined;
    }
  }

  /** Reads a block, unless a record of the last one has not been returned yet. @returns whether one was read */
  async readBlock(): Promise<boolean> {
    this.#ahead ??= this.nextInBlock();
    return this.#ahead === undefined && this.#nextBlock();
  }

  async #nextBlock(): Promise<boolean> {
    const step = await this.#blocks.next();
    if (step.done) return false;
    this.#onBlock(step.value.block);
    this.#records = step.value.records[Symbol.iterator]();
    return true;
  }

  /** The next record of the current block, if there is one. It returns no promise, which would take longer than most records. */
  nextInBlock(): FileRecord | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead) return ahead;
    const step = this.#records?.next();
    return !step || step.done ? undefined : step.value[1];
  }
}

function* recordsIn(
  format: Format,
  block: Block,
  linesBefore: number,
  areAnswers: boolean,
  isAtLimit: RecordBlockOptions['isAtLimit'],
): Generator<readonly [number | BrokenRecord, FileRecord]> {
  let index = 0;
  for (const record of recordsOf(block)) {
    const read: Pick<Grid, 'status' | 'count'> = (areAnswers && format.earlierResult?.(block, index)) || {};
    const isMore = read.count !== undefined && isAtLimit?.(recordFront(block, record));
    const columns = isMore ? { ...read, count: `${read.count}+` } : read;
    index++;
    if (typeof record === 'number' && areAnswers && format.isBinary && isEmptied(block, record))
      yield [record, { line: linesBefore + block.lines[record]! + 1, text: '', isEmptied: true }];
    else if (typeof record === 'number')
      yield [record, gridOf(block, record, linesBefore, areAnswers, columns, format.name === 'lines')];
    else if (!record.continued) {
      const { start, end, line, marker, isTooLong } = record;
      const found = textOf(block, start, end).trim();
      // in a program, a marker takes the place of a list with its brackets, or of a text with its quotes; or it is between pipes
      const text = marker ? found.replace(/^["'[({|\s]+|(?<!["'\])}|\s])["'\])}|\s]+$/g, '') : found;
      yield [record, { line: linesBefore + line + 1, text, ...(isTooLong && { isTooLong }), ...columns }];
    }
  }
}

/** Whether a grid has no givens, as the binary formats write it for a puzzle without a solution. */
function isEmptied({ cells, geometry }: Block, p: number): boolean {
  return cells.subarray(p * geometry!.cells, (p + 1) * geometry!.cells).every((value) => value === 0);
}

function gridOf(
  block: Block,
  p: number,
  linesBefore: number,
  areAnswers: boolean,
  columns: Pick<Grid, 'status' | 'count'>,
  isSolvedInPlace: boolean,
): FileRecord {
  const { cells, allowed, lines, fileSolutions } = block;
  const geometry = geometryAt({ geometry: block.geometry!, own: block.own }, p);
  const [from, to] = [p * geometry.cells, (p + 1) * geometry.cells];
  const line = linesBefore + lines[p]! + 1;
  const puzzle = cells.subarray(from, to);
  // a result of lines has each solution in the place of its puzzle, before one that the file had
  const isInPlace = isSolvedInPlace && !puzzle.includes(0);
  if (!areAnswers || !fileSolutions || isInPlace) {
    return {
      line,
      geometry,
      cells: puzzle,
      allowed: allowedAt(allowed, geometry, p),
      ...columns,
    };
  }
  if (fileSolutions.contents[p] === FieldContent.grid)
    return { line, geometry, cells: fileSolutions.cells.subarray(from, to), puzzle, ...columns };
  // a full grid without a solution or a marker is one itself
  const isMarked = columns.status !== undefined && columns.status !== 'solved';
  if (!puzzle.includes(0) && !isMarked) return { line, geometry, cells: puzzle, ...columns };
  return { line, text: '', puzzle, ...columns };
}

async function* blocksOf(file: PlannedFile, room: Room | undefined): AsyncGenerator<Block, void, undefined> {
  const reader = blockReader(file.plan, true, room);
  for await (const bytes of contentOf(file)) yield* reader.push(bytes);
  yield* reader.end();
}

/** The content of a file. */
function contentOf(file: PlannedFile): AsyncIterable<Uint8Array> {
  const { plan, stored } = file;
  const state = rangedState(plan);
  if (!state) return decompress(plan.compression, fileContent(file));
  return rowContent(state, storedRanges(stored!), { from: 0, to: state.rows });
}
