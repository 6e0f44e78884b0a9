import { type ChainKernel, MAX_CANDIDATES } from './kernel.ts';

/**
 * What follows from each assumption, and from what. A node is a signed candidate: number * 2, plus 1 if true; an assumption is
 * one, too. Kept for all assumptions of one board, in tables of the kernel, which fills them.
 */
export class Outcomes {
  readonly #kernel: ChainKernel;
  #size = 0;
  #span = 0;
  /** where in the pool the causes of a node are listed, at assumption * span + node; 0 if it does not follow */
  #causesAt = new Int32Array(0);
  /** nodes that lead to a node, itself counted: exact, or minus a lower bound; same places */
  #counts = new Int16Array(0);
  /** lists of causes: how many, then the nodes. Place 0 is free, place 1 has the empty list. */
  #pool = new Int16Array(0);
  /** nodes in the order in which they were found: false ones from assumption * span, true ones from there + size */
  #order = new Int16Array(0);
  /** how many: false ones at the assumption * 2, true ones at that + 1 */
  readonly found: Uint16Array;
  readonly #known: Uint8Array;
  readonly #mark = new Int32Array(MAX_CANDIDATES * 2);
  #marks = 0;
  readonly #stack = new Int16Array(MAX_CANDIDATES * 2);

  constructor(kernel: ChainKernel) {
    this.#kernel = kernel;
    this.found = kernel.found;
    this.#known = kernel.known;
  }

  /** Forgets all; `size` candidates from now on. */
  start(size: number): void {
    const { memory, causesTable, countsTable, orderTable, pool, forget } = this.#kernel;
    forget(size);
    const span = size * 2;
    this.#size = size;
    this.#span = span;
    this.#causesAt = new Int32Array(memory, causesTable.value, span * span);
    this.#counts = new Int16Array(memory, countsTable.value, span * span);
    this.#order = new Int16Array(memory, orderTable.value, span * span);
    this.#pool = new Int16Array(memory, pool.value);
  }

  isKnown(assumption: number): boolean {
    return this.#known[assumption] === 1;
  }

  has(assumption: number, node: number): boolean {
    return this.#causesAt[assumption * this.#span + node] !== 0;
  }

  /** Puts a list of causes into the pool. */
  list(nodes: readonly number[]): number {
    const at: number = this.#kernel.poolEnd.value;
    this.#pool[at] = nodes.length;
    this.#pool.set(nodes, at + 1);
    this.#kernel.setPoolEnd(at + 1 + nodes.length);
    return at;
  }

  /** Adds a node that follows from the causes listed at a place. */
  add(assumption: number, node: number, causes: number): void {
    this.#kernel.addAll(assumption, node, causes);
  }

  /** Nodes of one sign in the order in which they were found. */
  nth(assumption: number, on: number, i: number): number {
    return this.#order[assumption * this.#span + on * this.#size + i]!;
  }

  causesOf(assumption: number, node: number): number {
    return this.#causesAt[assumption * this.#span + node]!;
  }

  listed(causes: number): Int16Array {
    return this.#pool.subarray(causes + 1, causes + 1 + this.#pool[causes]!);
  }

  /** At least so many nodes lead to a node, itself counted. */
  atLeast(assumption: number, node: number): number {
    return Math.abs(this.#counts[assumption * this.#span + node]!);
  }

  /** How many nodes lead to a node, itself counted. */
  count(assumption: number, node: number): number {
    const at = assumption * this.#span + node;
    if (this.#counts[at]! < 0) this.#counts[at] = this.countOf(assumption, node, this.#causesAt[at]!);
    return this.#counts[at]!;
  }

  /** The same for a node that follows from other causes than the ones kept. */
  countOf(assumption: number, node: number, causes: number): number {
    const base = assumption * this.#span;
    const pool = this.#pool;
    const causesAt = this.#causesAt;
    const stack = this.#stack;
    const mark = this.#mark;
    const seen = ++this.#marks;
    mark[node] = seen;
    let count = 1;
    let top = 0;
    for (let list = causes; ; list = causesAt[base + stack[--top]!]!) {
      const end = list + pool[list]!;
      for (let i = list + 1; i <= end; i++) {
        const cause = pool[i]!;
        if (mark[cause] === seen) continue;
        mark[cause] = seen;
        count++;
        stack[top++] = cause;
      }
      if (top === 0) return count;
    }
  }
}
