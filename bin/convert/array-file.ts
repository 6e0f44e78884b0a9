// NumPy arrays that grow: the header of an array, which says how long it is, is written last. In an archive, an array of
// puzzles stands beside one of their solutions.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { ZipWriter } from '../../core/files/zip/writer.ts';
import { writeHeader } from '../../core/formats/npy/header.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { statOf } from '../cli/paths.ts';
import { type Output, openOutput } from '../files/output.ts';
import { type HeldRecords, heldCells, refuseOtherSize, solutionOf, type Target } from './target.ts';
import { ARCHIVE_TIME } from './text-target.ts';

const readAt = promisify(read);

/** Bytes that are read back at once. */
const BUFFER_BYTES = 1024 * 1024;

export class ArrayFile {
  readonly #output: Output;
  readonly #type: string;
  #itemBytes = 0;

  private constructor(output: Output, type: string) {
    this.#output = output;
    this.#type = type;
  }

  /** @param type of its items, as NumPy writes it @throws UsageError if it cannot be written */
  static async open(path: string, type: string): Promise<ArrayFile> {
    const before = statOf(path);
    if (before !== undefined && !before.isFile()) {
      throw new UsageError(`${path}: expected a file, as the header of an array is written last`);
    }
    const output = await openOutput(path);
    // those of one and of two dimensions are equally long
    await output.write(writeHeader(type, [0, 0]));
    return new ArrayFile(output, type);
  }

  /** Appends items. */
  async add(bytes: Uint8Array): Promise<void> {
    this.#itemBytes += bytes.length;
    await this.#output.write(bytes);
  }

  /** Publishes the array. @param columns items of a row; 0 for an array of one dimension */
  async commit(columns: number): Promise<void> {
    await this.#output.writeHead!(this.#header(columns));
    await this.#output.commit();
  }

  /** The whole file, for another one that contains it. Each piece is valid until the next. */
  async *content(columns: number): AsyncGenerator<Uint8Array> {
    const header = this.#header(columns);
    await this.#output.writeHead!(header);
    const loan = await this.#output.lend!();
    const buffer = new Uint8Array(BUFFER_BYTES);
    try {
      for (let at = 0; at < header.length + this.#itemBytes; ) {
        const { bytesRead } = await readAt(loan.fd, buffer, 0, BUFFER_BYTES, at);
        if (bytesRead === 0) throw new FailureError(`${loan.path}: has become shorter while it was read`);
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      loan.release();
    }
  }

  discard(): void {
    this.#output.discard();
  }

  #header(columns: number): Uint8Array {
    const items = this.#itemBytes / Number(this.#type.slice(2));
    return writeHeader(this.#type, columns > 0 ? [items / columns, columns] : [items]);
  }
}

interface Archive {
  readonly output: Output;
  readonly solutions: ArrayFile;
}

/**
 * An array of N x 81 bytes, 0 for empty; in an archive, also one of solutions, with zeros for a puzzle without one. Those in an
 * archive become files of their own first.
 */
export class ArrayTarget implements Target {
  readonly #path: string;
  readonly #puzzles: ArrayFile;
  /** Set for an archive. */
  readonly #archive: Archive | undefined;
  #hasSolutions = false;
  #size = 0;

  private constructor(path: string, puzzles: ArrayFile, archive: Archive | undefined) {
    this.#path = path;
    this.#puzzles = puzzles;
    this.#archive = archive;
  }

  /** @throws UsageError or FailureError if it cannot be written */
  static async open(path: string, isArchive: boolean): Promise<ArrayTarget> {
    const puzzles = await ArrayFile.open(path, '|u1');
    const archive = isArchive
      ? { solutions: await ArrayFile.open(path, '|u1'), output: await openOutput(path) }
      : undefined;
    return new ArrayTarget(path, puzzles, archive);
  }

  async write(held: HeldRecords): Promise<void> {
    refuseOtherSize(this.#size, held);
    const { geometry, records } = held;
    this.#size = geometry.size;
    await this.#puzzles.add(heldCells(held));
    if (!this.#archive) return;
    const solutions = new Uint8Array(records.length * geometry.cells);
    for (const [i, record] of records.entries()) {
      const solution = solutionOf(held, record);
      if (!solution) continue;
      solutions.set(solution, i * geometry.cells);
      this.#hasSolutions = true;
    }
    await this.#archive.solutions.add(solutions);
  }

  async commit(): Promise<void> {
    if (this.#size === 0) throw new RejectedFile(`expected puzzles for ${this.#path}, got none`);
    const columns = this.#size ** 2;
    if (!this.#archive) return this.#puzzles.commit(columns);
    const { output, solutions } = this.#archive;
    const zip = new ZipWriter();
    const write = async (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) await output.write(piece);
    };
    const arrays = { puzzles: this.#puzzles, ...(this.#hasSolutions && { solutions }) };
    try {
      for (const [name, array] of Object.entries(arrays)) {
        await write(zip.begin({ name: `${name}.npy`, time: ARCHIVE_TIME }, true));
        for await (const piece of array.content(columns)) await write(zip.push(piece));
        await write(zip.end());
      }
      await write(zip.finish());
    } finally {
      zip.close();
    }
    await output.commit();
    this.discard();
  }

  discard(): void {
    for (const each of [this.#archive?.output, this.#puzzles, this.#archive?.solutions]) each?.discard();
  }
}
