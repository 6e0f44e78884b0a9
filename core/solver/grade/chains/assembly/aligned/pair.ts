import { ALIGNED, CHANGED, POSSIBLE, SHARED } from '../layout';
import { candidates, excluder, findExcluders, has, isTwo, seenBy, sees } from './excluders';

// Aligned pair exclusion: two cells that see two or more others with two candidates.

/** digits that a cell cannot have with each digit in the other, i32 */
const BARRED: usize = memory.data(9 * 4, 4);

/** Looks among cells of which one has changed, or one that they see. @returns whether something goes */
export function alignedPair(): bool {
  const changed = v128.load(CHANGED);
  const count = findExcluders(2);
  for (let j = 1; j < count; j++) {
    const c2 = excluder(j);
    const two = seenBy(c2);
    const isNew = has(changed, c2);
    for (let i = 0; i < j; i++) {
      const c1 = excluder(i);
      const both = v128.and(seenBy(c1), two);
      if (!isNew && !v128.any_true(v128.and(both, changed)) && !has(changed, c1)) continue;
      if (!isTwo(both)) continue;
      v128.store(SHARED, both);
      if (!excludes(c1, c2)) continue;
      store<i32>(ALIGNED, c1);
      store<i32>(ALIGNED, c2, 4);
      return true;
    }
  }
  return false;
}

/** Whether a digit of one of two cells is in no possible pair, as a cell in SHARED would be left without any. */
function excludes(c1: i32, c2: i32): bool {
  const one = candidates(c1);
  const two = candidates(c2);
  const isPair = sees(c1, c2);
  // a digit goes if each digit of the other cell is barred: by itself, or by an excluder of just these two
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

/** Digits of a cell beside which the other can have any. */
function possible(mine: i32, other: i32): i32 {
  let left = mine;
  for (let rest = mine; rest !== 0; rest &= rest - 1) {
    if ((other & ~load<i32>(BARRED + ctz(rest) * 4)) === 0) left &= ~(rest & -rest);
  }
  return left;
}
