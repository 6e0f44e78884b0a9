// A NumPy array that grows: its header, which says how long it is, is written last.
import { read } from 'node:fs';
import { promisify } from 'node:util';
import { writeHeader } from '../../core/formats/npy/header.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { statOf } from '../cli/paths.ts';
import { type Output, openOutput } from '../files/output.ts';

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
