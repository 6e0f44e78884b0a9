// Idle lanes, at the end of a batch or beside a single puzzle, work ahead of the busy ones: when a lane guesses, a scout takes
// the branch that is left for later and sweeps it until it has an outcome. When the lane steps back, it need not repeat these
// sweeps. Solutions and their order are the same without scouts.
import { RULES_REGIONS } from '../../../kernel/constants';
import { BROKEN, renewGroups } from './groups';
import { related, rules } from './job';
import { frameOf, restore, save } from './lane';
import { LANES, LEVELS } from './layout';
import { shareRegions } from './regions';
import { shareRelated } from './relations';

// states of a branch that is left for later
/** no scout has worked on it: it is as it was saved */
export const UNSEEN: i32 = 0;
/** it has no solution */
export const BRANCH_DEAD: i32 = 1;
/** its solution is saved */
export const BRANCH_SOLVED: i32 = 2;
/** its grid after the last useful sweep is saved */
export const BRANCH_STALLED: i32 = 3;
/** a scout is working on it: the number of its lane is added */
const AHEAD: i32 = 4;

/** lanes (as bits) that are scouts */
export let scouts: i32 = 0;
/** u8, by lane and level: one of the above */
const BRANCHES: usize = memory.data(LANES * LEVELS);
/** u32, likewise: the group that is broken there */
const BROKEN_BY: usize = memory.data(LANES * LEVELS * 4, 4);
/** by lane of a scout: where its branch is in BRANCHES */
const BRANCH_OF: usize = memory.data(LANES * 4, 4);

/** Makes all scouts idle. */
export function dismissAll(): void {
  scouts = 0;
}

/** Sends a scout, if there is one, into the branch that `lane` has left at `level`. @inline */
export function sendScout(busy: i32, lane: i32, level: i32): void {
  const idle = ~(busy | scouts) & ((1 << LANES) - 1);
  if (idle) send(ctz(idle), lane, level);
  else store<u8>(BRANCHES + lane * LEVELS + level, UNSEEN as u8);
}

function send(scout: i32, lane: i32, level: i32): void {
  const branch = lane * LEVELS + level;
  scouts |= 1 << scout;
  store<u32>(BRANCH_OF + (scout << 2), branch);
  store<u8>(BRANCHES + branch, (AHEAD + scout) as u8);
  if (rules === RULES_REGIONS) shareRegions(scout, lane);
  if (related) shareRelated(scout, lane);
  restore(scout, frameOf(lane, level));
}

/** Saves the outcome of the scout's branch, and makes the lane idle. */
export function comeBack(scout: i32, outcome: i32): void {
  const branch: i32 = load<u32>(BRANCH_OF + (scout << 2));
  scouts &= ~(1 << scout);
  store<u8>(BRANCHES + branch, outcome as u8);
  store<u32>(BROKEN_BY + (branch << 2), load<u32>(BROKEN + (scout << 2)));
  if (outcome !== BRANCH_DEAD) save(scout, frameOf(branch / LEVELS, branch % LEVELS));
}

/**
 * Continues the lane with the branch that it left at `level`.
 * @returns the state that a scout has brought the branch to; UNSEEN if it still has to be swept
 */
export function takeBranch(lane: i32, level: i32): i32 {
  const frame = frameOf(lane, level);
  const known: i32 = load<u8>(BRANCHES + lane * LEVELS + level);
  if (known === BRANCH_DEAD) {
    store<u32>(BROKEN + (lane << 2), load<u32>(BROKEN_BY + ((lane * LEVELS + level) << 2)));
    return known;
  }
  if (known >= AHEAD) {
    save(known - AHEAD, frame);
    scouts &= ~(1 << (known - AHEAD));
  }
  restore(lane, frame);
  if (related) renewGroups(lane);
  return known >= AHEAD ? UNSEEN : known;
}

/** Makes a scout idle and resets its branch to unseen. */
export function dismiss(scout: i32): void {
  scouts &= ~(1 << scout);
  store<u8>(BRANCHES + load<u32>(BRANCH_OF + (scout << 2)), UNSEEN as u8);
}

/** Makes all scouts on branches of a lane idle. */
export function dismissFrom(lane: i32): void {
  for (let left = scouts; left; left &= left - 1) {
    const scout = ctz(left);
    if ((load<u32>(BRANCH_OF + (scout << 2)) as i32) / LEVELS === lane) dismiss(scout);
  }
}
