import { spawnSync } from 'node:child_process';
import { geometry } from '../../core/solver/geometry.ts';
import { childrenMs } from '../clock.ts';
import type { Contestant, Task } from '../contestant.ts';
import { puzzleOf } from '../puzzle-set.ts';
import { answersOf } from './each.ts';

/**
 * Any program for 9x9 that speaks this protocol: it is started as `COMMAND LIMIT`, reads puzzles from standard input, a
 * line of 81 characters each, `.` for an empty cell, and writes a line for each, in order: `COUNT`, or `COUNT:SOLUTION`.
 * COUNT is the number of solutions, or LIMIT if there are as many or more. With `--version` in place of a limit it ends
 * with 0. Its time holds its start, its reading and its printing.
 *
 * @param command program and arguments, without quotes
 */
export function lineSolver(
  name: string,
  command: string,
  tasks: readonly Task[] = ['unique', 'first', 'count'],
): Contestant {
  const [program = '', ...args] = command.split(' ');
  return {
    name,
    tasks,
    clock: childrenMs,
    accepts: (shape) => shape === geometry(9),
    installed: () => Promise.resolve(spawnSync(program, [...args, '--version'], { input: '' }).status === 0),
    prepare: (set, _task, limit) => {
      const puzzles = Array.from({ length: set.count }, (_, i) =>
        puzzleOf(set, i).join('').replaceAll('0', '.'),
      );
      const input = `${puzzles.join('\n')}\n`;
      let lines: string[] = [];
      return {
        pass: () => {
          const run = spawnSync(program, [...args, String(limit)], {
            input,
            encoding: 'latin1',
            maxBuffer: 2 ** 30,
          });
          if (run.status !== 0)
            throw new Error(`expected ${name} to end with 0, got ${run.status ?? run.signal}: ${run.stderr}`);
          lines = run.stdout.trimEnd().split('\n');
          if (lines.length !== set.count) {
            throw new Error(`expected ${set.count} lines of ${name}, got ${lines.length}`);
          }
        },
        answers: () =>
          answersOf(
            set,
            lines.map((line, i) => answerOf(line, `line ${i + 1} of ${name}`)),
          ),
      };
    },
  };
}

/** Looked for on PATH. */
export const LINE_SOLVERS: readonly Contestant[] = [
  lineSolver('tdoku', 'tdoku'),
  lineSolver('fsss2', 'fsss2', ['unique', 'first']),
  lineSolver('Schoku', 'schoku', ['unique', 'first']),
];

function answerOf(line: string, where: string) {
  const [count = '', solution] = line.split(':');
  if (!/^\d+$/.test(count)) throw new Error(`expected COUNT or COUNT:SOLUTION in ${where}, got ${line}`);
  return { count: Number(count), ...(solution && { solution: Uint8Array.from(solution, Number) }) };
}
