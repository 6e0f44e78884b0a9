import { blockReader, decompress } from '../../core/files/index.ts';
import { formatOf } from '../../core/formats/formats.ts';
import { type Block, type BrokenRecord, FieldContent, recordsOf } from '../../core/formats/shared/block.ts';
import type { Format } from '../../core/formats/shared/format.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import type { PlannedFile } from '../solve/solve-file.ts';

/** A grid with or without empty cells, valid until the next record is asked for. */
export interface Grid {
  /** 1-based */
  readonly line: number;
  readonly geometry: Geometry;
  /** size * size values, 0 for empty */
  readonly cells: Uint8Array;
  /** Of a solution that stands beside its puzzle: that. */
  readonly puzzle?: Uint8Array;
  /** What the column or member `status` says, if it is a status of ours. */
  readonly status?: string | undefined;
  /** What the column or member `count` says. */
  readonly count?: string | undefined;
}

/** A record that is no grid: a marker of a result, or something broken. Empty where no grid stands beside the puzzle. */
export interface Text {
  /** 1-based */
  readonly line: number;
  readonly text: string;
  readonly puzzle?: Uint8Array;
  readonly status?: string | undefined;
  readonly count?: string | undefined;
}

export type FileRecord = Grid | Text;

/** A stretch of a file with its records. */
export interface Stretch {
  readonly block: Block;
  /** In its order, with the number of the puzzle in the block, or the broken record that each is. */
  readonly records: Iterable<readonly [record: number | BrokenRecord, FileRecord]>;
}

const READ_BYTES = 256 * 1024;

/** Stretches of a file. @throws RejectedFile if it is damaged or not of its format */
export async function* stretches(file: PlannedFile, areAnswers: boolean): AsyncGenerator<Stretch> {
  const format = formatOf(file.plan);
  let lines = 0;
  for await (const block of blocksOf(file)) {
    yield { block, records: recordsIn(format, block, lines, areAnswers) };
    lines += block.lineFeeds;
  }
}

/** Steps through the records of a file. */
export class Records {
  readonly #stretches: AsyncIterator<Stretch, void>;
  readonly #met: (block: Block) => void;
  #records: Iterator<readonly [unknown, FileRecord]> | undefined;
  /** A record that has been looked at, but not taken. */
  #waiting: FileRecord | undefined;

  /**
   * @param areAnswers whether a record stands for its solution where it has room for puzzle and solution
   * @param met told of each block before its first record
   */
  constructor(file: PlannedFile, areAnswers: boolean, met: (block: Block) => void = () => {}) {
    this.#stretches = stretches(file, areAnswers);
    this.#met = met;
  }

  /** The next record, or undefined at the end. @throws RejectedFile if the file is damaged or not of its format */
  async next(): Promise<FileRecord | undefined> {
    for (;;) {
      const record = this.nextInBlock();
      if (record) return record;
      if (!(await this.#readBlock())) return undefined;
    }
  }

  /** Reads a block, unless a record is there to be taken first. @returns whether one was read */
  async readOn(): Promise<boolean> {
    this.#waiting ??= this.nextInBlock();
    return this.#waiting === undefined && this.#readBlock();
  }

  async #readBlock(): Promise<boolean> {
    const step = await this.#stretches.next();
    if (step.done) return false;
    this.#met(step.value.block);
    this.#records = step.value.records[Symbol.iterator]();
    return true;
  }

  /** The next record if it has been read already; saves most records the wait for a promise. */
  nextInBlock(): FileRecord | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) return waiting;
    const step = this.#records?.next();
    return !step || step.done ? undefined : step.value[1];
  }
}

function* recordsIn(
  format: Format,
  block: Block,
  linesBefore: number,
  areAnswers: boolean,
): Generator<readonly [number | BrokenRecord, FileRecord]> {
  let index = 0;
  for (const record of recordsOf(block)) {
    const said = (areAnswers && format.earlierResult?.(block, index)) || {};
    index++;
    if (typeof record === 'number') yield [record, gridOf(block, record, linesBefore, areAnswers, said)];
    else if (!record.continued) {
      const { start, end, line } = record;
      const text = Buffer.from(block.bytes.subarray(start, end)).toString().trim();
      yield [record, { line: linesBefore + line + 1, text, ...said }];
    }
  }
}

function gridOf(
  { geometry, cells, lines, fileSolutions }: Block,
  p: number,
  linesBefore: number,
  areAnswers: boolean,
  said: Pick<Grid, 'status' | 'count'>,
): FileRecord {
  const [from, to] = [p * geometry!.cells, (p + 1) * geometry!.cells];
  const line = linesBefore + lines[p]! + 1;
  const puzzle = cells.subarray(from, to);
  if (!areAnswers || !fileSolutions) return { line, geometry: geometry!, cells: puzzle, ...said };
  if (fileSolutions.contents[p] === FieldContent.grid)
    return { line, geometry: geometry!, cells: fileSolutions.cells.subarray(from, to), puzzle, ...said };
  // a full grid by itself is a solution
  if (!puzzle.includes(0)) return { line, geometry: geometry!, cells: puzzle, ...said };
  return { line, text: '', puzzle, ...said };
}

async function* blocksOf(file: PlannedFile): AsyncGenerator<Block, void, undefined> {
  const reader = blockReader(file.plan, true);
  for await (const bytes of decompress(file.plan.compression, bytesOf(file))) yield* reader.push(bytes);
  yield* reader.end();
}

async function* bytesOf({ head, input }: PlannedFile): AsyncGenerator<Uint8Array> {
  yield head;
  const bytes = new Uint8Array(READ_BYTES);
  for (;;) {
    const count = await input.read(bytes);
    if (count === 0) return;
    yield bytes.subarray(0, count);
  }
}
