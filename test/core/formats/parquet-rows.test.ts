import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { parquetFrame } from '../../../core/files/result-encoding.ts';
import { RowGroupWriter } from '../../../core/formats/parquet/encode.ts';
import { column } from '../../../core/formats/parquet/schema.ts';
import { csvField } from '../../../core/formats/tables/rows.ts';
import fc from '../../property.ts';

const COLUMNS = [
  column('text', 'BYTE_ARRAY'),
  column('whole', 'INT64'),
  column('flag', 'BOOLEAN'),
  column('number', 'DOUBLE'),
  column('last', 'BYTE_ARRAY'),
];

const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };

/** Writes rows of CSV that arrive in pieces of so many bytes. */
function fileOf(csv: string, piece: number): Uint8Array<ArrayBuffer> {
  const writer = new RowGroupWriter(COLUMNS);
  const bytes = Buffer.from(csv);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += piece)
    for (const part of writer.push(bytes.subarray(at, at + piece))) pieces.push(Buffer.from(part));
  for (const part of writer.end()) pieces.push(Buffer.from(part));
  const frame = parquetFrame(COLUMNS);
  const facts = [{ bytes: writer.bytes, records: writer.records, groups: writer.groups }];
  return Uint8Array.from(Buffer.concat([frame.head(facts)!, ...pieces, frame.foot(facts)]));
}

test('fields of any length, with quotes or without, become values, wherever the rows are cut', async () => {
  const short = ['solved', 'a "b", c', '"', 'ß\n', ' x', '1'.repeat(81), '5'.repeat(15), '6'.repeat(16)];
  const text = fc.oneof(
    { weight: 50, arbitrary: fc.constantFrom(...short) },
    { weight: 1, arbitrary: fc.constant(`${'long, '.repeat(15_000)}"`) },
  );
  const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const whole = fc.oneof(fc.nat(), fc.constantFrom(0, 999_999_999, 1e9, -1, Number.MAX_SAFE_INTEGER));
  const row = fc.record({
    text: orNone(text),
    whole: orNone(whole.map(BigInt)),
    flag: orNone(fc.boolean()),
    number: orNone(fc.integer({ min: -9999, max: 9999 }).map((tenths) => tenths / 10)),
    last: orNone(fc.oneof(text, fc.constant(''))),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 300, size: 'max' }),
      fc.constantFrom(1000, 70_000, 1e9),
      async (rows, piece) => {
        const field = (value: string | bigint | boolean | number | null) =>
          value === '' ? '""' : csvField(`${value ?? ''}`);
        const csv = rows.map((values) => `${Object.values(values).map(field).join(',')}\n`).join('');
        const file = fileOf(csv, piece);
        expect(Buffer.compare(file, fileOf(csv, 30_001))).toBe(0);
        expect(await parquetReadObjects({ file: file.buffer, compressors })).toEqual(rows);
      },
    ),
    { numRuns: 20, endOnFailure: true },
  );
});

test('puzzles and solutions take no more bytes than at the usual level of zstandard', async () => {
  // digits without a pattern
  const digits = Array.from({ length: 16_000 }, (_, i) => createHash('sha512').update(`${i}`).digest('hex'));
  const rows = digits
    .join('')
    .replaceAll(/[^1-9]/g, '')
    .match(/.{81}/g)!;
  const csv = rows.map((digitsOfRow) => `${digitsOfRow},1,true,,solved\n`).join('');
  const file = fileOf(csv, 100_000);
  const [group] = parquetMetadata(file.buffer).row_groups;
  const perDigit = Number(group!.columns[0]!.meta_data!.total_compressed_size) / Number(group!.num_rows) / 81;
  // the usual level makes 0.49 of them
  expect(perDigit).toBeLessThan(0.46);
  const read = await parquetReadObjects({ file: file.buffer, compressors });
  expect(read.map(({ text }) => text as string)).toEqual(rows);
});
