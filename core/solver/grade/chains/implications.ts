import { COUNT, LOWEST, MEMBERS } from '../bits.ts';
import { Board } from '../board.ts';
import { addAdvanced } from './advanced.ts';
import { Links } from './links.ts';
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
  readonly links = new Links();
  readonly outcomes = new Outcomes();
  readonly #reasoning: Reasoning;
  readonly #contradictions = new Map<number, Contradiction>();
  #board!: Board;
  #work!: Board;

  constructor(reasoning: Reasoning) {
    this.#reasoning = reasoning;
  }

  start(board: Board): void {
    this.#board = board;
    this.#work ??= new Board(board.shape);
    if (this.#work.shape !== board.shape) this.#work = new Board(board.shape);
    this.#work.copy(board);
    this.links.build(board);
    this.outcomes.start(this.links.size);
    this.#contradictions.clear();
  }

  /** Follows an assumption, if that was not done yet. */
  follow(assumption: number): Contradiction | undefined {
    if (!this.outcomes.isKnown(assumption)) {
      if (this.#reasoning.dynamic) this.#work.copyCandidates(this.#board);
      this.outcomes.begin(assumption);
      const found = this.#follow(assumption);
      if (found) this.#contradictions.set(assumption, found);
    }
    return this.#contradictions.get(assumption);
  }

  /** What is true goes before what is false; the lists of what was found are the queues. */
  #follow(assumption: number): Contradiction | undefined {
    const { outcomes } = this;
    let ons = 0;
    let offs = 0;
    for (;;) {
      let found: Contradiction | undefined;
      if (ons < outcomes.found(assumption, 1)) found = this.#fromOn(assumption, outcomes.nth(assumption, 1, ons++));
      else if (offs < outcomes.found(assumption, 0)) found = this.#fromOff(assumption, outcomes.nth(assumption, 0, offs++));
      else if (!this.#reasoning.advanced) return undefined;
      else if (!addAdvanced(assumption, this.#board, this.#work, this.links, outcomes)) return undefined;
      if (found) return found;
    }
  }

  /** What sees a true candidate is false. */
  #fromOn(assumption: number, on: number): Contradiction | undefined {
    const { outcomes } = this;
    const { weak, weakFrom, weakUnits, cell, digit } = this.links;
    const { candidates } = this.#work;
    const from = on >> 1;
    const end = weakFrom[from + 1]!;
    let causes = 0;
    for (let k = this.#reasoning.nishio ? weakUnits[from]! : weakFrom[from]!; k < end; k++) {
      const other = weak[k]!;
      if (!((candidates[cell[other]!]! >> digit[other]!) & 1)) continue;
      const off = other * 2;
      if (outcomes.has(assumption, off + 1)) {
        const offCauses = outcomes.causes([on]);
        return { on: off + 1, onCauses: outcomes.causesOf(assumption, off + 1), off, offCauses };
      }
      if (outcomes.has(assumption, off)) continue;
      // all that one true candidate excludes can share one list of causes
      causes ||= outcomes.causes([on]);
      outcomes.add(assumption, off, causes);
    }
    return undefined;
  }

  /** With a candidate false, its cell or a unit may be down to one; then it goes from the board, if that is dynamic. */
  #fromOff(assumption: number, off: number): Contradiction | undefined {
    const { cell, digit } = this.links;
    const { candidates, places, shape } = this.#work;
    const at = cell[off >> 1]!;
    const value = digit[off >> 1]!;
    const inCell = candidates[at]!;
    if (!this.#reasoning.nishio && COUNT[inCell] === 2) {
      const other = LOWEST[inCell & ~(1 << value)]!;
      const found = this.#force(assumption, this.#number(at, other), off, at, -1);
      if (found) return found;
    }
    const units = shape.unitsOf[at]!;
    for (let i = 0; i < units.length; i++) {
      const unit = units[i]!;
      const where = places[unit * 9 + value]!;
      if (COUNT[where] !== 2) continue;
      const position = LOWEST[where & ~(1 << shape.position[unit * 81 + at]!)]!;
      const found = this.#force(assumption, this.#number(shape.units[unit]![position]!, value), off, -1, unit * 9 + value);
      if (found) return found;
    }
    if (this.#reasoning.dynamic) this.#work.remove(at, 1 << value);
    return undefined;
  }

  /** A candidate is the only one left in a cell (or -1), or place left for a digit in a unit (unit * 9 + digit, or -1). */
  #force(assumption: number, candidate: number, off: number, cell: number, place: number): Contradiction | undefined {
    const { outcomes } = this;
    const on = candidate * 2 + 1;
    const isOff = outcomes.has(assumption, on - 1);
    if (!isOff && outcomes.has(assumption, on)) return undefined;
    const onCauses = outcomes.open();
    outcomes.push(off);
    if (cell >= 0) {
      for (const digit of MEMBERS[this.#board.candidates[cell]! & ~this.#work.candidates[cell]!]!) {
        outcomes.push(this.#number(cell, digit) * 2);
      }
    } else {
      const cells = this.#board.shape.units[Math.floor(place / 9)]!;
      for (const i of MEMBERS[this.#board.places[place]! & ~this.#work.places[place]!]!) {
        outcomes.push(this.#number(cells[i]!, place % 9) * 2);
      }
    }
    outcomes.close(onCauses);
    if (isOff) return { on, onCauses, off: on - 1, offCauses: outcomes.causesOf(assumption, on - 1) };
    outcomes.add(assumption, on, onCauses);
    return undefined;
  }

  #number(cell: number, digit: number): number {
    return this.links.number[cell * 9 + digit]!;
  }
}
