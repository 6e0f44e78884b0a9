import { spawnSync } from 'node:child_process';
import { geometry } from '../../core/solver/geometry.ts';
import type { Contestant } from '../contestant.ts';
import { puzzleOf } from '../puzzle-set.ts';
import { type Answer, answersOf } from './each.ts';

const NONE = 'Puzzle has no solution.';

/** The program of that name (Debian package qqwing). Its time holds its start, its reading and its printing. */
export const qqwing: Contestant = {
  name: 'qqwing',
  provesUnique: true,
  accepts: (shape) => shape === geometry(9),
  installed: () => Promise.resolve(spawnSync('qqwing', ['--version']).status === 0),
  prepare: (set, task) => {
    const input = Array.from({ length: set.count }, (_, i) => puzzleOf(set, i).join('')).join('\n');
    const flags = task === 'unique' ? ['--count-solutions'] : [];
    let output = '';
    return {
      pass: () => {
        const run = spawnSync('qqwing', ['--solve', '--csv', ...flags], {
          input,
          encoding: 'utf8',
          maxBuffer: 2 ** 30,
        });
        if (run.status !== 0) throw new Error(`qqwing ended with ${run.status ?? run.signal}: ${run.stderr}`);
        output = run.stdout;
      },
      answers: () => {
        const rows = output.trim().split('\n').slice(1);
        if (rows.length !== set.count)
          throw new Error(`qqwing gave ${rows.length} rows for ${set.count} puzzles`);
        return answersOf(set, rows.map(answerOf));
      },
    };
  },
};

function answerOf(row: string): Answer {
  const [text = '', count = ''] = row.split(',');
  if (text === NONE) return [];
  const solution = Uint8Array.from(text, Number);
  return count !== '' && Number(count) > 1 ? [solution, solution] : [solution];
}
