import {
  type PartialOptions,
  planRanges,
  rangedState,
  rangesOf,
  rowContent,
  solveFramed,
} from '../../core/files/index.ts';

/** The result of an entire file, in memory, as the command line writes it. */
export async function solvedFile(bytes: Buffer, name: string, options: PartialOptions = {}): Promise<Buffer> {
  const ranges = rangesOf(bytes);
  const plan = await planRanges({ ranges, name, given: [options] });
  async function* all() {
    yield bytes;
  }
  const pieces: Buffer[] = [];
  let head: Uint8Array = Buffer.alloc(0);
  await solveFramed(
    plan,
    rangedState(plan) ? ranges : all(),
    (piece) => void pieces.push(Buffer.from(piece)),
    {},
    async (late) => {
      head = late;
    },
  );
  const result = Buffer.concat(pieces);
  result.set(head);
  return result;
}

/** The columns and rows of a Parquet file as text. */
export async function rowsOf(file: Buffer): Promise<string> {
  const ranges = rangesOf(file);
  const state = rangedState(await planRanges({ ranges, name: '', given: [] }))!;
  let rows = `${state.columns.map(({ name }) => name).join()}\n`;
  for await (const piece of rowContent(state, ranges, { from: 0, to: state.rows })) {
    rows += Buffer.from(piece).toString();
  }
  return rows;
}

/** A Parquet file with ids and puzzles of 4x4, in more than one row group. */
export const manyRows = (): Promise<Buffer> =>
  solvedFile(
    Buffer.from(
      `id,puzzle\n${Array.from({ length: 20_000 }, (_, i) => `${i},${i % 4 ? '1.34............' : '11..............'}\n`).join('')}`,
    ),
    'many.csv',
    { output: 'parquet' },
  );
