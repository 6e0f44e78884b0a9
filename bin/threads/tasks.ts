// The tasks that threads do for commands: what is sent to a thread, what it returns, and the function that does each
// kind.

import { defaultAlphabet } from '../../core/formats/shared/alphabet.ts';
import { defaultBudget } from '../../core/solver/engine/budget.ts';
import { batchResult } from '../../core/solver/engine/engine.ts';
import { generateMatching } from '../../core/solver/generate-matching.ts';
import { gradedStepsJson } from '../../core/solver/grade/grade.ts';
import { type Explained, solveByHand } from '../../core/solver/grade/solve-by-hand.ts';
import { allowedAt } from '../../core/solver/model/allowed.ts';
import { type Geometry, hasOnlyUnits } from '../../core/solver/model/geometry.ts';
import type { Rule } from '../../core/solver/model/rule-kinds.ts';
import { geometryOf, type PlainGeometry } from '../../core/solver/model/shape.ts';
import { MISSES, type Requirements } from '../../core/solver/requirements.ts';
import { engineFor } from '../../core/solver/solve/engines.ts';
import type { GradedStepJson, Rating } from '../../core/solver/steps/rating.ts';
import { canonicalForms } from '../../core/solver/symmetry/canonical.ts';
import { classicForms } from '../../core/solver/symmetry/equivalence.ts';
import type { SentPuzzles } from '../records/whole-records.ts';
import { auditPuzzles } from './audit-records.ts';
import { augment } from './augment.ts';
import { classKeys, hashBytes, KEY_WORDS } from './class-keys.ts';
import { computeFields, type FieldTask } from './computed-fields.ts';
import { minimise } from './minimise.ts';

/** Attempts to make a puzzle: `count` of them, starting with number `from`. */
export interface MakeTask {
  readonly kind: 'make';
  readonly shape: PlainGeometry;
  readonly requirements: Omit<Requirements, 'geometry'>;
  readonly from: number;
  readonly count: number;
  /** whether puzzles that become the same by symmetries or renaming count as one */
  readonly distinct: boolean;
}

export interface Made {
  readonly cells: Uint8Array;
  /** Rules that were drawn. */
  readonly rules: readonly Rule[];
  /** Regions that were drawn: that of each cell. */
  readonly regions: Uint8Array | undefined;
  /** Equal for equal puzzles: the first two words of a hash of the puzzle, or of its canonical form. */
  readonly key: Uint32Array;
}

/** Outcome of an attempt that made a puzzle. */
export const MADE = 0xff;

export interface MakeResult {
  /** puzzles, by attempt */
  readonly made: Made[];
  /** of each attempt: MADE, or the index in MISSES of the requirement that it missed */
  readonly outcomes: Uint8Array;
  readonly milliseconds: number;
}

/** Puzzles to grade. */
export interface GradeTask extends SentPuzzles {
  readonly kind: 'grade';
  /** the digits that their cells may have; undefined if they have only givens */
  readonly allowed?: Uint32Array | undefined;
  /** whether to list the steps of each solution */
  readonly path: boolean;
}

/** A rating, whose steps, if requested, are texts. */
export interface Graded extends Omit<Rating, 'steps'> {
  readonly path?: (Pick<GradedStepJson, 'rating' | 'why' | 'chains'> & { readonly step: string })[];
}

/** Puzzles whose solutions are to be counted, which proves a claim about them. */
export interface ProveTask extends SentPuzzles {
  readonly kind: 'prove';
  /** the digits that their cells may have; undefined if they have only givens */
  readonly allowed?: Uint32Array | undefined;
  /** guesses for each puzzle; undefined for the default of its size */
  readonly budget: number | undefined;
  /** solutions to count up to; undefined stops at the second, and the puzzle is `not-unique` */
  readonly limit: number | undefined;
}

/** Puzzles or full grids whose canonical forms are to be found. */
export interface CanonicalTask extends SentPuzzles {
  readonly kind: 'canonical';
}

/** The result of a {@link ProveTask}: one entry for each puzzle. */
export interface Proofs {
  /** Status codes */
  readonly statuses: Uint8Array;
  /** solutions found; where the status is `unsolved`, those found before the budget was spent */
  readonly counts: Uint32Array;
}

/** What does a task of each kind. */
const KINDS = {
  make,
  grade: gradeAll,
  prove,
  canonical: (shape: Geometry, { cells }: CanonicalTask) => classicForms(shape, cells),
  keys: classKeys,
  augment,
  fields: (shape: Geometry, { cells, fields }: FieldTask) => computeFields(shape, cells, fields),
  audit: auditPuzzles,
  minimise,
} as const;

type Kinds = typeof KINDS;

export type Task = Parameters<Kinds[keyof Kinds]>[1];

/** The result of a kind of task. */
export type Result<T extends Task> = ReturnType<Kinds[T['kind']]>;

/** Does a task on the thread that calls it. */
export function doTask<T extends Task>(task: T): Result<T> {
  const run: (shape: Geometry, task: never) => unknown = KINDS[task.kind];
  return run(geometryOf(task.shape), task as never) as Result<T>;
}

function make(shape: Geometry, { requirements, from, count, distinct }: MakeTask): MakeResult {
  const start = performance.now();
  const made: Made[] = [];
  const outcomes = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const tried = generateMatching({ ...requirements, geometry: shape }, from + i);
    outcomes[i] = typeof tried === 'string' ? MISSES.indexOf(tried) : MADE;
    if (typeof tried === 'string') continue;
    const { cells, geometry } = tried;
    const { rules, regions } = geometry;
    const key = new Uint32Array(KEY_WORDS);
    hashBytes(distinct ? canonicalForms(cells).forms : bytesOf(cells, geometry), key, 0);
    made.push({ cells, rules, regions, key: key.slice(0, 2) });
  }
  return { made, outcomes, milliseconds: performance.now() - start };
}

/** The bytes of a puzzle and of what was drawn for it. */
function bytesOf(cells: Uint8Array, { rules, regions }: Geometry): Uint8Array {
  if (rules.length === 0 && !regions) return cells;
  return Buffer.concat([cells, regions ?? new Uint8Array(0), Buffer.from(JSON.stringify(rules))]);
}

function prove(shape: Geometry, { cells, allowed, budget: given, limit }: ProveTask): Proofs {
  const budget = given ?? defaultBudget(shape, limit, !hasOnlyUnits(shape));
  const count = cells.length / shape.cells;
  const result = batchResult(shape, count);
  const mode = limit === undefined ? 'unique' : 'count';
  const options = { mode, budget, deadline: Infinity, limit: limit ?? 2 } as const;
  engineFor(shape).solveBatch({ geometry: shape, count, cells, allowed }, options, result);
  return { statuses: result.statuses, counts: result.counts };
}

function gradeAll(shape: Geometry, { cells, allowed, path }: GradeTask): (Graded | Explained)[] {
  // rows have the puzzles in these symbols
  const { symbols } = defaultAlphabet(shape.size);
  return Array.from({ length: cells.length / shape.cells }, (_, i) => {
    const givens = cells.subarray(i * shape.cells, (i + 1) * shape.cells);
    const solved = solveByHand(shape, givens, { path, symbols, allowed: allowedAt(allowed, shape, i) });
    if ('difficulty' in solved) return solved;
    const { steps, ...rating } = solved;
    if (!path) return rating;
    const told = gradedStepsJson(shape, givens, steps).map(({ rating: rated, text, why, chains }) => {
      return { rating: rated, step: text, why, ...(chains && { chains }) };
    });
    return { ...rating, path: told };
  });
}
