/**
 * What follows from each assumption, and from what. A node is a signed candidate: number * 2, plus 1 if true; an assumption is
 * one, too. Kept for all assumptions of one board, in pools that grow and are reused.
 */
export class Outcomes {
  /** nodes an assumption can have */
  #span = 0;
  size = 0;
  /** where in the pool the causes of a node are listed (their count, then the nodes), at assumption * span + node; 0 if it does not follow */
  #causes = new Int32Array(0);
  /** nodes that a node follows from, itself counted: exact, or minus a lower bound; same places */
  #counts = new Int16Array(0);
  #pool = new Int16Array(1 << 16);
  #poolEnd = 1;
  /** nodes in the order in which they were found, true ones and false ones, at assumption * size */
  #orders = [new Int16Array(0), new Int16Array(0)];
  readonly #ends = [new Int16Array(0), new Int16Array(0)];
  #known = new Uint8Array(0);
  readonly #mark = new Int32Array(1458);
  #marks = 0;
  readonly #stack = new Int16Array(1458);

  /** Forgets all; `size` candidates from now on. */
  start(size: number): void {
    const span = size * 2;
    this.size = size;
    this.#span = span;
    if (this.#causes.length < span * span) {
      this.#causes = new Int32Array(span * span);
      this.#counts = new Int16Array(span * span);
      this.#orders = [new Int16Array(span * size), new Int16Array(span * size)];
      this.#ends[0] = new Int16Array(span);
      this.#ends[1] = new Int16Array(span);
      this.#known = new Uint8Array(span);
    } else {
      this.#known.fill(0);
    }
    this.#poolEnd = 1;
  }

  isKnown(assumption: number): boolean {
    return this.#known[assumption] === 1;
  }

  /** Begins what follows from an assumption, with itself. */
  begin(assumption: number): void {
    this.#known[assumption] = 1;
    this.#causes.fill(0, assumption * this.#span, (assumption + 1) * this.#span);
    this.#ends[0]![assumption] = 0;
    this.#ends[1]![assumption] = 0;
    this.add(assumption, assumption, this.causes([]));
  }

  has(assumption: number, node: number): boolean {
    return this.#causes[assumption * this.#span + node] !== 0;
  }

  /** Puts a list of causes into the pool. */
  causes(nodes: readonly number[]): number {
    const at = this.open();
    for (const node of nodes) this.push(node);
    return this.close(at);
  }

  /** Starts a list of causes; `push` adds to it, `close` ends it and gives its place. */
  open(): number {
    if (this.#poolEnd + 64 > this.#pool.length) this.#grow();
    return this.#poolEnd++;
  }

  push(node: number): void {
    this.#pool[this.#poolEnd++] = node;
    if (this.#poolEnd + 1 > this.#pool.length) this.#grow();
  }

  close(at: number): number {
    this.#pool[at] = this.#poolEnd - at - 1;
    return at;
  }

  /** Adds a node that follows from the causes listed at a place. */
  add(assumption: number, node: number, causes: number): void {
    const base = assumption * this.#span;
    this.#causes[base + node] = causes;
    const pool = this.#pool;
    let most = 0;
    let exact = 1;
    const count = pool[causes]!;
    for (let i = causes + 1; i <= causes + count; i++) {
      const known = this.#counts[base + pool[i]!]!;
      const bound = known < 0 ? -known : known;
      if (bound > most) most = bound;
      if (known < 0 || count > 1) exact = 0;
    }
    this.#counts[base + node] = exact ? most + 1 : -Math.max(most + 1, count + 1);
    const on = node & 1;
    const ends = this.#ends[on]!;
    this.#orders[on]![assumption * this.size + ends[assumption]!++] = node;
  }

  /** How many nodes of one sign follow so far. */
  found(assumption: number, on: number): number {
    return this.#ends[on]![assumption]!;
  }

  /** Nodes of one sign in the order in which they were found. */
  nth(assumption: number, on: number, i: number): number {
    return this.#orders[on]![assumption * this.size + i]!;
  }

  causesOf(assumption: number, node: number): number {
    return this.#causes[assumption * this.#span + node]!;
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
    if (this.#counts[at]! < 0) this.#counts[at] = this.countOf(assumption, node, this.#causes[at]!);
    return this.#counts[at]!;
  }

  /** The same for a node that follows from other causes than the ones kept. */
  countOf(assumption: number, node: number, causes: number): number {
    const base = assumption * this.#span;
    const pool = this.#pool;
    const stack = this.#stack;
    const mark = this.#mark;
    const seen = ++this.#marks;
    mark[node] = seen;
    let count = 1;
    let top = 0;
    for (let list = causes; ; list = this.#causes[base + stack[--top]!]!) {
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

  #grow(): void {
    const pool = new Int16Array(this.#pool.length * 2);
    pool.set(this.#pool);
    this.#pool = pool;
  }
}
