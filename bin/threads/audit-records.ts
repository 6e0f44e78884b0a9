// What an audit finds out about puzzles and the solutions beside them.
import { FieldContent } from '../../core/formats/shared/block.ts';
import { cluesIn } from '../../core/options/facts.ts';
import { type Geometry, givensAreConsistent } from '../../core/solver/model/geometry.ts';
import { Status } from '../../core/solver/model/status.ts';
import type { RecordBatch, SentPuzzles } from '../records/whole-records.ts';
import { pairKeys } from './class-keys.ts';
import { computeFields, type FieldValues } from './computed-fields.ts';

/** Puzzles to audit. */
export interface AuditTask extends SentPuzzles, Pick<RecordBatch, 'solutions'> {
  readonly kind: 'audit';
  /** whether to rate the puzzles */
  readonly grade: boolean;
}

/** One entry for each puzzle. */
export interface Audited {
  /** four words each: of the puzzle's class, and of the class of its solution, which is meaningful if it has exactly one */
  readonly puzzleKeys: Uint32Array;
  readonly gridKeys: Uint32Array;
  /** Status codes */
  readonly statuses: Uint8Array;
  /** 1 if the puzzle or its only solution is compared cell by cell */
  readonly byCells: Uint8Array;
  /** 1 if the solution beside the puzzle is none */
  readonly wrong: Uint8Array;
  readonly clues: Uint16Array;
  /** ER, if requested; undefined for puzzles without a rating */
  readonly ratings: FieldValues[string] | undefined;
}

export function auditPuzzles(shape: Geometry, { cells, solutions, grade }: AuditTask): Audited {
  const { puzzle, grid } = pairKeys(shape, cells);
  const { statuses } = grid;
  const byCells = puzzle.byCells.map((is, p) => is | (statuses[p] === Status.solved ? grid.byCells[p]! : 0));
  const count = statuses.length;
  const at = (all: Uint8Array, p: number) => all.subarray(p * shape.cells, (p + 1) * shape.cells);
  const wrong = new Uint8Array(count).map((_, p) => {
    const content = solutions?.contents[p];
    if (content === FieldContent.grid)
      return isSolution(shape, at(cells, p), at(solutions!.cells, p)) ? 0 : 1;
    return content === FieldContent.other ? 1 : 0;
  });
  const clues = new Uint16Array(count).map((_, p) => cluesIn(at(cells, p)));
  const { er } = grade ? computeFields(shape, cells, ['er']) : {};
  return {
    puzzleKeys: puzzle.keys,
    gridKeys: grid.keys,
    statuses,
    byCells,
    wrong,
    clues,
    ratings: er,
  };
}

/** Whether a full grid solves a puzzle. */
export function isSolution(shape: Geometry, puzzle: Uint8Array, solution: Uint8Array): boolean {
  return (
    !solution.includes(0) &&
    puzzle.every((digit, cell) => digit === 0 || digit === solution[cell]) &&
    givensAreConsistent(shape, solution)
  );
}
