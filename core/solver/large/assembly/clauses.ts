// Learnt clauses: one after another, two words of header each, then the literals, of which the first two are watched. And
// for each literal, the clauses that watch it: they are visited when it becomes false.
import { levelOf, literalValue, reasonOf, setReason } from './assignment';
import { CLAUSES, CLAUSES_END, HISTOGRAM, WATCH_LISTS, WATCHES, WATCHES_END } from './memory';
import { CLAUSE } from './reasons';

export const HEADER: u32 = 2;
/** flags word: LBD in the low 12 bits, how recently the clause was used in the two bits above */
const LBD_MASK: u32 = 0xfff;
const USED_SHIFT: u32 = 12;
const USED_MASK: u32 = 3 << USED_SHIFT;
/** excludes a solution that has been reported: never forgotten */
const KEPT: u32 = 1 << 16;

/** words in use */
let end: u32 = 0;

export function resetClauses(): void {
  end = 0;
}

export function clausesEnd(): u32 {
  return end;
}

/** @inline */
export function clauseSize(clause: u32): u32 {
  return load<u32>(clause << 2, CLAUSES);
}

/** @inline */
export function literalAddress(clause: u32): usize {
  return CLAUSES + ((clause + HEADER) << 2);
}

/** @inline */
function flagsOf(clause: u32): u32 {
  return load<u32>(clause << 2, CLAUSES + 4);
}

/** @inline */
function setFlags(clause: u32, flags: u32): void {
  store<u32>(clause << 2, flags, CLAUSES + 4);
}

/** @inline */
export function lbdOf(clause: u32): u32 {
  return flagsOf(clause) & LBD_MASK;
}

/** Whether more than three quarters of the memory are used. */
export function clausesAreCrowded(): bool {
  return CLAUSES + (end << 2) > CLAUSES_END - (CLAUSES_END - CLAUSES) / 4;
}

/** Stores a clause of two or more literals and watches the first two. */
export function addClause(literals: usize, length: u32, lbd: u32, kept: bool): u32 {
  const clause = end;
  store<u32>(clause << 2, length, CLAUSES);
  setFlags(clause, min(lbd, LBD_MASK) | (2 << USED_SHIFT) | (kept ? KEPT : 0));
  memory.copy(literalAddress(clause), literals, length << 2);
  end += HEADER + length;
  attach(clause);
  return clause;
}

function attach(clause: u32): void {
  const at = literalAddress(clause);
  const a = load<u32>(at);
  const b = load<u32>(at + 4);
  watch(a, b, clause);
  watch(b, a, clause);
}

/** Notes that a clause took part in a conflict, and its LBD. */
export function noteUse(clause: u32, lbd: u32): void {
  setFlags(clause, (flagsOf(clause) & ~(LBD_MASK | USED_MASK)) | min(lbd, lbdOf(clause)) | (2 << USED_SHIFT));
}

const BUCKETS: u32 = 4096;
/** clauses up to this LBD are never forgotten */
const TIER1: u32 = 2;
/** clauses up to this LBD survive two reductions after their last use, others one */
const TIER2: u32 = 6;

/** Greater for a less useful clause: by LBD, then by length. @inline */
function badness(clause: u32): u32 {
  return (min(lbdOf(clause), 63) << 6) | min(clauseSize(clause) >> 2, 63);
}

/**
 * Forgets three quarters of the clauses that are neither good nor recently used, and all that are true at level 0. Removes
 * literals that are false there. Keeps reasons, and the two literals that a clause watches. Nothing may be left to propagate.
 */
export function reduceClauses(literals: u32): void {
  const threshold = forgettingThreshold();
  resetWatches(literals);
  let to: u32 = 0;
  for (let from: u32 = 0; from < end; ) {
    const size = clauseSize(from);
    const next = from + HEADER + size;
    const implied = impliedBy(from);
    const forget = implied === NONE && isForgettable(from) && badness(from) >= threshold;
    if (!forget && move(from, to)) {
      if (implied !== NONE) setReason(implied, (to << 2) | CLAUSE);
      attach(to);
      to += HEADER + clauseSize(to);
    }
    from = next;
  }
  end = to;
}

const NONE: u32 = 0xffffffff;

/** The variable whose reason is the clause, or NONE. */
function impliedBy(clause: u32): u32 {
  const reason = (clause << 2) | CLAUSE;
  const at = literalAddress(clause);
  const a = load<u32>(at);
  const b = load<u32>(at + 4);
  if (literalValue(a) > 0 && reasonOf(a >> 1) === reason) return a >> 1;
  if (literalValue(b) > 0 && reasonOf(b >> 1) === reason) return b >> 1;
  return NONE;
}

/** 1 if true at level 0, -1 if false there, else 0. @inline */
function rootValue(literal: u32): i32 {
  return levelOf(literal >> 1) === 0 ? literalValue(literal) : 0;
}

/** Whether the next reduction may forget the clause, as far as its LBD and its use decide. */
function isForgettable(clause: u32): bool {
  const flags = flagsOf(clause);
  const lbd = flags & LBD_MASK;
  const used = (flags & USED_MASK) >> USED_SHIFT;
  if (flags & KEPT || lbd <= TIER1) return false;
  return lbd <= TIER2 ? used === 0 : used < 2;
}

/** The badness from which on forgettable clauses are forgotten. */
function forgettingThreshold(): u32 {
  memory.fill(HISTOGRAM, 0, BUCKETS << 2);
  let candidates: u32 = 0;
  for (let clause: u32 = 0; clause < end; clause += HEADER + clauseSize(clause)) {
    if (!isForgettable(clause)) continue;
    const at = badness(clause) << 2;
    store<u32>(at, load<u32>(at, HISTOGRAM) + 1, HISTOGRAM);
    candidates++;
  }
  let bucket = BUCKETS;
  for (let worse: u32 = 0; bucket > 0 && worse < candidates - candidates / 4; )
    worse += load<u32>(--bucket << 2, HISTOGRAM);
  return bucket;
}

/** Moves a clause to a lower place, without its false literals. False if the clause is true. */
function move(from: u32, to: u32): bool {
  const size = clauseSize(from);
  const source = literalAddress(from);
  for (let i: u32 = 0; i < size; i++) if (rootValue(load<u32>(source + (i << 2))) > 0) return false;
  const flags = flagsOf(from);
  const used = (flags & USED_MASK) >> USED_SHIFT;
  const target = literalAddress(to);
  let kept: u32 = 0;
  for (let i: u32 = 0; i < size; i++) {
    const literal = load<u32>(source + (i << 2));
    if (rootValue(literal) === 0) store<u32>(target + (kept++ << 2), literal);
  }
  store<u32>(to << 2, kept, CLAUSES);
  setFlags(to, (flags & ~USED_MASK) | ((used === 0 ? 0 : used - 1) << USED_SHIFT));
  return true;
}

let free: usize = WATCHES;

/** Empties all lists. */
export function resetWatches(literals: u32): void {
  memory.fill(WATCH_LISTS, 0, literals << 4);
  free = WATCHES;
}

/** Whether more than half of the memory is used, some of it by the old places of lists that have grown. */
export function watchesAreCrowded(): bool {
  return free - WATCHES > (WATCHES_END - WATCHES) / 2;
}

/** @inline */
export function watchStart(literal: u32): usize {
  return load<u32>(literal << 4, WATCH_LISTS);
}

/** @inline */
export function watchBytes(literal: u32): u32 {
  return load<u32>(literal << 4, WATCH_LISTS + 4);
}

/** @inline */
export function setWatchBytes(literal: u32, bytes: u32): void {
  store<u32>(literal << 4, bytes, WATCH_LISTS + 4);
}

/** @inline */
export function watch(literal: u32, other: u32, clause: u32): void {
  const at = literal << 4;
  const bytes = load<u32>(at, WATCH_LISTS + 4);
  if (bytes === load<u32>(at, WATCH_LISTS + 8)) grow(at, bytes);
  store<u64>(load<u32>(at, WATCH_LISTS) + bytes, (other as u64) | ((clause as u64) << 32));
  store<u32>(at, bytes + 8, WATCH_LISTS + 4);
}

function grow(at: u32, bytes: u32): void {
  const capacity = max<u32>(32, bytes * 2);
  memory.copy(free, load<u32>(at, WATCH_LISTS), bytes);
  store<u32>(at, free as u32, WATCH_LISTS);
  store<u32>(at, capacity, WATCH_LISTS + 8);
  free += capacity;
}
