import { expect, test } from 'vitest';
import { openFile, planFile } from '../../../core/files/index.ts';
import { solveBytes } from '../formats/solve-bytes.ts';

const P = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const S = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const numbers = (cells: string) => Array.from(cells.replaceAll('.', '0')).join(' ');
const rows = (cells: string) => cells.match(/.{9}/g)!.join('\n');

/** The header of each kind of file, a record, and its solved form. */
const FILES: Record<string, { front?: string; puzzle: string; solved: string }> = {
  lines: { puzzle: `${P}\n`, solved: `${S}\n` },
  'lines with solutions': { puzzle: `${P},${S}\n`, solved: `${S},${S}\n` },
  'lines with numbers before them': { puzzle: `1: ${P}\n`, solved: `1: ${S}\n` },
  'lines of numbers': { puzzle: `${numbers(P)}\n`, solved: `${numbers(S)}\n` },
  grids: { puzzle: `${rows(P)}\n`, solved: `${rows(S)}\n` },
  'a table': { front: 'puzzle,solution,status\n', puzzle: `${P},,\n`, solved: `${P},${S},solved\n` },
  'JSON Lines': {
    puzzle: `{"puzzle":"${P}","solution":""}\n`,
    solved: `{"puzzle":"${P}","solution":"${S}","status":"solved"}\n`,
  },
};

const BLANK = ['\n', '\r\n', ' \n', ' \t\n'];

test.each(Object.entries(FILES))('runs of blank lines in %s are preserved and count as lines', (_, file) => {
  const { front = '', puzzle, solved } = file;
  const draw = (record: string) =>
    `${front}${BLANK.map((blank) => record + blank.repeat(1000) + record).join('')}\n\n\n`;
  for (const pieces of [[], [100, 1, 1, 1, 997, 4000]]) {
    const { text, tally } = solveBytes(draw(puzzle), {}, pieces);
    expect(text).toBe(draw(solved));
    expect(tally.lines).toBe(draw(puzzle).split('\n').length - 1);
    if (!puzzle.includes(P)) continue;
    const broken = solveBytes(draw(puzzle) + puzzle.replace(P, `${P.slice(0, 80)}!`), {}, pieces);
    expect(broken.tally.problems.map(({ line }) => line)).toEqual([tally.lines + 1]);
  }
});

/** The shortest processor time of several to read a file, in microseconds. */
function least(text: string): number {
  const bytes = Buffer.from(text);
  const plan = planFile({ head: bytes.subarray(0, 65_536), complete: false, name: 'puzzles', given: [] });
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    const solver = openFile(plan, { maxBudget: 0 });
    for (const _ of solver.push(bytes));
    for (const _ of solver.end());
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}

test.each(Object.entries(FILES))(
  'blank lines in %s take less than six times as long as puzzles of the same size',
  (_, { front = '', puzzle }) => {
    const some = front + puzzle.repeat(3);
    const most = 2_000_000;
    const puzzles = least(some + puzzle.repeat(most / puzzle.length));
    expect(least(some + '\n'.repeat(most)) / puzzles).toBeLessThan(6);
  },
);
