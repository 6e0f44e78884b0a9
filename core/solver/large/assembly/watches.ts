// For each literal, the clauses to look at when it becomes false: those that watch it.
import { WATCH_LISTS, WATCHES, WATCHES_END } from './memory';

let free: usize = WATCHES;

/** Empties all lists. */
export function resetWatches(literals: u32): void {
  memory.fill(WATCH_LISTS, 0, literals << 4);
  free = WATCHES;
}

/** More than half of the room has been used, some of it by lists that moved when they grew. */
export function watchesAreCrowded(): bool {
  return free - WATCHES > (WATCHES_END - WATCHES) / 2;
}

/** @inline */
export function watchStart(literal: u32): usize {
  return load<u32>(literal << 4, WATCH_LISTS);
}

/** @inline */
export function watchBytes(literal: u32): u32 {
  return load<u32>(literal << 4, WATCH_LISTS + 4);
}

/** @inline */
export function setWatchBytes(literal: u32, bytes: u32): void {
  store<u32>(literal << 4, bytes, WATCH_LISTS + 4);
}

/** @inline */
export function watch(literal: u32, other: u32, clause: u32): void {
  const at = literal << 4;
  const bytes = load<u32>(at, WATCH_LISTS + 4);
  if (bytes === load<u32>(at, WATCH_LISTS + 8)) grow(at, bytes);
  store<u64>(load<u32>(at, WATCH_LISTS) + bytes, (other as u64) | ((clause as u64) << 32));
  store<u32>(at, bytes + 8, WATCH_LISTS + 4);
}

function grow(at: u32, bytes: u32): void {
  const capacity = max<u32>(32, bytes * 2);
  memory.copy(free, load<u32>(at, WATCH_LISTS), bytes);
  store<u32>(at, free as u32, WATCH_LISTS);
  store<u32>(at, capacity, WATCH_LISTS + 8);
  free += capacity;
}
