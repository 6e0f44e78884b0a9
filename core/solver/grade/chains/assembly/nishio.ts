// Nishio: whether assuming a digit in a cell, or excluding it there, leads to a contradiction through the places of that digit
// alone. This search records no causes; it only selects the assumptions whose chains are worth building.
import { BOARD, CELL, DIGIT, HAS, PEERS, SELF, UNIT_CELLS, UNITS, UNITS_EACH, VECTOR } from './layout';
import { size } from './outcomes';
import { contradict } from './search';

/** entries for a digit: as many as units, and a few unused ones */
const UNITS_SPAN: i32 = 32;
/** by digit, then unit: its places, u16 */
const PLACES: usize = memory.data(9 * UNITS_SPAN * 2, 16);
/** the places of one digit, without the cells that are excluded and whose consequences were found */
const LEFT: usize = memory.data(UNITS_SPAN * 2, 16);
// sets of cells, as in PEERS
/** cells that have the digit; that can have it; that are excluded, and whose consequences are still to be found */
const TRUE: usize = memory.data(VECTOR, 16);
const OPEN: usize = memory.data(VECTOR, 16);
const PENDING: usize = memory.data(VECTOR, 16);

/** Offers the contradictions of the candidates with one of these digits, a set. */
export function searchNishio(digits: i32): void {
  for (let unit = 0; unit < 29; unit++) {
    for (let digit = 0; digit < 9; digit++) {
      store<u16>(PLACES + (digit * UNITS_SPAN + unit) * 2, load<u16>(BOARD + (81 + unit * 9 + digit) * 2));
    }
  }
  for (let i = 0; i < size; i++) {
    const digit: i32 = load<u8>(DIGIT + i);
    if (!((digits >> digit) & 1)) continue;
    const cell: i32 = load<u8>(CELL + i);
    start(digit);
    if (setTrue(cell) || spread()) contradict(i * 2 + 1);
    start(digit);
    setFalse(v128.load(SELF + cell * VECTOR));
    if (spread()) contradict(i * 2);
  }
}

function start(digit: i32): void {
  const places = PLACES + digit * UNITS_SPAN * 2;
  for (let at = 0; at < UNITS_SPAN * 2; at += VECTOR) v128.store(LEFT + at, v128.load(places + at));
  v128.store(TRUE, i64x2.splat(0));
  v128.store(OPEN, v128.load(HAS + digit * VECTOR));
  v128.store(PENDING, i64x2.splat(0));
}

/** The digit is in the cell, so nowhere else in its units. @returns whether that is a contradiction */
function setTrue(cell: i32): bool {
  const peers = v128.load(PEERS + cell * VECTOR);
  const known = v128.load(TRUE);
  if (v128.any_true(v128.and(peers, known))) return true;
  v128.store(TRUE, v128.or(known, v128.load(SELF + cell * VECTOR)));
  setFalse(v128.and(peers, v128.load(OPEN)));
  return false;
}

function setFalse(cells: v128): void {
  v128.store(OPEN, v128.andnot(v128.load(OPEN), cells));
  v128.store(PENDING, v128.or(v128.load(PENDING), cells));
}

/** Finds the consequences of all cells that are false. @returns whether there is a contradiction */
function spread(): bool {
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (let word = 0; word < 3; word++) {
      for (let set = load<i32>(PENDING + word * 4); set !== 0; set = load<i32>(PENDING + word * 4)) {
        isDone = false;
        store<i32>(PENDING + word * 4, set & (set - 1));
        if (remove(word * 27 + ctz(set))) return true;
      }
    }
  }
  return false;
}

/** The digit is not in the cell, so a unit may have one place left, or none. @returns whether that is a contradiction */
function remove(cell: i32): bool {
  for (let i = 0; i < UNITS_EACH; i++) {
    const at = load<u32>(UNITS + (cell * UNITS_EACH + i) * 4);
    if (at === 0) break;
    const unit: i32 = at >> 16;
    const left: i32 = load<u16>(LEFT + unit * 2) & ~(at & 0xffff);
    if (left === 0) return true;
    store<u16>(LEFT + unit * 2, left);
    if ((left & (left - 1)) !== 0) continue;
    const last: i32 = load<u8>(UNIT_CELLS + unit * 9 + ctz(left));
    const self = v128.load(SELF + last * VECTOR);
    if (v128.any_true(v128.and(self, v128.load(TRUE)))) continue;
    if (!v128.any_true(v128.and(self, v128.load(OPEN))) || setTrue(last)) return true;
  }
  return false;
}
