import { expect, test, vi } from 'vitest';
import { RejectedFile } from '../../../../core/files/index.ts';
import { solveText } from '../../../../core/files/solve/solve-text.ts';
import { JsonKernel } from '../../../../core/formats/json/reader.ts';
import { someOf } from '../../../cases.ts';
import fc from '../../../property.ts';
import { type Solved, solveBytes } from '../solve-bytes.ts';

const SOLUTION = '123456789456789123789123456214365897365897214897214365531642978642978531978531642';

const cells = fc
  .tuple(fc.array(fc.boolean(), { minLength: 81, maxLength: 81 }), fc.constantFrom('.', '0'))
  .map(([given, empty]) => SOLUTION.replace(/\d/g, (digit, at: number) => (given[at] ? digit : empty)));

/** Values of the solution: none, right, wrong, incomplete; often not a string. */
const strings = ['', SOLUTION, SOLUTION.split('').reverse().join(''), '.'.repeat(81), 'none'];
const others = ['null', 'null', '[]', '7', 'true', '{}'];
const solutions = fc.constantFrom(...strings.map((string) => `"${string}"`), ...others);
const number = fc.constantFrom('0', '-1', '12', '1.5', '-0.25e+7', '3E2', '01', '1.', '-', '1e');
const text = fc.constantFrom('', 'easy', 'a \\"b\\" \\u0041', 'é', 'ends in \\\\', 'tab\t', ','.repeat(40));
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n', ' \n', '\n\n');

/** Members of the lines of a file, in their order. */
const MEMBERS = [
  ['puzzle'],
  ['puzzle', 'solution'],
  ['id', 'solution', 'name', 'puzzle', 'rating'],
  ['name', 'puzzle'],
] as const;

const OTHER = `{ "extra" : [], "puzzle" : "${SOLUTION.replaceAll('1', '0')}" }\n`;

const line = fc.tuple(cells, solutions, number, text, ending);

test.each(MEMBERS.map((members) => ({ members })))(
  'lines of one pattern ($members) have the same results as each of them alone',
  ({ members }) => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('', ' '),
        (lines, space) => {
          const drawn = lines.map(([puzzle, solution, rating, name, end]) => {
            const values = {
              puzzle: `"${puzzle}"`,
              solution,
              id: rating,
              rating,
              name: `"${name}"`,
            };
            return `{${members.map((member) => `"${member}":${space}${values[member]}`).join(`,${space}`)}}${end}`;
          });
          const after = (first: string, rest: string) =>
            solveText(first + rest).text.slice(solveText(first).text.length);
          const begun = drawn[0]!.replace(/\n+$/, '\n');
          // after a line of another pattern, each is read by itself
          const alone = drawn.map((one) => after(OTHER.repeat(20), one)).join('');
          expect(after(OTHER.repeat(20) + begun, drawn.join(''))).toBe(alone);
        },
      ),
      { numRuns: 10 },
    );
  },
);

/** The result of a file that is cut into pieces, and its result without patterns: each record by itself. */
function inBothWays(file: string, pieces: readonly number[] = []): { fast: unknown; slow: unknown } {
  const fast = resultOf(file, pieces);
  const kernel = vi.spyOn(JsonKernel.prototype, 'readObjects').mockReturnValue(0);
  const slow = resultOf(file);
  kernel.mockRestore();
  return { fast, slow };
}

/** The message for a file that is rejected, because most of it is broken. */
function resultOf(file: string, pieces: readonly number[] = []): Pick<Solved, 'text' | 'tally'> | string {
  try {
    const { text, tally } = solveBytes(file, {}, pieces);
    return { text, tally };
  } catch (error) {
    if (error instanceof RejectedFile) return error.message;
    throw error;
  }
}

const FOUR = '12.434..2.4343.1';
/** Enough puzzles that the others are broken records, and the file is JSON. */
const SOUND = Array(12).fill(`{"puzzle":"${FOUR}"}`) as string[];

/** Objects that mostly have the same members, spaces and kinds of values. */
const values = fc.record({
  puzzle: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(FOUR, FOUR.replaceAll('.', '0'), '................') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('12.4', 'none', '\\u0031234341221434321', `${FOUR}\\n`, '123....4........'),
    },
  ),
  solution: fc.constantFrom('""', '"1234341221434321"', '"1234341221434312"', 'null'),
  rating: number,
  name: text,
});
const spaces = fc.constantFrom('', '', ' ', '\n  ', '\r\n\t');
const shape = fc.record({
  members: fc.constantFrom(
    'puzzle',
    'puzzle solution',
    'rating name solution puzzle',
    'name tags puzzle rating',
  ),
  space: spaces,
  before: spaces,
  after: spaces,
});
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;
const seldom = <Value>(weight: number, value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const element = fc.tuple(
  values,
  seldom(6, shape),
  seldom(
    20,
    fc.constantFrom('null', '"1234341221434321"', '{"puzzle": "12.', '[{"puzzle":"1....', '7 ', ','),
  ),
);

function drawObject(
  { members, space }: Shape,
  { puzzle, solution, rating, name }: Record<string, string>,
): string {
  const drawn: Record<string, string> = {
    puzzle: `"${puzzle}"`,
    solution: solution!,
    rating: rating!,
    name: `"${name}"`,
    tags: '["easy", {"puzzle": "no"}]',
  };
  const list = members.split(' ').map((member) => `${space}"${member}":${space && ' '}${drawn[member]}`);
  return `{${list.join(',')}${space}}`;
}

/** A list of objects as an array, several arrays with other values between them, values without an array, and lines. */
const documents = fc
  .tuple(
    fc.array(element, { minLength: 2, maxLength: 12 }),
    shape,
    fc.constantFrom('array', 'arrays', 'values', 'lines'),
  )
  .map(([elements, usual, kind]) => {
    const records = elements.map(([drawn, other, broken]) => {
      const { before, after, ...its } = other ?? usual;
      const object = broken ?? drawObject({ ...its, before, after }, drawn);
      if (kind === 'lines') return `${object.replace(/[\r\n]/g, ' ')}\n`;
      return kind === 'values' ? `${object}\n${before}` : `${before}${object}${after}`;
    });
    if (kind === 'lines' || kind === 'values') return `${SOUND.join('\n')}\n${records.join('')}`;
    if (kind === 'array') return `[${[...SOUND, ...records].join(',')}]\n`;
    return `{"first": [${SOUND.join(',')}], "easy": [${records.join(',')}], "note": "${'-'.repeat(20)}", "hard": [\n${records.toReversed().join(',')}]}`;
  });

test('records have the same results with and without patterns, however the file is cut', () => {
  const pieces = fc.array(fc.oneof(fc.nat(5), fc.nat(300)), { maxLength: 30 });
  fc.assert(
    fc.property(documents, pieces, (file, lengths) => {
      const { fast, slow } = inBothWays(file, lengths);
      expect(fast).toEqual(slow);
    }),
    { numRuns: 100 },
  );
});

const PRETTY = JSON.stringify(
  Array.from({ length: 30 }, (_, id) => ({ id, puzzle: FOUR, solution: id % 7 === 3 ? 'none' : '' })),
  undefined,
  2,
);

test('an array has the same result wherever it is cut', () => {
  const { fast, slow } = inBothWays(PRETTY);
  expect(fast).toEqual(slow);
  for (const at of someOf(Array.from(PRETTY, (_, i) => i).slice(1), 100)) {
    expect(resultOf(PRETTY, [at]), `cut at ${at}`).toEqual(slow);
  }
});

test.each([
  ['an array', (records: string[]) => `[${records.join(',')}]`],
  ['an array over several lines', (records: string[]) => `[\n  ${records.join(',\n  ')}\n]\n`],
  ['several arrays', (records: string[]) => `{"a":[${records.join(', ')}],"b":[${records.join(', ')}]}`],
  ['values without an array', (records: string[]) => records.join('\n\n')],
  ['lines', (records: string[]) => records.map((record) => `${record.replaceAll(/\s+/g, ' ')}\n`).join('')],
])('%s of records of one pattern is read by it but for the first records and the last', (_, document) => {
  const kernel = vi.spyOn(JsonKernel.prototype, 'readObjects');
  const records = Array.from({ length: 100 }, (_, id) => JSON.stringify({ id, puzzle: FOUR }, undefined, 1));
  const { tally } = solveBytes(document(records));
  const read = kernel.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
  kernel.mockRestore();
  expect(read).toBeGreaterThan(tally.puzzles - 8);
});

test('a record whose steps were those of another puzzle holds several puzzles', () => {
  const steps = [FOUR, `1234${FOUR.slice(4)}`];
  const file = JSON.stringify([FOUR, FOUR, `2${FOUR.slice(1)}`].map((puzzle) => ({ puzzle, steps })));
  const { fast, slow } = inBothWays(file);
  expect(fast).toEqual(slow);
  expect(fast).toMatchObject({ tally: { invalid: 1 } });
});

test('64 digits can be an 8x8 grid or the pencilmarks of a 4x4 grid', () => {
  const grid = '12345678'.padEnd(64, '.');
  const marks = '1234123412341234'.repeat(4);
  const { fast, slow } = inBothWays(`${JSON.stringify([grid, grid, marks].map((puzzle) => ({ puzzle })))}`);
  expect(fast).toEqual(slow);
});
