// The entry point of the kernel: conflict-driven search (CDCL), resumable. The host writes the puzzle to GIVENS, calls `begin`,
// and calls `search` again after each solution or pause; it reads solutions from SOLUTION.

import {
  ROOT_NO_SOLUTION,
  ROOT_OPEN,
  ROOT_SOLVED,
  SEARCH_BUDGET_SPENT,
  SEARCH_EXHAUSTED,
  SEARCH_FOUND,
  SEARCH_PAUSED,
} from '../../../kernel/constants';
import { resetActivity } from './activity';
import { analyze, assertionLevel, learntLbd } from './analyze';
import {
  assign,
  backtrack,
  conflict,
  decide,
  decisionOf,
  level,
  literalValue,
  resetAssignment,
  trailLength,
} from './assignment';
import {
  addClause,
  clausesAreCrowded,
  reduceClauses,
  resetClauses,
  resetWatches,
  watchesAreCrowded,
} from './clauses';
import {
  chooseFirst,
  chooseMostActive,
  levelToKeep,
  noteConflict,
  noteRestart,
  resetRestarts,
  restartIsDue,
} from './decide';
import { checkFixpoint, checkLearnt, dropFoundWitness } from './invariants';
import { learntAt, learntLength, resetLevels, setLearnt } from './learnt';
import { CANDIDATE_OF, FACTS, GROUPS, INFO, LEARNT, PHASE, ROOT_GROUPS, SOLUTION, VALUES } from './memory';
import { propagate, resetTicks, ticks } from './propagate';
import { CLAUSE, FACT, FLIPPED } from './reasons';
import {
  cells,
  placeGivens,
  ruled,
  setUnits as setGridUnits,
  setRuled,
  solvedAtRoot,
  useCrossings,
} from './root';
import { forgetRegions, makeRuleTables, rules } from './rule-tables';
import { leaveRoot, resetRules, settleAll } from './rules';
import {
  beginSmall,
  isSmall,
  isSolvedSmall,
  openDigits,
  setRuledCells,
  setSmallUnits,
  writeCandidates,
  writeSolved,
} from './small-grid';
import { groupBytes, makeVariables, variables } from './variables';
import {
  beginWalk,
  WALK_BUDGET_SPENT,
  WALK_EXHAUSTED,
  WALK_FOUND,
  WALK_PAUSED,
  walk,
  walkConflicts,
  wasWalked,
} from './walk';

export { useWitness } from './invariants';
export {
  ALLOWED,
  CANDIDATES,
  GIVENS,
  RELATIONS,
  RULE_INPUT,
  SET_STARTS,
  SETS,
  SOLUTION,
  UNIT_CELLS,
  WITNESS,
} from './memory';
export { relate } from './relations';

export let conflicts: u32 = 0;
/** Whether to decide on the first open candidate, so that solutions are found in ascending order. */
let inOrder: bool = false;
/** Levels up to this one are undone only when they hold no more solutions: each has a flipped decision above it. */
let floor: u32 = 0;
/** Whether solutions have been excluded by flipping, which restarts would undo. */
let flipping: bool = false;
let exhausted: bool = false;
/** Whether the puzzle is walked through, or was at first. */
let walking: bool = false;
let hasWalked: bool = false;
let factCount: u32 = 0;
/** conflicts at which clauses are forgotten next */
let reduceAt: u32 = 0;
let reductions: u32 = 0;
/** length of the trail when the root masks of the groups were updated */
let rootTrail: u32 = 0;

/** conflicts before clauses are forgotten for the first time; the interval grows with the square root of the number of times */
const REDUCE_INTERVAL: u32 = 1000;
/** A grid with more candidates per cell (solved ones included) than this at the root is open: it is likely to have many solutions. */
const OPEN_CANDIDATES: u32 = 4;
/** Cells of the largest grids that are small: they take few conflicts anyway. */
const SMALL_GRID: u32 = 81;

/**
 * Reads the puzzle and propagates at the root, which solves easy puzzles.
 * @param ascending whether `search` finds solutions in ascending order
 * @param restricted whether ALLOWED restricts cells
 * @returns a code ROOT_…: ROOT_OPEN if search is needed
 */
export function begin(ascending: bool, restricted: bool): i32 {
  if (ruled) resetRules();
  useCrossings(true);
  const small = isSmall();
  if (small) beginSmall(restricted);
  else placeGivens(restricted);
  if (!settleAll()) return ROOT_NO_SOLUTION;
  if (small ? isSolvedSmall() : solvedAtRoot()) {
    if (small) writeSolved();
    return ROOT_SOLVED;
  }
  conflicts = 0;
  inOrder = ascending;
  walking = !ascending && small && (ruled || !isOpen(openDigits()));
  hasWalked = walking;
  if (walking) beginWalk();
  else beginSearch();
  return ROOT_OPEN;
}

function isOpen(candidates: u32): bool {
  return candidates > OPEN_CANDIDATES * cells;
}

/** The host has written the cells of each unit to UNIT_CELLS. */
export function setUnits(size: u32, units: u32): void {
  setGridUnits(size, units);
  forgetRegions();
  if (isSmall()) setSmallUnits();
}

/** Called when the host has written rules. @param words of all rules, the pairs first @param pairs number of pairs */
export function setRules(pairs: u32, words: u32): void {
  setRuled(words > 0);
  makeRuleTables(pairs, words);
  if (isSmall()) setRuledCells(rules);
}

function beginSearch(): void {
  if (isSmall()) writeCandidates();
  if (ruled) leaveRoot();
  makeVariables();
  memory.fill(VALUES, 0, variables << 1);
  memory.fill(INFO, 0, variables << 3);
  memory.fill(PHASE, 0, variables);
  const open = isOpen(variables);
  // the search of open and small grids must not change: a random grid is the first solution of one, and a seed must always give the same
  const isClosed = !open && cells > SMALL_GRID;
  resetAssignment(isClosed);
  resetActivity(variables);
  resetWatches(variables << 1);
  resetClauses();
  resetLevels(variables);
  resetRestarts(open, isClosed);
  floor = 0;
  flipping = false;
  exhausted = false;
  factCount = 0;
  reductions = 0;
  reduceAt = conflicts + REDUCE_INTERVAL;
  rootTrail = 0;
}

/**
 * Searches for the next solution.
 * @param conflictLimit conflicts of the puzzle, counted since `begin`
 * @param tickLimit ticks of this call, after which it pauses
 * @returns a code SEARCH_…
 */
export function search(conflictLimit: u32, tickLimit: u32): i32 {
  resetTicks();
  if (walking) {
    const end = walk(conflictLimit);
    conflicts = walkConflicts;
    if (end === WALK_FOUND) {
      if (!ASC_NO_ASSERT) dropFoundWitness(SOLUTION);
      return SEARCH_FOUND;
    }
    if (end === WALK_EXHAUSTED) return SEARCH_EXHAUSTED;
    if (end === WALK_BUDGET_SPENT) return SEARCH_BUDGET_SPENT;
    if (end === WALK_PAUSED) return SEARCH_PAUSED;
    walking = false;
    beginSearch();
  }
  while (!exhausted) {
    propagate();
    if (conflict) {
      if (level === 0) break;
      if (conflicts >= conflictLimit) return SEARCH_BUDGET_SPENT;
      resolveConflict();
      continue;
    }
    if (!ASC_NO_ASSERT) checkFixpoint();
    if (level === 0) settleRoot();
    if (trailLength === variables) {
      writeSolution();
      if (!hasWalked || !wasWalked()) return SEARCH_FOUND;
      excludeSolution(false);
      continue;
    }
    if (ticks > tickLimit) return SEARCH_PAUSED;
    if (conflicts >= reduceAt || clausesAreCrowded() || watchesAreCrowded()) reduce();
    if (!flipping && !inOrder && restartIsDue()) {
      noteRestart(variables);
      backtrack(levelToKeep());
    } else {
      decide(inOrder ? chooseFirst() : chooseMostActive());
    }
  }
  exhausted = true;
  return SEARCH_EXHAUSTED;
}

function resolveConflict(): void {
  conflicts++;
  analyze();
  if (!ASC_NO_ASSERT) checkLearnt();
  noteConflict();
  if (level > floor) {
    backtrack(max(assertionLevel, floor));
    assertLearnt(learntLength, learntLbd, false);
  } else {
    // the floor itself holds no more solutions
    flipDecision();
    if (learntLength > 1) assertLearnt(learntLength, learntLbd, false);
    else noteFact(learntAt(0));
  }
}

/** Stores the clause in LEARNT, of which all literals but the first are false, and makes that one true. */
function assertLearnt(length: u32, lbd: u32, kept: bool): void {
  const literal = learntAt(0);
  if (length === 1) {
    noteFact(literal);
    return;
  }
  const clause = addClause(LEARNT, length, lbd, kept);
  if (literalValue(literal) === 0) assign(literal, (clause << 2) | CLAUSE);
}

/** A literal that is true for good. If the level is above 0, it is asserted again after each flip. */
function noteFact(literal: u32): void {
  if (level > 0) store<u32>(factCount++ << 2, literal, FACTS);
  if (literalValue(literal) === 0) assign(literal, FACT);
}

/** Asserts all facts. False if one is false here. */
function assertFacts(): bool {
  for (let i: u32 = 0; i < factCount; i++) {
    const literal = load<u32>(i << 2, FACTS);
    if (literalValue(literal) < 0) return false;
    if (literalValue(literal) === 0) assign(literal, FACT);
  }
  return true;
}

/** Undoes the last level and excludes its decision under those below. */
function flipDecision(): void {
  do {
    if (level === 0) {
      exhausted = true;
      return;
    }
    const literal = decisionOf(level) ^ 1;
    floor = level - 1;
    backtrack(floor);
    assign(literal, FLIPPED);
  } while (!assertFacts());
}

/** Excludes the solution just found, so that `search` can continue. */
export function excludeSolution(byFlipping: bool): void {
  // a walk goes on behind it
  if (walking) return;
  if (byFlipping || flipping) {
    flipping = true;
    flipDecision();
  } else if (level === 0) {
    exhausted = true;
  } else {
    blockDecisions();
  }
}

/** Excludes the combination of all decisions, from which all other literals followed. */
function blockDecisions(): void {
  const length = level;
  for (let i: u32 = 0; i < length; i++) setLearnt(i, decisionOf(length - i) ^ 1);
  backtrack(length - 1);
  assertLearnt(length, length, true);
}

/** Removes members that are false for good from the root masks of the groups. */
function settleRoot(): void {
  if (rootTrail === trailLength) return;
  rootTrail = trailLength;
  memory.copy(ROOT_GROUPS, GROUPS, groupBytes);
}

function reduce(): void {
  reductions++;
  reduceAt = conflicts + (((REDUCE_INTERVAL as f64) * sqrt<f64>(reductions as f64)) as u32);
  reduceClauses(variables << 1);
}

function writeSolution(): void {
  for (let variable: u32 = 0; variable < variables; variable++) {
    if (literalValue(variable << 1) < 0) continue;
    const candidate = load<u32>(variable << 2, CANDIDATE_OF);
    store<u8>(candidate >> 6, ((candidate & 63) + 1) as u8, SOLUTION);
  }
  if (!ASC_NO_ASSERT) dropFoundWitness(SOLUTION);
}
