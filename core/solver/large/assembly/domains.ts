// The candidates of each cell, as rules see them, and two queues: cells whose candidates have changed, and rules of such cells.
// A cell or rule is in its queue at most once.
import {
  CELL_RULE_STARTS,
  CELL_RULES,
  CHANGED,
  CHANGED_CELLS,
  CHANGED_RING,
  DOMAINS,
  RULE_RING,
  WAITING,
  WAITING_RULES,
} from './memory';

export const NOTHING: u32 = 0xffffffff;

let changedHead: u32 = 0;
let changedEnd: u32 = 0;
let rulesHead: u32 = 0;
let rulesEnd: u32 = 0;

/** Gives each cell all digits, and queues it. */
export function resetDomains(cells: u32, all: u64): void {
  for (let cell: u32 = 0; cell < cells; cell++) store<u64>(cell << 3, all, DOMAINS);
  for (let cell: u32 = 0; cell < cells; cell++) noteChange(cell);
}

/** u64: bit d for each digit d that a cell can have. @inline */
export function domainOf(cell: u32): u64 {
  return load<u64>(cell << 3, DOMAINS);
}

/** A candidate, coded as cell << 6 | digit, became false. @inline */
export function loseDigit(candidate: u32): void {
  const cell = candidate >> 6;
  store<u64>(cell << 3, domainOf(cell) & ~((1 as u64) << candidate), DOMAINS);
  noteChange(cell);
}

/** A candidate is open again. @inline */
export function regainDigit(candidate: u32): void {
  const cell = candidate >> 6;
  store<u64>(cell << 3, domainOf(cell) | ((1 as u64) << candidate), DOMAINS);
}

function noteChange(cell: u32): void {
  if (load<u8>(cell, CHANGED)) return;
  store<u8>(cell, 1, CHANGED);
  store<u16>(changedEnd << 1, cell as u16, CHANGED_CELLS);
  changedEnd = (changedEnd + 1) & (CHANGED_RING - 1);
}

/** @inline */
export function firstRule(cell: u32): u32 {
  return load<u32>(cell << 2, CELL_RULE_STARTS);
}

export function makeRulesWait(cell: u32): void {
  const end = firstRule(cell + 1);
  for (let i = firstRule(cell); i < end; i++) makeRuleWait(load<u16>(i << 1, CELL_RULES));
}

function makeRuleWait(rule: u32): void {
  if (load<u8>(rule, WAITING)) return;
  store<u8>(rule, 1, WAITING);
  store<u16>(rulesEnd << 1, rule as u16, WAITING_RULES);
  rulesEnd = (rulesEnd + 1) & (RULE_RING - 1);
}

/** The next cell that has changed, or {@link NOTHING}. */
export function takeChangedCell(): u32 {
  if (changedHead === changedEnd) return NOTHING;
  const cell = load<u16>(changedHead << 1, CHANGED_CELLS) as u32;
  changedHead = (changedHead + 1) & (CHANGED_RING - 1);
  store<u8>(cell, 0, CHANGED);
  return cell;
}

/** The next rule that waits, or {@link NOTHING}. */
export function takeRule(): u32 {
  if (rulesHead === rulesEnd) return NOTHING;
  const rule = load<u16>(rulesHead << 1, WAITING_RULES) as u32;
  rulesHead = (rulesHead + 1) & (RULE_RING - 1);
  store<u8>(rule, 0, WAITING);
  return rule;
}

/** Empties the queues, when what they hold belongs to levels that are undone, or to another puzzle. */
export function forgetWaiting(): void {
  while (takeChangedCell() !== NOTHING);
  while (takeRule() !== NOTHING);
}
