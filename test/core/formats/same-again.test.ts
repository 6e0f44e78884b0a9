import { expect, test } from 'vitest';
import { type FilePlan, openFile } from '../../../core/files/index.ts';
import fc from '../../property.ts';
import { planOf, solveBytes } from './solve-bytes.ts';

// Plain records, and records of the previous one's pattern, are read and written on a faster path. Their results must be
// those of the same records alone.

const P = '12.434..2.4343.1';
const S = '1234341221434321';
const grid = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(P, S, '................', '1...............') },
  fc.constantFrom('11..............', '12.4', 'x'.repeat(16), '', '12.434..2.4343.19', '....2...........'),
);
const solution = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', S) },
  fc.constantFrom(P, 'no-solution', 'x', '4'),
);
const lineEnd = fc.oneof({ weight: 9, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', '\n\n', ' \n'));
const other = fc.constantFrom(
  '1',
  '-0.5e3',
  '01',
  '"a"',
  '"b\\"c"',
  '"\t"',
  'null',
  '["x",1]',
  '{"puzzle":1}',
  '"é"',
);

const row = fc
  .tuple(fc.nat(99), grid, solution, fc.constantFrom('', 'x', 'a b'), lineEnd, fc.nat(30))
  .map(([id, puzzle, known, text, end, how]) => {
    if (how === 0) return `# ${id}${end}`;
    if (how === 1) return `${id},"${puzzle}","${known}",${text}${end}`;
    if (how === 2) return `${id},${puzzle}${end}`;
    if (how === 3) return `${id},${puzzle},${known},"${text}",5${end}`;
    return `${id},${puzzle},${known},${text}${end}`;
  });
const shapes: readonly ((puzzle: string, known: string, value: string) => string)[] = [
  (puzzle, known) => `{"puzzle":"${puzzle}","solution":"${known}"}`,
  (puzzle, _, value) => `{"id": ${value}, "puzzle": "${puzzle}"}`,
  (puzzle, known, value) => `{ "solution" : "${known}", "id":${value},"quiz":"${puzzle}" }`,
  (puzzle) => `{"puzzle":"${puzzle}","status":"solved"}`,
  (puzzle) => `"${puzzle}"`,
];
const object = fc
  .tuple(fc.integer({ min: 0, max: shapes.length - 1 }), grid, solution, other, lineEnd)
  .map(([shape, puzzle, known, value, end]) => `${shapes[shape]!(puzzle, known, value)}${end}`);
const square = fc
  .tuple(
    grid,
    fc.constantFrom('\n', '\r\n'),
    fc.nat(12),
    fc.constantFrom('', 'a title\n', '\n', '# remark\n'),
  )
  .map(([puzzle, end, how, before]) => {
    const rows = puzzle.match(/.{1,4}/g) ?? [];
    if (how === 0)
      return `${before}${rows.map((cells) => `|${cells.replace(/../, '$&|')}|`).join(end)}${end}${end}`;
    return `${before}${rows.join(end)}${how === 1 ? ' ' : ''}${end}${end}`;
  });

/** Runs of records of one kind, as in files of one origin. */
const runsOf = (record: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(record, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 30 })
    .map((runs) => runs.flatMap(([text, count]) => Array.from({ length: count }, () => text)));

function alone(plan: FilePlan, record: string) {
  const solver = openFile(plan, { first: false });
  const output = [...solver.push(Buffer.from(record)), ...solver.end()];
  return { text: Buffer.concat(output).toString(), tally: solver.tally };
}

test.each([
  ['rows of a table', row, `id,puzzle,solution,text\n1,${P},,\n`],
  ['lines of JSON', object, `{"puzzle":"${P}","solution":""}\n{"puzzle":"${P}","solution":""}\n`],
  ['grids', square, `${P.replace(/.{4}/g, '$&\n')}\n${P.replace(/.{4}/g, '$&\n')}\n`],
])('%s have the same results as each of them alone', (_, record, head) => {
  fc.assert(
    fc.property(runsOf(record), (records) => {
      const front = Buffer.from(head);
      const plan = planOf(front);
      const solver = openFile(plan);
      const file = Buffer.concat([front, Buffer.from(records.join(''))]);
      const output = Buffer.concat([...solver.push(file), ...solver.end()]).toString();
      const pieces = records.map((text) => alone(plan, text));
      const expected = [
        alone({ ...plan }, '').text,
        solveBytes(front).text,
        ...pieces.map(({ text }) => text),
      ];
      expect(output).toBe(expected.join(''));
      const sum = (name: 'puzzles' | 'solved' | 'invalid' | 'disagreements' | 'lines') =>
        pieces.reduce((total, { tally }) => total + tally[name], solveBytes(front).tally[name]);
      const { puzzles, solved, invalid, disagreements, lines } = solver.tally;
      expect({ puzzles, solved, invalid, disagreements, lines }).toEqual({
        puzzles: sum('puzzles'),
        solved: sum('solved'),
        invalid: sum('invalid'),
        disagreements: sum('disagreements'),
        lines: sum('lines'),
      });
    }),
    { numRuns: 160 },
  );
});
