import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import type { Block } from '../shared/block.ts';
import { SPACE } from '../shared/bytes.ts';
import type { Writer } from '../shared/format.ts';
import { writeMarker } from '../shared/markers.ts';
import type { PackedKind } from './cells.ts';
import type { LinesLayout } from './reader.ts';

/** Writes solutions over the puzzles: every other byte stays where it was. */
export function linesWriter(): Writer<LinesLayout> {
  return { batch };
}

function* batch(block: Block<LinesLayout>, result: BatchResult): Generator<Uint8Array> {
  const { bytes, broken, layout } = block;
  if (layout.kind) overwrite(block, result, layout.kind);
  for (const { start, end, kept, continued } of broken) {
    if (kept) continue;
    if (continued) bytes.fill(SPACE, start, end);
    else writeMarker(bytes, start, end, Status.invalid);
  }
  yield bytes;
}

function overwrite(
  block: Block<LinesLayout>,
  result: BatchResult,
  { digits, symbolTable, geometry }: PackedKind,
): void {
  const { bytes, count, layout } = block;
  const { offsets, kernel, origin } = layout;
  const { statuses, solutions } = result;
  const { cells } = geometry;
  // most blocks are done with that
  if (digits && kernel.write(bytes, origin, count, cells, result) === count) return;
  for (let p = 0; p < count; p++) {
    const start = offsets[p]!;
    if (statuses[p] !== Status.solved) writeMarker(bytes, start, start + cells, statuses[p]!);
    else if (!digits) {
      for (let i = 0; i < cells; i++) bytes[start + i] = symbolTable.symbols[solutions[p * cells + i]!]!;
    }
  }
}
