// When to give up the current decisions: seldom, so that the clauses of one region of the search are used up before it is left.
// And what decisions try first. In open grids two ways take turns, longer each time.

/** Tries what variables were last, which finds solutions of open grids. Otherwise decisions place, which proves sooner that there is none. */
export let keepsPhases: bool = false;

const RESTART_INTERVAL: u32 = 1000;
/** conflicts of the first turn of each way; each further one is so much longer */
const TURN: u32 = 1000;

let takesTurns: bool = false;
let sinceRestart: u32 = 0;
let turns: u32 = 0;
let leftOfTurn: u32 = 0;

export function resetRestarts(gridIsOpen: bool): void {
  takesTurns = gridIsOpen;
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

export function noteRestart(): void {
  sinceRestart = 0;
}
