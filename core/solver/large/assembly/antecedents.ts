// The walk over what a reason names, instantiated for each use: the compiler inlines the visitor into the loops.
import { memberAt } from './assignment';
import { clauseSize, literalAddress } from './clauses';
import { ROOT_GROUPS } from './memory';
import { BINARY, CLAUSE, explanationAt, explanationSize, GROUP, isExplained } from './reasons';

/** A visitor has no instances: `visit` is called on a null reference of its class. */
export class Visitor {
  /** @returns whether to continue */
  visit(_variable: u32, _context: u32): bool {
    return true;
  }
}

/**
 * Visits the variables of a reason that made `variable` what it is, except itself. For the reason of a conflict, give a
 * variable that does not exist. A decision, a flipped decision and a fact have no antecedents.
 * @returns whether all visits returned true; the first that does not ends the walk
 * @inline
 */
export function everyAntecedent<V extends Visitor>(reason: u32, variable: u32, context: u32): bool {
  const visitor = changetype<V>(0);
  const source = reason >> 2;
  if ((reason & 3) === BINARY) return visitor.visit(source, context);
  if ((reason & 3) === GROUP) {
    for (let rest = load<u64>(source, ROOT_GROUPS); rest !== 0; rest &= rest - 1) {
      const member = memberAt(source, ctz(rest) as u32);
      if (member !== variable && !visitor.visit(member, context)) return false;
    }
  } else if ((reason & 3) === CLAUSE) {
    const end = literalAddress(source) + (clauseSize(source) << 2);
    for (let at = literalAddress(source); at < end; at += 4) {
      const other = load<u32>(at) >> 1;
      if (other !== variable && !visitor.visit(other, context)) return false;
    }
  } else if (isExplained(reason)) {
    const size = explanationSize(reason);
    for (let i: u32 = 0; i < size; i++) if (!visitor.visit(explanationAt(reason, i), context)) return false;
  }
  return true;
}
