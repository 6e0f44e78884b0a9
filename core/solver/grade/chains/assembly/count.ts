import { MAX } from './layout';
import { causesOf, countAt, listed, listLength, setCountAt } from './outcomes';

// How many nodes lead to a node, each counted once.

/** i32, when each node was last counted */
const SEEN: usize = memory.data(MAX * 2 * 4, 4);
/** nodes to go on from, u16 */
const STACK: usize = memory.data(MAX * 2 * 2, 2);
let now: i32 = 0;

/** At least so many, the node itself among them. @inline */
export function atLeast(assumption: i32, node: i32): i32 {
  return abs(countAt(assumption, node));
}

/** Exactly. */
export function exactly(assumption: i32, node: i32): i32 {
  const known = countAt(assumption, node);
  if (known >= 0) return known;
  const count = countOf(assumption, node, causesOf(assumption, node));
  setCountAt(assumption, node, count);
  return count;
}

/** The same for a node that follows from other causes than the ones kept. */
export function countOf(assumption: i32, node: i32, causes: i32): i32 {
  now++;
  store<i32>(SEEN + node * 4, now);
  let count = 1;
  let top = 0;
  let list = causes;
  for (let isDone = false; !isDone; ) {
    const length = listLength(list);
    for (let i = 0; i < length; i++) {
      const cause = listed(list, i);
      if (load<i32>(SEEN + cause * 4) === now) continue;
      store<i32>(SEEN + cause * 4, now);
      count++;
      store<u16>(STACK + top++ * 2, cause);
    }
    isDone = top === 0;
    if (!isDone) list = causesOf(assumption, load<u16>(STACK + --top * 2));
  }
  return count;
}
