// What `sudoku convert` writes puzzles to. `targets.ts` lists all formats.

import { RejectedFile } from '../../core/files/file-plan.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import { allowedAt, restricts } from '../../core/solver/model/allowed.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import type { Fields } from '../records/fields.ts';
import { cellsAt, type RecordBatch } from '../records/whole-records.ts';

/** Records of a file, of which some are puzzles that the target has a place for. Valid until the next ones. */
export interface HeldRecords extends RecordBatch {
  readonly geometry: Geometry;
  /** The numbers of these records; others are left out. */
  readonly records: readonly number[];
  /** Other columns or members of a record by name. */
  readonly fields: (record: number) => Fields;
  /** Whether fields are JSON values; otherwise they are texts. */
  readonly areJson: boolean;
}

/** Takes puzzles one batch after another. */
export interface Target {
  /** @throws RejectedFile if the target cannot hold the puzzles */
  write(held: HeldRecords): Promise<void>;
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
export function refuseOtherSize(size: number, { geometry, lines, records }: HeldRecords): void {
  if (size === 0 || geometry.size === size) return;
  const got = geometry.size;
  throw new RejectedFile(
    `expected grids of one size in an array, got ${got}x${got} after ${size}x${size}`,
    lines[records[0]!]! + 1,
  );
}

/** The cells of a record. */
export function cellsOf(held: HeldRecords, record: number): Uint8Array {
  return cellsAt(held, held.puzzles[record]!);
}

/** The cells of all records, one grid after another. */
export function heldCells(held: HeldRecords): Uint8Array {
  if (held.records.length * held.geometry.cells === held.cells.length) return held.cells;
  return Buffer.concat(held.records.map((record) => cellsOf(held, record)));
}

/** The full grid beside a puzzle. */
export function solutionOf(
  { geometry, puzzles, solutions }: HeldRecords,
  record: number,
): Uint8Array | undefined {
  const puzzle = puzzles[record]!;
  if (solutions?.contents[puzzle] !== FieldContent.grid) return undefined;
  const solution = cellsAt({ geometry, cells: solutions.cells }, puzzle);
  return solution.includes(0) ? undefined : solution;
}

/** The digits that the cells of a record may have, if it excludes more than its givens do. */
export function restrictedOf(
  held: HeldRecords,
  record: number,
  geometry: Geometry = held.geometry,
): Uint32Array | undefined {
  const own = allowedAt(held.allowed, geometry, held.puzzles[record]!);
  return own && restricts(geometry, cellsOf(held, record), own) ? own : undefined;
}
