// The layout of the training sets for HRM: a folder with arrays and a description of them. The builder that makes such
// folders is dataset/build_sudoku_dataset.py in github.com/sapientinc/HRM. That of the same name in
// github.com/SamsungSAILMontreal/TinyRecursiveModels (TRM) adds `total_puzzles`, which its loader requires.

import { join } from 'node:path';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { makeDirectory, openOutput } from '../files/output.ts';
import { ArrayFile } from './array-file.ts';
import { cellsOf, type HeldRecords, refuseOtherSize, solutionOf, type Target } from './target.ts';

/** Largest index in the arrays of indices, which are 32-bit numbers. */
const MAX_PUZZLES = 2 ** 31 - 1;

/** Indices that are written at a time. */
const INDICES = 16_384;

/** The program that is to load the folder. */
export type Model = 'hrm' | 'trm';

/** What the folder has a place for. */
export const HRM = { name: 'the arrays', holdsSolutions: true, holdsFields: [] } as const;

/**
 * A folder with `all__inputs.npy`, `all__labels.npy`, three arrays of indices and `dataset.json`. Values are shifted by one,
 * since 0 is for padding.
 */
export class HrmTarget implements Target {
  readonly #folder: string;
  readonly #group: number;
  readonly #model: Model;
  readonly #files: ArrayFile[] = [];
  /** Bytes of a value: the builder's arrays become 64-bit when it augments puzzles. */
  readonly #width: number;
  #size = 0;
  #count = 0;

  private constructor(folder: string, group: number, model: Model) {
    this.#folder = folder;
    this.#group = group;
    this.#model = model;
    this.#width = group > 1 ? 8 : 1;
  }

  /** @param group consecutive puzzles that are equivalent @throws UsageError or FailureError if it cannot be written */
  static async open(folder: string, group: number, model: Model = 'hrm'): Promise<HrmTarget> {
    const target = new HrmTarget(folder, group, model);
    makeDirectory(folder);
    for (const name of ['inputs', 'labels']) await target.#open(name, group > 1 ? '<i8' : '|u1');
    return target;
  }

  async write(held: HeldRecords): Promise<void> {
    refuseOtherSize(this.#size, held);
    this.#size = held.geometry.size;
    const [inputs, labels] = this.#files;
    for (const record of held.records) {
      const solution = solutionOf(held, record);
      if (!solution) {
        throw new RejectedFile(
          'expected a solution beside each puzzle, got none: sudoku solve --output csv adds it',
          held.lines[record]! + 1,
        );
      }
      if (this.#count === MAX_PUZZLES)
        throw new RejectedFile(`expected at most ${MAX_PUZZLES} puzzles, got more`);
      this.#count++;
      await inputs!.add(this.#shifted(cellsOf(held, record)));
      await labels!.add(this.#shifted(solution));
    }
  }

  async commit(): Promise<void> {
    const [size, count, group] = [this.#size, this.#count, this.#group];
    if (count === 0) throw new RejectedFile(`expected puzzles for ${this.#folder}, got none`);
    if (count % group !== 0) {
      throw new RejectedFile(`expected groups of ${group} puzzles, got ${count % group} in the last one`);
    }
    await this.#indices('group_indices', count / group + 1, group);
    await this.#indices('puzzle_indices', count + 1, 1);
    await this.#indices('puzzle_identifiers', count, 0);
    const description = await openOutput(join(this.#folder, 'dataset.json'));
    await description.write(Buffer.from(describe(size, count / group, this.#model)));
    for (const [i, file] of this.#files.entries()) await file.commit(i < 2 ? size ** 2 : 0);
    await description.commit();
  }

  discard(): void {
    for (const file of this.#files) file.discard();
  }

  async #open(name: string, type: string): Promise<ArrayFile> {
    const file = await ArrayFile.open(join(this.#folder, `all__${name}.npy`), type);
    this.#files.push(file);
    return file;
  }

  /** Writes the first multiples of a step. */
  async #indices(name: string, count: number, step: number): Promise<void> {
    const file = await this.#open(name, '<i4');
    for (let from = 0; from < count; from += INDICES) {
      const values = Buffer.alloc(4 * Math.min(INDICES, count - from));
      for (let i = 0; 4 * i < values.length; i++) values.writeInt32LE((from + i) * step, 4 * i);
      await file.add(values);
    }
  }

  #shifted(cells: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(cells.length * this.#width);
    for (let i = 0; i < cells.length; i++) bytes[i * this.#width] = cells[i]! + 1;
    return bytes;
  }
}

/** `dataset.json`, with blanks as Python's module json writes them. */
function describe(size: number, groups: number, model: Model): string {
  const total = model === 'trm' ? `"total_puzzles": ${groups}, ` : '';
  return (
    `{"pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": ${size + 2}, "seq_len": ${size ** 2}, ` +
    `"num_puzzle_identifiers": 1, "total_groups": ${groups}, "mean_puzzle_examples": 1.0, ${total}"sets": ["all"]}`
  );
}
