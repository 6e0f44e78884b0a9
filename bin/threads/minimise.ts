// Puzzles without redundant givens.
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { Status } from '../../core/solver/model/status.ts';
import { redundantGivens } from '../../core/solver/solve/minimal.ts';
import type { SentRecords } from '../records/whole-records.ts';
import { Random } from './morph.ts';

/** Records of puzzles to minimise. */
export interface MinimiseTask extends SentRecords {
  readonly kind: 'minimise';
  /** guesses of each search; undefined for the default of the size */
  readonly budget: number | undefined;
  readonly seed: number;
  /** number of the first record in the whole input */
  readonly first: number;
}

/** What became of a record. */
export const MINIMISED = [
  'minimised',
  'wereMinimal',
  'invalid',
  'withoutOneSolution',
  /** the budget was spent: it may have more redundant givens, or none */
  'undecided',
  'notReplaceable',
] as const;

export interface Minimised {
  /** the text of each record from its start to its end, with empty cells in place of redundant givens */
  readonly texts: readonly Uint8Array[];
  /** of each record: an index of {@link MINIMISED} */
  readonly outcomes: Uint8Array;
  /** givens removed */
  readonly removed: number;
}

export function minimise(shape: Geometry, task: MinimiseTask): Minimised {
  let removed = 0;
  const texts = Array.from(task.starts, (start, i) => task.bytes.subarray(start, task.ends[i]!));
  const outcomeOf = (p: number, i: number): (typeof MINIMISED)[number] => {
    if (p < 0) return 'invalid';
    const puzzle = task.cells.subarray(p * shape.cells, (p + 1) * shape.cells);
    const numbers = new Random(task.seed, task.first + i);
    const random = (limit: number) => numbers.below(limit);
    const { status, cells, isCut } = redundantGivens(shape, puzzle, random, task.budget);
    if (status !== Status.solved) return status === Status.unsolved ? 'undecided' : 'withoutOneSolution';
    const places = cells.length > 0 ? cellPlaces(texts[i]!, puzzle, task.symbols) : undefined;
    if (cells.length > 0 && !places) return 'notReplaceable';
    if (places) texts[i] = withEmptied(texts[i]!, places, cells);
    removed += cells.length;
    if (isCut) return 'undecided';
    return cells.length === 0 ? 'wereMinimal' : 'minimised';
  };
  const outcomes = Uint8Array.from(task.puzzles, (p, i) => MINIMISED.indexOf(outcomeOf(p, i)));
  return { texts, outcomes, removed };
}

/** Where cells are written. */
interface CellPlaces {
  /** Start and end of each cell in the text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** How the text writes an empty cell. */
  readonly empty: Uint8Array;
}

/** Largest record in which cells are searched. */
const MAX_TEXT = 64 * 1024;

/** Bytes of empty cells, if they are no values. A full grid does not show which of them its file uses. */
const EMPTIES = Buffer.from('.0*_-xX?');

/**
 * Finds the first place where all cells follow each other: in a row, else with punctuation and blanks between them.
 * @param symbols of the values, one character a cell; undefined if cells are numbers
 */
function cellPlaces(
  text: Uint8Array,
  cells: Uint8Array,
  symbols: string | undefined,
): CellPlaces | undefined {
  if (text.length > MAX_TEXT) return undefined;
  const notation = symbols === undefined ? numbers(text) : oneSymbolEach(text, symbols);
  for (const isLoose of symbols === undefined ? [true] : [false, true]) {
    for (let at = 0; at < text.length; at++) {
      const found = match(text, cells, notation, at, isLoose);
      if (found) return found;
    }
  }
  return undefined;
}

/** How cells are written. */
interface Notation {
  /** The end of the cell at an offset, if it has a value or, for 0, is empty; -1 if not. */
  end(at: number, value: number): number;
}

function oneSymbolEach(text: Uint8Array, symbols: string): Notation {
  const values = new Map<number, number>();
  for (const byte of EMPTIES) values.set(byte, 0);
  const known = Array.from(symbols, (symbol, i) => [symbol, i + 1] as const);
  // letters are valid in both cases, unless the alphabet uses both
  for (const [symbol, value] of known)
    for (const other of [symbol.toLowerCase(), symbol.toUpperCase()]) values.set(other.charCodeAt(0), value);
  for (const [symbol, value] of known) values.set(symbol.charCodeAt(0), value);
  return { end: (at, value) => (values.get(text[at]!) === value ? at + 1 : -1) };
}

function numbers(text: Uint8Array): Notation {
  return {
    end(at, value) {
      if (at > 0 && isWord(text[at - 1]!)) return -1;
      let [end, number] = [at, 0];
      for (; isDigit(text[end]); end++) number = number * 10 + text[end]! - ZERO;
      if (end > at) return number === value && !isWord(text[end]) ? end : -1;
      return value === 0 && EMPTIES.includes(text[at]!) ? at + 1 : -1;
    },
  };
}

function match(
  text: Uint8Array,
  cells: Uint8Array,
  notation: Notation,
  from: number,
  isLoose: boolean,
): CellPlaces | undefined {
  if (notation.end(from, cells[0]!) < 0) return undefined;
  const [starts, ends] = [new Int32Array(cells.length), new Int32Array(cells.length)];
  let empty: Uint8Array | undefined;
  let at = from;
  for (let cell = 0; cell < cells.length; ) {
    if (at >= text.length) return undefined;
    const end = notation.end(at, cells[cell]!);
    if (end < 0) {
      if (!isLoose || isWord(text[at])) return undefined;
      at++;
      continue;
    }
    starts[cell] = at;
    ends[cell] = end;
    if (cells[cell] === 0) empty ??= text.slice(at, end);
    at = end;
    cell++;
  }
  return { starts, ends, empty: empty ?? EMPTIES.subarray(0, 1) };
}

const ZERO = 0x30;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

/** Letters, digits and bytes beyond ASCII, which do not separate cells. */
function isWord(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return isDigit(byte) || (letter >= 0x61 && letter <= 0x7a) || byte > 0x7f;
}

/**
 * A text with empty cells in place of some of its cells. A cell after a blank keeps its width, so that rows of numbers stay
 * aligned.
 * @param cells indices of cells
 */
function withEmptied(
  text: Uint8Array,
  { starts, ends, empty }: CellPlaces,
  cells: readonly number[],
): Uint8Array {
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const cell of cells.toSorted((a, b) => starts[a]! - starts[b]!)) {
    const [start, end] = [starts[cell]!, ends[cell]!];
    pieces.push(text.subarray(done, start));
    const isAligned = start === 0 || BLANKS.includes(text[start - 1]!);
    const missing = isAligned ? Math.max(end - start - empty.length, 0) : 0;
    pieces.push(new Uint8Array(missing).fill(BLANKS[0]!), empty);
    done = end;
  }
  pieces.push(text.subarray(done));
  return Buffer.concat(pieces);
}

const BLANKS = Buffer.from(' \t\n');
