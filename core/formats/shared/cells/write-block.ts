import type { BatchResult } from '../../../solver/engine.ts';
import { MARKERS, Status } from '../../../solver/status.ts';
import { type Block, type BrokenRecord, recordsOf } from '../block.ts';
import { Splicer } from '../splicer.ts';
import type { CellsLayout } from './block-builder.ts';
import { fillIn, fillInPlace, isFixed } from './fill.ts';

/**
 * Writes solutions into the empty cells, and a marker in place of each record without one.
 * @param padded whether a marker is padded (or cut) to the width of what it replaces
 */
export function* writeBlock(
  block: Block<CellsLayout>,
  result: BatchResult,
  padded: boolean,
): Generator<Uint8Array> {
  const { geometry, layout, bytes, count } = block;
  const { statuses, solutions } = result;
  const cells = geometry?.cells ?? 0;
  let rest = block.broken.length;
  layout.alike?.fill(bytes, count, result);
  for (let p = 0; p < count; p++) {
    // most grids keep their length: they are filled in where they stand
    if (statuses[p] !== Status.solved || !fillInPlace(block, p, solutions)) rest++;
  }
  if (rest === 0) return yield bytes;

  const splicer = new Splicer(bytes);
  for (const record of recordsOf(block)) {
    if (typeof record !== 'number') markBroken(splicer, record, padded);
    else if (statuses[record] !== Status.solved) {
      mark(splicer, layout.tops[record]!, layout.bottoms[record]!, statuses[record]!, padded);
    } else if (!isFixed(block, record)) {
      fillIn(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
    }
  }
  yield splicer.finish();
}

/** Puts the marker of a broken record in its place. */
export function markBroken(splicer: Splicer, record: BrokenRecord, padded: boolean): void {
  const { start, end, kept, continued } = record;
  if (!kept) mark(splicer, start, end, continued ? Status.solved : Status.invalid, padded);
}

/** Puts the marker of a status in place of a stretch. */
export function mark(splicer: Splicer, start: number, end: number, status: number, padded: boolean): void {
  const marker = MARKERS[status] ?? '';
  const width = end - start;
  splicer.replace(start, end, Buffer.from(padded ? marker.slice(0, width).padEnd(width) : marker));
}
