import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ASSUMED, type Rates } from '../bench/cost/rates.ts';
import { dollars, tables } from '../bench/cost/tables.ts';
import { wallTime } from '../bench/cost/wall-time.ts';
import { workOfSmallFiles } from '../bench/cost/work.ts';

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const measured: Rates = { ...ASSUMED, ...JSON.parse(text('bench/cost/measured.json')) };

const prose = text('docs/scale.md');
const million = workOfSmallFiles(1e6, measured);
const gathered = workOfSmallFiles(1e6, { ...measured, window: 1 });

test('the sentences of docs/scale.md have the dollars of a million files, and the share of writes', () => {
  const { total, s3Writes } = dollars(million, measured, 100, 1);
  expect(prose).toContain(`some ${Math.round(total)} dollars in a million files`);
  expect([Math.round((s3Writes / total) * 5), prose]).toEqual([
    4,
    expect.stringContaining('Four fifths of that'),
  ]);
});

test('the sentences of docs/scale.md have the minutes of a million files at the default concurrency', () => {
  const minutes = [million, gathered].map((work) => Math.round(wallTime(work, measured, 20, 1).seconds / 60));
  expect(prose).toContain(`take ${minutes[0]} minutes instead of ${minutes[1]}.`);
});

test('the sentences of docs/scale.md have the concurrency from which S3 is the limit', () => {
  const least = [million, gathered].map((work) => {
    for (let functions = 1; ; functions++)
      if (wallTime(work, measured, functions, 1).bottleneck.startsWith('S3 writes')) return functions;
  });
  expect(prose).toContain(
    `from about ${Math.round(least[0]! / 10) * 10} functions on (${Math.round(least[1]! / 10) * 10}, if uploads are gathered)`,
  );
});

test('the sentences of docs/scale.md have the chunks and dollars of a large file that the tables have', () => {
  const rows = tables(measured, 1)
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const cells = (name: string, columns: number) =>
    rows.find((row) => row[1] === name && row.length === columns + 2)!;
  const [, , chunks] = cells('10⁸ in one file', 8);
  expect(prose).toContain(`| pieces | ${chunks} |`);
  expect(prose).toContain(`where the pipeline has ${cells('10⁶ in one file', 8)[2]} chunks`);
  const [, , , , writes, reads, sqs] = cells('10⁸ in one file', 11);
  const sum = [writes, reads, sqs].reduce((total, each) => total + Number(each), 0);
  expect(prose).toContain(`| of the engine, dollars | ${Number(sum.toPrecision(2))} |`);
});
