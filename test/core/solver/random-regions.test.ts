import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { anyGeometry, givensAreConsistent, neighboursOf } from '../../../core/solver/model/geometry.ts';
import { randomRegions, randomRegionsAndGrid } from '../../../core/solver/random-regions.ts';

const SIZES = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

test.each(SIZES)('divides a grid of %i cells a side into connected regions of as many cells', (size) => {
  for (let seed = 0; seed < 5; seed++) expectRegions(randomRegions(size, xoroshiro128plus(seed)), size);
});

test.each([12, 22, 25])('draws a full grid of %i cells a side with its regions', (size) => {
  const { regions, grid } = randomRegionsAndGrid(size, xoroshiro128plus(1));
  expectRegions(regions, size);
  expect(grid.every((digit) => digit > 0)).toBe(true);
  expect(givensAreConsistent(anyGeometry(size, 'classic', undefined, regions), grid)).toBe(true);
  // the regions that it begins with are the rows
  const rows = Array.from({ length: size }, (_, row) => regions.slice(row * size, (row + 1) * size));
  expect(rows.filter((row) => new Set(row).size === 1)).toEqual([]);
});

/** Expects connected regions of `size` cells each. */
function expectRegions(regions: string, size: number): void {
  expect(regions).toHaveLength(size * size);
  const symbols = new Set(regions);
  expect(symbols.size).toBe(size);
  for (const symbol of symbols) {
    const cells = Array.from(regions).flatMap((each, cell) => (each === symbol ? [cell] : []));
    const reached = [cells[0]!];
    for (const cell of reached) {
      const next = neighboursOf(cell, size).filter((other) => regions[other] === symbol);
      reached.push(...next.filter((other) => !reached.includes(other)));
    }
    expect(reached.sort((a, b) => a - b)).toEqual(cells);
    expect(cells).toHaveLength(size);
  }
}

test('draws other regions with another seed, whose shapes are no rows', () => {
  const drawn = Array.from({ length: 50 }, (_, seed) => randomRegions(9, xoroshiro128plus(seed)));
  expect(new Set(drawn).size).toBe(50);
  // neighbours in a row are in different regions as often as neighbours in a column
  let [across, down] = [0, 0];
  for (const regions of drawn) {
    for (let cell = 0; cell < 81; cell++) {
      if (cell % 9 < 8 && regions[cell] !== regions[cell + 1]) across++;
      if (cell < 72 && regions[cell] !== regions[cell + 9]) down++;
    }
  }
  expect(Math.abs(across - down) / (across + down)).toBeLessThan(0.1);
});
