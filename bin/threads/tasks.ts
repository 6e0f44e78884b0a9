import type { Variant } from '../../core/options/options.ts';
import { canonicalForm } from '../../core/solver/canonical.ts';
import { batchResult } from '../../core/solver/engine.ts';
import { defaultBudget, engineFor } from '../../core/solver/engines.ts';
import { generateMatching } from '../../core/solver/generate-matching.ts';
import { type Geometry, geometry } from '../../core/solver/geometry.ts';
import { rate, rounded } from '../../core/solver/grade/grade.ts';
import type { RatingStatus } from '../../core/solver/grade/rating.ts';
import { chainTexts, stepText } from '../../core/solver/grade/step.ts';
import { MISSES, type Requirements } from '../../core/solver/requirements.ts';
import { type Fingerprint, fingerprint } from './fingerprint.ts';

/** A geometry in words that a thread can be given. */
export interface Shape {
  readonly size: number;
  readonly variant: Variant;
  readonly boxes: { readonly rows: number; readonly columns: number };
}

/** Tries at an order: `count` of them from number `from` on. */
export interface MakeTask {
  readonly kind: 'make';
  readonly shape: Shape;
  readonly order: Omit<Requirements, 'geometry'>;
  readonly from: number;
  readonly count: number;
  /** whether to find the least form of each puzzle too */
  readonly distinct: boolean;
}

export interface Made {
  readonly cells: Uint8Array;
  /** of what no two puzzles are to have in common: the puzzle, or its least form */
  readonly key: Fingerprint;
}

/** Outcome of a try that made a puzzle. */
export const MADE = 0xff;

export interface MakeResult {
  /** puzzles, in the order of their tries */
  readonly made: Made[];
  /** of each try: MADE, or the number of what it lacks in MISSES */
  readonly outcomes: Uint8Array;
  /** how long it took */
  readonly ms: number;
}

/** Puzzles to grade: grids one after another. */
export interface GradeTask {
  readonly kind: 'grade';
  readonly shape: Shape;
  readonly cells: Uint8Array;
  readonly path: boolean;
}

/** A rating as it is written. */
export interface Graded {
  readonly status: RatingStatus;
  readonly er: number;
  readonly ep: number;
  readonly ed: number;
  readonly hardest?: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly path?: { readonly rating: number; readonly step: string; readonly chains?: string[] }[];
}

/** Puzzles whose solutions are to be counted, to tell none, one and more apart or further: grids one after another. */
export interface ProveTask {
  readonly kind: 'prove';
  readonly shape: Shape;
  readonly cells: Uint8Array;
  /** guesses for each; by size unless given */
  readonly budget: number | undefined;
  /** how far to count; undefined for as far as it takes to tell whether there is one solution: such a puzzle is `not-unique` */
  readonly limit: number | undefined;
}

export type Task = MakeTask | GradeTask | ProveTask;

/** Of a {@link ProveTask}, for each puzzle. */
export interface Proofs {
  /** Status codes */
  readonly statuses: Uint8Array;
  /** solutions found, until the budget was spent where the status is `unsolved` */
  readonly counts: Uint32Array;
}

export type TaskResult = MakeResult | Graded[] | Proofs;

/** Does a task, in whatever thread. */
export function doTask(task: MakeTask): MakeResult;
export function doTask(task: GradeTask): Graded[];
export function doTask(task: Task): TaskResult;
export function doTask(task: Task): TaskResult {
  const { size, variant, boxes } = task.shape;
  const shape = geometry(size, variant, boxes);
  if (task.kind === 'make') return make(shape, task);
  return task.kind === 'grade' ? gradeAll(shape, task) : prove(shape, task);
}

export function shapeOf({ size, variant, boxRows, boxColumns }: Geometry): Shape {
  return { size, variant, boxes: { rows: boxRows, columns: boxColumns } };
}

function make(shape: Geometry, { order, from, count, distinct }: MakeTask): MakeResult {
  const start = performance.now();
  const made: Made[] = [];
  const outcomes = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const tried = generateMatching({ ...order, geometry: shape }, from + i);
    outcomes[i] = typeof tried === 'string' ? MISSES.indexOf(tried) : MADE;
    if (typeof tried === 'string') continue;
    const key = distinct ? canonicalForm(tried.cells, tried.solution) : tried.cells;
    made.push({ cells: tried.cells, key: fingerprint(key) });
  }
  return { made, outcomes, ms: performance.now() - start };
}

function prove(shape: Geometry, { cells, budget = defaultBudget(shape), limit }: ProveTask): Proofs {
  const count = cells.length / shape.cells;
  const result = batchResult(shape, count);
  const mode = limit === undefined ? 'unique' : 'count';
  const options = { mode, budget, deadline: Infinity, limit: limit ?? 2 } as const;
  engineFor(shape).solveBatch({ geometry: shape, count, cells }, options, result);
  return { statuses: result.statuses, counts: result.counts };
}

function gradeAll(shape: Geometry, { cells, path }: GradeTask): Graded[] {
  return Array.from({ length: cells.length / shape.cells }, (_, i) => {
    const givens = cells.subarray(i * shape.cells, (i + 1) * shape.cells);
    const { status, er, ep, ed, hardest, counts, steps } = rate(shape, givens, { path });
    return {
      status,
      er,
      ep,
      ed,
      ...(hardest && { hardest }),
      counts: Object.fromEntries(counts),
      ...(path && {
        path: steps.map((step) => {
          const chains = chainTexts(step);
          return { rating: rounded(step.rating), step: stepText(step), ...(chains.length > 0 && { chains }) };
        }),
      }),
    };
  });
}
