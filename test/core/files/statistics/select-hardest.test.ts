import { expect, test } from 'vitest';
import { selectHardest } from '../../../../core/files/statistics/count-puzzles.ts';
import { OUTCOMES, Status } from '../../../../core/solver/status.ts';
import fc from '../../../property.ts';

const puzzle = fc.record({
  status: fc.oneof(fc.constant(Status.solved), fc.constantFrom(...OUTCOMES.keys())),
  guesses: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(5), fc.nat(2 ** 32 - 1)),
});

test('puzzles with more guesses are selected, and the first ties, but no invalid ones', () => {
  fc.assert(
    fc.property(
      fc.array(puzzle, { minLength: 1, maxLength: 50 }),
      // also more than the kernel holds at a time
      fc.oneof(fc.nat(200), fc.integer({ min: 4000, max: 9000 })),
      fc.oneof(fc.nat(5), fc.constant(2 ** 32 - 1)),
      fc.oneof(fc.nat(100), fc.constant(Infinity)),
      (kinds, count, least, ties) => {
        const made = Array.from({ length: count }, (_, p) => kinds[(p * 7) % kinds.length]!);
        const valid = made.map((one, p) => ({ ...one, p })).filter((one) => one.status !== Status.invalid);
        const tied = valid.filter(({ guesses }) => guesses === least).slice(0, ties);
        const harder = valid.filter(({ guesses }) => guesses > least);
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
  'of puzzles with up to 7 guesses, those with %d or more are selected',
  (least) => {
    const result = { statuses: new Uint8Array(3), guesses: Uint32Array.of(6, 7, 0) };
    expect(selectHardest(result, 3, least, Infinity)).toEqual(least < 7 ? [1] : []);
  },
);
