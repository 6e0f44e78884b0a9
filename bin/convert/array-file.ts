// A NumPy array that grows: its header, which says how long it is, is written last.
import { close, read, rename, write } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { writeHeader } from '../../core/formats/npy/header.ts';
import { FailureError, UsageError } from '../cli/exit.ts';
import { statOf } from '../cli/paths.ts';
import { writable } from '../files/output.ts';
import { keepPartial, openPartial, removePartial } from '../files/output-paths.ts';

const system = {
  close: promisify(close),
  read: promisify(read),
  rename: promisify(rename),
  write: promisify(write),
};

/** Bytes that are collected before they are written. */
const BUFFER_BYTES = 1024 * 1024;

export class ArrayFile {
  readonly #path: string;
  readonly #type: string;
  readonly #partial: string;
  readonly #fd: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #filled = 0;
  #written: number;
  #isOpen = true;

  private constructor(path: string, type: string, partial: string, fd: number) {
    this.#path = path;
    this.#type = type;
    this.#partial = partial;
    this.#fd = fd;
    this.#written = writeHeader(type, [0, 0]).length;
  }

  /** @param type of its items, as NumPy writes it @throws UsageError if it cannot be written */
  static async open(path: string, type: string): Promise<ArrayFile> {
    const before = statOf(path);
    if (before !== undefined && !before.isFile()) {
      throw new UsageError(`${path}: expected a file, as the header of an array is written last`);
    }
    const opened = Promise.resolve().then(() => openPartial(dirname(path), before?.mode));
    const { path: partial, fd } = await writable(path, opened, UsageError);
    return new ArrayFile(path, type, partial, fd);
  }

  /** Appends items. */
  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      if (this.#filled === BUFFER_BYTES) await this.#flush();
      const piece = bytes.subarray(at, at + BUFFER_BYTES - this.#filled);
      this.#buffer.set(piece, this.#filled);
      this.#filled += piece.length;
      at += piece.length;
    }
  }

  /** Publishes the array. @param columns items of a row; 0 for an array of one dimension */
  async commit(columns: number): Promise<void> {
    await this.#end(columns);
    this.#isOpen = false;
    await writable(this.#path, system.close(this.#fd));
    await writable(this.#path, system.rename(this.#partial, this.#path));
    keepPartial(this.#partial);
  }

  /** The whole file, for another one that contains it. Each piece is valid until the next. */
  async *content(columns: number): AsyncGenerator<Uint8Array> {
    await this.#end(columns);
    for (let at = 0; at < this.#written; ) {
      const { bytesRead } = await system.read(this.#fd, this.#buffer, 0, BUFFER_BYTES, at);
      if (bytesRead === 0) throw new FailureError(`${this.#partial}: has become shorter while it was read`);
      yield this.#buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  discard(): void {
    removePartial(this.#partial);
    if (this.#isOpen) system.close(this.#fd).catch(() => {});
    this.#isOpen = false;
  }

  /** Writes the rest of the buffer, and the header. */
  async #end(columns: number): Promise<void> {
    await this.#flush();
    const header = writeHeader(this.#type, [0, ...(columns > 0 ? [columns] : [])]);
    const items = (this.#written - header.length) / Number(this.#type.slice(2));
    const shape = columns > 0 ? [items / columns, columns] : [items];
    await this.#write(writeHeader(this.#type, shape), 0);
  }

  async #flush(): Promise<void> {
    await this.#write(this.#buffer.subarray(0, this.#filled), this.#written);
    this.#written += this.#filled;
    this.#filled = 0;
  }

  async #write(bytes: Uint8Array, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const done = await writable(
        this.#path,
        system.write(this.#fd, bytes, at, bytes.length - at, position + at),
      );
      at += done.bytesWritten;
    }
  }
}
