import { expect, test } from 'vitest';
import { parse, solve } from '../../../../core/browser.ts';
import { solveBytes } from '../solve-bytes.ts';
import { SAMPLES } from './samples.ts';

const rowsOf = (grid: string) => (grid.match(/.{9}/g) ?? []).map((row) => row.split('').map(Number));
const PUZZLE = rowsOf('530070000600195000098000060800060003400803001700020006060000280000419005000080079');
const SOLUTION = rowsOf('534678912672195348198342567859761423426853791713924856961537284287419635345286179');

for (const [kind, samples] of Object.entries(SAMPLES)) {
  test.each(Object.entries(samples))(`${kind}: %s`, (_name, sample) => {
    const file = Buffer.from(sample(PUZZLE));
    const { output } = solveBytes(file);
    expect(output.toString()).toBe(sample(SOLUTION));
  });
}

test('parse() and solve() agree with the reader of files about texts of one grid', () => {
  const differing = Object.entries(SAMPLES).flatMap(([kind, samples]) =>
    Object.entries(samples).flatMap(([name, sample]) => {
      const text = sample(PUZZLE);
      if (solveBytes(Buffer.from(text)).tally.puzzles > 1) return [];
      try {
        const cells = parse(text).cells.join('');
        if (cells === PUZZLE.flat().join('') && solve(text).solution === sample(SOLUTION)) return [];
        return [`${kind}: ${name}: ${cells}`];
      } catch (error) {
        return [`${kind}: ${name}: ${String(error)}`];
      }
    }),
  );
  expect(differing).toEqual([]);
});
