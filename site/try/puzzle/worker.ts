// The worker for a single puzzle.
import { RejectedFile } from '../../../core/browser.ts';
import { defaultBudget } from '../../../core/solver/engine/budget.ts';
import { batchResult } from '../../../core/solver/engine/engine.ts';
import { GeometryError } from '../../../core/solver/model/geometry.ts';
import { Status } from '../../../core/solver/model/status.ts';
import { engineFor } from '../../../core/solver/solve/engines.ts';
import { otherSolution } from '../../../core/solver/solve/minimal.ts';
import { digitsOf } from '../shared/grid.ts';
import { geometryOf, type Puzzle } from '../shared/puzzle.ts';
import { rowsIn } from '../shared/rows.ts';
import { bitOf } from './candidates.ts';
import { makePuzzle } from './make-puzzle.ts';
import type { Position } from './position.ts';
import type {
  Checked,
  CountOutcome,
  Hint,
  Mistakes,
  NoSteps,
  Outcome,
  Request,
  Response,
  Solved,
  TaskName,
  Tasks,
} from './protocol.ts';
import { readPuzzle } from './read-puzzle.ts';
import { nextStep, walkOf } from './walk.ts';

/** Counters of solutions have 32 bits. */
const MOST = 2 ** 32 - 1;

type Report<N extends TaskName> = (value: Tasks[N]['reports']) => void;

function solve(puzzle: Puzzle, report: Report<'solve'>): Outcome {
  const outcome = solveTimed(puzzle, report);
  // the first time includes the compilation of the solver
  if (outcome.status !== 'solved' || outcome.milliseconds > QUICK) return outcome;
  return solveTimed(puzzle, () => {});
}

/** Milliseconds up to which a puzzle is solved once more to be timed. */
const QUICK = 200;

function solveTimed(puzzle: Puzzle, report: Report<'solve'>): Outcome {
  const shape = geometryOf(puzzle);
  const engine = engineFor(shape);
  const result = batchResult(shape, 1);
  const limits = { budget: 10 * defaultBudget(shape), deadline: Number.POSITIVE_INFINITY };
  const batch = { geometry: shape, count: 1, cells: puzzle.cells };
  const begun = performance.now();
  engine.solveBatch(batch, { ...limits, mode: 'first', limit: 1 }, result);
  const status = result.statuses[0];
  if (status === Status.invalid) return { status: 'invalid' };
  if (status === Status.unsupported) return { status: 'unsupported' };
  if (status === Status.noSolution) return { status: 'no-solution' };
  if (status !== Status.solved) return { status: 'unsolved' };
  const solution = result.solutions.slice();
  report(solution);
  const other = otherSolution(shape, puzzle.cells, solution, limits.budget);
  const milliseconds = performance.now() - begun;
  const isProven = other?.length !== 0;
  return { status: 'solved', solution, other: isProven ? other : undefined, isProven, milliseconds };
}

/** The only solution of a puzzle, or why there is none. */
function onlySolution(puzzle: Puzzle): Solved | NoSteps {
  const outcome = solveTimed(puzzle, () => {});
  if (outcome.status !== 'solved') return outcome.status;
  if (outcome.other) return 'not-unique';
  return outcome.isProven ? outcome : 'unproven';
}

function mistakesIn({ puzzle, digits, removed }: Position, solution: Uint8Array): Mistakes {
  const cells = [...solution.keys()];
  return {
    wrong: cells.filter((cell) => digits[cell] !== 0 && digits[cell] !== solution[cell]),
    lost: cells.filter(
      (cell) => puzzle.cells[cell] === 0 && digits[cell] === 0 && removed[cell]! & bitOf(solution[cell]!),
    ),
  };
}

function check(position: Position): Checked {
  const { puzzle, digits } = position;
  const found = onlySolution(puzzle);
  if (found === 'not-unique' || found === 'unproven') {
    const filled = solveTimed({ ...puzzle, cells: digitsOf({ clues: puzzle.cells, digits }) }, () => {});
    const isPossible = filled.status === 'unsolved' ? undefined : filled.status === 'solved';
    return { kind: found === 'unproven' ? 'unproven' : 'several', isPossible };
  }
  if (typeof found === 'string') return { kind: 'none', reason: found };
  return { kind: 'unique', ...mistakesIn(position, found.solution) };
}

function hint(position: Position): Hint {
  const { puzzle, digits, removed } = position;
  const found = onlySolution(puzzle);
  if (typeof found === 'string') return { kind: 'none', reason: found };
  const mistakes = mistakesIn(position, found.solution);
  if (mistakes.wrong.length + mistakes.lost.length > 0) return { kind: 'mistakes', ...mistakes };
  const filled = digitsOf({ clues: puzzle.cells, digits });
  if (filled.every((value) => value > 0)) return { kind: 'full' };
  const step = nextStep(geometryOf(puzzle), filled, found.solution, removed, puzzle.symbols);
  return step ? { kind: 'step', step } : { kind: 'beyond' };
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
  const found = onlySolution(puzzle);
  if (typeof found === 'string') return found;
  return walkOf(geometryOf(puzzle), puzzle.cells, found.solution, puzzle.symbols);
}

const TASKS: {
  readonly [N in TaskName]: (
    takes: Tasks[N]['takes'],
    report: Report<N>,
  ) => Tasks[N]['returns'] | Promise<Tasks[N]['returns']>;
} = { read: readPuzzle, rows: rowsIn, solve, count, check, hint, walk, generate: makePuzzle };

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
