import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Pipeline } from './fixture.ts';
import { manyRows, rowsOf, solvedFile } from './parquet-files.ts';
import { NO_SOLUTION, PUZZLE } from './shared-pipeline.ts';

const LINES = [
  PUZZLE,
  NO_SOLUTION,
  PUZZLE.replaceAll('.', '0'),
  '12',
  PUZZLE,
  '# a comment',
  PUZZLE,
  '',
].join('\n');
const TABLE = `id,puzzle\n${Array.from({ length: 9 }, (_, i) => `${i},${i % 3 ? PUZZLE : NO_SOLUTION}\n`).join('')}`;

let pipeline: Pipeline;
let files: Record<string, Buffer>;
beforeAll(async () => {
  pipeline = await Pipeline.start();
  const parquet = await solvedFile(Buffer.from(TABLE), 'a.csv', { output: 'parquet' });
  files = {
    'lines.txt': Buffer.from(LINES),
    'table.csv': Buffer.from(TABLE),
    'lines.txt.gz': gzipSync(LINES),
    'array.npy': await solvedFile(Buffer.from(LINES), 'a.txt', { output: 'npy' }),
    'table.parquet': parquet,
    'groups.parquet': await manyRows(),
  };
});
afterAll(() => pipeline.close());

/** Results to compare: a Parquet file of other rows has other row groups if those were cut. */
const comparable = async (name: string, result: Buffer) =>
  result.subarray(0, 4).toString() === 'PAR1' && !name.endsWith('.parquet')
    ? rowsOf(result)
    : result.toString('latin1');

const OUTPUTS = ['same', 'csv', 'parquet', 'npy'] as const;
const FRAMED = ['parquet', 'npy'] as const;

/** Files with the outputs to test: the others have tests of their own. */
const WHOLE = [
  ['lines.txt', FRAMED],
  ['table.csv', FRAMED],
  ['lines.txt.gz', FRAMED],
  ['array.npy', ['parquet']],
  ['table.parquet', OUTPUTS],
] as const;

describe.each(WHOLE)('%s', (name, outputs) => {
  test.each(outputs)('has the result of the command line with output=%s', async (output) => {
    const key = `${output}-${name}`;
    await pipeline.upload(key, files[name]!, { metadata: { 'sudoku-output': output } });
    expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'solved' } }]);
    const { bytes } = (await pipeline.object(key))!;
    expect(bytes.equals(await solvedFile(files[name]!, name, { output }))).toBe(true);
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

const CUT = [
  ['lines.txt', 5, FRAMED],
  ['table.csv', 5, FRAMED],
  ['array.npy', 5, FRAMED],
  ['groups.parquet', 2, ['same', 'npy']],
] as const;

describe.each(CUT)('%s in %d chunks', (name, chunks, outputs) => {
  test.each(outputs)('has the result of the command line with output=%s', async (output) => {
    const [key, file] = [`cut-${output}-${name}`, files[name]!];
    const cuts = [0.2, 0.4, 0.41, 0.9].map((share) => Math.floor(file.length * share));
    const records = await pipeline.cut(key, file, cuts, { output });
    expect(records).toHaveLength(chunks);
    for (const record of records.toReversed()) await pipeline.run([record]);
    const { bytes } = (await pipeline.object(key))!;
    const expected = await solvedFile(file, name, { output });
    expect(await comparable(name, bytes)).toBe(await comparable(name, expected));
    expect(await pipeline.leftovers()).toEqual([]);
  });
});

test.each(['csv', 'parquet'] as const)(
  'the rows of chunks have rating, canonical form and minimality of each puzzle with output=%s',
  async (output) => {
    const options = { output, grade: true, canonical: true, minimal: true };
    const metadata = { output, grade: 'true', canonical: 'true', minimal: 'true' };
    const [key, file] = [`rated-${output}.csv`, files['table.csv']!];
    for (const record of await pipeline.cut(key, file, [300, 600], metadata)) await pipeline.run([record]);
    const rows = await comparable(key, (await pipeline.object(key))!.bytes);
    expect(rows).toMatch(/,er,ep,ed,hardest,.*canonical.*minimal/);
    expect(rows).toBe(await comparable(key, await solvedFile(file, 'table.csv', options)));
  },
);

test('a Parquet file without its end is rejected with the reason', async () => {
  await pipeline.upload('cut.parquet', files['table.parquet']!.subarray(0, -20));
  expect(await pipeline.drain()).toMatchObject([{ outcome: { outcome: 'rejected' } }]);
  expect(await pipeline.report('cut.parquet')).toMatchObject({
    status: 'rejected',
    reason: expect.stringMatching(/expected.*Parquet/),
  });
  expect(await pipeline.object('cut.parquet')).toBeUndefined();
});
