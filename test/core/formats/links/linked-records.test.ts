import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const SOLUTION = '1234341221434321';
const TEXT = '.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R2C2_4~R3C1_2~R4C1_4~R3C3_4~R1C3_3~R4C2_3.Cage~5~R3C1~R4C2';
const grid = Array.from({ length: 4 }, (_, row) =>
  Array.from({ length: 4 }, (_, column) =>
    column < 2 ? { value: Number(SOLUTION[4 * row + column]), given: true } : {},
  ),
);
const LINK = `https://f-puzzles.com/?load=${lzString.compressToBase64(
  JSON.stringify({ size: 4, grid, even: [{ cell: 'R1C4' }] }),
)}`;
const UNKNOWN = '.Shape~4x4.Sandwich~5~R1';
const PLAIN = '12..34..21..43.1';

describe('records whose puzzle is a link', () => {
  test('of JSON get a solution and a status', () => {
    const records = [
      { id: 1, puzzle: LINK },
      { id: 2, puzzle: TEXT },
      { id: 3, puzzle: PLAIN },
      { id: 4, puzzle: UNKNOWN },
      { id: 5, puzzle: 'https://sudokupad.app/short' },
      { id: 6, puzzle: LINK, odd: 'r1c4' },
      { id: 7, puzzle: PLAIN },
    ];
    const text = records.map((record) => JSON.stringify(record).replaceAll('/', '\\/')).join('\n');
    const solved = solveBytes(`${text}\n`);
    expect(solved.plan.format).toBe('json');
    const results = solved.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { puzzle: string; solution: string; status: string });
    expect(results.map(({ puzzle }) => puzzle)).toEqual(records.map(({ puzzle }) => puzzle));
    expect(results.map(({ solution }) => solution)).toEqual([
      SOLUTION,
      SOLUTION,
      SOLUTION,
      'unsupported',
      'invalid',
      'invalid',
      SOLUTION,
    ]);
    expect(problemsOf(solved)[1]).toMatch(
      /^5:\d+ invalid: expected a link that contains the puzzle, got one with a short id, /,
    );
    // the same in an array
    const array = solveBytes(`[${records.map((record) => JSON.stringify(record)).join(',\n')}]`);
    expect((JSON.parse(array.text) as { solution: string }[]).map(({ solution }) => solution)).toEqual(
      results.map(({ solution }) => solution),
    );
  });

  test.each([
    ['a column', `puzzle\n${LINK}\n${PLAIN}\n${TEXT}\n${UNKNOWN}\n`],
    ['a column beside others', `name,puzzle\na,${LINK}\nb,${PLAIN}\nc,${TEXT}\nd,${UNKNOWN}\n`],
    ['a column without a header', `a,${LINK}\nb,${PLAIN}\nc,${TEXT}\nd,${UNKNOWN}\n`],
    ['a column beside rules', `puzzle,even\n${LINK},r2c2\n${PLAIN},\n${TEXT},r2c2\n${UNKNOWN},r1c1\n`],
  ])('of tables can be %s', (_, file) => {
    const solved = solveBytes(file);
    expect(solved.plan.format).toBe('csv');
    expect(solved.text.match(new RegExp(SOLUTION, 'g'))).toHaveLength(3);
    expect(solved.text).toContain(`${UNKNOWN},`);
    expect(solved.tally).toMatchObject({ puzzles: 4, solved: 3, unsupported: 1 });
    expect(solveBytes(file, {}, [20, 50, 7]).text).toBe(solved.text);
  });

  test.each(['', '# links\n', '#! sudoku solutions=first\n'])(
    'can be strings of one array, after %j',
    (front) => {
      const solved = solveBytes(`${front}["${LINK}","fpuz${LINK.slice(LINK.indexOf('N4'))}", "${TEXT}"]\n`);
      expect(solved.plan.format).toBe('json');
      expect(solved.text).toBe(`${front}["${SOLUTION}","${SOLUTION}", "${SOLUTION}"]\n`);
    },
  );

  const OBJECT = { size: 4, title: 'é', grid, even: [{ cell: 'R1C4' }] };
  /** An object of SudokuPad. */
  const PAD = {
    cells: grid,
    regions: [0, 2, 8, 10].map((first) =>
      [0, 1, 4, 5].map((step) => [Math.floor((first + step) / 4), (first + step) % 4]),
    ),
  };

  test.each([
    ['a line each', `${JSON.stringify(OBJECT)}\n${JSON.stringify(PAD)}\n`],
    ['elements of an array', JSON.stringify([OBJECT, PAD])],
    ['elements over several lines', JSON.stringify([OBJECT, PAD], null, 2)],
    [
      'members of records',
      JSON.stringify([
        { id: 1, puzzle: OBJECT },
        { id: 2, puzzle: PAD },
      ]),
    ],
    [
      'members of other names',
      JSON.stringify([
        { id: 1, mine: OBJECT },
        { id: 2, mine: PAD },
      ]),
    ],
    ['strings', JSON.stringify([{ puzzle: JSON.stringify(OBJECT) }, { puzzle: JSON.stringify(PAD) }])],
    [
      'fields',
      `puzzle\n${[OBJECT, PAD].map((o) => `"${JSON.stringify(o).replaceAll('"', '""')}"\n`).join('')}`,
    ],
    ['puzzles of an object', JSON.stringify({ name: 'mine', puzzles: [OBJECT, PAD] }, null, 1)],
  ])('can be objects of other programs as %s', (_, file) => {
    const solved = solveBytes(file);
    expect(solved.tally).toMatchObject({ puzzles: 2, solved: 2 });
    expect(solved.text.match(new RegExp(`"${SOLUTION}"`, 'g'))).toHaveLength(2);
    expect(solved.text.match(/solved/g)).toHaveLength(2);
    expect(solveBytes(file, {}, [20, 50, 7]).text).toBe(solved.text);
    expect(solveBytes(solved.text).text).toBe(solved.text);
  });

  test.each([
    ['an object', (object: string) => object],
    ['a member', (object: string) => `{"puzzle":${object}}`],
    ['a link', (object: string) => `https://f-puzzles.com/?load=${lzString.compressToBase64(object)}`],
    [
      'a record among links',
      () => `${TEXT}\n${TEXT}\n{"puzzle":"${PLAIN}","cages":"9 r1c1 r1c2","cages":"3 r1c1 r1c2"}`,
    ],
  ])('may not have a member twice, of which one would be ignored, in %s', (_, textOf) => {
    const rules = ['9', '3'].map((value) => `"killercage":[{"cells":["R1C1","R1C2"],"value":"${value}"}]`);
    const file = textOf(`{"size":4,"grid":${JSON.stringify(grid)},${rules.join()}}`);
    expect(problemsOf(solveBytes(`${file}\n`)).at(-1)).toMatch(
      /expected (each member of an object|it) once, got/,
    );
  });

  test('can be one object over several lines, with its own solution', () => {
    const wrong = Array.from({ length: 16 }, (_, cell) => (cell % 4) + 1);
    const file = JSON.stringify({ ...OBJECT, solution: wrong }, null, 2);
    const solved = solveBytes(file);
    expect(JSON.parse(solved.text)).toEqual({ ...OBJECT, solution: SOLUTION, status: 'solved' });
    expect(solved.tally.disagreements).toBe(1);
  });

  test('name what is wrong in an object', () => {
    const file = JSON.stringify([
      { ...OBJECT, sandwich: [{}] },
      { ...OBJECT, grid: [[{}]] },
      { ...OBJECT, even: [{ cell: 'R9C9' }] },
      { ...OBJECT, cages: [{}] },
    ]);
    expect(problemsOf(solveBytes(file)).map((problem) => problem.replace(/^\d+:\d+ /, ''))).toEqual([
      'unsupported: expected rules that are known, got sandwich',
      'invalid: expected 4 rows, as size says, got 1',
      'invalid: expected cells of a 4x4 grid, got r9c9',
      'unsupported: expected rules that are known, got cages',
    ]);
  });

  test('compare with the solutions of the file', () => {
    const file = `puzzle,solution\n${LINK},${SOLUTION}\n${TEXT},1111111111111111\n`;
    const { text } = solveBytes(file);
    expect(text.split('\n').slice(1)).toEqual([
      `${LINK},${SOLUTION},solved`,
      `${TEXT},${SOLUTION},solved`,
      '',
    ]);
  });

  test('may be large grids in few bytes, with candidates', () => {
    const many = Array.from({ length: 3000 }, () => '.Shape~16x16.AntiKnight.Even~R1C1').join('\n');
    expect(solveBytes(`name,puzzle\nx,${many.replaceAll('\n', '\nx,')}\n`).tally).toMatchObject({
      unsupported: 3000,
    });
    const pencilled = Array.from(
      { length: 3000 },
      () => '{"puzzle":".Shape~16x16.Even~R1C1.~R1C1_1_2"}',
    ).join('\n');
    expect(solveBytes(`${pencilled}\n`).tally).toMatchObject({ unsupported: 3000 });
  });
});

/** A jigsaw, whose regions are in its text. */
const JIGSAW =
  '.~R2C3_4~R2C5_1~R3C6_2~R4C2_5~R4C5_6~R4C8_3~R5C5_2~R5C9_8~R6C1_1~R6C3_6~R6C5_4~R6C8_7~R6C9_9~R7C2_3~R8C5_9~R9C7_3~R9C8_1' +
  '.NoBoxes.Jigsaw~001111111002211333022222333022433355000445555666444555666444777668888777688888777';

describe('no record decides over another', () => {
  /** Links without rules share a geometry. */
  const link = TEXT.slice(0, TEXT.indexOf('.Cage'));
  const bad = JSON.stringify({ puzzle: PLAIN, cages: [{ sum: 99, cells: ['r1c99'] }] });

  test.each([
    ['first', [bad, link, link, TEXT], [1]],
    ['between links', [link, bad, link, LINK], [2]],
    ['last', [link, TEXT, link, bad], [4]],
    ['twice', [bad, link, bad, link, TEXT], [1, 3]],
  ])('in a file of links, a record with an unreadable rule that comes %s', (_, lines, invalid) => {
    const solved = solveBytes(`${lines.join('\n')}\n`, { format: 'links' });
    expect(solved.text.trimEnd().split('\n')).toEqual(
      lines.map((line) => (line === bad ? 'invalid' : SOLUTION)),
    );
    expect(problemsOf(solved)).toEqual(
      invalid.map(
        (line) => `${line}:0 invalid: cages[0].cells: expected a cell from r1c1 to r4c4, got "r1c99"`,
      ),
    );
  });

  test.each([
    ['of a jigsaw', { puzzle: JIGSAW }, 'regions'],
    ['of a jigsaw and a usual variant', { puzzle: JIGSAW, variant: 'classic' }, 'regions'],
    ['with a rule', { puzzle: LINK }, 'even'],
    ['with a rule and a usual variant', { puzzle: LINK, variant: 'classic' }, 'even'],
    ['with a rule and a variant', { puzzle: LINK, variant: 'anti-king' }, 'even'],
  ])('a table has the rules of a link %s, wherever it stands', (_, record, member) => {
    const others = [
      { puzzle: PLAIN },
      { puzzle: TEXT },
      { puzzle: LINK, variant: 'classic' },
      { puzzle: JIGSAW },
    ];
    for (const records of [
      [record, ...others],
      [...others, record],
      [record, record],
    ]) {
      const file = records.map((each) => JSON.stringify(each)).join('\n');
      const rows = solveBytes(`${file}\n`, { output: 'jsonl' }).text.trimEnd().split('\n');
      const row = JSON.parse(rows[records.indexOf(record)]!) as object;
      expect(row).toHaveProperty(member);
    }
  });
});
