// `solve`, `count` and `solutions`: one puzzle in any form, within a budget and a timeout.

import { MAX_COUNT, OPTIONS, type OptionEntry, oneOf, wholeNumber } from '../options/options.ts';
import { defaultBudget } from '../solver/engine/budget.ts';
import { type BatchResult, batchResult } from '../solver/engine/engine.ts';
import { hasOnlyUnits } from '../solver/model/geometry.ts';
import { type OutcomeName, Status, statusName } from '../solver/model/status.ts';
import { engineFor } from '../solver/solve/engines.ts';
import { type Conflict, conflictIn } from './conflict.ts';
import {
  optionsOf,
  type Puzzle,
  type ReadPuzzle,
  readPuzzle,
  SHAPE_OPTIONS,
  type ShapeOptions,
  type Solution,
} from './puzzle.ts';
import { type PuzzleRules, RULE_OPTIONS, splitRules } from './rule-options.ts';

/** Limits of a search. */
export interface SearchOptions extends ShapeOptions, PuzzleRules {
  /** Guesses (for large grids, conflicts) after which the puzzle is given up as `unsolved`. @default generous, by size */
  readonly budget?: number | undefined;
  /** Milliseconds after which the puzzle is given up as `unsolved`. @default none */
  readonly timeout?: number | undefined;
}

/** How to solve a puzzle. */
export interface SolveOptions extends SearchOptions {
  /** `unique` also searches for a second solution; `first` takes the first that it finds. @default 'unique' */
  readonly solutions?: 'unique' | 'first' | undefined;
}

/** How to count solutions. */
export interface CountOptions extends SearchOptions {
  /** Number of solutions at which counting stops. @default 1000 */
  readonly limit?: number | undefined;
}

/** Which solutions to list. */
export interface SolutionsOptions extends SearchOptions {
  /** Number of solutions after which the list ends. @default all */
  readonly limit?: number | undefined;
}

/** A puzzle that has no solution, or none that was found. */
export type SolveFailure =
  /** proven: nothing fits the givens */
  | {
      /** The outcome. */ readonly status: 'no-solution';
    }
  /** the givens, or the rules, contradict each other */
  | {
      /** The outcome. */
      readonly status: 'invalid';
      /** The first cell that breaks a rule. */
      readonly conflict: Conflict;
    }
  /** the puzzle has a rule that is not known */
  | {
      /** The outcome. */
      readonly status: 'unsupported';
      /** Which rule. */
      readonly reason: string;
    }
  /** the budget or the time was spent first: there may be a solution, or not */
  | {
      /** The outcome. */
      readonly status: 'unsolved';
      /** What was spent. */
      readonly reason: string;
    };

/** The outcome for one puzzle. `status` has the names of the markers in files. */
export type SolveResult<P = string> =
  /** with `solutions: 'first'`, there may be others */
  | {
      /** The outcome. */
      readonly status: 'solved';
      /** In the form of the puzzle. */
      readonly solution: Solution<P>;
    }
  /** `solution` is one of two or more */
  | {
      /** The outcome. */
      readonly status: 'not-unique';
      /** In the form of the puzzle. */
      readonly solution: Solution<P>;
    }
  | (SolveFailure & {
      /** In the form of the puzzle. */ readonly solution?: undefined;
    });

/** How many solutions there are. `count` is the number that was found; `isExact` is true if there are no more. */
export type CountResult = {
  /** Number of solutions that were found. */
  readonly count: number;
  /** Whether there are no more. */
  readonly isExact: boolean;
} & (
  | {
      /** The outcome. */ readonly status: 'solved';
    }
  | SolveFailure
);

const milliseconds: OptionEntry<number> = {
  kind: wholeNumber(0, MAX_COUNT, 'milliseconds'),
  help: '',
  places: ['call'],
};
/** The options of every search. */
export const SEARCH_OPTIONS = { ...SHAPE_OPTIONS, budget: OPTIONS.budget, timeout: milliseconds };
const SOLVE_OPTIONS = {
  ...SEARCH_OPTIONS,
  solutions: { ...OPTIONS.solutions, kind: oneOf('unique', 'first') },
};
const COUNT_OPTIONS = { ...SEARCH_OPTIONS, limit: OPTIONS.limit };

const SPENT = {
  budget: 'the search budget was spent first; the option budget raises it',
  time: 'the time was over first; the option timeout raises it',
} as const;

/** The `performance.now()` at which a search with a timeout in milliseconds stops. */
export function deadlineAfter(timeout: number | undefined): number {
  return timeout === undefined ? Number.POSITIVE_INFINITY : performance.now() + timeout;
}

/**
 * Solves one puzzle. The solution has the form of the puzzle: in a text, the empty cells are filled in.
 *
 * @param puzzle a string, rows, cells or a Uint8Array, of any size from 4x4 to 36x36
 * @throws PuzzleError for a value that holds no puzzle, TypeError for one that is none, GeometryError for boxes that do not fit,
 *   OptionError for an unknown option or an invalid value
 * @example
 * import { solve } from 'sudoku-batch';
 *
 * solve('12.434..2.4343.1'); // => { status: 'solved', solution: '1234341221434321' }
 * solve([[1, 2, 0, 4], [3, 4, 0, 0], [2, 0, 4, 3], [4, 3, 0, 1]]).solution[1]; // => [3, 4, 1, 2]
 * solve('1...............').status; // => 'not-unique'
 * solve('11..............').conflict.reason; // => 'expected different digits in row 1, got two of 1'
 * solve('1...............', { cages: [{ sum: 9, cells: ['r1c1', 'r1c2', 'r2c1', 'r2c2'] }] }).conflict.reason; // => 'the cage at r1c1 needs 4 different digits with sum 9'
 * solve('.Shape~4x4.~R1C1_1.~R2C3_2.Thermo~R1C1~R1C2~R1C3~R1C4').solution.slice(0, 4); // => '1234'
 * solve('1 23 23 4\n3 34 1 2\n2 1 34 34\n34 34 2 1').solution; // => '1 2  3  4\n3 4  1 2\n2 1 4  3 \n4  3  2 1'
 */
export function solve<P extends Puzzle>(puzzle: P, options: SolveOptions = {}): SolveResult<P> {
  const { options: others, rules } = splitRules(options);
  const { budget, timeout, solutions = 'unique', ...shape } = optionsOf(others, SOLVE_OPTIONS, RULE_OPTIONS);
  const read = readPuzzle(puzzle, shape, 'puzzle', rules);
  // a count of two finds a second solution, and keeps the first
  const [mode, limit] = solutions === 'first' ? (['first', 1] as const) : (['count', 2] as const);
  const result = search(read, mode, limit, budget, timeout);
  const status = result.statuses[0] as Status;
  if (status !== Status.solved) return failureOf(statusName(status), read);
  return { status: result.counts[0] === 2 ? 'not-unique' : 'solved', solution: read.write(result.solutions) };
}

/**
 * Counts the solutions of one puzzle.
 *
 * @throws as {@link solve}
 * @example
 * import { count } from 'sudoku-batch';
 *
 * count('................'); // => { status: 'solved', count: 288, isExact: true }
 * count('................', { limit: 100 }); // => { status: 'solved', count: 100, isExact: false }
 * count('1234........1...').count; // => 0
 */
export function count(puzzle: Puzzle, options: CountOptions = {}): CountResult {
  const { options: others, rules } = splitRules(options);
  const {
    budget,
    timeout,
    limit = OPTIONS.limit.default,
    ...shape
  } = optionsOf(others, COUNT_OPTIONS, RULE_OPTIONS);
  const read = readPuzzle(puzzle, shape, 'puzzle', rules);
  // one solution more than the limit shows whether the count is exact
  const result = search(read, 'count', Math.min(limit + 1, MAX_COUNT), budget, timeout);
  const status = result.statuses[0] as Status;
  const found = result.counts[0]!;
  if (status !== Status.solved) {
    const end = failureOf(statusName(status), read);
    return { ...end, count: Math.min(found, limit), isExact: end.status !== 'unsolved' };
  }
  return { status: 'solved', count: Math.min(found, limit), isExact: found <= limit };
}

/**
 * The solutions of one puzzle, in ascending order, found one after the other while you iterate: the first few of millions take
 * no longer than those of a puzzle with few.
 *
 * @throws as {@link solve}, at once; while iterating, SearchError if the budget or the time is spent before the end
 * @example
 * import { solutions } from 'sudoku-batch';
 *
 * for (const solution of solutions('12..............')) {
 *   solution; // => '1234341221434321'
 *   break;
 * }
 * [...solutions('12..............')].length; // => 24
 * solutions('.'.repeat(81)).take(3).toArray().length; // => 3
 */
export function solutions<P extends Puzzle>(
  puzzle: P,
  options: SolutionsOptions = {},
): Generator<Solution<P>, void, undefined> {
  const { options: others, rules } = splitRules(options);
  const {
    budget = MAX_COUNT,
    timeout,
    limit = MAX_COUNT,
    ...shape
  } = optionsOf(others, COUNT_OPTIONS, RULE_OPTIONS);
  const { geometry, cells, allowed, write } = readPuzzle(puzzle, shape, 'puzzle', rules);
  // the caller may change an array of bytes between two solutions
  const own = cells.slice();
  return (function* () {
    const limits = { budget, limit, deadline: deadlineAfter(timeout) };
    const listing = engineFor(geometry).list(geometry, own, limits, allowed);
    try {
      for (;;) {
        const { done, value } = listing.next();
        if (done) {
          if (value.status === Status.unsolved) throw new SearchError(SPENT.budget);
          if (value.status === Status.interrupted) throw new SearchError(SPENT.time);
          return;
        }
        for (let at = 0; at < value.length; at += geometry.cells)
          yield write(value.slice(at, at + geometry.cells));
      }
    } finally {
      // gives the engine's memory back if the caller stops early
      listing.return({ status: Status.interrupted, count: 0, guesses: 0 });
    }
  })();
}

/** A search that ended before its result: its budget, its time or its tries were spent. */
export class SearchError extends Error {
  /** `SearchError` */
  override readonly name = 'SearchError';
}

/** What a search needs of a puzzle that was read. */
type Searched = Pick<ReadPuzzle<unknown>, 'geometry' | 'cells' | 'allowed'>;

/** Searches one puzzle for its solution, or for as many as a limit. */
function search(
  { geometry, cells, allowed }: Searched,
  mode: 'first' | 'count',
  limit: number,
  budget = defaultBudget(geometry, limit, !hasOnlyUnits(geometry)),
  timeout?: number,
): BatchResult {
  const result = batchResult(geometry, 1);
  const limits = { mode, limit, budget, deadline: deadlineAfter(timeout) };
  engineFor(geometry).solveBatch({ geometry, count: 1, cells, allowed }, limits, result);
  return result;
}

/** The outcome of a search without a solution. */
export function failureOf(
  status: OutcomeName | 'interrupted',
  { geometry, cells, allowed }: Searched,
): SolveFailure {
  switch (status) {
    case 'invalid':
      return { status, conflict: conflictIn(geometry, cells, allowed)! };
    case 'unsupported':
      return { status, reason: `expected rules that are known, got ${geometry.unsupported}` };
    case 'no-solution':
      return { status };
    default:
      return { status: 'unsolved', reason: SPENT[status === 'interrupted' ? 'time' : 'budget'] };
  }
}
