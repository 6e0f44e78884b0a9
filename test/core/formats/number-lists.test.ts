// Numbers in lists are cells each, in all formats.

import { expect, test } from 'vitest';
import fc from '../../property.ts';
import { solveBytes } from './solve-bytes.ts';

const PUZZLE = '12.434..2.4343.1';

/** Where a list can stand, each beside an ordinary puzzle in the next record. */
const READERS: readonly (readonly [name: string, file: (list: string) => string])[] = [
  ['a member', (list) => `{"puzzle":${list}}\n{"puzzle":"${PUZZLE}"}\n{"puzzle":"${PUZZLE}"}\n`],
  ['a string of JSON', (list) => `{"puzzle":"${list}"}\n{"puzzle":"${PUZZLE}"}\n{"puzzle":"${PUZZLE}"}\n`],
  ['a field', (list) => `id,puzzle\n1,"${list}"\n2,${PUZZLE}\n3,${PUZZLE}\n`],
];

test.each(READERS)('numbers of a list are cells, and never joined to symbols, in %s', (_, file) => {
  const number = fc.integer({ min: 10, max: 44 });
  fc.assert(
    fc.property(fc.array(number, { minLength: 8, maxLength: 8 }), fc.boolean(), (numbers, inRows) => {
      // together, they have as many digits as a 4x4 grid has cells
      const list = JSON.stringify(inRows ? [numbers.slice(0, 4), numbers.slice(4)] : numbers);
      expect(solveBytes(file(list)).tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
    }),
    { numRuns: 20 },
  );
});

test.each(READERS)('a list of as many numbers as a grid has cells is a grid in %s', (_, file) => {
  const list = `[${Array.from(PUZZLE, (digit) => Number(digit.replace('.', '0'))).join(', ')}]`;
  expect(solveBytes(file(list)).tally).toMatchObject({ puzzles: 3, solved: 3 });
});
