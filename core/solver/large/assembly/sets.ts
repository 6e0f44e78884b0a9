// Rules whose cells have different digits that form one of some sets: cages, and lines of consecutive digits.
import { assign, conflict, literalValue, raiseConflict } from './assignment';
import { domainOf, dropRule } from './domains';
import { RULE_DOMAINS, RULE_MASKS, RULES, SET_DOMAINS, SETS, SUPPORTED } from './memory';
import { cellAt, size, unitSet } from './root';
import { atRoot, breakRule, exclude, explainRule, ruleCell } from './rule-effects';
import { orOf } from './rule-tables';
import { isSmall, peerMask, removeFromCommonPeers } from './small-grid';
import { variableOf } from './variables';

// Digits of the rule that is being applied: candidates of at least one cell, candidates of at least two cells, placed digits.
let once: u64 = 0;
let twice: u64 = 0;
let placed: u64 = 0;
// Digits that are in at least one of the sets that still fit, and digits that are in all of them.
let possible: u64 = 0;
let required: u64 = 0;

/** Reads the candidates of the cells of a rule. */
function beginRule(rule: usize, count: u32): void {
  once = twice = placed = 0;
  for (let i: u32 = 0; i < count; i++) {
    const digits = domainOf(ruleCell(rule, i));
    store<u64>(i << 3, digits, RULE_DOMAINS);
    twice |= once & digits;
    once |= digits;
    placed |= digits & (digits - 1) ? 0 : digits;
  }
}

/** Applies a cage: its cells have different digits, which form one of a range of sets. Compares eight sets at a time. */
export function applyCage(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  beginRule(rule, count);
  const zero = i16x8.splat(0);
  const any = i16x8.splat(once as i16);
  const fixed = i16x8.splat(placed as i16);
  let ofAny = zero;
  let ofAll = i16x8.splat(-1);
  const end = SETS + (load<u32>(rule, 12) << 1);
  for (let at = SETS + (load<u32>(rule, 8) << 1); at < end; at += 16) {
    const sets = v128.load(at);
    // no digit is beyond the cells, none that is placed is missing, and each cell has one
    let fits = i16x8.eq(v128.or(v128.andnot(sets, any), v128.andnot(fixed, sets)), zero);
    for (let i: u32 = 0; i < count; i++)
      fits = v128.andnot(fits, i16x8.eq(v128.and(sets, v128.load16_splat(RULE_DOMAINS + (i << 3))), zero));
    ofAny = v128.or(ofAny, v128.and(sets, fits));
    ofAll = v128.and(ofAll, v128.or(sets, v128.not(fits)));
  }
  possible = orOf(ofAny);
  required = ~orOf(v128.not(ofAll));
  if (possible === 0) {
    breakRule(rule);
    return;
  }
  if (once & ~possible) {
    const reason = explainRule(rule);
    for (let i: u32 = 0; i < count; i++) {
      const lost = load<u64>(i << 3, RULE_DOMAINS) & ~possible;
      if (lost !== 0) exclude(ruleCell(rule, i), lost, reason);
      if (conflict) return;
    }
    if (!atRoot) return;
    // the sets that fit are the same
    beginRule(rule, count);
    dropRule(ruleNumber(rule));
  }
  placeRequired(rule, count);
}

/** @inline */
function ruleNumber(rule: usize): u32 {
  return ((rule - RULES) >> 4) as u32;
}

/** Applies a cage of two cells: each has the digits that are missing to the sum from one of the other. */
export function applyTwo(rule: usize): void {
  const one = ruleCell(rule, 0);
  const other = ruleCell(rule, 1);
  const sum = load<u32>(rule, 8);
  const digits = domainOf(one);
  const others = domainOf(other);
  const different = sum & 1 ? ~0 : ~(((1 as u64) << (sum >> 1)) >> 1);
  const left = digits & missing(others, sum) & different;
  const leftOfOther = others & missing(digits, sum) & different;
  if (left === 0) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  if (left !== digits || leftOfOther !== others) {
    reason = explainRule(rule);
    if (left !== digits) exclude(one, digits & ~left, reason);
    if (!conflict && leftOfOther !== others) exclude(other, others & ~leftOfOther, reason);
    if (!atRoot) return;
    dropRule(ruleNumber(rule));
  }
  if (left !== leftOfOther || popcnt(left) !== 2) return;
  if (atRoot && isSmall()) {
    store<u32>(RULE_MASKS, peerMask(one) as u32);
    store<u32>(RULE_MASKS + 4, peerMask(other) as u32);
    removeFromCommonPeers(2, left as u32);
    return;
  }
  store<u64>(0, left, RULE_DOMAINS);
  store<u64>(8, left, RULE_DOMAINS);
  for (let rest = left; rest !== 0 && !conflict; rest &= rest - 1)
    reason = clearUnits(rule, 2, ctz(rest) as u32, reason);
}

/** What is missing from each of some digits to a sum. */
function missing(digits: u64, sum: u32): u64 {
  // of 16 digits, the lowest becomes the highest
  let bits = digits as u32;
  bits = ((bits & 0x5555) << 1) | ((bits >> 1) & 0x5555);
  bits = ((bits & 0x3333) << 2) | ((bits >> 2) & 0x3333);
  bits = ((bits & 0x0f0f) << 4) | ((bits >> 4) & 0x0f0f);
  bits = ((bits & 0x00ff) << 8) | (bits >> 8);
  // and then 16 the sum less 1
  return sum > 32 ? 0 : ((bits as u64) << sum) >> 17;
}

/** The cells have consecutive digits in any order. */
export function applyConsecutive(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  beginRule(rule, count);
  possible = 0;
  required = ~0;
  for (let i: u32 = 0; i < count; i++) store<u64>(i << 3, 0, SUPPORTED);
  let set = ((1 as u64) << count) - 1;
  for (let low: u32 = 0; low + count <= size; low++, set <<= 1) {
    if (set & ~once || placed & ~set || !narrowToSet(count, set)) continue;
    possible |= set;
    required &= set;
  }
  if (possible === 0) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const lost = load<u64>(i << 3, RULE_DOMAINS) & ~load<u64>(i << 3, SUPPORTED);
    if (lost === 0) continue;
    if (reason === 0) reason = explainRule(rule);
    exclude(ruleCell(rule, i), lost, reason);
    if (conflict) return;
  }
  if (reason === 0) placeRequired(rule, count);
}

/** A digit of all sets has a place. */
function placeRequired(rule: usize, count: u32): void {
  let reason: u32 = 0;
  for (let rest = required & once & ~twice & ~placed; rest !== 0; rest &= rest - 1) {
    const digit = ctz(rest) as u32;
    for (let i: u32 = 0; i < count; i++) {
      if (!((load<u64>(i << 3, RULE_DOMAINS) >> digit) & 1)) continue;
      if (atRoot) {
        exclude(ruleCell(rule, i), ~((1 as u64) << digit), reason);
        continue;
      }
      if (reason === 0) reason = explainRule(rule);
      const literal = variableOf(ruleCell(rule, i), digit) << 1;
      if (literalValue(literal) === 0) assign(literal, reason);
      else if (literalValue(literal) < 0) raiseConflict(reason, literal >> 1);
      if (conflict) return;
    }
  }
  for (let rest = required & twice & ~placed; rest !== 0; rest &= rest - 1) {
    reason = clearUnits(rule, count, ctz(rest) as u32, reason);
    if (conflict) return;
  }
}

/** Adds what each cell can have, if all have the digits of a set, to SUPPORTED. False if they cannot. */
function narrowToSet(count: u32, set: u64): bool {
  for (let i: u32 = 0; i < count; i++) {
    const digits = load<u64>(i << 3, RULE_DOMAINS) & set;
    if (digits === 0) return false;
    store<u64>(i << 3, digits, SET_DOMAINS);
  }
  let fixed: u64 = 0;
  for (;;) {
    let once: u64 = 0;
    let twice: u64 = 0;
    let singles: u64 = 0;
    for (let i: u32 = 0; i < count; i++) {
      const digits = load<u64>(i << 3, SET_DOMAINS);
      twice |= once & digits;
      once |= digits;
      if (digits & (digits - 1)) continue;
      if (singles & digits) return false;
      singles |= digits;
    }
    if (once !== set) return false;
    const single = singles | ~twice;
    if (single === fixed) break;
    fixed = single;
    for (let i: u32 = 0; i < count; i++) {
      const digits = load<u64>(i << 3, SET_DOMAINS);
      if (!(digits & (digits - 1))) continue;
      const hidden = digits & ~twice;
      // two digits that have this place alone
      if (hidden & (hidden - 1)) return false;
      const left = hidden ? hidden : digits & ~singles;
      if (left === 0) return false;
      store<u64>(i << 3, left, SET_DOMAINS);
    }
  }
  for (let i: u32 = 0; i < count; i++)
    store<u64>(i << 3, load<u64>(i << 3, SUPPORTED) | load<u64>(i << 3, SET_DOMAINS), SUPPORTED);
  return true;
}

/** Some cell of the rule has the digit: those outside that are in a unit with all of its places lose it. */
function clearUnits(rule: usize, count: u32, digit: u32, known: u32): u32 {
  if (atRoot && isSmall()) {
    clearPeers(rule, count, digit);
    return known;
  }
  let reason = known;
  let places: u64 = 0;
  // the first 64 units: it may be that others are left out
  let common: u64 = ~0;
  for (let i: u32 = 0; i < count; i++) {
    const isPlace = (load<u64>(i << 3, RULE_DOMAINS) >> digit) & 1;
    places += isPlace;
    common &= unitSet(ruleCell(rule, i)) | (isPlace - 1);
  }
  for (; common !== 0; common &= common - 1) {
    const unit = ctz(common) as u32;
    let inUnit: u64 = 0;
    for (let i: u32 = 0; i < size; i++) inUnit += (domainOf(cellAt(unit, i)) >> digit) & 1;
    if (inUnit === places) continue;
    for (let i: u32 = 0; i < size; i++) {
      const outside = cellAt(unit, i);
      if (!((domainOf(outside) >> digit) & 1) || isOfRule(rule, count, outside)) continue;
      if (reason === 0) reason = explainRule(rule);
      exclude(outside, (1 as u64) << digit, reason);
      if (conflict) return reason;
    }
  }
  return reason;
}

/** As {@link clearUnits}, in a small grid at the root, where cells may see the places of the digit in several units. */
function clearPeers(rule: usize, count: u32, digit: u32): void {
  let places: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if (!((load<u64>(i << 3, RULE_DOMAINS) >> digit) & 1)) continue;
    store<u32>(places << 2, peerMask(ruleCell(rule, i)) as u32, RULE_MASKS);
    places++;
  }
  removeFromCommonPeers(places, 1 << digit);
}

function isOfRule(rule: usize, count: u32, cell: u32): bool {
  for (let i: u32 = 0; i < count; i++) if (ruleCell(rule, i) === cell) return true;
  return false;
}
