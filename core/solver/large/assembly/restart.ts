// When to give up the current decisions. Two modes take turns, longer each time: focused, which proves that there is no
// (other) solution, and steady, which finds solutions of open grids.

/** Restarts seldom and keeps phases. Otherwise, when the clauses learnt of late are worse than usual. */
export let steady: bool = false;

const FAST: f64 = 1.0 / 32;
const SLOW: f64 = 1.0 / 8192;
const MARGIN: f64 = 1.1;
const MIN_CONFLICTS: u32 = 2;
/** Where all clauses are alike, focused mode would never leave a bad start. */
const MAX_CONFLICTS: u32 = 200;
const STEADY_CONFLICTS: u32 = 1000;
/** conflicts of the first turn of each mode; each further one is so much longer */
const TURN: u32 = 1000;

let fast: f64 = 0;
let slow: f64 = 0;
let fastWeight: f64 = 0;
let slowWeight: f64 = 0;
let sinceRestart: u32 = 0;
let turns: u32 = 0;
let leftOfTurn: u32 = 0;

export function resetRestarts(): void {
  steady = false;
  fast = 0;
  slow = 0;
  fastWeight = 0;
  slowWeight = 0;
  sinceRestart = 0;
  turns = 0;
  leftOfTurn = TURN;
}

/** Exponential moving averages; dividing by the weight takes out the bias of their start at 0. */
export function noteConflict(lbd: u32): void {
  fast += FAST * ((lbd as f64) - fast);
  slow += SLOW * ((lbd as f64) - slow);
  fastWeight += FAST * (1 - fastWeight);
  slowWeight += SLOW * (1 - slowWeight);
  sinceRestart++;
  if (--leftOfTurn > 0) return;
  turns++;
  steady = !steady;
  leftOfTurn = TURN * (1 + (turns >> 1));
}

export function restartIsDue(): bool {
  if (steady) return sinceRestart >= STEADY_CONFLICTS;
  if (sinceRestart >= MAX_CONFLICTS) return true;
  return sinceRestart >= MIN_CONFLICTS && fast / fastWeight > (MARGIN * slow) / slowWeight;
}

export function noteRestart(): void {
  sinceRestart = 0;
}
