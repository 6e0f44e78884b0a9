// What the host calls. It writes the puzzle to GIVENS and reads solutions from SOLUTION.
import { propagateRoot, solvedAtRoot } from './root';
import { beginSearch } from './search';

export { useWitness } from './invariants';
export { CANDIDATES, GIVENS, SOLUTION, WITNESS } from './memory';
export { conflicts, excludeSolution, search } from './search';
export { setShape } from './shape';
export { variables } from './variables';

const SOLVED: i32 = 0;
const NO_SOLUTION: i32 = 1;
const OPEN: i32 = 2;

/** Takes the puzzle in and propagates at the root, which solves easy ones. OPEN if search is needed; `ascending` says in which order. */
export function begin(ascending: bool): i32 {
  if (!propagateRoot()) return NO_SOLUTION;
  if (solvedAtRoot()) return SOLVED;
  beginSearch(ascending);
  return OPEN;
}
