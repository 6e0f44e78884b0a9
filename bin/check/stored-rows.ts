// The rows of a Parquet file that `check` expects: those of the writer, once they have been stored and read again, so that
// numbers, lists and quotes look as in the rows of the result.
import {
  type FilePlan,
  frameOf,
  rangesOf,
  readFooter,
  resultEncoder,
  rowContent,
} from '../../core/files/index.ts';
import type { ParquetColumn } from '../../core/formats/parquet/footer.ts';
import type { ParquetState } from '../../core/formats/parquet/state.ts';

/** Stores rows of CSV as the result of a plan, and reads them again. */
export class StoredRows {
  readonly #plan: FilePlan;
  readonly #found: readonly ParquetColumn[];

  /** @param plan of the puzzles, with the output format of the result @param result the state of its plan */
  constructor(plan: FilePlan, result: ParquetState) {
    this.#plan = plan;
    this.#found = result.columns;
  }

  /** How the columns of the result differ from those that are expected; undefined if they do not. */
  async columnFault(): Promise<string | undefined> {
    const { columns } = await readFooter(rangesOf(await this.#store([])));
    const { describeColumn } = await import('../../core/formats/parquet/content.ts');
    for (let i = 0; i < Math.max(columns.length, this.#found.length); i++) {
      const [expected, got] = [columns[i], this.#found[i]];
      if (expected && got && typeOf(expected) === typeOf(got)) continue;
      const inWords = (column: ParquetColumn | undefined) =>
        column ? `the column ${describeColumn(column)}` : 'the end of the columns';
      const isHidden = inWords(expected) === inWords(got);
      return `expected ${inWords(expected)}, got ${isHidden ? 'one of another type' : inWords(got)}`;
    }
    return undefined;
  }

  /** The rows as a reader of the result finds them. @param rows of a block */
  async *read(rows: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const ranges = rangesOf(await this.#store(rows));
    const footer = await readFooter(ranges);
    // which nested columns are only copied depends on what the reader of the file needs
    const columns = footer.columns.map((column, i) => ({
      ...column,
      kind: this.#found[i]?.kind ?? column.kind,
    }));
    yield* rowContent({ ...footer, columns }, ranges, { from: 0, to: footer.rows });
  }

  async #store(rows: Iterable<Uint8Array>): Promise<Uint8Array> {
    const encoder = resultEncoder(this.#plan);
    const pieces: Uint8Array[] = [];
    for (const row of rows) for await (const piece of encoder.push(row)) pieces.push(piece);
    for await (const piece of encoder.end()) pieces.push(piece);
    const frame = frameOf(this.#plan)!;
    const facts = [encoder.facts!];
    return Buffer.concat([frame.head(facts)!, ...pieces, frame.foot(facts)]);
  }
}

/** A column as the footer describes it: its name, its type, and the structs and lists around it. */
function typeOf({ schema }: ParquetColumn): string {
  return JSON.stringify(schema);
}
