// How rules exclude digits: at the root they remove candidates; in the search they assign literals, with the literals from which
// the exclusion follows as the reason.
import { SUBTRACTED } from '../../../kernel/constants';
import { assign, conflict, level, levelOf, literalValue, raiseConflict } from './assignment';
import { domainOf } from './domains';
import { CANDIDATES, RULE_CELLS, WALK_WEIGHTS } from './memory';
import { beginExplanation, endExplanation, explainBy, FACT } from './reasons';
import { contradict, remove } from './root';
import { contradictSmall, isSmall, removeDigits } from './small-grid';
import { variableOf } from './variables';

/** Whether rules remove candidates at the root; otherwise they assign literals. */
export let atRoot: bool = true;

export function applyAtRoot(newAtRoot: bool): void {
  atRoot = newAtRoot;
}

/** @inline */
export function ruleCell(rule: usize, i: u32): u32 {
  return load<u16>((load<u32>(rule, 4) + i) << 1, RULE_CELLS);
}

export function breakRule(rule: usize): void {
  if (!atRoot) raiseConflict(explainRule(rule));
  else if (isSmall()) contradictSmall();
  else contradict();
  if (atRoot && isSmall()) weighCells(rule);
}

/** The cells of a rule that is broken count as failed guesses of the walk. */
function weighCells(rule: usize): void {
  const count = load<u8>(rule, 1) as u32;
  for (let i: u32 = 0; i < count; i++) {
    const at = (ruleCell(rule, i) & ~SUBTRACTED) << 2;
    store<u32>(at, load<u32>(at, WALK_WEIGHTS) + 1, WALK_WEIGHTS);
  }
}

/** Excludes digits that a cell can have. */
export function exclude(cell: u32, digits: u64, reason: u32): void {
  if (atRoot) {
    if (isSmall()) {
      removeDigits(cell, digits as u32);
      return;
    }
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
export function explainRule(rule: usize): u32 {
  if (atRoot || level === 0) return FACT;
  beginExplanation();
  const count = load<u8>(rule, 1) as u32;
  for (let i: u32 = 0; i < count; i++) explainCell(ruleCell(rule, i) & ~SUBTRACTED);
  return endExplanation();
}

/** Why a cell can have no more than the digits that it can have. */
export function explainChange(cell: u32): u32 {
  if (level === 0) return FACT;
  beginExplanation();
  explainCell(cell);
  return endExplanation();
}

/** Adds the literals that explain the candidates of a cell: its placement, or each candidate that it has lost. */
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
