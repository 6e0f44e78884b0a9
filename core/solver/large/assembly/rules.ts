// Rules beyond units: pairs of cells whose digits have a relation, and cells whose digits form one of some sets, or add up to
// a number. Rules narrow the digits that their cells can have; each exclusion keeps a copy of what it follows from.
import { assign, conflict, forgetConflict, literalValue, raiseConflict, trailLength } from './assignment';
import {
  domainOf,
  forgetWaiting,
  makeRulesWait,
  NOTHING,
  readLanes,
  resetDomains,
  takeChangedCell,
  takeRule,
} from './domains';
import { CANDIDATE_OF, RULES } from './memory';
import { BINARY, resetExplanations } from './reasons';
import { relatedToSome } from './relations';
import {
  cells,
  crossingsAreUsed,
  firstPair,
  narrow,
  pairAt,
  relatedDigits,
  removeUnrelated,
  ruled,
  settle,
  settlePlacements,
  size,
} from './root';
import { applyAtRoot, exclude, explainChange } from './rule-effects';
import { CAGE_RULE, SUM_RULE, TWO_RULE } from './rule-tables';
import { applyCage, applyConsecutive, applyTwo } from './sets';
import { lockSmall } from './small-crossings';
import { isSmall, isSolvedSmall, isUnsettled, placeHidden, settleSmall } from './small-grid';
import { applySum } from './sums';
import { variableOf } from './variables';

/** Starts a puzzle. */
export function resetRules(): void {
  applyAtRoot(true);
  forgetConflict();
  forgetWaiting();
  // small grids see by their lanes which cells have changed
  readLanes(isSmall());
  if (!isSmall()) resetDomains(cells, ((1 as u64) << size) - 1);
}

/** Narrows the candidates of the root to a fixed point. False if there is no solution. */
export function settleAll(): bool {
  if (isSmall()) return settleSmallRules();
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

/** From now on rules assign literals. */
export function leaveRoot(): void {
  applyAtRoot(false);
  readLanes(false);
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

/** As {@link settleAll}, in a small grid. */
function settleSmallRules(): bool {
  while (settleSmall()) {
    // all that wait at once: singles take longer to look for than most rules to apply
    if (ruled)
      for (let rule = takeRule(); rule !== NOTHING; rule = takeRule()) applyRule(RULES + (rule << 4));
    if (isUnsettled()) continue;
    if (isSolvedSmall() || (!placeHidden() && !(crossingsAreUsed() && lockSmall()))) return true;
  }
  return false;
}

// Pairs.

/** Called when a cell is placed: excludes the digits that its pairs forbid beside it from their other cells. */
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

/** Called when a cell has lost candidates: excludes the digits of the other cells of its pairs that no candidate allows. */
function supportPairs(cell: u32): void {
  const digits = domainOf(cell);
  // that of a placed cell is done
  if (!(digits & (digits - 1))) return;
  const end = firstPair(cell + 1);
  for (let i = firstPair(cell); i < end; i++) {
    const other = pairAt(i) >> 8;
    const relation = pairAt(i) & 255;
    const others = domainOf(other);
    const lost = others & ~relatedToSome(relation, digits);
    // a placed cell has excluded what does not go with it
    if (lost === 0 || !(others & (others - 1))) continue;
    exclude(other, lost, explainChange(cell));
    if (conflict) return;
  }
}

// Rules of several cells.

function applyRule(rule: usize): void {
  const kind = load<u8>(rule);
  if (kind === TWO_RULE) applyTwo(rule);
  else if (kind === CAGE_RULE) applyCage(rule);
  else if (kind === SUM_RULE) applySum(rule);
  else applyConsecutive(rule);
}
