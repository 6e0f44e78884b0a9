// Describes a record and the earlier one that it repeats, and lists such pairs in the table of `--duplicates`.

import { lineOf } from '../../core/formats/shared/alphabet.ts';
import { csvField } from '../../core/formats/tables/rows.ts';
import type { Place } from '../../core/report/audit.ts';
import { type InputFile, inputName } from '../files/inputs.ts';
import { type Output, openNamed } from '../files/output.ts';
import { cellsAt, type RecordBatch, recordBytes } from '../records/whole-records.ts';

export function placeOfRecord(batch: RecordBatch, record: number, input: InputFile): Place {
  const puzzle = batch.puzzles[record]!;
  return {
    file: inputName(input),
    line: batch.lines[record]! + 1,
    puzzle:
      puzzle >= 0
        ? lineOf(cellsAt(batch, puzzle))
        : Buffer.from(recordBytes(batch, record)).toString().trim(),
  };
}

const HEADER = 'file,line,puzzle,first_file,first_line,first_puzzle\n';

/** The table of `--duplicates`. */
export class DuplicateTable {
  readonly #output: Output;
  #rows: string[] = [HEADER];

  private constructor(output: Output) {
    this.#output = output;
  }

  static async open(path: string): Promise<DuplicateTable> {
    return new DuplicateTable(await openNamed(path));
  }

  async add(duplicate: Place, first: Place): Promise<void> {
    const fields = [duplicate, first].flatMap(({ file, line, puzzle }) => [file, `${line}`, puzzle]);
    this.#rows.push(`${fields.map((field) => csvField(field)).join(',')}\n`);
    if (this.#rows.length > 1000) await this.#flush();
  }

  async commit(): Promise<void> {
    await this.#flush();
    await this.#output.commit();
  }

  discard(): void {
    this.#output.discard();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#rows.join(''));
    this.#rows = [];
    await this.#output.write(bytes);
  }
}
