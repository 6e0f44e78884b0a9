// The walk: a plain depth-first search for small grids, on the candidates of the root. Most of their puzzles need a few guesses,
// which take less time than making variables and clauses. After MAX_WALK_CONFLICTS the walk gives up, and the search that learns
// clauses starts from the candidates that remain at the root.
import { NOTHING, rulesOf } from './domains';
import {
  CLAUSES,
  MAX_WALKED_SOLUTIONS,
  SOLUTION,
  WALK_CHOICES,
  WALK_WEIGHTS,
  WALKED_SOLUTIONS,
} from './memory';
import { cellAt, cells, firstPair, ruled, size, units, useCrossings } from './root';
import { settleAll } from './rules';
import {
  bytesOfState,
  digitsOf,
  digitsWithTwoPlaces,
  isSolvedSmall,
  keepState,
  openCells,
  removeDigits,
  restoreState,
  writeSolved,
} from './small-grid';

export const WALK_FOUND: i32 = 0;
export const WALK_EXHAUSTED: i32 = 1;
export const WALK_GAVE_UP: i32 = 2;
export const WALK_BUDGET_SPENT: i32 = 3;
export const WALK_PAUSED: i32 = 4;

/** Conflicts after which the walk gives up. */
const MAX_WALK_CONFLICTS: u32 = 250;
/** Initial weight of a cell for each of its rules and pairs: as if this number of guesses in it had failed. */
const RULE_WEIGHT: u32 = 8;
/** Most guesses of one call; the host checks the clock between calls. */
const GUESSES_OF_CALL: u32 = 4000;

/** Number of guesses in force. For each, the state before it and the guess are stored. */
let depth: u32 = 0;
export let walkConflicts: u32 = 0;
/** Most conflicts, and whether they were exceeded. */
let limit: u32 = 0;
let isSpent: bool = false;
/** Solutions found; the first ones are kept in WALKED_SOLUTIONS. */
let found: u32 = 0;
/** Whether the state is a solution, or a contradiction, of which the last guess is to be undone. */
let atEnd: bool = false;

export function beginWalk(): void {
  useCrossings(false);
  depth = 0;
  walkConflicts = 0;
  found = 0;
  atEnd = false;
  for (let cell: u32 = 0; cell < cells; cell++) store<u32>(cell << 2, firstWeight(cell), WALK_WEIGHTS);
}

/** A guess in a cell with rules shows more. */
function firstWeight(cell: u32): u32 {
  if (!ruled) return 0;
  return RULE_WEIGHT * (rulesOf(cell) + firstPair(cell + 1) - firstPair(cell));
}

/** Searches for the next solution. @returns a code WALK_… */
export function walk(conflictLimit: u32): i32 {
  limit = conflictLimit;
  isSpent = false;
  for (let guesses: u32 = 0; guesses < GUESSES_OF_CALL; guesses++) {
    while (atEnd && !isSpent) {
      if (depth === 0) return WALK_EXHAUSTED;
      undoGuess();
    }
    if (isSpent) return WALK_BUDGET_SPENT;
    if (isSolvedSmall()) {
      atEnd = true;
      writeSolved();
      if (found < MAX_WALKED_SOLUTIONS) memory.copy(WALKED_SOLUTIONS + found * cells, SOLUTION, cells);
      found++;
      return WALK_FOUND;
    }
    if (walkConflicts >= MAX_WALK_CONFLICTS && found <= MAX_WALKED_SOLUTIONS) {
      if (depth > 0) restoreState(CLAUSES);
      return WALK_GAVE_UP;
    }
    guess();
  }
  return WALK_PAUSED;
}

/** Whether the search that goes on has found a solution again. */
export function wasWalked(): bool {
  for (let i: u32 = 0; i < min(found, MAX_WALKED_SOLUTIONS); i++) {
    if (memory.compare(WALKED_SOLUTIONS + i * cells, SOLUTION, cells) === 0) return true;
  }
  return false;
}

function stateAt(level: u32): usize {
  return CLAUSES + level * bytesOfState();
}

/** Places a digit of the best cell and what follows. */
function guess(): void {
  const choice = choose();
  keepState(stateAt(depth));
  store<u32>(depth << 2, choice, WALK_CHOICES);
  depth++;
  removeDigits(choice >> 6, ~(1 << (choice & 63)));
  if (!settleAll()) fail(choice >> 6);
}

/** What was guessed last is not so. */
function undoGuess(): void {
  atEnd = false;
  depth--;
  restoreState(stateAt(depth));
  const choice = load<u32>(depth << 2, WALK_CHOICES);
  removeDigits(choice >> 6, 1 << (choice & 63));
  if (!settleAll()) fail(choice >> 6);
}

function fail(cell: u32): void {
  atEnd = true;
  isSpent = walkConflicts === limit;
  if (isSpent) return;
  walkConflicts++;
  store<u32>(cell << 2, load<u32>(cell << 2, WALK_WEIGHTS) + 1, WALK_WEIGHTS);
}

/** The choice with the fewest candidates for how often guesses in it have failed, cell << 6 | digit: a cell, or a unit's digit. */
function choose(): u32 {
  let best: u32 = 0;
  let bestCount: u32 = 64;
  let bestWeight: u32 = 0;
  for (let first: u32 = 0; first < cells; first += 8) {
    for (let open = openCells(first); open !== 0; open &= open - 1) {
      const cell = first + ctz(open);
      const count = popcnt(digitsOf(cell));
      const weight = load<u32>(cell << 2, WALK_WEIGHTS) + 1;
      // the quotient of count and weight is less
      if (count * bestWeight >= bestCount * weight && bestWeight > 0) continue;
      best = cell;
      bestCount = count;
      bestWeight = weight;
    }
  }
  if (bestCount > 2) {
    const pair = choosePair();
    if (bestWeight + bestWeight < bestCount * pairWeight) return pair;
  }
  return (best << 6) | ctz(digitsOf(best));
}

/** Failed guesses in the two places that {@link choosePair} has found. */
let pairWeight: u32 = 0;

/** A digit with two places in a unit, in those that have failed more often: the first of them << 6 | the digit. */
function choosePair(): u32 {
  let best: u32 = 0;
  pairWeight = 0;
  for (let unit: u32 = 0; unit < units; unit++) {
    for (let rest = digitsWithTwoPlaces(unit); rest !== 0; rest &= rest - 1) {
      const digit = ctz(rest);
      let weight: u32 = 1;
      let one: u32 = NOTHING;
      for (let i: u32 = 0; i < size; i++) {
        const cell = cellAt(unit, i);
        if (!((digitsOf(cell) >> digit) & 1)) continue;
        if (one === NOTHING) one = cell;
        weight += load<u32>(cell << 2, WALK_WEIGHTS);
      }
      if (weight <= pairWeight) continue;
      pairWeight = weight;
      best = (one << 6) | digit;
    }
  }
  return best;
}
