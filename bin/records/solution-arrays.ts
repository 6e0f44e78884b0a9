// Arrays of solutions beside arrays of puzzles: in archives of NumPy, and in folders of training sets for HRM and TRM.

import { basename } from 'node:path';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { FieldContent } from '../../core/formats/shared/block.ts';
import type { PartialOptions } from '../../core/options/options.ts';
import { type ArchivedFile, solutionsWithin } from '../files/archive-files.ts';
import { type InputFile, type PlannedFile, planInput } from '../files/inputs.ts';
import { cellsAt, type RecordBatch, type RecordParts, wholeRecords } from './whole-records.ts';

const [INPUTS, LABELS] = ['all__inputs.npy', 'all__labels.npy'];

/** Files of such a folder that hold no grids. */
const OTHERS = [
  'all__group_indices.npy',
  'all__puzzle_indices.npy',
  'all__puzzle_identifiers.npy',
  'dataset.json',
];

/** The folder of a file whose path ends in a name, with its slash; undefined if it ends in another one. */
function folderOf({ path, isFound }: InputFile, name: string): string | undefined {
  return isFound && path.endsWith(`/${name}`) ? path.slice(0, -name.length) : undefined;
}

/**
 * Finds the arrays of solutions in folders of training sets. They, and the arrays without grids, are no inputs of their own.
 * @returns the inputs, and the path of the solutions of each array of puzzles
 */
export function pairArrays(inputs: readonly InputFile[]): {
  readonly inputs: readonly InputFile[];
  readonly labels: ReadonlyMap<string, string>;
} {
  const paths = new Set(inputs.map(({ path }) => path));
  const folders = inputs
    .map((input) => folderOf(input, INPUTS!))
    .filter((folder) => folder !== undefined && paths.has(folder + LABELS));
  if (folders.length === 0) return { inputs, labels: new Map() };
  const besides = folders.flatMap((folder) => [...OTHERS, LABELS].map((name) => `${folder}${name}`));
  // the names of identifiers are in the folder above
  const isName = (path: string) => path.endsWith('/identifiers.json');
  return {
    inputs: inputs.filter(({ path }) => !besides.includes(path) && !isName(path)),
    labels: new Map(folders.map((folder) => [`${folder}${INPUTS}`, `${folder}${LABELS}`])),
  };
}

/**
 * The solutions beside an array; undefined if there are none.
 * @param labels the paths of arrays in folders, from {@link pairArrays}
 */
export async function openSolutions(
  { input, archive }: Extract<ArchivedFile, { file: PlannedFile }>,
  labels: ReadonlyMap<string, string>,
  given: PartialOptions,
  most: number,
): Promise<Solutions | undefined> {
  const path = labels.get(input.path);
  const file =
    path !== undefined
      ? await planInput({ path }, given)
      : archive && (await solutionsWithin(archive, input.path, given));
  return file && new Solutions(file, most);
}

/**
 * All records of a file, as {@link wholeRecords} reads them, each puzzle with its solution from another array.
 * @param solutions are closed at the end
 */
export async function* recordsBeside(
  file: PlannedFile,
  solutions: Solutions | undefined,
  most: number,
  parts: RecordParts = {},
): AsyncGenerator<RecordBatch> {
  try {
    for await (const batch of wholeRecords(file, most, parts))
      yield solutions ? await solutions.beside(batch) : batch;
    await solutions?.end();
  } finally {
    await solutions?.close();
  }
}

/** Reads the solutions of puzzles in the same order. */
export class Solutions {
  readonly #file: PlannedFile;
  readonly #batches: AsyncGenerator<RecordBatch>;
  #batch: RecordBatch | undefined;
  #next = 0;

  constructor(file: PlannedFile, most: number) {
    this.#file = file;
    this.#batches = wholeRecords(file, most);
  }

  /** A batch of puzzles with their solutions. @throws RejectedFile if there are fewer */
  async beside(batch: RecordBatch): Promise<RecordBatch> {
    const { geometry, cells, puzzles } = batch;
    const size = geometry?.cells ?? 0;
    const solutions = new Uint8Array(cells.length);
    const contents = new Uint8Array(size > 0 ? cells.length / size : 0).fill(FieldContent.other);
    for (const puzzle of puzzles) {
      const label = await this.#take();
      if (puzzle < 0 || label?.length !== size) continue;
      solutions.set(label, puzzle * size);
      contents[puzzle] = label.some((value) => value > 0) ? FieldContent.grid : FieldContent.nothing;
    }
    return { ...batch, solutions: { cells: solutions, contents } };
  }

  /** @throws RejectedFile if there are solutions without a puzzle */
  async end(): Promise<void> {
    if (await this.#advance()) throw this.#otherCount('more');
  }

  async close(): Promise<void> {
    await this.#file.input.close();
  }

  #otherCount(got: string): RejectedFile {
    const name = basename(this.#file.input.path);
    return new RejectedFile(`expected as many solutions in ${name} as puzzles, got ${got}`);
  }

  /** The next solution; undefined for a broken record. */
  async #take(): Promise<Uint8Array | undefined> {
    if (!(await this.#advance())) throw this.#otherCount('fewer');
    const batch = this.#batch!;
    const puzzle = batch.puzzles[this.#next++]!;
    return puzzle < 0 ? undefined : cellsAt(batch, puzzle);
  }

  /** Reads on if no record is left. @returns whether there is a next record */
  async #advance(): Promise<boolean> {
    while (!this.#batch || this.#next === this.#batch.puzzles.length) {
      const step = await this.#batches.next();
      if (step.done) return false;
      this.#batch = step.value;
      this.#next = 0;
    }
    return true;
  }
}
