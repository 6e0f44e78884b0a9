import type { ChainKernel } from './kernel.ts';

/** The candidates of the board in the kernel, numbered by cell and digit. How they are linked is the kernel's to know (assembly/links.ts). */
export class Links {
  /** number of candidates */
  size = 0;
  readonly cell: Uint8Array;
  readonly digit: Uint8Array;
  /** number of a candidate at cell * 9 + digit; only where the board has it */
  readonly number: Int16Array;
  readonly #kernel: ChainKernel;

  constructor(kernel: ChainKernel) {
    this.cell = kernel.cell;
    this.digit = kernel.digit;
    this.number = kernel.number;
    this.#kernel = kernel;
  }

  /** Numbers and links what the board has now. */
  build(): void {
    this.size = this.#kernel.link();
  }
}
