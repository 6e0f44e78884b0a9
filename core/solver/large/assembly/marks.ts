// Marks on variables during the analysis of one conflict.
import { MARKED, MARKS } from './memory';

/** in the clause being learnt, or resolved away on the way to it */
export const SEEN: u8 = 1;
/** its literal follows from the clause's other literals; or has been found not to */
export const IMPLIED: u8 = 2;
export const NOT_IMPLIED: u8 = 4;
/** true, and its negation stands in the clause */
export const EXCLUDER: u8 = 8;
/** true, and made one literal of the clause false; or more than one */
export const CAUSE: u8 = 16;
export const COMMON_CAUSE: u8 = 32;
/** of the level being shrunk: in the clause, or met on the way to the level's implication point */
export const OF_BLOCK: u8 = 64;

/** variables that have marks */
export let markedCount: u32 = 0;

/** @inline */
export function marksOf(variable: u32): u8 {
  return load<u8>(variable, MARKS);
}

/** @inline */
export function markedAt(index: u32): u32 {
  return load<u32>(index << 2, MARKED);
}

/** @inline */
export function mark(variable: u32, added: u8): void {
  const marks = marksOf(variable);
  if (marks === 0) store<u32>(markedCount++ << 2, variable, MARKED);
  store<u8>(variable, marks | added, MARKS);
}

/** @inline */
export function unmark(variable: u32, removed: u8): void {
  store<u8>(variable, marksOf(variable) & ~removed, MARKS);
}

export function clearMarks(): void {
  unmarkFrom(0);
}

/** Takes all marks from the variables that got their first one after `count` others. */
export function unmarkFrom(count: u32): void {
  for (let i = count; i < markedCount; i++) store<u8>(markedAt(i), 0, MARKS);
  markedCount = count;
}
