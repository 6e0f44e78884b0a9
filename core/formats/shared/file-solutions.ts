import { type BatchResult, Status } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { givensAreConsistent } from '../../solver/givens.ts';
import type { Block } from './block.ts';
import { viewOf } from './digits.ts';

/** What a record brings where a solution would stand. */
export const Told = { nothing: 0, grid: 1, other: 2 } as const;

/** How that compares with what was found. */
export const Verdict = {
  /** Nothing was told that could be wrong: the solution (or marker) is to be filled in. */
  fill: 0,
  /** It solves the puzzle: it stays. */
  right: 1,
  /** It solves the puzzle, but is not the solution that was found: it stays. */
  another: 2,
  /** It does not solve the puzzle: it is replaced. */
  wrong: 3,
} as const;

/** Solutions that a file brings for the puzzles of a block. */
export interface OwnSolutions {
  /** {@link Told} codes */
  readonly told: Uint8Array;
  /** count * geometry.cells values; 0 for a cell that is left empty */
  readonly cells: Uint8Array;
  /** {@link Verdict} codes, written by {@link judge} */
  readonly verdicts: Uint8Array;
}

/** Compares a block's own solutions with the result. */
export function judge({ own, geometry, cells, count }: Block, { statuses, solutions }: BatchResult): void {
  if (!own || !geometry) return;
  const n = geometry.cells;
  const [theirView, ourView] = [viewOf(own.cells), viewOf(solutions)];
  for (let p = 0; p < count; p++) {
    const at = p * n;
    const isSolved = statuses[p] === Status.solved;
    if (own.told[p] === Told.nothing) own.verdicts[p] = Verdict.fill;
    else if (own.told[p] === Told.other) own.verdicts[p] = Verdict.wrong;
    else if (isSolved && areSame(theirView, ourView, at, n)) own.verdicts[p] = Verdict.right;
    else {
      const theirs = own.cells.subarray(at, at + n);
      const ours = isSolved ? solutions.subarray(at, at + n) : undefined;
      own.verdicts[p] = verdict(geometry, cells.subarray(at, at + n), theirs, ours);
    }
  }
}

function areSame(a: DataView, b: DataView, from: number, length: number): boolean {
  const words = from + (length & ~3);
  // four cells at a time, as digits.ts reads them
  for (let i = from; i < words; i += 4) if (a.getInt32(i, true) !== b.getInt32(i, true)) return false;
  for (let i = words; i < from + length; i++) if (a.getUint8(i) !== b.getUint8(i)) return false;
  return true;
}

/** Of a grid that is not just the same as ours. */
function verdict(geometry: Geometry, givens: Uint8Array, theirs: Uint8Array, ours?: Uint8Array): number {
  if (theirs.includes(0)) {
    const agrees = !ours || theirs.every((value, i) => value === 0 || value === ours[i]);
    return agrees ? Verdict.fill : Verdict.wrong;
  }
  const fits = theirs.every((value, i) => givens[i] === 0 || givens[i] === value);
  if (!fits || !givensAreConsistent(geometry, theirs)) return Verdict.wrong;
  return ours ? Verdict.another : Verdict.right;
}
