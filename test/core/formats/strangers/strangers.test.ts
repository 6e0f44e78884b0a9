import { expect, test } from 'vitest';
import { RejectedFile } from '../../../../core/files/index.ts';
import fc from '../../../property.ts';
import { solveBytes } from '../solve-bytes.ts';
import { brokenExamples } from './broken-example.ts';
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
      { numRuns: 100, seed: 1 },
    )
    .map(outcomeOf);
  expect(outcomes.filter((outcome) => outcome === 'solved').length).toBeGreaterThan(95);
});

test('applies a line of options, or rejects it with a message', () => {
  fc.assert(
    fc.property(optionLines, (line) => {
      expect(optionLineFault(line)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('solves broken examples the same way however they are cut, or rejects them with a message', () => {
  fc.assert(
    fc.property(brokenExamples, (file) => {
      expect(brokenOutcome(file)).toMatch(/^solved$|^refused: .*expected .*got /s);
    }),
    { numRuns: 100 },
  );
});

function brokenOutcome(file: Buffer): string {
  const given = { budget: 200, limit: 3 };
  try {
    const inOnePiece = solveBytes(file, given);
    const inPieces = solveBytes(file, given, [1, 100, 1000, 100_000, 300_000]);
    return inOnePiece.output.equals(inPieces.output) ? 'solved' : 'the result in pieces differs';
  } catch (error) {
    if (error instanceof RejectedFile) return `refused: ${error.message}`;
    throw error;
  }
}
