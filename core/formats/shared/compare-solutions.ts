import { VERDICT_OPEN } from '../../kernel/constants.ts';
import type { BatchResult } from '../../solver/engine.ts';
import type { Geometry } from '../../solver/geometry.ts';
import { givensAreConsistent } from '../../solver/givens.ts';
import { Status } from '../../solver/status.ts';
import type { Block } from './block.ts';
import { viewOf } from './digits.ts';
import { FieldContent, Verdict } from './file-solutions.ts';

/** Compares the solutions that a file brings for a block's puzzles with the result. */
export function compareSolutions(
  { fileSolutions, geometry, cells, count }: Block,
  result: BatchResult,
): void {
  const { statuses, solutions } = result;
  if (!fileSolutions || !geometry) return;
  const n = geometry.cells;
  const [theirView, ourView] = [viewOf(fileSolutions.cells), viewOf(solutions)];
  const verdicts = fileSolutions.verdicts.subarray(0, count);
  if (fileSolutions.compare) fileSolutions.compare(result, count, n);
  else verdicts.fill(VERDICT_OPEN);
  for (let p = verdicts.indexOf(VERDICT_OPEN); p >= 0; p = verdicts.indexOf(VERDICT_OPEN, p + 1)) {
    const at = p * n;
    const isSolved = statuses[p] === Status.solved;
    if (fileSolutions.contents[p] === FieldContent.nothing) fileSolutions.verdicts[p] = Verdict.fill;
    else if (fileSolutions.contents[p] === FieldContent.other) fileSolutions.verdicts[p] = Verdict.wrong;
    else if (isSolved && areSame(theirView, ourView, at, n)) fileSolutions.verdicts[p] = Verdict.right;
    else {
      const theirs = fileSolutions.cells.subarray(at, at + n);
      const ours = isSolved ? solutions.subarray(at, at + n) : undefined;
      fileSolutions.verdicts[p] = verdict(geometry, cells.subarray(at, at + n), theirs, ours);
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
