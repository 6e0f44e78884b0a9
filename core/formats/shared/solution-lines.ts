// Writers that put a solution, or a marker, in place of a puzzle of another length.

import type { CellsLayout } from './cell-blocks.ts';
import { splicedRecords, type WriteSolution } from './cell-writer.ts';
import type { Writer } from './format.ts';

/** Writes solutions or markers in place of the puzzles, whatever their lengths. */
export function replacingWriter(write: WriteSolution): Writer<CellsLayout> {
  return { batch: (block, result) => [splicedRecords(block, result, false, write)] };
}

/** A line's solution has a character for each cell. */
export const writeSolutionLine: WriteSolution = (splicer, { layout }, p, solution) => {
  const { symbols } = layout.kind!.symbolTable!;
  const line = solution.map((value) => symbols[value]!);
  splicer.replace(layout.tops[p]!, layout.bottoms[p]!, line);
};

/** Writes each solution on a line of its own, in place of the puzzle. */
export const solutionLines: Writer<CellsLayout> = replacingWriter(writeSolutionLine);
