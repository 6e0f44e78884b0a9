// Searches for unique loops: cells with the same pair of digits, which could be swapped if the cells had nothing else.
// Neighbours share a unit, and a loop visits a unit not at all, or once by a cell of even and once by one of odd number.

import { type Board, ChangedCells, COUNT, LOWEST, TUPLES } from '../steps/board.ts';

/** Cells of a loop in order. */
export type Loop = readonly number[];

const UNITS_SPAN = 32;
/** at pair * UNITS_SPAN + unit, the positions of cells that a loop may go through */
const both = new Uint16Array(512 * UNITS_SPAN);
const cells = new Uint8Array(81);
/** by digit, how many cells have the pair and that digit */
const extras = new Uint8Array(9);

/**
 * Whether a pair can have a loop at all. Each cell of a loop has other cells with the pair in two kinds of units, and either two
 * cells of the loop have nothing but the pair, or one does and three have the same extra candidate.
 */
export function mayLoop({ candidates, places, shape }: Board, pair: number): boolean {
  const one = LOWEST[pair]!;
  const two = LOWEST[pair & (pair - 1)]!;
  const row = pair * UNITS_SPAN;
  for (let unit = 0; unit < shape.units.length; unit++)
    both[row + unit] = places[unit * 9 + one]! & places[unit * 9 + two]!;
  let count = 0;
  for (let cell = 0; cell < 81; cell++) if ((candidates[cell]! & pair) === pair) cells[count++] = cell;
  for (let before = -1; before !== count; ) {
    before = count;
    count = 0;
    for (let i = 0; i < before; i++) {
      const cell = cells[i]!;
      const units = shape.unitsOf[cell]!;
      let ways = 0;
      for (let k = 0; k < units.length; k++) if (COUNT[both[row + units[k]!]!]! >= 2) ways++;
      if (ways >= 2) cells[count++] = cell;
      else
        for (let k = 0; k < units.length; k++)
          both[row + units[k]!]! &= ~(1 << shape.position[units[k]! * 81 + cell]!);
    }
    if (count < 4) return false;
  }
  let pairs = 0;
  extras.fill(0);
  for (let i = 0; i < count; i++) {
    const more = candidates[cells[i]!]! & ~pair;
    if (more === 0) pairs++;
    else if (COUNT[more] === 1) extras[LOWEST[more]!]!++;
  }
  return pairs >= 2 || (pairs === 1 && extras.some((has) => has >= 3));
}

/**
 * Visits the loops of a pair through a cell, among the cells that `mayLoop` found for the pair on the same board. At most two cells may have extra candidates, or any number if all have the same one.
 *
 * @param start a cell with no other candidates
 * @param visit returns true to stop
 * @returns whether `visit` stopped
 */
export function visitLoops(
  board: Board,
  start: number,
  pair: number,
  visit: (loop: Loop) => boolean,
): boolean {
  const { shape } = board;
  const unit = shape.unitsOf[start]![0]!;
  if (!((both[pair * UNITS_SPAN + unit]! >> shape.position[unit * 81 + start]!) & 1)) return false;
  search = { board, start, pair, visit };
  path.length = 0;
  return extend(start, 2, 0, -1, 0, 0);
}

interface Search {
  readonly board: Board;
  readonly start: number;
  readonly pair: number;
  readonly visit: (loop: Loop) => boolean;
}

/** the current one, and its path */
let search: Search;
const path: number[] = [];

/**
 * @param extraCells how many more cells with different extra candidates the loop may have
 * @param extra the extra candidates so far
 * @param mine, theirs sets of the units that cells of the parity of this one, and of the other, have visited
 */
function extend(
  cell: number,
  extraCells: number,
  extra: number,
  lastKind: number,
  mine: number,
  theirs: number,
): boolean {
  const { board, start, pair } = search;
  const { candidates, shape } = board;
  const own = shape.unitSets[cell]!;
  // a unit may not be visited twice by cells of the same parity
  if ((mine & own) !== 0) return false;
  path.push(cell);
  const units = shape.unitsOf[cell]!;
  for (let i = 0; i < units.length; i++) {
    const unit = units[i]!;
    const kind = shape.kinds[unit]!;
    if (kind === lastKind) continue;
    for (let rest = both[pair * UNITS_SPAN + unit]!; rest; rest &= rest - 1) {
      const next = shape.units[unit]![31 - Math.clz32(rest & -rest)]!;
      if (next === start && path.length >= 4) {
        // cells of even and of odd number must visit the same units
        if ((mine | own) === theirs && search.visit([...path])) return true;
        continue;
      }
      const set = candidates[next]!;
      // a loop through an earlier start has been found from there, in both directions
      if ((set === pair && next < start) || path.includes(next)) continue;
      const more = (extra | set) & ~pair;
      if (set !== pair && COUNT[more] !== 1 && extraCells <= 0) continue;
      if (extend(next, set === pair ? extraCells : extraCells - 1, more, kind, theirs, mine | own))
        return true;
    }
  }
  path.pop();
  return false;
}

/** What a search for the loops of a pair found, in ascending order. */
export const NO_LOOP = 1;
export const NO_REMOVAL = 2;
export const REMOVAL = 3;
export type LoopOutcome = typeof NO_LOOP | typeof NO_REMOVAL | typeof REMOVAL;

/** Pairs whose loops removed nothing in the last search, as long as nothing has changed that this depends on. */
export class LoopMemory {
  readonly #cells = new ChangedCells();
  /** 1 for pairs that need no search */
  readonly #closed = new Uint8Array(512);
  /** outcomes of this search */
  readonly #outcomes = new Uint8Array(512);
  /** sets of 81 bits, three words of 27 at pair * 3: other cells that decide whether the loops of a pair remove something */
  readonly #watched = new Int32Array(512 * 3);

  /** Reopens the pairs that changes on the board concern. */
  compare(board: Board): void {
    const changed = this.#cells.set;
    this.#cells.compare(board);
    this.#outcomes.fill(0);
    for (const pair of TUPLES[2]!) {
      const at = pair * 3;
      const watched = this.#watched;
      if ((watched[at]! & changed[0]!) | (watched[at + 1]! & changed[1]!) | (watched[at + 2]! & changed[2]!))
        this.#closed[pair] = 0;
      if (this.#closed[pair]) continue;
      watched[at] = 0;
      watched[at + 1] = 0;
      watched[at + 2] = 0;
    }
    for (let word = 0; word < 3; word++)
      for (let rest = changed[word]!; rest; rest &= rest - 1)
        this.#open(board.candidates[word * 27 + 31 - Math.clz32(rest & -rest)]!);
  }

  isClosed(pair: number): boolean {
    return this.#closed[pair] === 1;
  }

  isSearched(pair: number): boolean {
    return this.#outcomes[pair] !== 0;
  }

  /** Records that the pair can have no loop, whichever cell it starts in. */
  close(pair: number): void {
    this.#closed[pair] = 1;
  }

  /** Records what the loops through one cell with this pair gave. */
  record(pair: number, outcome: LoopOutcome): void {
    if (outcome > this.#outcomes[pair]!) this.#outcomes[pair] = outcome;
  }

  /** Reopens the pair when one of these cells changes. */
  watch(pair: number, unit: Uint8Array): void {
    for (let i = 0; i < unit.length; i++) {
      const cell = unit[i]!;
      this.#watched[pair * 3 + ((cell / 27) | 0)]! |= 1 << (cell % 27);
    }
  }

  /** Call when all cells were searched. */
  settle(board: Board): void {
    this.#cells.settle(board);
    for (const pair of TUPLES[2]!)
      if (this.#outcomes[pair] === NO_LOOP || this.#outcomes[pair] === NO_REMOVAL) this.#closed[pair] = 1;
  }

  /** A cell with these candidates may give each of their pairs a loop. */
  #open(candidates: number): void {
    for (let one = candidates; one; one &= one - 1) {
      const low = one & -one;
      for (let rest = one & (one - 1); rest; rest &= rest - 1) this.#closed[low | (rest & -rest)] = 0;
    }
  }
}
