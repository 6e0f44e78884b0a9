import type { Board } from '../board.ts';
import type { CellsSince } from '../since.ts';
import type { Step } from '../step.ts';
import { excluders, isTwo, members } from './excluders.ts';

/**
 * Aligned triplet exclusion (7.5): three cells cannot have three digits between them that would leave a cell with two or
 * three candidates, which all see, none. A digit that is in no possible triplet goes. The third cell is one
 * that excludes for the first or the second.
 */
export function alignedTripletExclusion(board: Board, since: CellsSince): Step | undefined {
  const { candidates, shape } = board;
  const { peerSets } = shape;
  since.look(board);
  const { changed, isChanged } = since;
  const [changedTop, changedMiddle, changedBottom] = changed as unknown as [number, number, number];
  const { cells, sets } = excluders(board, 3);
  for (let j = 1; j < cells.length; j++) {
    const two = cells[j]! * 3;
    for (let i = 0; i < j; i++) {
      const one = cells[i]! * 3;
      const top = sets[one]! & sets[two]!;
      const middle = sets[one + 1]! & sets[two + 1]!;
      const bottom = sets[one + 2]! & sets[two + 2]!;
      if (!isTwo(top, middle, bottom)) continue;
      const isNew = isChanged[cells[i]!] || isChanged[cells[j]!];
      // the third cell sees two of those that both see
      seenTwice(peerSets, top, middle, bottom);
      if (!isNew && ((top & changedTop) | (middle & changedMiddle) | (bottom & changedBottom)) === 0) {
        // where none of the others changed, it must have
        for (let word = 0; word < 3; word++) twice[word]! &= changed[word]!;
      }
      // those that exclude for the first cell, then those only for the second
      for (let pass = 0; pass < 2; pass++) {
        for (let word = 0; word < 3; word++) {
          const all = pass === 0 ? sets[one + word]! : sets[two + word]! & ~sets[one + word]!;
          for (let rest = all & twice[word]!; rest; rest &= rest - 1) {
            const third = word * 27 + 31 - Math.clz32(rest & -rest);
            if (third === cells[i] || third === cells[j]) continue;
            const a = top & sets[third * 3]!;
            const b = middle & sets[third * 3 + 1]!;
            const c = bottom & sets[third * 3 + 2]!;
            const touched = (a & changedTop) | (b & changedMiddle) | (c & changedBottom);
            if (touched === 0 && !isNew && !isChanged[third]) continue;
            if (!excludes(board, cells[i]!, cells[j]!, third, a, b, c)) continue;
            const trio = [cells[i]!, cells[j]!, third];
            const removals = trio
              .map((cell, k) => ({ cell, digits: candidates[cell]! & ~possible[k]! }))
              .filter(({ digits }) => digits !== 0);
            return {
              technique: 'Aligned Triplet Exclusion',
              rating: 7.5,
              removals,
              units: [],
              cells: [...trio, ...members(a, b, c)],
              digits: trio.reduce((all, cell) => all | candidates[cell]!, 0),
            };
          }
        }
      }
    }
  }
  since.settle(board);
  return undefined;
}

/** a set of 81 bits, three words of 27 */
const twice = new Int32Array(3);

/** Finds the cells that see at least two of a set of 81 bits. */
function seenTwice(peerSets: Int32Array, top: number, middle: number, bottom: number): void {
  let [once0, once1, once2, twice0, twice1, twice2] = [0, 0, 0, 0, 0, 0];
  for (let word = 0; word < 3; word++) {
    for (let rest = word === 0 ? top : word === 1 ? middle : bottom; rest; rest &= rest - 1) {
      const at = (word * 27 + 31 - Math.clz32(rest & -rest)) * 3;
      twice0 |= once0 & peerSets[at]!;
      twice1 |= once1 & peerSets[at + 1]!;
      twice2 |= once2 & peerSets[at + 2]!;
      once0 |= peerSets[at]!;
      once1 |= peerSets[at + 1]!;
      once2 |= peerSets[at + 2]!;
    }
  }
  twice[0] = twice0;
  twice[1] = twice1;
  twice[2] = twice2;
}

/** Digits that are in a possible triplet, for each of the cells last looked at. */
const possible = new Int32Array(3);
const needs = new Int32Array(81);

/** Whether a digit of one of three cells is in no possible triplet; the cells that all three see are a set of 81 bits. */
function excludes(
  board: Board,
  c0: number,
  c1: number,
  c2: number,
  top: number,
  middle: number,
  bottom: number,
): boolean {
  const { candidates, shape } = board;
  const all0 = candidates[c0]!;
  const all1 = candidates[c1]!;
  const all2 = candidates[c2]!;
  // cells that have a digit which none of the three has can always take that
  const strange = ~(all0 | all1 | all2);
  let count = 0;
  for (let word = 0; word < 3; word++) {
    for (let rest = word === 0 ? top : word === 1 ? middle : bottom; rest; rest &= rest - 1) {
      const need = candidates[word * 27 + 31 - Math.clz32(rest & -rest)]!;
      if ((need & strange) === 0) needs[count++] = need;
    }
  }
  if (count === 0) return false;
  const ab = shape.sees[c0 * 81 + c1] === 1;
  const ac = shape.sees[c0 * 81 + c2] === 1;
  const bc = shape.sees[c1 * 81 + c2] === 1;
  let seen0 = 0;
  let seen1 = 0;
  let seen2 = 0;
  for (let xs = all0; xs; xs &= xs - 1) {
    const x = xs & -xs;
    for (let ys = all1; ys; ys &= ys - 1) {
      const y = ys & -ys;
      if (ab && x === y) continue;
      let zs = all2 & ~((ac ? x : 0) | (bc ? y : 0));
      for (let i = 0; i < count; i++) {
        const left = needs[i]! & ~(x | y);
        if (left === 0) zs = 0;
        else if ((left & (left - 1)) === 0) zs &= ~left;
      }
      if (zs === 0) continue;
      seen0 |= x;
      seen1 |= y;
      seen2 |= zs;
      // nothing is open but whether the first cell's other digits are possible: one triplet each tells
      if (seen1 === all1 && seen2 === all2) break;
    }
  }
  possible[0] = seen0;
  possible[1] = seen1;
  possible[2] = seen2;
  return seen0 !== all0 || seen1 !== all1 || seen2 !== all2;
}
