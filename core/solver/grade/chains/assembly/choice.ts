import { atLeast, exactly } from './count';
import { ASSUMED, CHOSEN } from './layout';
import { causesOf, found, nth } from './outcomes';

// The shortest forcing chains so far: of equally long ones that of lowest rank, of these the first that was offered.

export const CONTRADICTION_RANK: i32 = 7;

/** nodes of all chains together, each counted once a chain; 0 as long as there is no choice */
export let chosenNodes: i32 = 0;
export let chosenRank: i32 = 0;
/** how many assumptions are in CHOSEN */
export let chosenCount: i32 = 0;
/** what all assumptions lead to; or both signs of what one leads to */
export let chosenTarget: i32 = 0;
/** unit whose places were assumed, or -1 */
export let chosenUnit: i32 = 0;

export function startChoice(): void {
  chosenNodes = 0;
}

/** @param length nodes that lead to the contradiction */
export function offerContradiction(assumption: i32, length: i32): void {
  if (!beats(length, CONTRADICTION_RANK)) return;
  store<u16>(CHOSEN, assumption);
  choose(length, CONTRADICTION_RANK, 1, assumption ^ 1, -1);
}

/** All nodes of a sign that every one of the first assumptions in ASSUMED leads to, in the order of the first. */
export function offerCommon(count: i32, sign: i32, rank: i32, unit: i32): void {
  const first = assumed(0);
  const length = found(first, sign);
  for (let i = 0; i < length; i++) {
    const target = nth(first, sign, i);
    const sum = leastSum(count, target);
    if (sum === 0 || !beats(sum, rank)) continue;
    const exact = exactSum(count, target, sum, rank);
    if (exact === 0) continue;
    memory.copy(CHOSEN, ASSUMED, count * 2);
    choose(exact, rank, count, target, unit);
  }
}

/** A lower bound, which costs nothing; 0 if not all lead to the target. */
function leastSum(count: i32, target: i32): i32 {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    if (causesOf(assumed(k), target) === 0) return 0;
    sum += atLeast(assumed(k), target);
  }
  return sum;
}

/** One exact count after the other; 0 as soon as it is not good enough. */
function exactSum(count: i32, target: i32, least: i32, rank: i32): i32 {
  let sum = least;
  for (let k = 0; k < count; k++) {
    sum -= atLeast(assumed(k), target);
    sum += exactly(assumed(k), target);
    if (!beats(sum, rank)) return 0;
  }
  return sum;
}

function beats(length: i32, rank: i32): bool {
  return chosenNodes === 0 || length < chosenNodes || (length === chosenNodes && rank < chosenRank);
}

function choose(length: i32, rank: i32, count: i32, target: i32, unit: i32): void {
  chosenNodes = length;
  chosenRank = rank;
  chosenCount = count;
  chosenTarget = target;
  chosenUnit = unit;
}

/** @inline */
function assumed(k: i32): i32 {
  return load<u16>(ASSUMED + k * 2);
}
