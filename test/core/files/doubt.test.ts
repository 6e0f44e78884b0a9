import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, planFile } from '../../../core/files/index.ts';
import { generate } from '../../../core/solver/generate.ts';
import { geometry } from '../../../core/solver/geometry.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const NINE = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const NINE_DONE = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';
const rowsOf = (cells: string) => cells.match(/.{9}/g)!;

describe('no line that is drawn is a record', () => {
  test.each([16, 20])('%ix%i in a frame', (size) => {
    const { cells, solution } = generate(geometry(size), { seed: 1, clues: (size * size) / 2 }).next().value;
    const bar = `+${'-'.repeat(size * 3)}+`;
    const draw = (values: Uint8Array) =>
      `${[
        bar,
        ...Array.from({ length: size }, (_, r) => {
          const row = Array.from(values.subarray(r * size, (r + 1) * size));
          return `|${row.map((value) => String(value || '.').padStart(3)).join('')}|`;
        }),
        bar,
      ].join('\n')}\n`;
    expect(solveBytes(draw(cells)).text).toBe(draw(solution));
  });

  test.each(['-', '*', '='])('9x9 between rules of forty %s', (sign) => {
    const rule = sign.repeat(40);
    const draw = (cells: string) =>
      `${[0, 3, 6].flatMap((from) => [rule, ...rowsOf(cells).slice(from, from + 3)]).join('\n')}\n${rule}\n`;
    // a line of = may part grids, or bands of one
    expect(solveBytes(draw(NINE)).text).toBe(draw(NINE_DONE));
  });

  test('a rule as wide as the puzzles of a file of lines', () => {
    const rule = '-'.repeat(81);
    const { text, tally } = solveBytes(`${NINE}\n${rule}\n${NINE}\n${rule}\n`);
    expect(text).toBe(`${NINE_DONE}\n${rule}\n${NINE_DONE}\n${rule}\n`);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2, invalid: 0 });
  });

  test('but a line of a sign that is an empty cell elsewhere is an empty grid', () => {
    const { tally } = solveBytes(`${NINE.replaceAll('.', '-')}\n${'-'.repeat(81)}\n`);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2 });
  });
});

test('a row of nothing but the sign for empty cells is a row, not a rule', () => {
  const rows = ['1---', '----', '--3-', '4---'];
  expect(solveBytes(`${rows.join('\n')}\n`).tally).toMatchObject({ puzzles: 1, solved: 1 });
});

describe('a file of which one format makes mostly nonsense', () => {
  const nonsense = `${['12345', '1234567', '1.3'].map((row) => `${row}${'9'.repeat(80)}`).join('\n')}\n`;

  test('is refused with what it was taken for, and how to say otherwise', () => {
    expect(() => planOf(nonsense)).toThrow(
      /^expected puzzles, .*; got what looks like lines, but 3 of 3 records at its front are no puzzles \(line 1: expected .*, got 85: .*\)\. If you know better, say what it is: format=lines, number-lines, grids, csv or json \(on the command line --format\)$/,
    );
  });

  test('is read as somebody says', () => {
    expect(solveBytes(nonsense, { format: 'lines' }).tally).toMatchObject({ puzzles: 3, invalid: 3 });
    expect(solveBytes(`#! sudoku format=lines\n${nonsense}`).tally.invalid).toBe(3);
    expect(() => planOf(nonsense, { format: 'csv' })).toThrow(/; read as csv, as the option format says$/);
  });
});

describe('lines that end in a carriage return alone', () => {
  test.each([
    ['lines', `# a\r${P}\r${P}\r${P}`, `# a\r${S}\r${S}\r${S}`],
    ['grids', `${P.replace(/.{4}/g, '$&\r')}\r${P.replace(/.{4}/g, '$&\r')}`, undefined],
    [
      'csv',
      `id,puzzle\r1,${P}\r2,${P}\r`,
      `id,puzzle,solution,status\r1,${P},${S},solved\r2,${P},${S},solved\r`,
    ],
    ['json', `{"puzzle":"${P}"}\r{"puzzle":"${P}"}\r`, undefined],
  ])('are read and kept in %s', (format, file, result) => {
    const { plan, text, tally } = solveBytes(file, {}, [3, 20]);
    expect(plan).toMatchObject({ format, splittable: false, lineEnd: 'cr' });
    expect(tally.solved).toBe(file.split(P.slice(0, 4)).length - 1);
    expect(text).not.toContain('\n');
    if (result !== undefined) expect(text).toBe(result);
  });

  test('a table of results has line feeds', () => {
    expect(solveBytes(`${P}\r${P}\r`, { output: 'csv' }).text.split('\n').length).toBe(4);
  });

  test('problems have the line that an editor shows', () => {
    expect(solveBytes(`${P}\r${P}1\r${P}\r`).tally.problems).toMatchObject([{ line: 2, column: 17 }]);
  });
});

test('puzzles after more than 64 KiB of comments are found', () => {
  const file = Buffer.from(`${'# a comment\n'.repeat(10_000)}${P}\n`);
  const plan = planFile({ head: file.subarray(0, HEAD_BYTES), complete: true, name: 'x', given: [] });
  expect(plan.format).toBe('lines');
});

describe('a 16x16 file whose head shows no 0, and later one', () => {
  const { cells } = generate(geometry(16), { seed: 3, clues: 160 }).next().value;
  const text = (zeros: boolean) =>
    Array.from(cells, (value) =>
      value === 0 ? '.' : (zeros ? '0123456789ABCDEF' : '123456789ABCDEFG')[value - 1]!,
    ).join('');
  // nothing of the head's alphabet but 1 to F
  const plain = text(false).replaceAll('G', '.');
  const other = text(true);

  test.each([
    ['lines', (puzzle: string) => `${puzzle}\n`, ''],
    ['csv', (puzzle: string) => `1,${puzzle}\n`, 'id,puzzle\n'],
    ['json', (puzzle: string) => `{"puzzle":"${puzzle}"}\n`, ''],
  ])('makes that record invalid: it is in another alphabet (%s)', (format, record, header) => {
    const file = `${header}${record(plain).repeat(300)}${record(other)}`;
    const { plan, tally } = solveBytes(file, { budget: 0 });
    expect(plan.format).toBe(format);
    expect(tally).toMatchObject({ puzzles: 301, invalid: 1 });
  });
});
