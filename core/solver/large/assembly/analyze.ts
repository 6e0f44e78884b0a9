// Learns from a conflict: the clause of the first unique implication point.
import {
  BINARY,
  CLAUSE,
  conflict,
  conflictOther,
  decisionOf,
  FLIPPED,
  GROUP,
  level,
  levelOf,
  memberAt,
  reasonOf,
  trailAt,
  trailLength,
} from './assignment';
import { bumpAnalysed } from './bump';
import { clauseSize, lbdOf, literalAddress, noteUse } from './clauses';
import { addLiteral, clearLearnt, falseLiteral, learntAt, learntLength, setLearnt } from './learnt';
import { countLevel, forgetLevels } from './levels';
import { clearMarks, mark, marksOf, SEEN } from './marks';
import { ROOT_GROUPS } from './memory';
import { minimise } from './minimise';
import { variables } from './variables';

/** level to go back to, at which the clause asserts its first literal */
export let assertionLevel: u32 = 0;
/** number of levels among the learnt literals */
export let learntLbd: u32 = 0;

/** seen variables of the current level that are still to be resolved */
let pending: u32 = 0;

/** Needs a conflict at a level above 0. The clause is left in LEARNT: its asserting literal, then one of the assertion level, then the rest. */
export function analyze(): void {
  pending = 0;
  clearLearnt();
  if ((conflict & 3) === BINARY) touch(conflictOther);
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

/** @inline */
function touch(variable: u32): void {
  if (marksOf(variable) !== 0) return;
  const at = levelOf(variable);
  if (at === 0) return;
  mark(variable, SEEN);
  if (at === level) pending++;
  else addLiteral(falseLiteral(variable));
}

/** The literals that made `variable` what it is; of a conflict, all that take part (`variable` is then none). */
function touchAntecedents(reason: u32, variable: u32): void {
  const what = reason >> 2;
  if ((reason & 3) === BINARY) {
    touch(what);
  } else if ((reason & 3) === GROUP) {
    for (let rest = load<u64>(what, ROOT_GROUPS); rest !== 0; rest &= rest - 1) {
      const member = memberAt(what, ctz(rest) as u32);
      if (member !== variable) touch(member);
    }
  } else if (reason === FLIPPED) {
    for (let below = levelOf(variable); below > 0; below--) touch(decisionOf(below) >> 1);
  } else if ((reason & 3) === CLAUSE) {
    const end = literalAddress(what) + (clauseSize(what) << 2);
    for (let at = literalAddress(what); at < end; at += 4) {
      const other = load<u32>(at) >> 1;
      if (other !== variable) touch(other);
    }
    refresh(what);
  }
}

/** A clause that is of use again may have got a better LBD. */
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

/** Puts a literal of the highest level below the conflict's second. */
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
