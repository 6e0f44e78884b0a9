import { expect, test, vi } from 'vitest';
import { solveText } from '../../../../core/files/solve/solve-text.ts';
import { CandidateRuns } from '../../../../core/formats/grids/candidates/runs.ts';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const rowsOf = (cells: readonly string[]) =>
  Array.from({ length: 9 }, (_, r) => cells.slice(9 * r, 9 * r + 9));

/** The cells of the puzzle, with the candidates of an empty one at a place. */
const cells = Array.from(PUZZLE, (cell, i) =>
  cell === '.' ? (i % 3 === 0 ? '123456789' : `${'12345678 '.trim()}9`) : cell,
);
const plain = (rows = rowsOf(cells)) => `${rows.map((row) => row.join(' ')).join('\n')}\n`;
const framed = (rows = rowsOf(cells)) => {
  const lines = rows.map((row) => {
    const padded = row.map((cell) => cell.padEnd(9));
    return `| ${[0, 3, 6].map((c) => padded.slice(c, c + 3).join(' ')).join(' | ')} |`;
  });
  const rule = (left: string, right: string) =>
    `${left}${'-'.repeat(30)}+${'-'.repeat(30)}+${'-'.repeat(30)}${right}`;
  const bands = [0, 3, 6].map((r) => lines.slice(r, r + 3).join('\n'));
  return `${rule('.', '.')}\n${bands.join(`\n${rule(':', ':')}\n`)}\n${rule("'", "'")}\n`;
};
const changed = (place: number, cell: string) => rowsOf(cells.with(place, cell));

const solve = (text: string) => solveText(text, { format: 'candidates' });

/** Grids, and what can stand among them. */
const OTHERS: readonly string[] = [
  plain(),
  framed(),
  plain().replaceAll('\n', ' \r\n'),
  plain().replaceAll(' ', '\t|'),
  `\n \n${plain()}\n\n`,
  plain(rowsOf(cells)).replace(/((?:.+\n){3})(?=.)/g, '$1\n'),
  plain(rowsOf(cells)).replace(/((?:.+\n){3})(?=.)/g, '$1---\n'),
  // faults, and grids that end early
  plain(rowsOf(cells)).replace(/((?:.+\n){4})(?=.)/, '$1\n'),
  plain(rowsOf(cells)).replace(/((?:.+\n){4})(?=.)/, "$1'---'\n"),
  plain(changed(2, '1223')),
  plain(changed(2, '88')),
  plain(changed(2, '99')),
  plain(changed(2, '1234567891')),
  plain(changed(2, '0')),
  plain(changed(2, '10')),
  plain(changed(2, '.')),
  plain(changed(2, '*12')),
  plain(changed(2, '1-2')),
  plain(changed(2, 'x')),
  plain(changed(2, '1 2')),
  plain(changed(2, '')),
  // without a solution, and with several
  plain(changed(2, '5')),
  plain(rowsOf(cells.map((cell, i) => (i < 40 ? '123456789' : cell)))),
  // other records
  `${PUZZLE}\n`,
  `${Array.from(PUZZLE, (cell) =>
    (cell === '.' ? '123456789' : '.'.repeat(Number(cell) - 1) + cell).padEnd(9, '.'),
  ).join('')}\n`,
  '12 3 4 12\n3 4 12 12\n12 12 3 4\n4 12 12 12\n',
  'a title\n',
  '+---+\n',
  '. . .\n',
];

test.each([plain(), framed()])('grids have the same results in runs as line by line', (grid) => {
  const text = OTHERS.map((other) => grid.repeat(20) + other).join('');
  const reads = vi.spyOn(CandidateRuns.prototype, 'read');
  const found = solve(text);
  expect(reads.mock.calls.length).toBeLessThan(40 * OTHERS.length);
  reads.mockReturnValue(false);
  const expected = solve(text);
  reads.mockRestore();
  expect(found.text).toBe(expected.text);
  expect(found.report.problems).toEqual(expected.report.problems);
});

test('a block of candidates ends with the memory for them', () => {
  const grid = '12 12 34 34\n34 34 12 12\n2 1 4 3\n34 34 12 12\n\n';
  const { report, text } = solve(grid.repeat(2500));
  expect(report).toMatchObject({ puzzles: 2500, solved: 2500 });
  expect(text).toBe(solve(grid).text.repeat(2500));
});
