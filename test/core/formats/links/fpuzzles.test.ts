import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { readLink } from '../../../../core/formats/links/link.ts';

const blank = (size: number) => Array.from({ length: size }, () => Array.from({ length: size }, () => ({})));
const puzzle = (members: object, size = 9) =>
  lzString.compressToBase64(JSON.stringify({ size, grid: blank(size), ...members }));
const read = (members: object, size = 9) => ({
  unsupported: undefined,
  ...readLink(puzzle(members, size)).geometry,
});
const rulesOf = (members: object) =>
  read(members).rules.map(({ kind, cells, value }) => [kind, cells, value]);

describe('a puzzle of f-puzzles', () => {
  test.each([
    ['a link', (payload: string) => `https://f-puzzles.com/?load=${payload}`],
    ['a link with www', (payload: string) => `https://www.f-puzzles.com/?load=${payload}`],
    ['an encoded link', (payload: string) => `https://f-puzzles.com/?load=${encodeURIComponent(payload)}`],
    ['a link of SudokuPad', (payload: string) => `https://sudokupad.app/fpuzzles${payload}`],
    [
      'a link with settings',
      (payload: string) => `https://sudokupad.app/fpuz${encodeURIComponent(payload)}?setting-nogrid=1`,
    ],
    [
      'a link with an id',
      (payload: string) => `https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles${payload}`,
    ],
    ['a link with a fragment', (payload: string) => `https://f-puzzles.com/#${payload}`],
    ['a link with folders', (payload: string) => `https://app.crackingthecryptic.com/ctc/fpuz${payload}`],
    ['a string of SudokuPad', (payload: string) => `fpuz${payload}`],
    ['a payload', (payload: string) => payload],
    ['an object', (payload: string) => lzString.decompressFromBase64(payload)],
  ])('can stand in %s', (_, wrap) => {
    const grid = blank(9) as object[][];
    grid[0]![1] = { value: 5, given: true };
    // placed by a player
    grid[0]![2] = { value: 6 };
    grid[8]![8] = { value: '7', given: true, c: '#ff0000', centerPencilMarks: [1, 2] };
    const { geometry, cells } = readLink(wrap(puzzle({ grid, title: 'of mine', antiknight: true })));
    expect(geometry).toMatchObject({ size: 9, variant: 'anti-knight', rules: [] });
    expect([...cells.entries()].filter(([, value]) => value > 0)).toEqual([
      [1, 5],
      [80, 7],
    ]);
  });

  test.each([
    ['killercage', [{ cells: ['R1C1', 'R1C2'], value: '10' }], ['cage', [0, 1], 10]],
    ['killercage', [{ cells: ['R1C1', 'R2C1'] }], ['cage', [0, 9], undefined]],
    ['extraregion', [{ cells: ['R1C1', 'R2C2'] }], ['cage', [0, 10], undefined]],
    ['thermometer', [{ lines: [['R1C1', 'R1C2']] }], ['thermo', [0, 1], undefined]],
    ['arrow', [{ cells: ['R1C1'], lines: [['R1C1', 'R2C2']] }], ['arrow', [0, 10], undefined]],
    ['renban', [{ lines: [['R1C1', 'R1C2', 'R2C2', 'R1C1']] }], ['renban', [0, 1, 10], undefined]],
    ['whispers', [{ lines: [['R1C1', 'R1C2']], value: '5' }], ['whisper', [0, 1], undefined]],
    ['whispers', [{ lines: [['R1C1', 'R1C2']], value: '4' }], ['whisper', [0, 1], 4]],
    ['germanwhispers', [{ lines: [['R1C1', 'R1C2']] }], ['whisper', [0, 1], undefined]],
    ['dutchwhispers', [{ lines: [['R1C1', 'R1C2']] }], ['whisper', [0, 1], 4]],
    ['difference', [{ cells: ['R1C1', 'R1C2'], value: '' }], ['white', [0, 1], undefined]],
    ['difference', [{ cells: ['R1C1', 'R1C2'], value: '3' }], ['white', [0, 1], 3]],
    ['ratio', [{ cells: ['R1C1', 'R1C2'] }], ['black', [0, 1], undefined]],
    ['ratio', [{ cells: ['R1C1', 'R1C2'], value: 3 }], ['black', [0, 1], 3]],
    ['xv', [{ cells: ['R1C1', 'R1C2'], value: 'X' }], ['x', [0, 1], undefined]],
    ['xv', [{ cells: ['R1C1', 'R1C2'], value: 'v' }], ['v', [0, 1], undefined]],
    ['even', [{ cell: 'R9C9' }], ['even', [80], undefined]],
    ['odd', [{ cell: 'R9C9' }], ['odd', [80], undefined]],
    ['diagonal+', true, ['cage', [8, 16, 24, 32, 40, 48, 56, 64, 72], undefined]],
    ['diagonal-', true, ['cage', [0, 10, 20, 30, 40, 50, 60, 70, 80], undefined]],
  ])('can have the member %s', (name, value, rule) => {
    expect(rulesOf({ [name]: value })).toEqual([rule]);
    // what says nothing is no rule
    for (const nothing of [false, null, []])
      expect(read({ [name]: nothing })).toMatchObject({ rules: [], unsupported: undefined });
  });

  test.each([
    [{ antiknight: true, antiking: true, disjointgroups: true }, 'disjoint,anti-knight,anti-king'],
    [{ nonconsecutive: true }, 'non-consecutive'],
    [{ nonconsecutive: true, negative: ['ratio'], ratio: [{ cells: ['R1C1', 'R1C2'] }] }, 'all-dots'],
    [{ negative: ['xv'] }, 'all-xv'],
    [{ 'diagonal+': true, 'diagonal-': true }, 'x'],
    [
      {
        extraregion: [1, 5].flatMap((row) =>
          [1, 5].map((column) => ({
            cells: [0, 1, 2].flatMap((down) =>
              [0, 1, 2].map((right) => `R${row + down + 1}C${column + right + 1}`),
            ),
          })),
        ),
      },
      'windoku',
    ],
  ])('can have variants: %j', (members, variant) => {
    expect(read(members)).toMatchObject({ variant, unsupported: undefined });
  });

  test('can have several lines of one bulb or circle, and lines that return to a cell', () => {
    expect(
      rulesOf({
        arrow: [
          {
            cells: ['R1C1'],
            lines: [
              ['R1C1', 'R1C2'],
              ['R1C1', 'R2C1'],
            ],
          },
        ],
        whispers: [{ lines: [['R5C5', 'R5C6', 'R6C6', 'R5C5']], value: '3' }],
      }),
    ).toEqual([
      ['arrow', [0, 1], undefined],
      ['arrow', [0, 9], undefined],
      ['whisper', [40, 41, 50], 3],
      ['whisper', [50, 40], 3],
    ]);
  });

  test('can have irregular regions, which are compared with the boxes', () => {
    const regions = '111222131242331244333444555666555666';
    const grid = (symbols: string) =>
      Array.from({ length: 6 }, (_, row) =>
        Array.from({ length: 6 }, (_, column) => ({ region: Number(symbols[6 * row + column]) })),
      );
    expect(read({ size: 6, grid: grid(regions) }).regions).toHaveLength(36);
    const boxes = '111222111222333444333444555666555666';
    expect(read({ size: 6, grid: grid(boxes) }).regions).toBeUndefined();
    const none = grid(boxes) as { region: number | null }[][];
    none[0]![0]!.region = null;
    expect(read({ size: 6, grid: none }).unsupported).toBe('cells without a region');
    // a grid without boxes: its regions are its rows
    expect(read({ size: 5, grid: blank(5) }, 5).regions).toHaveLength(25);
  });

  test('can say which digits a cell may have', () => {
    const grid = blank(4) as object[][];
    grid[0]![0] = { givenPencilMarks: [1, 3] };
    grid[0]![1] = { givenPencilMarks: [1, 2] };
    const { geometry, allowed } = readLink(puzzle({ grid }, 4));
    expect(geometry.rules).toEqual([{ kind: 'odd', cells: [0] }]);
    expect([0, 1, 2].map((cell) => allowed![2 * cell])).toEqual([15, 3, 15]);
  });

  test.each([
    ['littlekillersum', [{ cell: 'R0C1', direction: 'DR', value: '10' }]],
    ['palindrome', [{ lines: [['R1C1', 'R1C2']] }]],
    ['quadruple', [{ cells: ['R1C1'], values: [1] }]],
    ['constructor', [1]],
    ['toString', 'yes'],
    ['a rule of tomorrow', { any: 1 }],
  ])('with %s, which is not known, is unsupported by that name', (name, value) => {
    expect(read({ [name]: value }).unsupported).toBe(name);
  });

  test.each([
    [{ killercage: [{ cells: ['R1C1'], value: '?' }] }, 'killercage with the value ?'],
    [{ arrow: [{ cells: ['R1C1', 'R1C2'], lines: [['R1C2', 'R1C3']] }] }, 'arrow with 2 cells in its circle'],
    [{ arrow: [{ cells: ['R1C1'], lines: [['R1C2', 'R1C3']] }] }, 'arrow that begins outside of its circle'],
    [{ difference: [{ cells: ['R1C1', 'R1C2'], value: 'a' }] }, 'difference with the value a'],
    [{ xv: [{ cells: ['R1C1', 'R1C2'], value: '' }] }, 'xv with the value '],
    [{ whispers: [{ lines: [['R1C1', 'R1C2']], value: '?' }] }, 'whispers with the value ?'],
    [{ negative: ['ratio'] }, 'negative ratio'],
    [{ negative: ['sandwich'] }, 'negative sandwich'],
    [{ nonconsecutive: true, ratio: [{ cells: ['R1C1', 'R1C2'] }] }, 'nonconsecutive beside dots'],
    [{ line: [{ lines: [['R1C1', 'R1C2']] }] }, 'line (drawn)'],
    [{ cage: [{ cells: ['R1C1'], value: '12' }] }, 'cage (drawn)'],
    [{ grid: blank(9).map((row, i) => (i === 0 ? [{ rule: 1 }, ...row.slice(1)] : row)) }, 'rule'],
    [{ 'diagonal+': true, killercage: [{ cells: ['R1C9', 'R1C8'], value: '9' }] }, 'diagonal+'],
    [
      {
        killercage: [
          { cells: ['R1C1', 'R1C2'], value: '9' },
          { cells: ['R1C1', 'R2C1'], value: '9' },
        ],
      },
      'cages that overlap',
    ],
  ])('is unsupported with a value or a combination that is not known: %#', (members, name) => {
    expect(read(members).unsupported).toBe(name);
  });

  test('may have drawings of a constraint that it also has, texts and colours', () => {
    const members = {
      renban: [{ lines: [['R1C1', 'R1C2']] }],
      line: [{ lines: [['R1C1', 'R1C2']], fromConstraint: 'Renban' }],
      cage: [{ value: 'title: one of mine' }, { cells: ['R1C1'], value: 'FOGLIGHT' }],
      text: [{ cells: ['R1C1'], value: 'a' }],
      rectangle: [{ cells: ['R1C1'] }],
      ruleset: 'Normal sudoku rules apply.',
      solution: '1'.repeat(81),
    };
    expect(read(members)).toMatchObject({ unsupported: undefined, rules: [{ kind: 'renban' }] });
  });

  test.each([
    'Cells a knight’s move apart cannot sum to 5 or 15.',
    'Normal sudoku rules apply.\nThe inequality signs point to the smaller digit.',
    'Neighbours on a renban line are different. Digits rise along a thermometer',
    'Dots: white dots are consecutive digits!',
    'Skyscraper clues are outside of the grid',
    'Star battle: two stars in each row',
    'The grid is non-consecutive',
    'Cells separated by a queen’s move differ',
    'Both diagonals contain each digit once',
    'Divide the grid into irregular regions',
    'Numbers in circles count: counting circles',
    'Anti knight, too',
    'Cells a knights’ move apart differ',
    'Non consecutive: neighbours are no neighbours',
    'Grey squares are even',
    'Digits in grey must be even',
    'Digits may not repeat along the marked diagonals',
    'The two diagonals also contain 1-9',
    'Cells joined by a V sum to 5',
    'X Sums apply',
    'Same-difference line: the digits on it differ as said',
    'The regions are irregular',
    `${'All of this is a story. '.repeat(1000)}The grid is nonconsecutive.`,
  ])('whose words name a rule that it has not is unsupported: %j', (ruleset) => {
    const renban = [{ lines: [['R1C1', 'R1C2']] }];
    for (const words of [ruleset, ['Normal sudoku rules apply', ruleset]])
      expect(read({ ruleset: words, renban }).unsupported).toMatch(/^rules in words: /);
  });

  test('with a drawing that belongs to a constraint which it has not is unsupported', () => {
    const line = [{ lines: [['R1C1', 'R1C2']], fromConstraint: 'Thermometer' }];
    expect(read({ line }).unsupported).toBe('line of a missing Thermometer');
    const thermometer = [{ lines: [['R1C1', 'R1C2']] }];
    expect(read({ line, thermometer }).unsupported).toBeUndefined();
  });

  test.each([
    'Skyscrapers Sudoku',
    'skyscraper',
    'Star battle',
    'Sandwich Sudoku #12',
    'A 6x6 Killer',
    'Sudoku X',
    'X-Sums',
    'The Thermo Puzzle',
    'Anti-Knight',
    'Irregular Sudoku',
    'Counting circles',
    'Region Sum Lines',
    'Anti Knight Sudoku',
    'Non Consecutive',
    'Kropki Dots',
    'German Whispers',
  ])('without constraints is unsupported if its title is the name of a rule: %j', (title) => {
    expect(read({ title }).unsupported).toBe(`a rule as the title: ${title}`);
    expect(read({ title, antiknight: true }).unsupported).toBeUndefined();
  });

  test.each([
    'Sudoku',
    'Easy as Pie',
    'Killer Queen of Hearts',
    'My first Sudoku',
    'Saturday',
    'Skyscrapers at Night',
    'Oddly Familiar',
    '17 clues',
    '',
  ])('may have any other title: %j', (title) => {
    expect(read({ title }).unsupported).toBeUndefined();
  });

  test.each([
    [[['R0C1', '12']], '12'],
    [
      [
        ['R10C4', '9'],
        ['R3C0', 7],
        ['R4C10', '<5'],
        ['R0C9', '3, 1 2'],
      ],
      '9, 7, <5, 3, 1 2',
    ],
    [[['R0C5', 'Sandwich']], 'Sandwich'],
    [[['R-1C5', 'X-sums']], 'X-sums'],
    ...['(12)', '[5]', '1234', '5+', '12?', '10-15', '1.5', '↘25', '１２', '½'].map(
      (value): [[string, string][], string] => [[['R0C5', value]], value],
    ),
  ])('is unsupported with numbers and names of rules outside of the grid: %#', (clues, name) => {
    const text = clues.map(([cell, value]) => ({ cells: [cell], value }));
    for (const members of [{ text }, { rectangle: text }])
      expect(read(members).unsupported).toBe(`text outside the grid: ${name}`);
  });

  test.each([
    { text: [{ cells: ['R1C1'], value: '12' }] },
    { text: [{ cells: ['R9C9', 'R9C8'], value: 'Sandwich' }] },
    { text: [{ cells: ['R0C1'], value: 'by a friend' }] },
    { text: [{ cells: ['R0C1'], value: '' }, { cells: ['R0C1'] }, null] },
    { text: 'r0c1' },
    { rectangle: [{ cells: ['R0C1'], baseC: '#123456' }] },
  ])('may have other texts: %#', (members) => {
    expect(read(members).unsupported).toBeUndefined();
  });

  test('may say anything else in words', () => {
    const ruleset =
      'Normal sudoku rules apply. Thanks to all my testers; the idea came to me in a train to the kingdom of nights. Even I like it.';
    expect(read({ ruleset }).unsupported).toBeUndefined();
  });

  test('may state in words the rules that it has', () => {
    const members = {
      ruleset:
        'Normal sudoku rules apply. Digits a knight’s move apart differ.\nKiller: no digit repeats in a cage, ' +
        'and not all are consecutive.\nOdd digits are in circles. Both main diagonals have each digit once.',
      antiknight: true,
      killercage: [{ cells: ['R1C2', 'R1C3'] }],
      odd: [{ cell: 'R5C5' }],
      'diagonal+': true,
      'diagonal-': true,
    };
    expect(read(members).unsupported).toBeUndefined();
  });

  test.each([
    [{ killercage: [{ cells: ['R1C1', 'R1C10'] }] }, 'expected cells of a 9x9 grid, got r1c10'],
    [{ killercage: [{ cells: ['A1'] }] }, 'expected a cell such as R1C1 in killercage, got A1'],
    [{ killercage: [{ cells: 'R1C1' }] }, 'expected an array as killercage, got R1C1'],
    [{ killercage: 5 }, 'expected an array as killercage, got 5'],
    [{ thermometer: [7] }, 'expected an object as an entry of thermometer, got 7'],
    [{ grid: blank(9).slice(1) }, 'expected 9 rows, as size says, got 8'],
    [
      { grid: blank(9).map((row, i) => (i === 4 ? row.slice(1) : row)) },
      'expected 9 cells in row 5, as there are 9 rows; got 8',
    ],
    [{ size: 3, grid: blank(3) }, 'expected a grid of 4x4 to 36x36 cells, got 3x3'],
    [
      { grid: blank(9).map((row, i) => (i === 0 ? [{ given: true, value: 10 }, ...row.slice(1)] : row)) },
      'expected a number from 1 to 9 in r1c1, got 10',
    ],
    [
      // different texts, which do not unpack to many times their length
      { xv: Array.from({ length: 3001 }, (_, id) => ({ id: id ** 3, cells: ['R1C1'], value: 'X' })) },
      'expected at most 3000 rules, got more',
    ],
    [
      { thermometer: [{ lines: [Array.from({ length: 6001 }, () => 'R1C1')] }] },
      'expected rules of at most 6000 cells in all, got more',
    ],
  ])('is refused with a wrong value: %#', (members, reason) => {
    expect(() => readLink(puzzle(members))).toThrow(reason);
  });

  test('with rules that contradict the grid is unfit', () => {
    expect(read({ killercage: [{ cells: ['R1C1', 'R1C2', 'R1C3'], value: '4' }] }).unfit).toBe(
      'the cage at r1c1 needs 3 different digits with sum 4',
    );
  });
});
