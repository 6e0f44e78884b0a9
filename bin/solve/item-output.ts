import type { PartWriter } from './part-writer.ts';

/**
 * Output of one work item. Solutions that were written over their puzzles stay in the item's own memory, as long as nothing
 * else comes; from then on all is collected in parts.
 */
export class ItemOutput {
  /** Bytes at the front of the item's memory that are output. */
  inPlace = 0;
  readonly #buffer: ArrayBuffer;
  readonly #writer: PartWriter;
  #isInPlace = true;

  constructor(buffer: ArrayBuffer, writer: PartWriter) {
    this.#buffer = buffer;
    this.#writer = writer;
  }

  /** Resolves when the piece may be changed again; may wait for whoever takes the parts. */
  async write(piece: Uint8Array): Promise<void> {
    this.#isInPlace &&= piece.buffer === this.#buffer && piece.byteOffset === this.inPlace;
    if (this.#isInPlace) {
      this.inPlace += piece.length;
      return;
    }
    const { byteLength } = this.#buffer;
    if (this.inPlace > 0) await this.#writer.write(new Uint8Array(this.#buffer, 0, this.inPlace), byteLength);
    this.inPlace = 0;
    await this.#writer.write(piece, byteLength);
  }
}
