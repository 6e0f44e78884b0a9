// Unique rectangles and loops: a pair of digits that only extra candidates keep from being swapped all around a loop of
// cells.

import { ALL, type Board, COUNT, LOWEST, MEMBERS, tuplesWithin } from '../steps/board.ts';
import { nakedSetRemovals } from '../steps/sets.ts';
import type { Removal, Step } from '../steps/step.ts';
import type { TechniqueName } from '../steps/techniques.ts';
import {
  type Loop,
  type LoopMemory,
  type LoopOutcome,
  mayLoop,
  NO_LOOP,
  NO_REMOVAL,
  REMOVAL,
  visitLoops,
} from './unique-loop-search.ts';
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
  let outcome: LoopOutcome;

  /** Keeps the easiest step. Returns true if no later one can be easier. */
  function offer(
    loop: Loop,
    type: number,
    added: number,
    removals: Removal[],
    units: number[] = [],
  ): boolean {
    if (removals.length === 0) return false;
    outcome = REMOVAL;
    const technique = loop.length === 4 ? 'Unique Rectangle' : 'Unique Loop';
    if (technique === without) return false;
    const rating = baseRating(loop.length) + added;
    if (best && (rating > best.rating || (rating === best.rating && type >= bestType))) return false;
    best = { technique, rating, removals, units, cells: loop, digits: pair };
    bestType = type;
    return loop.length === 4 && type === 1;
  }

  function tryTypes(loop: Loop): boolean {
    if (outcome === NO_LOOP) outcome = NO_REMOVAL;
    const extraCells: number[] = [];
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
        offer(loop, 3, set.added, set.removals, [set.unit]);
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
    if (removals.length > 0) visit({ unit, removals, added: (size - 1) * 0.1 });
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
    const removals: Removal[] = [];
    for (const i of MEMBERS[others]!) {
      const cell = shape.units[unit]![i]!;
      const lost = candidates[cell]! & ~(more | pair);
      if (lost) removals.push({ cell, digits: lost });
    }
    if (removals.length > 0) visit({ unit, removals, added: (COUNT[others]! - 1) * 0.1 });
  }
}
