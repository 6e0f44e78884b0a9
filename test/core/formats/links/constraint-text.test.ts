import { describe, expect, test } from 'vitest';
import { isLink, readLink } from '../../../../core/formats/links/link.ts';

const read = (text: string) => ({ unsupported: undefined, ...readLink(text).geometry });
const rulesOf = (text: string) => read(text).rules.map(({ kind, cells, value }) => [kind, cells, value]);

describe('a constraint string', () => {
  test.each([
    ['.~R1C1_5~R9C9_7'],
    ['.~R1C1_5.~R9C9_7'],
    ['.Shape~9x9.~R1C1_5~R9C9_7'],
    [' .Shape~9x9~9 .~R1C1_5~R9C9_7 '],
    ['https://sigh.github.io/Interactive-Sudoku-Solver/?q=.%7ER1C1_5%7ER9C9_7'],
    ['https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5~R9C9_7&mode=all-solutions'],
    [`https://sigh.github.io/Interactive-Sudoku-Solver/?q=5${'.'.repeat(79)}7`],
  ])('is read, also in a link: %s', (text) => {
    expect(isLink(text)).toBe(true);
    const { cells } = readLink(text);
    expect(read(text)).toMatchObject({ size: 9, variant: 'classic', rules: [], unsupported: undefined });
    expect([cells[0], cells[80], cells.filter((value) => value > 0).length]).toEqual([5, 7, 2]);
  });

  test.each([
    ['.Cage~10~R1C1~R1C2', ['cage', [0, 1], 10]],
    ['.Cage~~R1C1~R1C2', ['cage', [0, 1], undefined]],
    ['.Cage~0~R1C1~R1C2', ['cage', [0, 1], undefined]],
    ['.AllDifferent~R1C1~R2C2', ['cage', [0, 10], undefined]],
    ['.Arrow~R1C1~R1C2~R1C3', ['arrow', [0, 1, 2], undefined]],
    ['.Thermo~R1C1~R1C2', ['thermo', [0, 1], undefined]],
    ['.Whisper~R1C1~R1C2', ['whisper', [0, 1], undefined]],
    ['.Whisper~5~R1C1~R1C2', ['whisper', [0, 1], undefined]],
    ['.Whisper~4~R1C1~R1C2', ['whisper', [0, 1], 4]],
    ['.Renban~R1C1~R1C2~R1C3', ['renban', [0, 1, 2], undefined]],
    ['.WhiteDot~R1C1~R1C2', ['white', [0, 1], undefined]],
    ['.BlackDot~R2C1~R1C1', ['black', [9, 0], undefined]],
    ['.X~R1C1~R1C2', ['x', [0, 1], undefined]],
    ['.V~R1C1~R1C2', ['v', [0, 1], undefined]],
    ['.GreaterThan~R1C2~R1C1', ['greater', [1, 0], undefined]],
    ['.~R1C1_2_4_6_8', ['even', [0], undefined]],
    ['.~R1C1_1_3_5_7_9', ['odd', [0], undefined]],
    ['.Diagonal~1', ['cage', [8, 16, 24, 32, 40, 48, 56, 64, 72], undefined]],
    ['.Diagonal~-1', ['cage', [0, 10, 20, 30, 40, 50, 60, 70, 80], undefined]],
  ])('can have the rule %s', (text, rule) => {
    expect(isLink(text)).toBe(true);
    expect(rulesOf(text)).toEqual([rule]);
  });

  test.each([
    ['.Windoku.DisjointSets', 'windoku,disjoint'],
    ['.AntiKnight.AntiKing.AntiConsecutive', 'anti-knight,anti-king,non-consecutive'],
    ['.StrictKropki.StrictXV', 'all-dots,all-xv'],
    ['.Diagonal~1.Diagonal~-1', 'x'],
  ])('can have the variants %s', (text, variant) => {
    expect(isLink(text)).toBe(true);
    expect(read(text)).toMatchObject({ variant, rules: [], unsupported: undefined });
  });

  test('of marks means each two neighbours among the cells', () => {
    expect(rulesOf('.WhiteDot~R1C1~R1C2~R2C2~R3C3').map(([, cells]) => cells)).toEqual([
      [0, 1],
      [1, 10],
    ]);
    // the last cell of a row and the first of the next are none
    expect(() => read('.X~R1C9~R2C1')).toThrow('expected neighbours as cells of X, got none');
  });

  test('can have other sizes, whose cells are numbers to the base of 17', () => {
    const { geometry, cells } = readLink('.Shape~16x16.~R1C1_16~RgCg_1~RaC1_3');
    expect([geometry.size, cells[0], cells[255], cells[144]]).toEqual([16, 16, 1, 3]);
    expect(read('.Shape~6x6.Thermo~R6C6~R5C5')).toMatchObject({ size: 6, boxRows: 2, boxColumns: 3 });
  });

  test('can have regions', () => {
    const regions = '000111020131220133222333444555444555';
    expect(read(`.Shape~6x6.NoBoxes.Jigsaw~${regions}`).regions).toHaveLength(36);
    expect(read(`.Shape~6x6.NoBoxes.Jigsaw~6x6~${regions}`).regions).toHaveLength(36);
    expect(read(`.Shape~6x6.Jigsaw~${regions}`).unsupported).toBe('Jigsaw beside boxes');
    // rows and columns only: each row is a region
    expect([...read('.Shape~4x4.NoBoxes').regions!]).toEqual([
      0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
    ]);
    expect(read('.Shape~5x5.Thermo~R1C1~R1C2').regions).toHaveLength(25);
    expect(() => read('.Jigsaw~123')).toThrow('expected a symbol for each of 81 cells in Jigsaw, got 3');
    // one region of another size is none
    const part = `${'1'.repeat(4)}${'2'.repeat(4)}${'3'.repeat(8)}`;
    expect(rulesOf(`.Shape~4x4.NoBoxes.Jigsaw~${part}`)).toEqual([
      ['cage', [0, 1, 2, 3], undefined],
      ['cage', [4, 5, 6, 7], undefined],
    ]);
    expect(read('.Shape~4x4.NoBoxes.Jigsaw~1122222333334444').unsupported).toBe(
      'Jigsaw with regions of other sizes',
    );
  });

  test('can say which digits a cell may have, once or in parts', () => {
    const { cells, allowed } = readLink('.~R1C1_1_2_3.~R1C1_2_3_4~R1C2_9');
    expect([cells[0], cells[1]]).toEqual([0, 9]);
    expect([0, 1, 2].map((cell) => allowed![2 * cell])).toEqual([6, 256, 511]);
  });

  test.each([
    ['.Sandwich~10~R1', 'Sandwich'],
    ['.Palindrome~R1C1~R1C2', 'Palindrome'],
    ['.Sum~10~R1C1~R1C2', 'Sum'],
    ['.Or.~R1C1_1.~R1C1_2.End', 'Or'],
    ['.Constructor~R1C1', 'Constructor'],
    ['.Shape~9x9~0-8.~R1C1_0', 'Shape with the values 0-8'],
    ['.Shape~9x9~10', 'Shape with the values 10'],
    ['.Shape~9x9~~Raw', 'Shape Raw'],
    ['.Cage~10~VA1~R1C2', 'cells beside the grid'],
    ['.Cage~10~R1C1~R1C2.Cage~10~R1C1~R2C1', 'cages that overlap'],
  ])('with a rule that is not known is unsupported: %s', (text, name) => {
    expect(read(text).unsupported).toBe(name);
  });

  test.each([
    ['.Cage~-3~R1C1', 'expected a number as the sum of Cage, got -3'],
    ['.Cage~10~R1C1~R0C1', 'expected cells of a 9x9 grid, got r0c1'],
    ['.Cage~10~R1C1~1', 'expected cells of Cage such as R1C1, got 1'],
    ['.Thermo~', 'expected cells of Thermo such as R1C1, got '],
    ['.Cage~10', 'expected cells of Cage, got none'],
    ['.~R1C1_10', 'expected a number from 1 to 9 in r1c1, got 10'],
    ['.~R1C1_1~R1C1_2', 'expected one value in r1c1, got 1 and 2'],
    ['.~R1C1_1_x', 'expected digits from 1 to 9 in r1c1, got 1,x'],
    ['.Diagonal~2', 'expected Diagonal~1 or Diagonal~-1, got 2'],
    ['.Shape~6x8', 'expected a square grid of 4x4 to 16x16 cells, got 6x8'],
    ['.Shape~25x25', 'expected a square grid of 4x4 to 16x16 cells, got 25x25'],
    ['.Shape~4x4.Shape~9x9', 'expected one shape, got two'],
  ])('with a wrong value is refused: %s', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  test.each(['..E..K..MI', '.1.2.3', '4.....8.5.3', '.', '.A.B', '53..7...., easy'])(
    'is told from a grid with points: %s',
    (text) => {
      expect(isLink(text)).toBe(false);
    },
  );
});

test('a hundred thousand candidates of one cell take as many steps, not the square of it', () => {
  const many = (digit: number) => `_${digit}`.repeat(100_000);
  // each of the first list would be looked for in the second, to its end
  const { allowed } = readLink(`.~R1C1${many(2)}_3_4.~R1C1${many(1)}_2_3`);
  // 2 and 3
  expect(allowed![0]).toBe(0b110);
});
