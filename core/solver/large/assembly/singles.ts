// Groups with one member left, which waits to be placed: first come, first served.
import { SINGLES } from './memory';

let next: u32 = 0;
let end: u32 = 0;

/** No group any more: all that wait belong to levels that are being left, or to none. */
export function resetSingles(): void {
  next = 0;
  end = 0;
}

/** A group comes at most once before the next {@link resetSingles}, since it does not grow until then. */
export function addSingle(group: u32): void {
  store<u32>(end++ << 2, group, SINGLES);
}

/** 0 for none, which is no group. */
export function takeSingle(): u32 {
  if (next < end) return load<u32>(next++ << 2, SINGLES);
  resetSingles();
  return 0;
}
