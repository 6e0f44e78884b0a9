import { expect, test } from 'vitest';
import { countBlock } from '../../../../core/files/statistics/count-puzzles.ts';
import { logBin } from '../../../../core/files/statistics/histogram.ts';
import { geometry } from '../../../../core/solver/geometry.ts';
import { OUTCOMES, Status } from '../../../../core/solver/status.ts';
import fc from '../../../property.ts';

/** As many numbers of guesses are told apart. */
const APART = 64;

/** Mostly what most puzzles are, and up to the largest numbers. */
const number = (usual: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.nat(70), fc.nat(2 ** 32 - 1));

const puzzle = fc.record({
  givens: fc.nat(1296),
  status: fc.oneof(fc.constant(Status.solved), fc.constantFrom(...OUTCOMES.keys())),
  solutions: number(1),
  guesses: number(0),
});

test('puzzles are counted by givens, outcome, solutions and guesses, whatever their size and number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 36 }),
      fc.array(puzzle, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 80 }),
      (size, kinds, count, limit) => {
        const shape = geometry([4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 30, 36][size % 12]!);
        const made = Array.from({ length: count }, (_, p) => {
          const kind = kinds[p % kinds.length]!;
          return { ...kind, givens: kind.givens % (shape.cells + 1) };
        });
        const cells = new Uint8Array(count * shape.cells + 20).fill(9);
        for (const [p, { givens }] of made.entries()) {
          const own = cells.subarray(p * shape.cells, (p + 1) * shape.cells).fill(0);
          for (let i = 0; i < givens; i++) own[(i * 7 + p) % own.length] = (i % shape.size) + 1;
        }
        // the stride may meet a cell twice
        const givens = made.map(
          (_, p) =>
            cells.subarray(p * shape.cells, (p + 1) * shape.cells).filter((value) => value > 0).length,
        );
        const counts = countBlock(
          { cells, count, geometry: shape },
          {
            statuses: Uint8Array.from(made, ({ status }) => status),
            counts: Uint32Array.from(made, ({ solutions }) => solutions),
            guesses: Uint32Array.from(made, ({ guesses }) => guesses),
          },
          limit,
        );
        const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
        expect(binned(counts.byGivens)).toEqual(countsOf(givens));
        expect(binned(counts.byStatus)).toEqual(countsOf(made.map(({ status }) => status)));
        expect(binned(counts.bySolutions)).toEqual(
          countsOf(made.map(({ solutions }) => logBin(Math.min(solutions, limit)))),
        );
        expect(binned(counts.byGuesses)).toEqual(countsOf(made.map(({ guesses }) => logBin(guesses))));
        const valid = made.filter(({ status }) => status !== Status.invalid);
        expect(binned(counts.byExactGuesses)).toEqual(
          countsOf(valid.map(({ guesses }) => Math.min(guesses, APART))),
        );
        expect(counts.solutions).toBe(sum(made.map(({ solutions }) => Math.min(solutions, limit))));
        expect(counts.guesses).toBe(sum(made.map(({ guesses }) => guesses)));
        expect(counts.atLimit).toBe(made.filter(({ solutions }) => solutions > limit).length);
      },
    ),
    { numRuns: 60 },
  );
});

test('more puzzles than the kernel holds at a time are all counted', () => {
  const shape = geometry(9);
  const count = 5000;
  const counts = countBlock(
    { cells: new Uint8Array(count * 81).fill(1), count, geometry: shape },
    {
      statuses: new Uint8Array(count),
      counts: new Uint32Array(count).fill(1),
      guesses: new Uint32Array(count),
    },
    Infinity,
  );
  expect(counts).toMatchObject({ solutions: count, guesses: 0, atLimit: 0 });
  expect(binned(counts.byGivens)).toEqual({ 81: count });
});

/** What is not empty. */
function binned(counts: Uint32Array): Record<number, number> {
  return Object.fromEntries([...counts].entries().filter(([, count]) => count > 0));
}

function countsOf(bins: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const bin of bins) counts[bin] = (counts[bin] ?? 0) + 1;
  return counts;
}
