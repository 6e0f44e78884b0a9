import { expect, test, vi } from 'vitest';
import { openContent } from '../../../core/files/file-solver.ts';
import type { PartialOptions } from '../../../core/files/index.ts';
import { rowKernels } from '../../../core/formats/tables/writer.ts';
import fc from '../../property.ts';
import { planOf } from './solve-bytes.ts';

const NINE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const FEW = `${'.'.repeat(40)}5${'.'.repeat(40)}`;

/** Puzzles of every outcome, with more and less solutions than a limit, and lines that are no puzzles. */
const record = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom('12.434..2.4343.1', '..343412..434321') },
  { weight: 20, arbitrary: fc.constantFrom('................', '1.1.............', '123....4........') },
  { weight: 1, arbitrary: fc.constantFrom(NINE, FEW, '12.4,"', '"\\\n12', `${NINE}5`) },
);
const options: fc.Arbitrary<PartialOptions> = fc.record({
  output: fc.constantFrom('csv', 'jsonl', 'parquet'),
  solutions: fc.constantFrom('first', 'unique', 'count'),
  limit: fc.constantFrom(1, 9, 100),
  budget: fc.constantFrom(0, 1000),
});

const WHOLE = /^(0|[1-9]\d*)$/;

/** The rows of a table, written in blocks of so many bytes; `lent` output is used before the next piece. */
function tableOf(file: string, given: PartialOptions, block: number, lent: boolean): string {
  const solver = openContent(planOf(file, given), { room: { block, record: 16_384 } });
  const output: Buffer[] = [];
  const bytes = Buffer.from(file);
  for (const piece of lent ? solver.take(bytes) : solver.push(bytes)) output.push(Buffer.from(piece));
  for (const piece of solver.end()) output.push(Buffer.from(piece));
  return Buffer.concat(output).toString();
}

test('rows that are written together are those of each record by itself', () => {
  const files = fc.array(record, { minLength: 101, maxLength: 1500, size: 'max' });
  const kernels = vi.spyOn(rowKernels, 'iterate');
  fc.assert(
    fc.property(files, options, fc.boolean(), (records, given, lent) => {
      // the first lines decide about the format
      const file = `${'12.434..2.4343.1\n'.repeat(20)}${records.join('\n')}\n`;
      const alone = tableOf(file, given, 170, false).split('\n');
      const together = tableOf(file, given, 40_000, lent).split('\n');
      const differs = together.findIndex((row, i) => row !== alone[i]);
      expect(together[differs]).toBe(alone[differs]);
      expect(together.length).toBe(alone.length);
    }),
    // the row that differs is small enough
    { numRuns: 60, endOnFailure: true },
  );
  expect(kernels).toHaveBeenCalled();
  kernels.mockRestore();
});

test('rows with ids that are written together are those of each record by itself', () => {
  const id = fc.oneof(
    fc.nat(2000).map(String),
    fc.constantFrom(
      '',
      '0',
      '9'.repeat(15),
      '9'.repeat(16),
      '"12"',
      '"1"2',
      '007',
      '-1',
      ' a b ',
      '"a, ""b" "',
      'é日😀',
      '#1',
      `"${'x'.repeat(3000)}"`,
    ),
    fc.constant('z'.repeat(11_000)),
  );
  const files = fc.array(fc.tuple(id, record), { minLength: 101, maxLength: 600, size: 'max' });
  const kernels = vi.spyOn(rowKernels, 'iterate');
  fc.assert(
    fc.property(files, options, fc.boolean(), fc.boolean(), (records, given, isJson, lent) => {
      const row = ([name, puzzle]: readonly [string, string]) =>
        isJson
          ? `{"id":${WHOLE.test(name) ? name : JSON.stringify(name)},"puzzle":${JSON.stringify(puzzle)}}`
          : `${name},${puzzle.replaceAll(/[",\n]/g, ' ')}`;
      const plain = Array.from({ length: 110 }, (_, i) =>
        row([isJson ? `${i}` : `n${i}`, '12.434..2.4343.1']),
      );
      const lines = [...(isJson ? [] : ['id,puzzle']), ...plain, ...records.map(row)];
      const file = `${lines.join('\n')}\n`;
      const alone = tableOf(file, given, 170, false).split('\n');
      const together = tableOf(file, given, 400_000, lent).split('\n');
      const differs = together.findIndex((line, i) => line !== alone[i]);
      expect(together[differs]).toBe(alone[differs]);
      expect(together.length).toBe(alone.length);
    }),
    { numRuns: 30, endOnFailure: true },
  );
  expect(kernels).toHaveBeenCalled();
});
