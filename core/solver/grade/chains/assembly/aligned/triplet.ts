import { ALIGNED, CHANGED, PEERS, POSSIBLE, SHARED, VECTOR } from '../layout';
import { candidates, excluder, findExcluders, has, isTwo, seenBy, sees } from './excluders';

// Aligned triplet exclusion: three cells, of which two see two or more others with few candidates, that the third sees, too.

const REST: usize = memory.data(VECTOR, 16);
/** candidates of the cells that exclude, i32 */
const NEEDS: usize = memory.data(81 * 4, 4);

/** Looks among cells of which one has changed, or one that they see. @returns whether something goes */
export function alignedTriplet(): bool {
  const changed = v128.load(CHANGED);
  const count = findExcluders(3);
  for (let j = 1; j < count; j++) {
    const c2 = excluder(j);
    const two = seenBy(c2);
    for (let i = 0; i < j; i++) {
      const c1 = excluder(i);
      const one = seenBy(c1);
      const both = v128.and(one, two);
      if (!isTwo(both)) continue;
      const isNew = has(changed, c1) || has(changed, c2);
      // the third cell sees two of those that both see; where none of the others changed, it must have
      let thirds = seenTwice(both);
      if (!isNew && !v128.any_true(v128.and(both, changed))) thirds = v128.and(thirds, changed);
      if (!v128.any_true(thirds)) continue;
      // those that exclude for the first cell, then those only for the second
      if (excludesAny(c1, c2, v128.and(one, thirds), both, changed, isNew)) return true;
      if (excludesAny(c1, c2, v128.and(v128.andnot(two, one), thirds), both, changed, isNew)) return true;
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
      if (!excludes(c1, c2, third)) continue;
      store<i32>(ALIGNED, c1);
      store<i32>(ALIGNED, c2, 4);
      store<i32>(ALIGNED, third, 8);
      return true;
    }
  }
  return false;
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

/** Whether a digit of one of three cells is in no possible triplet, as the cells in SHARED would be left without any. */
function excludes(c0: i32, c1: i32, c2: i32): bool {
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
      // nothing is open but whether the first cell's other digits are possible: one triplet each tells
      if (seen1 === all1 && seen2 === all2) break;
    }
  }
  store<i32>(POSSIBLE, seen0);
  store<i32>(POSSIBLE, seen1, 4);
  store<i32>(POSSIBLE, seen2, 8);
  return seen0 !== all0 || seen1 !== all1 || seen2 !== all2;
}

/** Lists what the cells in SHARED need of these digits. A cell that has another digit can always take that. */
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
