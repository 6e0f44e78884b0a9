// The clause being learnt.
import { literalValue } from './assignment';
import { LEARNT } from './memory';

/** Literals in LEARNT. The first is the asserting one, put there last. */
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
