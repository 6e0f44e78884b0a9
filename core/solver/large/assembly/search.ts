// Conflict-driven search, resumable: the host calls it again after each solution or pause.
import {
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
  CLAUSE,
  conflict,
  decide,
  decisionOf,
  FACT,
  FLIPPED,
  level,
  literalValue,
  resetAssignment,
  trailLength,
} from './assignment';
import { chooseFirst, chooseMostActive, levelToKeep } from './choose';
import { addClause, clausesAreCrowded, reduceClauses, resetClauses } from './clauses';
import { checkFixpoint, checkLearnt, dropFoundWitness } from './invariants';
import { learntAt, learntLength, setLearnt } from './learnt';
import { resetLevels } from './levels';
import { CANDIDATE_OF, FACTS, GROUPS, INFO, LEARNT, PHASE, ROOT_GROUPS, SOLUTION, VALUES } from './memory';
import { propagate, resetTicks, ticks } from './propagate';
import { noteConflict, noteRestart, resetRestarts, restartIsDue } from './restart';
import { cells } from './shape';
import { groupBytes, numberVariables, variables } from './variables';
import { resetWatches, watchesAreCrowded } from './watches';

export let conflicts: u32 = 0;
/** Decide on the first open candidate, so that solutions come in ascending order. */
let inOrder: bool = false;
/** Levels up to this one are left only when they hold no more solutions: each has a flipped decision above it. */
let floor: u32 = 0;
/** Solutions have been left by flipping, which restarts would undo. */
let flipping: bool = false;
let exhausted: bool = false;
let factCount: u32 = 0;
/** conflicts at which clauses are next to be forgotten */
let reduceAt: u32 = 0;
let reductions: u32 = 0;
/** length of the trail that the groups' root masks know of */
let rootTrail: u32 = 0;

/** conflicts before clauses are forgotten for the first time; then it is so many times the root of how often they have been */
const REDUCE_INTERVAL: u32 = 1000;
/** A grid is open, and likely to have many solutions, if the root leaves more candidates than this for each cell, placed or not. */
const OPEN: u32 = 4;
/** Cells of grids that take few conflicts in any way. */
const SMALL: u32 = 81;

export function beginSearch(ascending: bool): void {
  numberVariables();
  memory.fill(VALUES, 0, variables << 1);
  memory.fill(INFO, 0, variables << 3);
  memory.fill(PHASE, 0, variables);
  const open = variables > OPEN * cells;
  // open and small grids stay as they were: a seed's random grid is the first solution of such a one
  resetAssignment(!open && cells > SMALL);
  resetActivity(variables);
  resetWatches(variables << 1);
  resetClauses();
  resetLevels(variables);
  resetRestarts(open);
  inOrder = ascending;
  floor = 0;
  flipping = false;
  exhausted = false;
  factCount = 0;
  conflicts = 0;
  reductions = 0;
  reduceAt = REDUCE_INTERVAL;
  rootTrail = 0;
}

/** Looks for the next solution until so many conflicts (since the beginning) or ticks (of this call) have been spent. */
export function search(conflictLimit: u32, tickLimit: u32): i32 {
  resetTicks();
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
      return SEARCH_FOUND;
    }
    if (ticks > tickLimit) return SEARCH_PAUSED;
    if (conflicts >= reduceAt || clausesAreCrowded() || watchesAreCrowded()) reduce();
    if (!flipping && !inOrder && restartIsDue()) {
      noteRestart();
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

/** Stores the clause in LEARNT, all of whose literals but the first are false, and makes that one true. */
function assertLearnt(length: u32, lbd: u32, kept: bool): void {
  const literal = learntAt(0);
  if (length === 1) {
    noteFact(literal);
    return;
  }
  const clause = addClause(LEARNT, length, lbd, kept);
  if (literalValue(literal) === 0) assign(literal, (clause << 2) | CLAUSE);
}

/** What has been found true for good but at a level above 0, for want of going back that far, is to be asserted again later. */
function noteFact(literal: u32): void {
  if (level > 0) store<u32>(factCount++ << 2, literal, FACTS);
  if (literalValue(literal) === 0) assign(literal, FACT);
}

/** False if a fact is false here. */
function assertFacts(): bool {
  for (let i: u32 = 0; i < factCount; i++) {
    const literal = load<u32>(i << 2, FACTS);
    if (literalValue(literal) < 0) return false;
    if (literalValue(literal) === 0) assign(literal, FACT);
  }
  return true;
}

/** Takes back the last level and rules its decision out under those below. */
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

/** Excludes the solution just found, and goes on. */
export function excludeSolution(byFlipping: bool): void {
  if (byFlipping || flipping) {
    flipping = true;
    flipDecision();
  } else if (level === 0) {
    exhausted = true;
  } else {
    blockDecisions();
  }
}

/** The decisions, which led to all the rest, must not all come again. */
function blockDecisions(): void {
  const length = level;
  for (let i: u32 = 0; i < length; i++) setLearnt(i, decisionOf(length - i) ^ 1);
  backtrack(length - 1);
  assertLearnt(length, length, true);
}

/** Groups forget members that are false for good. */
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
