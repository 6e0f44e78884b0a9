// Replaces a clause's literals of one level by a single one: the unique implication point of that level, where there is one that takes
// in no literal of other levels. After "All-UIP" shrinking, Feng and Bacchus, SAT 2020; Fleury and Biere, 2021.
import {
  BINARY,
  CLAUSE,
  DECISION,
  FLIPPED,
  GROUP,
  levelOf,
  levelStart,
  memberAt,
  reasonOf,
  trailAt,
} from './assignment';
import { clauseSize, literalAddress } from './clauses';
import { addLiteral, cutLearnt, falseLiteral, learntAt, learntLength, setLearnt } from './learnt';
import { mark, marksOf, OF_BLOCK, SEEN, unmark } from './marks';
import { CLAUSE_LEVELS, LEVEL_LITERALS, ROOT_GROUPS } from './memory';

/** literals of the block that are still to be resolved */
let pending: u32 = 0;

export function shrinkLevels(): void {
  const count = sortLevels();
  for (let i: u32 = 0; i < count; i++) {
    const level = load<u32>(i << 2, CLAUSE_LEVELS);
    const literals = load<u32>(level << 2, LEVEL_LITERALS);
    store<u32>(level << 2, 0, LEVEL_LITERALS);
    if (literals > 1) shrinkLevel(level, literals);
  }
}

/** Fills CLAUSE_LEVELS, without the conflict's, and LEVEL_LITERALS. Highest levels first: shrinking relies on lower literals being in the clause. */
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

function shrinkLevel(level: u32, literals: u32): void {
  for (let i: u32 = 1; i < learntLength; i++) {
    const variable = learntAt(i) >> 1;
    if (levelOf(variable) === level) mark(variable, OF_BLOCK);
  }
  pending = literals;
  // the conflict's own level has but one literal, so there is a level above
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

function replaceLevel(level: u32, variable: u32): void {
  let kept: u32 = 1;
  for (let i: u32 = 1; i < learntLength; i++) {
    if (levelOf(learntAt(i) >> 1) !== level) setLearnt(kept++, learntAt(i));
  }
  cutLearnt(kept);
  mark(variable, SEEN);
  addLiteral(falseLiteral(variable));
}

/** Takes a variable's antecedents into the block. False if one is of another level and does not follow from the clause. */
function resolve(variable: u32, level: u32): bool {
  const reason = reasonOf(variable);
  if (reason === DECISION || reason === FLIPPED) return false;
  const what = reason >> 2;
  if ((reason & 3) === BINARY) return take(what, level);
  if ((reason & 3) === GROUP) {
    for (let rest = load<u64>(what, ROOT_GROUPS); rest !== 0; rest &= rest - 1) {
      const member = memberAt(what, ctz(rest) as u32);
      if (member !== variable && !take(member, level)) return false;
    }
  } else if ((reason & 3) === CLAUSE) {
    const end = literalAddress(what) + (clauseSize(what) << 2);
    for (let at = literalAddress(what); at < end; at += 4) {
      const other = load<u32>(at) >> 1;
      if (other !== variable && !take(other, level)) return false;
    }
  }
  return true;
}

/** @inline */
function take(variable: u32, level: u32): bool {
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
