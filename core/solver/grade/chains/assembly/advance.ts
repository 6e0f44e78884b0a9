import { bound, columns, local, size } from './begin';
import { grip, X } from './grip';
import {
  AFFIRMED,
  BONDS,
  BOUND,
  BOUND_STRONG,
  BOUND_STRONG_FROM,
  BOUND_WEAK,
  BOUND_WEAK_FROM,
  CLOSING,
  COLUMN,
  COLUMNS,
  CONTRADICTING,
  DIGIT,
  FLAGGED,
  FLAGS,
  LAST,
  NO_SOURCE,
  OFF,
  REACHED,
  SEES,
  VECTOR,
} from './layout';

/** What the last step tells of a source: one more leads back to it; true, it would be false; false, it would be true. */
export const CLOSES: i32 = 1;
export const CONTRADICTS: i32 = 2;
export const AFFIRMS: i32 = 4;

/** @returns whether anything new is true */
export function advance(): bool {
  memory.fill(CLOSING, 0, 9 * COLUMNS * VECTOR);
  memory.fill(CONTRADICTING, 0, 9 * COLUMNS * VECTOR);
  memory.fill(AFFIRMED, 0, size);
  let any = false;
  for (let column = 0; column < columns; column++) {
    if (!rise(column * COLUMN)) continue;
    any = true;
    spread(column);
  }
  return any;
}

/** What is true because all that is linked strongly to it is false. */
function rise(at: usize): bool {
  const last = LAST + at;
  const off = OFF + at;
  const reached = REACHED + at;
  let any = i64x2.splat(0);
  for (let b = 0; b < bound; b++) {
    const row: usize = load<u16>(BOUND + b * 2);
    const to = load<i32>(BOUND_STRONG_FROM + b * 4, 4);
    let found = i64x2.splat(0);
    for (let k = load<i32>(BOUND_STRONG_FROM + b * 4); k < to; k++) {
      found = v128.or(found, v128.load(off + (load<u16>(BOUND_STRONG + k * 2) as usize)));
    }
    const known = v128.load(reached + row);
    found = v128.andnot(found, known);
    v128.store(last + row, found);
    v128.store(reached + row, v128.or(known, found));
    any = v128.or(any, found);
  }
  return v128.any_true(any);
}

/** What is then false, asked only of candidates that make another true; and what that tells of the sources. */
function spread(column: i32): void {
  const at = column * COLUMN;
  const last = LAST + at;
  for (let b = 0; b < bound; b++) {
    const row: usize = load<u16>(BOUND + b * 2);
    const to = load<i32>(BOUND_WEAK_FROM + b * 4, 4);
    let found = i64x2.splat(0);
    for (let k = load<i32>(BOUND_WEAK_FROM + b * 4); k < to; k++) {
      found = v128.or(found, v128.load(last + (load<u16>(BOUND_WEAK + k * 2) as usize)));
    }
    v128.store(OFF + at + row, found);
    const self = v128.load(last + row);
    const bonds = v128.load(BONDS + at + row);
    const i = (row as i32) / VECTOR;
    const group = groupOf(i) * COLUMNS * VECTOR + column * VECTOR;
    join(CLOSING + group, v128.and(found, bonds));
    join(CONTRADICTING + group, v128.and(self, v128.load(SEES + at + row)));
    if (v128.any_true(v128.and(self, bonds))) store<u8>(AFFIRMED + i, 1);
  }
}

/** @inline */
function join(at: usize, more: v128): void {
  v128.store(at, v128.or(v128.load(at), more));
}

/** @inline */
function groupOf(i: i32): i32 {
  return grip === X ? load<u8>(DIGIT + i) : 0;
}

/** Lists the sources that the last step tells something of. @returns how many */
export function flag(): i32 {
  let count = 0;
  for (let i = 0; i < size; i++) {
    const source = local(i);
    if (source === NO_SOURCE) continue;
    const byte = groupOf(i) * COLUMNS * VECTOR + (source >> 3);
    const bit = source & 7;
    const flags =
      ((((load<u8>(CLOSING + byte) as i32) >> bit) & 1) * CLOSES) |
      ((((load<u8>(CONTRADICTING + byte) as i32) >> bit) & 1) * CONTRADICTS) |
      ((load<u8>(AFFIRMED + i) as i32) * AFFIRMS);
    if (flags === 0) continue;
    store<u16>(FLAGGED + count * 2, i);
    store<u8>(FLAGS + count, flags);
    count++;
  }
  return count;
}
