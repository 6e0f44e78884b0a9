// The trail of true literals, and propagation of "exactly one of the group" by bit sets: no clause is stored for it.
import { beginEra, noteUnassigned } from './activity';
import { forgetWaiting, loseDigit, regainDigit } from './domains';
import {
  CANDIDATE_OF,
  EXTRA_SLOTS,
  EXTRA_UNITS,
  GROUPS,
  INFO,
  LEVEL_STARTS,
  PHASE,
  SINGLES,
  SLOTS,
  TRAIL,
  VALUES,
} from './memory';
import { BINARY, DECISION, dropExplanation, GROUP } from './reasons';
import { extraUnits, ruled } from './root';

export let trailLength: u32 = 0;
export let level: u32 = 0;
/** The violated clause or group, coded as a reason; 0 for none. */
export let conflict: u32 = 0;
/** A variable whose value contradicts what follows from the reason of the conflict, or {@link NO_VARIABLE}. */
export let conflictOther: u32 = 0;
export const NO_VARIABLE: u32 = 0xffffffff;
/** Whether the last member of a group waits for {@link placeSingle}; otherwise it is placed at once. */
export let singlesWait: bool = false;
/** Index in the trail: placements before it have been taken. */
let placementHead: u32 = 0;
/** Index in the trail: literals before it have been taken. */
let literalHead: u32 = 0;

export function resetAssignment(makeSinglesWait: bool): void {
  singlesWait = makeSinglesWait;
  trailLength = 0;
  level = 0;
  conflict = 0;
  placementHead = 0;
  literalHead = 0;
  resetSingles();
}

/** Rules stop at a conflict: that of the puzzle before is none of this one. */
export function forgetConflict(): void {
  conflict = 0;
}

/** @inline */
export function literalValue(literal: u32): i32 {
  return load<i8>(literal, VALUES);
}

/** @inline */
export function levelOf(variable: u32): u32 {
  return load<u32>(variable << 3, INFO);
}

/** @inline */
export function reasonOf(variable: u32): u32 {
  return load<u32>(variable << 3, INFO + 4);
}

/** @inline */
export function setReason(variable: u32, reason: u32): void {
  store<u32>(variable << 3, reason, INFO + 4);
}

/** @inline */
export function trailAt(index: u32): u32 {
  return load<u32>(index << 2, TRAIL);
}

/** @inline */
export function levelStart(ofLevel: u32): u32 {
  return load<u32>(ofLevel << 2, LEVEL_STARTS);
}

/** @inline */
function record(literal: u32, reason: u32): void {
  store<i8>(literal, 1, VALUES);
  store<i8>(literal ^ 1, -1, VALUES);
  store<u64>((literal >> 1) << 3, (level as u64) | ((reason as u64) << 32), INFO);
  store<u32>(trailLength++ << 2, literal, TRAIL);
}

/** Makes an open literal true. */
export function assign(literal: u32, reason: u32): void {
  if (literal & 1) falsify(literal >> 1, reason);
  else record(literal, reason);
}

/** The decision of a level, which must be above 0. */
export function decisionOf(ofLevel: u32): u32 {
  return trailAt(levelStart(ofLevel));
}

export function decide(literal: u32): void {
  store<u32>(++level << 2, trailLength, LEVEL_STARTS);
  assign(literal, DECISION);
}

/**
 * Makes an open variable false and removes it from its groups at once.
 * Invariant: the mask of a group holds exactly the members that are not false; while {@link clearGroup} clears it, only its placement.
 */
function falsify(variable: u32, reason: u32): void {
  record((variable << 1) | 1, reason);
  if (ruled) loseDigit(load<u32>(variable << 2, CANDIDATE_OF));
  const at = variable << 4;
  strike(load<u32>(at, SLOTS));
  strike(load<u32>(at, SLOTS + 4));
  strike(load<u32>(at, SLOTS + 8));
  strike(load<u32>(at, SLOTS + 12));
  for (let i: u32 = 0; i < extraUnits; i++) strike(extraSlot(variable, i));
}

/** The slot of a variable for the group of one of its extra units. @inline */
export function extraSlot(variable: u32, i: u32): u32 {
  return load<u32>((variable * EXTRA_UNITS + i) << 2, EXTRA_SLOTS);
}

/** @inline */
function strike(slot: u32): void {
  const group = slot >> 6;
  // a shift by the whole slot: WebAssembly takes it modulo 64, which leaves the bit
  const before = load<u64>(group, GROUPS);
  const mask = before & ~((1 as u64) << slot);
  // the group has its placement
  if (mask === before) return;
  store<u64>(group, mask, GROUPS);
  if (!(mask & (mask - 1))) lastMember(group, mask);
}

/** Handles a group with one member left, or none. */
function lastMember(group: u32, mask: u64): void {
  if (mask === 0) {
    raiseConflict((group << 2) | GROUP);
    return;
  }
  const literal = memberAt(group, ctz(mask) as u32) << 1;
  if (literalValue(literal) !== 0) return;
  if (singlesWait) addSingle(group);
  else record(literal, (group << 2) | GROUP);
}

/** Places the last member of the next waiting group. False if no group waits. Needs a state without conflict. */
export function placeSingle(): bool {
  for (let group = takeSingle(); group !== 0; group = takeSingle()) {
    const literal = memberAt(group, ctz(load<u64>(group, GROUPS)) as u32) << 1;
    if (literalValue(literal) !== 0) continue;
    record(literal, (group << 2) | GROUP);
    return true;
  }
  return false;
}

/** Makes the other members of a true variable's groups false. */
export function clearGroups(variable: u32): void {
  const at = variable << 4;
  clearGroup(variable, load<u32>(at, SLOTS));
  clearGroup(variable, load<u32>(at, SLOTS + 4));
  clearGroup(variable, load<u32>(at, SLOTS + 8));
  clearGroup(variable, load<u32>(at, SLOTS + 12));
  for (let i: u32 = 0; i < extraUnits; i++) clearGroup(variable, extraSlot(variable, i));
}

/** The group has its placement, so it loses its other members at once. After a conflict, it has those that are not false yet. */
function clearGroup(variable: u32, slot: u32): void {
  const group = slot >> 6;
  if (group === 0) return;
  const reason = (variable << 2) | BINARY;
  const own = (1 as u64) << slot;
  let rest = load<u64>(group, GROUPS) & ~own;
  store<u64>(group, own, GROUPS);
  for (; rest !== 0; rest &= rest - 1) {
    const other = memberAt(group, ctz(rest) as u32);
    if (literalValue(other << 1) !== 0) {
      store<u64>(group, own | rest, GROUPS);
      raiseConflict(reason, other);
      return;
    }
    falsify(other, reason);
    if (conflict) {
      store<u64>(group, own | (rest & (rest - 1)), GROUPS);
      return;
    }
  }
}

/** @inline */
export function memberAt(group: u32, bit: u32): u32 {
  return load<u16>(load<u32>(group, GROUPS + 8) + (bit << 1)) as u32;
}

/** Undoes all levels above. */
export function backtrack(toLevel: u32): void {
  conflict = 0;
  if (toLevel >= level) return;
  const start = levelStart(toLevel + 1);
  while (trailLength > start) {
    const literal = trailAt(--trailLength);
    const variable = literal >> 1;
    store<i8>(literal, 0, VALUES);
    store<i8>(literal ^ 1, 0, VALUES);
    store<u8>(variable, (literal & 1) as u8, PHASE);
    if (literal & 1) restoreAll(variable);
    if (ruled) dropExplanation(reasonOf(variable));
    noteUnassigned(variable, trailLength);
  }
  beginEra(start);
  level = toLevel;
  placementHead = start;
  literalHead = start;
  resetSingles();
  if (ruled) forgetWaiting();
}

function restoreAll(variable: u32): void {
  if (ruled) regainDigit(load<u32>(variable << 2, CANDIDATE_OF));
  const at = variable << 4;
  restore(load<u32>(at, SLOTS));
  restore(load<u32>(at, SLOTS + 4));
  restore(load<u32>(at, SLOTS + 8));
  restore(load<u32>(at, SLOTS + 12));
  for (let i: u32 = 0; i < extraUnits; i++) restore(extraSlot(variable, i));
}

/** @inline */
function restore(slot: u32): void {
  const group = slot >> 6;
  store<u64>(group, load<u64>(group, GROUPS) | ((1 as u64) << slot), GROUPS);
}

/** @param other a variable that has another value than the reason demands */
export function raiseConflict(reason: u32, other: u32 = NO_VARIABLE): void {
  conflict = reason;
  conflictOther = other;
}

export const NO_LITERAL: u32 = 0xffffffff;

/** The next placement on the trail that has not been taken. */
export function takePlacement(): u32 {
  while (placementHead < trailLength) {
    const literal = trailAt(placementHead++);
    if (!(literal & 1)) return literal;
  }
  return NO_LITERAL;
}

/** The next literal on the trail that has not been taken as such. */
export function takeLiteral(): u32 {
  return literalHead < trailLength ? trailAt(literalHead++) : NO_LITERAL;
}

// the queue of groups whose last member waits: entries of SINGLES
let next: u32 = 0;
let end: u32 = 0;

/** Empties the queue. Called when its groups belong to levels that are undone. */
function resetSingles(): void {
  next = 0;
  end = 0;
}

/** A group is added at most once before the next {@link resetSingles}, since it does not grow until then. */
function addSingle(group: u32): void {
  store<u32>(end++ << 2, group, SINGLES);
}

/** The next group of the queue, or 0 if none waits. */
function takeSingle(): u32 {
  if (next < end) return load<u32>(next++ << 2, SINGLES);
  resetSingles();
  return 0;
}
