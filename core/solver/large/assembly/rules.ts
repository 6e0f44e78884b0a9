// Rules beyond units: pairs of cells whose digits have a relation, and cells whose digits form one of some sets, or add up to
// a number. Rules narrow the digits that their cells can have; each exclusion keeps a copy of what it follows from.
import { SUBTRACTED } from '../../../kernel/constants';
import { assign, conflict, level, levelOf, literalValue, raiseConflict, trailLength } from './assignment';
import {
  domainOf,
  forgetWaiting,
  makeRuleWait,
  NOTHING,
  resetDomains,
  takeChangedCell,
  takeRule,
} from './domains';
import {
  CANDIDATE_OF,
  CANDIDATES,
  CELL_RULE_STARTS,
  CELL_RULES,
  RULE_CELLS,
  RULE_DOMAINS,
  RULES,
  SETS,
} from './memory';
import { BINARY, beginExplanation, endExplanation, explainBy, FACT, resetExplanations } from './reasons';
import {
  cells,
  contradict,
  firstPair,
  narrow,
  pairAt,
  place,
  relatedDigits,
  remove,
  removeUnrelated,
  ruled,
  settle,
  settlePlacements,
  size,
} from './root';
import { rules, SETS_RULE } from './rule-tables';
import { variableOf } from './variables';

/** Whether rules narrow candidates of the root; if not, they assign literals. */
let atRoot: bool = true;

/** Starts a puzzle. */
export function resetRules(): void {
  atRoot = true;
  resetDomains(cells, rules, ((1 as u64) << size) - 1);
}

/** Narrows the candidates of the root to a fixed point. False if there is no solution. */
export function settleAll(): bool {
  return ruled ? settleRules() : settle();
}

function settleRules(): bool {
  let waits: bool = true;
  while (waits && settlePlacements()) {
    const cell = takeChangedCell();
    if (cell !== NOTHING) {
      makeRulesWait(cell);
      const candidates = domainOf(cell);
      // a placed cell has removed what does not go with it
      if (candidates & (candidates - 1)) removeUnrelated(cell, candidates);
      continue;
    }
    const rule = takeRule();
    if (rule !== NOTHING) applyRule(RULES + (rule << 4));
    else waits = narrow();
  }
  return settlePlacements();
}

function makeRulesWait(cell: u32): void {
  const end = load<u32>((cell + 1) << 2, CELL_RULE_STARTS);
  for (let i = load<u32>(cell << 2, CELL_RULE_STARTS); i < end; i++)
    makeRuleWait(load<u16>(i << 1, CELL_RULES));
}

/** From now on rules assign literals. */
export function leaveRoot(): void {
  atRoot = false;
  forgetWaiting();
  resetExplanations();
}

/** Applies rules that wait until one of them assigns a literal or finds a conflict. False if none waits any more. */
export function applyRules(): bool {
  const before = trailLength;
  while (!conflict && trailLength === before) {
    const cell = takeChangedCell();
    if (cell !== NOTHING) {
      makeRulesWait(cell);
      supportPairs(cell);
    } else {
      const rule = takeRule();
      if (rule === NOTHING) return false;
      applyRule(RULES + (rule << 4));
    }
  }
  return true;
}

// Pairs.

/** A cell has got a digit: excludes all that do not go with it from the other cells of its pairs. */
export function clearPairs(variable: u32): void {
  const candidate = load<u32>(variable << 2, CANDIDATE_OF);
  const cell = candidate >> 6;
  const digit = candidate & 63;
  const end = firstPair(cell + 1);
  for (let i = firstPair(cell); i < end; i++) {
    const other = pairAt(i) >> 8;
    for (let rest = domainOf(other) & ~relatedDigits(pairAt(i) & 255, digit); rest !== 0; rest &= rest - 1) {
      const excluded = variableOf(other, ctz(rest) as u32);
      if (literalValue(excluded << 1) !== 0) {
        raiseConflict((variable << 2) | BINARY, excluded);
        return;
      }
      assign((excluded << 1) | 1, (variable << 2) | BINARY);
      if (conflict) return;
    }
  }
}

/** Excludes what no digit of a changed cell goes with from the other cells of its pairs. */
function supportPairs(cell: u32): void {
  const digits = domainOf(cell);
  // that of a placed cell is done
  if (!(digits & (digits - 1))) return;
  const end = firstPair(cell + 1);
  for (let i = firstPair(cell); i < end; i++) {
    const other = pairAt(i) >> 8;
    const relation = pairAt(i) & 255;
    let supported: u64 = 0;
    for (let rest = digits; rest !== 0; rest &= rest - 1)
      supported |= relatedDigits(relation, ctz(rest) as u32);
    const others = domainOf(other);
    const lost = others & ~supported;
    // a placed cell has excluded what does not go with it
    if (lost === 0 || !(others & (others - 1))) continue;
    exclude(other, lost, explainChange(cell));
    if (conflict) return;
  }
}

// Sets and sums.

/** @inline */
function ruleCell(rule: usize, i: u32): u32 {
  return load<u16>((load<u32>(rule, 4) + i) << 1, RULE_CELLS);
}

function applyRule(rule: usize): void {
  if (load<u8>(rule) === SETS_RULE) applySets(rule);
  else applySum(rule);
}

/** The cells have different digits, which form one of the sets. */
function applySets(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  let all: u64 = 0;
  let placed: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const digits = domainOf(ruleCell(rule, i));
    store<u64>(i << 3, digits, RULE_DOMAINS);
    all |= digits;
    if (!(digits & (digits - 1))) placed |= digits;
  }
  let possible: u64 = 0;
  let required: u64 = ~0;
  const end = load<u32>(rule, 12);
  for (let s = load<u32>(rule, 8); s < end; s++) {
    const set = load<u64>(s << 3, SETS);
    if (set & ~all || placed & ~set) continue;
    let fits: u64 = 1;
    for (let i: u32 = 0; i < count && fits; i++) fits = load<u64>(i << 3, RULE_DOMAINS) & set;
    if (!fits) continue;
    possible |= set;
    required &= set;
  }
  if (possible === 0) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const lost = load<u64>(i << 3, RULE_DOMAINS) & ~possible;
    if (lost === 0) continue;
    if (reason === 0) reason = explainRule(rule);
    exclude(ruleCell(rule, i), lost, reason);
    if (conflict) return;
  }
  if (reason !== 0) return;
  // a digit of all sets has a place
  let once: u64 = 0;
  let twice: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const digits = load<u64>(i << 3, RULE_DOMAINS);
    twice |= once & digits;
    once |= digits;
  }
  for (let rest = required & once & ~twice & ~placed; rest !== 0; rest &= rest - 1) {
    const digit = ctz(rest) as u32;
    for (let i: u32 = 0; i < count; i++) {
      if (!((load<u64>(i << 3, RULE_DOMAINS) >> digit) & 1)) continue;
      if (atRoot) {
        place(ruleCell(rule, i), digit);
        continue;
      }
      if (reason === 0) reason = explainRule(rule);
      const literal = variableOf(ruleCell(rule, i), digit) << 1;
      if (literalValue(literal) === 0) assign(literal, reason);
      else if (literalValue(literal) < 0) raiseConflict(reason, literal >> 1);
      if (conflict) return;
    }
  }
}

/** Sums up to this are bits of a word. */
const MAX_BIT_SUM: i32 = 63;

/** The digits of the cells, some of them subtracted, add up to the sum. */
function applySum(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  const sum = load<i32>(rule, 8);
  let added: i32 = 0;
  let subtracted = sum;
  for (let i: u32 = 0; i < count; i++) {
    const entry = ruleCell(rule, i);
    const high = 64 - (clz(domainOf(entry & ~SUBTRACTED)) as i32);
    if (entry & SUBTRACTED) subtracted += high;
    else added += high;
  }
  if (sum >= 0 && max(added, subtracted) <= MAX_BIT_SUM) applySmallSum(rule, count, sum);
  else applySumBounds(rule, count, sum);
}

/**
 * Narrows cells to the digits with which others reach the sum, as if no two had to differ. Bit n of a set is the sum n: what the
 * first cells that are added can reach, and what the sum with those that are subtracted can reach, must have one in common.
 */
function applySmallSum(rule: usize, count: u32, sum: i32): void {
  let ofAdded: u64 = 1;
  let ofSubtracted: u64 = (1 as u64) << sum;
  for (let i: u32 = 0; i < count; i++) {
    const entry = ruleCell(rule, i);
    // what is reached before the cell
    const before = entry & SUBTRACTED ? ofSubtracted : ofAdded;
    store<u64>(i << 3, before, RULE_DOMAINS);
    let reached: u64 = 0;
    for (let rest = domainOf(entry & ~SUBTRACTED); rest !== 0; rest &= rest - 1)
      reached |= before << (ctz(rest) + 1);
    if (entry & SUBTRACTED) ofSubtracted = reached;
    else ofAdded = reached;
  }
  const both = ofAdded & ofSubtracted;
  if (both === 0) {
    breakRule(rule);
    return;
  }
  ofAdded = both;
  ofSubtracted = both;
  let reason: u32 = 0;
  for (let i = count; i-- > 0; ) {
    const entry = ruleCell(rule, i);
    const before = load<u64>(i << 3, RULE_DOMAINS);
    const after = entry & SUBTRACTED ? ofSubtracted : ofAdded;
    let lost: u64 = 0;
    let reached: u64 = 0;
    for (let rest = domainOf(entry & ~SUBTRACTED); rest !== 0; rest &= rest - 1) {
      const digit = ctz(rest) + 1;
      const from = (after >> digit) & before;
      if (from === 0) lost |= rest & -rest;
      reached |= from;
    }
    if (entry & SUBTRACTED) ofSubtracted = reached;
    else ofAdded = reached;
    if (lost === 0) continue;
    if (reason === 0) reason = explainRule(rule);
    exclude(entry & ~SUBTRACTED, lost, reason);
    if (conflict) return;
  }
}

/** Narrows the least and the greatest digits of cells to those with which others reach the sum. */
function applySumBounds(rule: usize, count: u32, sum: i32): void {
  let least: i32 = 0;
  let most: i32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const entry = ruleCell(rule, i);
    const digits = domainOf(entry & ~SUBTRACTED);
    const low = (ctz(digits) as i32) + 1;
    const high = 64 - (clz(digits) as i32);
    least += entry & SUBTRACTED ? -high : low;
    most += entry & SUBTRACTED ? -low : high;
  }
  if (least > sum || most < sum) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const entry = ruleCell(rule, i);
    const cell = entry & ~SUBTRACTED;
    const digits = domainOf(cell);
    const low = (ctz(digits) as i32) + 1;
    const high = 64 - (clz(digits) as i32);
    // what this cell may be at most and at least, from what the others can be
    let atMost = sum - least + low;
    let atLeast = sum - most + high;
    if (entry & SUBTRACTED) {
      atMost = most - sum + low;
      atLeast = least - sum + high;
    }
    let lost: u64 = 0;
    if (atMost < high) lost |= digits & ~(((1 as u64) << max(atMost, 0)) - 1);
    if (atLeast > low) lost |= digits & (((1 as u64) << min(atLeast - 1, 63)) - 1);
    if (lost === 0) continue;
    if (reason === 0) reason = explainRule(rule);
    exclude(cell, lost, reason);
    if (conflict) return;
  }
}

function breakRule(rule: usize): void {
  if (atRoot) contradict();
  else raiseConflict(explainRule(rule));
}

/** Excludes digits that a cell can have. */
function exclude(cell: u32, digits: u64, reason: u32): void {
  if (atRoot) {
    for (let rest = digits; rest !== 0; rest &= rest - 1) remove(cell, ctz(rest) as u32);
    return;
  }
  if (!isVariable(cell)) {
    raiseConflict(reason);
    return;
  }
  for (let rest = digits; rest !== 0; rest &= rest - 1) {
    const variable = variableOf(cell, ctz(rest) as u32);
    const value = literalValue(variable << 1);
    if (value > 0) raiseConflict(reason, variable);
    else if (value === 0) assign((variable << 1) | 1, reason);
    if (conflict) return;
  }
}

/** Why the cells of a rule can have no more than the digits that they can have. */
function explainRule(rule: usize): u32 {
  if (atRoot || level === 0) return FACT;
  beginExplanation();
  const count = load<u8>(rule, 1) as u32;
  for (let i: u32 = 0; i < count; i++) explainCell(ruleCell(rule, i) & ~SUBTRACTED);
  return endExplanation();
}

/** Why a cell can have no more than the digits that it can have. */
function explainChange(cell: u32): u32 {
  if (level === 0) return FACT;
  beginExplanation();
  explainCell(cell);
  return endExplanation();
}

/** Adds its placement, or the candidates that it has lost. */
function explainCell(cell: u32): void {
  if (!isVariable(cell)) return;
  const digits = domainOf(cell);
  if (!(digits & (digits - 1))) {
    const variable = variableOf(cell, ctz(digits) as u32);
    if (literalValue(variable << 1) > 0) {
      explainUnlessFact(variable);
      return;
    }
  }
  for (let rest = load<u64>(cell << 3, CANDIDATES) & ~digits; rest !== 0; rest &= rest - 1)
    explainUnlessFact(variableOf(cell, ctz(rest) as u32));
}

/** @inline */
function explainUnlessFact(variable: u32): void {
  if (levelOf(variable) > 0) explainBy(variable);
}

/** Whether a cell was open at the root, so that its candidates have variables. @inline */
function isVariable(cell: u32): bool {
  const candidates = load<u64>(cell << 3, CANDIDATES);
  return (candidates & (candidates - 1)) !== 0;
}
