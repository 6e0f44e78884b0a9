// Propagation of the literals on the trail. Its order matters: a placement that has two reasons keeps the first.
import {
  assign,
  clearGroups,
  conflict,
  literalValue,
  NO_LITERAL,
  placeSingle,
  raiseConflict,
  singlesWait,
  takeLiteral,
  takePlacement,
} from './assignment';
import { clauseSize, literalAddress, setWatchBytes, watch, watchBytes, watchStart } from './clauses';
import { CLAUSE } from './reasons';
import { ruled } from './root';
import { applyRules, clearPairs } from './rules';

/** Work done: literals propagated and watches looked at. */
export let ticks: u32 = 0;

export function resetTicks(): void {
  ticks = 0;
}

/**
 * Placements exclude their peers first. If singles wait, the clauses of the placement follow; when no placement is left, one
 * group places its last member; the clauses of excluded candidates come last. Clauses are then the reasons of placements
 * more often. They are better reasons, because they name a few placements, whereas a group names everything that made its
 * other members false: proofs take fewer conflicts. If singles do not wait, groups are propagated completely before clauses.
 */
export function propagate(): void {
  while (!conflict) {
    const placement = takePlacement();
    if (placement !== NO_LITERAL) {
      clearGroups(placement >> 1);
      if (ruled && !conflict) clearPairs(placement >> 1);
      if (singlesWait && !conflict) visitWatches(placement ^ 1);
    } else if (!placeSingle()) {
      const literal = takeLiteral();
      if (literal === NO_LITERAL) {
        if (ruled && applyRules()) continue;
        return;
      }
      if (literal & 1 || !singlesWait) visitWatches(literal ^ 1);
    }
  }
}

/** For a literal that has become false: each clause that watches it watches another one instead, makes its other one true, or is in conflict. */
function visitWatches(falseLiteral: u32): void {
  const start = watchStart(falseLiteral);
  const end = start + watchBytes(falseLiteral);
  let from = start;
  let to = start;
  ticks += 1 + (((end - start) as u32) >> 4);
  while (from < end) {
    const entry = load<u64>(from);
    from += 8;
    if (literalValue(entry as u32) > 0) {
      store<u64>(to, entry);
      to += 8;
      continue;
    }
    const clause = (entry >> 32) as u32;
    const literals = literalAddress(clause);
    const first = load<u32>(literals) ^ load<u32>(literals + 4) ^ falseLiteral;
    const value = literalValue(first);
    if (value > 0) {
      store<u64>(to, (first as u64) | ((clause as u64) << 32));
      to += 8;
      continue;
    }
    const last = literals + (clauseSize(clause) << 2);
    let at = literals + 8;
    while (at < last && literalValue(load<u32>(at)) < 0) at += 4;
    if (at < last) {
      const replacement = load<u32>(at);
      store<u32>(literals, first);
      store<u32>(literals + 4, replacement);
      store<u32>(at, falseLiteral);
      watch(replacement, first, clause);
      continue;
    }
    store<u64>(to, entry);
    to += 8;
    if (value === 0) assign(first, (clause << 2) | CLAUSE);
    else raiseConflict((clause << 2) | CLAUSE);
    if (conflict) break;
  }
  while (from < end) {
    store<u64>(to, load<u64>(from));
    from += 8;
    to += 8;
  }
  setWatchBytes(falseLiteral, (to - start) as u32);
}
