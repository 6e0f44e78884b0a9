// Finds facts about puzzles. Few files request any and the searches are an eighth of the code, so the function's and the
// command line's bundles load this module on first use (build/plugins.ts).

import { type Alphabet, defaultAlphabet } from '../formats/shared/alphabet.ts';
import { GridText } from '../formats/shared/grid-text.ts';
import { latin1 } from '../formats/shared/latin1.ts';
import { ALL_FACTS, type AnyFact, type FactEntry, factEntry, type SearchedFact } from '../options/facts.ts';
import { type Batch, type BatchResult, batchResult, geometryAt } from '../solver/engine/engine.ts';
import type { FactValues } from '../solver/engine/facts.ts';
import { explain } from '../solver/explain/explain.ts';
import { gradedExplanation, rate } from '../solver/grade/grade.ts';
import { allowedAt, restricts } from '../solver/model/allowed.ts';
import { type Geometry, geometry } from '../solver/model/geometry.ts';
import { Status } from '../solver/model/status.ts';
import { engineFor } from '../solver/solve/engines.ts';
import { isMinimal } from '../solver/solve/minimal.ts';
import { isRated } from '../solver/steps/rating.ts';
import { hasMinlexForm } from '../solver/symmetry/canonical.ts';
import { classicForms } from '../solver/symmetry/equivalence.ts';

// The separately loaded copy of the module has its own copies of all that it imports: a geometry of the caller is a stranger to
// it, and is looked up again here.

export interface FactLimits {
  /** Guesses that each fact about a puzzle may cost. A fact that would cost more is not found. */
  readonly budget: number;
  /** `performance.now()` */
  readonly deadline: number;
  /** Called with the number of puzzles that are done. */
  readonly onPuzzle?: ((done: number) => void) | undefined;
}

/** Puzzles with the symbols that their file has for values, which sentences use; those by default if cells are numbers. */
export interface FactBatch extends Batch {
  readonly alphabet?: Pick<Alphabet, 'symbols'> | undefined;
}

/**
 * Fills the lists of `result.facts`, puzzle by puzzle.
 * @returns the number of puzzles whose facts are complete: all, unless the deadline passes
 */
export function fillFacts(batch: FactBatch, result: BatchResult, limits: FactLimits): number {
  const { size, variant, boxRows, boxColumns, regions, unfit } = batch.geometry;
  const isKnown = !regions && unfit === undefined;
  const shape = isKnown ? geometry(size, variant, { rows: boxRows, columns: boxColumns }) : batch.geometry;
  const facts = result.facts!;
  const names = ALL_FACTS.filter((name) => facts[name]);
  const finders = names.map((name) => ({
    name,
    entry: factEntry(name),
    list: facts[name] as unknown[],
    find: finderOf(name)({ ...batch, geometry: shape }, result, limits),
  }));
  for (let p = 0; p < batch.count; p++) {
    limits.onPuzzle?.(p);
    let isSearched = false;
    const own = allowedAt(batch.allowed, shape, p);
    const isRestricted = own !== undefined && restricts(geometryAt(batch, p), givensOf(batch, p), own);
    for (const { entry, list, find } of finders) {
      if (!canBeFound(entry, result.statuses[p]!, isRestricted)) continue;
      isSearched = true;
      list[p] = find(p);
    }
    // the clock takes longer than counting clues
    if (isSearched && limits.deadline !== Infinity && performance.now() >= limits.deadline) {
      for (const name of names) facts[name]!.length = p;
      return p;
    }
  }
  return batch.count;
}

/**
 * Whether puzzles with a status can have a fact.
 * @param isRestricted whether a puzzle excludes candidates beside its givens
 */
function canBeFound({ isOfGivens, needs }: FactEntry, status: number, isRestricted: boolean): boolean {
  if (isRestricted && isOfGivens) return false;
  if (needs === 'validity') return status !== Status.invalid && status !== Status.interrupted;
  return needs === undefined || status === Status.solved;
}

/** Finds a fact about puzzles of a batch by their indices, which ascend. */
type Finder<N extends AnyFact> = (
  batch: FactBatch,
  result: BatchResult,
  limits: FactLimits,
) => (p: number) => FactValues[N] | undefined;

function finderOf(name: AnyFact): Finder<AnyFact> {
  const { find } = factEntry(name);
  return find ? (batch) => (p) => find(givensOf(batch, p)) : FINDERS[name as SearchedFact];
}

const FINDERS: { readonly [N in SearchedFact]: Finder<N> } = {
  grade:
    (batch, { facts }, limits) =>
    (p) =>
      rate(batch.geometry, givensOf(batch, p), { ...limits, path: facts!.explain !== undefined }),
  canonical: canonicalFinder,
  minimal: (batch, _, limits) => (p) =>
    isMinimal(geometryAt(batch, p), givensOf(batch, p), { ...limits, total: limits.budget }),
  // by the techniques of grading if the puzzle has a rating, else by the techniques that apply to all grids
  explain:
    (batch, { facts, solutions }, limits) =>
    (p) => {
      const rating = facts!.grade?.[p];
      if (rating && !isRated(rating)) return undefined;
      if (rating) return gradedExplanation(batch.geometry, givensOf(batch, p), rating);
      if (!hasOneSolution(batch, p, limits)) return undefined;
      const allowed = allowedAt(batch.allowed, batch.geometry, p);
      const { symbols } = batch.alphabet ?? defaultAlphabet(batch.geometry.size);
      const solution = at(batch.geometry, solutions, p);
      return explain(geometryAt(batch, p), givensOf(batch, p), solution, { allowed, symbols });
    },
};

/** Whether a puzzle is proven to have one solution within the budget: steps towards one of several would prove nothing. */
function hasOneSolution(batch: Batch, p: number, { budget, deadline }: FactLimits): boolean {
  const shape = geometryAt(batch, p);
  const allowed = allowedAt(batch.allowed, batch.geometry, p);
  const one = { geometry: shape, count: 1, cells: givensOf(batch, p), ...(allowed && { allowed }) };
  const result = batchResult(shape, 1);
  engineFor(shape).solveBatch(one, { mode: 'unique', limit: 2, budget, deadline }, result);
  return result.statuses[0] === Status.solved;
}

function givensOf({ geometry: shape, cells }: Batch, p: number): Uint8Array {
  return at(shape, cells, p);
}

function at(shape: Geometry, cells: Uint8Array, p: number): Uint8Array {
  return cells.subarray(p * shape.cells, (p + 1) * shape.cells);
}

/** 9x9 puzzles whose forms are found in one call: a hundredth of a second at most, however symmetric they are. */
const FORMS_AT_ONCE = 64;

function canonicalFinder({ cells, count, geometry: shape }: Batch): (p: number) => string | undefined {
  let [from, to] = [0, 0];
  let found = classicForms(shape, new Uint8Array(0));
  const atOnce = hasMinlexForm(shape) ? FORMS_AT_ONCE : 1;
  const text = new GridText(shape);
  return (p) => {
    if (p >= to) {
      [from, to] = [p, Math.min(p + atOnce, count)];
      found = classicForms(shape, cells.subarray(from * shape.cells, to * shape.cells));
    }
    if (found.automorphisms[p - from] === 0) return undefined;
    return latin1(text.cells(found.forms, (p - from) * shape.cells), 0, shape.cells);
  };
}
