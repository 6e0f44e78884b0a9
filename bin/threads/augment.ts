// Copies of records in which a random symmetry has changed puzzle and solution together.
import { FieldContent } from '../../core/formats/shared/block.ts';
import { type Geometry, givensAreConsistent } from '../../core/solver/geometry.ts';
import type { Shape } from './shape.ts';

/** Records of 9x9 puzzles to copy. */
export interface AugmentTask {
  readonly kind: 'augment';
  readonly shape: Shape;
  readonly bytes: Uint8Array;
  /** Where each record begins and ends in `bytes`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The number of each record's puzzle; -1 for none. */
  readonly puzzles: Int32Array;
  readonly cells: Uint8Array;
  readonly solutions: { readonly cells: Uint8Array; readonly contents: Uint8Array } | undefined;
  /** copies of each record */
  readonly times: number;
  readonly seed: number;
  /** number of the first record in the whole input: a copy depends only on the seed and its record */
  readonly first: number;
  /** whether each copy ends its line, and a blank line precedes it */
  readonly layout: 'lines' | 'grids' | 'values';
}

/** What became of a record. */
export const Augmented = {
  done: 0,
  /** no puzzle */
  invalid: 1,
  /** beside a solution that is not its own */
  wrongSolution: 2,
  /** written in a way in which its cells cannot be replaced one by one */
  notReplaceable: 3,
  /** with fewer different forms than copies requested */
  fewer: 4,
} as const;

export interface Copies {
  readonly bytes: Uint8Array;
  /** The copies of record i end at entries `counts[0] + … + counts[i]`. */
  readonly ends: Uint32Array;
  /** of each record */
  readonly counts: Uint32Array;
  /** {@link Augmented} codes */
  readonly outcomes: Uint8Array;
}

const CELLS = 81;
const LF = 0x0a;

/** Draws in a row that make nothing new, after which all forms of a puzzle have probably been found. */
const PATIENCE = 2000;

/** Largest record in which cells are searched. */
const MAX_TEXT = 16 * 1024;

export function augment(shape: Geometry, task: AugmentTask): Copies {
  const { starts, times, seed, first } = task;
  const count = starts.length;
  const copies = new CopyList(task);
  const counts = new Uint32Array(count);
  const outcomes = new Uint8Array(count);
  const morph = new Morph();
  for (let i = 0; i < count; i++) {
    const text = textOf(task, i);
    const record = replaceable(shape, task, i, text);
    if (typeof record === 'number') {
      outcomes[i] = record;
      continue;
    }
    const codes = Uint8Array.from(DIGIT_CODES);
    codes[0] = record.empty;
    const random = randomNumbers(seed, first + i);
    const seen = new Set([hashOf(record.puzzle)]);
    for (let vain = 0; counts[i]! < times && vain < PATIENCE; ) {
      morph.draw(random);
      morph.apply(record.puzzle);
      if (seen.size === seen.add(hashOf(morph.cells)).size) {
        vain++;
        continue;
      }
      vain = 0;
      counts[i]!++;
      const to = copies.add(text);
      const at = copies.offset;
      put(morph.cells, codes, to, at, record.places);
      if (record.solution) {
        morph.apply(record.solution);
        put(morph.cells, codes, to, at, record.solutionPlaces!);
      }
    }
    if (counts[i]! < times) outcomes[i] = Augmented.fewer;
  }
  return { ...copies.end(), counts, outcomes };
}

/** The bytes of digits. */
const DIGIT_CODES = Uint8Array.from('0123456789', (digit) => digit.charCodeAt(0));

/** Writes the codes of cells to their places in a text at an offset. */
function put(cells: Uint8Array, codes: Uint8Array, to: Uint8Array, at: number, places: Int32Array): void {
  for (let c = 0; c < CELLS; c++) to[at + places[c]!] = codes[cells[c]!]!;
}

/**
 * A hash of a puzzle. Equal puzzles have the same one, so no copy occurs twice; a different puzzle with the same one costs
 * another draw.
 */
function hashOf(cells: Uint8Array): number {
  let hash = 0;
  for (let c = 0; c < CELLS; c++) hash = (Math.imul(hash, 0x01000193) ^ cells[c]!) | 0;
  return hash;
}

function textOf({ bytes, starts, ends }: AugmentTask, record: number): Uint8Array {
  return bytes.subarray(starts[record]!, ends[record]!);
}

/** Copies in one growing buffer. */
class CopyList {
  #bytes: Uint8Array;
  #filled = 0;
  readonly #ends: number[] = [];
  readonly #layout: AugmentTask['layout'];
  /** Where the last copy begins. */
  offset = 0;

  constructor({ bytes, times, layout, starts }: AugmentTask) {
    this.#layout = layout;
    this.#bytes = new Uint8Array((bytes.length + 2 * starts.length) * times + 1024);
  }

  /** @returns the buffer, in which the copy begins at {@link offset} */
  add(text: Uint8Array): Uint8Array {
    const needed = this.#filled + text.length + 2;
    if (needed > this.#bytes.length) {
      const longer = new Uint8Array(2 * needed);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    if (this.#layout === 'grids') this.#bytes[this.#filled++] = LF;
    this.offset = this.#filled;
    this.#bytes.set(text, this.offset);
    this.#filled += text.length;
    if (this.#layout !== 'values' && text.at(-1) !== LF) this.#bytes[this.#filled++] = LF;
    this.#ends.push(this.#filled);
    return this.#bytes;
  }

  end(): Pick<Copies, 'bytes' | 'ends'> {
    return { bytes: this.#bytes.subarray(0, this.#filled), ends: Uint32Array.from(this.#ends) };
  }
}

/** A record with the places of its cells in its text. */
interface Replaceable {
  readonly puzzle: Uint8Array;
  readonly places: Int32Array;
  /** the byte of an empty cell */
  readonly empty: number;
  readonly solution: Uint8Array | undefined;
  readonly solutionPlaces: Int32Array | undefined;
}

function replaceable(
  shape: Geometry,
  { puzzles, cells, solutions }: AugmentTask,
  record: number,
  text: Uint8Array,
): Replaceable | number {
  const p = puzzles[record]!;
  if (p < 0) return Augmented.invalid;
  const puzzle = cells.slice(p * CELLS, (p + 1) * CELLS);
  if (!givensAreConsistent(shape, puzzle)) return Augmented.invalid;
  const content = solutions?.contents[p];
  const hasSolution = content === FieldContent.grid;
  const solution = hasSolution ? solutions!.cells.slice(p * CELLS, (p + 1) * CELLS) : undefined;
  const isOwn =
    !solution ||
    (isSolution(shape, solution) && puzzle.every((digit, c) => digit === 0 || digit === solution[c]));
  if (!isOwn || content === FieldContent.other) return Augmented.wrongSolution;
  const found = text.length <= MAX_TEXT ? placesIn(text, puzzle, 0) : undefined;
  if (!found) return Augmented.notReplaceable;
  const { places, empty } = found;
  const solved =
    solution &&
    (placesIn(text, solution, places[CELLS - 1]! + 1) ?? placesBefore(text, solution, places[0]!));
  if (solution && !solved) return Augmented.notReplaceable;
  return { puzzle, places, empty, solution, solutionPlaces: solved?.places };
}

function isSolution(shape: Geometry, cells: Uint8Array): boolean {
  return !cells.includes(0) && givensAreConsistent(shape, cells);
}

interface Places {
  readonly places: Int32Array;
  readonly empty: number;
}

function placesBefore(text: Uint8Array, cells: Uint8Array, end: number): Places | undefined {
  return placesIn(text.subarray(0, end), cells, 0);
}

/** Bytes for empty cells. */
export const EMPTIES = Array.from('.0*_-', (sign) => sign.charCodeAt(0));

/** Finds 81 cells in a text, one byte each: in a row, or with punctuation and blanks between them. */
export function placesIn(text: Uint8Array, cells: Uint8Array, from: number): Places | undefined {
  const hasEmpty = cells.includes(0);
  const wanted = new Uint8Array(CELLS);
  for (let c = 0; c < CELLS; c++) wanted[c] = DIGIT_CODES[cells[c]!]!;
  for (const isLoose of [false, true]) {
    for (const empty of hasEmpty ? EMPTIES : EMPTIES.slice(0, 1)) {
      if (hasEmpty) for (let c = 0; c < CELLS; c++) if (cells[c] === 0) wanted[c] = empty;
      for (let at = from; at + CELLS <= text.length; at++) {
        if (text[at] !== wanted[0]) continue;
        const places = match(text, wanted, at, isLoose, empty);
        if (places) return { places, empty };
      }
    }
  }
  return undefined;
}

function match(
  text: Uint8Array,
  wanted: Uint8Array,
  from: number,
  isLoose: boolean,
  empty: number,
): Int32Array | undefined {
  const places = new Int32Array(CELLS);
  let at = from;
  for (let c = 0; c < CELLS; at++) {
    if (at >= text.length) return undefined;
    if (text[at] === wanted[c]) places[c++] = at;
    else if (!isLoose || text[at] === empty || isWord(text[at]!)) return undefined;
  }
  return places;
}

/** Letters, digits and bytes beyond ASCII, which do not separate cells. */
function isWord(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte > 0x7f
  );
}

const ORDERS = ['012', '021', '102', '120', '201', '210'].map((order) => Array.from(order, Number));

/** A random symmetry, drawn and applied in the same memory each time. */
class Morph {
  readonly cells = new Uint8Array(CELLS);
  readonly #lines = [new Uint8Array(9), new Uint8Array(9)] as const;
  readonly #digits = new Uint8Array(10);
  #isTransposed = false;

  /** @param random returns an integer from 0 to its argument, exclusive; all symmetries are equally likely */
  draw(random: (limit: number) => number): void {
    this.#isTransposed = random(2) === 1;
    for (const lines of this.#lines) {
      const bands = ORDERS[random(6)]!;
      for (let band = 0; band < 3; band++) {
        const order = ORDERS[random(6)]!;
        for (let line = 0; line < 3; line++) lines[3 * band + line] = 3 * bands[band]! + order[line]!;
      }
    }
    const digits = this.#digits;
    for (let digit = 1; digit <= 9; digit++) {
      const other = 1 + random(digit);
      digits[digit] = digits[other]!;
      digits[other] = digit;
    }
  }

  /** Fills {@link cells}. */
  apply(from: Uint8Array): void {
    const { cells } = this;
    const [rows, columns] = this.#lines;
    const digits = this.#digits;
    const rowStep = this.#isTransposed ? 1 : 9;
    const columnStep = 10 - rowStep;
    for (let row = 0, to = 0; row < 9; row++) {
      const start = rows[row]! * rowStep;
      for (let column = 0; column < 9; column++)
        cells[to++] = digits[from[start + columns[column]! * columnStep]!]!;
    }
  }
}

/** The generator sfc32 (Chris Doty-Humphrey, PractRand), with a stream for each seed and record. */
export function randomNumbers(seed: number, record: number): (limit: number) => number {
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, record | 0, 1];
  const next = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return (limit) => Math.floor((next() / 2 ** 32) * limit);
}
