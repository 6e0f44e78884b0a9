// Which variables a conflict makes more active: those of its analysis, and those one step behind the clause.
import { bump, decay } from './activity';
import { BINARY, CLAUSE, GROUP, levelOf, memberAt, reasonOf } from './assignment';
import { clauseSize, literalAddress } from './clauses';
import { learntAt, learntLength } from './learnt';
import { mark, markedAt, markedCount, marksOf, SEEN, unmarkFrom } from './marks';
import { ROOT_GROUPS } from './memory';
import { variables } from './variables';

/** Where more variables for each literal stand behind the clause than this, they tell nothing. */
const MAX_BEHIND: u32 = 10;

/** Between the first implication point, when all variables that were resolved have marks, and making the clause shorter. */
export function bumpAnalysed(): void {
  const analysed = markedCount;
  markBehind(analysed + MAX_BEHIND * learntLength);
  for (let i: u32 = 0; i < markedCount; i++) bump(markedAt(i));
  unmarkFrom(analysed);
  decay(variables);
}

/**
 * Marks the antecedents of the clause's literals: they would have been met if the analysis had gone further, and are
 * likely to be met next time. After "reason side bumping", Liang, Oh, Ganesh, Czarnecki and Poupart, SAT 2016.
 */
function markBehind(limit: u32): void {
  const before = markedCount;
  for (let i: u32 = 1; i < learntLength; i++) {
    const variable = learntAt(i) >> 1;
    markAntecedents(reasonOf(variable));
    if (markedCount > limit) {
      unmarkFrom(before);
      return;
    }
  }
}

function markAntecedents(reason: u32): void {
  const what = reason >> 2;
  if ((reason & 3) === BINARY) {
    markOne(what);
  } else if ((reason & 3) === GROUP) {
    for (let rest = load<u64>(what, ROOT_GROUPS); rest !== 0; rest &= rest - 1) {
      markOne(memberAt(what, ctz(rest) as u32));
    }
  } else if ((reason & 3) === CLAUSE) {
    const end = literalAddress(what) + (clauseSize(what) << 2);
    for (let at = literalAddress(what); at < end; at += 4) markOne(load<u32>(at) >> 1);
  }
}

function markOne(variable: u32): void {
  if (marksOf(variable) === 0 && levelOf(variable) !== 0) mark(variable, SEEN);
}
