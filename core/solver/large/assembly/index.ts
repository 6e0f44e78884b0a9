// What the host calls. It writes the puzzle to GIVENS and reads solutions from SOLUTION.
import { ROOT_NO_SOLUTION, ROOT_OPEN, ROOT_SOLVED } from '../../../kernel/constants';
import { propagateRoot, solvedAtRoot } from './root';
import { beginSearch } from './search';

export { useWitness } from './invariants';
export { CANDIDATES, GIVENS, SOLUTION, WITNESS } from './memory';
export { conflicts, excludeSolution, search } from './search';
export { setShape } from './shape';

/** Takes the puzzle in and propagates at the root, which solves easy ones. ROOT_OPEN if search is needed; `ascending` says in which order. */
export function begin(ascending: bool): i32 {
  if (!propagateRoot()) return ROOT_NO_SOLUTION;
  if (solvedAtRoot()) return ROOT_SOLVED;
  beginSearch(ascending);
  return ROOT_OPEN;
}
