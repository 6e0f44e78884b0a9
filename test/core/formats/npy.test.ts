import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openFile, sumTallies } from '../../../core/files/index.ts';
import { npyHeader, writeHeader } from '../../../core/formats/npy/header.ts';
import fc from '../../property.ts';
import { planOf, problemsOf, solveBytes } from './solve-bytes.ts';

const P = '1204340020434301';
const S = '1234341221434321';
const NONE = '1230000400000000';
const EXAMPLE = readFileSync(new URL('../../../examples/array.npy', import.meta.url));

const digits = (text: string) => Array.from(text, (digit) => Number.parseInt(digit, 36));

/** An array as NumPy writes it. */
function array(type: string, shape: readonly number[], values: readonly (number | bigint)[]): Buffer {
  const width = Number(type.slice(2)) || 1;
  const [isLittle, bytes] = [!type.startsWith('>'), Buffer.alloc(values.length * width)];
  values.forEach((value, i) => {
    const all = BigInt.asUintN(8 * width, BigInt(value));
    for (let b = 0; b < width; b++) {
      bytes[i * width + (isLittle ? b : width - 1 - b)] = Number((all >> BigInt(8 * b)) & 255n);
    }
  });
  return Buffer.concat([writeHeader(type, shape), bytes]);
}

const TYPES = ['|u1', '|i1', '<u2', '>u2', '<i4', '>i4', '<i8', '>u8'];

describe('the header of an array', () => {
  test('is the one that NumPy writes', () => {
    expect(Buffer.from(writeHeader('|u1', [3, 81]))).toEqual(EXAMPLE.subarray(0, 128));
    expect(npyHeader(EXAMPLE)).toEqual({ start: 128, type: '|u1', count: 3, size: 9 });
  });

  test.each([[[1, 81]], [[1e6, 81]], [[12345, 9, 9]], [[7]]])('of the shape %j has 128 bytes', (shape) => {
    expect(writeHeader('<i8', shape)).toHaveLength(128);
  });
});

describe('an array is solved to an array of the same type and shape', () => {
  test.each(TYPES)('%s', (type) => {
    const solved = solveBytes(array(type, [2, 16], digits(P + S)));
    expect(solved.plan).toMatchObject({ format: 'npy', splittable: true });
    expect(solved.output).toEqual(array(type, [2, 16], digits(S + S)));
    expect(solved.tally).toMatchObject({ puzzles: 2, solved: 2, lines: 2 });
  });

  test.each([[[2, 4, 4]], [[2, 4, 4, 1]], [[2, 16]]])('of the shape %j', (shape) => {
    expect(solveBytes(array('|u1', shape, digits(P + P))).output).toEqual(array('|u1', shape, digits(S + S)));
  });

  test.each([[[4, 4]], [[1, 16]], [[16]]])('of a single puzzle, of the shape %j', (shape) => {
    expect(solveBytes(array('|u1', shape, digits(P))).output).toEqual(array('|u1', shape, digits(S)));
  });

  test('of sixteen puzzles of sixteen cells, not of one 16x16 grid', () => {
    expect(solveBytes(array('|u1', [16, 16], digits(P.repeat(16)))).tally.sizes).toEqual({ '4x4': 16 });
  });

  test.each([
    ['|S16', (text: string) => Uint8Array.of(text.charCodeAt(0))],
    ['<U16', (text: string) => Uint32Array.of(text.charCodeAt(0))],
  ])('of texts, %s', (type, coded) => {
    const code = (text: string) =>
      Buffer.concat([writeHeader(type, [2]), ...Array.from(text, (sign) => Buffer.from(coded(sign).buffer))]);
    const solved = solveBytes(code(P.replaceAll('0', '.') + NONE));
    expect(solved.output).toEqual(code(`${S}${'.'.repeat(16)}`));
  });
});

describe('an array whose values are shifted by one', () => {
  const shifted = (text: string) => digits(text).map((digit) => digit + 1);

  test('is recognised by its values, none of which is 0 and some are the size plus one', () => {
    const file = array('<i8', [2, 16], shifted(P + NONE));
    expect(solveBytes(file).output).toEqual(array('<i8', [2, 16], [...shifted(S), ...Array(16).fill(1)]));
  });

  test('is recognised by its name if no value is as large', () => {
    const file = array('|u1', [1, 16], shifted('1200000000000000'));
    expect(planOf(file, {}, 'set/all__inputs.npy').state).toMatchObject({ empty: 1 });
    expect(planOf(file, {}, 'set/inputs.npy').state).toMatchObject({ empty: 0 });
  });
});

describe('a puzzle without a solution', () => {
  test('becomes empty, and the report names it by its number', () => {
    const solved = solveBytes(
      array('<i4', [4, 16], [...digits(P), ...digits(NONE), -2, ...digits(P + S).slice(1)]),
    );
    expect(solved.output).toEqual(array('<i4', [4, 16], [...digits(S), ...Array(32).fill(0), ...digits(S)]));
    expect(problemsOf(solved)).toEqual([
      '2:0 no-solution: no grid fits the givens',
      '3:1 invalid: expected 0 to 4 in row 1, column 1, got -2',
    ]);
    expect(solved.tally.problems[1]!.record).toBe('-2 2 0 4 3 4 0 0 2 0 4 3 4 3 0 1');
  });

  test('is a row of a table like any other', () => {
    const file = array('|u1', [2, 16], [...digits(P), 77, ...digits(P).slice(1)]);
    expect(solveBytes(file, { output: 'csv' }).text).toBe(
      `puzzle,solution,status,count,guesses\n${P.replaceAll('0', '.')},${S},solved,1,0\n77 2 0 4 3 4 0 0 2 0 4 3 4 3 0 1,invalid,invalid,0,0\n`,
    );
  });
});

test('counts are a table', () => {
  const { text } = solveBytes(array('|u1', [1, 16], digits(P)), { solutions: 'count' });
  expect(text).toContain('solved');
  expect(text).toContain(P.replaceAll('0', '.'));
});

describe('-1 is an empty cell', () => {
  const signed = TYPES.filter((type) => type.includes('i'));
  const withMinus = (text: string) => digits(text).map((digit) => digit || -1);

  test.each(signed)('in %s', (type) => {
    const solved = solveBytes(array(type, [3, 16], [...withMinus(P), ...digits(P), ...withMinus(NONE)]));
    expect(solved.output).toEqual(array(type, [3, 16], [...digits(S + S), ...Array(16).fill(0)]));
    expect(solved.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 0 });
  });

  test('but not in unsigned arrays, whose largest value it would be', () => {
    const { tally } = solveBytes(array('|u1', [1, 16], withMinus(P)));
    expect(tally.problems[0]!.reason).toMatch(/got 255$/);
  });

  test('and so is 0 beside it, unless it might be the first digit of puzzles that count from 0', () => {
    const mixed = (text: string) => digits(text).map((digit, i) => (digit === 0 && i < 8 ? -1 : digit));
    expect(solveBytes(array('|i1', [1, 16], mixed(P))).output).toEqual(array('|i1', [1, 16], digits(S)));
    const fromZero = withMinus(P).map((value) => (value > 0 ? value - 1 : value));
    expect(problemsOf(solveBytes(array('<i4', [1, 16], fromZero)))).toEqual([
      '1:1 invalid: expected -1 for empty, as elsewhere in the puzzle, or 1 to 4 in row 1, column 1, got 0',
    ]);
  });
});

test.each([['(0, 81)'], ['(0, 9, 9)'], ['(0, 16)']])(
  'an array of the shape %s is a set without puzzles',
  (shape) => {
    const [rows, ...others] = shape.match(/\d+/g)!.map(Number);
    const empty = array('<i4', [rows!, ...others], []);
    const solved = solveBytes(empty);
    expect(solved.output).toEqual(empty);
    expect(solved.tally).toMatchObject({ puzzles: 0, invalid: 0 });
  },
);

describe('an array that holds no puzzles is refused', () => {
  const wrong = (type: string, shape: string, order = 'False') =>
    Buffer.from(
      `\x93NUMPY\x01\0v\0${`{'descr': ${type}, 'fortran_order': ${order}, 'shape': ${shape}, }`.padEnd(117)}\n`,
      'latin1',
    );

  test.each<[string, Uint8Array, string]>([
    [
      'a wrong shape',
      wrong("'|u1'", '(3, 80)'),
      'expected an array of the shape (N, 81) or (N, 9, 9), or alike for other sizes, got (3, 80) of |u1',
    ],
    ['too many dimensions', wrong("'|u1'", '(3, 2, 9, 9)'), 'got (3, 2, 9, 9) of |u1'],
    ['a scalar', wrong("'|u1'", '()'), 'got () of |u1'],
    [
      'more puzzles than a number can count',
      wrong("'|u1'", '(9999999999999999999, 81)'),
      'expected an array of the shape',
    ],
    ['fractions', wrong("'<f8'", '(3, 81)'), 'expected an array of integers or of texts, got the type "<f8"'],
    ['truth values', wrong("'|b1'", '(3, 81)'), 'got the type "|b1": save puzzles.astype(numpy.uint8)'],
    ['Python objects', wrong("'|O'", '(3,)'), 'got Python objects (|O): save numpy.stack'],
    ['fields', wrong("[('a', '|u1')]", '(3,)'), 'expected an array of integers, got a structured array'],
    ['Fortran order', wrong("'|u1'", '(3, 81)', 'True'), 'expected an array in C order, got Fortran order'],
    [
      'texts of large grids',
      wrong("'|S256'", '(3,)'),
      'expected an array of integers for grids of 16x16, got texts (|S256)',
    ],
    ['another header', wrong('1', '1'), 'expected a header with descr, fortran_order and shape, got'],
    [
      'an unknown version',
      Buffer.from('\x93NUMPY\x09\0v\0{', 'latin1'),
      "expected version 1, 2 or 3 of NumPy's format, got 9",
    ],
    [
      'a header that is cut',
      EXAMPLE.subarray(0, 50),
      'expected a header of 128 bytes, got the end of the file',
    ],
    ['nothing after its first bytes', EXAMPLE.subarray(0, 6), 'got the end of the file'],
    [
      'a header of megabytes',
      Buffer.from('\x93NUMPY\x02\0\xff\xff\xff\0', 'latin1'),
      'expected a header of at most 10000 bytes, got 16777215',
    ],
    [
      'a file that is cut',
      EXAMPLE.subarray(0, 300),
      'expected 371 bytes for 3 puzzles, as the header says, got 300',
    ],
    [
      'a file with more',
      Buffer.concat([EXAMPLE, EXAMPLE]),
      'expected 371 bytes for 3 puzzles, as the header says, got 742',
    ],
    [
      'other numbers',
      array('|u1', [4, 16], Array(64).fill(99)),
      'expected puzzles, but 4 of 4 records at the front are none (number 1: expected 0 to 4 in row 1, column 1, got 99)',
    ],
  ])('%s', (_, file, message) => {
    expect(() => planOf(file)).toThrow(message);
  });

  test('a long file that ends early, when its end is reached', () => {
    const file = array('|u1', [10_000, 16], digits(P.repeat(10_000)));
    const plan = { ...planOf(file), splittable: false };
    const solver = openFile(plan);
    const read = () => [...solver.push(file.subarray(0, -16)), ...solver.end()];
    expect(read).toThrow('expected 160128 bytes for 10000 puzzles, as the header says, got 160112');
  });
});

test('an array has the same result in any pieces, solved by themselves or one after another', () => {
  const record = fc.constantFrom(P, S, NONE, '9'.repeat(16));
  const property = fc.property(
    fc.array(record, { minLength: 1, maxLength: 12 }),
    fc.constantFrom(...TYPES),
    fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 }),
    (records, type, pieces) => {
      const file = array(type, [records.length + 8, 16], digits(P.repeat(8) + records.join('')));
      const whole = solveBytes(file);
      expect(solveBytes(file, {}, pieces).output).toEqual(whole.output);
      const middle = 128 + Math.ceil(records.length / 2) * 16 * Number(type.slice(2));
      const parts = [file.subarray(0, middle), file.subarray(middle)].map((part, i) => {
        const solver = openFile(whole.plan, { first: i === 0, room: { block: 64, record: 2048 } });
        return { output: [...solver.push(part), ...solver.end()], tally: solver.tally };
      });
      expect(Buffer.concat(parts.flatMap(({ output }) => output))).toEqual(whole.output);
      expect(sumTallies(parts.map(({ tally }) => tally))).toEqual(whole.tally);
    },
  );
  fc.assert(property);
});
