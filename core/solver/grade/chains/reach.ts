import type { Grip } from './grip.ts';
import type { Links } from './links.ts';

/**
 * Which candidates follow from which, for all at once: rows of bits, one row a candidate. A step leads from a true candidate
 * over a false one that it sees to one that is then true.
 */
export class Reach {
  /** words a row */
  #words = 0;
  #size = 0;
  /** one step from each candidate; into each; candidates that each sees */
  #step = new Int32Array(0);
  #into = new Int32Array(0);
  #sees = new Int32Array(0);
  /** reached so far, and with the last step, if the candidate is true */
  #reached = new Int32Array(0);
  #last = new Int32Array(0);
  /** the same if it is false */
  #reachedOff = new Int32Array(0);
  #lastOff = new Int32Array(0);
  #next = new Int32Array(0);

  start(links: Links, grip: Grip): void {
    const { size, weak, strong } = links;
    this.#size = size;
    this.#words = (size + 31) >>> 5;
    this.#room(size * this.#words);
    const words = this.#words;
    for (let i = 0; i < size; i++) {
      const row = i * words;
      for (let k = grip.weakStart[i]!; k < grip.weakEnd[i]!; k++) {
        const off = weak[k]!;
        this.#sees[row + (off >> 5)]! |= 1 << (off & 31);
        for (let j = grip.strongStart[off]!; j < grip.strongEnd[off]!; j++) {
          const on = strong[j]!;
          this.#step[row + (on >> 5)]! |= 1 << (on & 31);
          this.#into[on * words + (i >> 5)]! |= 1 << (i & 31);
        }
      }
      this.#reached[row + (i >> 5)]! |= 1 << (i & 31);
      this.#last[row + (i >> 5)]! |= 1 << (i & 31);
      for (let j = grip.strongStart[i]!; j < grip.strongEnd[i]!; j++) {
        const on = strong[j]!;
        this.#reachedOff[row + (on >> 5)]! |= 1 << (on & 31);
        this.#lastOff[row + (on >> 5)]! |= 1 << (on & 31);
      }
    }
  }

  /** One step further from a true candidate. False if nothing new is reached. */
  advance(source: number): boolean {
    return this.#advance(source, this.#reached, this.#last);
  }

  /** One step further from a false candidate. */
  advanceOff(source: number): boolean {
    return this.#advance(source, this.#reachedOff, this.#lastOff);
  }

  /** Whether one more step from what was last reached leads back to the source. */
  closes(source: number): boolean {
    return this.#meets(source, this.#last, this.#into);
  }

  /** Whether something last reached sees the source: true, it would be false. */
  contradicts(source: number): boolean {
    return this.#meets(source, this.#last, this.#sees);
  }

  /** Whether the source, false, was last reached itself: false, it would be true. */
  affirms(source: number): boolean {
    return ((this.#lastOff[source * this.#words + (source >> 5)]! >>> (source & 31)) & 1) === 1;
  }

  #meets(source: number, one: Int32Array, other: Int32Array): boolean {
    const from = source * this.#words;
    for (let w = from; w < from + this.#words; w++) if (one[w]! & other[w]!) return true;
    return false;
  }

  #advance(source: number, reached: Int32Array, last: Int32Array): boolean {
    const words = this.#words;
    const row = source * words;
    const next = this.#next;
    const step = this.#step;
    for (let w = 0; w < words; w++) next[w] = 0;
    for (let w = 0; w < words; w++) {
      for (let rest = last[row + w]!; rest; rest &= rest - 1) {
        const from = ((w << 5) + 31 - Math.clz32(rest & -rest)) * words;
        for (let v = 0; v < words; v++) next[v]! |= step[from + v]!;
      }
    }
    let any = 0;
    for (let w = 0; w < words; w++) {
      const fresh = next[w]! & ~reached[row + w]!;
      last[row + w] = fresh;
      reached[row + w]! |= fresh;
      any |= fresh;
    }
    return any !== 0;
  }

  /** Rows for all, empty. */
  #room(length: number): void {
    if (this.#step.length < length) {
      const make = () => new Int32Array(length);
      [this.#step, this.#into, this.#sees] = [make(), make(), make()];
      [this.#reached, this.#last, this.#reachedOff, this.#lastOff] = [make(), make(), make(), make()];
      this.#next = new Int32Array(32);
      return;
    }
    for (const rows of [this.#step, this.#into, this.#sees]) rows.fill(0, 0, length);
    for (const rows of [this.#reached, this.#last, this.#reachedOff, this.#lastOff]) rows.fill(0, 0, length);
  }
}
