import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONVERTED_FORMATS } from '../../../bin/commands/convert.ts';
import { convert } from '../../../bin/convert/convert.ts';
import type { TargetFormat } from '../../../bin/convert/target.ts';
import { TARGETS } from '../../../bin/convert/targets.ts';
import { inputsOf } from '../../../bin/files/inputs.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { someOf } from '../../cases.ts';
import { lines, temporaryDirectory } from '../command-line.ts';

/** Sizes that all formats of cells are tested with: the smallest, ambiguous and largest ones, and one that is no square. */
const SIZES = [4, 6, 9, 12, 16, 25, 36] as const;

/** Converts files, and returns what was printed. */
async function to(format: TargetFormat, from: readonly string[], path: string): Promise<string> {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  await convert(inputsOf(from, path), {}, format, await format.open(path), false);
  const printed = stderr.mock.calls.map(([text]) => text).join('');
  stderr.mockRestore();
  return printed;
}

interface Made {
  readonly cells: readonly number[];
  readonly solution: readonly number[];
}

/** Puzzles of a size with half of their cells given. */
function puzzlesOf(size: number, count: number): Made[] {
  const shape = geometry(size, 'classic');
  if (size <= 9) {
    const all = generateCells(shape, { seed: size });
    return Array.from({ length: count }, () => {
      const { cells, solution } = all.next().value;
      return { cells: [...cells], solution: [...solution] };
    });
  }
  // a grid of shifted rows, whose values are renamed
  const { boxRows, boxColumns } = shape;
  return Array.from({ length: count }, (_, p) => {
    const solution = Array.from({ length: size * size }, (_, cell) => {
      const [row, column] = [Math.floor(cell / size), cell % size];
      const shifted = boxColumns * (row % boxRows) + Math.floor(row / boxRows) + column + 3 * p;
      return 1 + (shifted % size);
    });
    return {
      solution,
      cells: solution.map((value, cell) => ((cell * 7 + p + (cell >> 3)) % 5 < 2 ? 0 : value)),
    };
  });
}

/** A table that has everything: with rows as arrays, so that it depends on no format under test. */
function tableOf(sizes: readonly number[]): string {
  const records = sizes.flatMap((size) =>
    puzzlesOf(size, 2).map(({ cells, solution }, i) => ({
      id: `${size}0a1b2c3d4e5f`.slice(0, 11) + i,
      puzzle: rowsOf(cells, size),
      solution: rowsOf(solution, size),
      rating: 1.2 + i,
      source: 'a "b", c',
    })),
  );
  return lines(records.map((record) => JSON.stringify(record)));
}

function rowsOf(cells: readonly number[], size: number): number[][] {
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
}

/** What a JSON Lines file has. */
function recordsIn(path: string): Record<string, unknown>[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const named = (name: string) => TARGETS.find((format) => format.name === name)!;
const jsonl = named('jsonl');

/** Of these sizes each format holds puzzles. */
const sizesOf = (format: TargetFormat) =>
  format.name === 'bank' ? [9] : SIZES.filter((size) => format.missing?.(geometry(size)) === undefined);

/** Whether a format can hold puzzles of several sizes. */
const holdsSizes = ({ name }: TargetFormat) => !['npy', 'npz', 'bank'].includes(name);

/** Sizes in one file. */
const MIXED = [9, 4, 16, 12];

test('the help lists all formats', () => {
  expect(CONVERTED_FORMATS).toEqual(TARGETS.map(({ name }) => name));
});

describe.each(TARGETS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  const hasFields = format.holdsFields === 'all';
  const only = (records: readonly Record<string, unknown>[], isAll: boolean) =>
    isAll ? records : records.map(({ puzzle }) => ({ puzzle }));

  test.each(sizesOf(format))('holds puzzles of size %d', async (size) => {
    const directory = temporaryDirectory();
    const path = (name: string) => join(directory, name);
    writeFileSync(path('in'), tableOf([size]));
    for (const [from, by, end] of [
      ['in', jsonl, 'all'],
      ['in', format, 'own'],
      ['own', jsonl, 'end'],
    ] as const)
      await to(by, [path(from)], path(end));
    expect(only(recordsIn(path('end')), hasFields)).toEqual(only(recordsIn(path('all')), hasFields));
  });

  test.each([
    [[9], TARGETS.filter((other) => !(holdsSizes(format) && holdsSizes(other)))],
    [MIXED, holdsSizes(format) ? TARGETS.filter(holdsSizes) : []],
  ])('with puzzles of sizes %j becomes each of the others', async (sizes, others) => {
    const directory = temporaryDirectory();
    const path = (name: string) => join(directory, name);
    if (others.length === 0) return;
    writeFileSync(path('in'), tableOf(sizes));
    await to(jsonl, [path('in')], path('all'));
    await to(format, [path('in')], path('first'));
    for (const other of someOf(others, 2)) {
      await to(other, [path('first')], path('second'));
      await to(jsonl, [path('second')], path('end'));
      const isAll = hasFields && other.holdsFields === 'all';
      expect(only(recordsIn(path('end')), isAll), other.name).toEqual(only(recordsIn(path('all')), isAll));
    }
  });
});
