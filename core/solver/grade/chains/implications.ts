import { COUNT } from '../bits.ts';
import { Board } from '../board.ts';
import { addAdvanced } from './advanced.ts';
import type { Links } from './links.ts';
import { Outcomes } from './outcomes.ts';

export interface Reasoning {
  /** one digit at a time: no links within cells */
  readonly nishio: boolean;
  /** what is false by now counts as gone: a cell or unit that is down to one then follows from all that went */
  readonly dynamic: boolean;
  /** where nothing more follows, locked candidates, pairs and X-wings of what is left are used, too */
  readonly advanced: boolean;
}

/** A node that is both true and false: where the causes of each are listed. */
export interface Contradiction {
  readonly on: number;
  readonly onCauses: number;
  readonly off: number;
  readonly offCauses: number;
}

/** Follows assumptions to their ends, or to the first contradiction. Each only once a board. */
export class Implications {
  readonly links: Links;
  readonly outcomes = new Outcomes();
  readonly #reasoning: Reasoning;
  readonly #contradictions = new Map<number, Contradiction>();
  #board!: Board;
  /** the board without what is false under the assumption */
  #work!: Board;
  /** 1 for candidates that `work` still has */
  readonly #alive = new Uint8Array(729);

  constructor(reasoning: Reasoning, links: Links) {
    this.#reasoning = reasoning;
    this.links = links;
  }

  /** @param board whose links have been built */
  start(board: Board): void {
    this.#board = board;
    if (this.#work?.shape !== board.shape) this.#work = new Board(board.shape);
    this.#work.copy(board);
    this.#alive.fill(1, 0, this.links.size);
    this.outcomes.start(this.links.size);
    this.#contradictions.clear();
  }

  /** Follows an assumption, if that was not done yet. */
  follow(assumption: number): Contradiction | undefined {
    if (this.outcomes.isKnown(assumption)) return this.#contradictions.get(assumption);
    if (this.#reasoning.dynamic) {
      this.#work.copyCandidates(this.#board);
      this.#alive.fill(1, 0, this.links.size);
    }
    this.outcomes.begin(assumption);
    const found = this.#follow(assumption);
    if (found) this.#contradictions.set(assumption, found);
    return found;
  }

  /** What is true goes before what is false; the lists of what was found are the queues. */
  #follow(assumption: number): Contradiction | undefined {
    const { outcomes } = this;
    const { found } = outcomes;
    for (let ons = 0, offs = 0; ; ) {
      let clash: Contradiction | undefined;
      if (ons < found[assumption * 2 + 1]!)
        clash = this.#fromOn(assumption, outcomes.nth(assumption, 1, ons++));
      else if (offs < found[assumption * 2]!)
        clash = this.#fromOff(assumption, outcomes.nth(assumption, 0, offs++));
      else if (!this.#reasoning.advanced) return undefined;
      else if (!addAdvanced(assumption, this.#board, this.#work, this.links, outcomes)) return undefined;
      if (clash) return clash;
    }
  }

  /** What sees a true candidate is false. */
  #fromOn(assumption: number, on: number): Contradiction | undefined {
    const { outcomes } = this;
    const { causesAt, counts, order, found, pool } = outcomes;
    const { weak, weakFrom, weakUnits } = this.links;
    const alive = this.#alive;
    const base = assumption * outcomes.span;
    const known = counts[base + on]!;
    const count = known < 0 ? known - 1 : known + 1;
    const from = on >> 1;
    const end = weakFrom[from + 1]!;
    // all that one true candidate excludes shares one list of causes
    const causes = outcomes.poolEnd;
    pool[causes] = 1;
    pool[causes + 1] = on;
    outcomes.poolEnd += 2;
    let last = found[assumption * 2]!;
    for (let k = this.#reasoning.nishio ? weakUnits[from]! : weakFrom[from]!; k < end; k++) {
      const other = weak[k]!;
      if (alive[other] === 0) continue;
      const off = base + other * 2;
      if (causesAt[off + 1] !== 0) {
        found[assumption * 2] = last;
        return { on: other * 2 + 1, onCauses: causesAt[off + 1]!, off: other * 2, offCauses: causes };
      }
      if (causesAt[off] !== 0) continue;
      causesAt[off] = causes;
      counts[off] = count;
      order[base + last++] = other * 2;
    }
    found[assumption * 2] = last;
    return undefined;
  }

  /** With a candidate false, its cell or a unit may be down to one; then it goes from the board, if that is dynamic. */
  #fromOff(assumption: number, off: number): Contradiction | undefined {
    const { cell, digit } = this.links;
    const { candidates, places, shape } = this.#work;
    const candidate = off >> 1;
    const at = cell[candidate]!;
    const value = digit[candidate]!;
    if (!this.#reasoning.nishio && COUNT[candidates[at]!] === 2) {
      const other = 31 - Math.clz32(candidates[at]! & ~(1 << value));
      const clash = this.#force(assumption, at * 9 + other, off, at, -1);
      if (clash) return clash;
    }
    const units = shape.unitsOf[at]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      const where = places[unit * 9 + value]!;
      if (COUNT[where] !== 2) continue;
      const position = 31 - Math.clz32(where & ~(1 << shape.position[unit * 81 + at]!));
      const other = shape.units[unit]![position]!;
      const clash = this.#force(assumption, other * 9 + value, off, -1, unit * 9 + value);
      if (clash) return clash;
    }
    if (this.#reasoning.dynamic) {
      this.#alive[candidate] = 0;
      this.#work.removeOne(at, value);
    }
    return undefined;
  }

  /** A candidate (cell * 9 + digit) is the only one left in a cell (or -1), or place left for a digit in a unit (unit * 9 + digit, or -1). */
  #force(
    assumption: number,
    candidate: number,
    off: number,
    cell: number,
    place: number,
  ): Contradiction | undefined {
    const { outcomes } = this;
    const { pool } = outcomes;
    const { number } = this.links;
    const on = number[candidate]! * 2 + 1;
    const isOff = outcomes.has(assumption, on - 1);
    if (!isOff && outcomes.has(assumption, on)) return undefined;
    const onCauses = outcomes.poolEnd;
    let end = onCauses + 1;
    pool[end++] = off;
    if (cell >= 0) {
      let gone = this.#board.candidates[cell]! & ~this.#work.candidates[cell]!;
      for (; gone; gone &= gone - 1) pool[end++] = number[cell * 9 + 31 - Math.clz32(gone & -gone)]! * 2;
    } else {
      const cells = this.#board.shape.units[Math.floor(place / 9)]!;
      let gone = this.#board.places[place]! & ~this.#work.places[place]!;
      for (; gone; gone &= gone - 1) {
        pool[end++] = number[cells[31 - Math.clz32(gone & -gone)]! * 9 + (place % 9)]! * 2;
      }
    }
    pool[onCauses] = end - onCauses - 1;
    outcomes.poolEnd = end;
    if (isOff) return { on, onCauses, off: on - 1, offCauses: outcomes.causesOf(assumption, on - 1) };
    outcomes.add(assumption, on, onCauses);
    return undefined;
  }
}
