import { describe, expect, test } from 'vitest';
import { openFile, type PartialOptions, sumTallies } from '../../../../core/files/index.ts';
import { MAX_BROKEN } from '../../../../core/formats/shared/block.ts';
import { MAX_RECORD_BYTES } from '../../../../core/kernel/constants.ts';
import fc from '../../../property.ts';
import { problemsOf, solveBytes } from '../solve-bytes.ts';

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const P9 = '3.184...6.2..19.4..4.36......8..691..62..1..319..3...7.......5........3.9..5.3.7.';
const S9 = '371842596526719348849365721438276915762951483195438267283697154657124839914583672';
/** A row with two empty cells, neither of which can be the last digit. */
const NONE = '123....4........';
const MANY = '12..34..........';

describe('preserves the text around puzzles', () => {
  test.each<[string, string, string]>([
    ['one line', `${P}\n`, `${S}\n`],
    ['no line feed at the end', P, S],
    ['line ends of both kinds', `${P}\r\n${P}\n${P}\r\n`, `${S}\r\n${S}\n${S}\r\n`],
    ['blank lines', `\n${P}\n\n \t\n${P}\n\n`, `\n${S}\n\n \t\n${S}\n\n`],
    ['comments', `# 12.434..2.4343.1\n${P}\n% 4x4\n//\n${P}`, `# 12.434..2.4343.1\n${S}\n% 4x4\n//\n${S}`],
    ['text after a puzzle', `${P} 87 box\n${P}\t1.2\n${P},easy`, `${S} 87 box\n${S}\t1.2\n${S},easy`],
    ['a count and a solution after it', `${P}:1:${S}\n${P}:0`, `${S}:1:${S}\n${S}:0`],
    ['a date with half of the cells of a puzzle', `2023-10-12\n${P}\n`, `2023-10-12\n${S}\n`],
    ['blanks before a puzzle', `  ${P}\n\t${P}\n`, `  ${S}\n\t${S}\n`],
    ['a byte-order mark', `\xef\xbb\xbf${P}\n${P}\n`, `\xef\xbb\xbf${S}\n${S}\n`],
    ['a first line with the number of puzzles', `2\n${P}\n${P}\n`, `2\n${S}\n${S}\n`],
    ['0 for empty', `${P.replaceAll('.', '0')}\n`, `${S}\n`],
    ['* for empty', `${P.replaceAll('.', '*')}\n`, `${S}\n`],
    ['_ for empty', `${P.replaceAll('.', '_')}\n`, `${S}\n`],
    ['- for empty', `${P.replaceAll('.', '-')}\n`, `${S}\n`],
    ['nothing empty', `${S}\n`, `${S}\n`],
    ['solves grids of several sizes in one file', `${P}\n${P9}\n${P}\n${P9}`, `${S}\n${S9}\n${S}\n${S9}`],
  ])('%s', (_, input, output) => {
    const solved = solveBytes(input);
    expect(solved.plan.format).toBe('lines');
    expect(solved.text).toBe(output);
    expect(solved.tally.solved).toBe(solved.tally.puzzles);
  });
});

describe('replaces an invalid puzzle by a marker, and reports why', () => {
  test.each<[string, PartialOptions, string, string, string]>([
    ['no solution', {}, NONE, 'no-solution', '0 no-solution: no grid fits the givens'],
    [
      'several, when asked for one proven unique',
      { solutions: 'unique' },
      MANY,
      'not-unique',
      '0 not-unique: more than one grid fits the givens',
    ],
    [
      'budget spent',
      { budget: 0 },
      '.'.repeat(16),
      'unsolved',
      '0 unsolved: the search budget was spent first; the option budget (--budget) raises it',
    ],
    [
      'two equal digits',
      {},
      '1.1.............',
      'invalid',
      '0 invalid: expected different digits in each unit, got two of 1 in row 1',
    ],
    [
      'two equal digits in a box',
      {},
      '.3..3...........',
      'invalid',
      '0 invalid: expected different digits in each unit, got two of 3 in box 1',
    ],
    [
      'a symbol too many',
      {},
      `${P}1`,
      'invalid',
      '17 invalid: expected 16 cells, got 17: "12.434..2.4343.11"',
    ],
    [
      'a symbol too few',
      {},
      P.slice(1),
      'invalid',
      '16 invalid: expected 16 cells, got 15: "2.434..2.4343.1"',
    ],
    [
      'an unknown symbol',
      {},
      P.replace('..', '.&'),
      'invalid',
      '8 invalid: expected a symbol of 1-4 or an empty cell, got "&"',
    ],
    [
      'a digit too large',
      {},
      P.replace('..', '5.'),
      'invalid',
      '7 invalid: expected a symbol of 1-4 or an empty cell, got "5"',
    ],
    [
      'a byte that is no text',
      {},
      P.replace('..', '\x00.'),
      'invalid',
      '7 invalid: expected a symbol of 1-4 or an empty cell, got "\\u0000"',
    ],
  ])('%s', (_, given, record, marker, problem) => {
    const solved = solveBytes(`${P}\n${P}\n${record} text\r\n${P}\n`, given);
    expect(solved.text).toBe(`${S}\n${S}\n${marker.padEnd(record.length)} text\r\n${S}\n`);
    expect(problemsOf(solved)).toEqual([`3:${problem}`]);
    expect(solved.tally.puzzles).toBe(4);
    expect(solved.tally.solved).toBe(3);
  });

  test('cuts a marker to the width of a narrower record', () => {
    expect(solveBytes(`${P}\n${P}\n..1\n`).text).toBe(`${S}\n${S}\ninv\n`);
  });

  test('reports and preserves markers of an earlier result', () => {
    const first = solveBytes(`${P}\n${NONE}\n1.1.............  \n${P}\n`);
    const again = solveBytes(first.output);
    expect(again.text).toBe(first.text);
    expect(problemsOf(again)).toEqual([
      '2:1 no-solution: expected a puzzle, got no-solution, the marker of an earlier run',
      '3:1 invalid: expected a puzzle, got invalid, the marker of an earlier run',
    ]);
  });

  test('recognises a file of markers only', () => {
    const first = solveBytes(`${NONE}\n`);
    expect(solveBytes(first.output)).toMatchObject({
      text: first.text,
      tally: { puzzles: 1, noSolution: 1 },
    });
  });

  test('counts lines from 1, and columns from 1 at the start of the line', () => {
    const solved = solveBytes(`# a\n\n${P}\n${P}\n   12&434..2.4343.1\n`);
    expect(problemsOf(solved)[0]).toMatch(/^5:6 invalid/);
  });
});

describe('partly broken files', () => {
  test('an incomplete last line is invalid, without affecting others', () => {
    const solved = solveBytes(`${P9}\n${P9.slice(0, 40)}`);
    expect(solved.text).toBe(`${S9}\n${'invalid'.padEnd(40)}`);
    expect(problemsOf(solved)[0]).toMatch(/^2:41 invalid: expected 81 cells, got 40/);
  });

  test.each([
    ['81 and 81 characters without anything between', P9 + S9],
    ['a whole file that lost its line feeds', P9.repeat(100)],
  ])('%s are no grid', (_, line) => {
    expect(solveBytes(`${P9}\n${line}\n`).text).toBe(`${S9}\n${'invalid'.padEnd(line.length)}\n`);
  });

  test.each([1, 3, 10])('a line of %i MiB is invalid and keeps its length', (mebibytes) => {
    const long = '1'.repeat(mebibytes * MAX_RECORD_BYTES);
    const solved = solveBytes(`${P9}\n${long}\r\n${P9}\n`, {}, [100_000, 1_000_000]);
    expect(solved.output.length).toBe(long.length + 2 * 82 + 2);
    expect(solved.text.trimEnd().replaceAll(' ', '')).toBe(`${S9}\ninvalid\r\n${S9}`);
    expect(solved.tally).toMatchObject({ puzzles: 3, solved: 2, invalid: 1, lines: 3 });
    expect(problemsOf(solved)[0]).toMatch(mebibytes > 1 ? /^2:1048577 .* got a longer one/ : /^2:/);
  });

  test('a comment can have any length', () => {
    const input = `${P9}\n#${' long'.repeat(500_000)}\n${P9}\n`;
    expect(solveBytes(input).text).toBe(input.replaceAll(P9, S9));
  });

  test('a file of broken lines is not held in memory', () => {
    const input = Buffer.from(`${P9}\n${'.1\n'.repeat(100_000)}${P9}\n`);
    const solver = openFile(solveBytes(`${P9}\n`).plan);
    const sizes = [...solver.push(input), ...solver.end()].map((bytes) => bytes.length);
    expect(Math.max(...sizes)).toBeLessThan(MAX_BROKEN * 3 + 200);
    expect(solver.tally).toMatchObject({ puzzles: 100_002, solved: 2, invalid: 100_000, lines: 100_002 });
    expect(solver.consumed).toBe(input.length);
  });

  test('random bytes after the head are invalid records, not an error', () => {
    const noise = Buffer.from(Array.from({ length: 100_000 }, (_, i) => Math.imul(i, 2654435761) >>> 24));
    const solved = solveBytes(Buffer.concat([Buffer.from(`${P9}\n`.repeat(1000)), noise]));
    expect(solved.output.length).toBe(82_000 + noise.length);
    expect(solved.tally.solved).toBe(1000);
    expect(solved.tally.invalid).toBeGreaterThan(100);
  });
});

test('the result has the length and the line feeds of the input', () => {
  const record = fc.oneof(
    fc.constantFrom(
      P,
      P9,
      NONE,
      MANY,
      S,
      '',
      '# comment',
      '1.1.............',
      `${P} text`,
      'no-solution     ',
    ),
    fc.string({ unit: fc.constantFrom(...'1234.0 ,x:;|#\t'.split('')), maxLength: 100 }),
  );
  const end = fc.constantFrom('\n', '\r\n', ' \n');
  fc.assert(
    fc.property(fc.array(fc.tuple(record, end)), fc.constantFrom('first', 'unique'), (lines, solutions) => {
      const input = `${P}\n${P9}\n${P9}\n${P9}\n${P9}\n${lines.flat().join('')}`;
      const { output, plan } = solveBytes(input, { solutions, format: 'lines' } as PartialOptions);
      expect(plan.format).toBe('lines');
      expect(output.length).toBe(input.length);
      for (let i = 0; i < output.length; i++) expect(output[i] === 10).toBe(input[i] === '\n');
    }),
    { numRuns: 300 },
  );
});

test('a piece from the middle has the same result as within the file', () => {
  const lines = [P9, `${P9}\r`, P, '# comment', NONE, `${P9} text`, '', '12'];
  const input = Buffer.from(Array.from({ length: 400 }, (_, i) => `${lines[i % lines.length]}\n`).join(''));
  const whole = solveBytes(input);
  const starts = [
    0,
    ...input
      .entries()
      .filter(([, byte]) => byte === 10)
      .map(([at]) => at + 1),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...starts), (cut) => {
      const front = openFile(whole.plan);
      const back = openFile(whole.plan, { first: false });
      const output = [
        ...front.push(input.subarray(0, cut)),
        ...front.end(),
        ...back.push(input.subarray(cut)),
        ...back.end(),
      ];
      expect(Buffer.concat(output).equals(whole.output)).toBe(true);
      expect(sumTallies([front.tally, back.tally])).toEqual(whole.tally);
    }),
    { numRuns: 30 },
  );
});

describe('solutions after the puzzles are compared and preserved', () => {
  const other = S.replace('12', '21');
  test.each([
    ['puzzle,solution', `${P},${S}\n${P},${other}\n${P},${S}\r\n`],
    ['puzzle:count:solution', `${P}:1:${S}\n${P}:1:${other} x\n${P}:1:${S}\n`],
    ['not after all of them', `${P} ${S}\n${P} ${other}\n${P} unknown\n${P} ${S}`],
  ])('%s', (_, input) => {
    const solved = solveBytes(input);
    expect(solved.text).toBe(input.replaceAll(P, S));
    expect(solved.tally).toMatchObject({ disagreements: 1, invalid: 0 });
    expect(problemsOf(solved)).toEqual([
      '2:0 disagreement: expected 1 in row 1, column 1 of the solution in the file, got 2',
    ]);
  });

  test('other text after a puzzle is not a solution', () => {
    expect(solveBytes(`${P}:125\n${P}:0\n${P},easy,1234\n`).tally.disagreements).toBe(0);
  });
});

test('a line that contains a line end of another kind is invalid, as the text after it would be lost', () => {
  const [puzzle, solution] = ['12.434..2.4343.1', '1234341221434321'];
  const many = `${puzzle}\n`.repeat(50);
  const { text, tally } = solveBytes(
    `${many}${puzzle}\r${puzzle} \r\n${puzzle}: a\r${puzzle}\n${puzzle}\r\r\n${many}`,
  );
  const solved = `${solution}\n`.repeat(50);
  const invalid = 'invalid'.padEnd(16);
  expect(text).toBe(
    `${solved}${invalid}\r${puzzle} \r\n${invalid}: a\r${puzzle}\n${solution}\r\r\n${solved}`,
  );
  expect(tally).toMatchObject({ puzzles: 103, solved: 101, invalid: 2 });
  const reason = 'expected lines that end alike, got a line end of another kind within one';
  expect(tally.problems).toMatchObject([
    { line: 51, column: 17, reason },
    { line: 52, column: 20, reason },
  ]);
  // in a file whose lines end in a carriage return, a line feed is of another kind
  const swapped = solveBytes(`${many.repeat(100).replaceAll('\n', '\r')}${puzzle}\n${puzzle}\r`);
  expect(swapped.tally).toMatchObject({ puzzles: 5001, solved: 5000, invalid: 1 });
});
