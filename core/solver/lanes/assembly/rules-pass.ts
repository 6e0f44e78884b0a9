// Narrows the cells of ROWS by the rules in the tables: singles of units, pairs of cells that differ, and locked candidates.
import { CELL, ROWS } from './layout';
import { covered } from './narrow';
import { LOCKS, locksEnd, PAIRS, pairsEnd, UNITS, unitsEnd } from './rule-tables';
import { allOnes, allZero, isZero, lessOne, onlySingle } from './sets';

/** by cell: its set if it has one digit, else none; and one more for NO_CELL, always empty */
const SINGLES: usize = memory.data(82 * CELL, 16);

export function rulesPass(): void {
  for (let at = UNITS; at < unitsEnd; at += 18) narrowUnit(at);
  if (pairsEnd > PAIRS) {
    readSingles();
    separatePairs();
  }
  for (let at = LOCKS; at < locksEnd; ) at = narrowTargets(at);
}

/** Sum of all sets as numbers, each less 1; an empty set makes it the greatest number there is. */
export function sumOfCells(): v128 {
  const ones = allOnes();
  let sum = allZero();
  for (let at = ROWS; at < ROWS + 81 * CELL; at += 9 * CELL) {
    const a = i16x8.add_sat_u(lessOne(v128.load(at), ones), lessOne(v128.load(at, CELL), ones));
    const b = i16x8.add_sat_u(lessOne(v128.load(at, 2 * CELL), ones), lessOne(v128.load(at, 3 * CELL), ones));
    const c = i16x8.add_sat_u(lessOne(v128.load(at, 4 * CELL), ones), lessOne(v128.load(at, 5 * CELL), ones));
    const d = i16x8.add_sat_u(lessOne(v128.load(at, 6 * CELL), ones), lessOne(v128.load(at, 7 * CELL), ones));
    const all = i16x8.add_sat_u(i16x8.add_sat_u(a, b), i16x8.add_sat_u(c, d));
    sum = i16x8.add_sat_u(sum, i16x8.add_sat_u(all, lessOne(v128.load(at, 8 * CELL), ones)));
  }
  return sum;
}

/** Naked and hidden singles of nine cells. Two solved cells with the same digit count as a digit without a place. @inline */
function narrowUnit(at: usize): void {
  const ones = allOnes();
  let once = allZero();
  let twice = once;
  let singles = once;
  for (let i: usize = 0; i < 18; i += 2) {
    const single = onlySingle(v128.load(load<u16>(at + i), ROWS), ones);
    twice = v128.or(twice, v128.and(singles, single));
    singles = v128.or(singles, single);
  }
  const repeated = twice;
  twice = once;
  for (let i: usize = 0; i < 18; i += 2) {
    const set = v128.andnot(v128.load(load<u16>(at + i), ROWS), singles);
    twice = v128.or(twice, v128.and(once, set));
    once = v128.or(once, set);
  }
  v128.store(covered, v128.and(v128.load(covered), v128.andnot(v128.or(once, singles), repeated)));
  const hidden = v128.andnot(once, twice);
  const zero = allZero();
  for (let i: usize = 0; i < 18; i += 2) {
    const cell: usize = load<u16>(at + i);
    const old = v128.load(cell, ROWS);
    const own = v128.and(old, hidden);
    const set = v128.or(v128.andnot(old, singles), onlySingle(old, ones));
    v128.store(cell, v128.and(set, v128.or(own, isZero(own, zero))), ROWS);
  }
}

function readSingles(): void {
  const ones = allOnes();
  for (let at: usize = 0; at < 81 * CELL; at += CELL)
    v128.store(at, onlySingle(v128.load(at, ROWS), ones), SINGLES);
}

/** Removes from each cell the digits of solved cells that it must differ from. @inline */
function separatePairs(): void {
  for (let at = PAIRS; at < pairsEnd; ) {
    const cell: usize = load<u16>(at);
    const end = at + 4 + ((load<u16>(at, 2) as usize) << 3);
    let taken = allZero();
    for (at += 4; at < end; at += 8) {
      taken = v128.or(
        taken,
        v128.or(v128.or(single(at, 0), single(at, 2)), v128.or(single(at, 4), single(at, 6))),
      );
    }
    v128.store(cell, v128.andnot(v128.load(cell, ROWS), taken), ROWS);
  }
}

/** @inline */
function single(at: usize, i: usize): v128 {
  return v128.load(load<u16>(at + i), SINGLES);
}

/** Of each target, removes what no cell of the set has. @returns the address of the next entry @inline */
function narrowTargets(at: usize): usize {
  const cellsEnd = at + 4 + ((load<u16>(at) as usize) << 2);
  const end = cellsEnd + ((load<u16>(at, 2) as usize) << 1);
  let set = allZero();
  for (at += 4; at < cellsEnd; at += 4)
    set = v128.or(set, v128.or(v128.load(load<u16>(at), ROWS), v128.load(load<u16>(at, 2), ROWS)));
  for (; at < end; at += 2) {
    const target: usize = load<u16>(at);
    v128.store(target, v128.and(v128.load(target, ROWS), set), ROWS);
  }
  return end;
}
