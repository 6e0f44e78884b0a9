// Copies of records in which a random symmetry has changed puzzle and solution together.
import { DIGITS } from '../../core/formats/shared/alphabet.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import { type Geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import type { SentRecords } from '../records/whole-records.ts';
import { isSolution } from './audit-records.ts';
import { type Morph, morphFor, Random } from './morph.ts';
import { rulePlaces } from './moved-rules.ts';

/** Most rows of a grid. */
export const MAX_ROWS = 16;

/** Whether symmetries are drawn for puzzles of a shape. */
export function canCopy({ size, unsupported }: Geometry): boolean {
  return size <= MAX_ROWS && unsupported === undefined;
}

/** Records of puzzles to copy. */
export interface AugmentTask extends SentRecords {
  readonly kind: 'augment';
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
  /** with rules or regions that allow no symmetry where they are, and are not written so that they can be moved */
  fixed: 5,
} as const;

export interface Copies {
  readonly bytes: Uint8Array;
  /** The copies of record i end at entries `counts[0] + … + counts[i]`. */
  readonly ends: Uint32Array;
  /** of each record */
  readonly counts: Uint32Array;
  /** {@link Augmented} codes */
  readonly outcomes: Uint8Array;
  /** The buffers that a thread may give away instead of copying them. */
  readonly transfer: readonly ArrayBuffer[];
}

const LF = 0x0a;

/** Most draws in a row that make nothing new: after these, all forms of a puzzle have probably been found. */
const MAX_VAIN_DRAWS = 2000;

/** Largest record in which cells are searched. */
const MAX_TEXT = 16 * 1024;

export function augment(shape: Geometry, task: AugmentTask): Copies {
  const { starts, times, seed, first } = task;
  const count = starts.length;
  const copies = new CopyList(task);
  const counts = new Uint32Array(count);
  const outcomes = new Uint8Array(count);
  const notations = notationsOf(shape, task.symbols);
  const hasRules = shape.rules.length > 0 || shape.regions !== undefined;
  /** without rules or with those that move, and with those that stay */
  const morphs: (Morph | undefined)[] = [];
  const seen = new HashSet(times + 1);
  for (let i = 0; i < count; i++) {
    const text = textOf(task, i);
    const record = replaceable(shape, task, i, text, notations);
    if (typeof record === 'number') {
      outcomes[i] = record;
      continue;
    }
    const { puzzle, places, codes, solution, solutionPlaces } = record;
    const rules = hasRules ? rulePlaces(shape, text) : undefined;
    const canMove = !hasRules || rules !== undefined;
    morphs[canMove ? 0 : 1] ??= morphFor(shape, codes, canMove);
    const morph = morphs[canMove ? 0 : 1]!;
    if (morph.isFixed) {
      outcomes[i] = Augmented.fixed;
      continue;
    }
    const random = new Random(seed, first + i);
    seen.clear();
    seen.add(hashAt(text, 0, places));
    let made = 0;
    for (let vain = 0; made < times && vain < MAX_VAIN_DRAWS; ) {
      morph.draw(random);
      const to = copies.room(text);
      const at = copies.offset;
      morph.put(puzzle, codes, to, at, places);
      if (rules) morph.putRules(text, rules, to, at);
      if (!seen.add(hashAt(to, at, places) ^ Math.imul(morph.form, 0x9e3779b1))) {
        vain++;
        continue;
      }
      vain = 0;
      made++;
      if (solution) morph.put(solution, codes, to, at, solutionPlaces!);
      copies.take(text);
    }
    counts[i] = made;
    if (made < times) outcomes[i] = Augmented.fewer;
  }
  return { ...copies.end(), counts, outcomes };
}

/** An odd number for each cell, of which a hash is made. */
const WEIGHTS = Int32Array.from(
  { length: MAX_ROWS ** 2 },
  (_, c) => (Math.imul(c + 1, 0x9e3779b1) ^ Math.imul(c, c)) | 1,
);

/**
 * Numbers that have occurred: hashes of puzzles. Equal puzzles have the same one, so no copy occurs twice; a different puzzle
 * with the same one costs another draw.
 */
class HashSet {
  readonly #slots: Int32Array;
  readonly #shift: number;

  constructor(most: number) {
    const bits = Math.ceil(Math.log2(2 * most));
    this.#slots = new Int32Array(2 ** bits);
    this.#shift = 32 - bits;
  }

  clear(): void {
    this.#slots.fill(0);
  }

  /** @returns false if it has been added before */
  add(hash: number): boolean {
    const slots = this.#slots;
    const key = hash || 1; // 0 is a free slot
    let at = Math.imul(key, 0x9e3779b1) >>> this.#shift;
    for (; slots[at] !== 0; at = (at + 1) & (slots.length - 1)) if (slots[at] === key) return false;
    slots[at] = key;
    return true;
  }
}

/** A hash of a puzzle in a text. */
function hashAt(text: Uint8Array, at: number, places: Int32Array): number {
  let hash = 0;
  const count = places.length;
  for (let c = 0; c < count; c++) hash = (hash + Math.imul(WEIGHTS[c]!, text[at + places[c]!]!)) | 0;
  return hash;
}

function textOf({ bytes, starts, ends }: AugmentTask, record: number): Uint8Array {
  return bytes.subarray(starts[record]!, ends[record]!);
}

/** Copies in one growing buffer. */
class CopyList {
  #bytes: Uint8Array<ArrayBuffer>;
  #filled = 0;
  #count = 0;
  readonly #ends: Uint32Array;
  readonly #layout: AugmentTask['layout'];
  /** Where the next copy begins. */
  offset = 0;

  constructor({ bytes, times, layout, starts }: AugmentTask) {
    this.#layout = layout;
    this.#bytes = new Uint8Array((bytes.length + 2 * starts.length) * times + 1024);
    this.#ends = new Uint32Array(starts.length * times);
  }

  /** Makes room for a copy, in which the text is. @returns the buffer, in which the copy begins at {@link offset} */
  room(text: Uint8Array): Uint8Array {
    const needed = this.#filled + text.length + 2;
    if (needed > this.#bytes.length) {
      const longer = new Uint8Array(2 * needed);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.offset = this.#filled;
    if (this.#layout === 'grids') this.#bytes[this.offset++] = LF;
    this.#bytes.set(text, this.offset);
    return this.#bytes;
  }

  /** Keeps the copy that there was room for. */
  take(text: Uint8Array): void {
    this.#filled = this.offset + text.length;
    if (this.#layout !== 'values' && text.at(-1) !== LF) this.#bytes[this.#filled++] = LF;
    this.#ends[this.#count++] = this.#filled;
  }

  end(): Pick<Copies, 'bytes' | 'ends' | 'transfer'> {
    const { buffer } = this.#bytes;
    return {
      bytes: this.#bytes.subarray(0, this.#filled),
      ends: this.#ends.slice(0, this.#count),
      transfer: [buffer],
    };
  }
}

/** A record with the places of its cells in its text. */
interface Replaceable {
  readonly puzzle: Uint8Array;
  readonly places: Int32Array;
  /** the byte of an empty cell and of each digit */
  readonly codes: Uint8Array;
  readonly solution: Uint8Array | undefined;
  readonly solutionPlaces: Int32Array | undefined;
}

function replaceable(
  shape: Geometry,
  { puzzles, cells, solutions }: AugmentTask,
  record: number,
  text: Uint8Array,
  notations: readonly Notation[],
): Replaceable | number {
  const p = puzzles[record]!;
  if (p < 0) return Augmented.invalid;
  const [from, end] = [p * shape.cells, (p + 1) * shape.cells];
  const puzzle = cells.slice(from, end);
  if (!givensAreConsistent(shape, puzzle)) return Augmented.invalid;
  const content = solutions?.contents[p];
  const hasSolution = content === FieldContent.grid;
  const solution = hasSolution ? solutions!.cells.slice(from, end) : undefined;
  if ((solution && !isSolution(shape, puzzle, solution)) || content === FieldContent.other)
    return Augmented.wrongSolution;
  if (text.length > MAX_TEXT) return Augmented.notReplaceable;
  for (const notation of notations) {
    const found = placesIn(text, puzzle, 0, notation);
    if (!found) continue;
    const { places, codes } = found;
    const solved =
      solution &&
      (placesIn(text, solution, places.at(-1)! + 1, notation) ??
        placesIn(text.subarray(0, places[0]), solution, 0, notation));
    if (!solution || solved) return { puzzle, places, codes, solution, solutionPlaces: solved?.places };
  }
  return Augmented.notReplaceable;
}

/** How a record may write its cells: the bytes of an empty cell and of each digit, for each byte of empty cells in use. */
type Notation = readonly Uint8Array[];

/** Bytes for empty cells. */
const EMPTIES = Array.from('.0*_-', (sign) => sign.charCodeAt(0));

/**
 * The notations of the symbols of a file, letters in either case.
 * @param symbols undefined if the cells are numbers, of which those of one digit can be replaced
 */
function notationsOf({ size }: Geometry, symbols: string | undefined): Notation[] {
  const own = symbols ?? (size <= 9 ? DIGITS : undefined);
  if (own === undefined || own.length < size) return [];
  const all = new Set([own, own.toUpperCase(), own.toLowerCase()].map((text) => text.slice(0, size)));
  return Array.from(all, (text) => {
    const digits = Buffer.from(text, 'latin1');
    const empties = EMPTIES.filter((sign) => !digits.includes(sign));
    return empties.map((empty) => Uint8Array.from([empty, ...digits]));
  });
}

interface Places {
  readonly places: Int32Array;
  /** the byte of an empty cell and of each digit */
  readonly codes: Uint8Array;
}

/** Finds cells in a text, one byte each: in a row, or with punctuation and blanks between them. */
function placesIn(text: Uint8Array, cells: Uint8Array, from: number, notation: Notation): Places | undefined {
  const count = cells.length;
  const wanted = new Uint8Array(count);
  for (const isLoose of [false, true]) {
    // a full grid is the same in all
    for (const codes of cells.includes(0) ? notation : notation.slice(0, 1)) {
      for (let c = 0; c < count; c++) wanted[c] = codes[cells[c]!]!;
      for (let at = from; at + count <= text.length; at++) {
        if (text[at] !== wanted[0]) continue;
        const places = match(text, wanted, at, isLoose, codes[0]!);
        if (places) return { places, codes };
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
  const places = new Int32Array(wanted.length);
  let at = from;
  for (let c = 0; c < wanted.length; at++) {
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
