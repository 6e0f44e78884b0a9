import { strongFrom, strongTo, weakFrom, weakTo } from './grip';
import { CELL, DIGIT, HAS, MAX, PATH, PEERS, SELF, STRONG, VECTOR, WEAK } from './layout';
import { growOff, growOn, LAYER, pathTo } from './tree';

/** 1 for what makes the source true if it is false */
const CLOSING: usize = memory.data(MAX);
/** by digit, cells that a true, or a false, candidate of the chain sees */
const SEEN_ON: usize = memory.data(9 * VECTOR, 16);
const SEEN_OFF: usize = memory.data(9 * VECTOR, 16);

/** The first cycle of so many steps through a true source that removes something. @returns its length in PATH, 0 if there is none */
export function cycle(source: i32, steps: i32): i32 {
  mark(source, 1);
  const length = closed(growOn(source, steps));
  mark(source, 0);
  return length;
}

/** A true source that makes itself false, in so many steps. */
export function contradiction(source: i32, steps: i32): i32 {
  const layer = growOn(source, steps);
  for (let i = 0; i < layer; i++) {
    const on: i32 = load<u16>(LAYER + i * 2);
    const to = weakTo(on);
    for (let k = weakFrom(on); k < to; k++) {
      if ((load<u16>(WEAK + k * 2) as i32) !== source) continue;
      const length = pathTo(on);
      store<i16>(PATH + length * 2, source * 2);
      return length + 1;
    }
  }
  return 0;
}

/** A false source that makes itself true. */
export function affirmation(source: i32, steps: i32): i32 {
  growOff(source, steps);
  return pathTo(source);
}

function mark(source: i32, value: i32): void {
  const to = strongTo(source);
  for (let k = strongFrom(source); k < to; k++)
    store<u8>(CLOSING + (load<u16>(STRONG + k * 2) as i32), value);
}

function closed(layer: i32): i32 {
  for (let i = 0; i < layer; i++) {
    const on: i32 = load<u16>(LAYER + i * 2);
    const to = weakTo(on);
    let length = 0;
    let digits = 0;
    for (let k = weakFrom(on); k < to; k++) {
      const off: i32 = load<u16>(WEAK + k * 2);
      if (!load<u8>(CLOSING + off)) continue;
      if (length === 0) {
        length = pathTo(on);
        digits = see(length);
      }
      if (isIn(length, off * 2) || !removes(length, digits, off)) continue;
      store<i16>(PATH + length * 2, off * 2);
      return length + 1;
    }
  }
  return 0;
}

function isIn(length: i32, node: i32): bool {
  for (let i = 0; i < length; i++) if ((load<i16>(PATH + i * 2) as i32) === node) return true;
  return false;
}

/** Gathers what the path sees. @returns the set of its digits */
function see(length: i32): i32 {
  memory.fill(SEEN_ON, 0, 9 * VECTOR);
  memory.fill(SEEN_OFF, 0, 9 * VECTOR);
  let digits = 0;
  for (let i = 0; i < length; i++) {
    const node: i32 = load<i16>(PATH + i * 2);
    const digit: i32 = load<u8>(DIGIT + (node >> 1));
    const seen = (node & 1 ? SEEN_ON : SEEN_OFF) + digit * VECTOR;
    v128.store(seen, v128.or(v128.load(seen), v128.load(PEERS + cell(node >> 1) * VECTOR)));
    digits |= 1 << digit;
  }
  return digits;
}

/** Whether a digit sees one of each half of the cycle of the path and one false candidate more, and is in none of its cells. */
function removes(length: i32, digits: i32, off: i32): bool {
  const last: i32 = load<u8>(DIGIT + off);
  const lastSeen = v128.load(PEERS + cell(off) * VECTOR);
  let own = v128.load(SELF + cell(off) * VECTOR);
  for (let i = 0; i < length; i++) {
    own = v128.or(own, v128.load(SELF + cell((load<i16>(PATH + i * 2) as i32) >> 1) * VECTOR));
  }
  for (let rest = digits; rest !== 0; rest &= rest - 1) {
    const digit = ctz(rest);
    const at = digit * VECTOR;
    let seen = v128.load(SEEN_OFF + at);
    if (digit === last) seen = v128.or(seen, lastSeen);
    seen = v128.and(v128.and(seen, v128.load(SEEN_ON + at)), v128.load(HAS + at));
    if (v128.any_true(v128.andnot(seen, own))) return true;
  }
  return false;
}

/** @inline */
function cell(candidate: i32): i32 {
  return load<u8>(CELL + candidate);
}
