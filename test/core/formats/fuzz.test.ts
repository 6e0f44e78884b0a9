import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RejectedFile } from '../../../core/files/index.ts';
import { OUTCOMES } from '../../../core/solver/model/status.ts';
import { exampleFiles } from '../../example-files.ts';
import fc from '../../property.ts';
import { type Solved, solveBytes } from './solve-bytes.ts';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
/** Small budgets, as some mutated puzzles are hard. */
const GIVEN = { budget: 200, limit: 3 };

const samples = exampleFiles()
  .filter((name) => !/thousand|25x25|mixed|all-sizes|\.(gz|zst)$/.test(name))
  .map((name) => ({ name, bytes: readFileSync(new URL(name, EXAMPLES)) }));

/** Not a file of puzzles. */
const REJECTED = ['shopping-list.txt'];
/** Its result has more records: one for each solution. */
const WITH_ALL_SOLUTIONS = ['all-solutions-9x9.txt'];
const solvedOnce = samples.filter(({ name }) => ![...REJECTED, ...WITH_ALL_SOLUTIONS].includes(name));

/** Solved, these have no candidates left. */
const SOLVED_FORMATS: Readonly<Record<string, string>> = {
  links: 'lines',
  candidates: 'grids',
  pencilmarks: 'lines',
};

/** A change somewhere in a file. */
type Mutation = (file: Buffer) => Buffer;

const at = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const symbols = fc.oneof(
  fc.constantFrom(
    '.',
    '0',
    '1',
    '9',
    'A',
    '\n',
    '\r\n',
    '\n\n',
    ' ',
    ',',
    '|',
    '"',
    '[',
    '{',
    '#',
    '-',
    'no-solution',
    '===',
  ),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  // replace, insert, delete
  fc.tuple(at, fc.nat(3), symbols).map(([where, length, text]): Mutation => {
    return (file) => {
      const from = Math.floor(where * file.length);
      return Buffer.concat([file.subarray(0, from), Buffer.from(text), file.subarray(from + length)]);
    };
  }),
  // cut off, at either end
  at.map(
    (where): Mutation =>
      (file) =>
        file.subarray(0, Math.floor(where * file.length)),
  ),
  at.map(
    (where): Mutation =>
      (file) =>
        file.subarray(Math.floor(where * file.length)),
  ),
  // copy a stretch to the end
  fc.tuple(at, at).map(([from, to]): Mutation => {
    return (file) =>
      Buffer.concat([file, file.subarray(Math.floor(from * file.length), Math.floor(to * file.length))]);
  }),
);

/** The result of a file, or the message with which it is rejected. Any other error is a defect. */
function outcome(file: Uint8Array, pieces: number[] = []): Solved | string {
  try {
    return solveBytes(file, GIVEN, pieces);
  } catch (error) {
    if (error instanceof RejectedFile) return error.message;
    throw error;
  }
}

describe.each(samples)('$name', ({ bytes }) => {
  const sample = outcome(bytes);
  const format = typeof sample === 'string' ? '' : sample.plan.format;
  const pieces = fc.array(fc.oneof(fc.nat(3), fc.nat(200)), { maxLength: 50 });

  test('gives the same result however its bytes are split', () => {
    const whole = outcome(bytes);
    fc.assert(
      fc.property(pieces, (lengths) => {
        expect(outcome(bytes, lengths)).toEqual(whole);
      }),
      { numRuns: 15 },
    );
  });

  test('is solved or rejected with a message, whatever is broken, and the result solves to itself', () => {
    const broken = fc
      .array(mutation, { minLength: 1, maxLength: 4 })
      .map((mutations) => mutations.reduce<Buffer>((file, mutate) => mutate(file), bytes).toString('latin1'));
    fc.assert(
      fc.property(broken, pieces, (text, lengths) => {
        const file = Buffer.from(text, 'latin1');
        const whole = outcome(file);
        expect(outcome(file, lengths)).toEqual(whole);
        if (typeof whole === 'string') expect(whole).toMatch(/expected .*got /s);
        else if (whole.plan.options.solutions !== 'all') {
          expect(whole.tally.puzzles).toBe(recordsOf(whole));
          // A mutated file can change its kind again by its markers. Nothing but markers may be no file of puzzles, and a puzzle
          // without a solution is an empty grid in an array.
          const { solved, puzzles } = whole.tally;
          const isFilled = solved > 0 && (format !== 'npy' || solved === puzzles);
          if (whole.plan.format === format && !(format in SOLVED_FORMATS) && isFilled)
            expect(outcome(whole.output)).toMatchObject({ text: whole.text });
        }
      }),
      { numRuns: 25 },
    );
  });
});

test.each(solvedOnce)('the result of $name is a file of the same kind and solves to itself', ({ bytes }) => {
  const first = outcome(bytes) as Solved;
  const again = outcome(first.output) as Solved;
  expect(again.text).toBe(first.text);
  const { format } = first.plan;
  expect(again.plan.format).toBe(SOLVED_FORMATS[format] ?? format);
  expect(again.tally.puzzles).toBe(first.tally.puzzles);
});

test.each(REJECTED)('rejects %s with a message', (name) => {
  expect(outcome(readFileSync(new URL(name, EXAMPLES)))).toMatch(/expected .*got /s);
});

function recordsOf({ tally }: Solved): number {
  return OUTCOMES.reduce((sum, { key }) => sum + tally[key], 0);
}
