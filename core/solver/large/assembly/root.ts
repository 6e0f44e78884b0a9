// The puzzle before search: the units of its grid, its givens, and all that naked singles, hidden singles and locked
// candidates remove until they find nothing more.

import { DIFFERENT_RELATION } from '../../../kernel/constants';
import { loseDigit } from './domains';
import {
  ALLOWED,
  CANDIDATES,
  CELL_UNITS,
  CROSSING_OF,
  CROSSINGS,
  GIVENS,
  LAST_CHANGES,
  MAX_CELL_UNITS,
  PAIR_STARTS,
  PAIRS,
  PLACES,
  QUEUE,
  RELATIONS,
  SOLUTION,
  UNIT_CELLS,
  UNIT_COUNT,
  UNIT_SETS,
  USUAL_UNITS,
} from './memory';

export let size: u32 = 0;
export let cells: u32 = 0;
export let units: u32 = 0;
/** Units beyond the usual three that some cell is in. */
export let extraUnits: u32 = 0;
export let crossings: u32 = 0;

/** Whether the puzzle has rules beside its units. */
export let ruled: bool = false;

export function setRuled(newRuled: bool): void {
  ruled = newRuled;
}

/** The digits that the other cell of a pair may have if this one has `digit`. @inline */
export function relatedDigits(relation: u32, digit: u32): u64 {
  return load<u64>((relation * 64 + digit) << 3, RELATIONS);
}

/** @inline */
export function firstPair(cell: u32): u32 {
  return load<u32>(cell << 2, PAIR_STARTS);
}

/** The other cell of a pair << 8 | their relation. @inline */
export function pairAt(i: u32): u32 {
  return load<u32>(i << 2, PAIRS);
}

/** The host has written the cells of each unit to UNIT_CELLS. */
export function setUnits(newSize: u32, newUnits: u32): void {
  size = newSize;
  cells = newSize * newSize;
  units = newUnits;
  memory.fill(UNIT_COUNT, 0, cells);
  memory.fill(UNIT_SETS, 0, cells << 3);
  let most: u32 = USUAL_UNITS;
  for (let unit: u32 = 0; unit < units; unit++) {
    for (let i: u32 = 0; i < size; i++) {
      const cell = cellAt(unit, i);
      const count = unitCount(cell);
      store<u32>((cell * MAX_CELL_UNITS + count) << 2, (unit << 6) | i, CELL_UNITS);
      store<u8>(cell, (count + 1) as u8, UNIT_COUNT);
      if (unit < 64) store<u64>(cell << 3, unitSet(cell) | ((1 as u64) << unit), UNIT_SETS);
      most = max(most, count + 1);
    }
  }
  extraUnits = most - USUAL_UNITS;
  findCrossings();
}

/** The cell at a place of a unit. @inline */
export function cellAt(unit: u32, place: u32): u32 {
  return load<u16>((unit * size + place) << 1, UNIT_CELLS);
}

/** @inline */
export function unitCount(cell: u32): u32 {
  return load<u8>(cell, UNIT_COUNT);
}

/** The units of a cell that are among the first 64, a bit each. @inline */
export function unitSet(cell: u32): u64 {
  return load<u64>(cell << 3, UNIT_SETS);
}

/** Whether two cells share a unit. */
export function seeEachOther(a: u32, b: u32): bool {
  if (unitSet(a) & unitSet(b)) return true;
  if (units <= 64) return false;
  const ofA = unitCount(a);
  const ofB = unitCount(b);
  for (let i: u32 = 0; i < ofA; i++) {
    for (let j: u32 = 0; j < ofB; j++) if (unitOf(a, i) >> 6 === unitOf(b, j) >> 6) return true;
  }
  return false;
}

/** The i-th unit of a cell << 6 | its place in it. @inline */
export function unitOf(cell: u32, i: u32): u32 {
  return load<u32>((cell * MAX_CELL_UNITS + i) << 2, CELL_UNITS);
}

/** Lists the pairs of units that share two cells or more. */
function findCrossings(): void {
  crossings = 0;
  memory.fill(CROSSING_OF, 0, (units * units) << 1);
  for (let cell: u32 = 0; cell < cells; cell++) {
    const count = unitCount(cell);
    for (let i: u32 = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) cross(unitOf(cell, i), unitOf(cell, j));
    }
  }
  let kept: u32 = 0;
  for (let i: u32 = 0; i < crossings; i++) {
    const from = CROSSINGS + i * 24;
    const shared = load<u64>(from, 8);
    if (!(shared & (shared - 1))) continue;
    memory.copy(CROSSINGS + kept++ * 24, from, 24);
  }
  crossings = kept;
}

/** Adds a common cell to the crossing of two units. */
function cross(one: u32, other: u32): void {
  const at = ((one >> 6) * units + (other >> 6)) << 1;
  let number = load<u16>(at, CROSSING_OF) as u32;
  if (number === 0) {
    number = ++crossings;
    store<u16>(at, number as u16, CROSSING_OF);
    const made = CROSSINGS + (number - 1) * 24;
    store<u32>(made, one >> 6);
    store<u32>(made, other >> 6, 4);
    store<u64>(made, 0, 8);
    store<u64>(made, 0, 16);
  }
  const entry = CROSSINGS + (number - 1) * 24;
  store<u64>(entry, load<u64>(entry, 8) | ((1 as u64) << one), 8);
  store<u64>(entry, load<u64>(entry, 16) | ((1 as u64) << other), 16);
}

let queueLength: u32 = 0;
let head: u32 = 0;
let contradiction: bool = false;

/**
 * Begins a puzzle: places the givens, and removes what is not allowed if the puzzle is `restricted`. Placed cells are in the
 * solution, where open ones are 0.
 */
export function placeGivens(restricted: bool): void {
  reset();
  for (let cell: u32 = 0; cell < cells; cell++) {
    const digit = load<u8>(cell, GIVENS) as u32;
    if (digit !== 0) place(cell, digit - 1);
  }
  if (restricted) removeForbidden();
}

/** A rule is broken. */
export function contradict(): void {
  contradiction = true;
}

/** Narrows candidates and places to a fixed point. False if there is no solution. */
export function settle(): bool {
  while (settlePlacements() && narrow());
  return !contradiction;
}

/** Removes what placements exclude, and places what is single then. False if there is no solution. */
export function settlePlacements(): bool {
  while (head < queueLength && !contradiction) removeFromPeers(load<u16>(head++ << 1, QUEUE));
  return !contradiction;
}

/** Removes candidates by crossings. True if it removed some. */
export function narrow(): bool {
  return usesCrossings && queueLength < cells && lockedCandidates();
}

/** Whether to look at crossings, which takes longer than some guesses. */
let usesCrossings: bool = true;

export function crossingsAreUsed(): bool {
  return usesCrossings;
}

export function useCrossings(use: bool): void {
  usesCrossings = use;
}

/** Whether all cells are solved. */
export function solvedAtRoot(): bool {
  return queueLength === cells;
}

function reset(): void {
  queueLength = 0;
  head = 0;
  contradiction = false;
  const all: u64 = ((1 as u64) << size) - 1;
  for (let i: u32 = 0; i < cells; i++) store<u64>(i << 3, all, CANDIDATES);
  for (let i: u32 = 0; i < units * size; i++) store<u64>(i << 3, all, PLACES);
  memory.fill(LAST_CHANGES, 0, units << 2);
  pass = 1;
  memory.fill(SOLUTION, 0, cells);
}

function removeForbidden(): void {
  const all: u64 = ((1 as u64) << size) - 1;
  for (let cell: u32 = 0; cell < cells && !contradiction; cell++) {
    for (let rest = all & ~load<u64>(cell << 3, ALLOWED); rest !== 0; rest &= rest - 1)
      remove(cell, ctz(rest) as u32);
  }
}

/** Queues a placement; `removeFromPeers` handles its cell and its peers later. */
export function place(cell: u32, digit: u32): void {
  const placed = load<u8>(cell, SOLUTION) as u32;
  if (placed === 0) {
    store<u8>(cell, (digit + 1) as u8, SOLUTION);
    store<u16>(queueLength++ << 1, cell as u16, QUEUE);
  } else if (placed !== digit + 1) {
    contradiction = true;
  }
}

export function remove(cell: u32, digit: u32): void {
  const before = load<u64>(cell << 3, CANDIDATES);
  const candidates = before & ~((1 as u64) << digit);
  if (candidates === before) return;
  store<u64>(cell << 3, candidates, CANDIDATES);
  if (ruled) loseDigit((cell << 6) | digit);
  if (!(candidates & (candidates - 1))) {
    if (candidates === 0) contradiction = true;
    else place(cell, ctz(candidates) as u32);
  }
  const count = unitCount(cell);
  for (let i: u32 = 0; i < count; i++) {
    const unit = unitOf(cell, i);
    store<u32>((unit >> 6) << 2, pass, LAST_CHANGES);
    const left = removePlace((unit >> 6) * size + digit, unit & 63);
    if (left >= 0) place(cellAt(unit >> 6, left), digit);
  }
}

/** Removes a place from an entry of PLACES. Returns the only place left, or -1 if there are more. @inline */
function removePlace(entry: u32, place: u32): i32 {
  const at = PLACES + (entry << 3);
  const places = load<u64>(at) & ~((1 as u64) << place);
  store<u64>(at, places);
  if (places & (places - 1)) return -1;
  if (places !== 0) return ctz(places) as i32;
  contradiction = true;
  return -1;
}

/** Removes all other candidates from a cell, and its digit from its peers. */
function removeFromPeers(cell: u32): void {
  const digit = (load<u8>(cell, SOLUTION) as u32) - 1;
  const others = load<u64>(cell << 3, CANDIDATES) & ~((1 as u64) << digit);
  for (let rest = others; rest !== 0; rest &= rest - 1) remove(cell, ctz(rest) as u32);
  const count = unitCount(cell);
  for (let i: u32 = 0; i < count; i++) {
    const unit = unitOf(cell, i);
    removePlaces(unit >> 6, digit, ~((1 as u64) << unit));
  }
  if (ruled) removeUnrelated(cell, (1 as u64) << digit);
}

/** Removes what goes with none of these digits of a cell from the other cells of its pairs. */
export function removeUnrelated(cell: u32, digits: u64): void {
  const isOpen = (digits & (digits - 1)) !== 0;
  const end = firstPair(cell + 1);
  for (let i = firstPair(cell); i < end; i++) {
    const relation = pairAt(i) & 255;
    // with two digits, there is one that differs from any other
    if (isOpen && relation === DIFFERENT_RELATION) continue;
    const other = pairAt(i) >> 8;
    let related: u64 = 0;
    for (let rest = digits; rest !== 0; rest &= rest - 1)
      related |= relatedDigits(relation, ctz(rest) as u32);
    for (let rest = load<u64>(other << 3, CANDIDATES) & ~related; rest !== 0; rest &= rest - 1)
      remove(other, ctz(rest) as u32);
  }
}

/** Removes a digit from these places of a unit. @returns whether one of them could take it */
function removePlaces(unit: u32, digit: u32, set: u64): bool {
  const places = load<u64>((unit * size + digit) << 3, PLACES) & set;
  for (let rest = places; rest !== 0; rest &= rest - 1) remove(cellAt(unit, ctz(rest) as u32), digit);
  return places !== 0;
}

/** Number of the pass through the crossings that comes next, or is under way. */
let pass: u32 = 1;

/**
 * If all places of a digit in a unit are among the cells that it shares with another, removes the other places of that unit.
 * True if it removed some.
 */
function lockedCandidates(): bool {
  let removed: bool = false;
  // units that have not changed since the last pass began show nothing new
  const since = pass++;
  for (let i: u32 = 0; i < crossings; i++) {
    const crossing = CROSSINGS + i * 24;
    const one = load<u32>(crossing);
    const other = load<u32>(crossing, 4);
    if (load<u32>(one << 2, LAST_CHANGES) < since && load<u32>(other << 2, LAST_CHANGES) < since) continue;
    const inOne = load<u64>(crossing, 8);
    const inOther = load<u64>(crossing, 16);
    for (let digit: u32 = 0; digit < size; digit++) {
      if (!(load<u64>((one * size + digit) << 3, PLACES) & ~inOne))
        removed = removePlaces(other, digit, ~inOther) || removed;
      if (!(load<u64>((other * size + digit) << 3, PLACES) & ~inOther))
        removed = removePlaces(one, digit, ~inOne) || removed;
    }
    if (contradiction) return true;
  }
  return removed;
}
