import { expect, test } from 'vitest';
import { countBlock, selectHardest } from '../../../../core/files/statistics/count-puzzles.ts';
import { LOG_BINS } from '../../../../core/kernel/constants.ts';
import { geometry } from '../../../../core/solver/model/geometry.ts';
import { OUTCOMES, Status } from '../../../../core/solver/model/status.ts';
import fc from '../../../property.ts';

/** Guesses of other puzzles mean nothing. */
const isSearched = (status: number): boolean => status !== Status.invalid && status !== Status.unsupported;

/** Bin of a number on a logarithmic scale: the number of its bits. */
const logBin = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(value)) + 1);

/** Larger numbers of guesses share one counter. */
const MAX_EXACT = 64;

/** Mostly the number that is usual, but any number up to the largest. */
const number = (usual: number) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.nat(70), fc.nat(2 ** 32 - 1));

const puzzle = fc.record({
  givens: fc.nat(1296),
  status: fc.oneof(fc.constant(Status.solved), fc.constantFrom(...OUTCOMES.keys())),
  solutions: number(1),
  guesses: number(0),
});

test('countBlock counts puzzles of any size by givens, outcome, solutions and guesses', () => {
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
        // the stride may visit a cell twice
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
        const searched = made.filter(({ status }) => isSearched(status));
        expect(binned(counts.byExactGuesses)).toEqual(
          countsOf(searched.map(({ guesses }) => Math.min(guesses, MAX_EXACT))),
        );
        expect(counts.solutions).toBe(sum(made.map(({ solutions }) => Math.min(solutions, limit))));
        expect(counts.guesses).toBe(sum(made.map(({ guesses }) => guesses)));
        expect(counts.atLimit).toBe(made.filter(({ solutions }) => solutions > limit).length);
      },
    ),
    { numRuns: 60 },
  );
});

test('countBlock counts more puzzles than the kernel can hold', () => {
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

const guessed = fc.record({
  status: fc.oneof(fc.constant(Status.solved), fc.constantFrom(...OUTCOMES.keys())),
  guesses: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(5), fc.nat(2 ** 32 - 1)),
});

test('selectHardest returns puzzles that were searched with more guesses than the threshold, and the first ties', () => {
  fc.assert(
    fc.property(
      fc.array(guessed, { minLength: 1, maxLength: 50 }),
      // sometimes more than the kernel can hold
      fc.oneof(fc.nat(200), fc.integer({ min: 4000, max: 9000 })),
      fc.oneof(fc.nat(5), fc.constant(2 ** 32 - 1)),
      fc.oneof(fc.nat(100), fc.constant(Infinity)),
      (kinds, count, least, ties) => {
        const made = Array.from({ length: count }, (_, p) => kinds[(p * 7) % kinds.length]!);
        const searched = made.map((one, p) => ({ ...one, p })).filter(({ status }) => isSearched(status));
        const tied = searched.filter(({ guesses }) => guesses === least).slice(0, ties);
        const harder = searched.filter(({ guesses }) => guesses > least);
        const selected = selectHardest(
          {
            statuses: Uint8Array.from(made, ({ status }) => status),
            guesses: Uint32Array.from(made, ({ guesses }) => guesses),
          },
          count,
          least,
          ties,
        );
        expect(selected).toEqual([...tied, ...harder].map(({ p }) => p).sort((a, b) => a - b));
      },
    ),
    { numRuns: 60 },
  );
});

test.each([Infinity, 2 ** 32, 6.5])(
  "selectHardest accepts thresholds beyond the kernel's numbers and fractions: %d",
  (least) => {
    const result = { statuses: new Uint8Array(3), guesses: Uint32Array.of(6, 7, 0) };
    expect(selectHardest(result, 3, least, Infinity)).toEqual(least < 7 ? [1] : []);
  },
);

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [2 ** 32 - 1, LOG_BINS - 1],
])(
  'countBlock counts a puzzle with %d guesses and solutions in bin %d of the logarithmic scale',
  (value, bin) => {
    const { bySolutions, byGuesses } = countBlock(
      { cells: new Uint8Array(81), count: 1, geometry: geometry(9) },
      { statuses: new Uint8Array(1), counts: Uint32Array.of(value), guesses: Uint32Array.of(value) },
      Infinity,
    );
    expect(bySolutions).toHaveLength(LOG_BINS);
    expect([binned(bySolutions), binned(byGuesses)]).toEqual([{ [bin]: 1 }, { [bin]: 1 }]);
  },
);

/** The counts that are not 0, by index. */
function binned(counts: Uint32Array): Record<number, number> {
  return Object.fromEntries([...counts].entries().filter(([, count]) => count > 0));
}

function countsOf(bins: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const bin of bins) counts[bin] = (counts[bin] ?? 0) + 1;
  return counts;
}
