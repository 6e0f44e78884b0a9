// The clause being learnt from a conflict: its literals, the levels that they are of, and marks on variables.
import { levelOf, literalValue } from './assignment';
import { LEARNT, LEVEL_STAMPS, MARKED, MARKS } from './memory';

/** Literals in LEARNT. The first is the asserting one, which is set last. */
export let learntLength: u32 = 0;

export function clearLearnt(): void {
  learntLength = 1;
}

/** @inline */
export function learntAt(index: u32): u32 {
  return load<u32>(index << 2, LEARNT);
}

/** @inline */
export function setLearnt(index: u32, literal: u32): void {
  store<u32>(index << 2, literal, LEARNT);
}

/** @inline */
export function addLiteral(literal: u32): void {
  setLearnt(learntLength++, literal);
}

export function cutLearnt(length: u32): void {
  learntLength = length;
}

/** The literal of an assigned variable that is false. @inline */
export function falseLiteral(variable: u32): u32 {
  return (variable << 1) | (literalValue(variable << 1) > 0 ? 1 : 0);
}

/** The value in LEVEL_STAMPS of the levels of the current clause. A new one for each clause saves clearing the table. */
let stamp: u32 = 0;

export function resetLevels(variables: u32): void {
  memory.fill(LEVEL_STAMPS, 0, (variables + 1) << 2);
  stamp = 0;
}

/** Called before the first literal of a clause. */
export function forgetLevels(): void {
  stamp++;
}

/** 1 for the first variable of a level since the last {@link forgetLevels}. @inline */
export function countLevel(variable: u32): u32 {
  const at = levelOf(variable) << 2;
  if (load<u32>(at, LEVEL_STAMPS) === stamp) return 0;
  store<u32>(at, stamp, LEVEL_STAMPS);
  return 1;
}

/** Whether the level has been counted. @inline */
export function isCounted(level: u32): bool {
  return load<u32>(level << 2, LEVEL_STAMPS) === stamp;
}

// marks on variables during the analysis of one conflict
/** in the clause being learnt, or resolved on the way to it */
export const SEEN: u8 = 1;
/** its literal follows from the other literals of the clause; or does not */
export const IMPLIED: u8 = 2;
export const NOT_IMPLIED: u8 = 4;
/** true, and its negation is in the clause */
export const EXCLUDER: u8 = 8;
/** true, and made one literal of the clause false; or more than one */
export const CAUSE: u8 = 16;
export const COMMON_CAUSE: u8 = 32;
/** of the level being shrunk: in the clause, or resolved on the way to the implication point of the level */
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

/** Clears the marks of all marked variables but the first `count`. */
export function unmarkFrom(count: u32): void {
  for (let i = count; i < markedCount; i++) store<u8>(markedAt(i), 0, MARKS);
  markedCount = count;
}
