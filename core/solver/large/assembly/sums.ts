// Rules whose digits, some of them subtracted, add up to a number.
import { SUBTRACTED } from '../../../kernel/constants';
import { conflict } from './assignment';
import { domainOf } from './domains';
import { RULE_DOMAINS, SET_DOMAINS, SUPPORTED } from './memory';
import { breakRule, exclude, explainRule, ruleCell } from './rule-effects';
import { NOT_LISTED } from './rule-tables';

// Arrows of few cells: every choice of digits is tried.

/** The last cell is the sum of the others. Narrows all to the digits of some choice in which cells that see each other differ. */
function applyArrow(rule: usize, count: u32): void {
  for (let i: u32 = 0; i <= count; i++) {
    const digits = domainOf(ruleCell(rule, i) & ~SUBTRACTED);
    store<u64>(i << 3, digits, RULE_DOMAINS);
    store<u64>(i << 3, 0, SUPPORTED);
  }
  last = count - 1;
  differing = load<u32>(rule, 12);
  if (!choose(0, load<u64>(count << 3, RULE_DOMAINS), 0)) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  for (let i: u32 = 0; i <= count; i++) {
    const lost = load<u64>(i << 3, RULE_DOMAINS) & ~load<u64>(i << 3, SUPPORTED);
    if (lost === 0) continue;
    if (reason === 0) reason = explainRule(rule);
    exclude(ruleCell(rule, i) & ~SUBTRACTED, lost, reason);
    if (conflict) return;
  }
}

let last: u32 = 0;
let differing: u32 = 0;
/**
 * Chooses digits of the cells from this one on.
 * @param left what is left of the sum, bit n for n + 1
 * @returns whether there is a choice
 */
function choose(i: u32, left: u64, total: u32): bool {
  let digits = load<u64>(i << 3, RULE_DOMAINS);
  const differ = (differing >> (i << 3)) & 255;
  for (let j: u32 = 0; j < i; j++) if ((differ >> j) & 1) digits &= ~load<u64>(j << 3, SET_DOMAINS);
  if (i === last) {
    digits &= left;
    if (digits === 0) return false;
    store<u64>(i << 3, load<u64>(i << 3, SUPPORTED) | digits, SUPPORTED);
    const circle = (i + 1) << 3;
    store<u64>(circle, load<u64>(circle, SUPPORTED) | (digits << total), SUPPORTED);
    return true;
  }
  let supported: u64 = 0;
  for (; digits !== 0; digits &= digits - 1) {
    const digit = (ctz(digits) as u32) + 1;
    const rest = left >> digit;
    if (rest === 0) break;
    store<u64>(i << 3, digits & -digits, SET_DOMAINS);
    if (choose(i + 1, rest, total + digit)) supported |= digits & -digits;
  }
  if (supported === 0) return false;
  store<u64>(i << 3, load<u64>(i << 3, SUPPORTED) | supported, SUPPORTED);
  return true;
}

/** Sums up to this are bits of a word. */
const MAX_BIT_SUM: i32 = 63;

/** The digits of the cells, some of them subtracted, add up to the sum. */
export function applySum(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  const sum = load<i32>(rule, 8);
  if (load<u32>(rule, 12) !== NOT_LISTED) {
    applyArrow(rule, count - 1);
    return;
  }
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
