// What follows from what in a puzzle: simple chains from all candidates at once, and the implications of single assumptions. The module has
// no state but its memory, and what the functions that start something set.

export { advance, flag } from './advance';
export { begin } from './begin';
export { affirmation, contradiction, cycle } from './chains';
export { finish, haveCommon } from './common';
export {
  assume,
  clashOff,
  clashOffCauses,
  clashOn,
  clashOnCauses,
  follow,
  reason,
} from './implications';
export {
  ADDED,
  ASKED,
  BOARD,
  CELL,
  COUNTERS,
  DIGIT,
  FLAGGED,
  FLAGS,
  HAS,
  KNOWN,
  NUMBER,
  PATH,
  PEERS,
  SELF,
  UNIT_CELLS,
  UNITS,
  WORK,
} from './layout';
export { link } from './links';
export { addAll, causesTable, countsTable, forget, orderTable, pool, poolEnd, setPoolEnd } from './outcomes';
