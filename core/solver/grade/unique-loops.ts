// Unique rectangles and loops: a pair of digits that only extra candidates keep from being swapped all around a loop of
// cells.

import {
  ALL,
  type Board,
  ChangedCells,
  COUNT,
  LOWEST,
  MEMBERS,
  TUPLES,
  tuplesWithin,
} from '../steps/board.ts';
import { nakedSetRemovals } from '../steps/sets.ts';
import type { Removal, Step } from '../steps/step.ts';
import type { TechniqueName } from '../steps/techniques.ts';
import { seenByAll } from './wings.ts';

/**
 * Unique rectangles and loops: 4.5 to 5.0 by length; type 3 adds to that by the size of its set. Types:
 *
 * 1. One cell has extra candidates: it loses the pair.
 * 2. All extra candidates are the same digit: cells that see all of its cells lose it.
 * 3. Two cells have extra candidates, which make a naked or hidden set with other cells of a unit.
 * 4. Two cells have extra candidates, and a digit of the pair has no other place in a unit: they lose the other digit.
 *
 * Returns the step with the lowest rating; of several, the one of the lowest type; of these, the first found.
 */
export function uniqueLoop(board: Board, memory: LoopMemory, without?: TechniqueName): Step | undefined {
  const { candidates, shape } = board;
  memory.compare(board);
  let best: Step | undefined;
  let bestType = 0;
  let pair = 0;
  const extraCells: number[] = [];
  let outcome: LoopOutcome;

  /** Keeps the easiest step. Returns true if no later one can be easier. */
  function offer(
    loop: Loop,
    type: number,
    added: number,
    removals: Removal[],
    units: number[] = [],
    beside?: Step['beside'],
  ): boolean {
    if (removals.length === 0) return false;
    outcome = REMOVAL;
    const technique = loop.length === 4 ? 'Unique Rectangle' : 'Unique Loop';
    if (technique === without) return false;
    const rating = baseRating(loop.length) + added;
    if (best && (rating > best.rating || (rating === best.rating && type >= bestType))) return false;
    const extras = extraCells.map((cell) => ({ cell, digits: candidates[cell]! & ~pair }));
    best = {
      technique,
      rating,
      removals,
      units,
      cells: loop,
      digits: pair,
      extras,
      ...(beside && { beside }),
    };
    bestType = type;
    return loop.length === 4 && type === 1;
  }

  function tryTypes(loop: Loop): boolean {
    if (outcome === NO_LOOP) outcome = NO_REMOVAL;
    extraCells.length = 0;
    let extra = 0;
    for (let i = 0; i < loop.length; i++) {
      const more = candidates[loop[i]!]! & ~pair;
      if (more === 0) continue;
      extraCells.push(loop[i]!);
      extra |= more;
    }
    if (extraCells.length === 0) return false;
    const [c1, c2] = extraCells as [number, number];
    if (extraCells.length === 1) return offer(loop, 1, 0, [{ cell: c1, digits: pair }]);
    if (COUNT[extra] === 1 || extraCells.length > 2) {
      offer(loop, 2, 0, seenByAll(board, extraCells, LOWEST[candidates[c1]! & ~pair]!));
    }
    if (extraCells.length > 2) return false;
    for (const unit of shape.unitsOf[c1]!)
      if (shape.unitsOf[c2]!.includes(unit)) memory.watch(pair, shape.units[unit]!);
    if (COUNT[extra]! >= 2) {
      visitLoopSets(board, c1, c2, pair, extra, (set) => {
        offer(loop, 3, set.added, set.removals, [set.unit], set);
      });
    }
    const four = type4(board, c1, c2, pair);
    if (four) offer(loop, 4, 0, four.removals, [four.unit]);
    return false;
  }

  for (let cell = 0; cell < 81; cell++) {
    pair = candidates[cell]!;
    if (COUNT[pair] !== 2 || memory.isClosed(pair)) continue;
    if (!memory.isSearched(pair) && !mayLoop(board, pair)) {
      memory.close(pair);
      continue;
    }
    outcome = NO_LOOP;
    const stop = visitLoops(board, cell, pair, tryTypes);
    memory.record(pair, outcome);
    if (stop) return best;
  }
  memory.settle(board);
  return best;
}

/** Adds up as Sudoku Explainer does, so that sums compare as they do there. */
function baseRating(length: number): number {
  let rating = 4.5;
  if (length >= 10) rating += 0.3;
  if (length >= 8) rating += 0.2;
  else if (length >= 6) rating += 0.1;
  return rating;
}

/** Tries the lower digit of the pair first, and takes the last of several units. */
function type4(
  board: Board,
  c1: number,
  c2: number,
  pair: number,
): { unit: number; removals: Removal[] } | undefined {
  const { places, shape } = board;
  for (const digit of MEMBERS[pair]!) {
    const unit = shape.unitsOf[c1]!.findLast((u) => {
      if (!shape.unitsOf[c2]!.includes(u)) return false;
      const both = (1 << shape.position[u * 81 + c1]!) | (1 << shape.position[u * 81 + c2]!);
      return (places[u * 9 + digit]! & ~both) === 0;
    });
    if (unit === undefined) continue;
    const digits = pair & ~(1 << digit);
    return { unit, removals: [c1, c2].map((cell) => ({ cell, digits })) };
  }
  return undefined;
}

/** A set that two cells of a unique loop form with others of a unit. */
interface LoopSet {
  readonly unit: number;
  /** the others */
  readonly cells: readonly number[];
  readonly digits: number;
  readonly isHidden: boolean;
  readonly removals: Removal[];
  /** increase of the loop's rating */
  readonly added: number;
}

/**
 * Visits sets of two to seven cells of a unit, in which the loop's cells `c1` and `c2` together count as one with the
 * candidates `extra`: by size, then by kind of unit, naked sets before hidden ones.
 */
function visitLoopSets(
  board: Board,
  c1: number,
  c2: number,
  pair: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { open, shape } = board;
  const shared = Array.from(shape.unitsOf[c1]!).filter((unit) => shape.unitsOf[c2]!.includes(unit));
  for (let size = 2; size <= 7; size++) {
    for (const unit of shared) {
      if (size * 2 <= open[unit]! && size >= COUNT[extra]!)
        nakedSets(board, unit, size, c1, c2, extra, visit);
      if (size * 2 < open[unit]!) hiddenSets(board, unit, size, c1, c2, pair, extra, visit);
    }
  }
}

function nakedSets(
  board: Board,
  unit: number,
  size: number,
  c1: number,
  c2: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { candidates, shape } = board;
  const cells = shape.units[unit]!;
  const first = 1 << shape.position[unit * 81 + c1]!;
  const second = 1 << shape.position[unit * 81 + c2]!;
  const common = extra & candidates[c1]! & candidates[c2]!;
  let usable = 0;
  for (let i = 0; i < 9; i++) {
    const count = COUNT[candidates[cells[i]!]! | extra]!;
    if (count <= size && COUNT[candidates[cells[i]!]!]! >= 2) usable |= 1 << i;
  }
  const tuples = tuplesWithin(usable & ~first & ~second, size - 1);
  for (let t = 0; t < tuples.length; t++) {
    const tuple = tuples[t]!;
    let others = 0;
    for (let rest = tuple; rest; rest &= rest - 1)
      others |= candidates[cells[31 - Math.clz32(rest & -rest)]!]!;
    // the other cells must hold all digits of the set that only one of the loop's cells has
    if (COUNT[common | others] !== size || COUNT[extra | others] !== size) continue;
    const removals = nakedSetRemovals(board, unit, tuple | first | second, extra | others);
    if (removals.length === 0) continue;
    const members = Array.from(MEMBERS[tuple]!, (i) => cells[i]!);
    const added = (size - 1) * 0.1;
    visit({ unit, cells: members, digits: extra | others, isHidden: false, removals, added });
  }
}

function hiddenSets(
  board: Board,
  unit: number,
  size: number,
  c1: number,
  c2: number,
  pair: number,
  extra: number,
  visit: (set: LoopSet) => void,
): void {
  const { places, candidates, shape } = board;
  const first = 1 << shape.position[unit * 81 + c1]!;
  const second = 1 << shape.position[unit * 81 + c2]!;
  const rest = ALL & ~pair & ~extra;
  if (size - 2 > COUNT[rest]! || rest === 0) return;
  const one = places[unit * 9 + LOWEST[pair]!]! & ~second;
  const two = places[unit * 9 + LOWEST[pair & (pair - 1)]!]! & ~second;
  if (one === 0 || two === 0 || COUNT[one | two]! > size) return;
  let usable = 0;
  for (let left = rest; left; left &= left - 1) {
    const digit = 31 - Math.clz32(left & -left);
    const at = places[unit * 9 + digit]! & ~second;
    if (at !== 0 && COUNT[at | one | two]! <= size) usable |= 1 << digit;
  }
  const tuples = tuplesWithin(usable, size - 2);
  for (let t = 0; t < tuples.length; t++) {
    const more = tuples[t]!;
    let where = one | two;
    for (let left = more; left; left &= left - 1)
      where |= places[unit * 9 + 31 - Math.clz32(left & -left)]! & ~second;
    if (COUNT[where] !== size) continue;
    const others = where & ~first;
    const members = Array.from(MEMBERS[others]!, (i) => shape.units[unit]![i]!);
    const removals: Removal[] = [];
    for (const cell of members) {
      const lost = candidates[cell]! & ~(more | pair);
      if (lost) removals.push({ cell, digits: lost });
    }
    if (removals.length === 0) continue;
    const added = (members.length - 1) * 0.1;
    visit({ unit, cells: members, digits: more | pair, isHidden: true, removals, added });
  }
}

/** Cells of a loop in order. */
type Loop = readonly number[];

// The search for loops. Neighbours share a unit, and a loop visits a unit not at all, or once by a cell of even and once by one of
// odd number.

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
function mayLoop({ candidates, places, shape }: Board, pair: number): boolean {
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
function visitLoops(board: Board, start: number, pair: number, visit: (loop: Loop) => boolean): boolean {
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
const NO_LOOP = 1;
const NO_REMOVAL = 2;
const REMOVAL = 3;
type LoopOutcome = typeof NO_LOOP | typeof NO_REMOVAL | typeof REMOVAL;

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
