import { COUNTERS, KNOWN } from './layout';

// What follows from each assumption, as Outcomes describes it: tables behind all that has a fixed place, as large as the board needs.

export let size: i32 = 0;
let span: i32 = 0;
/** i32, where in the pool the causes of a node are; i16, nodes that lead to it; i16, nodes in order; i16, lists of causes */
export let causesTable: usize = 0;
export let countsTable: usize = 0;
export let orderTable: usize = 0;
export let pool: usize = 0;
export let poolEnd: i32 = 2;

/** Forgets all; so many candidates from now on. */
export function forget(candidates: i32): void {
  size = candidates;
  span = candidates * 2;
  causesTable = (__heap_base + 15) & ~15;
  countsTable = causesTable + span * span * 4;
  orderTable = countsTable + span * span * 2;
  pool = orderTable + span * span * 2;
  poolEnd = 2;
  put(1, 0);
  memory.fill(KNOWN, 0, span);
}

export function begin(assumption: i32): void {
  store<u8>(KNOWN + assumption, 1);
  memory.fill(causesTable + assumption * span * 4, 0, span * 4);
  store<i32>(COUNTERS + assumption * 4, 0);
  addAll(assumption, assumption, 1);
}

/** Adds a node that follows from one other. */
export function add(assumption: i32, node: i32, causes: i32, count: i32): void {
  const at = assumption * span + node;
  store<i32>(causesTable + at * 4, causes);
  store<i16>(countsTable + at * 2, count);
  const counter = COUNTERS + assumption * 4 + (node & 1) * 2;
  const length: i32 = load<u16>(counter);
  store<u16>(counter, length + 1);
  store<i16>(orderTable + (assumption * span + (node & 1) * size + length) * 2, node);
}

/** Adds a node that follows from all the causes listed at a place: its count is exact if it has one, else minus a lower bound. */
export function addAll(assumption: i32, node: i32, causes: i32): void {
  const length: i32 = load<i16>(pool + causes * 2);
  let most = 0;
  let isExact = length <= 1;
  for (let i = causes + 1; i <= causes + length; i++) {
    const known = countAt(assumption, load<i16>(pool + i * 2));
    if (known < 0) isExact = false;
    most = max(most, abs(known));
  }
  add(assumption, node, causes, isExact ? most + 1 : -max(most, length) - 1);
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
export function countAt(assumption: i32, node: i32): i32 {
  return load<i16>(countsTable + (assumption * span + node) * 2);
}

export function setCountAt(assumption: i32, node: i32, count: i32): void {
  store<i16>(countsTable + (assumption * span + node) * 2, count);
}

/** How many causes are listed at a place. @inline */
export function listLength(list: i32): i32 {
  return load<i16>(pool + list * 2);
}

/** @inline */
export function listed(list: i32, i: i32): i32 {
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
