// What `sudoku convert` writes: lines, tables, and a NumPy array.

import { encoder } from '../../core/files/compression.ts';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { alphabetOf } from '../../core/formats/shared/alphabet.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { csvRow } from '../rows/row-files.ts';
import { openOutput } from '../solve/output.ts';
import { ArrayFile } from './array-file.ts';

/** Formats that can be written. */
export const TARGETS = ['lines', 'csv', 'jsonl', 'npy'] as const;
export type TargetFormat = (typeof TARGETS)[number];

/** A puzzle, with what its record has besides. Valid until the next one. */
export interface ConvertedRecord {
  /** 1-based, in the file that is read */
  readonly line: number;
  readonly geometry: Geometry;
  /** size * size values, 0 for empty */
  readonly cells: Uint8Array;
  /** The full grid beside the puzzle. */
  readonly solution: Uint8Array | undefined;
  /** Other columns or members by name. */
  readonly others: ReadonlyMap<string, string>;
}

/** Takes puzzles one after another. */
export interface Target {
  /** @throws RejectedFile if the target cannot hold the record */
  write(record: ConvertedRecord): Promise<void>;
  /** Publishes what has been written. @throws RejectedFile if it is incomplete; FailureError */
  commit(): Promise<void>;
  /** Removes what has been written; does nothing after commit. */
  discard(): void;
}

const EXTENSIONS: readonly (readonly [RegExp, TargetFormat])[] = [
  [/\.(txt|sdm|lines)$/i, 'lines'],
  [/\.csv$/i, 'csv'],
  [/\.(jsonl|ndjson)$/i, 'jsonl'],
  [/\.npy$/i, 'npy'],
];

const COMPRESSIONS = [
  [/\.(gz|gzip)$/i, 'gzip'],
  [/\.(zst|zstd)$/i, 'zstd'],
] as const;

/** The format that a file's name stands for; undefined if it stands for none. */
export function targetFormat(path: string): TargetFormat | undefined {
  const plain = COMPRESSIONS.reduce((name, [ending]) => name.replace(ending, ''), path);
  return EXTENSIONS.find(([ending]) => ending.test(plain))?.[1];
}

const compressionOf = (path: string) => COMPRESSIONS.find(([ending]) => ending.test(path))?.[1] ?? 'none';

/** @throws UsageError or FailureError if it cannot be written */
export async function openTarget(format: TargetFormat, path: string): Promise<Target> {
  if (format === 'npy') return new ArrayTarget(path, await ArrayFile.open(path, '|u1'));
  const output = await openOutput(path);
  const codec = encoder(compressionOf(path));
  const rows = format === 'lines' ? new Lines() : format === 'csv' ? new CsvRows() : new JsonRows();
  let text = '';
  const flush = async () => {
    for await (const piece of codec.push(Buffer.from(text))) await output.write(piece);
    text = '';
  };
  return {
    async write(record) {
      text += rows.row(record);
      if (text.length > FLUSHED) await flush();
    },
    async commit() {
      await flush();
      for await (const piece of codec.end()) await output.write(piece);
      codec.close();
      await output.commit();
    },
    discard: () => output.discard(),
  };
}

/** Characters that are written at a time. */
const FLUSHED = 64 * 1024;

/** Symbols of a grid's values: digits, then letters from A. */
function gridText({ size }: Geometry, cells: Uint8Array): string {
  const { symbols } = (alphabetOf('ones', size) ?? alphabetOf('zeros', size))!;
  let text = '';
  for (const value of cells) text += value === 0 ? '.' : symbols[value - 1];
  return text;
}

class Lines {
  row({ geometry, cells }: ConvertedRecord): string {
    return `${gridText(geometry, cells)}\n`;
  }
}

/** A table whose columns are those of the first record. */
class CsvRows {
  #names: readonly string[] | undefined;
  #hasSolutions = false;

  row({ geometry, cells, solution, others }: ConvertedRecord): string {
    let header = '';
    if (!this.#names) {
      this.#names = [...others.keys()];
      this.#hasSolutions = solution !== undefined;
      header = csvRow(['puzzle', ...(this.#hasSolutions ? ['solution'] : []), ...this.#names]);
    }
    const answer = solution ? gridText(geometry, solution) : '';
    const rest = this.#names.map((name) => others.get(name) ?? '');
    return header + csvRow([gridText(geometry, cells), ...(this.#hasSolutions ? [answer] : []), ...rest]);
  }
}

class JsonRows {
  row({ geometry, cells, solution, others }: ConvertedRecord): string {
    const answer = solution && { solution: gridText(geometry, solution) };
    return `${JSON.stringify({ puzzle: gridText(geometry, cells), ...answer, ...members(others) })}\n`;
  }
}

/** Fields as members: numbers where that preserves every digit, else texts. */
function members(fields: ReadonlyMap<string, string>): Record<string, string | number> {
  const of = (text: string) =>
    String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : text;
  return Object.fromEntries(Array.from(fields, ([name, text]) => [name, of(text)]));
}

/** An array of N x 81 bytes, 0 for empty. */
class ArrayTarget implements Target {
  readonly #path: string;
  readonly #file: ArrayFile;
  #size = 0;

  constructor(path: string, file: ArrayFile) {
    this.#path = path;
    this.#file = file;
  }

  async write({ geometry, cells, line }: ConvertedRecord): Promise<void> {
    refuseOtherSize(this.#size || geometry.size, geometry, line);
    this.#size = geometry.size;
    await this.#file.add(cells);
  }

  async commit(): Promise<void> {
    if (this.#size === 0) throw new RejectedFile(`expected puzzles for ${this.#path}, got none`);
    await this.#file.commit(this.#size ** 2);
  }

  discard(): void {
    this.#file.discard();
  }
}

/** @throws RejectedFile if a grid has another size than those before it in an array */
export function refuseOtherSize(size: number, { size: got }: Geometry, line: number): void {
  if (got !== size) {
    throw new RejectedFile(
      `expected grids of one size in an array, got ${got}x${got} after ${size}x${size}`,
      line,
    );
  }
}
