import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import { DigitsSince } from '../since.ts';
import type { Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import { Choice } from './choice.ts';
import { DigitClash } from './digit-clash.ts';
import { forcingStep } from './forcing-step.ts';
import { Implications } from './implications.ts';
import type { ChainKernel } from './kernel.ts';
import type { ForcingKind } from './kind.ts';
import type { Links } from './links.ts';
import type { Reach } from './reach.ts';

/**
 * Forcing chains from all candidates of a cell, from all places of a digit in a unit, from a candidate both true and false, or
 * to a contradiction. The shortest comes first, all its chains together; then a conclusion of both truth values before those
 * of a cell, of a unit, and contradictions; then the first cell and digit that it starts from.
 */
export class Forcing {
  readonly #kind: ForcingKind;
  readonly #implications: Implications;
  readonly #choice: Choice;
  readonly #clash = new DigitClash();
  readonly #since = new DigitsSince();
  /** of the cell or unit at hand */
  readonly #assumptions: number[] = [];
  readonly #reach: Reach | undefined;
  #without: TechniqueName | undefined;

  /**
   * @param links of the boards that will be given, built before
   * @param kernel which has the links
   * @param reach for multiple chains: tells in advance where chains have anything in common
   */
  constructor(kind: ForcingKind, links: Links, kernel: ChainKernel, reach?: Reach) {
    this.#reach = reach;
    this.#kind = kind;
    this.#implications = new Implications(kind, links, kernel);
    this.#choice = new Choice(this.#implications.outcomes);
  }

  /** @param without a kind of them that is not to be used */
  find(board: Board, without?: TechniqueName): Step | undefined {
    this.#without = without;
    this.#implications.start(board);
    this.#choice.start();
    if (this.#kind.nishio) this.#byDigit(board);
    else this.#byAll(board);
    const found = this.#choice.best;
    return found && forcingStep(board, this.#kind, this.#implications, found);
  }

  /** Contradictions within one digit, followed only where there are any. */
  #byDigit(board: Board): void {
    const { links } = this.#implications;
    const digits = this.#since.look(board);
    if (digits === 0) return;
    this.#clash.start(board);
    let any = false;
    for (let candidate = 0; candidate < links.size; candidate++) {
      const cell = links.cell[candidate]!;
      const digit = links.digit[candidate]!;
      if (!((digits >> digit) & 1)) continue;
      for (let on = 1; on >= 0; on--) {
        if (!this.#clash.clashes(cell, digit, on === 1)) continue;
        any = true;
        this.#contradict(candidate * 2 + on);
      }
    }
    if (!any) this.#since.settle(board);
  }

  #byAll(board: Board): void {
    const { dynamic } = this.#kind;
    const without = this.#without;
    const noUnits = without === 'Region Forcing Chains' || without === 'Dynamic Region Forcing Chains';
    const noCells = without === 'Cell Forcing Chains' || without === 'Dynamic Cell Forcing Chains';
    this.#reach?.reachAll();
    for (let cell = 0; cell < 81; cell++) {
      const count = COUNT[board.candidates[cell]!]!;
      if (count < 2 || (count === 2 && !dynamic)) continue;
      for (const digit of MEMBERS[board.candidates[cell]!]!) {
        const candidate = this.#implications.links.number[cell * 9 + digit]!;
        if (dynamic) this.#bySign(candidate, count >= 3);
        if (!noUnits) this.#byUnits(board, cell, digit);
      }
      if (!noCells) this.#byCell(board, cell);
    }
  }

  /** Contradictions of a candidate, and, where both its truth and its falsehood were followed, what they have in common. */
  #bySign(candidate: number, both: boolean): void {
    const on = candidate * 2 + 1;
    const off = candidate * 2;
    this.#contradict(on);
    this.#contradict(off);
    if (both && this.#without !== 'Dynamic Double Forcing Chain') {
      this.#choice.offerCommon([on, off], 1, 1, -1);
      this.#choice.offerCommon([on, off], 0, 1, -1);
    }
  }

  #contradict(assumption: number): void {
    if (!this.#implications.follow(assumption)) return;
    if (this.#without === 'Dynamic Contradiction Forcing Chain') return;
    this.#choice.offerContradiction(assumption, this.#implications.countContradiction(assumption));
  }

  /** What all places of a digit in a unit have in common; each unit when its first place comes. */
  #byUnits(board: Board, cell: number, digit: number): void {
    const { shape, places } = board;
    const { number } = this.#implications.links;
    for (const unit of shape.unitsOf[cell]!) {
      const where = places[unit * 9 + digit]!;
      const at = 1 << shape.position[unit * 81 + cell]!;
      if (COUNT[where]! < 2 || (where & -where) !== at) continue;
      const cells = shape.units[unit]!;
      const assumptions = this.#assumptions;
      assumptions.length = 0;
      for (let rest = where; rest; rest &= rest - 1) {
        assumptions.push(number[cells[31 - Math.clz32(rest & -rest)]! * 9 + digit]! * 2 + 1);
      }
      this.#common(assumptions, 6, unit);
    }
  }

  #byCell(board: Board, cell: number): void {
    const { number } = this.#implications.links;
    const assumptions = this.#assumptions;
    assumptions.length = 0;
    for (const digit of MEMBERS[board.candidates[cell]!]!)
      assumptions.push(number[cell * 9 + digit]! * 2 + 1);
    this.#common(assumptions, 5, -1);
  }

  #common(assumptions: readonly number[], rank: number, unit: number): void {
    if (this.#reach && !this.#reach.haveCommon(assumptions)) return;
    for (const assumption of assumptions) this.#implications.follow(assumption);
    this.#choice.offerCommon(assumptions, 1, rank, unit);
    this.#choice.offerCommon(assumptions, 0, rank, unit);
  }
}
