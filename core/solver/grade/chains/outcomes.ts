/**
 * What follows from each assumption, and from what. A node is a signed candidate: number * 2, plus 1 if true; an assumption is
 * one, too. Kept for all assumptions of one board, in pools that are reused. The arrays are public for the one loop that fills them.
 */
export class Outcomes {
  /** candidates, and nodes, that there are */
  size = 0;
  span = 0;
  /** where in the pool the causes of a node are listed, at assumption * span + node; 0 if it does not follow */
  causesAt = new Int32Array(0);
  /** nodes that lead to a node, itself counted: exact, or minus a lower bound; same places */
  counts = new Int16Array(0);
  /** lists of causes: how many, then the nodes. Place 0 is free, place 1 has the empty list. */
  pool = new Int16Array(0);
  poolEnd = 2;
  /** nodes in the order in which they were found: false ones from assumption * span, true ones from there + size */
  order = new Int16Array(0);
  /** how many: false ones at the assumption * 2, true ones at that + 1 */
  found = new Int16Array(0);
  #known = new Uint8Array(0);
  readonly #mark = new Int32Array(1458);
  #marks = 0;
  readonly #stack = new Int16Array(1458);

  /** Forgets all; `size` candidates from now on. */
  start(size: number): void {
    const span = size * 2;
    this.size = size;
    this.span = span;
    if (this.causesAt.length < span * span) {
      this.causesAt = new Int32Array(span * span);
      this.counts = new Int16Array(span * span);
      this.order = new Int16Array(span * span);
      this.found = new Int16Array(span * 2);
      this.#known = new Uint8Array(span);
    } else {
      this.#known.fill(0, 0, span);
    }
    this.poolEnd = 2;
  }

  isKnown(assumption: number): boolean {
    return this.#known[assumption] === 1;
  }

  /** Begins what follows from an assumption, with itself. */
  begin(assumption: number): void {
    // a node is false because of one other, true because of at most nine; advanced ones are few
    const room = this.span * 16 + 1024;
    if (this.pool.length < this.poolEnd + room) {
      const pool = new Int16Array(this.pool.length * 2 + room);
      pool.set(this.pool);
      this.pool = pool;
    }
    this.#known[assumption] = 1;
    this.causesAt.fill(0, assumption * this.span, (assumption + 1) * this.span);
    this.found[assumption * 2] = 0;
    this.found[assumption * 2 + 1] = 0;
    this.add(assumption, assumption, 1);
  }

  has(assumption: number, node: number): boolean {
    return this.causesAt[assumption * this.span + node] !== 0;
  }

  /** Puts a list of causes into the pool. */
  list(nodes: readonly number[]): number {
    const at = this.poolEnd;
    this.pool[at] = nodes.length;
    for (let i = 0; i < nodes.length; i++) this.pool[at + 1 + i] = nodes[i]!;
    this.poolEnd = at + 1 + nodes.length;
    return at;
  }

  /** Adds a node that follows from the causes listed at a place. */
  add(assumption: number, node: number, causes: number): void {
    const { pool, counts, span } = this;
    const base = assumption * span;
    const size = pool[causes]!;
    let most = 0;
    let exact = size <= 1;
    for (let i = causes + 1; i <= causes + size; i++) {
      const known = counts[base + pool[i]!]!;
      if (known < 0) exact = false;
      most = Math.max(most, Math.abs(known));
    }
    counts[base + node] = exact ? most + 1 : -Math.max(most, size) - 1;
    this.causesAt[base + node] = causes;
    const list = assumption * 2 + (node & 1);
    this.order[base + (node & 1) * this.size + this.found[list]!++] = node;
  }

  /** Nodes of one sign in the order in which they were found. */
  nth(assumption: number, on: number, i: number): number {
    return this.order[assumption * this.span + on * this.size + i]!;
  }

  causesOf(assumption: number, node: number): number {
    return this.causesAt[assumption * this.span + node]!;
  }

  listed(causes: number): Int16Array {
    return this.pool.subarray(causes + 1, causes + 1 + this.pool[causes]!);
  }

  /** At least so many nodes lead to a node, itself counted. */
  atLeast(assumption: number, node: number): number {
    return Math.abs(this.counts[assumption * this.span + node]!);
  }

  /** How many nodes lead to a node, itself counted. */
  count(assumption: number, node: number): number {
    const at = assumption * this.span + node;
    if (this.counts[at]! < 0) this.counts[at] = this.countOf(assumption, node, this.causesAt[at]!);
    return this.counts[at]!;
  }

  /** The same for a node that follows from other causes than the ones kept. */
  countOf(assumption: number, node: number, causes: number): number {
    const base = assumption * this.span;
    const pool = this.pool;
    const causesAt = this.causesAt;
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
