// Random symmetries of grids: rows, columns and digits exchanged.
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { hasMinlexForm } from '../../core/solver/symmetry/canonical.ts';
import {
  cellsMoved,
  type GridSymmetry,
  hasCanonicalForm,
  isRenamable,
  randomOrder,
  randomSymmetry,
} from '../../core/solver/symmetry/symmetry.ts';
import { putRules, type RulePlaces, ruledTurns } from './moved-rules.ts';

const CELLS = 81;

/** The bytes of digits. */
export const DIGIT_CODES = Uint8Array.from('0123456789', (digit) => digit.charCodeAt(0));

const ORDERS = ['012', '021', '102', '120', '201', '210'].map((order) => Array.from(order, Number));

/** Random numbers of a symmetry: whether it transposes; an order of bands and three of lines, twice; an exchange for each digit. */
const LIMITS = Uint16Array.of(2, 6, 6, 6, 6, 6, 6, 6, 6, 1, 2, 3, 4, 5, 6, 7, 8, 9);

/** Random symmetries of the grids of a shape. */
export interface Morph {
  /** Draws the next one; all are equally likely. */
  draw(random: Random): void;
  /** Writes the changed puzzle to its places in a text at an offset. @param codes the byte of an empty cell and of each digit */
  put(from: Uint8Array, codes: Uint8Array, to: Uint8Array, at: number, places: Int32Array): void;
  /** Writes the rules and regions of the changed puzzle over those of its copy. */
  putRules(text: Uint8Array, places: RulePlaces, to: Uint8Array, at: number): void;
  /** Equal for changes after which rules and regions are the same; 0 if they are those of the puzzle. */
  readonly form: number;
  /** Whether there is nothing to draw but the puzzle itself. */
  readonly isFixed: boolean;
}

/**
 * @param codes the byte of an empty cell and of each digit
 * @param canMove whether rules and regions of the puzzle itself move with its cells; otherwise they must stay the same
 */
export function morphFor(shape: Geometry, codes: Uint8Array, canMove: boolean): Morph {
  const hasDigits =
    hasMinlexForm(shape) && codes.every((code, digit) => digit === 0 || code === DIGIT_CODES[digit]);
  return hasDigits ? new DigitMorph() : new GridMorph(shape, canMove);
}

/** Symmetries of any size, and the turns that variants and rules allow, whose digits are renamed unless a rule depends on them. */
class GridMorph implements Morph {
  readonly #draw: (below: (limit: number) => number) => GridSymmetry;
  #from: Uint16Array = new Uint16Array(0);
  #digits: Uint8Array = new Uint8Array(0);
  form = 0;
  readonly isFixed: boolean = false;

  constructor(shape: Geometry, canMove: boolean) {
    if (hasCanonicalForm(shape)) {
      this.#draw = (below) => randomSymmetry(below, shape);
      return;
    }
    const turns = ruledTurns(shape, canMove);
    const same = Array.from({ length: shape.size }, (_, i) => i);
    const canRename = isRenamable(shape);
    this.isFixed = turns.length === 1 && !canRename;
    this.#draw = (below) => {
      const names = canRename ? randomOrder(shape.size, below) : same;
      const { turn, form } = turns[below(turns.length)]!;
      this.form = form;
      return {
        ...turn,
        digits: Uint8Array.from([0, ...names.map((name) => name + 1)]),
      };
    };
  }

  draw(random: Random): void {
    const drawn = this.#draw((limit) => random.below(limit));
    this.#from = cellsMoved(drawn);
    this.#digits = drawn.digits;
  }

  put(from: Uint8Array, codes: Uint8Array, to: Uint8Array, at: number, places: Int32Array): void {
    for (const [c, cell] of this.#from.entries()) to[at + places[c]!] = codes[this.#digits[from[cell]!]!]!;
  }

  putRules(text: Uint8Array, places: RulePlaces, to: Uint8Array, at: number): void {
    putRules(text, places, this.#from, Math.sqrt(this.#from.length), to, at);
  }
}

/** Symmetries of 9x9, drawn and applied in the same memory each time. */
class DigitMorph implements Morph {
  readonly form = 0;
  readonly isFixed = false;
  /** for each row or column, the cells that it begins with in the puzzle that is changed */
  readonly #rows = new Uint8Array(9);
  readonly #columns = new Uint8Array(9);
  /** the bytes of digits, and of an empty cell */
  readonly #digits = new Uint8Array(10);
  readonly #cells = new Uint8Array(CELLS);
  readonly #numbers = new Uint16Array(LIMITS.length);

  draw(random: Random): void {
    const numbers = this.#numbers;
    random.fill(numbers, LIMITS);
    const rowStep = numbers[0] === 1 ? 1 : 9;
    order(this.#rows, numbers, 1, rowStep);
    order(this.#columns, numbers, 5, 10 - rowStep);
    const digits = this.#digits;
    for (let digit = 1; digit <= 9; digit++) {
      const other = 1 + numbers[8 + digit]!;
      digits[digit] = digits[other]!;
      digits[other] = DIGIT_CODES[digit]!;
    }
  }

  put(from: Uint8Array, codes: Uint8Array, to: Uint8Array, at: number, places: Int32Array): void {
    this.#digits[0] = codes[0]!;
    const first = places[0]!;
    if (places[CELLS - 1]! - first === CELLS - 1) {
      this.#apply(from, to, at + first);
      return;
    }
    const cells = this.#cells;
    this.#apply(from, cells, 0);
    for (let c = 0; c < CELLS; c++) to[at + places[c]!] = cells[c]!;
  }

  /** Classic puzzles have none. */
  putRules(): void {}

  #apply(from: Uint8Array, to: Uint8Array, at: number): void {
    const digits = this.#digits;
    const columns = this.#columns;
    const c0 = columns[0]!;
    const c1 = columns[1]!;
    const c2 = columns[2]!;
    const c3 = columns[3]!;
    const c4 = columns[4]!;
    const c5 = columns[5]!;
    const c6 = columns[6]!;
    const c7 = columns[7]!;
    const c8 = columns[8]!;
    for (let row = 0, p = at; row < 9; row++, p += 9) {
      const start = this.#rows[row]!;
      to[p] = digits[from[start + c0]!]!;
      to[p + 1] = digits[from[start + c1]!]!;
      to[p + 2] = digits[from[start + c2]!]!;
      to[p + 3] = digits[from[start + c3]!]!;
      to[p + 4] = digits[from[start + c4]!]!;
      to[p + 5] = digits[from[start + c5]!]!;
      to[p + 6] = digits[from[start + c6]!]!;
      to[p + 7] = digits[from[start + c7]!]!;
      to[p + 8] = digits[from[start + c8]!]!;
    }
  }
}

/** Fills the first cells of lines, from four numbers: the orders of bands, and of the lines in each. */
function order(lines: Uint8Array, numbers: Uint16Array, from: number, step: number): void {
  const bands = ORDERS[numbers[from]!]!;
  for (let band = 0; band < 3; band++) {
    const within = ORDERS[numbers[from + 1 + band]!]!;
    for (let line = 0; line < 3; line++) lines[3 * band + line] = step * (3 * bands[band]! + within[line]!);
  }
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand), with a stream for each seed and record. */
export class Random {
  /** a, b, c and the counter */
  readonly #state: Int32Array;

  constructor(seed: number, record: number) {
    this.#state = Int32Array.of(seed, Math.floor(seed / 2 ** 32), record, 1);
    this.fill(new Uint16Array(12), new Uint16Array(12));
  }

  /** An integer from 0 to the limit, exclusive, which is less than 65,536. */
  below(limit: number): number {
    const numbers = new Uint16Array(1);
    this.fill(numbers, Uint16Array.of(limit));
    return numbers[0]!;
  }

  /** Fills a list with integers, each from 0 to its limit, exclusive. */
  fill(numbers: Uint16Array, limits: Uint16Array): void {
    const state = this.#state;
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let counter = state[3]!;
    for (let i = 0; i < limits.length; i++) {
      const sum = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      numbers[i] = (sum >>> 0) * limits[i]! * 2 ** -32;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
  }
}
