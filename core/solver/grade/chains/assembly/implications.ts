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
  add,
  addAll,
  begin,
  causesHereOf,
  countHere,
  FOUND,
  foundHere,
  nthHere,
  poolEnd,
  put,
  REMOVED,
  setPoolEnd,
  setRemovedHere,
  stateHere,
} from './outcomes';

// Follows an assumption until nothing more follows from it, or to the first contradiction. Nodes are signed candidates: number * 2, plus 1 if true.

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
    if (ons < foundHere(1)) {
      if (fromOn(nthHere(1, ons++))) return true;
    } else if (offs < foundHere(0)) {
      if (fromOff(nthHere(0, offs++))) return true;
    } else isDone = true;
  }
  return false;
}

/** Makes the candidates that see a true one false. */
function fromOn(on: i32): bool {
  const known = countHere(on);
  const count = known < 0 ? known - 1 : known + 1;
  const from = on >> 1;
  const end = load<i32>(WEAK_FROM + from * 4, 4);
  // all candidates that a true one excludes share one list of causes
  const causes = poolEnd;
  put(causes, 1);
  put(causes + 1, on);
  setPoolEnd(causes + 2);
  for (let k = load<i32>((nishio ? WEAK_UNITS : WEAK_FROM) + from * 4); k < end; k++) {
    const other: i32 = load<u16>(WEAK + k * 2);
    const state = stateHere(other);
    if (state === 0) add(other * 2, causes, count);
    else if ((state & ((FOUND << 8) | REMOVED)) === FOUND << 8)
      return clash(other * 2 + 1, causesHereOf(other * 2 + 1), other * 2, causes);
  }
  return false;
}

/** A false candidate may leave a single one in its cell, or in a unit. With dynamic chains, it is then removed from WORK. */
function fromOff(off: i32): bool {
  const candidate = off >> 1;
  const cell: i32 = load<u8>(CELL + candidate);
  const digit: i32 = load<u8>(DIGIT + candidate);
  const left: i32 = load<u16>(WORK + cell * 2);
  if (!nishio && isTwo(left)) {
    const other = 31 - clz(left & ~(1 << digit));
    if (force(load<u16>(NUMBER + (cell * 9 + other) * 2) as i32, off, cell, -1)) return true;
  }
  for (let i = 0; i < UNITS_EACH; i++) {
    const at = load<u32>(UNITS + (cell * UNITS_EACH + i) * 4);
    // positions from 1: 0 for units that the cell does not have
    if (at === 0) break;
    const unit: i32 = at >> 16;
    const bit: i32 = at & 0xffff;
    const place = 81 + unit * 9 + digit;
    const where: i32 = load<u16>(WORK + place * 2);
    if (isTwo(where)) {
      const other: i32 = load<u8>(UNIT_CELLS + unit * 9 + 31 - clz(where & ~bit));
      if (force(load<u16>(NUMBER + (other * 9 + digit) * 2) as i32, off, -1, place)) return true;
    }
    if (dynamic) store<u16>(WORK + place * 2, where & ~bit);
  }
  if (dynamic) {
    setRemovedHere(candidate);
    store<u16>(WORK + cell * 2, left & ~(1 << digit));
  }
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
  let end = onCauses + 1;
  put(end++, off);
  const at = (cell >= 0 ? cell : place) * 2;
  let gone: i32 = load<u16>(BOARD + at) & ~load<u16>(WORK + at);
  if (cell >= 0) {
    for (; gone !== 0; gone &= gone - 1) {
      put(end++, (load<u16>(NUMBER + (cell * 9 + 31 - clz(gone & -gone)) * 2) as i32) * 2);
    }
  } else {
    const cells = UNIT_CELLS + ((place - 81) / 9) * 9;
    const digit = (place - 81) % 9;
    for (; gone !== 0; gone &= gone - 1) {
      const other: i32 = load<u8>(cells + 31 - clz(gone & -gone));
      put(end++, (load<u16>(NUMBER + (other * 9 + digit) * 2) as i32) * 2);
    }
  }
  put(onCauses, end - onCauses - 1);
  setPoolEnd(end);
  if (state !== 0) return clash(on, onCauses, on - 1, causesHereOf(on - 1));
  addAll(on, onCauses);
  return false;
}

function clash(on: i32, onCauses: i32, off: i32, offCauses: i32): bool {
  clashOn = on;
  clashOnCauses = onCauses;
  clashOff = off;
  clashOffCauses = offCauses;
  return true;
}

/** Whether a set has two members. @inline */
function isTwo(set: i32): bool {
  const rest = set & (set - 1);
  return rest !== 0 && (rest & (rest - 1)) === 0;
}
