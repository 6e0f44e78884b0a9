// Follows an assumption until nothing more follows from it, or to the first contradiction. Nodes are signed candidates:
// number * 2, plus 1 if true.

import {
  BOARD,
  BOARD_SETS,
  CELL,
  DIGIT,
  NUMBER,
  UNIT_CELLS,
  UNITS,
  UNITS_EACH,
  VECTOR,
  WEAK,
  WEAK_FROM,
  WEAK_UNITS,
  WORK,
} from './layout';
import {
  addAllOff,
  addOn,
  begin,
  causesHereOf,
  countHere,
  FOUND,
  offCount,
  offHere,
  onCount,
  onHere,
  poolEnd,
  put,
  setPoolEnd,
  setRemovedHere,
  stateHere,
} from './outcomes';

/** one digit at a time: no links within cells */
let nishio: bool = false;
/** whether candidates that are false by now count as removed */
export let dynamic: bool = false;
/** nodes of each sign that have been processed */
let ons: i32 = 0;
let offs: i32 = 0;

/** a node that is both true and false, and where the causes of each are listed */
export let clashOn: i32 = 0;
export let clashOnCauses: i32 = 0;
export let clashOff: i32 = 0;
export let clashOffCauses: i32 = 0;

/** Sets how assumptions about the board in BOARD are followed. */
export function setReasoning(isNishio: bool, isDynamic: bool): void {
  nishio = isNishio;
  dynamic = isDynamic;
  restore();
}

function restore(): void {
  // vectors, as a call for a few hundred bytes takes longer
  for (let at = 0; at < BOARD_SETS * 2; at += VECTOR) v128.store(WORK + at, v128.load(BOARD + at));
}

/** Starts to follow an assumption. */
export function assume(node: i32): void {
  if (dynamic) restore();
  begin(node);
  ons = 0;
  offs = 0;
}

/** Processes true nodes before false ones; the lists of found nodes are the queues. @returns whether there is a contradiction */
export function follow(): bool {
  for (let isDone = false; !isDone; ) {
    if (ons < onCount) {
      if (fromOn(onHere(ons++))) return true;
    } else if (offs < offCount) {
      if (fromOff(offHere(offs++))) return true;
    } else isDone = true;
  }
  return false;
}

/** Makes the candidates that see a true one false. */
function fromOn(on: i32): bool {
  const known = countHere(on);
  const from = WEAK_FROM + (on >> 1) * 4;
  // all candidates that a true one excludes share one list of causes
  const causes = poolEnd;
  put(causes, 1);
  put(causes + 1, on);
  setPoolEnd(causes + 2);
  const clashing = addAllOff(
    WEAK + (nishio ? load<i32>(WEAK_UNITS + (on >> 1) * 4) : load<i32>(from)) * 2,
    WEAK + load<i32>(from, 4) * 2,
    causes,
    known < 0 ? known - 1 : known + 1,
  );
  return clashing >= 0 && clash(clashing * 2 + 1, causesHereOf(clashing * 2 + 1), clashing * 2, causes);
}

/** A false candidate may leave a single one in its cell, or in a unit. With dynamic chains, it is then removed from WORK. */
function fromOff(off: i32): bool {
  const candidate = off >> 1;
  const cell: i32 = load<u8>(CELL + candidate);
  const digit: i32 = load<u8>(DIGIT + candidate);
  const left: i32 = load<u16>(WORK + cell * 2);
  if (popcnt(left) === 2 && !nishio) {
    const other = ctz(left & ~(1 << digit));
    if (force(load<u16>(NUMBER + (cell * 9 + other) * 2) as i32, off, cell, -1)) return true;
  }
  const units = UNITS + cell * UNITS_EACH * 4;
  if (losePlace(off, digit, load<u32>(units))) return true;
  if (losePlace(off, digit, load<u32>(units, 4))) return true;
  if (losePlace(off, digit, load<u32>(units, 8))) return true;
  // diagonals
  for (let i = 3; i < UNITS_EACH; i++) {
    const at = load<u32>(units + i * 4);
    if (at === 0) break;
    if (losePlace(off, digit, at)) return true;
  }
  if (dynamic) {
    setRemovedHere(candidate);
    store<u16>(WORK + cell * 2, left & ~(1 << digit));
  }
  return false;
}

/** @param at an entry of UNITS @returns whether there is a contradiction @inline */
function losePlace(off: i32, digit: i32, at: i32): bool {
  const place = 81 + (at >>> 16) * 9 + digit;
  const where: i32 = load<u16>(WORK + place * 2);
  const left = where & ~at;
  if (popcnt(where) === 2) {
    const other: i32 = load<u8>(UNIT_CELLS + (at >>> 16) * 9 + ctz(left));
    if (force(load<u16>(NUMBER + (other * 9 + digit) * 2) as i32, off, -1, place)) return true;
  }
  if (dynamic) store<u16>(WORK + place * 2, left);
  return false;
}

/**
 * Makes a candidate true that is the last one beside `off`.
 * @param cell in which it is the last candidate, or -1
 * @param place entry in WORK of the unit in which it is the last place of its digit, or -1
 * @returns whether that is a contradiction
 */
function force(candidate: i32, off: i32, cell: i32, place: i32): bool {
  const on = candidate * 2 + 1;
  const state = stateHere(candidate);
  if (state === FOUND << 8) return false;
  const onCauses = poolEnd;
  const at = (cell >= 0 ? cell : place) * 2;
  let gone: i32 = load<u16>(BOARD + at) & ~load<u16>(WORK + at);
  let end = onCauses + 1;
  let most = addCause(end++, off);
  const isExact = gone === 0 && countHere(off) >= 0;
  if (cell >= 0) {
    for (; gone !== 0; gone &= gone - 1) {
      most = max(most, addCause(end++, (load<u16>(NUMBER + (cell * 9 + ctz(gone)) * 2) as i32) * 2));
    }
  } else {
    const cells = UNIT_CELLS + ((place - 81) / 9) * 9;
    const digit = (place - 81) % 9;
    for (; gone !== 0; gone &= gone - 1) {
      const other: i32 = load<u8>(cells + ctz(gone));
      most = max(most, addCause(end++, (load<u16>(NUMBER + (other * 9 + digit) * 2) as i32) * 2));
    }
  }
  const length = end - onCauses - 1;
  put(onCauses, length);
  setPoolEnd(end);
  if (state !== 0) return clash(on, onCauses, on - 1, causesHereOf(on - 1));
  addOn(on, onCauses, isExact ? most + 1 : -max(most, length) - 1);
  return false;
}

/** @returns how many nodes lead to it, or a lower bound @inline */
function addCause(at: i32, node: i32): i32 {
  put(at, node);
  return abs(countHere(node));
}

function clash(on: i32, onCauses: i32, off: i32, offCauses: i32): bool {
  clashOn = on;
  clashOnCauses = onCauses;
  clashOff = off;
  clashOffCauses = offCauses;
  return true;
}
