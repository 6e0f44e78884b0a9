// Conditions of `sudoku select` compare numbers as decimals, however they are written.

import { expect, test } from 'vitest';
import { parseCondition } from '../../../bin/sets/expression.ts';
import fc from '../../property.ts';

const SIGNS = ['<', '<=', '=', '!=', '>=', '>'] as const;

/** A number in thousandths, as one writes it. */
const written = fc
  .record({
    thousandths: fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.maxSafeInteger()),
    zeros: fc.nat({ max: 8 }),
    isNumber: fc.boolean(),
  })
  .map(({ thousandths, zeros, isNumber }) => {
    const digits = `${Math.abs(thousandths)}`.padStart(4, '0');
    const text = `${thousandths < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}${'0'.repeat(zeros)}`;
    const isExact = isNumber && Math.abs(thousandths) < 1e12;
    return { thousandths, value: isExact ? thousandths / 1000 : text, text };
  });

test('orders numbers by their value, with any number of digits', () => {
  fc.assert(
    fc.property(written, written, (left, right) => {
      const order = Math.sign(left.thousandths - right.thousandths);
      const holds = [order < 0, order <= 0, order === 0, order !== 0, order >= 0, order > 0];
      const got = SIGNS.map((sign) => parseCondition(`x ${sign} ${right.text}`).holds(() => left.value));
      expect(got).toEqual(holds);
    }),
  );
});
