// `solveCells`: one grid as values, for callers who have bytes and need no text.

import { ruledGeometry } from '../formats/rules/read-rules.ts';
import { checkBytes, checkNumber } from '../options/describe-value.ts';
import { checkOptions } from '../options/option-text.ts';
import {
  type Boxes,
  DEFAULT_OPTIONS,
  OPTIONS,
  type SolutionsWanted,
  type Variant,
} from '../options/options.ts';
import { defaultBudget } from '../solver/engine/budget.ts';
import { batchResult } from '../solver/engine/engine.ts';
import { anyGeometry, GeometryError, geometry } from '../solver/model/geometry.ts';
import { type OutcomeName, Status, statusName } from '../solver/model/status.ts';
import { engineFor } from '../solver/solve/engines.ts';
import { type PuzzleRules, RULE_OPTIONS, splitRules } from './rule-options.ts';

/** How one puzzle is to be solved. */
export interface SolveCellsOptions extends PuzzleRules {
  /** The rules in addition to rows, columns and boxes. @default 'classic' */
  readonly variant?: Variant;
  /** Rows and columns of a box. @default square boxes, else the most nearly square ones that are wider than high */
  readonly boxes?: Boxes;
  /** What to find: the `first` solution, one that is proven `unique`, the `count` of solutions, or `all` of them. @default 'first' */
  readonly solutions?: SolutionsWanted;
  /** Number of solutions at which `count` and `all` stop. @default 1000 */
  readonly limit?: number;
  /** Guesses (for large grids, conflicts) after which the puzzle is given up as `unsolved`. @default by size */
  readonly budget?: number;
  /** `performance.now()` at which to give up. @default never */
  readonly deadline?: number;
}

/** The result of one puzzle. */
export interface SolveCellsResult {
  /** its outcome; `interrupted` if the deadline passed first */
  readonly status: OutcomeName | 'interrupted';
  /** none, one, or for `all` up to the limit in ascending order; size * size digits each */
  readonly solutions: Uint8Array[];
  /** solutions found, at most the limit */
  readonly count: number;
  /** guesses made; for large grids, conflicts */
  readonly guesses: number;
}

/** The options of files that also apply to a single grid. */
const SOLVE_OPTIONS = {
  variant: OPTIONS.variant,
  solutions: OPTIONS.solutions,
  limit: OPTIONS.limit,
  boxes: OPTIONS.boxes,
  budget: OPTIONS.budget,
};

/**
 * Solves one puzzle.
 *
 * @param cells row by row, 0 for empty; as many as a grid of size 4 to 36 has
 * @throws GeometryError if no grid has this number of cells or such boxes; OptionError for an unknown option or an invalid
 *   value; TypeError if `cells` is not a Uint8Array
 * @example
 * import { solveCells } from 'sudoku-batch';
 *
 * const puzzle = Uint8Array.of(1, 2, 0, 4, 3, 4, 0, 0, 2, 0, 4, 3, 4, 3, 0, 1);
 * const { status, solutions } = solveCells(puzzle, { solutions: 'unique' });
 * status; // => 'solved'
 * solutions[0].join(''); // => '1234341221434321'
 * solveCells(new Uint8Array(16), { solutions: 'count' }).count; // => 288
 * solveCells(new Uint8Array(16), { solutions: 'count', thermos: 'r1c1 r1c2 r1c3 r1c4' }).count; // => 12
 */
export function solveCells(cells: Uint8Array, options: SolveCellsOptions = {}): SolveCellsResult {
  checkBytes(cells, 'cells');
  const { options: others, rules } = splitRules(options);
  const size = Math.sqrt(cells.length);
  if (!Number.isInteger(size)) {
    throw new GeometryError(`expected size * size cells, such as 81, got ${cells.length}`);
  }
  const { deadline = Infinity, ...rest } = others;
  checkNumber(deadline, 'options.deadline');
  const given = checkOptions(rest, SOLVE_OPTIONS, [...RULE_OPTIONS, 'deadline']);
  const { solutions: wanted, limit } = { ...DEFAULT_OPTIONS, ...given };
  const found = rules.rulesFor(size);
  const shape = found
    ? ruledGeometry(anyGeometry(size, given.variant ?? 'classic', given.boxes), found)
    : geometry(size, given.variant, given.boxes);
  const engine = engineFor(shape);
  const most = wanted === 'count' || wanted === 'all' ? limit : undefined;
  const budget = given.budget ?? defaultBudget(shape, most, found !== undefined);
  const limits = { budget, deadline };

  if (wanted === 'all') {
    const solutions: Uint8Array[] = [];
    const listing = engine.list(shape, cells, { ...limits, limit });
    for (;;) {
      const step = listing.next();
      if (step.done) return { ...step.value, status: statusName(step.value.status), solutions };
      for (let at = 0; at < step.value.length; at += shape.cells) {
        solutions.push(step.value.slice(at, at + shape.cells));
      }
    }
  }

  const result = batchResult(shape, 1);
  engine.solveBatch({ geometry: shape, count: 1, cells }, { ...limits, mode: wanted, limit }, result);
  const status = result.statuses[0] as Status;
  return {
    status: statusName(status),
    solutions: status === Status.solved ? [result.solutions] : [],
    count: result.counts[0]!,
    guesses: result.guesses[0]!,
  };
}
