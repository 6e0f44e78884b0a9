// Puzzles without redundant givens.
import type { Geometry } from '../../core/solver/geometry.ts';
import { redundantGivens } from '../../core/solver/minimal.ts';
import type { Shape } from '../../core/solver/shape.ts';
import { Status } from '../../core/solver/status.ts';
import { cellPlaces, withEmptied } from './cell-places.ts';
import { Random } from './morph.ts';

/** Records of puzzles to minimise. */
export interface MinimiseTask {
  readonly kind: 'minimise';
  readonly shape: Shape;
  readonly bytes: Uint8Array;
  /** Where each record begins and ends in `bytes`. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The number of each record's puzzle; -1 for none. */
  readonly puzzles: Int32Array;
  readonly cells: Uint8Array;
  /** of the values; undefined if cells are numbers */
  readonly symbols: string | undefined;
  /** guesses of each search; undefined for the default of the size */
  readonly budget: number | undefined;
  readonly seed: number;
  /** number of the first record in the whole input */
  readonly first: number;
}

/** What became of a record. */
export const MINIMISED = [
  'minimised',
  'wereMinimal',
  'invalid',
  'withoutOneSolution',
  /** the budget was spent: it may have more redundant givens, or none */
  'undecided',
  'notReplaceable',
] as const;

export interface Minimised {
  /** the text of each record from its start to its end, with empty cells in place of redundant givens */
  readonly texts: readonly Uint8Array[];
  /** of each record: an index of {@link MINIMISED} */
  readonly outcomes: Uint8Array;
  /** givens removed */
  readonly removed: number;
}

export function minimise(shape: Geometry, task: MinimiseTask): Minimised {
  let removed = 0;
  const texts = Array.from(task.starts, (start, i) => task.bytes.subarray(start, task.ends[i]!));
  const outcomeOf = (p: number, i: number): (typeof MINIMISED)[number] => {
    if (p < 0) return 'invalid';
    const puzzle = task.cells.subarray(p * shape.cells, (p + 1) * shape.cells);
    const numbers = new Random(task.seed, task.first + i);
    const random = (limit: number) => numbers.below(limit);
    const { status, cells, isCut } = redundantGivens(shape, puzzle, random, task.budget);
    if (status !== Status.solved) return status === Status.unsolved ? 'undecided' : 'withoutOneSolution';
    const places = cells.length > 0 ? cellPlaces(texts[i]!, puzzle, task.symbols) : undefined;
    if (cells.length > 0 && !places) return 'notReplaceable';
    if (places) texts[i] = withEmptied(texts[i]!, places, cells);
    removed += cells.length;
    if (isCut) return 'undecided';
    return cells.length === 0 ? 'wereMinimal' : 'minimised';
  };
  const outcomes = Uint8Array.from(task.puzzles, (p, i) => MINIMISED.indexOf(outcomeOf(p, i)));
  return { texts, outcomes, removed };
}
