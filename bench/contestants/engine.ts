import { type BatchMode, batchResult, type Engine } from '../../core/solver/engine.ts';
import { engineFor } from '../../core/solver/engines.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { lanesKernels } from '../../core/solver/lanes/engine.ts';
import { Status } from '../../core/solver/status.ts';
import { plainEngine } from '../../test/core/solver/plain/engine.ts';
import { ownMs } from '../clock.ts';
import { type Answers, type Contestant, GAVE_UP, type Run, TASKS } from '../contestant.ts';
import { type PuzzleSet, puzzleOf } from '../puzzle-set.ts';

/** Guesses a puzzle: none of the sets comes near. */
const BUDGET = 1e9;

/** The engine that the project would choose. */
export const ours: Contestant = engineContestant('sudoku-batch', engineFor, () => true);

/** The engine without WebAssembly, where it is not the chosen one already. */
export const plain: Contestant = engineContestant(
  'plain engine',
  () => plainEngine,
  (shape) => engineFor(shape) !== plainEngine && shape.size <= 9,
);

function engineContestant(
  name: string,
  engine: (shape: Geometry) => Engine,
  accepts: (shape: Geometry) => boolean,
): Contestant {
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
