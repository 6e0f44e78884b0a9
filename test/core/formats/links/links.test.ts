import lzString from 'lz-string';
import { describe, expect, test } from 'vitest';
import { LinkFault } from '../../../../core/formats/links/description.ts';
import { links } from '../../../../core/formats/links/index.ts';
import { readLink } from '../../../../core/formats/links/link.ts';
import { headOf } from '../../../../core/formats/shared/head.ts';
import { solve } from '../../../../core/puzzle/index.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

/** A 4x4 grid with a cage, whose solution follows from its givens. */
const SOLUTION = '1234341221434321';
const TEXT = '.Shape~4x4.~R1C1_1~R1C2_2~R2C1_3~R2C2_4~R3C1_2~R4C1_4~R3C3_4~R1C3_3~R4C2_3.Cage~5~R3C1~R4C2';
const grid = Array.from({ length: 4 }, (_, row) =>
  Array.from({ length: 4 }, (_, column) =>
    column < 2 ? { value: Number(SOLUTION[4 * row + column]), given: true } : {},
  ),
);
const OBJECT = JSON.stringify({
  size: 4,
  grid,
  even: [{ cell: 'R1C4' }],
  thermometer: [{ lines: [['R1C1', 'R1C2']] }],
});
const F_PUZZLE = `https://f-puzzles.com/?load=${lzString.compressToBase64(OBJECT)}`;
const UNKNOWN = '.Shape~4x4.Sandwich~5~R1';
/** A 6x6 grid without givens, with a diagonal. */
const OTHER = '.Shape~6x6.Diagonal~1';

describe('files of links', () => {
  test('may have the scheme and the host of a link in capitals', () => {
    const shouted = F_PUZZLE.replace('https://f-puzzles.com', 'HTTPS://F-Puzzles.COM');
    expect(solveBytes(`${shouted}\n`)).toMatchObject({
      plan: { format: 'links' },
      tally: { puzzles: 1, invalid: 0 },
    });
  });

  test('are solved line by line; a solution or marker takes the place of the link', () => {
    const file = [
      '# of mine',
      `${F_PUZZLE} easy`,
      TEXT,
      '',
      OBJECT,
      UNKNOWN,
      `  fpuz${lzString.compressToBase64(OBJECT)}\t# the same`,
      'https://sudokupad.app/short',
      '.Shape~4x4.Cage~20~R1C1~R1C2',
      OTHER,
      'unsupported',
      '.Shape~4x4',
      '12..34..21..43.1',
      '',
    ].join('\n');
    const solved = solveBytes(file);
    expect(solved.plan.format).toBe('links');
    const lines = solved.text.split('\n');
    expect(lines[8]).toBe('invalid');
    expect(lines[9]).toMatch(/^[1-6]{36}$/);
    expect(lines[11]).toMatch(/^[1-4]{16}$/);
    expect([...lines.slice(0, 8), lines[10], ...lines.slice(12)]).toEqual([
      '# of mine',
      `${SOLUTION} easy`,
      SOLUTION,
      '',
      SOLUTION,
      'unsupported',
      `  ${SOLUTION}\t# the same`,
      'invalid',
      'unsupported',
      SOLUTION,
      '',
    ]);
    expect(problemsOf(solved)).toEqual([
      '6:0 unsupported: expected rules that are known, got Sandwich',
      expect.stringMatching(
        /^8:1 invalid: expected a link that contains the puzzle, got one with a short id, /,
      ),
      '9:0 invalid: the cage at r1c1 needs 2 different digits with sum 20',
      '11:1 unsupported: expected a puzzle, got unsupported, the marker of an earlier run',
    ]);
    expect(solved.tally).toMatchObject({ puzzles: 11, solved: 7, sizes: { '4x4': 8, '6x6': 1 } });
  });

  test.each([
    'Puzzles of 2020',
    'by J. Doe, 12 Oct 2023',
    '"A title"',
    '2020-10-12',
    '12:30',
    '1.',
    '=====',
    'https://sudokupad.app/',
    'Source: https://example.com/some/path?x=1',
  ])('may have titles: %s', (title) => {
    const file = (text: string) => `${title}\n\n${text}\n`;
    expect(solveBytes(file(F_PUZZLE)).text).toBe(file(SOLUTION));
    expect(solveBytes(file(F_PUZZLE).repeat(2)).text).toBe(file(SOLUTION).repeat(2));
  });

  test('may have other text before and after the link', () => {
    const bare = F_PUZZLE.replace('https://', '');
    const file = [
      `Even at the end\t${F_PUZZLE}\t# easy`,
      `1. ${bare} by me`,
      `www.${bare}`,
      `By me (https://example.com/me): <${F_PUZZLE}>`,
      `"${F_PUZZLE}"`,
      `- [In Markdown](${F_PUZZLE}), by me`,
      `A cage\t${TEXT} # no comment`,
      `An object ${OBJECT} and more`,
      'A short one\tsudokupad.app/abc123',
      'Another site https://example.com/?load=1',
      `{"id": 7, "puzzle": "${SOLUTION.replaceAll('4', '.')}", "cages": "5 r3c1 r4c2"}`,
      `{"puzzle": [[1,2,0,0],[3,4,null,0],[0,0,0,0],[0,0,0,0]], "regions": "1122112233443344", "sandwich": "5"}`,
      `${SOLUTION} solved`,
      '',
    ].join('\n');
    const solved = solveBytes(file);
    expect(solved.plan.format).toBe('links');
    expect(solved.text.split('\n')).toEqual([
      `Even at the end\t${SOLUTION}\t# easy`,
      `1. ${SOLUTION} by me`,
      SOLUTION,
      `By me (https://example.com/me): <${SOLUTION}>`,
      `"${SOLUTION}"`,
      `- [In Markdown](${SOLUTION}), by me`,
      `A cage\t${SOLUTION} # no comment`,
      `An object ${SOLUTION} and more`,
      'A short one\tinvalid',
      'Another site https://example.com/?load=1',
      SOLUTION,
      'unsupported',
      `${SOLUTION} solved`,
      '',
    ]);
    expect(problemsOf(solved)[0]).toMatch(
      /^9:13 invalid: .* got one with a short id, whose puzzle only its site knows/,
    );
    expect(solveBytes(solved.text, { format: 'links' }).text).toBe(solved.text);
  });

  test('are solved the same in pieces of any length', () => {
    const file = `${[F_PUZZLE, TEXT, OTHER, UNKNOWN, '.AntiKnight', OBJECT].join('\n')}\n`;
    const whole = solveBytes(file);
    expect(
      solveBytes(
        file,
        {},
        Array.from({ length: file.length }, () => 1),
      ).text,
    ).toBe(whole.text);
    expect(solveBytes(file, {}, [TEXT.length, 7, F_PUZZLE.length]).text).toBe(whole.text);
  });

  test('can become tables', () => {
    const file = `${F_PUZZLE}\n${UNKNOWN}\n`;
    expect(solveBytes(file, { output: 'csv' }).text.split('\n').slice(1)).toEqual([
      `12..34..21..43..,${SOLUTION},solved,1,1,,,,,r1c1 r1c2,,,,,,r1c4,`,
      '................,unsupported,unsupported,0,0,unsupported Sandwich,,,,,,,,,,,',
      '',
    ]);
  });

  test('can have candidates', () => {
    const file = '.Shape~4x4.~R1C1_1_2~R1C2_1_2~R1C3_3~R2C1_3_4\n.Shape~4x4.~R1C1_4\n';
    const { text, tally } = solveBytes(file, { solutions: 'first' });
    expect(tally.solved).toBe(2);
    expect(text).toMatch(/^(12|21)3[1-4]{13}\n4[1-4]{15}\n$/);
  });

  test('have the options of their file, too', () => {
    const solved = (option: string) =>
      solveBytes(`#! sudoku solutions=count limit=1000 ${option}\n.Shape~4x4.~R1C1_1\n`).text;
    // 288 grids of 4x4; 48 with both diagonals
    expect(solved('')).toContain(',72,');
    expect(solved('variant=x')).toContain(',12,');
    expect(solved('regions=1122112233443344')).toContain(',72,');
    expect(solved('regions=1111222233334444')).toContain(',144,');
  });

  test('may hold large grids in few bytes, and many rules in few lines', () => {
    const lines = Array.from({ length: 300 }, (_, i) => `.Shape~16x16.AntiKnight.Even${i % 2}~R1C1`);
    const { tally } = solveBytes(`${lines.join('\n')}\n`);
    expect(tally.unsupported).toBe(300);
    const solved = solveBytes(`${'.Shape~16x16.X~R1C1~R1C2\n'.repeat(5)}`);
    expect(solved.text).toMatch(/^([1-9A-G]{256}\n){5}$/);
  });

  test.each([
    ['a puzzle a line', '12.434..2.4343.1\n1.1.............\n'],
    ['letters and points', '..E..K..MI....P.K....P....L.MF.B\n'],
    ['records of JSON', '{"puzzle":"12.434..2.4343.1"}\n'],
    ['more grids than links', `12.434..2.4343.1\n12.434..2.4343.1\n${TEXT}\n`],
    ['a table', `puzzle,solution\n12.434..2.4343.1,\n`],
    ['a table of one column', `puzzle\n${TEXT}\n${TEXT}\n`],
  ])('are not %s', (_, file) => {
    expect(links.recognise(headOf(Buffer.from(file), true, 'a'))).toBeUndefined();
  });
});

describe('short links', () => {
  test.each(['.Windoku', '.AntiKing', '.Shape~4x4', '.Shape~16x16', '.NoBoxes'])(
    'each have a solution of their own: %s',
    (link) => {
      const count = 500;
      const [alone] = solveBytes(`${link}\n`, { budget: 100 }).text.split('\n');
      const solved = solveBytes(`${link}\n`.repeat(count), { budget: 100 });
      expect(solved.text).toBe(`${alone}\n`.repeat(count));
      expect(solved.tally.puzzles).toBe(count);
    },
  );

  test('have the header of a table only if it names a column of puzzles', () => {
    const links = '.Windoku\n.AntiKing\n';
    for (const odd of ['hello', 'null', 'Hello, World'])
      expect(solveBytes(`${odd}\n${links}`).tally, odd).toMatchObject({ puzzles: 2, solved: 2 });
    expect(solveBytes(`puzzle\n${links}`).plan.format).toBe('csv');
  });
});

test.each(['.', '-', '*', '_', '0'])('a line of any number of %j is no reason to reject a file', (sign) => {
  for (let size = 4; size <= 40; size++) {
    const file = `.Windoku\n.AntiKing\n${sign.repeat(size * size)}\n`;
    expect(solveBytes(file, { budget: 100 }).tally.solved, `${size}`).toBeGreaterThanOrEqual(2);
  }
});

describe('a text that looks like a record, but has no puzzle of its own', () => {
  const nested = '{"a":{"puzzle":"12.434..2.4343.1"}}';
  const puzzle = '12.434..2.4343.1';

  test.each([
    ['a cell', `id,puzzle\n1,${puzzle}\n2,"${nested.replaceAll('"', '""')}"\n3,${puzzle}\n`],
    ['a string', [puzzle, nested, puzzle].map((each) => `${JSON.stringify({ puzzle: each })}\n`).join('')],
    ['a line', `.Shape~4x4\n${nested}\n.Shape~4x4\n`],
  ])('is an invalid record as %s', (_, file) => {
    const solved = solveBytes(file);
    expect(solved.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1 });
  });

  test('is a document as an argument, as a file of this content', () => {
    expect(solve(nested)).toMatchObject({ status: 'solved', solution: '1234341221434321' });
  });

  test.each([
    nested,
    '{"puzzle":{"puzzle":["1234567890123456"]}}',
    '{"x":"\\"puzzle\\":[ "}',
    '{"":[{"grid":{}}]}',
  ])('is a fault of the link, whatever it has inside: %s', (text) => {
    expect(() => readLink(text)).toThrow(LinkFault);
  });
});
