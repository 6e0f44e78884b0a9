import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../core/formats/links/link.ts';
import { unpackedJson } from '../../../../core/formats/links/sudokupad.ts';

/** The boxes of a 4x4 grid as SudokuPad has them. */
const REGIONS = [
  [0, 0],
  [0, 2],
  [2, 0],
  [2, 2],
].map(([row, column]) =>
  [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ].map(([down, right]) => [row! + down!, column! + right!]),
);
const CELLS = Array.from({ length: 4 }, () => [{}, {}, {}, {}]);
const link = (members: object) =>
  `scl${lzString.compressToBase64(JSON.stringify({ cells: CELLS, regions: REGIONS, ...members }))}`;
const read = (members: object) => ({ unsupported: undefined, ...readLink(link(members)).geometry });

describe('a puzzle of SudokuPad', () => {
  const packed =
    "{id:abc,cs:64,ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:'4'}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: it\\'s mine'},{ce:[[0,2],[0,3]],v:5,unique:t}]}".replace(
      'id:abc,',
      "id:'abc',",
    );

  test.each([
    ['a string', (payload: string) => `scl${payload}`],
    ['a string of the older name', (payload: string) => `ctc${payload}`],
    ['a link', (payload: string) => `https://sudokupad.app/scl${payload}`],
    [
      'an encoded link',
      (payload: string) => `https://sudokupad.app/scl${encodeURIComponent(payload)}?setting-nogrid=1`,
    ],
    [
      'a link with an id',
      (payload: string) => `https://app.crackingthecryptic.com/sudoku/?puzzleid=scl${payload}`,
    ],
    ['a payload', (payload: string) => payload],
  ])('can stand in %s, packed or as JSON', (_, wrap) => {
    for (const text of [packed, unpackedJson(packed)]) {
      const { geometry, cells } = readLink(wrap(lzString.compressToBase64(text)));
      expect({ regions: undefined, ...geometry }).toMatchObject({ size: 4, regions: undefined });
      expect(geometry.unsupported).toBeUndefined();
      expect(geometry.rules).toEqual([{ kind: 'cage', cells: [2, 3], value: 5 }]);
      expect([cells[0], cells[15]]).toEqual([1, 4]);
    }
  });

  test('is unpacked to JSON', () => {
    expect(JSON.parse(unpackedJson(packed))).toMatchObject({
      id: 'abc',
      cellSize: 64,
      cells: [
        [{ value: 1 }, {}, {}, {}],
        [{}, {}, {}, {}],
        [{}, {}, {}, {}],
        [{}, {}, {}, { value: '4' }],
      ],
      cages: [{ value: "title: it's mine" }, { value: 5, unique: true }],
    });
    expect(JSON.parse(unpackedJson('{a:[{c:#0,c2:ff00aa,th:2.5,te:\'say "a"\'}],b:f}'))).toEqual({
      arrows: [{ color: '#000000', backgroundColor: '#ff00aa', thickness: 2.5, text: 'say "a"' }],
      b: false,
    });
  });

  test.each([
    [{ global: ['antiknight', 'antiking'] }, 'anti-knight,anti-king'],
    [{ metadata: { antiknight: true } }, 'anti-knight'],
    [{ global: ['nonconsecutive', 'disjoint'] }, 'disjoint,non-consecutive'],
  ])('can have variants: %j', (members, variant) => {
    expect(read(members)).toMatchObject({ variant, unsupported: undefined });
  });

  test('can have cages with and without a sum, and regions', () => {
    const cages = [
      {
        cells: [
          [0, 0],
          [0, 1],
        ],
        value: '3',
        unique: true,
      },
      {
        cells: [
          [2, 2],
          [3, 3],
        ],
        unique: true,
      },
    ];
    expect(read({ cages }).rules).toEqual([
      { kind: 'cage', cells: [0, 1], value: 3 },
      { kind: 'cage', cells: [10, 15] },
    ]);
    const columns = [0, 1, 2, 3].map((column) => [0, 1, 2, 3].map((row) => [row, column]));
    expect(read({ regions: columns }).regions).toHaveLength(16);
  });

  test.each([
    [
      {
        lines: [
          {
            wayPoints: [
              [0, 0],
              [1, 1],
            ],
          },
        ],
      },
      'lines (drawn)',
    ],
    [{ arrows: [{}] }, 'arrows (drawn)'],
    [{ underlays: [{}] }, 'underlays (drawn)'],
    [{ overlays: [{ text: 'X' }] }, 'overlays (drawn)'],
    [{ global: ['antiratio'] }, 'antiratio'],
    [{ cages: [{ cells: [[0, 0]], value: '?' }] }, 'a cage with the value ?'],
    [{ cages: [{ cells: [[0, 0]], value: '3', unique: false }] }, 'a cage in which digits repeat'],
    [{ regions: [] }, 'cells without a region'],
    [{ regions: REGIONS.slice(1) }, 'cells without a region'],
    [
      { metadata: { rules: 'Normal sudoku rules apply. Grey cells are even.' } },
      'rules in words: Grey cells are even',
    ],
    [
      { cages: [{ value: 'rules: Neighbours are not consecutive' }] },
      'rules in words: Neighbours are not consecutive',
    ],
    [{ extra: 1 }, 'extra'],
    [{ cells: [[{ rule: 1 }, {}, {}, {}], ...CELLS.slice(1)] }, 'rule'],
  ])('with rules that are not known is unsupported: %j', (members, name) => {
    expect(read(members).unsupported).toBe(name);
  });

  test.each([
    'Normal sudoku rules apply.',
    'Normal sudoku rules apply.\nDigits in cages must sum to the total given and cannot repeat.',
    'Standard Sudoku rules apply!',
    'No rules provided for this puzzle. Please check the related video or website for rules.',
  ])('may say in words what it has: %s', (rules) => {
    expect(read({ metadata: { rules, title: 'mine' }, foglight: [[0, 0]] }).unsupported).toBeUndefined();
  });

  test('can be a link with givens only', () => {
    const text = `1${'0'.repeat(3)}2${'0'.repeat(9)}34`.padEnd(81, '0');
    const { geometry, cells } = readLink(scf(text));
    expect([geometry.size, [...cells].join('')]).toEqual([9, text]);
  });

  test.each([
    ['https://sudokupad.app/abc123xyz', 'expected a link that contains the puzzle, got one with a short id'],
    [
      'https://app.crackingthecryptic.com/sudoku/qwertz',
      'expected a link that contains the puzzle, got one with a short id',
    ],
    [
      'https://f-puzzles.com/?id=y7yhesz8',
      'expected a link that contains the puzzle, got one with a short id',
    ],
    ['https://tinyurl.com/abc', 'expected a link that contains the puzzle, got one with a short id'],
    [
      'https://example.com/puzzle',
      'expected a link that contains the puzzle, got https://example.com/puzzle',
    ],
    [
      'https://example.com/edit/#p=7VRP/N4IgzglgXgpiBcBOANCA5g',
      'expected a link that contains the puzzle, got https://example.com/edit/',
    ],
    [
      'https://f-puzzles.com/?load=%E0%A4%A',
      'expected a link with a valid encoding of its characters, got one with a wrong %',
    ],
    ['https://sudokupad.app/sclN4Igaaaaaaaa', 'expected'],
    [
      `scl${lzString.compressToBase64('nothing')}`,
      'expected a puzzle of f-puzzles or SudokuPad, got nothing',
    ],
    [`scl${lzString.compressToBase64('{nothing')}`, 'expected a puzzle as JSON in the link, got {nothing'],
    [`scl${lzString.compressToBase64('[]')}`, 'expected a puzzle of f-puzzles or SudokuPad, got []'],
    [
      `scl${lzString.compressToBase64('{"cells":5}')}`,
      'expected a puzzle of f-puzzles or SudokuPad, got {"cells":5}',
    ],
    [`scl${lzString.compressToBase64('{"cells":[[{}]]}')}`, 'expected a grid of 4x4 to 36x36 cells, got 1x1'],
    [`scl${lzString.compressToBase64("{ce:['")}`, "expected a puzzle of SudokuPad, got ' in it"],
  ])('without a puzzle is refused: %s', (text, reason) => {
    expect(() => readLink(text)).toThrow(reason);
  });

  const nested = (open: string, depth: number, close: string) =>
    `{"cells":${JSON.stringify(CELLS)},"regions":${JSON.stringify(REGIONS)},"x":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`;
  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['arrays that do not end', '[', ''],
    ['objects without quotes', '{a:', '}'],
    ['objects and arrays', '[{a:', '}]'],
  ])('with %s that are nested more than 64 deep is refused before it is parsed', (_, open, close) => {
    const each = open.length > 3 && open.startsWith('[') ? 2 : 1;
    const link = (depth: number) => `scl${lzString.compressToBase64(nested(open, depth, close))}`;
    for (const [depth, got] of [
      [64 / each + 1, 64 + (each === 1 ? 1 : 1)],
      [1000, 999 * each + 1],
    ] as const)
      expect(() => readLink(link(depth))).toThrow(`expected values nested at most 64 deep, got ${got}`);
    expect(() => readLink(link(64 / each))).not.toThrow(/nested/);
  });

  test('with brackets in its texts is not nested', () => {
    const text = JSON.stringify({ cells: CELLS, regions: REGIONS, title: '[{'.repeat(100) });
    expect(() => readLink(`scl${lzString.compressToBase64(text)}`)).not.toThrow();
  });

  test('nested a hundred thousand deep is refused', () => {
    for (const text of [
      `{"cells":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      '{ce:'.repeat(30_000),
      '['.repeat(200_000),
    ])
      expect(() => readLink(`scl${lzString.compressToBase64(text)}`)).toThrow(/^expected /);
  });
});

/** A link in which each character is a digit and the number of empty cells after it. */
function scf(text: string): string {
  const runs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx';
  const parts = text.match(/[1-9]0{0,5}|0{1,6}/g)!;
  const codes = parts.map((part) => runs[Number(part[0]) + 10 * (part.length - 1)]);
  return `https://sudokupad.app/scf${codes.join('')}`;
}
