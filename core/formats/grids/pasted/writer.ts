import type { BatchResult } from '../../../solver/engine.ts';
import { MARKERS, Status } from '../../../solver/status.ts';
import type { Block } from '../../shared/block.ts';
import { Splicer } from '../../shared/splicer.ts';
import { filledCells, spareBefore } from './notation.ts';
import { decoded, type PastedLayout } from './reader.ts';

/**
 * Writes solutions as the givens are written, and a marker in place of each grid without one. Broken grids are preserved: in
 * a program they may be something else.
 */
export function* writePasted(block: Block<PastedLayout>, result: BatchResult): Generator<Uint8Array> {
  const { bytes, count, geometry, layout } = block;
  const { statuses, solutions } = result;
  const cells = geometry?.cells ?? 0;
  const splicer = new Splicer(bytes);
  for (let p = 0; p < count; p++) {
    if (statuses[p] === Status.solved) {
      fill(splicer, block, p, solutions.subarray(p * cells, (p + 1) * cells));
    } else {
      const [start, end] = [layout.tops[p]!, layout.bottoms[p]!];
      splicer.replace(start, end, Buffer.from(markerAt(bytes, start, statuses[p]!)));
    }
  }
  yield splicer.finish();
}

/** A marker, in quotes if it replaces a text or a list of a program. */
function markerAt(bytes: Uint8Array, start: number, status: number): string {
  const first = String.fromCharCode(bytes[start]!);
  const quote = first === "'" ? "'" : '"';
  return /["'[({]/.test(first) ? `${quote}${MARKERS[status]}${quote}` : MARKERS[status]!;
}

function fill(splicer: Splicer, block: Block<PastedLayout>, p: number, solution: Uint8Array): void {
  const { bytes, geometry, cells, alphabet, layout } = block;
  const { cellStarts, cellEnds } = layout;
  const first = p * geometry!.cells;
  const grid = {
    size: geometry!.size,
    values: cells.subarray(first, first + solution.length),
    symbols: alphabet?.symbols,
    text: (i: number) => decoded(bytes.subarray(cellStarts[first + i]!, cellEnds[first + i]!)),
    spareBefore: (i: number) => spareBefore((at) => String.fromCharCode(bytes[at]!), cellStarts[first + i]!),
  };
  for (const { cell, before, text } of filledCells(grid, solution)) {
    splicer.replace(cellStarts[first + cell]! - before, cellEnds[first + cell]!, Buffer.from(text));
  }
}
