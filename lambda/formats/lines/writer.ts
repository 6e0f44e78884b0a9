import { type BatchResult, Status } from '../../solver/engine.ts';
import type { Block } from '../block.ts';
import type { Writer } from '../format.ts';
import { writeMarker } from '../marks.ts';
import type { LinesLayout } from './reader.ts';

/** Writes solutions over the puzzles: every other byte stays where it was. */
export function linesWriter(): Writer<LinesLayout> {
  return { batch };
}

function* batch(block: Block<LinesLayout>, result: BatchResult): Generator<Uint8Array> {
  for (const { start, end, kept, continued } of block.broken) {
    if (kept) continue;
    if (continued) block.bytes.fill(0x20, start, end);
    else writeMarker(block.bytes, start, end, Status.invalid);
  }
  if (block.geometry) overwrite(block, result, block.geometry.cells);
  yield block.bytes;
}

function overwrite(block: Block<LinesLayout>, result: BatchResult, cells: number): void {
  const { bytes, count } = block;
  const { at, symbols } = block.layout;
  const { statuses, solutions } = result;
  for (let p = 0, s = 0; p < count; p++) {
    const start = at[p]!;
    if (statuses[p] === Status.solved) {
      for (let end = s + cells, to = start; s < end; ) bytes[to++] = symbols[solutions[s++]!]!;
    } else {
      writeMarker(bytes, start, start + cells, statuses[p]!);
      s += cells;
    }
  }
}
