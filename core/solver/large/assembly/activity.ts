// The activity of each variable, by which decisions choose. It begins as VSIDS, and can become the rate at which the variable
// takes part in conflicts while it has a value (LRB: Liang, Ganesh, Poupart and Czarnecki, SAT 2016). A rate favours variables
// that led to conflicts whenever they had a value, however rarely they had one. Open variables are in a binary heap.
import { ACTIVITY, ERAS, HEAP, HEAP_INDEX, HEAP_KEYS, USES } from './memory';

export const HEAP_NONE: i32 = -1;

/** whether activities are rates; otherwise they grow with each conflict, and decay with time */
export let areRates: bool = false;
export let heapLength: u32 = 0;

/** VSIDS: what a conflict adds. It grows instead of all activities decaying. */
let increment: f64 = 1;
/** Smaller forgets faster; 0.95, usual elsewhere, costs several times as many conflicts. */
const DECAY: f64 = 0.98;
const TOO_LARGE: f64 = 1e100;

/** Part of a rate that the last time with a value determines. 0.1 and more, usual elsewhere, costs twice as many conflicts. */
const STEP: f64 = 0.015;

export function resetActivity(variables: u32): void {
  areRates = false;
  heapLength = 0;
  increment = 1;
  conflictCount = 0;
  memory.fill(ACTIVITY, 0, variables << 3);
  memory.fill(HEAP_KEYS, 0, variables << 3);
  for (let i: u32 = 0; i < variables; i++) put(i, i);
  heapLength = variables;
}

/**
 * Replaces activities by rates, which begin at 0: begun as averages of VSIDS, hard puzzles take a fifth more conflicts. The heap
 * keeps its order, which any is where all keys are equal. Undo all levels then, since the times of their values are unknown.
 */
export function beginRates(variables: u32): void {
  areRates = true;
  lastEra = 0;
  eraStart = UNKNOWN;
  store<u64>(0, (conflictCount as u64) << 32, ERAS);
  memory.fill(ACTIVITY, 0, variables << 3);
  memory.fill(HEAP_KEYS, 0, variables << 3);
  memory.fill(USES, 0, variables << 2);
}

/** @inline */
export function activityOf(variable: u32): f64 {
  return load<f64>(variable << 3, ACTIVITY);
}

/** Called for each variable that took part in a conflict. */
export function bump(variable: u32): void {
  if (areRates) {
    store<u32>(variable << 2, load<u32>(variable << 2, USES) + 1, USES);
    return;
  }
  store<f64>(variable << 3, activityOf(variable) + increment, ACTIVITY);
  raise(variable);
}

/** Called once a conflict, after its bumps. */
export function decay(variables: u32): void {
  conflictCount++;
  increment *= 1 / DECAY;
  if (areRates || increment < TOO_LARGE) return;
  for (let i: u32 = 0; i < variables; i++) {
    store<f64>(i << 3, activityOf(i) / TOO_LARGE, ACTIVITY);
    store<f64>(i << 3, keyOf(i) / TOO_LARGE, HEAP_KEYS);
  }
  increment /= TOO_LARGE;
}

// Rates need the conflicts since a variable got its value. What lies on the trail from one backtracking to the next got it
// between the same two conflicts: an era. So a time per era is enough.

let conflictCount: u32 = 0;
/** index of the last era on the trail */
let lastEra: u32 = 0;
/** where it starts on the trail, and {@link STEP} divided by the conflicts since; {@link findEra} finds them */
let eraStart: u32 = 0;
let eraStep: f64 = 0;
const UNKNOWN: u32 = 0xffffffff;

/** What is assigned from now on, from this index of the trail on, belongs to a new era. */
export function beginEra(trailLength: u32): void {
  if (!areRates) return;
  while (lastEra > 0 && load<u32>(lastEra << 3, ERAS) >= trailLength) lastEra--;
  if (load<u32>(lastEra << 3, ERAS) < trailLength) lastEra++;
  store<u64>(lastEra << 3, (trailLength as u64) | ((conflictCount as u64) << 32), ERAS);
  eraStart = UNKNOWN;
}

/** Called for a variable that loses its value, the last on the trail first. @inline */
export function noteUnassigned(variable: u32, trailIndex: u32): void {
  if (areRates) {
    if (trailIndex < eraStart) findEra(trailIndex);
    const uses = load<u32>(variable << 2, USES);
    const rate = activityOf(variable) * (1 - STEP) + eraStep * (uses as f64);
    store<f64>(variable << 3, rate, ACTIVITY);
    if (uses > 0) {
      store<u32>(variable << 2, 0, USES);
      raise(variable);
    }
  }
  if (heapIndex(variable) === HEAP_NONE) pushVariable(variable);
}

function findEra(trailIndex: u32): void {
  while (load<u32>(lastEra << 3, ERAS) > trailIndex) lastEra--;
  eraStart = load<u32>(lastEra << 3, ERAS);
  eraStep = STEP / (max(conflictCount - load<u32>(lastEra << 3, ERAS + 4), 1) as f64);
}

// The heap. Its keys are upper bounds of the activities, as most rates fall each time: a key is corrected at the top only.

/** @inline */
function heapIndex(variable: u32): i32 {
  return load<i32>(variable << 2, HEAP_INDEX);
}

/** @inline */
function keyOf(variable: u32): f64 {
  return load<f64>(variable << 3, HEAP_KEYS);
}

/** The variable at a place of the heap. The first places hold the most active ones, in no strict order. @inline */
export function heapAt(index: u32): u32 {
  return load<u32>(index << 2, HEAP);
}

/** @inline */
function put(variable: u32, index: u32): void {
  store<u32>(index << 2, variable, HEAP);
  store<i32>(variable << 2, index as i32, HEAP_INDEX);
}

export function pushVariable(variable: u32): void {
  store<f64>(variable << 3, activityOf(variable), HEAP_KEYS);
  siftUp(variable, heapLength++);
}

/** Corrects the place of a variable whose activity may have grown. @inline */
function raise(variable: u32): void {
  if (heapIndex(variable) === HEAP_NONE || activityOf(variable) <= keyOf(variable)) return;
  store<f64>(variable << 3, activityOf(variable), HEAP_KEYS);
  siftUp(variable, heapIndex(variable));
}

/** Takes the most active variable from the heap, which must not be empty. */
export function popVariable(): u32 {
  let top = heapAt(0);
  while (activityOf(top) < keyOf(top)) {
    store<f64>(top << 3, activityOf(top), HEAP_KEYS);
    siftDown(top, 0);
    top = heapAt(0);
  }
  store<i32>(top << 2, HEAP_NONE, HEAP_INDEX);
  const last = heapAt(--heapLength);
  if (heapLength > 0) siftDown(last, 0);
  return top;
}

function siftUp(variable: u32, index: u32): void {
  const key = keyOf(variable);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heapAt(parent);
    if (keyOf(above) >= key) break;
    put(above, index);
    index = parent;
  }
  put(variable, index);
}

function siftDown(variable: u32, index: u32): void {
  const key = keyOf(variable);
  for (;;) {
    let child: u32 = 2 * index + 1;
    if (child >= heapLength) break;
    if (child + 1 < heapLength && keyOf(heapAt(child + 1)) > keyOf(heapAt(child))) child++;
    if (key >= keyOf(heapAt(child))) break;
    put(heapAt(child), index);
    index = child;
  }
  put(variable, index);
}
