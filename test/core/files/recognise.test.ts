import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, planFile, RejectedFile } from '../../../core/files/index.ts';
import { generateCells } from '../../../core/solver/generate-cells.ts';
import { geometry } from '../../../core/solver/model/geometry.ts';
import { planOf, solveBytes } from '../formats/solve-bytes.ts';

const P9 = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const ROWS = P9.replace(/.{9}/g, '$&\n');
const P = '12.434..2.4343.1';
const S = '1234341221434321';
const NINE = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const NINE_DONE = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';
const rowsOf = (cells: string) => cells.match(/.{9}/g)!;

describe('planFile', () => {
  test.each([
    ['lines', `${P9}\n`],
    ['lines', `# 9x9\n\n${P9}:1\n`],
    ['lines', `12.434..2.4343.1\n12.434..2.4343.1\n`],
    ['lines', `${P9.slice(1)}\n`],
    ['lines', `${'1234'.repeat(100).slice(0, 225)}\n`],
    ['grids', ROWS],
    ['grids', `9\n${ROWS}`],
    ['grids', `Grid 01\n${ROWS}Grid 02\n${ROWS}`],
    ['grids', '16 .. 9\n'.repeat(0) + ROWS.replace(/./g, '$& ')],
    ['grids', '..1.62....38..EA\n'.repeat(16)],
    ['number-lines', `${P9.split('').join(',')}\n`],
    ['number-lines', `${P9.replaceAll('.', '0').split('').join(' ')}\n`],
  ])('recognises %s in %j', (format, content) => {
    expect(planOf(content).format).toBe(format);
  });

  test('takes sixteen characters for a 4x4 grid if none is above 4, else for a row of a 16x16 grid', () => {
    expect(planOf('1.3.............\n'.repeat(16)).format).toBe('lines');
    expect(planOf('1.3............G\n'.repeat(16)).format).toBe('grids');
  });

  test('returns a plan of plain JSON', () => {
    for (const content of [`${P9}\n`, ROWS, `${P9.split('').join(',')}\n`]) {
      const plan = planOf(content);
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    }
  });

  test('declares lines splittable unless the rows of their result are numbered, and grids never', () => {
    expect(planOf(`${P9}\n`).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { solutions: 'unique' }).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { solutions: 'count' }).splittable).toBe(false);
    expect(planOf(`${P9}\n`, { output: 'csv' }).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { output: 'csv', solutions: 'all' }).splittable).toBe(false);
    expect(planOf(ROWS).splittable).toBe(false);
  });

  test('ignores a line that the end of the head cuts', () => {
    const file = Buffer.from(`${P9}\n`.repeat(1000)).subarray(0, HEAD_BYTES);
    expect(planFile({ head: file, complete: false, name: 'x', given: [] }).format).toBe('lines');
  });
});

describe('a file without puzzles', () => {
  test.each<[string, string, number | undefined, RegExp]>([
    [
      'puzzles that are comments',
      `# a\n#${P9}\n`,
      undefined,
      /got nothing but comments: every line begins with #, so all are comments/,
    ],
    [
      'puzzles whose empty cells are a sign of comments',
      `${P9.replaceAll('.', '#').replace(/^[^#]*/, (start) => '#'.repeat(start.length))}\n`,
      undefined,
      /got nothing but comments.*write \. for an empty cell/,
    ],
    [
      'comments of two kinds',
      `% a\n\n// ${P9}\n`,
      undefined,
      /every line begins with % or \/\/, so all are comments/,
    ],
    ['prose', '\nBread, 2 loaves\nMilk\n', 2, /got "Bread, 2 loaves"$/],
    ['a long line of prose', `${'word '.repeat(20)}\n`, 1, /got "word word .*…"$/],
    ['two numbers', '12\n34\n', 1, /got "12"$/],
    ['a table of numbers', '1 20 300\n4 50 600\n7 80 900\n', 1, /got "1 20 300"$/],
    ['a program', 'int main() {\n  return 0;\n}\n', 1, /got "int main\(\) \{"$/],
    ['zero bytes', 'ab\0cd', undefined, /got binary data \(a zero byte at offset 2\)$/],
    ['binary data', 'ab\xff\x07cd', undefined, /got binary data \(the byte 0x07 at offset 3\)$/],
    ['text in UTF-16', '\xff\xfe1\x002\x00', undefined, /got text in UTF-16: save it as UTF-8/],
    [
      'OpenSudoku',
      '<?xml version="1.0"?>\n<opensudoku>\n',
      undefined,
      /got an OpenSudoku file \(XML\): .*one a line$/,
    ],
    ['MiniZinc', 'n=3;\npuzzle=[|\n0, 0, 3|\n', undefined, /got a MiniZinc data file: keep the rows/],
    ['a progress file', '2 679 6789 1 3467 u5 89 34 5\n'.repeat(9), undefined, /got a progress file/],
  ])('is rejected with a reason: %s', (_, content, line, message) => {
    const plan = () => planOf(content);
    expect(plan).toThrow(RejectedFile);
    expect(plan).toThrow(message);
    expect(plan).toThrow(/^expected /);
    expect(plan).toThrow(expect.objectContaining({ line }));
  });
});

describe('lines that are drawn', () => {
  test.each([16, 20])('are no records in a frame around a grid of size %i', (size) => {
    const { cells, solution } = generateCells(geometry(size), { seed: 1, clues: (size * size) / 2 }).next()
      .value;
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

  test.each(['-', '*', '='])('are no records as rules of forty %s around the bands of a 9x9 grid', (sign) => {
    const rule = sign.repeat(40);
    const draw = (cells: string) =>
      `${[0, 3, 6].flatMap((from) => [rule, ...rowsOf(cells).slice(from, from + 3)]).join('\n')}\n${rule}\n`;
    // a line of = may separate grids, or the bands of one
    expect(solveBytes(draw(NINE)).text).toBe(draw(NINE_DONE));
  });

  test('are no records as rules that are as wide as the puzzles of a file of lines', () => {
    const rule = '-'.repeat(81);
    const { text, tally } = solveBytes(`${NINE}\n${rule}\n${NINE}\n${rule}\n`);
    expect(text).toBe(`${NINE_DONE}\n${rule}\n${NINE_DONE}\n${rule}\n`);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2, invalid: 0 });
  });

  test('are empty grids if their sign is an empty cell elsewhere', () => {
    const { tally } = solveBytes(`${NINE.replaceAll('.', '-')}\n${'-'.repeat(81)}\n`);
    expect(tally).toMatchObject({ puzzles: 2, solved: 2 });
  });
});

test('a row that has only the sign for empty cells is a row, not a rule', () => {
  const rows = ['1---', '----', '--3-', '4---'];
  expect(solveBytes(`${rows.join('\n')}\n`).tally).toMatchObject({ puzzles: 1, solved: 1 });
});

describe('a file that one format recognises but mostly cannot read', () => {
  const broken = `${['12345', '1234567', '1.3'].map((row) => `${row}${'9'.repeat(80)}`).join('\n')}\n`;

  test('is rejected with the name of that format, and with the option that overrides it', () => {
    expect(() => planOf(broken)).toThrow(
      /^expected puzzles, .*; got what looks like lines, but 3 of 3 records at its front are no puzzles \(line 1: expected .*, got 85: .*\)\. To override, name the format: format=lines, number-lines, links, grids, pencilmarks, candidates, csv or json \(on the command line --format\)$/,
    );
  });

  test('is read by the format that an option names', () => {
    expect(solveBytes(broken, { format: 'lines' }).tally).toMatchObject({ puzzles: 3, invalid: 3 });
    expect(solveBytes(`#! sudoku format=lines\n${broken}`).tally.invalid).toBe(3);
    expect(() => planOf(broken, { format: 'csv' })).toThrow(/; read as csv, as the option format says$/);
  });
});

test.each(['lines', 'number-lines', 'jigsaw-lines', 'links', 'pencilmarks', 'candidates', 'grids'] as const)(
  'a text without puzzles is no file of %s, whatever an option says',
  (format) => {
    expect(() => planOf('hello world\nthis is text\n', { format })).toThrow(
      `got "hello world"; read as ${format}, as the option format says`,
    );
    expect(planOf('# a set\n\n', { format }).format).toBe(format);
  },
);

test('a file is examined as far as it is held, although its front decides for most', () => {
  const stateOf = (text: string) =>
    planFile({ head: Buffer.from(text), complete: true, name: 'puzzles', given: [] }).state;
  const easy = Array.from({ length: 4000 }, () => `"${P}"`).join(',');
  expect(easy.length).toBeGreaterThan(64 * 1024);
  expect(stateOf(`{"easy":[${easy}],"hard":[{"puzzle":"${P}"}]}`)).toMatchObject({
    places: ['easy[]', 'hard[].puzzle'],
  });
  const grids = `${P.match(/.{4}/g)!.join('\n')}\n\n`.repeat(4000);
  const letters = `${Array.from({ length: 16 }, (_, row) => `${'.'.repeat(row)}ABCDEFGHIJKLMNOP`.slice(0, 16)).join('\n')}\n`;
  expect(stateOf(grids + letters)).toMatchObject({ alphabets: { 16: 'ABCDEFGHIJKLMNOP' } });
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
  ])('are read and preserved in %s', (format, file, result) => {
    const { plan, text, tally } = solveBytes(file, {}, [3, 20]);
    expect(plan).toMatchObject({ format, splittable: false, lineEnd: 'cr' });
    expect(tally.solved).toBe(file.split(P.slice(0, 4)).length - 1);
    expect(text).not.toContain('\n');
    if (result !== undefined) expect(text).toBe(result);
  });

  test('become line feeds in a table of results', () => {
    expect(solveBytes(`${P}\r${P}\r`, { output: 'csv' }).text.split('\n').length).toBe(4);
  });

  test('are counted as an editor counts them', () => {
    expect(solveBytes(`${P}\r${P}1\r${P}\r`).tally.problems).toMatchObject([{ line: 2, column: 17 }]);
  });
});

test('a file with more than 64 KiB of comments before its puzzles is recognised', () => {
  const file = Buffer.from(`${'# a comment\n'.repeat(10_000)}${P}\n`);
  const plan = planFile({ head: file.subarray(0, HEAD_BYTES), complete: true, name: 'x', given: [] });
  expect(plan.format).toBe('lines');
});

describe('a record with a 0 in a 16x16 file whose head has none', () => {
  const { cells } = generateCells(geometry(16), { seed: 3, clues: 160 }).next().value;
  const text = (zeros: boolean) =>
    Array.from(cells, (value) =>
      value === 0 ? '.' : (zeros ? '0123456789ABCDEF' : '123456789ABCDEFG')[value - 1]!,
    ).join('');
  // the head's alphabet appears to be 1 to F
  const plain = text(false).replaceAll('G', '.');
  const other = text(true);

  test.each([
    ['lines', (puzzle: string) => `${puzzle}\n`, ''],
    ['csv', (puzzle: string) => `1,${puzzle}\n`, 'id,puzzle\n'],
    ['json', (puzzle: string) => `{"puzzle":"${puzzle}"}\n`, ''],
  ])('is invalid, as its alphabet differs, in %s', (format, record, header) => {
    const file = `${header}${record(plain).repeat(300)}${record(other)}`;
    const { plan, tally } = solveBytes(file, { budget: 0 });
    expect(plan.format).toBe(format);
    expect(tally).toMatchObject({ puzzles: 301, invalid: 1 });
  });
});
