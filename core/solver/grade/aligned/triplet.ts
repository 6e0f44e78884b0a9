import { COUNT, MEMBERS } from '../bits.ts';
import type { Board } from '../board.ts';
import type { Removal, Step } from '../step.ts';
import { excluders, membersIfTwo } from './excluders.ts';

/**
 * Aligned triplet exclusion (7.5): three cells cannot have three digits between them that would leave a cell with two or
 * three candidates, which all see, none. A digit that is in no possible triplet goes. The third cell is one
 * that excludes for the first or the second.
 */
export function alignedTripletExclusion(board: Board): Step | undefined {
  const { candidates, shape } = board;
  const { cells, sets } = excluders(board, 3);
  const numberOf = new Int8Array(81).fill(-1);
  for (const [i, cell] of cells.entries()) numberOf[cell] = i;
  for (let j = 1; j < cells.length; j++) {
    for (let i = 0; i < j; i++) {
      const [one, two] = [sets[i]!, sets[j]!];
      const both = [one[0]! & two[0]!, one[1]! & two[1]!, one[2]! & two[2]!] as const;
      if (membersIfTwo(...both).length === 0) continue;
      const thirds = thirdCells(board, one, two, cells[i]!, cells[j]!, numberOf);
      for (const third of thirds) {
        const set = sets[numberOf[third]!]!;
        const shared = membersIfTwo(both[0] & set[0]!, both[1] & set[1]!, both[2] & set[2]!);
        if (shared.length === 0) continue;
        const trio = [cells[i]!, cells[j]!, third] as const;
        const removals = excluded(board, trio, shared);
        if (removals.length === 0) continue;
        return {
          technique: 'Aligned Triplet Exclusion',
          rating: 7.5,
          removals,
          units: [],
          cells: [...trio, ...shared],
          digits: trio.reduce((all, cell) => all | candidates[cell]!, 0),
        };
      }
    }
  }
  return undefined;

  function thirdCells(_: Board, one: Int32Array, two: Int32Array, c1: number, c2: number, known: Int8Array): number[] {
    const found: number[] = [];
    for (const [cell, set, other] of [[c1, one, undefined], [c2, two, one]] as const) {
      for (const peer of shape.peers[cell]!) {
        if (peer === c1 || peer === c2 || known[peer]! < 0) continue;
        const band = Math.floor(peer / 27);
        const bit = 1 << (peer % 27);
        if (set[band]! & bit && !(other && other[band]! & bit)) found.push(peer);
      }
    }
    return found;
  }
}

/** What no possible triplet needs. */
function excluded(board: Board, trio: readonly [number, number, number], shared: readonly number[]): Removal[] {
  const { candidates, shape } = board;
  const [a, b, c] = trio;
  const [all0, all1, all2] = [candidates[a]!, candidates[b]!, candidates[c]!];
  const ab = shape.sees[a * 81 + b] === 1;
  const ac = shape.sees[a * 81 + c] === 1;
  const bc = shape.sees[b * 81 + c] === 1;
  const needs = shared.map((cell) => candidates[cell]!);
  let [seen0, seen1, seen2] = [0, 0, 0];
  for (const x of MEMBERS[all0]!) {
    for (const y of MEMBERS[all1]!) {
      if (ab && x === y) continue;
      const pair = (1 << x) | (1 << y);
      for (const z of MEMBERS[all2]!) {
        // known to be possible in all three places: nothing new to learn
        if ((seen0 >> x) & (seen1 >> y) & (seen2 >> z) & 1) continue;
        if ((ac && x === z) || (bc && y === z)) continue;
        const taken = pair | (1 << z);
        if (needs.some((need) => (need & ~taken) === 0)) continue;
        seen0 |= 1 << x;
        seen1 |= 1 << y;
        seen2 |= 1 << z;
      }
    }
  }
  return [
    { cell: a, digits: all0 & ~seen0 },
    { cell: b, digits: all1 & ~seen1 },
    { cell: c, digits: all2 & ~seen2 },
  ].filter(({ digits }) => COUNT[digits]! > 0);
}
