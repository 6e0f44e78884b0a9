// The activity of each variable, which grows with the conflicts that it takes part in and decays with time (VSIDS). Open
// variables are in a binary heap, the most active first.
import { ACTIVITY, HEAP, HEAP_INDEX } from './memory';

export const HEAP_NONE: i32 = -1;

let heapLength: u32 = 0;
let increment: f64 = 1;
/** Smaller forgets faster; 0.95, usual elsewhere, costs several times as many conflicts. */
const DECAY: f64 = 0.98;
const TOO_LARGE: f64 = 1e100;

export function resetActivity(variables: u32): void {
  heapLength = 0;
  increment = 1;
  memory.fill(ACTIVITY, 0, variables << 3);
  for (let i: u32 = 0; i < variables; i++) {
    put(i, i);
  }
  heapLength = variables;
}

/** @inline */
export function heapIndex(variable: u32): i32 {
  return load<i32>(variable << 2, HEAP_INDEX);
}

/** @inline */
export function activityOf(variable: u32): f64 {
  return load<f64>(variable << 3, ACTIVITY);
}

/** @inline */
function heapAt(index: u32): u32 {
  return load<u32>(index << 2, HEAP);
}

/** @inline */
function put(variable: u32, index: u32): void {
  store<u32>(index << 2, variable, HEAP);
  store<i32>(variable << 2, index as i32, HEAP_INDEX);
}

export function pushVariable(variable: u32): void {
  siftUp(variable, heapLength++);
}

/** Takes the most active variable from the heap, which must not be empty. */
export function popVariable(): u32 {
  const top = heapAt(0);
  store<i32>(top << 2, HEAP_NONE, HEAP_INDEX);
  const last = heapAt(--heapLength);
  if (heapLength > 0) siftDown(last, 0);
  return top;
}

export function bump(variable: u32): void {
  const activity = activityOf(variable) + increment;
  store<f64>(variable << 3, activity, ACTIVITY);
  if (heapIndex(variable) !== HEAP_NONE) siftUp(variable, heapIndex(variable));
}

/** Called once a conflict, after its bumps. */
export function decay(variables: u32): void {
  increment *= 1 / DECAY;
  if (increment < TOO_LARGE) return;
  for (let i: u32 = 0; i < variables; i++) store<f64>(i << 3, activityOf(i) / TOO_LARGE, ACTIVITY);
  increment /= TOO_LARGE;
}

function siftUp(variable: u32, index: u32): void {
  const activity = activityOf(variable);
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heapAt(parent);
    if (activityOf(above) >= activity) break;
    put(above, index);
    index = parent;
  }
  put(variable, index);
}

function siftDown(variable: u32, index: u32): void {
  const activity = activityOf(variable);
  for (;;) {
    let child: u32 = 2 * index + 1;
    if (child >= heapLength) break;
    if (child + 1 < heapLength && activityOf(heapAt(child + 1)) > activityOf(heapAt(child))) child++;
    if (activity >= activityOf(heapAt(child))) break;
    put(heapAt(child), index);
    index = child;
  }
  put(variable, index);
}
