import { expect, test } from 'vitest';
import fc from '../../../property.ts';
import { gridFiles } from './grid-file.ts';
import { optionLineFault, optionLines } from './option-line.ts';
import { outcomeOf } from './outcome.ts';

test('whatever a grid file looks like, its solution stands where its cells stood, or it is refused in words', () => {
  fc.assert(
    fc.property(gridFiles, (file) => {
      expect(outcomeOf(file)).toMatch(/^solved$|^refused: expected .*got /s);
    }),
    { numRuns: 200 },
  );
});

test('nearly all of them are solved, but for grids side by side and blanks of other alphabets', () => {
  const outcomes = fc
    .sample(
      gridFiles.filter(({ looks }) => looks.includes('"gap":""') && !looks.includes('\u00a0')),
      { numRuns: 300, seed: 1 },
    )
    .map(outcomeOf);
  expect(outcomes.filter((outcome) => outcome === 'solved').length).toBeGreaterThan(290);
});

test('a line of options is obeyed, or refused in words: never passed over', () => {
  fc.assert(
    fc.property(optionLines, (line) => {
      expect(optionLineFault(line)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
