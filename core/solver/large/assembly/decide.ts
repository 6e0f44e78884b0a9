// The next decision, and when to restart. Restarts are rare, so that the clauses of one region of the search are used up
// before the search leaves it.
import { activityOf, areRates, beginRates, heapAt, heapLength, popVariable, pushVariable } from './activity';
import { decisionOf, level, literalValue } from './assignment';
import { GROUPS, PHASE, SLOTS } from './memory';

/**
 * The most active open candidate, of which there must be one, or a better one of the next. It is tried as true, which
 * propagates most; or with its last value, so that values that fit together recur.
 */
export function chooseMostActive(): u32 {
  const variable = areRates ? bestOfMostActive() : mostActive();
  return (variable << 1) | (keepsPhases ? (load<u8>(variable, PHASE) as u32) : 0);
}

function mostActive(): u32 {
  let variable = popVariable();
  while (literalValue(variable << 1) !== 0) variable = popVariable();
  return variable;
}

/** places of the heap to choose from: its first four rows */
const CHOICES: u32 = 15;

/** Of the most active candidates, one whose cell and units have few candidates left, which is easier to refute. */
function bestOfMostActive(): u32 {
  const first = mostActive();
  let best = first;
  let bestScore = score(first);
  const end = min(CHOICES, heapLength);
  for (let i: u32 = 0; i < end; i++) {
    const variable = heapAt(i);
    if (literalValue(variable << 1) !== 0) continue;
    const other = score(variable);
    if (other <= bestScore) continue;
    best = variable;
    bestScore = other;
  }
  // the best one may stay in the heap: what has a value is skipped there
  if (best !== first) pushVariable(first);
  return best;
}

/** Ranks by activity / √(candidates in the groups of the variable). The square of that ranks alike. */
function score(variable: u32): f64 {
  const at = variable << 4;
  const candidates =
    membersLeft(load<u32>(at, SLOTS)) +
    membersLeft(load<u32>(at, SLOTS + 4)) +
    membersLeft(load<u32>(at, SLOTS + 8)) +
    membersLeft(load<u32>(at, SLOTS + 12));
  return (activityOf(variable) * activityOf(variable)) / (candidates as f64);
}

/** Members of a group that are not false. @inline */
function membersLeft(slot: u32): u32 {
  return popcnt(load<u64>(slot >> 6, GROUPS)) as u32;
}

/** The lowest candidate of the first open cell, so that solutions are found in ascending order. */
export function chooseFirst(): u32 {
  // all variables before the last decision had values when it was made
  let variable = level === 0 ? 0 : (decisionOf(level) >> 1) + 1;
  while (literalValue(variable << 1) !== 0) variable++;
  return variable << 1;
}

/** The highest level up to which a restart would repeat the decisions. */
export function levelToKeep(): u32 {
  const next = mostActive();
  pushVariable(next);
  let kept: u32 = 0;
  while (kept < level && activityOf(decisionOf(kept + 1) >> 1) > activityOf(next)) kept++;
  return kept;
}

/**
 * Whether decisions try the last value of a variable, which finds solutions of open grids. Otherwise they try true, which is
 * faster at proving that there is no solution. Open grids alternate, in longer and longer turns.
 */
let keepsPhases: bool = false;

const RESTART_INTERVAL: u32 = 1000;
/** conflicts of the first turn of each; each further turn is longer by as many */
const TURN: u32 = 1000;

/** whether the two alternate */
let takesTurns: bool = false;
let sinceRestart: u32 = 0;
let turns: u32 = 0;
let leftOfTurn: u32 = 0;
/** Whether activities become rates at the next restart. Rates take more conflicts for easy puzzles, and fewer for hard ones. */
let ratesFollow: bool = false;

/** @param takesRates whether decisions go by rates after the first restart */
export function resetRestarts(gridIsOpen: bool, takesRates: bool): void {
  takesTurns = gridIsOpen;
  ratesFollow = takesRates;
  keepsPhases = false;
  sinceRestart = 0;
  turns = 0;
  leftOfTurn = TURN;
}

export function noteConflict(): void {
  sinceRestart++;
  if (!takesTurns || --leftOfTurn > 0) return;
  turns++;
  keepsPhases = !keepsPhases;
  leftOfTurn = TURN * (1 + (turns >> 1));
}

export function restartIsDue(): bool {
  return sinceRestart >= RESTART_INTERVAL;
}

/** Call this before {@link levelToKeep}, which is 0 when rates begin: no decision is more active than another then. */
export function noteRestart(variables: u32): void {
  sinceRestart = 0;
  if (!ratesFollow) return;
  ratesFollow = false;
  beginRates(variables);
}
