// Rules whose cells have different digits that form one of some sets: cages, and consecutive digits.
import { assign, conflict, literalValue, raiseConflict } from './assignment';
import { domainOf } from './domains';
import { RULE_DOMAINS, SET_DOMAINS, SETS, SUPPORTED } from './memory';
import { cellAt, size, unitCount, unitOf } from './root';
import { atRoot, breakRule, exclude, explainRule, ruleCell } from './rule-effects';
import { firstConsecutive } from './rule-tables';
import { variableOf } from './variables';

/** The cells have different digits, which form one of the sets. */
export function applySets(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  let all: u64 = 0;
  let placed: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const digits = domainOf(ruleCell(rule, i));
    store<u64>(i << 3, digits, RULE_DOMAINS);
    store<u64>(i << 3, 0, SUPPORTED);
    all |= digits;
    if (!(digits & (digits - 1))) placed |= digits;
  }
  let possible: u64 = 0;
  let required: u64 = ~0;
  const first = load<u32>(rule, 8);
  const end = load<u32>(rule, 12);
  // cages have too many sets to look at each cell by cell
  const isNarrowed = first >= firstConsecutive();
  for (let s = first; s < end; s++) {
    const set = load<u64>(s << 3, SETS);
    if (set & ~all || placed & ~set) continue;
    if (isNarrowed) {
      if (!narrowToSet(count, set)) continue;
    } else {
      let fits: u64 = 1;
      for (let i: u32 = 0; i < count && fits; i++) fits = load<u64>(i << 3, RULE_DOMAINS) & set;
      if (!fits) continue;
    }
    possible |= set;
    required &= set;
  }
  if (possible === 0) {
    breakRule(rule);
    return;
  }
  let reason: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const supported = isNarrowed ? load<u64>(i << 3, SUPPORTED) : possible;
    const lost = load<u64>(i << 3, RULE_DOMAINS) & ~supported;
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
        exclude(ruleCell(rule, i), ~((1 as u64) << digit), 0);
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
    const digit = ctz(rest) as u32;
    reason = clearUnits(rule, count, digit, reason);
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
  let reason = known;
  let first: u32 = 0;
  while (!((load<u64>(first << 3, RULE_DOMAINS) >> digit) & 1)) first++;
  const cell = ruleCell(rule, first);
  const unitsOfCell = unitCount(cell);
  for (let u: u32 = 0; u < unitsOfCell; u++) {
    const unit = unitOf(cell, u) >> 6;
    let places = (1 as u64) << (unitOf(cell, u) & 63);
    let isInside = true;
    for (let i = first + 1; i < count && isInside; i++) {
      if (!((load<u64>(i << 3, RULE_DOMAINS) >> digit) & 1)) continue;
      const other = ruleCell(rule, i);
      const units = unitCount(other);
      isInside = false;
      for (let v: u32 = 0; v < units; v++) {
        if (unitOf(other, v) >> 6 !== unit) continue;
        isInside = true;
        places |= (1 as u64) << (unitOf(other, v) & 63);
        break;
      }
    }
    if (!isInside) continue;
    for (let i: u32 = 0; i < size; i++) {
      if ((places >> i) & 1) continue;
      const outside = cellAt(unit, i);
      if (!((domainOf(outside) >> digit) & 1)) continue;
      if (reason === 0) reason = explainRule(rule);
      exclude(outside, (1 as u64) << digit, reason);
      if (conflict) return reason;
    }
  }
  return reason;
}
