// Our engines among the compared solvers: the one that the library chooses, and the one without WebAssembly.

import { type BatchMode, batchResult, type Engine } from '../../core/solver/engine/engine.ts';
import { lanesKernels } from '../../core/solver/lanes/engine.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { Status } from '../../core/solver/model/status.ts';
import { engineFor } from '../../core/solver/solve/engines.ts';
import { plainEngine } from '../../test/core/solver/plain/engine.ts';
import { type PuzzleSet, puzzleOf } from '../shared/puzzle-sets.ts';
import { ownMs } from '../shared/timing.ts';
import { type Answers, GAVE_UP, type Run, type Solver, TASKS } from './solver.ts';

/** Guesses per puzzle, far more than any of the sets needs. */
const BUDGET = 1e9;

/** The engine that the library chooses for the geometry. */
export const ours: Solver = engineSolver('sudoku-batch', engineFor, () => true);

/** The engine without WebAssembly, which the tests use as a reference. */
export const plain: Solver = engineSolver(
  'plain engine',
  () => plainEngine,
  (shape) => shape.size <= 9,
);

function engineSolver(
  name: string,
  engine: (shape: Geometry) => Engine,
  accepts: (shape: Geometry) => boolean,
): Solver {
  return {
    name,
    tasks: TASKS,
    clock: ownMs,
    accepts,
    installed: () => Promise.resolve(true),
    prepare: (set, task, limit) =>
      task === 'list'
        ? prepareList(engine(set.geometry), set, limit)
        : prepareBatch(engine(set.geometry), set, task, limit),
  };
}

function prepareBatch(engine: Engine, set: PuzzleSet, mode: BatchMode, limit: number): Run {
  const result = batchResult(set.geometry, set.count);
  const options = { mode, limit, budget: BUDGET, deadline: Infinity };
  let sweeps = 0;
  return {
    pass: () => {
      const before = sweepsMade();
      engine.solveBatch(set, options, result);
      sweeps = sweepsMade() - before;
    },
    answers: (): Answers => ({
      solutions: result.solutions,
      counts: result.counts.map((n, i) => (result.statuses[i] === Status.unsolved ? GAVE_UP : n)),
      guesses: result.guesses,
      ...(sweeps > 0 && { sweeps }),
    }),
  };
}

function prepareList(engine: Engine, set: PuzzleSet, limit: number): Run {
  const { cells: n } = set.geometry;
  const solutions = new Uint8Array(set.count * n);
  const counts = new Uint32Array(set.count);
  return {
    pass: () => {
      counts.fill(0);
      for (let i = 0; i < set.count; i++) {
        const options = { limit, budget: BUDGET, deadline: Infinity };
        for (const block of engine.list(set.geometry, puzzleOf(set, i), options)) {
          if (counts[i] === 0) solutions.set(block.subarray(0, n), i * n);
          counts[i]! += block.length / n;
        }
      }
    },
    answers: () => ({ solutions, counts }),
  };
}

function sweepsMade(): number {
  return 8 * lanesKernels.run((kernel) => kernel.sweepsMade());
}
