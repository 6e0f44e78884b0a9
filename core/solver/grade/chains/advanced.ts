import { ALL, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import { fishRemovals, visitFish } from '../fish.ts';
import { type Crossing, lockedRemovals, visitLocked } from '../locked.ts';
import { hiddenSetRemovals, nakedSetRemovals, visitHiddenSets, visitNakedSets } from '../sets.ts';
import { Kind } from '../shape.ts';
import type { Removal } from '../step.ts';
import type { Links } from './links.ts';
import type { Outcomes } from './outcomes.ts';

/**
 * Where nothing more follows directly: what locked candidates, or else hidden pairs, naked pairs or X-wings of the candidates
 * that are left remove, all of the first kind that is there. Each follows from the candidates whose absence makes it.
 *
 * @param board as it is
 * @param work the same without what is false under the assumption
 * @returns whether there was anything
 */
export function addAdvanced(
  assumption: number,
  board: Board,
  work: Board,
  links: Links,
  outcomes: Outcomes,
): boolean {
  const { units } = board.shape;
  const { number } = links;
  let any = false;

  /** Candidates that the board has and `work` has not: nodes, false. */
  const causes: number[] = [];
  const lackAt = (unit: number, digit: number, positions: number) => {
    const gone = board.places[unit * 9 + digit]! & ~work.places[unit * 9 + digit]! & positions;
    for (const i of MEMBERS[gone]!) causes.push(number[units[unit]![i]! * 9 + digit]! * 2);
  };
  const conclude = (removalsOf: () => Removal[]) => {
    // without causes it is there without the assumption, too
    const removals = causes.length > 0 ? removalsOf() : [];
    if (removals.length > 0) {
      any = true;
      const list = outcomes.list(causes);
      for (const { cell, digits } of hashOrder(removals)) {
        for (const digit of MEMBERS[digits]!) {
          const off = number[cell * 9 + digit]! * 2;
          if (!outcomes.has(assumption, off)) outcomes.add(off, list);
        }
      }
    }
    causes.length = 0;
    return false;
  };

  visitLocked(work, ALL, (crossing: Crossing, digit) => {
    if (!(work.places[crossing.into * 9 + digit]! & ~crossing.sharedInto)) return false;
    lackAt(crossing.from, digit, ~crossing.shared);
    return conclude(() => lockedRemovals(work, crossing, digit));
  });
  if (any) return true;
  visitHiddenSets(work, 2, 4, -1, (unit, positions, digits) => {
    for (const i of MEMBERS[~positions & 0x1ff]!)
      for (const digit of MEMBERS[digits]!) lackAt(unit, digit, 1 << i);
    return conclude(() => hiddenSetRemovals(work, unit, positions, digits));
  });
  if (any) return true;
  visitNakedSets(work, 2, -1, (unit, positions, digits) => {
    for (const i of MEMBERS[positions]!) {
      const cell = units[unit]![i]!;
      for (const digit of MEMBERS[board.candidates[cell]! & ~digits]!)
        causes.push(number[cell * 9 + digit]! * 2);
    }
    return conclude(() => nakedSetRemovals(work, unit, positions, digits));
  });
  if (any) return true;
  visitFish(work, 2, ALL, (kind, base, cover, digit) => {
    const baseKind = kind === Kind.row ? Kind.row : Kind.column;
    for (const line of MEMBERS[base]!) lackAt(baseKind * 9 + line, digit, ~cover);
    return conclude(() => fishRemovals(work, kind, base, cover, digit));
  });
  return any;
}

/** The order in which Sudoku Explainer comes to the cells of one removal: that of its hash table. */
function hashOrder(removals: Removal[]): Removal[] {
  const buckets = removals.length > 12 ? 31 : 15;
  return removals.sort((a, b) => (a.cell & buckets) - (b.cell & buckets));
}
