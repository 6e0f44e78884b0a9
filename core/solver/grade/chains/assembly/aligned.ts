// Aligned pair exclusion: two cells that see two or more others with two candidates. Aligned triplet exclusion: three cells,
// of which two see two or more others with few candidates that the third sees, too. Sets of cells are as in PEERS.
import { ALIGNED, BOARD, CHANGED, PEERS, POSSIBLE, SELF, SHARED, VECTOR } from './layout';

/** by cell: the cells with few candidates that it sees */
const SETS: usize = memory.data(81 * VECTOR, 16);
const FEW: usize = memory.data(VECTOR, 16);
/** open cells that see one with few candidates, below the current one */
const BELOW: usize = memory.data(VECTOR, 16);
/** cells to try beside the current one */
const FIRSTS: usize = memory.data(VECTOR, 16);

/** Finds the cells with two to `most` candidates that each cell sees. */
function findExcluders(most: i32): void {
  v128.store(FEW, i64x2.splat(0));
  for (let cell = 0; cell < 81; cell++) {
    const count = popcnt(load<u16>(BOARD + cell * 2) as i32);
    if (count < 2 || count > most) continue;
    const word = FEW + (cell / 27) * 4;
    store<i32>(word, load<i32>(word) | (1 << (cell % 27)));
  }
  const few = v128.load(FEW);
  for (let cell = 0; cell < 81; cell++) {
    v128.store(SETS + cell * VECTOR, v128.and(few, v128.load(PEERS + cell * VECTOR)));
  }
}

/** @inline */
function seenBy(cell: i32): v128 {
  return v128.load(SETS + cell * VECTOR);
}

/** Adds a cell to BELOW. @inline */
function addBelow(cell: i32): void {
  v128.store(BELOW, v128.or(v128.load(BELOW), v128.load(SELF + cell * VECTOR)));
}

/** @inline */
function candidates(cell: i32): i32 {
  return load<u16>(BOARD + cell * 2);
}

/** @inline */
function has(set: v128, cell: i32): bool {
  return v128.any_true(v128.and(set, v128.load(SELF + cell * VECTOR)));
}

/** @inline */
function sees(one: i32, other: i32): bool {
  return has(v128.load(PEERS + one * VECTOR), other);
}

/** digits that a cell cannot have with each digit in the other, i32 */
const BARRED: usize = memory.data(9 * 4, 4);

/** Searches cells of which one has changed, or sees a changed one. @returns whether a candidate can be removed */
export function alignedPair(): bool {
  const changed = v128.load(CHANGED);
  findExcluders(2);
  v128.store(BELOW, i64x2.splat(0));
  for (let c2 = 0; c2 < 81; c2++) {
    if (candidates(c2) === 0) continue;
    const two = seenBy(c2);
    if (!v128.any_true(two)) continue;
    // the first cell sees two of the cells that the second does; if the second has not changed, the first or one of those has
    let firsts = v128.and(v128.load(BELOW), seenTwice(two));
    if (!has(changed, c2)) firsts = v128.and(firsts, v128.or(changed, seenOnce(v128.and(two, changed))));
    addBelow(c2);
    if (!v128.any_true(firsts)) continue;
    v128.store(FIRSTS, firsts);
    for (let word = 0; word < 3; word++) {
      for (let rest = load<i32>(FIRSTS + word * 4); rest !== 0; rest &= rest - 1) {
        const c1 = word * 27 + ctz(rest);
        v128.store(SHARED, v128.and(seenBy(c1), two));
        if (!pairExcludes(c1, c2)) continue;
        store<i32>(ALIGNED, c1);
        store<i32>(ALIGNED, c2, 4);
        return true;
      }
    }
  }
  return false;
}

/** Whether a digit of one of two cells is in no possible pair, since each would leave a cell in SHARED without candidates. */
function pairExcludes(c1: i32, c2: i32): bool {
  const one = candidates(c1);
  const two = candidates(c2);
  const isPair = sees(c1, c2);
  // a digit is removed if each digit of the other cell is barred: by equality, or by an excluder with exactly these two
  const fewest = min(popcnt(one), popcnt(two)) - (isPair ? 1 : 0);
  if (bar(one | two, isPair) < fewest) return false;
  const possible1 = possible(one, two);
  const possible2 = possible(two, one);
  store<i32>(POSSIBLE, possible1);
  store<i32>(POSSIBLE, possible2, 4);
  return possible1 !== one || possible2 !== two;
}

/** Fills BARRED. @returns how many of the cells in SHARED have no other candidates than these */
function bar(digits: i32, isPair: bool): i32 {
  for (let digit = 0; digit < 9; digit++) store<i32>(BARRED + digit * 4, isPair ? 1 << digit : 0);
  let count = 0;
  for (let word = 0; word < 3; word++) {
    for (let rest = load<i32>(SHARED + word * 4); rest !== 0; rest &= rest - 1) {
      const pair = candidates(word * 27 + ctz(rest));
      if ((pair & ~digits) !== 0) continue;
      count++;
      const low = BARRED + ctz(pair) * 4;
      const high = BARRED + (31 - clz(pair)) * 4;
      store<i32>(low, load<i32>(low) | (pair & (pair - 1)));
      store<i32>(high, load<i32>(high) | (pair & -pair));
    }
  }
  return count;
}

/** Digits of a cell that are possible with every digit of the other. */
function possible(mine: i32, other: i32): i32 {
  let left = mine;
  for (let rest = mine; rest !== 0; rest &= rest - 1) {
    if ((other & ~load<i32>(BARRED + ctz(rest) * 4)) === 0) left &= ~(rest & -rest);
  }
  return left;
}

const REST: usize = memory.data(VECTOR, 16);
/** candidates of the cells that exclude, i32 */
const NEEDS: usize = memory.data(81 * 4, 4);

/** Searches cells of which one has changed, or sees a changed one. @returns whether a candidate can be removed */
export function alignedTriplet(): bool {
  const changed = v128.load(CHANGED);
  findExcluders(3);
  v128.store(BELOW, i64x2.splat(0));
  for (let c2 = 0; c2 < 81; c2++) {
    if (candidates(c2) === 0) continue;
    const two = seenBy(c2);
    if (!v128.any_true(two)) continue;
    v128.store(FIRSTS, v128.and(v128.load(BELOW), seenTwice(two)));
    addBelow(c2);
    for (let word = 0; word < 3; word++) {
      for (let rest = load<i32>(FIRSTS + word * 4); rest !== 0; rest &= rest - 1) {
        const c1 = word * 27 + ctz(rest);
        const one = seenBy(c1);
        const both = v128.and(one, two);
        const isNew = has(changed, c1) || has(changed, c2);
        // the third cell sees two of the cells that both see; if none of the others has changed, it must have
        let thirds = v128.or(one, two);
        if (!isNew && !v128.any_true(v128.and(both, changed))) thirds = v128.and(thirds, changed);
        if (!v128.any_true(thirds)) continue;
        thirds = v128.and(thirds, seenTwice(both));
        // the excluders of the first cell, then those of the second only
        if (excludesAny(c1, c2, v128.and(one, thirds), both, changed, isNew)) return true;
        if (excludesAny(c1, c2, v128.and(v128.andnot(two, one), thirds), both, changed, isNew)) return true;
      }
    }
  }
  return false;
}

function excludesAny(c1: i32, c2: i32, thirds: v128, both: v128, changed: v128, isNew: bool): bool {
  if (!v128.any_true(thirds)) return false;
  store<v128>(REST, thirds);
  for (let word = 0; word < 3; word++) {
    for (let rest = load<i32>(REST + word * 4); rest !== 0; rest &= rest - 1) {
      const third = word * 27 + ctz(rest);
      if (third === c1 || third === c2) continue;
      const shared = v128.and(both, seenBy(third));
      if (!isNew && !has(changed, third) && !v128.any_true(v128.and(shared, changed))) continue;
      v128.store(SHARED, shared);
      if (!tripletExcludes(c1, c2, third)) continue;
      store<i32>(ALIGNED, c1);
      store<i32>(ALIGNED, c2, 4);
      store<i32>(ALIGNED, third, 8);
      return true;
    }
  }
  return false;
}

/** Cells that see one or more of a set. */
function seenOnce(set: v128): v128 {
  if (!v128.any_true(set)) return set;
  v128.store(REST, set);
  let once = i64x2.splat(0);
  for (let word = 0; word < 3; word++) {
    for (let rest = load<i32>(REST + word * 4); rest !== 0; rest &= rest - 1) {
      once = v128.or(once, v128.load(PEERS + (word * 27 + ctz(rest)) * VECTOR));
    }
  }
  return once;
}

/** Cells that see at least two of a set. */
function seenTwice(set: v128): v128 {
  v128.store(REST, set);
  let once = i64x2.splat(0);
  let twice = i64x2.splat(0);
  for (let word = 0; word < 3; word++) {
    for (let rest = load<i32>(REST + word * 4); rest !== 0; rest &= rest - 1) {
      const peers = v128.load(PEERS + (word * 27 + ctz(rest)) * VECTOR);
      twice = v128.or(twice, v128.and(once, peers));
      once = v128.or(once, peers);
    }
  }
  return twice;
}

/** Whether a digit of one of three cells is in no possible triplet, since each would leave a cell in SHARED without candidates. */
function tripletExcludes(c0: i32, c1: i32, c2: i32): bool {
  const all0 = candidates(c0);
  const all1 = candidates(c1);
  const all2 = candidates(c2);
  const count = findNeeds(all0 | all1 | all2);
  if (count === 0) return false;
  const ab = sees(c0, c1);
  const ac = sees(c0, c2);
  const bc = sees(c1, c2);
  let seen0 = 0;
  let seen1 = 0;
  let seen2 = 0;
  for (let xs = all0; xs !== 0; xs &= xs - 1) {
    const x = xs & -xs;
    for (let ys = all1; ys !== 0; ys &= ys - 1) {
      const y = ys & -ys;
      if (ab && x === y) continue;
      const zs = thirdDigits(all2 & ~((ac ? x : 0) | (bc ? y : 0)), x | y, count);
      if (zs === 0) continue;
      seen0 |= x;
      seen1 |= y;
      seen2 |= zs;
      // only the first cell's other digits are still undecided: one triplet each proves that they are possible
      if (seen1 === all1 && seen2 === all2) break;
    }
  }
  store<i32>(POSSIBLE, seen0);
  store<i32>(POSSIBLE, seen1, 4);
  store<i32>(POSSIBLE, seen2, 8);
  return seen0 !== all0 || seen1 !== all1 || seen2 !== all2;
}

/** Lists the candidates of the cells in SHARED among these digits. A cell with another digit can always take that. */
function findNeeds(digits: i32): i32 {
  let count = 0;
  for (let word = 0; word < 3; word++) {
    for (let rest = load<i32>(SHARED + word * 4); rest !== 0; rest &= rest - 1) {
      const need = candidates(word * 27 + ctz(rest));
      if ((need & ~digits) === 0) store<i32>(NEEDS + count++ * 4, need);
    }
  }
  return count;
}

/** Which digits the third cell can have beside two others. */
function thirdDigits(digits: i32, others: i32, count: i32): i32 {
  let left = digits;
  for (let i = 0; i < count; i++) {
    const need = load<i32>(NEEDS + i * 4) & ~others;
    if (need === 0) return 0;
    if ((need & (need - 1)) === 0) left &= ~need;
  }
  return left;
}
