// The implications of one candidate, breadth first, with the node that each first followed from: finds the path of a chain once
// reach.ts has shown that it exists.
import { CELL, DIGIT, HAS, MAX, PATH, PEERS, SELF, STRONG, VECTOR, WEAK } from './layout';
import { strongFrom, strongTo, weakFrom, weakTo } from './links';
import { size } from './reach';

/** the candidate from which a candidate's truth, or falsehood, first followed, i16; -1 for an assumption */
const ON_CAUSE: usize = memory.data(MAX * 2, 2);
const OFF_CAUSE: usize = memory.data(MAX * 2, 2);
const IS_ON: usize = memory.data(MAX);
const IS_OFF: usize = memory.data(MAX);
const FALSE_ONES: usize = memory.data(MAX * 2, 2);

/** true candidates that the last step reached, in that order, u16 */
const LAYER: usize = memory.data(MAX * 2, 2);

/** Assumes a candidate true and takes `steps` steps, from true to true. @returns length of LAYER */
function growOn(source: i32, steps: i32): i32 {
  clear();
  store<u8>(IS_ON + source, 1);
  store<i16>(ON_CAUSE + source * 2, -1);
  store<u16>(LAYER, source);
  return grow(1, steps);
}

/** Assumes a candidate false, finds what is true then, and takes `steps` steps from there. */
function growOff(source: i32, steps: i32): i32 {
  clear();
  store<u8>(IS_OFF + source, 1);
  store<i16>(OFF_CAUSE + source * 2, -1);
  store<u16>(FALSE_ONES, source);
  return grow(rise(1), steps);
}

/** Writes the path to a true candidate to PATH. @returns its length */
function pathTo(on: i32): i32 {
  let length = 0;
  for (let node = on * 2 + 1; node >= 0; length++) {
    store<i16>(PATH + length * 2, node);
    node = before(node);
  }
  for (let from = 0, to = length - 1; from < to; from++, to--) {
    const node = load<i16>(PATH + from * 2);
    store<i16>(PATH + from * 2, load<i16>(PATH + to * 2));
    store<i16>(PATH + to * 2, node);
  }
  return length;
}

/** The node that a node (number * 2, plus 1 if true) first followed from; -1 for the assumption. */
function before(node: i32): i32 {
  const isOn = node & 1;
  const cause: i32 = load<i16>((isOn ? ON_CAUSE : OFF_CAUSE) + (node >> 1) * 2);
  return cause < 0 ? -1 : cause * 2 + 1 - isOn;
}

function grow(length: i32, steps: i32): i32 {
  let count = length;
  for (let i = 0; i < steps; i++) count = rise(fall(count));
  return count;
}

/** From LAYER to FALSE_ONES. */
function fall(length: i32): i32 {
  let found = 0;
  for (let i = 0; i < length; i++) {
    const on: i32 = load<u16>(LAYER + i * 2);
    const to = weakTo(on);
    for (let k = weakFrom(on); k < to; k++) {
      const off: i32 = load<u16>(WEAK + k * 2);
      if (load<u8>(IS_OFF + off)) continue;
      store<u8>(IS_OFF + off, 1);
      store<i16>(OFF_CAUSE + off * 2, on);
      store<u16>(FALSE_ONES + found++ * 2, off);
    }
  }
  return found;
}

/** From FALSE_ONES to LAYER. */
function rise(length: i32): i32 {
  let found = 0;
  for (let i = 0; i < length; i++) {
    const off: i32 = load<u16>(FALSE_ONES + i * 2);
    const to = strongTo(off);
    for (let k = strongFrom(off); k < to; k++) {
      const on: i32 = load<u16>(STRONG + k * 2);
      if (load<u8>(IS_ON + on)) continue;
      store<u8>(IS_ON + on, 1);
      store<i16>(ON_CAUSE + on * 2, off);
      store<u16>(LAYER + found++ * 2, on);
    }
  }
  return found;
}

function clear(): void {
  memory.fill(IS_ON, 0, size);
  memory.fill(IS_OFF, 0, size);
}

/** 1 for candidates that make the source true if they are false */
const CLOSING: usize = memory.data(MAX);
/** by digit, cells that a true, or a false, candidate of the chain sees */
const SEEN_ON: usize = memory.data(9 * VECTOR, 16);
const SEEN_OFF: usize = memory.data(9 * VECTOR, 16);

/** Finds the first cycle of `steps` steps through a true source that removes something. @returns its length in PATH, 0 if there is none */
export function cycle(source: i32, steps: i32): i32 {
  mark(source, 1);
  const length = closed(growOn(source, steps));
  mark(source, 0);
  return length;
}

/** Finds how a true source makes itself false in `steps` steps. @returns the length of PATH */
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

/** Finds how a false source makes itself true. @returns the length of PATH */
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

/** Collects the cells that the path sees. @returns the set of its digits */
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

/** Whether a candidate sees both a true and a false one of the cycle (the path and the false candidate `off`), and is in none of its cells. */
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
