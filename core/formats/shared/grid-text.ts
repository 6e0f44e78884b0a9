// Grids as text: one symbol a cell, `.` for an empty one, or a place for each digit of each cell.

import type { Geometry } from '../../solver/model/geometry.ts';
import { DIGITS, defaultAlphabet } from './alphabet.ts';
import { viewOf, writeCells } from './cells.ts';
import { writePencilmarks } from './pencilmarks.ts';

/** Writes grids of one size. A text is valid until the next one of its kind. */
export class GridText {
  /** Whether each symbol is a digit, the value itself. */
  readonly areDigits: boolean;
  readonly #symbols: Uint8Array;
  readonly #text: Uint8Array;
  readonly #view: DataView;
  #pencilmarks: Uint8Array | undefined;
  /** The last grids, and a view of them: most follow each other. */
  #values: Uint8Array = new Uint8Array(0);
  #valuesView = viewOf(this.#values);

  constructor({ size, cells }: Pick<Geometry, 'size' | 'cells'>, { symbols } = defaultAlphabet(size)) {
    this.areDigits = DIGITS.startsWith(symbols);
    this.#symbols = Buffer.from(`.${symbols}`);
    this.#text = new Uint8Array(cells);
    this.#view = viewOf(this.#text);
  }

  /** @param from offset of the grid in `values` */
  cells(values: Uint8Array, from = 0): Uint8Array {
    const [text, symbols] = [this.#text, this.#symbols];
    if (this.areDigits) {
      if (values !== this.#values) [this.#values, this.#valuesView] = [values, viewOf(values)];
      writeCells(this.#valuesView, from, text.length, this.#view, 0);
    } else for (let i = 0; i < text.length; i++) text[i] = symbols[values[from + i]!]!;
    return text;
  }

  /** @param first number of the grid's first cell in `allowed` */
  pencilmarks(allowed: Uint32Array, first: number): Uint8Array {
    this.#pencilmarks ??= new Uint8Array(this.#text.length * (this.#symbols.length - 1));
    writePencilmarks(allowed, first, this.#symbols, this.#pencilmarks);
    return this.#pencilmarks;
  }
}
