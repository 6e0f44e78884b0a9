// The worker for a single puzzle.
import { RejectedFile } from '../../../core/browser.ts';
import { defaultBudget } from '../../../core/solver/engine/budget.ts';
import { batchResult } from '../../../core/solver/engine/engine.ts';
import { GeometryError } from '../../../core/solver/model/geometry.ts';
import { Status } from '../../../core/solver/model/status.ts';
import { engineFor } from '../../../core/solver/solve/engines.ts';
import { otherSolution } from '../../../core/solver/solve/minimal.ts';
import { geometryOf, type Puzzle } from '../shared/puzzle.ts';
import { rowsIn } from '../shared/rows.ts';
import { makePuzzle } from './make-puzzle.ts';
import type { CountOutcome, Outcome, Request, Response, TaskName, Tasks } from './protocol.ts';
import { readPuzzle } from './read-puzzle.ts';
import { walkOf } from './walk.ts';

/** Counters of solutions have 32 bits. */
const MOST = 2 ** 32 - 1;

type Report<N extends TaskName> = (value: Tasks[N]['reports']) => void;

function solve(puzzle: Puzzle, report: Report<'solve'>): Outcome {
  const shape = geometryOf(puzzle);
  const engine = engineFor(shape);
  const result = batchResult(shape, 1);
  const limits = { budget: 10 * defaultBudget(shape), deadline: Number.POSITIVE_INFINITY };
  const batch = { geometry: shape, count: 1, cells: puzzle.cells };
  engine.solveBatch(batch, { ...limits, mode: 'first', limit: 1 }, result);
  const status = result.statuses[0];
  if (status === Status.invalid) return { status: 'invalid' };
  if (status === Status.unsupported) return { status: 'unsupported' };
  if (status === Status.noSolution) return { status: 'no-solution' };
  if (status !== Status.solved) return { status: 'unsolved' };
  const solution = result.solutions.slice();
  report(solution);
  const other = otherSolution(shape, puzzle.cells, solution, limits.budget);
  const isProven = other?.length !== 0;
  return { status: 'solved', solution, other: isProven ? other : undefined, isProven };
}

function count(puzzle: Puzzle, report: Report<'count'>): CountOutcome {
  const shape = geometryOf(puzzle);
  const result = batchResult(shape, 1);
  engineFor(shape).solveBatch(
    { geometry: shape, count: 1, cells: puzzle.cells },
    {
      mode: 'count',
      limit: MOST,
      budget: MOST,
      deadline: Number.POSITIVE_INFINITY,
      onClock: (reached) => report(reached().solutions),
    },
    result,
  );
  const found = result.counts[0]!;
  return { count: found, isExact: found < MOST && result.statuses[0] !== Status.unsolved };
}

function walk(puzzle: Puzzle): Tasks['walk']['returns'] {
  const outcome = solve(puzzle, () => {});
  if (outcome.status !== 'solved') return outcome.status;
  if (outcome.other) return 'not-unique';
  if (!outcome.isProven) return 'unproven';
  const shape = geometryOf(puzzle);
  return walkOf(shape, puzzle.cells, outcome.solution, puzzle.symbols);
}

const TASKS: {
  readonly [N in TaskName]: (
    takes: Tasks[N]['takes'],
    report: Report<N>,
  ) => Tasks[N]['returns'] | Promise<Tasks[N]['returns']>;
} = { read: readPuzzle, rows: rowsIn, solve, count, walk, generate: makePuzzle };

const post = (message: Response) => self.postMessage(message);

/** Milliseconds between two reports. */
const EVERY = 100;

async function answer({ id, name, takes }: Request): Promise<void> {
  let last = 0;
  const report = (value: unknown) => {
    // the first solution is worth a message of its own
    if (typeof value === 'number' && performance.now() - last < EVERY) return;
    last = performance.now();
    post({ id, kind: 'reports', value });
  };
  try {
    post({
      id,
      kind: 'returns',
      value: await (TASKS[name] as (...args: unknown[]) => unknown)(takes, report),
    });
  } catch (error) {
    const { message } = error as Error;
    const isUserError = error instanceof RejectedFile || error instanceof GeometryError;
    post({ id, kind: 'throws', message, isUserError });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => void answer(data));
