import type { ChainKernel } from './kernel.ts';

/**
 * What follows from each assumption, and from what. A node is a signed candidate: number * 2, plus 1 if true; an assumption is
 * one, too. Kept for all assumptions of one board, in tables of the kernel, which fills them.
 */
export class Outcomes {
  readonly #kernel: ChainKernel;
  #span = 0;
  /** where in the pool the causes of a node are listed, at assumption * span + node; 0 if it does not follow */
  #causesAt = new Int32Array(0);
  /** lists of causes: how many, then the nodes. Place 0 is free, place 1 has the empty list. */
  #pool = new Int16Array(0);

  constructor(kernel: ChainKernel) {
    this.#kernel = kernel;
  }

  /** Forgets all; `size` candidates from now on. */
  start(size: number): void {
    const { memory, causesTable, pool, forget } = this.#kernel;
    forget(size);
    this.#span = size * 2;
    this.#causesAt = new Int32Array(memory, causesTable.value, this.#span * this.#span);
    this.#pool = new Int16Array(memory, pool.value);
  }

  has(assumption: number, node: number): boolean {
    return this.causesOf(assumption, node) !== 0;
  }

  /** Puts a list of causes into the pool. */
  list(nodes: readonly number[]): number {
    const at: number = this.#kernel.poolEnd.value;
    this.#pool[at] = nodes.length;
    this.#pool.set(nodes, at + 1);
    this.#kernel.setPoolEnd(at + 1 + nodes.length);
    return at;
  }

  /** Adds a node that follows from the causes listed at a place to the assumption that the kernel has at hand. */
  add(node: number, causes: number): void {
    this.#kernel.addAll(node, causes);
  }

  causesOf(assumption: number, node: number): number {
    return this.#causesAt[assumption * this.#span + node]!;
  }

  listed(causes: number): Int16Array {
    return this.#pool.subarray(causes + 1, causes + 1 + this.#pool[causes]!);
  }
}
