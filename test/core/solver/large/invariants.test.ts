import { describe, expect, test } from 'vitest';
import { KernelPool } from '../../../../core/kernel/kernel.ts';
import { batchResult } from '../../../../core/solver/engine/engine.ts';
import { generateCells } from '../../../../core/solver/generate-cells.ts';
import { engineOn, largeEngine } from '../../../../core/solver/large/engine.ts';
import { largeKernelFactory } from '../../../../core/solver/large/search.ts';
import { type Geometry, geometry } from '../../../../core/solver/model/geometry.ts';
import { Status } from '../../../../core/solver/model/status.ts';
import { isSolution } from '../puzzles.ts';
import { code as debugCode } from './debug-kernel.generated.ts';

// The debug build throws when an invariant of trail, groups, clauses or watches does not hold, or when it learns
// something that rules out the witness.
const kernel = largeKernelFactory(debugCode)();
const debugEngine = engineOn(new KernelPool(() => kernel));

const NO_LIMITS = { budget: 1e6, deadline: Infinity };

const SHAPES: { shape: Geometry; clues: number; puzzles: number }[] = [
  { shape: geometry(6), clues: 8, puzzles: 20 },
  { shape: geometry(8, 'x'), clues: 14, puzzles: 10 },
  { shape: geometry(9), clues: 0, puzzles: 20 },
  { shape: geometry(10), clues: 0, puzzles: 5 },
  { shape: geometry(12, 'x', { rows: 4, columns: 3 }), clues: 40, puzzles: 4 },
  { shape: geometry(16), clues: 95, puzzles: 3 },
];

describe.each(SHAPES)('$shape.size x $shape.size $shape.variant', ({ shape, clues, puzzles }) => {
  const made = generateCells(shape, { seed: 5, clues }).take(puzzles).toArray();

  test('invariants hold while a puzzle is proven unique', () => {
    for (const { cells, solution } of made) {
      kernel.setWitness(solution);
      expect(ask(shape, cells, 'unique', 2)).toMatchObject({ status: Status.solved, count: 1, solution });
    }
  });

  test('invariants hold while solutions are counted, excluded by clauses first and by flipped decisions later', () => {
    for (const { cells, solution } of made) {
      kernel.setWitness(solution);
      const some = without(cells, 3);
      const counted = ask(shape, some, 'count', 200);
      const listed = debugEngine.list(shape, some, { ...NO_LIMITS, limit: 200 }).toArray();
      const solutions = listed.reduce((sum, { length }) => sum + length / shape.cells, 0);
      expect(counted).toMatchObject({ status: Status.solved, count: solutions });
      expect(counted.count).toBeGreaterThan(1);
      expect(isSolution(shape, some, counted.solution)).toBe(true);
    }
  });

  test('invariants hold while solutions are listed in order', () => {
    for (const { cells, solution } of made) {
      kernel.setWitness(solution);
      const some = without(cells, 4);
      const listed = debugEngine.list(shape, some, { ...NO_LIMITS, limit: 40 }).toArray();
      const expected = largeEngine()
        .list(shape, some, { ...NO_LIMITS, limit: 100_000 })
        .take(40)
        .toArray();
      expect(listed).toEqual(expected);
    }
  });
});

test('the debug build notices a clause that rules out its witness', () => {
  const shape = geometry(16);
  const askWithFalseWitnesses = () => {
    for (const { cells, solution } of generateCells(shape, { seed: 5, clues: 90 }).take(3)) {
      kernel.setWitness(solution.map((digit) => (digit % 16) + 1));
      ask(shape, cells, 'unique', 2);
    }
  };
  expect(askWithFalseWitnesses).toThrow('broke an invariant');
  kernel.setWitness(undefined);
});

/** The puzzle without every `n`th of its clues. */
function without(cells: Uint8Array, n: number): Uint8Array {
  let clue = 0;
  return cells.map((digit) => (digit !== 0 && clue++ % n === 0 ? 0 : digit));
}

function ask(shape: Geometry, cells: Uint8Array, mode: 'unique' | 'count', limit: number) {
  const result = batchResult(shape, 1);
  debugEngine.solveBatch({ geometry: shape, count: 1, cells }, { ...NO_LIMITS, mode, limit }, result);
  return { status: result.statuses[0] as Status, count: result.counts[0], solution: result.solutions };
}
