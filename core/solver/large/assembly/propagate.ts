// Everything that follows from the literals on the trail: groups first, they are cheap and give short reasons; then learnt clauses.
import {
  assign,
  CLAUSE,
  clauseHead,
  conflict,
  literalValue,
  propagateGroups,
  raiseConflict,
  takeForClauses,
  trailLength,
} from './assignment';
import { clauseSize, literalAddress } from './clauses';
import { setWatchBytes, watch, watchBytes, watchStart } from './watches';

/** Work done: literals propagated and watches looked at. */
export let ticks: u32 = 0;

export function resetTicks(): void {
  ticks = 0;
}

export function propagate(): void {
  for (;;) {
    propagateGroups();
    if (conflict || clauseHead === trailLength) return;
    visitWatches(takeForClauses() ^ 1);
  }
}

/** A literal has become false: each clause that watches it finds another one to watch, makes its other one true, or is in conflict. */
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
