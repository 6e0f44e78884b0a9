import { batchResult, type Engine } from '../../core/solver/engine.ts';
import { defaultBudget, engineFor } from '../../core/solver/engines.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { lanesKernels } from '../../core/solver/lanes/engine.ts';
import { Status } from '../../core/solver/status.ts';
import { plainEngine } from '../../test/core/solver/plain/engine.ts';
import { type Answers, type Contestant, GAVE_UP, type Run, type Task } from '../contestant.ts';
import type { PuzzleSet } from '../puzzle-set.ts';

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
    provesUnique: true,
    accepts,
    installed: () => Promise.resolve(true),
    prepare: (set, task) => prepare(engine(set.geometry), set, task),
  };
}

function prepare(engine: Engine, set: PuzzleSet, mode: Task): Run {
  const result = batchResult(set.geometry, set.count);
  const options = { mode, limit: 2, budget: defaultBudget(set.geometry), deadline: Infinity };
  let sweeps = 0;
  return {
    pass: () => {
      const before = sweepsMade();
      engine.solveBatch(set, options, result);
      sweeps = sweepsMade() - before;
    },
    answers: (): Answers => ({
      solutions: result.solutions,
      counts: Uint8Array.from(result.counts, (n, i) =>
        result.statuses[i] === Status.unsolved ? GAVE_UP : n,
      ),
      guesses: result.guesses,
      ...(sweeps > 0 && { sweeps }),
    }),
  };
}

function sweepsMade(): number {
  return 8 * lanesKernels.run((kernel) => kernel.sweepsMade());
}
