import type { Grip } from './grip.ts';
import type { Links } from './links.ts';

/**
 * From which candidates of a group each follows, for all at once: rows of bits, one row a candidate, one bit a source that is
 * assumed to be true. A step leads from a true candidate over a false one that it sees to one that is then true.
 * As both kinds of links go both ways, a row is made from the rows of those that lead to it. No link may lead out of the group.
 */
export class Reach {
  #size = 0;
  /** words a row */
  #words = 0;
  /** number within the group, by number in Links */
  readonly #local = new Int16Array(729);
  /** numbers in Links */
  #members: ArrayLike<number> = [];
  #links!: Links;
  #grip!: Grip;
  /** sources from which each is true so far, and with the last step; sources from which each is false one link after the last step */
  #reached = new Int32Array(0);
  #last = new Int32Array(0);
  #off = new Int32Array(0);
  /** those with strong links, which alone are ever reached, and whether they were with the last step */
  readonly #bound = new Int16Array(729);
  #boundCount = 0;
  readonly #isFresh = new Uint8Array(729);

  /** @param members of the group, ascending */
  start(links: Links, grip: Grip, members: ArrayLike<number>): void {
    const { weak } = links;
    const { weakStart, weakEnd, strongStart, strongEnd } = grip;
    const size = members.length;
    const words = (size + 31) >>> 5;
    const local = this.#local;
    this.#links = links;
    this.#grip = grip;
    this.#members = members;
    this.#size = size;
    this.#words = words;
    this.#room(size * words);
    this.#boundCount = 0;
    for (let i = 0; i < size; i++) {
      const member = members[i]!;
      local[member] = i;
      this.#reached[i * words + (i >> 5)] = 1 << (i & 31);
      if (strongStart[member]! < strongEnd[member]!) this.#bound[this.#boundCount++] = i;
    }
    for (let i = 0; i < size; i++) {
      const to = weakEnd[members[i]!]!;
      for (let k = weakStart[members[i]!]!; k < to; k++) {
        const other = local[weak[k]!]!;
        if (other < size && members[other] === weak[k])
          this.#off[i * words + (other >> 5)]! |= 1 << (other & 31);
      }
    }
  }

  /** One step further from each. False if nothing new is reached. */
  advance(): boolean {
    const words = this.#words;
    const members = this.#members;
    const local = this.#local;
    const reached = this.#reached;
    const last = this.#last;
    const off = this.#off;
    const isFresh = this.#isFresh;
    const { strong } = this.#links;
    const { strongStart, strongEnd } = this.#grip;
    let any = 0;
    for (let b = 0; b < this.#boundCount; b++) {
      const i = this.#bound[b]!;
      const row = i * words;
      const to = strongEnd[members[i]!]!;
      let j = strongStart[members[i]!]!;
      const first = local[strong[j]!]! * words;
      for (let w = 0; w < words; w++) last[row + w] = off[first + w]!;
      for (j++; j < to; j++) {
        const other = local[strong[j]!]! * words;
        for (let w = 0; w < words; w++) last[row + w]! |= off[other + w]!;
      }
      let some = 0;
      for (let w = 0; w < words; w++) {
        const fresh = last[row + w]! & ~reached[row + w]!;
        last[row + w] = fresh;
        reached[row + w]! |= fresh;
        some |= fresh;
      }
      isFresh[i] = some === 0 ? 0 : 1;
      any |= some;
    }
    if (any === 0) return false;
    this.#spread();
    return true;
  }

  /** Whether one more step from what was last reached leads back to the source. */
  closes(source: number): boolean {
    const { strong } = this.#links;
    const { strongStart, strongEnd } = this.#grip;
    const self = this.#local[source]!;
    for (let j = strongStart[source]!; j < strongEnd[source]!; j++) {
      if (this.#bit(this.#off, this.#local[strong[j]!]!, self)) return true;
    }
    return false;
  }

  /** Whether something last reached sees the source: true, it would be false. */
  contradicts(source: number): boolean {
    const { weak } = this.#links;
    const { weakStart, weakEnd } = this.#grip;
    const self = this.#local[source]!;
    const bit = 1 << (self & 31);
    const to = weakEnd[source]!;
    for (let k = weakStart[source]!; k < to; k++) {
      const other = this.#local[weak[k]!]!;
      if (this.#last[other * this.#words + (self >> 5)]! & bit) return true;
    }
    return false;
  }

  /** Whether the source was last reached from one that is true if it is false, and from none before: false, it would be true. */
  affirms(source: number): boolean {
    const { strong } = this.#links;
    const { strongStart, strongEnd } = this.#grip;
    const self = this.#local[source]!;
    let last = false;
    for (let j = strongStart[source]!; j < strongEnd[source]!; j++) {
      const other = this.#local[strong[j]!]!;
      if (this.#bit(this.#last, self, other)) last = true;
      else if (this.#bit(this.#reached, self, other)) return false;
    }
    return last;
  }

  /** Where nothing new is reached: finds out what is false because of anything that was. */
  finish(): void {
    const words = this.#words;
    const reached = this.#reached;
    const off = this.#off;
    const { weak } = this.#links;
    const { weakStart, weakEnd } = this.#grip;
    for (let i = 0; i < this.#size; i++) {
      const row = i * words;
      for (let w = 0; w < words; w++) off[row + w] = 0;
      const to = weakEnd[this.#members[i]!]!;
      for (let k = weakStart[this.#members[i]!]!; k < to; k++) {
        const from = this.#local[weak[k]!]! * words;
        for (let w = 0; w < words; w++) off[row + w]! |= reached[from + w]!;
      }
    }
  }

  /** Once finished: whether something is true, or something false, whichever of the sources is true. */
  haveCommon(sources: readonly number[]): boolean {
    const words = this.#words;
    const count = sources.length;
    for (const rows of [this.#reached, this.#off]) {
      next: for (let row = 0; row < this.#size * words; row += words) {
        for (let i = 0; i < count; i++) {
          const self = this.#local[sources[i]!]!;
          if (((rows[row + (self >> 5)]! >>> (self & 31)) & 1) === 0) continue next;
        }
        return true;
      }
    }
    return false;
  }

  #bit(rows: Int32Array, row: number, bit: number): boolean {
    return ((rows[row * this.#words + (bit >> 5)]! >>> (bit & 31)) & 1) === 1;
  }

  /** What is false because of what was last reached; asked only of candidates that make another true then. */
  #spread(): void {
    const words = this.#words;
    const members = this.#members;
    const local = this.#local;
    const last = this.#last;
    const off = this.#off;
    const isFresh = this.#isFresh;
    const { weak } = this.#links;
    const { weakStart, weakEnd } = this.#grip;
    for (let b = 0; b < this.#boundCount; b++) {
      const i = this.#bound[b]!;
      const row = i * words;
      for (let w = 0; w < words; w++) off[row + w] = 0;
      const to = weakEnd[members[i]!]!;
      for (let k = weakStart[members[i]!]!; k < to; k++) {
        const other = local[weak[k]!]!;
        if (isFresh[other] === 0 || members[other] !== weak[k]) continue;
        const from = other * words;
        for (let w = 0; w < words; w++) off[row + w]! |= last[from + w]!;
      }
    }
  }

  /** Rows for all, empty. */
  #room(length: number): void {
    this.#isFresh.fill(0);
    if (this.#reached.length < length) {
      this.#reached = new Int32Array(length);
      this.#last = new Int32Array(length);
      this.#off = new Int32Array(length);
      return;
    }
    this.#reached.fill(0, 0, length);
    this.#last.fill(0, 0, length);
    this.#off.fill(0, 0, length);
  }
}
