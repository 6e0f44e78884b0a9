import { type BatchResult, Status } from '../../solver/engine.ts';
import type { Block } from '../block.ts';
import type { Writer } from '../format.ts';
import { writeMarker } from '../marks.ts';
import type { Kind } from './cells.ts';
import { viewOf, writeDigits } from './digits.ts';
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
  if (block.layout.kind) overwrite(block, result, block.layout.kind);
  yield block.bytes;
}

function overwrite(block: Block<LinesLayout>, result: BatchResult, kind: Kind): void {
  const { bytes, count } = block;
  const { at } = block.layout;
  const { statuses, solutions } = result;
  const { symbols } = kind.coding;
  const { cells } = kind.geometry;
  const input = viewOf(solutions);
  const output = viewOf(bytes);
  for (let p = 0; p < count; p++) {
    const start = at[p]!;
    if (statuses[p] !== Status.solved) writeMarker(bytes, start, start + cells, statuses[p]!);
    else if (kind.digits) writeDigits(input, p * cells, cells, output, start);
    else for (let i = 0; i < cells; i++) bytes[start + i] = symbols[solutions[p * cells + i]!]!;
  }
}
