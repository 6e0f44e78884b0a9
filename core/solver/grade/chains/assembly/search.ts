// Searches a board for forcing chains, and keeps the best as the choice. Each assumption is followed only once.
import {
  CONTRADICTION_RANK,
  WITHOUT_CELLS,
  WITHOUT_CONTRADICTIONS,
  WITHOUT_DOUBLES,
  WITHOUT_UNITS,
} from '../../../../kernel/constants';
import {
  assume,
  clashOff,
  clashOffCauses,
  clashOn,
  clashOnCauses,
  dynamic,
  follow,
  setReasoning,
} from './implications';
import {
  ASSUMED,
  BOARD,
  CELL,
  CHOSEN,
  CLASHES,
  DIGIT,
  IS_FALSE,
  NUMBER,
  SOURCES,
  UNIT_CELLS,
  UNITS,
  UNITS_EACH,
} from './layout';
import {
  atLeast,
  countOf,
  exactly,
  findCommon,
  finish,
  found,
  isCommon,
  isKnown,
  nth,
  size,
} from './outcomes';
import { haveCommon } from './reach';

// the choice: the shortest forcing chains so far; of equally long ones those of the lowest rank, and of these the first offered
/** nodes of all chains together, each counted once per chain; 0 if there is no choice yet */
export let chosenNodes: i32 = 0;
export let chosenRank: i32 = 0;
/** how many assumptions are in CHOSEN */
export let chosenCount: i32 = 0;
/** the node that all assumptions lead to; for a contradiction, the negated assumption */
export let chosenTarget: i32 = 0;
/** unit whose places were assumed, or -1 */
export let chosenUnit: i32 = 0;

function startChoice(): void {
  chosenNodes = 0;
}

/** @param length nodes that lead to the contradiction */
function offerContradiction(assumption: i32, length: i32): void {
  if (!beats(length, CONTRADICTION_RANK)) return;
  store<u16>(CHOSEN, assumption);
  choose(length, CONTRADICTION_RANK, 1, assumption ^ 1, -1);
}

/** Offers all nodes that each of the first `count` assumptions in ASSUMED leads to: true ones, then false ones, in the order of the first. */
function offerCommon(count: i32, rank: i32, unit: i32): void {
  if (!findCommon(ASSUMED, count)) return;
  const first = assumed(0);
  for (let sign = 1; sign >= 0; sign--) {
    const length = found(first, sign);
    for (let i = 0; i < length; i++) {
      const target = nth(first, sign, i);
      if (!isCommon(target)) continue;
      const sum = leastSum(count, target);
      if (!beats(sum, rank)) continue;
      const exact = exactSum(count, target, sum, rank);
      if (exact === 0) continue;
      memory.copy(CHOSEN, ASSUMED, count * 2);
      choose(exact, rank, count, target, unit);
    }
  }
}

/** A cheap lower bound of the nodes of all chains to a target. */
function leastSum(count: i32, target: i32): i32 {
  let sum = 0;
  for (let k = 0; k < count; k++) sum += atLeast(assumed(k), target);
  return sum;
}

/** Replaces one lower bound after another by the exact count; 0 as soon as the sum cannot win. */
function exactSum(count: i32, target: i32, least: i32, rank: i32): i32 {
  let sum = least;
  for (let k = 0; k < count; k++) {
    sum -= atLeast(assumed(k), target);
    sum += exactly(assumed(k), target);
    if (!beats(sum, rank)) return 0;
  }
  return sum;
}

function beats(length: i32, rank: i32): bool {
  return chosenNodes === 0 || length < chosenNodes || (length === chosenNodes && rank < chosenRank);
}

function choose(length: i32, rank: i32, count: i32, target: i32, unit: i32): void {
  chosenNodes = length;
  chosenRank = rank;
  chosenCount = count;
  chosenTarget = target;
  chosenUnit = unit;
}

/** @inline */
function assumed(k: i32): i32 {
  return load<u16>(ASSUMED + k * 2);
}

// ranks of the other kinds
const DOUBLE_RANK: i32 = 1;
const CELL_RANK: i32 = 5;
const UNIT_RANK: i32 = 6;

let advanced: bool = false;
/** The host adds what follows by other techniques when nothing follows directly. @returns whether it added anything */
declare function addAdvanced(): bool;

/** Prepares a search for chains on the board whose candidates are in BOARD. */
export function prepare(isNishio: bool, isDynamic: bool, isAdvanced: bool): void {
  setReasoning(isNishio, isDynamic);
  advanced = isAdvanced;
  startChoice();
  memory.fill(IS_FALSE, 0, size * 2);
}

/**
 * Offers all chains, in the order of cells and digits: for each candidate those from its truth and falsehood, then those from its
 * units, each unit at its first place; after the candidates those from the cell.
 *
 * @param hasReach whether the reach of simple chains is known, which shows in advance where chains have something in common
 * @param without kinds of chains to leave out: bits WITHOUT_…
 */
export function search(hasReach: bool, without: i32): void {
  for (let cell = 0; cell < 81; cell++) {
    const all: i32 = load<u16>(BOARD + cell * 2);
    const count = popcnt(all);
    if (count < 2 || (count === 2 && !dynamic)) continue;
    for (let rest = all; rest !== 0; rest &= rest - 1) {
      const digit = ctz(rest);
      if (dynamic) bySign(numberOf(cell, digit), count, without);
      if (!(without & WITHOUT_UNITS)) byUnits(cell, digit, hasReach);
    }
    if (without & WITHOUT_CELLS) continue;
    let k = 0;
    for (let rest = all; rest !== 0; rest &= rest - 1) assumeTrue(k++, cell, ctz(rest));
    offer(k, CELL_RANK, -1, hasReach);
  }
}

/** Offers the contradiction that an assumption leads to, if any. */
export function contradict(assumption: i32): void {
  followOnce(assumption);
  if (!load<u8>(IS_FALSE + assumption)) return;
  const at = CLASHES + assumption * 16;
  const nodes =
    countOf(assumption, load<i32>(at), load<i32>(at, 4)) +
    countOf(assumption, load<i32>(at, 8), load<i32>(at, 12));
  offerContradiction(assumption, nodes);
}

/** Offers the contradictions of a candidate, and what its truth and its falsehood have in common. */
function bySign(candidate: i32, count: i32, without: i32): void {
  const on = candidate * 2 + 1;
  const off = candidate * 2;
  if (!advanced && !isLastButOne(candidate)) {
    // nothing follows from its falsehood
    if (!(without & WITHOUT_CONTRADICTIONS)) contradict(on);
    return;
  }
  if (without & WITHOUT_CONTRADICTIONS) {
    followOnce(on);
    followOnce(off);
  } else {
    contradict(on);
    contradict(off);
  }
  // in a cell with two candidates, the falsehood of one is the truth of the other
  if (count < 3 || without & WITHOUT_DOUBLES) return;
  store<u16>(ASSUMED, on);
  store<u16>(ASSUMED, off, 2);
  offerCommon(2, DOUBLE_RANK, -1);
}

/** Whether another candidate is the last one without this one: in the cell, or in one of its units. */
function isLastButOne(candidate: i32): bool {
  const cell: i32 = load<u8>(CELL + candidate);
  const digit: i32 = load<u8>(DIGIT + candidate);
  let isLast = popcnt(load<u16>(BOARD + cell * 2) as i32) === 2;
  for (let i = 0; i < UNITS_EACH; i++) {
    const at = load<u32>(UNITS + (cell * UNITS_EACH + i) * 4);
    if (at === 0) break;
    if (popcnt(load<u16>(BOARD + (81 + (at >> 16) * 9 + digit) * 2) as i32) === 2) isLast = true;
  }
  return isLast;
}

function byUnits(cell: i32, digit: i32, hasReach: bool): void {
  for (let i = 0; i < UNITS_EACH; i++) {
    const at = load<u32>(UNITS + (cell * UNITS_EACH + i) * 4);
    if (at === 0) break;
    const unit: i32 = at >> 16;
    const where: i32 = load<u16>(BOARD + (81 + unit * 9 + digit) * 2);
    if (popcnt(where) < 2 || (where & -where) !== (at & 0xffff)) continue;
    let k = 0;
    for (let rest = where; rest !== 0; rest &= rest - 1)
      assumeTrue(k++, load<u8>(UNIT_CELLS + unit * 9 + ctz(rest)), digit);
    offer(k, UNIT_RANK, unit, hasReach);
  }
}

function assumeTrue(k: i32, cell: i32, digit: i32): void {
  store<u16>(ASSUMED + k * 2, numberOf(cell, digit) * 2 + 1);
}

/** Offers what the first `count` assumptions, of which one is true, have in common. */
function offer(count: i32, rank: i32, unit: i32, hasReach: bool): void {
  if (hasReach) {
    for (let k = 0; k < count; k++) store<u16>(SOURCES + k * 2, (load<u16>(ASSUMED + k * 2) as i32) >> 1);
    if (!haveCommon(count)) return;
  }
  for (let k = 0; k < count; k++) followOnce(load<u16>(ASSUMED + k * 2));
  offerCommon(count, rank, unit);
}

/** Follows an assumption, unless that is done already. */
function followOnce(assumption: i32): void {
  if (isKnown(assumption)) return;
  assume(assumption);
  let isFalse = follow();
  while (!isFalse && advanced && addAdvanced()) isFalse = follow();
  finish();
  if (!isFalse) return;
  store<u8>(IS_FALSE + assumption, 1);
  const at = CLASHES + assumption * 16;
  store<i32>(at, clashOn);
  store<i32>(at, clashOnCauses, 4);
  store<i32>(at, clashOff, 8);
  store<i32>(at, clashOffCauses, 12);
}

/** @inline */
function numberOf(cell: i32, digit: i32): i32 {
  return load<u16>(NUMBER + (cell * 9 + digit) * 2);
}
