import { describe, expect, test } from 'vitest';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { largeEngine } from '../../../../core/solver/large/engine.ts';
import { type Geometry, geometry, givensAreConsistent } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { casesOf } from '../../../cases.ts';
import { countByClingo } from '../clingo.ts';
import { isSolution } from '../puzzles.ts';

const SHAPES: { shape: Geometry; clues: number }[] = [
  { shape: geometry(6), clues: 9 },
  { shape: geometry(6, 'x', { rows: 3, columns: 2 }), clues: 8 },
  { shape: geometry(8), clues: 18 },
  { shape: geometry(10), clues: 34 },
  { shape: geometry(12), clues: 55 },
  { shape: geometry(12, 'x', { rows: 2, columns: 6 }), clues: 55 },
  { shape: geometry(16), clues: 105 },
];

const LIMIT = 20;

const seeds = Array.from({ length: casesOf(4) }, (_, i) => 11 + i);
describe.each(SHAPES.flatMap((each) => seeds.map((seed) => ({ ...each, seed }))))(
  '$shape.size x $shape.size $shape.variant, boxes $shape.boxRows x $shape.boxColumns, seed $seed',
  ({ shape, clues, seed }) => {
    const [one, other] = generateCells(shape, { seed, clues }).take(2).toArray();

    test.each([
      ['a puzzle with one solution', one!.cells],
      ['a puzzle that lacks a clue', withoutClue(one!.cells)],
      ['a puzzle that lacks more clues', withoutClue(withoutClue(other!.cells))],
      ['a puzzle with a clue changed', withClueChanged(shape, one!.cells, 0)],
      ['a puzzle with another clue changed', withClueChanged(shape, other!.cells, 7)],
    ])('agrees with a SAT solver on %s', async (_, cells) => {
      const counted = count(shape, cells);
      expect(counted.count).toBe(await countByClingo(shape, cells, LIMIT));
      expect(counted.status).toBe(counted.count > 0 ? Status.solved : Status.noSolution);
      if (counted.count > 0) expect(isSolution(shape, cells, counted.solution)).toBe(true);
    });
  },
);

function withoutClue(cells: Uint8Array): Uint8Array {
  return cells.with(
    cells.findIndex((digit) => digit !== 0),
    0,
  );
}

/** The `n`th clue that can become another digit without standing twice in a unit: most often no solution is left. */
function withClueChanged(shape: Geometry, cells: Uint8Array, n: number): Uint8Array {
  for (const [cell, given] of cells.entries()) {
    for (let digit = 1; given !== 0 && digit <= shape.size; digit++) {
      const changed = cells.with(cell, digit);
      if (digit !== given && givensAreConsistent(shape, changed) && n-- === 0) return changed;
    }
  }
  throw new Error('no clue can be changed');
}

function count(shape: Geometry, cells: Uint8Array) {
  const result = batchResult(shape, 1);
  largeEngine().solveBatch(
    { geometry: shape, count: 1, cells },
    { mode: 'count', limit: LIMIT, budget: 1e6, deadline: Infinity },
    result,
  );
  return { status: result.statuses[0] as Status, count: result.counts[0]!, solution: result.solutions };
}
