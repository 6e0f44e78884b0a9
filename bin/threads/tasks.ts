// The tasks that threads do for commands: what is sent to a thread, what it returns, and the function that does each
// kind.
import { batchResult } from '../../core/solver/engine/engine.ts';
import { generateMatching } from '../../core/solver/generate-matching.ts';
import { rate, rounded } from '../../core/solver/grade/grade.ts';
import { type Geometry, hasOnlyUnits } from '../../core/solver/model/geometry.ts';
import type { Rule } from '../../core/solver/model/rule-kinds.ts';
import { geometryOf, type PlainGeometry } from '../../core/solver/model/shape.ts';
import { MISSES, type Requirements } from '../../core/solver/requirements.ts';
import { defaultBudget, engineFor } from '../../core/solver/solve/engines.ts';
import type { Rating } from '../../core/solver/steps/rating.ts';
import { chainTexts, stepText } from '../../core/solver/steps/step.ts';
import { type CanonicalForms, canonicalForms } from '../../core/solver/symmetry/canonical.ts';
import type { SentPuzzles } from '../records/whole-records.ts';
import { type Audited, type AuditTask, auditPuzzles } from './audit-records.ts';
import { type AugmentTask, augment, type Copies } from './augment.ts';
import { type ClassKeys, classKeys, type KeyTask } from './class-keys.ts';
import { computeFields, type FieldTask, type FieldValues } from './computed-fields.ts';
import { type Minimised, type MinimiseTask, minimise } from './minimise.ts';

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

/** A 64-bit hash as two numbers of 32 bits. */
export type Fingerprint = readonly [high: number, low: number];

export interface Made {
  readonly cells: Uint8Array;
  /** Rules that were drawn. */
  readonly rules: readonly Rule[];
  /** Regions that were drawn: that of each cell. */
  readonly regions: Uint8Array | undefined;
  /** Equal for equal puzzles: of the puzzle, or of its canonical form. */
  readonly key: Fingerprint;
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
export interface GradeTask {
  readonly kind: 'grade';
  readonly shape: PlainGeometry;
  /** grids one after another */
  readonly cells: Uint8Array;
  /** whether to list the steps of each solution */
  readonly path: boolean;
}

/** A rating, whose steps, if requested, are texts. */
export interface Graded extends Omit<Rating, 'steps'> {
  readonly path?: { readonly rating: number; readonly step: string; readonly chains?: string[] }[];
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

/** 9x9 puzzles or full grids whose canonical forms are to be found. */
export interface CanonicalTask extends SentPuzzles {
  readonly kind: 'canonical';
}

export type Task =
  | MakeTask
  | GradeTask
  | ProveTask
  | CanonicalTask
  | KeyTask
  | AugmentTask
  | FieldTask
  | AuditTask
  | MinimiseTask;

/** The result of a {@link ProveTask}: one entry for each puzzle. */
export interface Proofs {
  /** Status codes */
  readonly statuses: Uint8Array;
  /** solutions found; where the status is `unsolved`, those found before the budget was spent */
  readonly counts: Uint32Array;
}

export type TaskResult =
  | MakeResult
  | Graded[]
  | Proofs
  | CanonicalForms
  | ClassKeys
  | Copies
  | FieldValues
  | Audited
  | Minimised;

/** Does a task on the thread that calls it. */
export function doTask(task: Task): TaskResult {
  const shape = geometryOf(task.shape);
  switch (task.kind) {
    case 'make':
      return make(shape, task);
    case 'grade':
      return gradeAll(shape, task);
    case 'prove':
      return prove(shape, task);
    case 'canonical':
      return canonicalForms(task.cells);
    case 'keys':
      return classKeys(shape, task);
    case 'augment':
      return augment(shape, task);
    case 'fields':
      return computeFields(shape, task.cells, task.fields);
    case 'audit':
      return auditPuzzles(shape, task);
    case 'minimise':
      return minimise(shape, task);
  }
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
    const key = distinct ? canonicalForms(cells).forms : bytesOf(cells, geometry);
    made.push({ cells, rules, regions, key: fingerprint(key) });
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

function gradeAll(shape: Geometry, { cells, path }: GradeTask): Graded[] {
  return Array.from({ length: cells.length / shape.cells }, (_, i) => {
    const givens = cells.subarray(i * shape.cells, (i + 1) * shape.cells);
    const { steps, ...rating } = rate(shape, givens, { path });
    if (!path) return rating;
    const texts = steps.map((step) => {
      const chains = chainTexts(step);
      return { rating: rounded(step.rating), step: stepText(step), ...(chains.length > 0 && { chains }) };
    });
    return { ...rating, path: texts };
  });
}

// for the threads' entry point, which is no TypeScript
export { internalReason } from '../../core/kernel/internal-error.ts';

/** Hashes bytes with two 32-bit hashes that mix as MurmurHash3 does, with different constants. */
export function fingerprint(bytes: Uint8Array): Fingerprint {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < bytes.length; i++) {
    high = mix(high ^ bytes[i]!, 0xcc9e2d51, 15);
    low = mix(low ^ bytes[i]!, 0x1b873593, 13);
  }
  return [finish(high ^ low), finish(low)];
}

function mix(value: number, factor: number, turn: number): number {
  const product = Math.imul(value, factor);
  return (Math.imul((product << turn) | (product >>> (32 - turn)), 5) + 0xe6546b64) | 0;
}

function finish(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
