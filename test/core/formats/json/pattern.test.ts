import { expect, test } from 'vitest';
import { solveText } from '../../../../core/files/solve-text.ts';
import fc from '../../../property.ts';

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
      { numRuns: 25 },
    );
  },
);
