// Why a variable has its value, or why there is a conflict.
import { EXPLANATIONS, EXPLANATIONS_END } from './memory';

/**
 * A reason has its kind in the two low bits. Above them, for BINARY the true variable that excludes this one; for GROUP the byte
 * offset of the group whose other members are false; for CLAUSE its place; for EXPLAINED that of its explanation.
 */
export const DECISION: u32 = 0;
/** A complete reason, not a kind: under the decisions of its level, the opposite value has no more solutions. */
export const FLIPPED: u32 = 4;
/** Also a complete reason: a learnt clause of one literal, or what holds at level 0. */
export const FACT: u32 = 8;
/** The kind of an explanation; its place is above 2. */
const EXPLAINED: u32 = 0;
export const BINARY: u32 = 1;
export const GROUP: u32 = 2;
export const CLAUSE: u32 = 3;

/** @inline */
export function isExplained(reason: u32): bool {
  return (reason & 3) === EXPLAINED && reason > FACT;
}

// Explanations of rules: a copy of what an exclusion follows from, as the rule would say something else later. They lie in a
// stack of words: the number of variables, then the variables.

const FIRST: u32 = 4;
let end: u32 = FIRST;
let next: u32 = 0;
const END: u32 = ((EXPLANATIONS_END - EXPLANATIONS) >> 2) as u32;

export function resetExplanations(): void {
  end = FIRST;
}

export function beginExplanation(): void {
  next = end + 1;
}

/** Adds a variable whose value is part of the explanation. @inline */
export function explainBy(variable: u32): void {
  if (next < END) store<u32>(next++ << 2, variable, EXPLANATIONS);
}

/** The reason that has been explained. Where there was no room for it: that all decisions led here. */
export function endExplanation(): u32 {
  if (next === END) return FLIPPED;
  const at = end;
  store<u32>(at << 2, next - at - 1, EXPLANATIONS);
  end = next;
  return (at << 2) | EXPLAINED;
}

/** What has this reason is undone, and so is all that has later ones. */
export function dropExplanation(reason: u32): void {
  if (isExplained(reason)) end = min(end, reason >> 2);
}

/** @inline */
export function explanationSize(reason: u32): u32 {
  return load<u32>(reason & ~3, EXPLANATIONS);
}

/** @inline */
export function explanationAt(reason: u32, i: u32): u32 {
  return load<u32>((reason & ~3) + ((i + 1) << 2), EXPLANATIONS);
}
