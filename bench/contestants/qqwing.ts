import { spawnSync } from 'node:child_process';
import { geometry } from '../../core/solver/geometry.ts';
import { childrenMs } from '../clock.ts';
import type { Contestant } from '../contestant.ts';
import { puzzleOf } from '../puzzle-set.ts';
import { type Answer, answersOf } from './each.ts';

const NONE = 'Puzzle has no solution.';

/** The program of that name (Debian package qqwing). Its time holds its start, its reading and its printing. */
export const qqwing: Contestant = {
  name: 'qqwing',
  tasks: ['unique', 'first'],
  clock: childrenMs,
  accepts: (shape) => shape === geometry(9),
  installed: () => Promise.resolve(spawnSync('qqwing', ['--version']).status === 0),
  prepare: (set, task, limit) => {
    const input = Array.from({ length: set.count }, (_, i) => puzzleOf(set, i).join('')).join('\n');
    const flags = task === 'first' ? [] : ['--count-solutions'];
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
        return answersOf(
          set,
          rows.map((row) => answerOf(row, limit)),
        );
      },
    };
  },
};

function answerOf(row: string, limit: number): Answer {
  const [text = '', count = ''] = row.split(',');
  if (text === NONE) return { count: 0 };
  return {
    count: Math.min(count === '' ? 1 : Number(count), limit),
    solution: Uint8Array.from(text, Number),
  };
}
