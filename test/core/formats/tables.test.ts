import { describe, expect, test } from 'vitest';
import type { PartialOptions } from '../../../core/files/index.ts';
import { canonical } from '../../../core/puzzle/canonical.ts';
import { RATED } from '../solver/grade/rated.ts';
import { solveBytes } from './solve-bytes.ts';

const PUZZLES = [
  '12.434..2.4343.1', // solved
  '1.1.............', // two equal digits in a row
  '123....4........', // no solution
  '..343412..434321', // two solutions
].join('\n');

const rows = (options: PartialOptions, text = PUZZLES) =>
  solveBytes(text, options).text.trimEnd().split('\n');

test('csv has a row for each record, without comments', () => {
  expect(rows({ output: 'csv' }, `# four\n${PUZZLES}\n\n.23,"\n`)).toMatchInlineSnapshot(`
    [
      "puzzle,solution,status,count,guesses",
      "12.434..2.4343.1,1234341221434321,solved,1,0",
      "1.1.............,invalid,invalid,0,0",
      "123....4........,no-solution,no-solution,0,0",
      "..343412..434321,1234341221434321,solved,1,1",
      ".23,invalid,invalid,0,0",
    ]
  `);
});

test('jsonl has an object for each record', () => {
  expect(rows({ output: 'jsonl', solutions: 'unique' })).toMatchInlineSnapshot(`
    [
      "{"puzzle":"12.434..2.4343.1","solution":"1234341221434321","status":"solved","count":1,"guesses":0}",
      "{"puzzle":"1.1.............","solution":"invalid","status":"invalid","count":0,"guesses":0}",
      "{"puzzle":"123....4........","solution":"no-solution","status":"no-solution","count":0,"guesses":0}",
      "{"puzzle":"..343412..434321","solution":"not-unique","status":"not-unique","count":2,"guesses":1}",
    ]
  `);
});

test('explain adds steps and difficulty to jsonl', () => {
  const [first, second] = rows({ output: 'jsonl', explain: true }).map((row) => JSON.parse(row));
  expect(first.explain).toMatchObject({ difficulty: 'easy', counts: { 'naked single': 5 } });
  expect(first.explain.steps).toContainEqual({
    step: 'naked single',
    row: 1,
    column: 3,
    digit: 3,
    why: 'r1c3 sees every digit except 3.',
  });
  expect(second).not.toHaveProperty('explain');
});

describe('grades 9x9 puzzles', () => {
  const [puzzle] = RATED.find(([, er]) => er === 4.2)!;
  const text = `${puzzle}\n${'.'.repeat(81)}\n`;

  test('in columns of csv', () => {
    const [head, first, second] = rows({ output: 'csv', grade: true }, text);
    expect(head).toBe('puzzle,solution,status,count,guesses,er,ep,ed,hardest');
    expect(first).toMatch(/,solved,1,\d+,4\.2,\d\.\d,\d\.\d,XY-Wing$/);
    // a puzzle with several solutions is solved, but not rated
    expect(second).toMatch(/,solved,1,\d+,,,,$/);
  });

  test('in a member of jsonl', () => {
    const [first, second] = rows({ output: 'jsonl', grade: true }, text).map((row) => JSON.parse(row));
    expect(first.grade).toMatchObject({
      status: 'graded',
      er: 4.2,
      hardest: 'XY-Wing',
      counts: { 'XY-Wing': 1 },
    });
    expect(second.grade).toEqual({ status: 'not-unique' });
  });

  test('and explains them by the same steps', () => {
    const [first, second] = rows({ output: 'jsonl', explain: true }, text).map((row) => JSON.parse(row));
    expect(first).not.toHaveProperty('grade');
    expect(first.explain).toMatchObject({ difficulty: 'hard', er: 4.2 });
    const xyWing = expect.stringMatching(/^XY-Wing: .* => r\dc\d<>\d/);
    const why = expect.stringMatching(
      /^r\dc\d is \d or \d: if .* A cell that sees r\dc\d and r\dc\d cannot be \d: /,
    );
    expect(first.explain.steps).toContainEqual({ technique: 'XY-Wing', rating: 4.2, text: xyWing, why });
    // steps towards one of several solutions prove nothing
    expect(second).not.toHaveProperty('explain');
  });

  test('but not other sizes', () => {
    const [, first] = rows({ output: 'csv', grade: true });
    expect(first).toBe('12.434..2.4343.1,1234341221434321,solved,1,0,,,,');
  });
});

describe('canonical and minimal', () => {
  const UNIQUE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const MINIMAL = '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...';
  const SEVERAL = `${'.'.repeat(80)}7`;
  const both = { canonical: true, minimal: true } as const;
  const text = [UNIQUE, MINIMAL, SEVERAL, `11${'.'.repeat(79)}`, '.1', PUZZLES].join('\n');
  const SMALL = PUZZLES.split('\n')[0]!;
  const forms = [UNIQUE, MINIMAL, SMALL].map((puzzle) => (canonical(puzzle) as { form: string }).form);

  test('are columns of csv, which are empty where they do not apply', () => {
    const [head, ...others] = rows({ output: 'csv', ...both }, text);
    expect(head).toBe('puzzle,solution,status,count,guesses,canonical,minimal');
    expect(others.map((row) => row.split(',').slice(5).join())).toEqual([
      `${forms[0]},false`,
      `${forms[1]},true`,
      // has several solutions
      `${'.'.repeat(80)}1,`,
      // two equal givens, and no puzzle
      ',',
      ',',
      // of 4x4, of which the second has two equal givens
      `${forms[2]},false`,
      ',',
      expect.stringMatching(/^[.1-4]{16},$/),
      expect.stringMatching(/^[.1-4]{16},$/),
    ]);
  });

  test('follow the ratings', () => {
    const [head] = rows({ output: 'csv', grade: true, ...both }, text);
    expect(head).toMatch(/,er,ep,ed,hardest,canonical,minimal$/);
  });

  test('are members of jsonl, which are missing where they do not apply', () => {
    const objects = rows({ output: 'jsonl', ...both }, text).map((row) => JSON.parse(row));
    expect(objects[1]).toMatchObject({ puzzle: MINIMAL, canonical: forms[1], minimal: true });
    expect(objects[2]).not.toHaveProperty('minimal');
    expect(objects[5]).toMatchObject({ minimal: false, canonical: forms[2] });
    expect(objects[6]).not.toHaveProperty('canonical');
  });

  test('apply to X, which has no canonical form', () => {
    const [, row] = rows({ output: 'csv', variant: 'x', ...both }, '1234341243212143\n');
    expect(row).toBe('1234341243212143,1234341243212143,solved,1,0,,false,x');
  });

  test('leave minimal empty if its searches exceed the budget', () => {
    const [, row] = rows({ output: 'csv', minimal: true, budget: 2 }, MINIMAL);
    expect(row).toMatch(/,solved,1,2,$/);
  });
});

test('counts give a table for files of lines', () => {
  expect(rows({ solutions: 'count', limit: 100 }, '................\n')).toEqual([
    'number,puzzle,solution,status,count,guesses',
    expect.stringMatching(/^1,\.{16},\d{16},solved,100\+,\d+$/),
  ]);
});

describe('all', () => {
  test('gives a row for each solution with the number of its puzzle', () => {
    expect(rows({ solutions: 'all' })).toMatchInlineSnapshot(`
      [
        "number,puzzle,solution,status",
        "1,12.434..2.4343.1,1234341221434321,solved",
        "2,1.1.............,invalid,invalid",
        "3,123....4........,no-solution,no-solution",
        "4,..343412..434321,1234341221434321,solved",
        "4,..343412..434321,2134341212434321,solved",
      ]
    `);
  });

  test('ends a list that exceeds the budget with a row that reports it', () => {
    const listed = rows({ solutions: 'all', budget: 0 }, '................\n');
    expect(listed.at(-1)).toBe('1,................,unsolved,unsolved');
  });

  test('is written in pieces, however many solutions one puzzle has', () => {
    const { longest, text, tally } = solveBytes(`${'.'.repeat(36)}\n`, { solutions: 'all', limit: 50_000 });
    expect(text.split('\n').length).toBe(50_003); // a header, a row that says that the list was cut, and the end
    expect(tally).toMatchObject({ puzzles: 1, solved: 1, solutions: 50_000 });
    expect(longest).toBeLessThan(100_000);
  });
});

test.each(['csv', 'jsonl'] as const)('%s is the same whatever the layout of the file', (output) => {
  const puzzle = '.2.....7..1.....8.389..1.....39782...913....7...1.4..3.5...3......25..9447.......';
  const rowsOfNine = puzzle.replace(/.{9}/g, '$&\n');
  const numbers = rowsOfNine.replace(/\./g, '0').replace(/(?<=\d)(?=\d)/g, ' ');
  const [ofLines, ofRows, ofNumbers] = [`${puzzle}\n`, rowsOfNine, numbers].map((text) =>
    solveBytes(text, { output }),
  );
  expect(ofRows).toMatchObject({ plan: { format: 'grids' }, text: ofLines!.text });
  expect(ofNumbers!.text).toBe(ofLines!.text);
});

const ROW_PUZZLE = '12.434..2.4343.1';

test('a broken row keeps its own id, even if its fields contain line breaks', () => {
  const rows = [`1,a,${ROW_PUZZLE}`, '2,"x\n77,y",none', `,b,${ROW_PUZZLE}`, `4,"x\n88,y",${ROW_PUZZLE}`];
  const { text } = solveBytes(`id,note,puzzle\n${rows.join('\n')}\n`, { output: 'csv' });
  const ids = text
    .trim()
    .split('\n')
    .map((row) => row.split(',')[0]);
  expect(ids).toEqual(['id', '1', '2', '', '4']);
});
