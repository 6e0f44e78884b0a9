// The entry point of the kernel, which finds what follows from what in a puzzle: simple chains from all candidates at once, and
// the implications of single assumptions; and aligned exclusions.

export { alignedPair, alignedTriplet } from './aligned';
export { affirmation, contradiction, cycle } from './chains';
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
  NUMBER,
  PATH,
  PEERS,
  POOL_FROM,
  POSSIBLE,
  SELF,
  SHARED,
  UNIT_CELLS,
  UNITS,
  WORK,
} from './layout';
export { link } from './links';
export { searchNishio } from './nishio';
export { addRemoved, forget, isFound, nodesTable, poolEnd, poolHere, setPoolEnd } from './outcomes';
export { advance, begin, finish, flag } from './reach';
export {
  chosenCount,
  chosenNodes,
  chosenRank,
  chosenTarget,
  chosenUnit,
  prepare,
  search,
} from './search';
