import { expect, test } from 'vitest';
import fc from '../../../property.ts';
import { gridFiles } from './grid-file.ts';
import { optionLineFault, optionLines } from './option-line.ts';
import { outcomeOf } from './outcome.ts';

test('solves generated files of grids in place, or rejects them with a message', () => {
  fc.assert(
    fc.property(gridFiles, (file) => {
      expect(outcomeOf(file)).toMatch(/^solved$|^refused: expected .*got /s);
    }),
    { numRuns: 200 },
  );
});

test('solves nearly all of them, except grids side by side', () => {
  const outcomes = fc
    .sample(
      gridFiles.filter(({ looks }) => looks.includes('"gap":""')),
      { numRuns: 300, seed: 1 },
    )
    .map(outcomeOf);
  expect(outcomes.filter((outcome) => outcome === 'solved').length).toBeGreaterThan(290);
});

test('applies a line of options, or rejects it with a message', () => {
  fc.assert(
    fc.property(optionLines, (line) => {
      expect(optionLineFault(line)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
