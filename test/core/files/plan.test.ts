import { describe, expect, test } from 'vitest';
import { HEAD_BYTES, planFile, RejectedFile } from '../../../core/files/index.ts';
import { planOf } from '../formats/solve-bytes.ts';

const P9 = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const ROWS = P9.replace(/.{9}/g, '$&\n');

describe('the format shows in the content', () => {
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
  ])('%s: %j', (format, content) => {
    expect(planOf(content).format).toBe(format);
  });

  test('sixteen characters are a 4x4 grid if none is above 4, else a row of a 16x16 one', () => {
    expect(planOf('1.3.............\n'.repeat(16)).format).toBe('lines');
    expect(planOf('1.3............G\n'.repeat(16)).format).toBe('grids');
  });

  test('a plan is plain JSON', () => {
    for (const content of [`${P9}\n`, ROWS, `${P9.split('').join(',')}\n`]) {
      const plan = planOf(content);
      expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
    }
  });

  test('lines can be solved in pieces, unless rows of their result are numbered; grids cannot', () => {
    expect(planOf(`${P9}\n`).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { solutions: 'unique' }).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { solutions: 'count' }).splittable).toBe(false);
    expect(planOf(`${P9}\n`, { output: 'csv' }).splittable).toBe(true);
    expect(planOf(`${P9}\n`, { output: 'csv', solutions: 'all' }).splittable).toBe(false);
    expect(planOf(ROWS).splittable).toBe(false);
  });

  test('a line that the head cuts in two says nothing', () => {
    const file = Buffer.from(`${P9}\n`.repeat(1000)).subarray(0, HEAD_BYTES);
    expect(planFile({ head: file, complete: false, name: 'x', given: [] }).format).toBe('lines');
  });
});

describe('what is no puzzle file is rejected with a reason', () => {
  test.each<[string, string, number | undefined, RegExp]>([
    ['nothing', '', undefined, /got an empty file$/],
    ['blank lines', '\n \n\n', undefined, /got nothing but comments and blank lines$/],
    ['comments', '# a\n# b\n', undefined, /got nothing but comments and blank lines$/],
    ['prose', '\nBread, 2 loaves\nMilk\n', 2, /got "Bread, 2 loaves"$/],
    ['a long line of prose', `${'word '.repeat(20)}\n`, 1, /got "word word .*…"$/],
    ['a table of numbers', '1 20 300\n4 50 600\n7 80 900\n', 1, /got "1 20 300"$/],
    ['a program', 'int main() {\n  return 0;\n}\n', 1, /got "int main\(\) \{"$/],
    ['zero bytes', 'ab\0cd', undefined, /got binary data \(a zero byte at offset 2\)$/],
    ['binary data', '\x89PNG\r\n\x1a\n\xff\xfe', 1, /got "\\x89PNG"$/],
    ['text in UTF-16', '\xff\xfe1\x002\x00', undefined, /got text in UTF-16: save it as UTF-8/],
    [
      'OpenSudoku',
      '<?xml version="1.0"?>\n<opensudoku>\n',
      undefined,
      /got an XML or HTML file .*one a line$/,
    ],
    ['MiniZinc', 'n=3;\npuzzle=[|\n0, 0, 3|\n', undefined, /got a MiniZinc data file: keep the rows/],
    [
      'pencilmarks',
      `${'1.3456789'.repeat(81)}\n`,
      undefined,
      /got pencilmarks, 729 characters a puzzle: write each puzzle as 81/,
    ],
    [
      'a grid of candidates',
      '| 12 3 4 | 5 6 789 | 789 89 12 |\n'.repeat(9),
      undefined,
      /got a grid of candidates: write one character a cell/,
    ],
    ['a progress file', '2 679 6789 1 3467 u5 89 34 5\n'.repeat(9), undefined, /got a grid of candidates/],
  ])('%s', (_, content, line, message) => {
    const plan = () => planOf(content);
    expect(plan).toThrow(RejectedFile);
    expect(plan).toThrow(message);
    expect(plan).toThrow(/^expected /);
    expect(plan).toThrow(expect.objectContaining({ line }));
  });
});
