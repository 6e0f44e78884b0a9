import { grip, strongFrom, strongTo, take, weakFrom, weakTo, X, Y } from './grip';
import {
  BONDS,
  BOUND,
  BOUND_STRONG,
  BOUND_STRONG_FROM,
  BOUND_WEAK,
  BOUND_WEAK_FROM,
  COLUMN,
  DIGIT,
  LOCAL,
  NO_SOURCE,
  OFF,
  REACHED,
  SEES,
  STRONG,
  VECTOR,
  WEAK,
} from './layout';

/** candidates */
export let size: i32 = 0;
/** of a matrix, those in use */
export let columns: i32 = 0;
/** entries of BOUND */
export let bound: i32 = 0;

const counts: usize = memory.data(9 * 4, 4);

/**
 * Starts a search: every candidate is true if it is assumed itself, and nothing more is known.
 * @param isForAll whether all that is reached will be asked for, and not only what chains close
 */
export function begin(which: i32, candidates: i32, isForAll: bool): void {
  take(which);
  size = candidates;
  columns = (number() + 127) >> 7;
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

/** Gives each candidate its bit. @returns how many bits there are */
function number(): i32 {
  if (grip === X) {
    memory.fill(counts, 0, 9 * 4);
    for (let i = 0; i < size; i++) {
      const count = counts + (load<u8>(DIGIT + i) as i32) * 4;
      const next = load<i32>(count);
      store<u16>(LOCAL + i * 2, next);
      store<i32>(count, next + 1);
    }
    return 128;
  }
  let next = 0;
  for (let i = 0; i < size; i++) {
    const isMember = grip !== Y || strongFrom(i) < strongTo(i);
    store<u16>(LOCAL + i * 2, isMember ? next++ : NO_SOURCE);
  }
  return next;
}

/** Keeps the links between those with strong links. */
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
export function local(i: i32): i32 {
  return load<u16>(LOCAL + i * 2);
}

/** @inline */
function set(matrix: usize, i: i32, source: i32): void {
  const byte = matrix + (source >> 7) * COLUMN + i * VECTOR + ((source & 127) >> 3);
  store<u8>(byte, (load<u8>(byte) as i32) | (1 << (source & 7)));
}
