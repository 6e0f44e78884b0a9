// Puzzles without redundant givens.
import { defaultBudget, solveOne } from '../../core/solver/engines.ts';
import type { Geometry } from '../../core/solver/geometry.ts';
import { Status } from '../../core/solver/status.ts';
import { EMPTIES, placesIn, randomNumbers } from './augment.ts';
import { redundantGivens } from './puzzle-facts.ts';
import type { Shape } from './shape.ts';

/** Records of 9x9 puzzles to minimise. */
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
  'notReplaceable',
] as const;

export interface Minimised {
  /** the bytes of the task with empty cells in place of redundant givens */
  readonly bytes: Uint8Array;
  /** of each record: an index of {@link MINIMISED} */
  readonly outcomes: Uint8Array;
  /** givens removed */
  readonly removed: number;
}

export function minimise(shape: Geometry, task: MinimiseTask): Minimised {
  const bytes = task.bytes.slice();
  let removed = 0;
  const outcomes = Uint8Array.from(task.puzzles, (p, i) => {
    if (p < 0) return MINIMISED.indexOf('invalid');
    const puzzle = task.cells.slice(p * shape.cells, (p + 1) * shape.cells);
    if (!isUnique(shape, puzzle)) return MINIMISED.indexOf('withoutOneSolution');
    const text = bytes.subarray(task.starts[i]!, task.ends[i]!);
    const found = placesIn(text, puzzle, 0);
    if (!found) return MINIMISED.indexOf('notReplaceable');
    const cells = removable(shape, puzzle, randomNumbers(task.seed, task.first + i));
    if (cells.length === 0) return MINIMISED.indexOf('wereMinimal');
    // a full grid has no empty cell that shows how the file writes one
    const empty = puzzle.includes(0) ? found.empty : EMPTIES[0]!;
    for (const cell of cells) text[found.places[cell]!] = empty;
    removed += cells.length;
    return MINIMISED.indexOf('minimised');
  });
  return { bytes, outcomes, removed };
}

/**
 * Cells whose givens can all be removed, found in a random order: none of the others can be removed then. A given that
 * cannot be removed from the whole puzzle never can, as fewer givens have no fewer solutions.
 */
function removable(shape: Geometry, puzzle: Uint8Array, random: (limit: number) => number): number[] {
  const candidates = redundantGivens(shape, puzzle);
  const left = puzzle.slice();
  const cells: number[] = [];
  for (let i = candidates.length; i > 0; i--) {
    const drawn = random(i);
    const cell = candidates[drawn]!;
    candidates[drawn] = candidates[i - 1]!;
    left[cell] = 0;
    if (isUnique(shape, left)) cells.push(cell);
    else left[cell] = puzzle[cell]!;
  }
  return cells;
}

function isUnique(shape: Geometry, cells: Uint8Array): boolean {
  return solveOne(shape, cells, 'unique', defaultBudget(shape)).status === Status.solved;
}
