// Numbers the candidates of BOARD by cell and digit, and links them. A weak link: not both are true (same cell, or same digit in
// a unit). A strong link: not both are false (two candidates left in the cell, or two places left in the unit). Lists give first
// the link within the cell, then those in box, row, column and diagonals, each candidate once: the order in which chains grow.
import { LINKS_X, LINKS_Y } from '../../../../kernel/constants';
import {
  ADDED,
  BOARD,
  CELL,
  DIGIT,
  HAS,
  NUMBER,
  SELF,
  STRONG,
  STRONG_FROM,
  STRONG_UNITS,
  UNIT_CELLS,
  UNITS,
  UNITS_EACH,
  VECTOR,
  WEAK,
  WEAK_FROM,
  WEAK_UNITS,
} from './layout';

/** where the next link is listed */
let weak: i32 = 0;
let strong: i32 = 0;

/** @returns how many candidates there are */
export function link(): i32 {
  let size = 0;
  memory.fill(HAS, 0, 9 * VECTOR);
  for (let cell = 0; cell < 81; cell++) {
    for (let rest: i32 = load<u16>(BOARD + cell * 2); rest !== 0; rest &= rest - 1) {
      const digit = ctz(rest);
      store<u8>(CELL + size, cell);
      store<u8>(DIGIT + size, digit);
      store<u16>(NUMBER + (cell * 9 + digit) * 2, size);
      const has = HAS + digit * VECTOR;
      v128.store(has, v128.or(v128.load(has), v128.load(SELF + cell * VECTOR)));
      size++;
    }
  }
  weak = 0;
  strong = 0;
  for (let i = 0; i < size; i++) {
    store<i32>(WEAK_FROM + i * 4, weak);
    store<i32>(STRONG_FROM + i * 4, strong);
    linkCell(i);
    store<i32>(WEAK_UNITS + i * 4, weak);
    store<i32>(STRONG_UNITS + i * 4, strong);
    linkUnits(i);
  }
  store<i32>(WEAK_FROM + size * 4, weak);
  store<i32>(STRONG_FROM + size * 4, strong);
  return size;
}

/** Links the other candidates of the cell, which have consecutive numbers. */
function linkCell(i: i32): void {
  const digit: i32 = load<u8>(DIGIT + i);
  const all: i32 = load<u16>(BOARD + (load<u8>(CELL + i) as i32) * 2);
  const first = i - popcnt(all & ((1 << digit) - 1));
  const count = popcnt(all);
  for (let other = first; other < first + count; other++) if (other !== i) addWeak(other);
  if (count === 2) addStrong(first * 2 + 1 - i);
}

/** Links the other places of the digit, each once: a cell that shares two units counts in the first of them. */
function linkUnits(i: i32): void {
  const cell: i32 = load<u8>(CELL + i);
  const digit: i32 = load<u8>(DIGIT + i);
  const start = strong;
  for (let k = cell * UNITS_EACH; k < (cell + 1) * UNITS_EACH; k++) {
    const at = load<u32>(UNITS + k * 4);
    if (at === 0) break;
    const unit: i32 = at >> 16;
    const others: i32 = load<u16>(BOARD + (81 + unit * 9 + digit) * 2) & ~(at & 0xffff);
    const cells = UNIT_CELLS + unit * 9;
    for (let rest = others & (load<u16>(ADDED + k * 2) as i32); rest !== 0; rest &= rest - 1) {
      addWeak(numberOf(load<u8>(cells + ctz(rest)), digit));
    }
    if (others === 0 || (others & (others - 1)) !== 0) continue;
    const other = numberOf(load<u8>(cells + ctz(others)), digit);
    let isKnown = false;
    for (let j = start; j < strong; j++) {
      if ((load<u16>(STRONG + j * 2) as i32) === other) isKnown = true;
    }
    if (!isKnown) addStrong(other);
  }
}

/** @inline */
function numberOf(cell: i32, digit: i32): i32 {
  return load<u16>(NUMBER + (cell * 9 + digit) * 2);
}

/** @inline */
function addWeak(other: i32): void {
  store<u16>(WEAK + weak++ * 2, other);
}

/** @inline */
function addStrong(other: i32): void {
  store<u16>(STRONG + strong++ * 2, other);
}

/** links that chains follow: a code LINKS_… */
export let links: i32 = 0;

export function chooseLinks(code: i32): void {
  links = code;
}

/** @inline */
export function weakFrom(i: i32): i32 {
  return links === LINKS_X ? load<i32>(WEAK_UNITS + i * 4) : load<i32>(WEAK_FROM + i * 4);
}

/** @inline */
export function weakTo(i: i32): i32 {
  return load<i32>(WEAK_FROM + i * 4, 4);
}

/** @inline */
export function strongFrom(i: i32): i32 {
  return links === LINKS_X ? load<i32>(STRONG_UNITS + i * 4) : load<i32>(STRONG_FROM + i * 4);
}

/** @inline */
export function strongTo(i: i32): i32 {
  return links === LINKS_Y ? load<i32>(STRONG_UNITS + i * 4) : load<i32>(STRONG_FROM + i * 4, 4);
}
