// From which candidates each candidate follows, for all at once: one step of all simple chains at a time.
import {
  CHAIN_AFFIRMS,
  CHAIN_CLOSES,
  CHAIN_CONTRADICTS,
  LINKS_X,
  LINKS_Y,
} from '../../../../kernel/constants';
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
  LOCAL,
  NO_SOURCE,
  OFF,
  REACHED,
  SEES,
  SOURCES,
  STRONG,
  VECTOR,
  WEAK,
} from './layout';
import { chooseLinks, links, strongFrom, strongTo, weakFrom, weakTo } from './links';

/** number of candidates */
export let size: i32 = 0;
/** columns of a matrix that are in use */
let columns: i32 = 0;
/** number of entries of BOUND */
let bound: i32 = 0;

/** by digit: candidates numbered so far, i32 */
const COUNTS: usize = memory.data(9 * 4, 4);

/**
 * Starts a search: every candidate is true if it is assumed itself, and nothing else is known.
 * @param code of the links to follow, LINKS_…
 * @param isForAll whether everything that is reached is needed, not only what closes a chain
 * @param digits of X links, to which the search is limited: a set
 */
export function begin(code: i32, candidates: i32, isForAll: bool, digits: i32): void {
  chooseLinks(code);
  size = candidates;
  columns = (number(digits) + 127) >> 7;
  for (let column = 0; column < columns; column++) {
    memory.fill(REACHED + column * COLUMN, 0, size * VECTOR);
    memory.fill(SEES + column * COLUMN, 0, size * VECTOR);
    memory.fill(BONDS + column * COLUMN, 0, size * VECTOR);
  }
  bound = 0;
  for (let i = 0; i < size; i++) {
    const self = local(i);
    if (self === NO_SOURCE) continue;
    set(REACHED, i, self);
    const isBound = strongFrom(i) < strongTo(i);
    if (isBound) store<u16>(BOUND + bound++ * 2, i * VECTOR);
    else if (!isForAll) continue;
    const to = weakTo(i);
    for (let k = weakFrom(i); k < to; k++) {
      const other = local(load<u16>(WEAK + k * 2));
      if (other !== NO_SOURCE) set(SEES, i, other);
    }
  }
  for (let column = 0; column < columns; column++) {
    memory.copy(OFF + column * COLUMN, SEES + column * COLUMN, size * VECTOR);
  }
  bind();
}

/** Gives each candidate its bit. X links join no two digits, so every digit counts from 0. @returns how many bits there are */
function number(digits: i32): i32 {
  if (links === LINKS_X) {
    memory.fill(COUNTS, 0, 9 * 4);
    for (let i = 0; i < size; i++) {
      const digit: i32 = load<u8>(DIGIT + i);
      if (!((digits >> digit) & 1)) {
        store<u16>(LOCAL + i * 2, NO_SOURCE);
        continue;
      }
      const count = COUNTS + digit * 4;
      const next = load<i32>(count);
      store<u16>(LOCAL + i * 2, next);
      store<i32>(count, next + 1);
    }
    return 128;
  }
  let next = 0;
  for (let i = 0; i < size; i++) {
    const isMember = links !== LINKS_Y || strongFrom(i) < strongTo(i);
    store<u16>(LOCAL + i * 2, isMember ? next++ : NO_SOURCE);
  }
  return next;
}

/** Copies the links between candidates that have strong links. */
function bind(): void {
  let weak = 0;
  let strong = 0;
  for (let b = 0; b < bound; b++) {
    const i = (load<u16>(BOUND + b * 2) as i32) / VECTOR;
    store<i32>(BOUND_WEAK_FROM + b * 4, weak);
    store<i32>(BOUND_STRONG_FROM + b * 4, strong);
    const to = weakTo(i);
    for (let k = weakFrom(i); k < to; k++) {
      const other: i32 = load<u16>(WEAK + k * 2);
      if (strongFrom(other) < strongTo(other)) store<u16>(BOUND_WEAK + weak++ * 2, other * VECTOR);
    }
    for (let k = strongFrom(i); k < strongTo(i); k++) {
      const other: i32 = load<u16>(STRONG + k * 2);
      store<u16>(BOUND_STRONG + strong++ * 2, other * VECTOR);
      set(BONDS, i, local(other));
    }
  }
  store<i32>(BOUND_WEAK_FROM + bound * 4, weak);
  store<i32>(BOUND_STRONG_FROM + bound * 4, strong);
}

/** @inline */
function local(i: i32): i32 {
  return load<u16>(LOCAL + i * 2);
}

/** @inline */
function set(matrix: usize, i: i32, source: i32): void {
  const byte = matrix + (source >> 7) * COLUMN + i * VECTOR + ((source & 127) >> 3);
  store<u8>(byte, (load<u8>(byte) as i32) | (1 << (source & 7)));
}

/** Takes one step of all chains. @returns whether anything new is true */
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

/** Finds candidates that are true because a candidate with a strong link to them is false. */
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

/** Finds candidates that are then false, among those that make another true; and the flags of the sources. */
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
  return links === LINKS_X ? load<u8>(DIGIT + i) : 0;
}

/** Lists the sources that have flags after the last step. @returns how many */
export function flag(): i32 {
  let count = 0;
  for (let i = 0; i < size; i++) {
    const source = local(i);
    if (source === NO_SOURCE) continue;
    const byte = groupOf(i) * COLUMNS * VECTOR + (source >> 3);
    const bit = source & 7;
    const flags =
      ((((load<u8>(CLOSING + byte) as i32) >> bit) & 1) * CHAIN_CLOSES) |
      ((((load<u8>(CONTRADICTING + byte) as i32) >> bit) & 1) * CHAIN_CONTRADICTS) |
      ((load<u8>(AFFIRMED + i) as i32) * CHAIN_AFFIRMS);
    if (flags === 0) continue;
    store<u16>(FLAGGED + count * 2, i);
    store<u8>(FLAGS + count, flags);
    count++;
  }
  return count;
}

/** Called when nothing new is reached: transposes the rows, to the candidates that are true (LAST) and false (OFF) from each source. */
export function finish(): void {
  for (let column = 0; column < columns; column++) {
    memory.fill(LAST + column * COLUMN, 0, size * VECTOR);
    memory.fill(OFF + column * COLUMN, 0, size * VECTOR);
  }
  for (let i = 0; i < size; i++) {
    const byte = LAST + (i >> 7) * COLUMN + ((i & 127) >> 3);
    const bit = 1 << (i & 7);
    for (let column = 0; column < columns; column++) {
      for (let half = 0; half < 2; half++) {
        let rest = load<u64>(REACHED + column * COLUMN + i * VECTOR + half * 8);
        for (; rest !== 0; rest &= rest - 1) {
          const from = (column * 128 + half * 64 + (ctz(rest) as i32)) * VECTOR;
          store<u8>(byte + from, (load<u8>(byte + from) as i32) | bit);
          for (let at = 0; at < columns * COLUMN; at += COLUMN) {
            const row = OFF + at + from;
            v128.store(row, v128.or(v128.load(row), v128.load(SEES + at + i * VECTOR)));
          }
        }
      }
    }
  }
}

/** Called after `finish`: whether a candidate is true, or one is false, whichever of the sources in SOURCES is true. */
export function haveCommon(count: i32): bool {
  for (let at = 0; at < columns * COLUMN; at += COLUMN) {
    let on = i64x2.splat(-1);
    let off = i64x2.splat(-1);
    for (let k = 0; k < count; k++) {
      const from = at + (load<u16>(SOURCES + k * 2) as i32) * VECTOR;
      on = v128.and(on, v128.load(LAST + from));
      off = v128.and(off, v128.load(OFF + from));
    }
    if (v128.any_true(v128.or(on, off))) return true;
  }
  return false;
}
