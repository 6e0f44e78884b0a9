import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { Removal, Step } from '../step.ts';
import type { TechniqueName } from '../techniques.ts';
import { mayLoop } from './loop-core.ts';
import { type Loop, visitLoops } from './loop-search.ts';
import { type LoopSet, visitLoopSets } from './loop-sets.ts';
import { IDLE, NO_LOOP, type PairsSince, TELLING } from './pairs-since.ts';

/**
 * Unique rectangles and loops: 4.5 to 5.0 by length, type 3 more by the size of its set. Types:
 * 1, one cell with more candidates: it is none of the pair;
 * 2, cells that all have the same one more: one of them is it;
 * 3, two cells whose further candidates make a naked or hidden set with other cells of a unit;
 * 4, two cells where one digit of the pair has no other place in a unit: they are not the other.
 * The easiest comes first, then the lowest type, then the first found.
 */
export function uniqueLoop(board: Board, since: PairsSince, without?: TechniqueName): Step | undefined {
  const { candidates, shape } = board;
  since.look(board);
  let best: Step | undefined;
  let bestType = 0;
  let pair = 0;
  let outcome: typeof NO_LOOP | typeof IDLE | typeof TELLING;

  /** Keeps the easiest; true if nothing easier can come. */
  function offer(
    loop: Loop,
    type: number,
    added: number,
    digits: number,
    removals: Removal[],
    units: number[] = [],
  ): boolean {
    if (removals.length === 0) return false;
    outcome = TELLING;
    const technique = loop.length === 4 ? 'Unique Rectangle' : 'Unique Loop';
    if (technique === without) return false;
    const rating = baseRating(loop.length) + added;
    if (best && (rating > best.rating || (rating === best.rating && type >= bestType))) return false;
    best = { technique, rating, removals, units, cells: loop, digits };
    bestType = type;
    return loop.length === 4 && type === 1;
  }

  function tryTypes(loop: Loop): boolean {
    if (outcome === NO_LOOP) outcome = IDLE;
    const roomy = loop.filter((cell) => candidates[cell] !== pair);
    if (roomy.length === 0) return false;
    const [c1, c2] = roomy as [number, number];
    if (roomy.length === 1) return offer(loop, 1, 0, pair, [{ cell: c1, digits: pair }]);
    const extra = roomy.reduce((set, cell) => set | candidates[cell]!, 0) & ~pair;
    if (COUNT[extra] === 1 || roomy.length > 2) {
      offer(loop, 2, 0, pair, type2(board, roomy, candidates[c1]! & ~pair));
    }
    if (roomy.length > 2) return false;
    for (const unit of shape.unitsOf[c1]!)
      if (shape.unitsOf[c2]!.includes(unit)) since.watch(pair, shape.units[unit]!);
    if (COUNT[extra]! >= 2) {
      visitLoopSets(board, c1, c2, pair, extra, (set: LoopSet) => {
        offer(loop, 3, set.added, pair, set.removals, [set.unit]);
      });
    }
    const four = type4(board, c1, c2, pair);
    if (four) offer(loop, 4, 0, pair, four.removals, [four.unit]);
    return false;
  }

  for (let cell = 0; cell < 81; cell++) {
    pair = candidates[cell]!;
    if (COUNT[pair] !== 2 || since.isClosed(pair)) continue;
    if (!since.wasSeen(pair) && !mayLoop(board, pair)) {
      since.rule(pair);
      continue;
    }
    outcome = NO_LOOP;
    const stop = visitLoops(board, cell, pair, tryTypes);
    since.saw(pair, outcome);
    if (stop) return best;
  }
  since.settle(board);
  return best;
}

/** As Sudoku Explainer adds it up, so that sums compare as there. */
function baseRating(length: number): number {
  let rating = 4.5;
  if (length >= 10) rating += 0.3;
  if (length >= 8) rating += 0.2;
  else if (length >= 6) rating += 0.1;
  return rating;
}

/** The common further candidate, in the cells that see all that have it. */
function type2(board: Board, roomy: readonly number[], extra: number): Removal[] {
  const { candidates, shape } = board;
  const bit = extra & -extra;
  const removals: Removal[] = [];
  for (const cell of shape.peers[roomy[0]!]!) {
    if (!(candidates[cell]! & bit) || roomy.includes(cell)) continue;
    if (roomy.every((other) => shape.sees[other * 81 + cell])) removals.push({ cell, digits: bit });
  }
  return removals;
}

/** The lower digit of the pair is tried first; of several units the last counts. */
function type4(
  board: Board,
  c1: number,
  c2: number,
  pair: number,
): { unit: number; removals: Removal[] } | undefined {
  const { places, shape } = board;
  for (const digit of MEMBERS[pair]!) {
    const unit = shape.unitsOf[c1]!.findLast((u) => {
      if (!shape.unitsOf[c2]!.includes(u)) return false;
      const both = (1 << shape.position[u * 81 + c1]!) | (1 << shape.position[u * 81 + c2]!);
      return (places[u * 9 + digit]! & ~both) === 0;
    });
    if (unit === undefined) continue;
    const digits = pair & ~(1 << digit);
    return { unit, removals: [c1, c2].map((cell) => ({ cell, digits })) };
  }
  return undefined;
}
