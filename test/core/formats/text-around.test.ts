// Text around puzzles: what is preserved, what is read, and what is reported as unread.

import { describe, expect, test } from 'vitest';
import { solve } from '../../../core/puzzle/index.ts';
import fc from '../../property.ts';
import { problemsOf, solveBytes } from './solve-bytes.ts';

// Text around puzzles: titles, sources, numbers, lists and statements. All of it is preserved.

const PUZZLES = [
  '..674...9.......6...2.......6.4.7.3..3.5....44.732..165.4.3.92.......6.8..8.943.1',
  '.1.76.9.8..9.52.3.35...4762...4...2.5.73.6.192...95.4..3.24....1....9.....4.3..75',
  '.253.1..4.48.2....1..5...2.45.7..2....7....3.3.629..7.6.......1...16374.5..8.7..2',
];
const SOLUTIONS = PUZZLES.map((puzzle) => {
  const result = solve(puzzle);
  return result.status === 'solved' ? result.solution : '';
});
const ZEROED = SOLUTIONS.map((grid) => grid.replaceAll('9', '0'));
const rows = (grid: string) => grid.match(/.{9}/g)!;
const utf8 = (text: string) => solveBytes(Buffer.from(text));

/** A file of three puzzles: each is drawn in a way, below a front. */
type Draw = (grid: string, number: number) => string;
const inRows =
  (write: (row: string) => string, before = ''): Draw =>
  (grid) =>
    `${before}${rows(grid).map(write).join('\n')}\n\n`;
const nbsp = (grid: string) => grid.replaceAll('.', '\u00a0');
const FILES: readonly (readonly [string, front: string, Draw])[] = [
  [
    'HoDoKu’s codes of four and five digits',
    '',
    (p, i) => `:${['0000:x', '03111:5', '0711-3:5'][i]}:${p}:::\n`,
  ],
  ['items of a list', '# Easy\n\n', (p) => `- ${p}\n`],
  ['items of a numbered list', '', (p, i) => `${i + 1}. ${p}\n`],
  ['items of a list in YAML', 'puzzles:\n', (p) => `  - "${p}"\n`],
  ['members in YAML', '---\n', (p, i) => `- puzzle: ${p}\n  level: ${i}\n  name: easy\n`],
  ['names', '', (p, i) => `Puzzle ${i + 1}: ${p}\n`],
  ['words', '', (p) => `easy ${p} (4.5)\n`],
  ['ratings', '', (p, i) => `${i}.5 ${p}\n`],
  ['dates', '', (p, i) => `2020-01-0${i + 1} ${p}\n`],
  ['assignments', '', (p, i) => `p${i}=${p}\n`],
  ['a long text', '', (p) => `A puzzle of the many in the first book by somebody else: ${p}\n`],
  ['a source above', 'Source: https://example.org/list?id=1234567890\n', (p) => `${p}\n`],
  ['titles of points above', '...\n.\n*\n1.\n', (p) => `${p}\n`],
  ['no-break spaces', '', (p, i) => `${i}\u00a0${p}\u00a0\n`],
  ['words of another script', '', (p, i) => `第${i}題：${p}（易）\n`],
  [
    'identifiers of nearly only digits',
    '',
    (p, i) => `1367${i}354-2${i}f2-4248-7633-887400266001 ${p} 1${'0'.repeat(30)}b${'1'.repeat(8)}\n`,
  ],
  ['titles above', 'Easy puzzles of 2020\nby A. B.\n\n', (p) => `${p}\n`],
  ['a title above each', '', (p, i) => `Puzzle ${i + 1}, $4.99\n${p}\n`],
  ['numbers above', '', (p, i) => `${i + 1}\n${p}\n`],
  ['times and sizes above', '9 x 9\n12:30\n1 2 3\n=== A ===\n', (p) => `${p}\n`],
  ['tags of a forum', '[code]\n', (p) => `${p}\n`],
  ['a section', '[Puzzle]\n', (p) => `${p}\n`],
  ['rows of SQL', 'INSERT INTO `t` (`id`,`puzzle`) VALUES\n', (p, i) => `(${35 + i},'${p}'),\n`],
  ['rows of SQL with ratings', '', (p, i) => `(${i}, "${p}", NULL, ${i}.5, 'easy'),\n`],
  ['statements of SQL', '', (p, i) => `INSERT INTO t (id, p) VALUES (${i}, '${p}');\n`],
  ['nine groups of nine', '', (p) => `${rows(p).join(' ')}\n`],
  ['nine groups of nine after a number', 'A title\n', (p, i) => `${i}: ${rows(p).join(' | ')}\n`],
  ['nine groups of nine in quotes after a name', '', (p, i) => `p${i} = "${rows(p).join(' ')}"; // easy\n`],
  ['brackets of a link', '', (p, i) => `By ${'abc'[i]}: <${p}>\n`],
  ['groups of three', '', (p) => `${p.match(/.../g)!.join(' ')}\n`],
  ['rows of YAML', '', inRows((row) => `  - ${row}`, 'puzzle:\n')],
  ['rows in a list', '', inRows((row) => `* ${row}`)],
  ['spaced rows in a list', '', inRows((row) => `- ${row.split('').join(' ')}`)],
  ['no-break spaces for empty cells', '', inRows((row) => nbsp(row).split('').join(' '))],
  ['no-break spaces for empty cells between bars', '', inRows((row) => `|${nbsp(row).split('').join('|')}|`)],
  ['no-break spaces for empty cells in packed rows', '', inRows(nbsp)],
  ['a cell a line', 'A title\n', (p) => `${p.split('').join('\n')}\n\n`],
  ['quotes of a shell', 'set -e\n', (p) => `actual=\`echo '${p}' | qqwing --solve\`\n`],
  ['sentences', '', (p, i) => `The puzzle ${'abc'[i]} (${p}).\n`],
  ['an address above', 'Source: here\n', (p) => `- url: https://x.y/?s=${PUZZLES[2]}\n  puzzle: "${p}"\n`],
  [
    'an address above grids',
    'Two addresses\n',
    (p) => `https://x.y/play/${PUZZLES[2]}\n\n${rows(p).join('\n')}\n\n`,
  ],
  [
    'statements above grids',
    'using SudokuSolver.Parsing;\nusing SudokuSolver.Restrictions;\n\n',
    inRows((row) => row),
  ],
  ['names of solutions', 'const list = [\n', (p, i) => `{ input: '${p}',\n  solution: '${ZEROED[i]}' },\n`],
  ['a time and a blank line above grids', '12,5 %\n\n', inRows((row) => row)],
];

describe('preserves what is around puzzles', () => {
  test.each(FILES)('%s', (_, front, draw) => {
    const { output, tally } = utf8(front + PUZZLES.map(draw).join(''));
    expect(output.toString()).toBe(front + SOLUTIONS.map(draw).join(''));
    expect(tally).toMatchObject({ puzzles: 3, solved: 3 });
  });

  test.each(FILES)('also around one puzzle: %s', (_, front, draw) => {
    const { output, tally } = utf8(front + draw(PUZZLES[0]!, 0));
    expect(output.toString()).toBe(front + draw(SOLUTIONS[0]!, 0));
    expect(tally).toMatchObject({ puzzles: 1, solved: 1 });
  });

  test.each(['\x1a', '\r\n\x1a', '\n\x1a\x1a\x1a'])('the end of a file of DOS: %j', (end) => {
    for (const write of [(p: string) => p, (p: string) => rows(p).join('\n')])
      expect(utf8(write(PUZZLES[0]!) + end)).toMatchObject({
        text: write(SOLUTIONS[0]!) + end,
        tally: { puzzles: 1, solved: 1 },
      });
  });

  test('a solution in a row of SQL, which is no puzzle', () => {
    const draw = (grid: string, i: number) => `(${i}, '${grid}', '${SOLUTIONS[i]}'),\n`;
    const { text, tally } = utf8(PUZZLES.map(draw).join(''));
    expect([text, tally.puzzles]).toEqual([SOLUTIONS.map(draw).join(''), 3]);
    // also in the result, where the two are the same
    expect(utf8(text)).toMatchObject({ text, tally: { puzzles: 3 } });
  });

  test('a solution beside each puzzle of program code, also in the result', () => {
    const draw = (grid: string, i: number) => `    ("${grid}", "${SOLUTIONS[i]}"),\n`;
    const { text, tally } = utf8(PUZZLES.map(draw).join(''));
    expect([text, tally.puzzles]).toEqual([SOLUTIONS.map(draw).join(''), 3]);
    expect(utf8(text)).toMatchObject({ text, tally: { puzzles: 3 } });
    const marked = text.replace(SOLUTIONS[0]!, 'not-unique');
    expect(utf8(marked)).toMatchObject({ text: marked, tally: { puzzles: 3, solved: 2 } });
  });

  test('a list of a program that repeats a digit in a row', () => {
    const boxes = Array.from({ length: 81 }, (_, i) => 3 * Math.floor(i / 27) + Math.floor((i % 9) / 3));
    const draw = (grid: string) => `const char *puzzle = "${grid}";\nint box[81] = {${boxes.join()}};\n`;
    expect(utf8(draw(PUZZLES[0]!))).toMatchObject({
      text: draw(SOLUTIONS[0]!),
      tally: { solved: 1, invalid: 1 },
    });
  });

  test('apostrophes and rules in a program', () => {
    const draw = (grid: string) =>
      `g = ["${rows(grid).join('","')}"]\nprint("${'-'.repeat(75)}")\n"""it's possible to place the number 'n'\n` +
      `isn't there a way to place one more 'n'"""\nprint("${'-'.repeat(75)}")\n`;
    expect(utf8(draw(PUZZLES[0]!))).toMatchObject({
      text: draw(SOLUTIONS[0]!),
      tally: { puzzles: 1, solved: 1 },
    });
  });
});

const word = fc.stringMatching(/^[A-Za-z]{2,12}$/);
const number = fc.nat(999_999).map(String);
const notes = fc.oneof(
  fc.array(fc.oneof(word, number), { minLength: 1, maxLength: 6 }).map((words) => `A ${words.join(' ')}`),
  fc.tuple(word, number).map(([name, id]) => `https://example.org/${name}?id=${id}&x=1`),
  fc
    .date({ min: new Date(0), max: new Date(2e12), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.tuple(fc.nat(99), fc.nat(99)).map(([a, b]) => `$${a}.${String(b).padStart(2, '0')}`),
  number,
  fc.constantFrom('№ 5', '数独', '(c) 2020', '[1]', '5/6', '12:30', '50 %', '---', '', '# a comment'),
);
const draws = fc.constantFrom<Draw>(
  (p) => `${p}\n`,
  (p) => `- ${p}\n`,
  (p, i) => `Puzzle ${i}: ${p}\n`,
  (p, i) => `${i + 1}) ${p}, 4.5\n`,
);

test('random text above and between puzzles is preserved, and each puzzle is solved', () => {
  fc.assert(
    fc.property(
      draws,
      fc.array(fc.tuple(fc.nat(2), fc.array(notes, { maxLength: 3 })), { minLength: 1, maxLength: 8 }),
      (draw, parts) => {
        const file = (grids: readonly string[]) =>
          parts.map(([i, lines]) => lines.map((line) => `${line}\n`).join('') + draw(grids[i]!, i)).join('');
        const { output, tally } = utf8(file(PUZZLES));
        expect(output.toString()).toBe(file(SOLUTIONS));
        expect(tally).toMatchObject({ puzzles: parts.length, solved: parts.length });
      },
    ),
    { numRuns: 300 },
  );
});

describe('nothing that may be a puzzle passes unread', () => {
  const [first, second] = PUZZLES as [string, string];
  const grid = inRows((row) => row);
  const printout = (cells: string) =>
    `[[${rows(cells.replaceAll('.', '0'))
      .map((row) => row.split('').join(' '))
      .join(']\n [')}]]\n`;
  test.each<[string, string, number]>([
    ['text among grids', `${grid(first, 0)}see ${second}\n\n${grid(first, 0)}`, 11],
    ['a list among grids', `${grid(first, 0)}(1, '${second}')\n\n${grid(first, 0)}`, 11],
    ['a text of a program', `grid = ["${rows(first).join('","')}"]\nother = ${'1'.repeat(90)}\n`, 2],
    ['a second puzzle of a sentence', `Try ${first} or ${second}\n`, 1],
    ['a line among pencilmarks', `${'123456789'.repeat(81)}\nsee ${second}\n${'123456789'.repeat(81)}\n`, 2],
    ['a second puzzle of a line', `${first} ${second}\n`, 1],
    ['a number of a spreadsheet after a name', `p=${first}\np=4.3E+78, 1\n`, 2],
    [
      'a list of a program with an unreadable text',
      `g = [\n"${rows(first).join('",\n"')}"]\n`.repeat(2).replace('..674..', '..67$..'),
      11,
    ],
    [
      'a printout without its first row',
      [0, 1, 0, 0].map((from) => printout(first).split('\n').slice(from).join('\n')).join('\n'),
      18,
    ],
    ['a second puzzle of one of many lines', `${`${first}\n`.repeat(3)}${first} ${second}\n${first}\n`, 4],
  ])('%s, which stays as it is', (name, file, line) => {
    const { text, tally } = utf8(file);
    expect(tally.problems).toMatchObject([{ line, status: 'invalid' }]);
    expect(text).not.toContain('invalid');
    // solved pencilmarks are lines of digits, among which the other one is a puzzle
    if (!name.includes('pencilmarks')) expect(utf8(text).text).toBe(text);
  });

  test('letters longer than any word', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXY'.repeat(16).slice(4);
    expect(utf8(`${letters};${letters.slice(0, 229)}\n`).tally).toMatchObject({ puzzles: 1, invalid: 1 });
  });

  test('a comment is no text', () => {
    expect(utf8(`${grid(first, 0)}# ${second}\n\n${grid(first, 0)}`).tally).toMatchObject({ invalid: 0 });
  });

  test('the solution after a broken puzzle is no puzzle', () => {
    const file = PUZZLES.map((puzzle, i) => `${puzzle},${SOLUTIONS[i]}\n`).join('');
    expect(utf8(file + file.replace('..674', '..!74')).tally).toMatchObject({ solved: 5, invalid: 1 });
  });
});

describe('says what is wrong', () => {
  test.each([
    [
      'the letter O',
      `${PUZZLES[0]}\n${PUZZLES[1]!.replace('.', 'O')}\n`,
      'got "O", the letter O in place of the digit 0',
    ],
    [
      'a number of a spreadsheet',
      `${PUZZLES[0]}\n4.3E+78\n`,
      'got 4.3E+78, which a spreadsheet has made of one that it took for a number',
    ],
    [
      'zeros that a spreadsheet dropped',
      `${PUZZLES[0]}\n${PUZZLES[1]!.replaceAll('.', '0').slice(1)}\n`,
      'got 80: 1076090800905203035000476200040002050730…; perhaps a spreadsheet',
    ],
    [
      'a row with a cell less',
      `${rows(PUZZLES[0]!).join('\n').replace('5....4', '5...4')}\n\n`.repeat(2).replace('5...4', '5....4'),
      'row 5 has 8 cells, the others 9',
    ],
  ])('%s', (_, file, reason) => {
    expect(problemsOf(utf8(file))).toEqual([expect.stringContaining(reason)]);
  });
});

describe('a file of the markers that we wrote is returned byte for byte', () => {
  const wrong = ['12'.padEnd(81, '.'), '11'.padEnd(81, '.')];
  test.each<[string, Draw]>([
    ...FILES.filter(([, front]) => front === '').map(([name, , draw]): [string, Draw] => [name, draw]),
    ['one puzzle a line', (p) => `${p}\n`],
    ['grids', inRows((row) => row)],
    ['one puzzle a line in numbers', (p) => `${p.split('').join(',')}\n`],
    [
      'a list in a program',
      (p) =>
        `grid = [${rows(p)
          .map((row) => `[${row.split('').join()}]`)
          .join()}]\n`,
    ],
    ['HoDoKu’s placed cells', (p) => `:0000:x:${p.replace('1', '+1')}:::\n`],
    ['jigsaws', () => '3..35..4...3......2...... 1222211123144335544355543\n'],
  ])('%s', (_, draw) => {
    for (const puzzles of [wrong, wrong.slice(0, 1)]) {
      const solved = solveBytes(Buffer.from(puzzles.map(draw).join('')), { solutions: 'unique' });
      expect(solved.tally.solved).toBe(0);
      const again = solveBytes(solved.output, { solutions: 'unique' });
      expect(again.output.toString()).toBe(solved.output.toString());
      expect(again.tally.puzzles).toBe(solved.tally.puzzles);
    }
  });
});
