// What follows from each assumption, as the class Outcomes describes it: tables behind everything that has a fixed place, as
// large as the board needs.
import { COUNTERS, KNOWN, MAX, STATE, VECTOR } from './layout';

export let size: i32 = 0;
let span: i32 = 0;
/** where in the pool the causes of a node are listed, i32; how many nodes lead to it, i16; nodes in order, i16; lists of causes, i16 */
export let causesTable: usize = 0;
let countsTable: usize = 0;
let orderTable: usize = 0;
export let pool: usize = 0;
export let poolEnd: i32 = 2;
/** of each assumption, the candidates that are false, and those that are true: sets of bits, `width` bytes each */
let setsTable: usize = 0;
let width: i32 = 0;

/** Forgets everything and sets the number of candidates. */
export function forget(candidates: i32): void {
  size = candidates;
  span = candidates * 2;
  width = ((size + 127) >> 7) * VECTOR;
  setsTable = (__heap_base + 15) & ~15;
  causesTable = setsTable + span * 2 * width;
  countsTable = causesTable + span * span * 4;
  orderTable = countsTable + span * span * 2;
  pool = orderTable + span * span * 2;
  poolEnd = 2;
  put(1, 0);
  memory.fill(KNOWN, 0, span);
}

/** rows of the tables for the current assumption; other entries of a row than those of nodes that were found have no meaning */
let causesHere: usize = 0;
let countsHere: usize = 0;
let orderHere: usize = 0;
let setsHere: usize = 0;
let countersHere: usize = 0;

/** Starts an assumption, of which only itself is known. */
export function begin(assumption: i32): void {
  const row = assumption * span;
  setsHere = setsTable + assumption * 2 * width;
  causesHere = causesTable + row * 4;
  countsHere = countsTable + row * 2;
  orderHere = orderTable + row * 2;
  countersHere = COUNTERS + assumption * 4;
  store<u8>(KNOWN + assumption, 1);
  // vectors, as a call for a few hundred bytes takes longer
  for (let at = 0; at < span; at += VECTOR) v128.store(STATE + at, i64x2.splat(0));
  for (let at = 0; at < width * 2; at += VECTOR) v128.store(setsHere + at, i64x2.splat(0));
  store<i32>(countersHere, 0);
  addAll(assumption, 1);
}

/** Adds a node with its causes. @param count nodes that lead to it; minus a lower bound if negative */
export function add(node: i32, causes: i32, count: i32): void {
  store<u8>(STATE + node, FOUND);
  store<i32>(causesHere + node * 4, causes);
  store<i16>(countsHere + node * 2, count);
  const sign = node & 1;
  const counter = countersHere + sign * 2;
  const length: i32 = load<u16>(counter);
  store<u16>(counter, length + 1);
  store<i16>(orderHere + (sign * size + length) * 2, node);
  const byte = setsHere + sign * width + (node >> 4);
  store<u8>(byte, (load<u8>(byte) as i32) | (1 << ((node >> 1) & 7)));
}

/** Adds a node that follows from all causes listed at a place. Computes its count: exact for one cause, else minus a lower bound. */
export function addAll(node: i32, causes: i32): void {
  const length: i32 = load<i16>(pool + causes * 2);
  let most = 0;
  let isExact = length <= 1;
  for (let i = causes + 1; i <= causes + length; i++) {
    const known = countHere(load<i16>(pool + i * 2));
    if (known < 0) isExact = false;
    most = max(most, abs(known));
  }
  add(node, causes, isExact ? most + 1 : -max(most, length) - 1);
}

/** bits of a node's byte in STATE: it was found; it is false, and no longer in WORK */
export const FOUND: i32 = 1;
export const REMOVED: i32 = 2;

/** State of a candidate under the current assumption: FOUND and REMOVED if it is false, and FOUND << 8 if true. @inline */
export function stateHere(candidate: i32): i32 {
  return load<u16>(STATE + candidate * 2);
}

/** @inline */
export function setRemovedHere(candidate: i32): void {
  store<u8>(STATE + candidate * 2, FOUND | REMOVED);
}

/** Whether an assumption leads to a node. */
export function follows(assumption: i32, node: i32): bool {
  const byte = setsTable + (assumption * 2 + (node & 1)) * width + (node >> 4);
  return ((load<u8>(byte) as i32) & (1 << ((node >> 1) & 7))) !== 0;
}

/** Candidates that are true, or false, whichever of the first `count` assumptions listed at a place holds, as bits in COMMON. @returns whether there are any */
export function findCommon(assumptions: usize, count: i32, sign: i32): bool {
  let any = i64x2.splat(0);
  for (let at = 0; at < width; at += VECTOR) {
    let common = i64x2.splat(-1);
    for (let k = 0; k < count; k++) {
      const row = ((load<u16>(assumptions + k * 2) as i32) * 2 + sign) * width;
      common = v128.and(common, v128.load(setsTable + row + at));
    }
    v128.store(COMMON + at, common);
    any = v128.or(any, common);
  }
  return v128.any_true(any);
}

const COMMON: usize = memory.data(6 * VECTOR, 16);

/** Whether a candidate is in COMMON. @inline */
export function isCommon(candidate: i32): bool {
  return ((load<u8>(COMMON + (candidate >> 3)) as i32) & (1 << (candidate & 7))) !== 0;
}

/** @inline */
export function foundHere(sign: i32): i32 {
  return load<u16>(countersHere + sign * 2);
}

/** @inline */
export function nthHere(sign: i32, i: i32): i32 {
  return load<i16>(orderHere + (sign * size + i) * 2);
}

/** @inline */
export function causesHereOf(node: i32): i32 {
  return load<i32>(causesHere + node * 4);
}

/** @inline */
export function countHere(node: i32): i32 {
  return load<i16>(countsHere + node * 2);
}

/** @inline */
export function found(assumption: i32, sign: i32): i32 {
  return load<u16>(COUNTERS + assumption * 4 + sign * 2);
}

/** @inline */
export function nth(assumption: i32, sign: i32, i: i32): i32 {
  return load<i16>(orderTable + (assumption * span + sign * size + i) * 2);
}

/** @inline */
export function causesOf(assumption: i32, node: i32): i32 {
  return load<i32>(causesTable + (assumption * span + node) * 4);
}

/** @inline */
function countAt(assumption: i32, node: i32): i32 {
  return load<i16>(countsTable + (assumption * span + node) * 2);
}

function setCountAt(assumption: i32, node: i32, count: i32): void {
  store<i16>(countsTable + (assumption * span + node) * 2, count);
}

/** How many causes are listed at a place. @inline */
function listLength(list: i32): i32 {
  return load<i16>(pool + list * 2);
}

/** @inline */
function listed(list: i32, i: i32): i32 {
  return load<i16>(pool + (list + 1 + i) * 2);
}

/** Whether an assumption was followed. @inline */
export function isKnown(assumption: i32): bool {
  return load<u8>(KNOWN + assumption) !== 0;
}

/** @inline */
export function put(at: i32, value: i32): void {
  store<i16>(pool + at * 2, value);
}

export function setPoolEnd(end: i32): void {
  poolEnd = end;
}

// how many nodes lead to a node, each counted once
/** i32, when each node was last counted */
const SEEN: usize = memory.data(MAX * 2 * 4, 4);
/** nodes to continue from, u16 */
const STACK: usize = memory.data(MAX * 2 * 2, 2);
let now: i32 = 0;

/** A lower bound of the count, including the node itself. @inline */
export function atLeast(assumption: i32, node: i32): i32 {
  return abs(countAt(assumption, node));
}

/** The exact count. */
export function exactly(assumption: i32, node: i32): i32 {
  const known = countAt(assumption, node);
  if (known >= 0) return known;
  const count = countOf(assumption, node, causesOf(assumption, node));
  setCountAt(assumption, node, count);
  return count;
}

/** The same for a node that follows from other causes than the stored ones. */
export function countOf(assumption: i32, node: i32, causes: i32): i32 {
  now++;
  store<i32>(SEEN + node * 4, now);
  let count = 1;
  let top = 0;
  let list = causes;
  for (let isDone = false; !isDone; ) {
    const length = listLength(list);
    for (let i = 0; i < length; i++) {
      const cause = listed(list, i);
      if (load<i32>(SEEN + cause * 4) === now) continue;
      store<i32>(SEEN + cause * 4, now);
      count++;
      store<u16>(STACK + top++ * 2, cause);
    }
    isDone = top === 0;
    if (!isDone) list = causesOf(assumption, load<u16>(STACK + --top * 2));
  }
  return count;
}
