import { describe, expect, test } from 'vitest';
import { MAX_RECORD_CELLS, MAX_RECORD_RULES } from '../../../../core/formats/rules/items.ts';
import { membersOf, ruleNameOf, textsOf } from '../../../../core/formats/rules/members.ts';
import { readRules, ruledGeometry } from '../../../../core/formats/rules/read-rules.ts';
import { anyGeometry, type Geometry, geometry, withRules } from '../../../../core/solver/model/geometry.ts';
import fc from '../../../property.ts';
import { described, respelt, respeltText, rulesOf } from './random-rules.ts';

/** A grid of a file; for sizes without boxes, one that needs regions. */
const base = (size: number) => anyGeometry(size, 'classic');

/** The geometry of a record with these members; undefined if it has no rules. */
function read(members: object, size = 9): Geometry | undefined {
  const rules = readRules(Object.entries(members), size);
  return rules && ruledGeometry(base(size), rules);
}

/** Rows of a jigsaw whose regions are its columns. */
const columns = (size: number) => '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.slice(0, size).repeat(size);

describe('the rules of a record', () => {
  const puzzle = fc.record({
    variant: fc.constantFrom('classic', 'x', 'x,anti-knight', 'all-dots'),
    isJigsaw: fc.boolean(),
    rules: rulesOf(6),
  });
  const shapeOf = ({ variant, isJigsaw, rules }: { variant: string; isJigsaw: boolean; rules: never[] }) =>
    withRules(anyGeometry(6, variant as 'x', undefined, isJigsaw ? columns(6) : undefined), rules);

  test('are read as they were written, in JSON and in the text of columns', () => {
    fc.assert(
      fc.property(puzzle, fc.infiniteStream(fc.nat(1000)), (drawn, stream) => {
        const shape = shapeOf(drawn as never);
        const choose = (choices: number) => stream.next().value % choices;
        const members = JSON.parse(JSON.stringify(membersOf(shape))) as object;
        const texts = textsOf(shape);
        const isPlain = Object.keys(members).length === 0;
        const expected = isPlain ? undefined : described(shape);
        const found = (given: object) => {
          const geometry = read(given, 6);
          return geometry && described(geometry);
        };
        expect(found(members)).toEqual(expected);
        expect(found(texts)).toEqual(expected);
        expect(Object.keys(texts)).toEqual(Object.keys(members));
        const { variant, regions, ...rules } = members as Record<string, unknown>;
        expect(found({ variant, regions, ...(respelt(rules, choose) as object) })).toEqual(expected);
        const respelled = Object.entries(texts).map(([name, text]) => [
          name.toUpperCase(),
          name === 'regions' ? text : respeltText(text, choose),
        ]);
        expect(found(Object.fromEntries(respelled))).toEqual(expected);
        // pandas writes lists of a table in the notation of Python
        const python = Object.entries(members).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', "'"),
        ]);
        expect(found(Object.fromEntries(python))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('have the forms that the documents show', () => {
    const shape = withRules(geometry(9), [
      { kind: 'cage', cells: [0, 1], value: 10 },
      { kind: 'cage', cells: [20, 21] },
      { kind: 'arrow', cells: [0, 1] },
      { kind: 'whisper', cells: [0, 1], value: 4 },
      { kind: 'whisper', cells: [3, 4] },
      { kind: 'white', cells: [0, 1], value: 2 },
      { kind: 'black', cells: [4, 5] },
      { kind: 'v', cells: [7, 8] },
      { kind: 'greater', cells: [1, 0] },
      { kind: 'even', cells: [0] },
      { kind: 'even', cells: [80] },
    ]);
    expect(membersOf(shape)).toEqual({
      cages: [{ sum: 10, cells: ['r1c1', 'r1c2'] }, { cells: ['r3c3', 'r3c4'] }],
      arrows: [['r1c1', 'r1c2']],
      whispers: [{ difference: 4, cells: ['r1c1', 'r1c2'] }, ['r1c4', 'r1c5']],
      dots: { white: [{ difference: 2, cells: ['r1c1', 'r1c2'] }], black: [['r1c5', 'r1c6']] },
      xv: { v: [['r1c8', 'r1c9']] },
      greater: [['r1c2', 'r1c1']],
      even: ['r1c1', 'r9c9'],
    });
    expect(textsOf(shape)).toEqual({
      cages: '10 r1c1 r1c2; r3c3 r3c4',
      arrows: 'r1c1 r1c2',
      whispers: 'dutch r1c1 r1c2; german r1c4 r1c5',
      dots: 'white 2 r1c1 r1c2; black r1c5 r1c6',
      xv: 'v r1c8 r1c9',
      greater: 'r1c2 > r1c1',
      even: 'r1c1 r9c9',
    });
  });

  test.each<[object, object]>([
    [{ variant: ' Anti Knight , X ' }, { variant: 'x,anti-knight' }],
    [{ variant: ['x', 'windoku'] }, { variant: 'x,windoku' }],
    [{ variant: 'killer', cages: '10 r1c1 r1c2' }, { cages: '10 r1c1 r1c2' }],
    [
      { variant: 'cages, kropki', cages: '10 r1c1 r1c2', dots: 'white r1c1 r1c2' },
      { cages: '10 r1c1 r1c2', dots: 'white r1c1 r1c2' },
    ],
    [{ Cage: [{ cells: 'R1C1 R1C2', value: '10' }] }, { cages: '10 r1c1 r1c2' }],
    [{ cages: { cells: ['r1c1'], sum: 3 } }, { cages: '3 r1c1' }],
    [{ cages: '10: r1c1, r1c2;' }, { cages: '10 r1c1 r1c2' }],
    [{ greater: ['r1c1<r1c2', 'r2c1 r2c2'] }, { greater: 'r1c2 > r1c1; r2c1 > r2c2' }],
    [{ whispers: '5 r1c1 r1c2' }, { whispers: 'german r1c1 r1c2' }],
    [{ dots: [{ color: 'White', cells: [[1, 1], 'r1c2'] }] }, { dots: 'white r1c1 r1c2' }],
    [{ dots: 'white: r1c1 r1c2' }, { dots: 'white r1c1 r1c2' }],
    [{ even: [[1, 1], { cell: 'r1c2' }, 'r1c3 r1c4'] }, { even: 'r1c1 r1c2 r1c3 r1c4' }],
    [{ cages: [], dots: { white: [] }, regions: '', odd: null, even: 'r1c1' }, { even: 'r1c1' }],
    [{ regions: columns(9).match(/.{9}/g)!.join('/') }, { regions: columns(9) }],
    [{ regions: Array.from({ length: 9 }, () => [1, 2, 3, 4, 5, 6, 7, 8, 9]) }, { regions: columns(9) }],
  ])('%j means %j', (given, texts) => {
    const found = read(given)!;
    expect(found.unfit).toBeUndefined();
    expect(textsOf(found)).toEqual(texts);
  });

  test('number regions above 35 with several digits', () => {
    const row = Array.from({ length: 16 }, (_, i) => i + 1);
    const found = read({ regions: Array.from({ length: 16 }, () => row.join(' ')).join('\n') }, 16)!;
    expect(found.unfit).toBeUndefined();
    expect(textsOf(found)).toEqual({ regions: columns(16) });
  });

  test.each<[object]>([
    [{}],
    [{ cages: [], arrows: null, thermos: '', dots: {}, even: false, variant: 'classic', sandwich: 0 }],
    [{ cages: '[]', dots: '{}', variant: 'Sudoku 9x9' }],
    [{ id: 7, title: 'Killer', author: 'A', difficulty: 'hard', rating: 7.1, comment: 'r1c1', source: [1] }],
    [{ constraints: [], 'little-killer': '', Sandwiches: 'none', rules: 'Classic', entropy: 0.5 }],
  ])('are none in %j', (members) => {
    const others = Object.entries(members).filter(([name]) => name !== 'variant');
    expect(readRules(others, 9)).toBeUndefined();
    expect(read(members) ?? geometry(9)).toBe(geometry(9));
  });

  test.each<[object, string]>([
    [
      { cages: [{ sum: 10, cells: ['r1c1', 'r1c10'] }] },
      'cages[0].cells: expected a cell from r1c1 to r9c9, got "r1c10"',
    ],
    [
      { cages: [{ sum: 10, cells: ['r1c1', 'r0c1'] }] },
      'cages[0].cells: expected a cell from r1c1 to r9c9, got "r0c1"',
    ],
    [{ cages: '10 r1c1 x' }, 'cages: expected a cell from r1c1 to r9c9, got "x" in "10 r1c1 x"'],
    [{ cages: '10 10 r1c1' }, 'cages: expected a cell from r1c1 to r9c9, got "10" in "10 10 r1c1"'],
    [
      { cages: ['r1c1', 'r1c2'] },
      'cages[0]: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got "r1c1"',
    ],
    [{ thermos: ['r1c1', 'r1c2'] }, 'thermos[0]: expected rules such as ["r1c1","r1c2"], got "r1c1"'],
    [
      {
        thermos: [
          [1, 1],
          [1, 2],
        ],
      },
      'thermos[0]: expected a cell from r1c1 to r9c9, got 1',
    ],
    [
      { cages: [{ sum: 10 }] },
      'cages[0]: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got an object with sum',
    ],
    [{ cages: [{ sum: 0, cells: ['r1c1'] }] }, 'cages[0]: expected a whole number from 1 to 99999, got 0'],
    [
      { cages: [{ sum: 1e300, cells: ['r1c1'] }] },
      'cages[0]: expected a whole number from 1 to 99999, got 1e+300',
    ],
    [
      { cages: [{ sum: 10, cells: ['r1c1'], unique: false }] },
      'cages[0]: expected members cells, sum, got "unique"',
    ],
    [
      { cages: [{ sum: 10, value: 11, cells: ['r1c1'] }] },
      'cages[0]: expected members cells, sum, got "value"',
    ],
    [{ cages: 7 }, 'cages: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got 7'],
    [{ cages: [[]] }, 'cages[0]: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got no cells'],
    [{ cages: '10' }, 'cages: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got no cells'],
    [{ cages: true }, 'cages: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got true'],
    [{ cages: '[broken' }, 'cages: expected a cell from r1c1 to r9c9, got "[broken"'],
    [{ thermos: '3 r1c1 r1c2' }, 'thermos: expected a cell from r1c1 to r9c9, got "3" in "3 r1c1 r1c2"'],
    [{ dots: [['r1c1', 'r1c2']] }, 'dots[0]: expected white or black, got neither'],
    [{ dots: { grey: [] } }, 'dots: expected members white or black, cells, difference, ratio, got "grey"'],
    [{ dots: 'grey r1c1 r1c2' }, 'dots: expected a cell from r1c1 to r9c9, got "grey" in "grey r1c1 r1c2"'],
    [
      { xv: { x: [{ sum: 10, cells: ['r1c1', 'r1c2'] }] } },
      'xv.x[0]: expected members x or v, cells, got "sum"',
    ],
    [
      { greater: 'r1c1 > r1c2 > r1c3' },
      'greater: expected signs between two cells, got "r1c1 > r1c2 > r1c3"',
    ],
    [{ thermos: 'r1c1 > r1c2' }, 'thermos: expected a cell from r1c1 to r9c9, got ">" in "r1c1 > r1c2"'],
    [{ arrows: ['r1c1 r1c1'] }, 'the arrow at r1c1: expected each cell once, got r1c1 twice'],
    [{ cages: '4 r1c1 r1c2 r1c3' }, 'the cage at r1c1 needs 3 different digits with sum 4'],
    [{ cages: '9 r1c1', Cages: '9 r1c1' }, 'cages: expected it once, got two of it'],
    [
      { cages: '[{"sum":3,"cells":["r1c1"],"cells":["r1c2"]}]' },
      'cages: expected each member of an object once, got one of them twice',
    ],
    [
      { dots: '{"white":[["r1c1","r1c2"]],"white":[]}' },
      'dots: expected each member of an object once, got one of them twice',
    ],
    [
      { cages: new Map([['sum', 3]]) },
      'cages: expected rules such as {"sum":10,"cells":["r1c1","r1c2"]}, got a Map object',
    ],
    [{ even: new Set(['r1c1']) }, 'even: expected rules such as "r1c1", got a Set object'],
    [{ variant: 7 }, 'variant: expected names such as x,windoku, got 7'],
    [{ variant: 'killer' }, 'variant: expected a member or column cages with the variant killer, got none'],
    [
      { variant: 'disjoint', regions: columns(9) },
      'disjoint: expected a grid of boxes, got 9x9 with regions',
    ],
    [{ regions: 7 }, 'regions: expected a symbol for each cell, got 7'],
    [{ regions: 'abc' }, 'regions: expected a symbol for each of 81 cells, got 3'],
    [{ jigsaw: 'abc' }, 'regions: expected a symbol for each of 81 cells, got 3'],
    [
      { regions: '🧩'.repeat(40) },
      `regions: expected a symbol for each cell, got ${JSON.stringify('🧩'.repeat(20))}`,
    ],
    [{ regions: '1'.repeat(81) }, 'regions: expected 9 regions of 9 cells, got 81 cells of 1'],
  ])('%j is invalid, and says why', (members, reason) => {
    expect(read(members)!.unfit?.replace('…', '')).toBe(reason);
  });

  test.each<[object, string]>([
    [{ variant: 'x,Argyle' }, 'Argyle'],
    [{ variant: '16x16' }, '16x16'],
    [{ variant: 'easy' }, 'easy'],
    [{ sandwich: { rows: [1] } }, 'sandwich'],
    [{ 'Little-Killers': '10 r1c1' }, 'Little-Killers'],
    [{ constraints: ['.Cage~10~R1C1'], cages: '10 r1c1 r1c2' }, 'constraints'],
    [{ littlekillersum: [{ value: '10' }] }, 'littlekillersum'],
    [{ antiknight: true }, 'antiknight'],
    [{ 'diagonal+': true, cages: 'broken' }, 'diagonal+'],
  ])('%j is not supported', (members, name) => {
    expect(read(members)).toMatchObject({ unsupported: name, size: 9 });
  });

  test('are bounded', () => {
    const cage = { sum: 3, cells: ['r1c1'] };
    expect(read({ cages: Array.from({ length: 100_000 }, () => cage) })!.unfit).toBe(
      `cages[${MAX_RECORD_RULES}]: expected at most ${MAX_RECORD_RULES} rules, got more`,
    );
    expect(read({ whispers: [Array.from({ length: 100_000 }, () => 'r1c1')] })!.unfit).toBe(
      `whispers[0]: expected at most ${MAX_RECORD_CELLS} cells in all rules, got more`,
    );
    const signs = Array.from({ length: 36 * 35 }, (_, i) => {
      const [row, column] = [Math.floor(i / 35) + 1, (i % 35) + 1];
      return [`r${row}c${column} r${row}c${column + 1}`, `r${column}c${row} r${column + 1}c${row}`];
    });
    expect(read({ greater: signs.flat() }, 36)!.rules).toHaveLength(2 * 36 * 35);
  });

  test('are added to the variants of the file, and its regions stand back', () => {
    const shape = anyGeometry(9, 'x', undefined, columns(9));
    const rows = '111111111222222222333333333444444444555555555666666666777777777888888888999999999';
    const own = readRules(Object.entries({ variant: 'anti-knight', regions: rows }), 9)!;
    expect(textsOf(ruledGeometry(shape, own))).toEqual({ variant: 'x,anti-knight', regions: rows });
    const cage = readRules([['cages', '9 r1c1']], 9)!;
    expect(textsOf(ruledGeometry(shape, cage))).toEqual({
      variant: 'x',
      regions: columns(9),
      cages: '9 r1c1',
    });
  });

  test('also belong to grids of 5, 7, 11 and 13 cells a side, which have no boxes', () => {
    for (const size of [5, 7, 11, 13])
      expect(described(read({ regions: columns(size) }, size)!)).toMatchObject({ size, unfit: undefined });
    expect(read({ regions: 'abc' }, 7)!.unfit).toBe('regions: expected a symbol for each of 49 cells, got 3');
  });
});

test('names of members with rules are known in any case', () => {
  expect(ruleNameOf('Cages')).toEqual({ member: 'cages' });
  expect(ruleNameOf(' XV ')).toEqual({ member: 'xv' });
  expect(ruleNameOf('__proto__')).toBeUndefined();
  expect(ruleNameOf('constructor')).toBeUndefined();
  for (const name of [
    'id',
    'title',
    'author',
    'difficulty',
    'rating',
    'source',
    'comment',
    'puzzle',
    'x',
    'region',
  ])
    expect(ruleNameOf(name)).toBeUndefined();
});
