// What follows from each assumption, as the class Outcomes describes it: tables behind everything that has a fixed place, as
// large as the board needs.
import { COUNTERS, KNOWN, MAX, POOL_FROM, STATE, VECTOR } from './layout';

export let size: i32 = 0;
let span: i32 = 0;
/**
 * By assumption and node, for nodes that were found: where the causes of the node are listed, u16, and how many nodes lead to it,
 * i16. Other entries have no meaning.
 */
export let nodesTable: usize = 0;
/** by assumption: the nodes that are false, then those that are true, in the order in which they were found, u16 */
let orderTable: usize = 0;
/** by assumption: its nodes, a set of bits, `width` bytes each */
let setsTable: usize = 0;
let width: i32 = 0;
/** Lists of causes, i16: how many, then the nodes. The lists of an assumption begin with an empty one, and have their places from there. */
export let pool: usize = 0;

/** Forgets everything and sets the number of candidates. */
export function forget(candidates: i32): void {
  size = candidates;
  span = candidates * 2;
  width = ((span + 127) >> 7) * VECTOR;
  setsTable = (__heap_base + 15) & ~15;
  nodesTable = setsTable + span * width;
  orderTable = nodesTable + span * span * 4;
  pool = orderTable + span * span * 2;
  poolHere = pool;
  poolEnd = 0;
  memory.fill(KNOWN, 0, span);
}

// the current assumption
let assumptionHere: i32 = 0;
let nodesHere: usize = 0;
let offOrder: usize = 0;
let onOrder: usize = 0;
/** how many nodes are false, and true */
export let offCount: i32 = 0;
export let onCount: i32 = 0;
/** where its lists begin, and the place after the last one */
export let poolHere: usize = 0;
export let poolEnd: i32 = 0;

/** Starts an assumption, of which only itself is known. */
export function begin(assumption: i32): void {
  assumptionHere = assumption;
  nodesHere = nodesTable + assumption * span * 4;
  offOrder = orderTable + assumption * span * 2;
  onOrder = offOrder + size * 2;
  offCount = 0;
  onCount = 0;
  poolHere += poolEnd * 2;
  put(0, 0);
  poolEnd = 1;
  store<i32>(POOL_FROM + assumption * 4, poolHere);
  store<u8>(KNOWN + assumption, 1);
  // vectors, as a call for a few hundred bytes takes longer
  for (let at = 0; at < span; at += VECTOR) v128.store(STATE + at, i64x2.splat(0));
  if (assumption & 1) addOn(assumption, 0, 1);
  else addOff(assumption, 0, 1);
}

/** Completes the tables of the current assumption. */
export function finish(): void {
  store<u16>(COUNTERS + assumptionHere * 4, offCount);
  store<u16>(COUNTERS + assumptionHere * 4, onCount, 2);
  const set = setsTable + assumptionHere * width;
  v128.store(set + width - VECTOR, i64x2.splat(0));
  for (let at = 0; at < span; at += VECTOR) {
    store<u16>(set + (at >> 3), i8x16.bitmask(i8x16.shl(v128.load(STATE + at), 7)));
  }
}

/** Adds a false node with its causes. @param count nodes that lead to it; minus a lower bound if negative */
export function addOff(node: i32, causes: i32, count: i32): void {
  store<u8>(STATE + node, FOUND);
  store<i32>(nodesHere + node * 4, causes | (count << 16));
  store<u16>(offOrder + offCount * 2, node);
  offCount++;
}

/** The same for a true node. */
export function addOn(node: i32, causes: i32, count: i32): void {
  store<u8>(STATE + node, FOUND);
  store<i32>(nodesHere + node * 4, causes | (count << 16));
  store<u16>(onOrder + onCount * 2, node);
  onCount++;
}

/**
 * Adds false nodes for candidates listed from `at` up to `end`, u16, that are unknown.
 * @returns the first candidate that is true, where it stops; otherwise -1
 */
export function addAllOff(at: usize, end: usize, causes: i32, count: i32): i32 {
  const entry = causes | (count << 16);
  const nodes = nodesHere;
  let order = offOrder + offCount * 2;
  let clash = -1;
  for (; at < end; at += 2) {
    const candidate: i32 = load<u16>(at);
    const state = stateHere(candidate);
    if (state === 0) {
      store<u8>(STATE + candidate * 2, FOUND);
      store<i32>(nodes + candidate * 8, entry);
      store<u16>(order, candidate * 2);
      order += 2;
    } else if ((state & ((FOUND << 8) | REMOVED)) === FOUND << 8) {
      clash = candidate;
      break;
    }
  }
  offCount = ((order - offOrder) as i32) >> 1;
  return clash;
}

/**
 * How many nodes lead to one that follows from all causes listed at a place, including itself: exact for one cause, else minus
 * a lower bound.
 */
export function countFrom(causes: i32): i32 {
  const length: i32 = load<i16>(poolHere + causes * 2);
  let most = 0;
  let isExact = length <= 1;
  for (let i = causes + 1; i <= causes + length; i++) {
    const known = countHere(load<i16>(poolHere + i * 2));
    if (known < 0) isExact = false;
    most = max(most, abs(known));
  }
  return isExact ? most + 1 : -max(most, length) - 1;
}

/** Adds a false node that follows from all causes listed at a place. */
export function addRemoved(node: i32, causes: i32): void {
  addOff(node, causes, countFrom(causes));
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

/** Whether the current assumption leads to a node. */
export function isFound(node: i32): bool {
  return load<u8>(STATE + node) !== 0;
}

/** @inline */
export function offHere(i: i32): i32 {
  return load<u16>(offOrder + i * 2);
}

/** @inline */
export function onHere(i: i32): i32 {
  return load<u16>(onOrder + i * 2);
}

/** @inline */
export function causesHereOf(node: i32): i32 {
  return load<u16>(nodesHere + node * 4);
}

/** @inline */
export function countHere(node: i32): i32 {
  return load<i16>(nodesHere + node * 4, 2);
}

/** Finds the nodes that follow from each of the first `count` assumptions listed at a place (u16): a set in COMMON. @returns whether there are any */
export function findCommon(assumptions: usize, count: i32): bool {
  let any = i64x2.splat(0);
  for (let at = 0; at < width; at += VECTOR) {
    let common = i64x2.splat(-1);
    for (let k = 0; k < count; k++) {
      common = v128.and(common, v128.load(setsTable + (load<u16>(assumptions + k * 2) as i32) * width + at));
    }
    v128.store(COMMON + at, common);
    any = v128.or(any, common);
  }
  return v128.any_true(any);
}

const COMMON: usize = memory.data(12 * VECTOR, 16);

/** Whether a node is in COMMON. @inline */
export function isCommon(node: i32): bool {
  return ((load<u8>(COMMON + (node >> 3)) as i32) & (1 << (node & 7))) !== 0;
}

/** How many nodes of a sign an assumption leads to. @inline */
export function found(assumption: i32, sign: i32): i32 {
  return load<u16>(COUNTERS + assumption * 4 + sign * 2);
}

/** @inline */
export function nth(assumption: i32, sign: i32, i: i32): i32 {
  return load<u16>(orderTable + (assumption * span + sign * size + i) * 2);
}

/** Whether an assumption was followed. @inline */
export function isKnown(assumption: i32): bool {
  return load<u8>(KNOWN + assumption) !== 0;
}

/** Writes to the lists of the current assumption. @inline */
export function put(at: i32, value: i32): void {
  store<i16>(poolHere + at * 2, value);
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

/** @inline */
function entryOf(assumption: i32, node: i32): usize {
  return nodesTable + (assumption * span + node) * 4;
}

/** A lower bound of the count, including the node itself. @inline */
export function atLeast(assumption: i32, node: i32): i32 {
  return abs(load<i16>(entryOf(assumption, node), 2) as i32);
}

/** The exact count. */
export function exactly(assumption: i32, node: i32): i32 {
  const entry = entryOf(assumption, node);
  const known: i32 = load<i16>(entry, 2);
  if (known >= 0) return known;
  const count = countOf(assumption, node, load<u16>(entry));
  store<i16>(entry, count, 2);
  return count;
}

/** The same for a node that follows from other causes than the stored ones. */
export function countOf(assumption: i32, node: i32, causes: i32): i32 {
  now++;
  store<i32>(SEEN + node * 4, now);
  const lists = load<u32>(POOL_FROM + assumption * 4);
  let count = 1;
  let top = 0;
  let list: usize = lists + causes * 2;
  for (let isDone = false; !isDone; ) {
    const end = list + 2 + (load<i16>(list) as i32) * 2;
    for (let at = list + 2; at < end; at += 2) {
      const cause: i32 = load<i16>(at);
      if (load<i32>(SEEN + cause * 4) === now) continue;
      store<i32>(SEEN + cause * 4, now);
      count++;
      store<u16>(STACK + top++ * 2, cause);
    }
    isDone = top === 0;
    if (!isDone) list = lists + (load<u16>(entryOf(assumption, load<u16>(STACK + --top * 2))) as i32) * 2;
  }
  return count;
}
