import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { Step } from '../step.ts';
import { Choice } from './choice.ts';
import { forcingStep } from './forcing-step.ts';
import { Implications, type Reasoning } from './implications.ts';

export interface ForcingKind extends Reasoning {
  /** the rating of the shortest */
  readonly rating: number;
}

export const NISHIO: ForcingKind = { rating: 7.5, nishio: true, dynamic: true, advanced: false };
export const MULTIPLE: ForcingKind = { rating: 8.0, nishio: false, dynamic: false, advanced: false };
export const DYNAMIC: ForcingKind = { rating: 8.5, nishio: false, dynamic: true, advanced: false };
export const DYNAMIC_PLUS: ForcingKind = { rating: 9.0, nishio: false, dynamic: true, advanced: true };

/**
 * Forcing chains from all candidates of a cell, from all places of a digit in a unit, from a candidate both true and false, or
 * to a contradiction. The shortest comes first, all its chains together; then a conclusion of both truth values before those
 * of a cell, of a unit, and contradictions; then the first cell and digit that it starts from.
 */
export class Forcing {
  readonly #kind: ForcingKind;
  readonly #implications: Implications;
  readonly #choice: Choice;

  constructor(kind: ForcingKind) {
    this.#kind = kind;
    this.#implications = new Implications(kind);
    this.#choice = new Choice(this.#implications.outcomes);
  }

  find(board: Board): Step | undefined {
    const { nishio, dynamic } = this.#kind;
    this.#implications.start(board);
    this.#choice.start();
    for (let cell = 0; cell < 81; cell++) {
      const count = COUNT[board.candidates[cell]!]!;
      if (count < 2 || (count === 2 && !dynamic)) continue;
      for (const digit of MEMBERS[board.candidates[cell]!]!) {
        const candidate = this.#implications.links.number[cell * 9 + digit]!;
        if (dynamic) this.#bySign(candidate, count >= 3 && !nishio);
        if (!nishio) this.#byUnits(board, cell, digit);
      }
      if (!nishio) this.#byCell(board, cell);
    }
    const found = this.#choice.best;
    return found && forcingStep(board, this.#kind, this.#implications, found);
  }

  /** Contradictions of a candidate, and, where both its truth and its falsehood were followed, what they have in common. */
  #bySign(candidate: number, both: boolean): void {
    const on = candidate * 2 + 1;
    const off = candidate * 2;
    for (const assumption of [on, off]) {
      const contradiction = this.#implications.follow(assumption);
      if (contradiction) this.#choice.offerContradiction(assumption, contradiction);
    }
    if (both) {
      this.#choice.offerCommon([on, off], 1, 1, -1);
      this.#choice.offerCommon([on, off], 0, 1, -1);
    }
  }

  /** What all places of a digit in a unit have in common; each unit when its first place comes. */
  #byUnits(board: Board, cell: number, digit: number): void {
    const { shape, places } = board;
    for (const unit of shape.unitsOf[cell]!) {
      const where = places[unit * 9 + digit]!;
      const at = 1 << shape.position[unit * 81 + cell]!;
      if (COUNT[where]! < 2 || (where & -where) !== at) continue;
      this.#common(
        Array.from(MEMBERS[where]!, (i) => shape.units[unit]![i]! * 9 + digit),
        6,
        unit,
      );
    }
  }

  #byCell(board: Board, cell: number): void {
    this.#common(
      Array.from(MEMBERS[board.candidates[cell]!]!, (digit) => cell * 9 + digit),
      5,
      -1,
    );
  }

  #common(candidates: readonly number[], rank: number, unit: number): void {
    const assumptions = candidates.map((at) => this.#implications.links.number[at]! * 2 + 1);
    for (const assumption of assumptions) this.#implications.follow(assumption);
    this.#choice.offerCommon(assumptions, 1, rank, unit);
    this.#choice.offerCommon(assumptions, 0, rank, unit);
  }
}
