// What `sudoku convert` writes puzzles to. `targets.ts` lists all formats.

import { RejectedFile } from '../../core/files/file-plan.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import type { Fields } from '../records/fields.ts';

/** Consecutive puzzles of one size, with what their records have besides. Valid until the next ones. */
export interface Puzzles {
  /** Of the grids; puzzles may have rules of their own beside. */
  readonly geometry: Geometry;
  /** The geometry of a puzzle, with its rules. */
  readonly shape: (puzzle: number) => Geometry;
  readonly count: number;
  /** count * geometry.cells values, 0 for empty */
  readonly cells: Uint8Array;
  /** The digits that the cells may have; undefined if puzzles have only givens. */
  readonly allowed: Uint32Array | undefined;
  /** The line of a puzzle in its file, from 1. */
  readonly line: (puzzle: number) => number;
  /** The full grid beside a puzzle. */
  readonly solution: (puzzle: number) => Uint8Array | undefined;
  /** Other columns or members by name. */
  readonly fields: (puzzle: number) => Fields;
  /** Whether fields are JSON values; otherwise they are texts. */
  readonly areJson: boolean;
}

/** Takes puzzles one batch after another. */
export interface Target {
  /** @throws RejectedFile if the target cannot hold the puzzles */
  write(puzzles: Puzzles): Promise<void>;
  /** Takes the columns of a file without puzzles, which are those of the target if no file has any. */
  columns?(names: readonly string[], hasSolutions: boolean): void;
  /** Publishes what has been written. @throws RejectedFile if it is incomplete; FailureError */
  commit(): Promise<void>;
  /** Removes what has been written; does nothing after commit. */
  discard(): void;
  /** The fields that have been left out, though the format can hold them, as the first records do not have them. */
  readonly omitted?: ReadonlySet<string>;
}

/** A format that can be written. */
export interface TargetFormat {
  /** The value of `--output`. */
  readonly name: string;
  /** Whether it has a place for solutions. */
  readonly holdsSolutions: boolean;
  /** The fields that it has a place for. */
  readonly holdsFields: 'all' | readonly string[];
  /** Set if it has a place for regions, but for no other rules. */
  readonly holdsRegions?: true;
  /** Set if it has a place for the candidates of puzzles that exclude more than their givens do. */
  readonly holdsCandidates?: true;
  /**
   * What it has no place for, in words; undefined if it holds puzzles of the geometry. By default it holds no rules but those of
   * the file's options.
   */
  missing?(geometry: Geometry): string | undefined;
  /** Set if a compression after the ending is no use, as programs could not read the file. */
  readonly isBinary?: true;
  /** Set if it cannot be written to standard output, as its front is written last. */
  readonly needsFile?: true;
  /** @throws UsageError or FailureError if it cannot be written */
  open(path: string): Promise<Target>;
}

/** @throws RejectedFile if grids have another size than those before them in an array */
export function refuseOtherSize(size: number, { geometry, line }: Puzzles): void {
  if (size === 0 || geometry.size === size) return;
  const got = geometry.size;
  throw new RejectedFile(
    `expected grids of one size in an array, got ${got}x${got} after ${size}x${size}`,
    line(0),
  );
}

/** The cells of a puzzle. */
export function cellsOf({ cells, geometry }: Puzzles, puzzle: number): Uint8Array {
  return cells.subarray(puzzle * geometry.cells, (puzzle + 1) * geometry.cells);
}
