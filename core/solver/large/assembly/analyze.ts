// Learns from a conflict: the clause of the first unique implication point.
import { bump, decay } from './activity';
import { everyAntecedent, Visitor } from './antecedents';
import {
  conflict,
  conflictOther,
  decisionOf,
  level,
  levelOf,
  NO_VARIABLE,
  reasonOf,
  trailAt,
  trailLength,
} from './assignment';
import { clauseSize, lbdOf, literalAddress, noteUse } from './clauses';
import {
  addLiteral,
  clearLearnt,
  clearMarks,
  countLevel,
  falseLiteral,
  forgetLevels,
  learntAt,
  learntLength,
  mark,
  markedAt,
  markedCount,
  marksOf,
  SEEN,
  setLearnt,
  unmarkFrom,
} from './learnt';
import { minimise } from './minimise';
import { CLAUSE, FLIPPED } from './reasons';
import { variables } from './variables';

/** level to backtrack to, at which the clause asserts its first literal */
export let assertionLevel: u32 = 0;
/** LBD: number of levels among the learnt literals */
export let learntLbd: u32 = 0;

/** seen variables of the current level that are not resolved yet */
let pending: u32 = 0;

/** Needs a conflict at a level above 0. Leaves the clause in LEARNT: its asserting literal, then one of the assertion level, then the rest. */
export function analyze(): void {
  pending = 0;
  clearLearnt();
  if (conflictOther !== NO_VARIABLE) touch(conflictOther);
  touchAntecedents(conflict, variables);
  let index = trailLength;
  for (;;) {
    let variable = trailAt(--index) >> 1;
    while (!(marksOf(variable) & SEEN)) variable = trailAt(--index) >> 1;
    if (--pending === 0) {
      setLearnt(0, trailAt(index) ^ 1);
      break;
    }
    touchAntecedents(reasonOf(variable), variable);
  }
  bumpAnalysed();
  forgetLevels();
  learntLbd = 0;
  for (let i: u32 = 0; i < learntLength; i++) learntLbd += countLevel(learntAt(i) >> 1);
  minimise();
  clearMarks();
  findAssertionLevel();
}

/** Marks a variable that led to the conflict. Below the current level, its literal joins the clause. @inline */
function touch(variable: u32): void {
  if (marksOf(variable) !== 0) return;
  const at = levelOf(variable);
  if (at === 0) return;
  mark(variable, SEEN);
  if (at === level) pending++;
  else addLiteral(falseLiteral(variable));
}

class TouchVisitor extends Visitor {
  /** @inline */
  override visit(variable: u32, _context: u32): bool {
    touch(variable);
    return true;
  }
}

/** Touches the variables of a reason of `variable`; for the reason of a conflict, give a variable that does not exist. */
function touchAntecedents(reason: u32, variable: u32): void {
  if (reason === FLIPPED) {
    for (let below = variable < variables ? levelOf(variable) : level; below > 0; below--)
      touch(decisionOf(below) >> 1);
    return;
  }
  everyAntecedent<TouchVisitor>(reason, variable, 0);
  if ((reason & 3) === CLAUSE) refresh(reason >> 2);
}

/** A clause that is used again may have a better LBD now. */
function refresh(clause: u32): void {
  let lbd = lbdOf(clause);
  if (lbd > 2) {
    forgetLevels();
    lbd = 0;
    const end = literalAddress(clause) + (clauseSize(clause) << 2);
    for (let at = literalAddress(clause); at < end; at += 4) lbd += countLevel(load<u32>(at) >> 1);
  }
  noteUse(clause, lbd);
}

/** Moves a literal of the highest level below that of the conflict to the second place. */
function findAssertionLevel(): void {
  assertionLevel = 0;
  for (let i: u32 = 1; i < learntLength; i++) {
    const literal = learntAt(i);
    const at = levelOf(literal >> 1);
    if (at <= assertionLevel) continue;
    assertionLevel = at;
    setLearnt(i, learntAt(1));
    setLearnt(1, literal);
  }
}

/** Antecedents per literal of the clause. If there are more, they are too many to be significant, and none is bumped. */
const MAX_BEHIND: u32 = 10;

/**
 * Bumps the variables of the analysis, and those one step behind the clause. Called when the first implication point is
 * found, as all resolved variables have marks then, and before the clause is made shorter.
 */
function bumpAnalysed(): void {
  const analysed = markedCount;
  markBehind(analysed + MAX_BEHIND * learntLength);
  for (let i: u32 = 0; i < markedCount; i++) bump(markedAt(i));
  unmarkFrom(analysed);
  decay(variables);
}

/**
 * Marks the antecedents of the clause's literals: they are likely to take part in the next conflict. After "reason side
 * bumping", Liang, Oh, Ganesh, Czarnecki and Poupart, SAT 2016.
 */
function markBehind(limit: u32): void {
  const before = markedCount;
  for (let i: u32 = 1; i < learntLength; i++) {
    const variable = learntAt(i) >> 1;
    everyAntecedent<MarkVisitor>(reasonOf(variable), variable, 0);
    if (markedCount > limit) {
      unmarkFrom(before);
      return;
    }
  }
}

class MarkVisitor extends Visitor {
  /** @inline */
  override visit(variable: u32, _context: u32): bool {
    if (marksOf(variable) === 0 && levelOf(variable) !== 0) mark(variable, SEEN);
    return true;
  }
}
