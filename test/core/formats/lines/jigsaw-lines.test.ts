import { describe, expect, test } from 'vitest';
import { anyGeometry, givensAreConsistent } from '../../../../core/solver/model/geometry.ts';
import { referenceSolutions } from '../../solver/reference.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

/** Regions of a 5x5 and of a 6x6 jigsaw. */
const FIVE = '1112211322433324435544555';
const SIX = '111222131242331244333444555666555666';
/** Each row is a region, too: the least that a partition can be. */
const rows = (size: number) =>
  Array.from({ length: size }, (_, row) => '123456789ABCDEFGHIJ'[row]!.repeat(size)).join('');

const solved = (size: number, regions: string) =>
  Array.from(
    referenceSolutions(anyGeometry(size, 'classic', undefined, regions), new Uint8Array(size * size), 1)[0]!,
    (digit) => '123456789ABCDEFGHIJ'[digit - 1],
  ).join('');

const SOLVED5 = solved(5, FIVE);
const PUZZLE5 = `${SOLVED5.slice(0, 10)}${'.'.repeat(15)}`;

describe('lines of a puzzle and its regions', () => {
  test.each([
    ['a space', ' '],
    ['a comma', ','],
    ['a tab', '\t'],
    ['nothing', ''],
  ])('between which is %s are jigsaws, and only the puzzle is filled', (_, between) => {
    const file = `# a comment\n${PUZZLE5}${between}${FIVE}\n\n${'.'.repeat(25)}${between}${FIVE} and more\n`;
    const { plan, text, tally } = solveBytes(file);
    expect(plan.format).toBe('jigsaw-lines');
    const lines = text.split('\n');
    expect(lines[0]).toBe('# a comment');
    expect(lines[3]!.slice(25)).toBe(`${between}${FIVE} and more`);
    const shape = anyGeometry(5, 'classic', undefined, FIVE);
    for (const line of [lines[1]!, lines[3]!])
      expect(givensAreConsistent(shape, Uint8Array.from(line.slice(0, 25), Number))).toBe(true);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2, sizes: { '5x5': 2 } });
  });

  test.each([5, 6, 7, 9, 11, 13, 16])(
    'have grids of %i cells a side, each line with regions of its own',
    (size) => {
      const cells = size * size;
      const columns = Array.from({ length: cells }, (_, i) => '123456789ABCDEFGHIJ'[i % size]).join('');
      const file = `${'.'.repeat(cells)} ${rows(size)}\n${'.'.repeat(cells)} ${columns}\n`;
      const { plan, tally } = solveBytes(file, { alphabet: undefined });
      expect(plan.format).toBe('jigsaw-lines');
      expect(tally).toMatchObject({ solved: 2, sizes: { [`${size}x${size}`]: 2 } });
    },
  );

  test('may stand beside puzzles with boxes', () => {
    const boxes = '12.434..2.4343.1';
    const { text, tally } = solveBytes(`${PUZZLE5} ${FIVE}\n${boxes}\n${PUZZLE5} ${FIVE}\n`);
    expect(text.split('\n')[1]).toBe('1234341221434321');
    expect(tally).toMatchObject({ solved: 3, sizes: { '5x5': 2, '4x4': 1 } });
  });

  test.each([',', ';', '\t', '|'])(
    'below a header are a table, so that no rule in its other columns is ignored (between which is %j)',
    (between) => {
      const solution = SOLVED5.replace(/^./, (digit) => (digit === '1' ? '2' : '1'));
      const row = (cages: string) => [PUZZLE5, FIVE, cages].join(between);
      const header = ['puzzle', 'regions', 'cages'].join(between);
      const { plan, text, tally } = solveBytes(
        `${header}\n${row('')}\n${row(`${solution[0]} r1c1`)}\n${row('sum r1c1')}\n`,
      );
      expect(plan.format).toBe('csv');
      expect(tally).toMatchObject({ puzzles: 3, solved: 1, invalid: 2 });
      expect(text.split('\n')[0]).toBe([header, 'solution', 'status'].join(between));
    },
  );

  test('are solved the same in pieces of any length', () => {
    const file = Array.from({ length: 20 }, (_, i) => `${PUZZLE5} ${i % 2 ? FIVE : rows(5)}\n`).join('');
    const whole = solveBytes(file);
    for (const length of [1, 7, 50, 51, 52, 53])
      expect(solveBytes(file, {}, Array(10).fill(length)).text).toBe(whole.text);
  });

  test.each([
    [
      'regions of another length',
      `${PUZZLE5} ${FIVE}1`,
      'regions: expected a symbol for each of 25 cells, got 26',
    ],
    [
      'regions of other sizes',
      `${PUZZLE5} ${FIVE.replace('2', '3')}`,
      'regions: expected 5 regions of 5 cells, got 6 cells of 3',
    ],
    ['no regions', PUZZLE5, 'expected 25 symbols of regions after the puzzle, got none'],
    [
      'a symbol that is none',
      `${PUZZLE5.replace('.', '?9')} ${FIVE}`.replace('?', ''),
      'expected a symbol of 1-5 or an empty cell, got "9"',
    ],
  ])('with %s are invalid, with a reason, and others are solved', (_, line, reason) => {
    const result = solveBytes(`${PUZZLE5} ${FIVE}\n${line}\n${PUZZLE5} ${FIVE}\n`);
    expect(result.tally).toMatchObject({ solved: 2, invalid: 1 });
    expect(problemsOf(result)[0]).toContain(reason);
  });

  test('are no jigsaws if the second part is a solution', () => {
    const solution = '1234341221434321';
    expect(solveBytes(`12.434..2.4343.1 ${solution}\n`.repeat(3)).plan.format).toBe('lines');
  });
});

describe('the option regions', () => {
  const PUZZLE6 = `${solved(6, SIX).slice(0, 18)}${'.'.repeat(18)}`;
  test.each([
    ['lines', `${PUZZLE6}\n${'.'.repeat(36)}\n`],
    ['csv', `id,puzzle\n1,${PUZZLE6}\n2,${'.'.repeat(36)}\n`],
    ['json', `{"puzzle":"${PUZZLE6}"}\n{"puzzle":"${'.'.repeat(36)}"}\n`],
  ])('gives regions to all grids of its size in %s', (format, file) => {
    const { plan, tally, text } = solveBytes(file, { regions: SIX });
    expect(plan.format).toBe(format);
    expect(tally).toMatchObject({ solved: 2, sizes: { '6x6': 2 } });
    const shape = anyGeometry(6, 'classic', undefined, SIX);
    for (const [grid] of text.matchAll(/[1-6]{36}/g))
      expect(givensAreConsistent(shape, Uint8Array.from(grid, Number))).toBe(true);
  });

  test('can stand in the first line', () => {
    const { tally, text } = solveBytes(`#! sudoku regions=${FIVE}\n${PUZZLE5}\n`);
    expect(text).toContain(SOLVED5);
    expect(tally.solved).toBe(1);
  });

  test('does not change grids of other sizes', () => {
    expect(solveBytes('12.434..2.4343.1\n', { regions: FIVE }).text).toBe('1234341221434321\n');
  });

  test('that is no partition makes grids of its size invalid, and says why', () => {
    const result = solveBytes(`${PUZZLE5}\n`, { regions: FIVE.replace('2', '3') });
    expect(problemsOf(result)).toEqual([
      '1:0 invalid: regions: expected 5 regions of 5 cells, got 6 cells of 3',
    ]);
  });
});
