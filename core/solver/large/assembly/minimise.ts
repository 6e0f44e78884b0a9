// Makes the clause being learnt shorter.
import { everyAntecedent, Visitor } from './antecedents';
import { extraSlot, levelOf, levelStart, memberAt, reasonOf, trailAt } from './assignment';
import {
  addLiteral,
  CAUSE,
  COMMON_CAUSE,
  clearLearnt,
  cutLearnt,
  EXCLUDER,
  falseLiteral,
  IMPLIED,
  isCounted,
  learntAt,
  learntLength,
  mark,
  marksOf,
  NOT_IMPLIED,
  OF_BLOCK,
  SEEN,
  setLearnt,
  unmark,
} from './learnt';
import { CLAUSE_LEVELS, GROUPS, LEVEL_LITERALS, SLOTS } from './memory';
import { BINARY, DECISION, FLIPPED } from './reasons';
import { extraUnits } from './root';

/** Needs the levels of the clause counted. */
export function minimise(): void {
  mergeCommonCauses();
  shrinkLevels();
  dropImplied();
  dropExcluded();
  placementsFirst();
}

/**
 * Replaces candidates that the same placement made false by "not that placement", which implies them. The clause becomes
 * weaker but much shorter, and a clause of placements is not visited when candidates become false.
 */
function mergeCommonCauses(): void {
  for (let i: u32 = 1; i < learntLength; i++) {
    const cause = causeOf(learntAt(i));
    if (cause !== NONE) mark(cause, marksOf(cause) & CAUSE ? COMMON_CAUSE : CAUSE);
  }
  const length = learntLength;
  clearLearnt();
  for (let i: u32 = 1; i < length; i++) {
    const literal = learntAt(i);
    const cause = causeOf(literal);
    const marks: u8 = cause === NONE ? 0 : marksOf(cause);
    // the placement already represents this literal
    if (marks & SEEN) continue;
    if (marks & COMMON_CAUSE) {
      mark(cause, SEEN);
      addLiteral((cause << 1) | 1);
    } else {
      addLiteral(literal);
    }
  }
}

const NONE: u32 = 0xffffffff;

/** The placement that made a literal false, or NONE if its reason is another. @inline */
function causeOf(literal: u32): u32 {
  const reason = reasonOf(literal >> 1);
  return !(literal & 1) && (reason & 3) === BINARY ? reason >> 2 : NONE;
}

/** Drops literals that follow from the rest. */
function dropImplied(): void {
  let kept: u32 = 1;
  for (let i: u32 = 1; i < learntLength; i++) {
    const variable = learntAt(i) >> 1;
    if (!antecedentsImplied(variable, 0)) setLearnt(kept++, learntAt(i));
  }
  cutLearnt(kept);
}

const MAX_DEPTH: u32 = 500;

/** Whether the value of a variable follows from the other literals of the clause. */
function implied(variable: u32, depth: u32): bool {
  const at = levelOf(variable);
  if (at === 0) return true;
  const marks = marksOf(variable);
  if (marks & (SEEN | IMPLIED)) return true;
  if (marks & NOT_IMPLIED || depth === MAX_DEPTH || !isCounted(at)) return false;
  const result = antecedentsImplied(variable, depth);
  mark(variable, result ? IMPLIED : NOT_IMPLIED);
  return result;
}

function antecedentsImplied(variable: u32, depth: u32): bool {
  const reason = reasonOf(variable);
  if (reason === DECISION || reason === FLIPPED) return false;
  return everyAntecedent<ImpliedVisitor>(reason, variable, depth + 1);
}

class ImpliedVisitor extends Visitor {
  /** @inline */
  override visit(variable: u32, depth: u32): bool {
    return implied(variable, depth);
  }
}

/** Resolution with the implicit clauses "not both" of the groups: drops x if "not y" is in the clause, and x and y share a group. */
function dropExcluded(): void {
  for (let i: u32 = 0; i < learntLength; i++) {
    const literal = learntAt(i);
    if (literal & 1) mark(literal >> 1, EXCLUDER);
  }
  let kept: u32 = 1;
  for (let i: u32 = 1; i < learntLength; i++) {
    const literal = learntAt(i);
    if (literal & 1 || !isExcluded(literal >> 1)) setLearnt(kept++, literal);
  }
  cutLearnt(kept);
}

function isExcluded(variable: u32): bool {
  const at = variable << 4;
  return (
    excludes(load<u32>(at, SLOTS)) ||
    excludes(load<u32>(at, SLOTS + 4)) ||
    excludes(load<u32>(at, SLOTS + 8)) ||
    excludes(load<u32>(at, SLOTS + 12)) ||
    isExcludedInExtraUnit(variable)
  );
}

function isExcludedInExtraUnit(variable: u32): bool {
  for (let i: u32 = 0; i < extraUnits; i++) if (excludes(extraSlot(variable, i))) return true;
  return false;
}

/** Whether the clause holds the negation of the only member of the group that is not false. */
function excludes(slot: u32): bool {
  const group = slot >> 6;
  const mask = load<u64>(group, GROUPS);
  return mask !== 0 && !(mask & (mask - 1)) && (marksOf(memberAt(group, ctz(mask) as u32)) & EXCLUDER) !== 0;
}

/**
 * Moves literals "not that placement" to the front, where a moving watch finds them first: they become false far less often
 * than candidates.
 */
function placementsFirst(): void {
  let front: u32 = 1;
  for (let i: u32 = 1; i < learntLength; i++) {
    const literal = learntAt(i);
    if (!(literal & 1)) continue;
    setLearnt(i, learntAt(front));
    setLearnt(front++, literal);
  }
}

/** literals of the block that are not resolved yet */
let pending: u32 = 0;

/**
 * Replaces the literals of one level by a single one, for each level: by the unique implication point of the level, if that
 * adds no literal of other levels. After "All-UIP" shrinking, Feng and Bacchus, SAT 2020; Fleury and Biere, 2021.
 */
function shrinkLevels(): void {
  const count = sortLevels();
  for (let i: u32 = 0; i < count; i++) {
    const level = load<u32>(i << 2, CLAUSE_LEVELS);
    const literals = load<u32>(level << 2, LEVEL_LITERALS);
    store<u32>(level << 2, 0, LEVEL_LITERALS);
    if (literals > 1) shrinkLevel(level, literals);
  }
}

/**
 * Fills CLAUSE_LEVELS, without the level of the conflict, and LEVEL_LITERALS. Highest levels come first, as shrinking relies on
 * the literals of lower levels being in the clause.
 * @returns the number of levels
 */
function sortLevels(): u32 {
  let count: u32 = 0;
  for (let i: u32 = 1; i < learntLength; i++) {
    const level = levelOf(learntAt(i) >> 1);
    const literals = load<u32>(level << 2, LEVEL_LITERALS);
    store<u32>(level << 2, literals + 1, LEVEL_LITERALS);
    if (literals > 0) continue;
    let place = count++;
    for (; place > 0 && load<u32>((place - 1) << 2, CLAUSE_LEVELS) < level; place--) {
      store<u32>(place << 2, load<u32>((place - 1) << 2, CLAUSE_LEVELS), CLAUSE_LEVELS);
    }
    store<u32>(place << 2, level, CLAUSE_LEVELS);
  }
  return count;
}

/** Marks the literals of a level (the block), and resolves the latest on the trail until one is left. */
function shrinkLevel(level: u32, literals: u32): void {
  for (let i: u32 = 1; i < learntLength; i++) {
    const variable = learntAt(i) >> 1;
    if (levelOf(variable) === level) mark(variable, OF_BLOCK);
  }
  pending = literals;
  // the level of the conflict has only one literal, so there is a level above
  let index = levelStart(level + 1);
  for (;;) {
    const variable = trailAt(--index) >> 1;
    if (!(marksOf(variable) & OF_BLOCK)) continue;
    if (pending === 1) {
      unmark(variable, OF_BLOCK);
      replaceLevel(level, variable);
      return;
    }
    if (!resolve(variable, level)) break;
    unmark(variable, OF_BLOCK);
    pending--;
  }
  for (const start = levelStart(level); index >= start; index--) {
    unmark(trailAt(index) >> 1, OF_BLOCK);
    if (index === 0) break;
  }
}

/** Replaces the literals of a level by that of `variable`. */
function replaceLevel(level: u32, variable: u32): void {
  let kept: u32 = 1;
  for (let i: u32 = 1; i < learntLength; i++) {
    if (levelOf(learntAt(i) >> 1) !== level) setLearnt(kept++, learntAt(i));
  }
  cutLearnt(kept);
  mark(variable, SEEN);
  addLiteral(falseLiteral(variable));
}

/** Adds the antecedents of a variable to the block. False if one is of another level and does not follow from the clause. */
function resolve(variable: u32, level: u32): bool {
  const reason = reasonOf(variable);
  if (reason === DECISION || reason === FLIPPED) return false;
  return everyAntecedent<BlockVisitor>(reason, variable, level);
}

class BlockVisitor extends Visitor {
  /** @inline */
  override visit(variable: u32, level: u32): bool {
    return addToBlock(variable, level);
  }
}

/** Adds a variable to the block if it is of its level. False if the clause depends on a new literal then. @inline */
function addToBlock(variable: u32, level: u32): bool {
  const at = levelOf(variable);
  if (at === 0) return true;
  const marks = marksOf(variable);
  if (at !== level) return (marks & SEEN) !== 0;
  if (!(marks & OF_BLOCK)) {
    mark(variable, OF_BLOCK);
    pending++;
  }
  return true;
}
