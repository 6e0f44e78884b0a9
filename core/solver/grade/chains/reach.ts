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
  /** links, as rows of bits */
  #sees = new Int32Array(0);
  #bonds = new Int32Array(0);
  readonly #closing = new Int32Array(32);
  readonly #contradicting = new Int32Array(32);
  readonly #affirming = new Int32Array(32);
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
      const member = members[i]!;
      const row = i * words;
      const to = weakEnd[member]!;
      for (let k = weakStart[member]!; k < to; k++) {
        const other = local[weak[k]!]!;
        if (other < size && members[other] === weak[k]) this.#sees[row + (other >> 5)]! |= 1 << (other & 31);
      }
      for (let w = row; w < row + words; w++) this.#off[w] = this.#sees[w]!;
      for (let k = strongStart[member]!; k < strongEnd[member]!; k++) {
        const other = local[links.strong[k]!]!;
        this.#bonds[row + (other >> 5)]! |= 1 << (other & 31);
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
    this.#spread();
    this.#flag();
    return any !== 0;
  }

  /** Adds the sources of which one of the next three is true. */
  flagged(sources: number[]): void {
    for (let w = 0; w < this.#words; w++) {
      let rest = this.#closing[w]! | this.#contradicting[w]! | this.#affirming[w]!;
      for (; rest; rest &= rest - 1) sources.push(this.#members[(w << 5) + 31 - Math.clz32(rest & -rest)]!);
    }
  }

  /** Whether one more step from what was last reached leads back to the source. */
  closes(source: number): boolean {
    return this.#has(this.#closing, source);
  }

  /** Whether something last reached sees the source: true, it would be false. */
  contradicts(source: number): boolean {
    return this.#has(this.#contradicting, source);
  }

  /** Whether the source was last reached from one that is true if it is false: false, it would be true. */
  affirms(source: number): boolean {
    return this.#has(this.#affirming, source);
  }

  #has(set: Int32Array, source: number): boolean {
    const self = this.#local[source]!;
    return ((set[self >> 5]! >>> (self & 31)) & 1) === 1;
  }

  /** Finds the sources of which the last step tells something. */
  #flag(): void {
    const words = this.#words;
    const last = this.#last;
    const off = this.#off;
    const sees = this.#sees;
    const bonds = this.#bonds;
    const closing = this.#closing.fill(0, 0, words);
    const contradicting = this.#contradicting.fill(0, 0, words);
    const affirming = this.#affirming.fill(0, 0, words);
    for (let b = 0; b < this.#boundCount; b++) {
      const i = this.#bound[b]!;
      const row = i * words;
      let affirmed = 0;
      for (let w = 0; w < words; w++) {
        closing[w]! |= off[row + w]! & bonds[row + w]!;
        contradicting[w]! |= last[row + w]! & sees[row + w]!;
        affirmed |= last[row + w]! & bonds[row + w]!;
      }
      if (affirmed !== 0) affirming[i >> 5]! |= 1 << (i & 31);
    }
  }

  /** Where nothing new is reached: turns the rows about, to what is true, and what false, from each source. */
  finish(): void {
    const words = this.#words;
    const size = this.#size;
    const reached = this.#reached;
    const sees = this.#sees;
    const trueFrom = this.#last.fill(0, 0, size * words);
    const falseFrom = this.#off.fill(0, 0, size * words);
    for (let i = 0; i < size; i++) {
      const word = i >> 5;
      const bit = 1 << (i & 31);
      for (let w = 0; w < words; w++) {
        for (let rest = reached[i * words + w]!; rest; rest &= rest - 1) {
          const from = ((w << 5) + 31 - Math.clz32(rest & -rest)) * words;
          trueFrom[from + word]! |= bit;
          for (let v = 0; v < words; v++) falseFrom[from + v]! |= sees[i * words + v]!;
        }
      }
    }
  }

  /** Once finished: whether something is true, or something false, whichever of the sources is true. */
  haveCommon(sources: readonly number[]): boolean {
    const words = this.#words;
    for (const rows of [this.#last, this.#off]) {
      for (let w = 0; w < words; w++) {
        let common = -1;
        for (let i = 0; i < sources.length; i++) common &= rows[this.#local[sources[i]!]! * words + w]!;
        if (common !== 0) return true;
      }
    }
    return false;
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
      this.#sees = new Int32Array(length);
      this.#bonds = new Int32Array(length);
      return;
    }
    this.#reached.fill(0, 0, length);
    this.#last.fill(0, 0, length);
    this.#sees.fill(0, 0, length);
    this.#bonds.fill(0, 0, length);
  }
}
