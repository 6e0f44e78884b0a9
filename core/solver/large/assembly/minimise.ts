// Makes the clause being learnt shorter.
import { BINARY, CLAUSE, DECISION, FLIPPED, GROUP, levelOf, memberAt, reasonOf } from './assignment';
import { clauseSize, literalAddress } from './clauses';
import { addLiteral, clearLearnt, cutLearnt, learntAt, learntLength, setLearnt } from './learnt';
import { isCounted } from './levels';
import { CAUSE, COMMON_CAUSE, EXCLUDER, IMPLIED, mark, marksOf, NOT_IMPLIED, SEEN } from './marks';
import { DIAGONAL_SLOTS, GROUPS, ROOT_GROUPS, SLOTS } from './memory';
import { diagonals } from './shape';
import { shrinkLevels } from './shrink';

/** Needs the clause's levels counted. */
export function minimise(): void {
  mergeCommonCauses();
  shrinkLevels();
  dropImplied();
  dropExcluded();
  placementsFirst();
}

/**
 * Candidates that one placement made false are replaced by "not that placement", which implies them. The clause gets
 * weaker but a good deal shorter, and a clause of placements need not be looked at when mere candidates go.
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
    // stands for this literal already
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

/** The placement that made a literal false, if that is what did it. @inline */
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
  const what = reason >> 2;
  if ((reason & 3) === BINARY) return implied(what, depth + 1);
  if ((reason & 3) === GROUP) {
    for (let rest = load<u64>(what, ROOT_GROUPS); rest !== 0; rest &= rest - 1) {
      const member = memberAt(what, ctz(rest) as u32);
      if (member !== variable && !implied(member, depth + 1)) return false;
    }
  } else if ((reason & 3) === CLAUSE) {
    const end = literalAddress(what) + (clauseSize(what) << 2);
    for (let at = literalAddress(what); at < end; at += 4) {
      const other = load<u32>(at) >> 1;
      if (other !== variable && !implied(other, depth + 1)) return false;
    }
  }
  return true;
}

/** Resolution with the groups' implicit clauses "not both": x goes where "not y" stays and x and y share a group. */
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
    (diagonals &&
      (excludes(load<u32>(variable << 3, DIAGONAL_SLOTS)) ||
        excludes(load<u32>(variable << 3, DIAGONAL_SLOTS + 4))))
  );
}

/** The only member of the group that is not false stands negated in the clause. */
function excludes(slot: u32): bool {
  const group = slot >> 6;
  const mask = load<u64>(group, GROUPS);
  return mask !== 0 && !(mask & (mask - 1)) && (marksOf(memberAt(group, ctz(mask) as u32)) & EXCLUDER) !== 0;
}

/**
 * Literals "not that placement" to the front, where a watch that moves finds them first: they become false far more
 * seldom than candidates do.
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
