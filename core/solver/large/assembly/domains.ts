// The candidates of each cell, as rules see them; a queue of cells whose candidates have changed, each in it at most once; and the
// set of rules of such cells, of which the first one is applied first.
import {
  CHANGED,
  CHANGED_CELLS,
  CHANGED_RING,
  DOMAINS,
  LANES,
  RULES_OF_CELLS,
  WAITING_RULES,
} from './memory';

export const NOTHING: u32 = 0xffffffff;

let changedHead: u32 = 0;
let changedEnd: u32 = 0;
/** The words of WAITING_RULES that are not 0, a bit each. */
let waitingWords: u64 = 0;

/** Whether the candidates are in the lanes of a small grid. */
let areInLanes: bool = false;

export function readLanes(newAreInLanes: bool): void {
  areInLanes = newAreInLanes;
}

/** Gives each cell all digits, and queues it. */
export function resetDomains(cells: u32, all: u64): void {
  for (let cell: u32 = 0; cell < cells; cell++) store<u64>(cell << 3, all, DOMAINS);
  for (let cell: u32 = 0; cell < cells; cell++) noteChange(cell);
}

/** u64: bit d for each digit d that a cell can have. @inline */
export function domainOf(cell: u32): u64 {
  return areInLanes ? (load<u16>(cell << 1, LANES) as u64) : load<u64>(cell << 3, DOMAINS);
}

/** A candidate, coded as cell << 6 | digit, became false. @inline */
export function loseDigit(candidate: u32): void {
  const cell = candidate >> 6;
  store<u64>(cell << 3, load<u64>(cell << 3, DOMAINS) & ~((1 as u64) << candidate), DOMAINS);
  noteChange(cell);
}

/** A candidate is open again. @inline */
export function regainDigit(candidate: u32): void {
  const cell = candidate >> 6;
  store<u64>(cell << 3, load<u64>(cell << 3, DOMAINS) | ((1 as u64) << candidate), DOMAINS);
}

function noteChange(cell: u32): void {
  if (load<u8>(cell, CHANGED)) return;
  store<u8>(cell, 1, CHANGED);
  store<u16>(changedEnd << 1, cell as u16, CHANGED_CELLS);
  changedEnd = (changedEnd + 1) & (CHANGED_RING - 1);
}

/** Words of RULES_OF_CELLS for each cell, and of WAITING_RULES. */
let ruleWords: u32 = 0;

/** Makes room for the rules of cells. */
export function beginRules(cells: u32, rules: u32): void {
  ruleWords = (rules + 63) >> 6;
  memory.fill(RULES_OF_CELLS, 0, (cells * ruleWords) << 3);
}

export function addRuleOf(cell: u32, rule: u32): void {
  const at = (cell * ruleWords + (rule >> 6)) << 3;
  store<u64>(at, load<u64>(at, RULES_OF_CELLS) | ((1 as u64) << rule), RULES_OF_CELLS);
}

/** Number of rules of a cell, not counting pairs. */
export function rulesOf(cell: u32): u32 {
  let count: u32 = 0;
  for (let word: u32 = 0; word < ruleWords; word++)
    count += popcnt(load<u64>((cell * ruleWords + word) << 3, RULES_OF_CELLS)) as u32;
  return count;
}

export function makeRulesWait(cell: u32): void {
  for (let word: u32 = 0; word < ruleWords; word++) {
    const rules = load<u64>((cell * ruleWords + word) << 3, RULES_OF_CELLS);
    if (rules === 0) continue;
    store<u64>(word << 3, load<u64>(word << 3, WAITING_RULES) | rules, WAITING_RULES);
    waitingWords |= (1 as u64) << word;
  }
}

/** A rule has nothing to add to what it has just done. */
export function dropRule(rule: u32): void {
  const at = (rule >> 6) << 3;
  const left = load<u64>(at, WAITING_RULES) & ~((1 as u64) << rule);
  store<u64>(at, left, WAITING_RULES);
  if (left === 0) waitingWords &= ~((1 as u64) << (rule >> 6));
}

/** The next cell that has changed, or {@link NOTHING}. */
export function takeChangedCell(): u32 {
  if (changedHead === changedEnd) return NOTHING;
  const cell = load<u16>(changedHead << 1, CHANGED_CELLS) as u32;
  changedHead = (changedHead + 1) & (CHANGED_RING - 1);
  store<u8>(cell, 0, CHANGED);
  return cell;
}

/** The first rule that waits, or {@link NOTHING}. */
export function takeRule(): u32 {
  if (waitingWords === 0) return NOTHING;
  const word = ctz(waitingWords) as u32;
  const waiting = load<u64>(word << 3, WAITING_RULES);
  const left = waiting & (waiting - 1);
  store<u64>(word << 3, left, WAITING_RULES);
  if (left === 0) waitingWords &= waitingWords - 1;
  return (word << 6) | (ctz(waiting) as u32);
}

/** Forgets what waits, when it belongs to levels that are undone, or to another puzzle. */
export function forgetWaiting(): void {
  while (takeChangedCell() !== NOTHING);
  for (; waitingWords !== 0; waitingWords &= waitingWords - 1)
    store<u64>((ctz(waitingWords) as u32) << 3, 0, WAITING_RULES);
}
