// What follows from what in a puzzle: simple chains from all candidates at once, and the implications of single assumptions. The module has
// no state but its memory, and what the functions that start something set.

export { advance, flag } from './advance';
export { alignedPair } from './aligned/pair';
export { alignedTriplet } from './aligned/triplet';
export { begin } from './begin';
export { affirmation, contradiction, cycle } from './chains';
export { chosenCount, chosenNodes, chosenRank, chosenTarget, chosenUnit } from './choice';
export { finish } from './common';
export {
  ADDED,
  ALIGNED,
  BOARD,
  CELL,
  CHANGED,
  CHOSEN,
  CLASHES,
  DIGIT,
  FLAGGED,
  FLAGS,
  HAS,
  NUMBER,
  PATH,
  PEERS,
  POSSIBLE,
  SELF,
  SHARED,
  UNIT_CELLS,
  UNITS,
  WORK,
} from './layout';
export { link } from './links';
export { addAll, causesTable, forget, pool, poolEnd, setPoolEnd } from './outcomes';
export { contradict, prepare, search } from './search';
