// Writers that put a solution, or a marker, in place of a puzzle of another length.

import type { BatchResult } from '../../solver/engine.ts';
import { Status } from '../../solver/status.ts';
import { type Block, recordsOf } from './block.ts';
import type { CellsLayout } from './cell-blocks.ts';
import { mark, markBroken } from './cell-writer.ts';
import type { Writer } from './format.ts';
import { Splicer } from './splicer.ts';

/** Writes the solution of puzzle `p`. */
type WriteSolution = (splicer: Splicer, block: Block<CellsLayout>, p: number, solution: Uint8Array) => void;

/** Writes solutions or markers in place of the puzzles, whatever their lengths. */
export function replacingWriter(write: WriteSolution): Writer<CellsLayout> {
  return {
    *batch(block, { statuses, solutions }: BatchResult) {
      const { layout, geometry } = block;
      const cells = geometry?.cells ?? 0;
      const splicer = new Splicer(block.bytes);
      for (const record of recordsOf(block)) {
        if (typeof record !== 'number') markBroken(splicer, record, false);
        else if (statuses[record] === Status.solved) {
          write(splicer, block, record, solutions.subarray(record * cells, (record + 1) * cells));
        } else mark(splicer, layout.tops[record]!, layout.bottoms[record]!, statuses[record]!, false);
      }
      yield splicer.finish();
    },
  };
}

/** A line's solution has a character for each cell. */
export const writeSolutionLine: WriteSolution = (splicer, { layout }, p, solution) => {
  const { symbols } = layout.kind!.symbolTable!;
  const line = solution.map((value) => symbols[value]!);
  splicer.replace(layout.tops[p]!, layout.bottoms[p]!, line);
};

/** Writes each solution on a line of its own, in place of the puzzle. */
export const solutionLines: Writer<CellsLayout> = replacingWriter(writeSolutionLine);
