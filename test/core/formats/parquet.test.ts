import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import {
  HEAD_BYTES,
  needsRanges,
  offsetOfRow,
  planFile,
  planRanges,
  RejectedFile,
  rangedState,
  rangesOf,
  rowItems,
  rowsWithin,
  solveStream,
} from '../../../core/files/index.ts';
import { solverStream } from '../../../core/files/solve/solve-source.ts';
import { column } from '../../../core/formats/parquet/schema.ts';
import { int32, struct } from '../../../core/formats/parquet/thrift.ts';
import { parquetFoot, parquetHead } from '../../../core/formats/parquet/write-footer.ts';
import type { PartialOptions } from '../../../core/options/options.ts';

const PUZZLES = ['12.434..2.4343.1', '1...............', '11..............', '.2.434..2.4343.1'];
const SOLUTION = '1234341221434321';
const texts = (...data: (string | null)[]): ColumnSource => ({
  name: 'puzzle',
  data,
  type: 'STRING',
  nullable: true,
});

/** A file with rows in groups of two. */
function fileOf(columnData: ColumnSource[], codec: 'SNAPPY' | 'UNCOMPRESSED' = 'SNAPPY'): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData, codec, rowGroupSize: 2 }));
}

async function solve(file: Uint8Array, options: PartialOptions = {}): Promise<Uint8Array> {
  const ranges = rangesOf(file);
  const plan = await planRanges({ ranges, name: 'p.parquet', given: [options] });
  const pieces: Uint8Array[] = [];
  await solveStream(plan, ranges, (bytes) => void pieces.push(bytes.slice()));
  return Buffer.concat(pieces);
}

const bufferOf = (file: Uint8Array) => Uint8Array.from(file).buffer as ArrayBuffer;
const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
const rowsOf = (file: Uint8Array) => parquetReadObjects({ file: bufferOf(file), compressors });

describe('a Parquet file is solved to a Parquet file', () => {
  test('with its own columns and types, and the columns solution and status', async () => {
    const id = { name: 'id', data: [7n, 2n ** 62n, -1n, 0n], type: 'INT64' as const };
    const score = { name: 'score', data: [0.1, -0, 1e300, 5], type: 'DOUBLE' as const };
    const note = { name: 'note', data: ['a,"b"', '', null, 'x\ny'], type: 'STRING' as const, nullable: true };
    const result = await solve(fileOf([id, texts(...PUZZLES), score, note]));
    expect(await rowsOf(result)).toEqual([
      { id: 7n, puzzle: PUZZLES[0], score: 0.1, note: 'a,"b"', solution: SOLUTION, status: 'solved' },
      {
        id: 2n ** 62n,
        puzzle: PUZZLES[1],
        score: -0,
        note: '',
        solution: expect.any(String),
        status: 'solved',
      },
      { id: -1n, puzzle: PUZZLES[2], score: 1e300, note: null, solution: 'invalid', status: 'invalid' },
      { id: 0n, puzzle: PUZZLES[3], score: 5, note: 'x\ny', solution: SOLUTION, status: 'solved' },
    ]);
  });

  test('with the same row groups', async () => {
    const result = await solve(fileOf([texts(...PUZZLES, ...PUZZLES)]));
    expect(parquetMetadata(bufferOf(result)).row_groups.map(({ num_rows }) => num_rows)).toEqual([
      2n,
      2n,
      2n,
      2n,
    ]);
  });

  test('with the solution in its own column, if there is one', async () => {
    const answer = { name: 'answer', data: ['', SOLUTION], type: 'STRING' as const, nullable: true };
    const result = await solve(fileOf([texts(PUZZLES[0]!, PUZZLES[3]!), answer]));
    expect(await rowsOf(result)).toEqual([
      { puzzle: PUZZLES[0], answer: SOLUTION, status: 'solved' },
      { puzzle: PUZZLES[3], answer: SOLUTION, status: 'solved' },
    ]);
  });

  test('a null in place of a puzzle is an invalid record, and stays null', async () => {
    const result = await solve(fileOf([texts(PUZZLES[0]!, null, PUZZLES[0]!)]));
    expect(await rowsOf(result)).toEqual([
      { puzzle: PUZZLES[0], solution: SOLUTION, status: 'solved' },
      { puzzle: null, solution: 'invalid', status: 'invalid' },
      { puzzle: PUZZLES[0], solution: SOLUTION, status: 'solved' },
    ]);
  });

  test('puzzles that are lists of numbers get solutions that are lists', async () => {
    const cells = Array.from(PUZZLES[0]!, (cell) => (cell === '.' ? 0 : Number(cell)));
    const schema = [
      { name: 'root', num_children: 1 },
      { name: 'quiz', num_children: 1, repetition_type: 'OPTIONAL', converted_type: 'LIST' },
      { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
      { name: 'element', type: 'INT32', repetition_type: 'OPTIONAL' },
    ] as const;
    const data = [cells, null, [1, 1, ...cells.slice(2)]];
    const file = parquetWriteBuffer({ columnData: [{ name: 'quiz', data }], schema: [...schema] });
    expect(await rowsOf(await solve(new Uint8Array(file)))).toEqual([
      { quiz: cells, solution: Array.from(SOLUTION, Number), status: 'solved' },
      { quiz: undefined, solution: undefined, status: 'invalid' },
      { quiz: data[2], solution: undefined, status: 'invalid' },
    ]);
  });
});

test('columns can hold rules of the puzzles', async () => {
  const column = (name: string, ...data: (string | null)[]): ColumnSource => ({ ...texts(...data), name });
  const [puzzle] = PUZZLES as [string];
  const five = '.23453451251234.345145123';
  const file = fileOf([
    texts(puzzle, puzzle, puzzle, five),
    column('cages', '3 r1c3', null, '[{"sum": 4, "cells": ["r1c3"]}]', null),
    column('variant', null, 'fog', null, null),
    column('regions', null, null, null, '1111122222333334444455555'),
  ]);
  const rows = await rowsOf(await solve(file));
  expect(rows.map(({ status }) => status)).toEqual(['solved', 'unsupported', 'no-solution', 'solved']);
  expect(rows[0]).toMatchObject({ cages: '3 r1c3', variant: null, solution: SOLUTION });
  expect(rows[3]).toMatchObject({ solution: five.replace('.', '1').replace('.', '2') });
});

describe('output=parquet has ids as numbers if those at the front are whole', () => {
  async function table(content: string, name: string): Promise<Uint8Array> {
    const head = Buffer.from(content);
    const plan = planFile({
      head: head.subarray(0, HEAD_BYTES),
      complete: head.length <= HEAD_BYTES,
      name,
      given: [{ output: 'parquet' }],
    });
    const pieces: Uint8Array[] = [];
    await solveStream(plan, ReadableStream.from([head]), (bytes) => void pieces.push(bytes.slice()));
    return Buffer.concat(pieces);
  }
  const csv = (ids: readonly string[]) => `id,puzzle\n${ids.map((id) => `${id},${PUZZLES[0]}\n`).join('')}`;
  const json = (ids: readonly string[]) =>
    ids.map((id) => `{"id":${id},"puzzle":"${PUZZLES[0]}"}\n`).join('');

  test.for<[string, readonly string[], readonly unknown[]]>([
    ['whole', ['1', '-7', '0', '9223372036854775807'], [1n, -7n, 0n, 2n ** 63n - 1n]],
    ['whole or missing', ['1', ''], [1n, null]],
    ['with leading zeros', ['007', '8'], ['007', '8']],
    ['too large', ['1', '9223372036854775808'], ['1', '9223372036854775808']],
    ['fractions', ['1', '1.0'], ['1', '1.0']],
    ['words', ['1', 'a'], ['1', 'a']],
  ])('%s', async ([, ids, expected]) => {
    expect((await rowsOf(await table(csv(ids), 'a.csv'))).map(({ id }) => id)).toEqual(expected);
  });

  test('in JSON', async () => {
    expect((await rowsOf(await table(json(['3', '"4"']), 'a.jsonl'))).map(({ id }) => id)).toEqual([3n, 4n]);
    expect((await rowsOf(await table(json(['3', '"b"']), 'a.jsonl'))).map(({ id }) => id)).toEqual([
      '3',
      'b',
    ]);
  });

  test('in a Parquet file', async () => {
    const id = { name: 'id', data: [5n, -2n, 2n ** 62n, 0n], type: 'INT64' as const };
    const rows = await rowsOf(await solve(fileOf([id, texts(...PUZZLES)]), { output: 'parquet' }));
    expect(rows.map((row) => row.id)).toEqual(id.data);
  });

  test.each([{}, { solutions: 'all', limit: 2 }] as const)(
    'and makes a record with a later one that is not invalid, since it would be lost, with %j',
    async (options) => {
      const ids = Array.from({ length: 20_000 }, (_, i) => `${i}`);
      const source = csv([...ids.slice(0, 15_000), 'A7', ...ids.slice(15_000)]);
      const solver = solverStream({ output: 'parquet', ...options });
      const result = await new Response(new Blob([source]).stream().pipeThrough(solver)).arrayBuffer();
      const rows = await rowsOf(new Uint8Array(result));
      expect(rows.map(({ id }) => id)).toEqual([...ids.map(BigInt).toSpliced(15_000, 0, null as never)]);
      expect(rows[15_000]).toMatchObject({ solution: 'invalid', status: 'invalid' });
      expect(rows.filter(({ status }) => status !== 'solved')).toHaveLength(1);
      const report = await solver.report;
      expect(report).toMatchObject({ solved: 20_000, invalid: 1 });
      expect(report).not.toHaveProperty('internalErrors');
      expect(report.problems).toMatchObject([
        {
          line: 15_002,
          reason:
            'expected a whole number as id, as at the front of the file, got "A7": output=csv and jsonl hold any',
        },
      ]);
    },
  );
});

test('output=npy makes a grid invalid that has another size than the first one, and no other', async () => {
  const others = ['1'.padEnd(36, '.'), '1'.padEnd(81, '.')];
  const file = fileOf([texts(PUZZLES[0]!, others[0]!, PUZZLES[0]!, others[1]!, PUZZLES[0]!)]);
  const plan = await planRanges({ ranges: rangesOf(file), name: 'p', given: [{ output: 'npy' }] });
  const pieces: Uint8Array[] = [];
  const { tally } = await solveStream(plan, rangesOf(file), (bytes) => void pieces.push(bytes.slice()));
  const rows = Array.from(Buffer.concat(pieces).subarray(-80)).join('');
  expect(rows).toBe([SOLUTION, '0'.repeat(16), SOLUTION, '0'.repeat(16), SOLUTION].join(''));
  expect(tally).toMatchObject({
    ...{ solved: 3, invalid: 2 },
    problems: [
      { line: 2, reason: 'expected a grid of 4x4, as the first one in an array, got 6x6' },
      { line: 4, reason: 'expected a grid of 4x4, as the first one in an array, got 9x9' },
    ],
  });
});

test('output=npy is an array with a solution for each record, zeros where there is none', async () => {
  const result = Buffer.from(await solve(fileOf([texts(...PUZZLES)]), { output: 'npy' }));
  expect(result.toString('latin1')).toContain("'shape': (4, 16)");
  const rows = result.subarray(result.length - 64);
  expect(Array.from(rows.subarray(0, 16)).join('')).toBe(SOLUTION);
  expect(Array.from(rows.subarray(32, 48)).join('')).toBe('0'.repeat(16));
});

test('rows are divided between stretches of the file without gaps, and an offset leads back to its row', async () => {
  const file = fileOf([texts(...Array.from({ length: 101 }, () => PUZZLES[0]!))]);
  const state = rangedState(await planRanges({ ranges: rangesOf(file), name: '', given: [] }))!;
  let row = 0;
  for (let at = 0; at < file.length; at += 97) {
    const { from, to } = rowsWithin(state, at, Math.min(at + 97, file.length));
    expect(from).toBe(row);
    row = to;
  }
  expect(row).toBe(101);
  for (let r = 0; r <= 101; r++) expect(rowsWithin(state, offsetOfRow(state, r), file.length).from).toBe(r);
  expect([...rowItems(state)]).toEqual([{ from: 0, to: 101 }]);
});

const with32 = (file: Uint8Array, at: number, value: number) => {
  const copy = Uint8Array.from(file);
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
};

/** A page of texts, all of which are null. */
function pageOfNulls(rows: number): Uint8Array {
  const levels = [0];
  let rest = rows * 2;
  const run = [];
  for (; rest > 127; rest = Math.floor(rest / 128)) run.push((rest % 128) | 128);
  run.push(rest, ...levels);
  const body = Uint8Array.from([run.length, 0, 0, 0, ...run]);
  const data = struct([1, int32(rows)], [2, int32(0)], [3, int32(3)], [4, int32(3)]);
  const header = struct([1, int32(0)], [2, int32(body.length)], [3, int32(body.length)], [5, data]);
  return Buffer.concat([header[1], body]);
}

/** A file of one row group, with a column for each name. @param padding bytes before its pages */
function fileOfNulls(names: readonly string[], rows: number, { padding = 0, isShared = false } = {}) {
  const page = pageOfNulls(rows);
  const own = names.map((name) => column(name, 'BYTE_ARRAY'));
  const chunks = names.flatMap((_, i) => [
    rows,
    page.length,
    page.length,
    padding + (isShared ? 0 : i * page.length),
  ]);
  const pages = Buffer.concat([new Uint8Array(padding), ...names.map(() => page)]);
  const empty = [0, 0, ...names.flatMap(() => [0, 0, 0, -4])];
  const foot = parquetFoot(own, [{ bytes: pages.length, groups: [empty, [rows, 0, ...chunks], empty] }]);
  return Buffer.concat([parquetHead(), pages, foot]);
}

test('row groups without rows are passed over', async () => {
  const refused = solve(fileOfNulls(['puzzle', 'note'], 3), { format: 'parquet' });
  // the three rows were read
  await expect(refused).rejects.toThrow(/^expected (puzzles|a column of puzzles)/);
});

describe('a file that would expand without end is refused', () => {
  const many = Array.from({ length: 5 }, (_, i) => `column ${i}`);
  test.each<[string, Uint8Array, RegExp]>([
    [
      'by columns that share bytes',
      fileOfNulls(many, 3, { isShared: true }),
      /^expected columns of the Parquet file side by side, got two that share byte 4$/,
    ],
    [
      'by more rows than its bytes can hold',
      fileOfNulls(many, 2 ** 24),
      /^expected at most \d+ rows in a Parquet file with \d+ bytes of them, got 16777216$/,
    ],
    [
      'by pages that are large together',
      fileOfNulls(many, 2 ** 24, { padding: 2 ** 18 }),
      /^expected pages of a Parquet file that take at most 1073741824 bytes of memory for all columns/,
    ],
    [
      'by a page that is larger than its rows may be',
      fileOf([texts(PUZZLES[0]!, 'x'.repeat(2 ** 22))]),
      /got a page of \d+ bytes for 1 rows of at most 524288 in column "puzzle"$/,
    ],
  ])('%s', async (_, file, message) => {
    await expect(solve(file)).rejects.toThrow(message);
  });
});

test('a column is added under a free name if the file has one of that name which cannot hold it', async () => {
  const status = { name: 'Status', data: [200, 404], type: 'INT32' as const };
  const result = await solve(fileOf([texts(PUZZLES[0]!, PUZZLES[2]!), status]));
  expect(await rowsOf(result)).toEqual([
    { puzzle: PUZZLES[0], Status: 200, solution: SOLUTION, status_2: 'solved' },
    { puzzle: PUZZLES[2], Status: 404, solution: 'invalid', status_2: 'invalid' },
  ]);
  expect(await rowsOf(await solve(result)), 'a result is its own result').toEqual(await rowsOf(result));
});

describe('a file that cannot be read is refused', () => {
  const file = fileOf([texts(...PUZZLES), { name: 'n', data: [1, 2, 3, 4], type: 'INT32' }], 'UNCOMPRESSED');
  const end = file.length;
  test.each<[string, Uint8Array, RegExp]>([
    [
      'without its end',
      file.subarray(0, end - 1),
      /^expected a Parquet file that ends in PAR1, got one that is cut short/,
    ],
    [
      'with a footer larger than the file',
      with32(file, end - 8, 2 ** 31),
      /^expected a footer of at most \d+ bytes.*got one of 2147483648/,
    ],
    ['with a footer of other bytes', with32(file, end - 12, 0xffffffff), /^expected /],
    [
      'that is encrypted',
      Buffer.concat([file.subarray(0, end - 4), Buffer.from('PARE')]),
      /^expected a Parquet file, got an encrypted one/,
    ],
    ['without puzzles', fileOf([{ name: 'n', data: [1, 2], type: 'INT32' }]), /has "n" \(int32\)$/],
  ])('%s', async (_, damaged, message) => {
    expect(needsRanges(damaged)).toBe(true);
    const solved = solve(damaged);
    await expect(solved).rejects.toThrow(RejectedFile);
    await expect(solved).rejects.toThrow(message);
  });

  test('wherever a byte is changed, in words or not at all', async () => {
    for (let at = 4; at < end; at += 11) {
      const damaged = Uint8Array.from(file);
      damaged[at]! ^= 0xff;
      try {
        await solve(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(RejectedFile);
        expect((error as Error).message).toMatch(/^expected /);
      }
    }
  });
});
