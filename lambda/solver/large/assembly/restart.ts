// When to give up the current decisions: when the clauses learnt of late are worse than usual.

const FAST: f64 = 1.0 / 32;
const SLOW: f64 = 1.0 / 8192;
const MARGIN: f64 = 1.1;
const MIN_CONFLICTS: u32 = 2;
/** On grids that are nearly empty all clauses are alike, and a search that had a bad start would never get out of it. */
const MAX_CONFLICTS: u32 = 200;

let fast: f64 = 0;
let slow: f64 = 0;
let fastWeight: f64 = 0;
let slowWeight: f64 = 0;
let sinceRestart: u32 = 0;

export function resetRestarts(): void {
  fast = 0;
  slow = 0;
  fastWeight = 0;
  slowWeight = 0;
  sinceRestart = 0;
}

/** Exponential moving averages; dividing by the weight takes out the bias of their start at 0. */
export function noteConflict(lbd: u32): void {
  fast += FAST * (<f64>lbd - fast);
  slow += SLOW * (<f64>lbd - slow);
  fastWeight += FAST * (1 - fastWeight);
  slowWeight += SLOW * (1 - slowWeight);
  sinceRestart++;
}

export function restartIsDue(): bool {
  if (sinceRestart >= MAX_CONFLICTS) return true;
  return sinceRestart >= MIN_CONFLICTS && fast / fastWeight > (MARGIN * slow) / slowWeight;
}

export function noteRestart(): void {
  sinceRestart = 0;
}
