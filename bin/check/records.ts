import { decompress, readerOf } from '../../core/files/index.ts';
import { type Block, type BrokenRecord, recordsOf } from '../../core/formats/shared/block.ts';
import { FieldContent } from '../../core/formats/shared/file-solutions.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import type { PlannedFile } from '../solve/solve-file.ts';

/** A grid with or without empty cells, valid until the next record is asked for. */
export interface Grid {
  /** 1-based */
  readonly line: number;
  readonly geometry: Geometry;
  /** size * size values, 0 for empty */
  readonly cells: Uint8Array;
}

/** A record that is no grid: a marker of a result, or something broken. Empty where no grid stands beside the puzzle. */
export interface Text {
  /** 1-based */
  readonly line: number;
  readonly text: string;
}

export type FileRecord = Grid | Text;

const READ_BYTES = 256 * 1024;

/** Steps through the records of a file. */
export class Records {
  readonly #blocks: AsyncIterator<Block, void>;
  #block: Block | undefined;
  #records: Iterator<number | BrokenRecord> | undefined;
  #lines = 0;

  readonly #areAnswers: boolean;

  /** @param areAnswers whether a record stands for its solution where it has room for puzzle and solution */
  constructor(file: PlannedFile, areAnswers: boolean) {
    this.#blocks = blocksOf(file);
    this.#areAnswers = areAnswers;
  }

  /** The next record, or undefined at the end. @throws RejectedFile if the file is damaged or not of its format */
  async next(): Promise<FileRecord | undefined> {
    for (;;) {
      const record = this.nextInBlock();
      if (record) return record;
      this.#lines += this.#block?.lineFeeds ?? 0;
      const step = await this.#blocks.next();
      if (step.done) return undefined;
      this.#block = step.value;
      this.#records = recordsOf(step.value);
    }
  }

  /** The next record if it has been read already; saves most records the wait for a promise. */
  nextInBlock(): FileRecord | undefined {
    const step = this.#records?.next();
    if (!step || step.done) return undefined;
    const { bytes } = this.#block!;
    if (typeof step.value === 'number') return this.#gridOf(this.#block!, step.value);
    const { start, end, line, continued } = step.value;
    if (continued) return this.nextInBlock();
    return { line: this.#lines + line + 1, text: Buffer.from(bytes.subarray(start, end)).toString().trim() };
  }

  #gridOf({ geometry, cells, lines, fileSolutions }: Block, p: number): FileRecord {
    const [from, to] = [p * geometry!.cells, (p + 1) * geometry!.cells];
    const grid = { line: this.#lines + lines[p]! + 1, geometry: geometry!, cells: cells.subarray(from, to) };
    if (!this.#areAnswers || !fileSolutions || !grid.cells.includes(0)) return grid;
    if (fileSolutions.contents[p] !== FieldContent.grid) return { line: grid.line, text: '' };
    return { ...grid, cells: fileSolutions.cells.subarray(from, to) };
  }
}

async function* blocksOf(file: PlannedFile): AsyncGenerator<Block, void, undefined> {
  const reader = readerOf(file.plan, true);
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
