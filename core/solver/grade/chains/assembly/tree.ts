import { size } from './begin';
import { strongFrom, strongTo, weakFrom, weakTo } from './grip';
import { MAX, PATH, STRONG, WEAK } from './layout';

// The implications of one candidate, breadth first, with what each first followed from.

/** what a candidate's truth, or falsehood, first followed from, i16; -1 for an assumption */
const ON_CAUSE: usize = memory.data(MAX * 2, 2);
const OFF_CAUSE: usize = memory.data(MAX * 2, 2);
const IS_ON: usize = memory.data(MAX);
const IS_OFF: usize = memory.data(MAX);
const FALSE_ONES: usize = memory.data(MAX * 2, 2);

/** true candidates that the last step reached, in the order in which they were, u16 */
export const LAYER: usize = memory.data(MAX * 2, 2);

/** Assumes a candidate true and takes so many steps, from true to true. @returns length of LAYER */
export function growOn(source: i32, steps: i32): i32 {
  clear();
  store<u8>(IS_ON + source, 1);
  store<i16>(ON_CAUSE + source * 2, -1);
  store<u16>(LAYER, source);
  return grow(1, steps);
}

/** Assumes a candidate false, finds what is true then, and takes so many steps from there. */
export function growOff(source: i32, steps: i32): i32 {
  clear();
  store<u8>(IS_OFF + source, 1);
  store<i16>(OFF_CAUSE + source * 2, -1);
  store<u16>(FALSE_ONES, source);
  return grow(rise(1), steps);
}

/** Writes how a true candidate follows to PATH. @returns its length */
export function pathTo(on: i32): i32 {
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

/** What a node, number * 2, plus 1 if true, first followed from; -1 for the assumption. */
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

/** And back. */
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
