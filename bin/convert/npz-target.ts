// NumPy's archives: an array of puzzles, and one of their solutions.

import { RejectedFile } from '../../core/files/file-plan.ts';
import { ZipWriter } from '../../core/files/zip/writer.ts';
import { type Output, openOutput } from '../files/output.ts';
import { ArrayFile } from './array-file.ts';
import { type HeldRecords, heldCells, refuseOtherSize, solutionOf, type Target } from './target.ts';
import { ARCHIVE_TIME } from './text-target.ts';

/**
 * Two arrays of N x 81 bytes; a puzzle without a solution has zeros there. They become files of their own first, as the
 * header of an array says how long it is.
 */
export class NpzTarget implements Target {
  readonly #path: string;
  readonly #output: Output;
  readonly #puzzles: ArrayFile;
  readonly #solutions: ArrayFile;
  #hasSolutions = false;
  #size = 0;

  private constructor(path: string, output: Output, puzzles: ArrayFile, solutions: ArrayFile) {
    this.#path = path;
    this.#output = output;
    this.#puzzles = puzzles;
    this.#solutions = solutions;
  }

  /** @throws UsageError or FailureError if it cannot be written */
  static async open(path: string): Promise<NpzTarget> {
    const [puzzles, solutions] = [await ArrayFile.open(path, '|u1'), await ArrayFile.open(path, '|u1')];
    return new NpzTarget(path, await openOutput(path), puzzles, solutions);
  }

  async write(held: HeldRecords): Promise<void> {
    refuseOtherSize(this.#size, held);
    const { geometry, records } = held;
    this.#size = geometry.size;
    const solutions = new Uint8Array(records.length * geometry.cells);
    for (const [i, record] of records.entries()) {
      const solution = solutionOf(held, record);
      if (!solution) continue;
      solutions.set(solution, i * geometry.cells);
      this.#hasSolutions = true;
    }
    await this.#puzzles.add(heldCells(held));
    await this.#solutions.add(solutions);
  }

  async commit(): Promise<void> {
    if (this.#size === 0) throw new RejectedFile(`expected puzzles for ${this.#path}, got none`);
    const zip = new ZipWriter();
    const write = async (pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) await this.#output.write(piece);
    };
    const arrays = { puzzles: this.#puzzles, ...(this.#hasSolutions && { solutions: this.#solutions }) };
    try {
      for (const [name, array] of Object.entries(arrays)) {
        await write(zip.begin({ name: `${name}.npy`, time: ARCHIVE_TIME }, true));
        for await (const piece of array.content(this.#size ** 2)) await write(zip.push(piece));
        await write(zip.end());
      }
      await write(zip.finish());
    } finally {
      zip.close();
    }
    await this.#output.commit();
    this.#puzzles.discard();
    this.#solutions.discard();
  }

  discard(): void {
    this.#output.discard();
    this.#puzzles.discard();
    this.#solutions.discard();
  }
}
