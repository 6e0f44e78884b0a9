// Programs for 9x9 that are started once for a set, which they read from standard input.

import { spawnSync } from 'node:child_process';
import { geometry } from '../../core/solver/model/geometry.ts';
import { runProgram } from '../shared/programs.ts';
import { type PuzzleSet, puzzleOf } from '../shared/puzzle-sets.ts';
import { childrenMs } from '../shared/timing.ts';
import { type Answer, answersOf, type Solver, type Task } from './solver.ts';

/**
 * Any program for 9x9 that implements the protocol of bench/peers/README.md: it is started as `COMMAND LIMIT`, reads
 * puzzles from standard input, one line of 81 characters each with `.` for an empty cell, and prints one line for each,
 * in order: `COUNT` or `COUNT:SOLUTION`. Its time includes start, input and output.
 *
 * @param command program and arguments, separated by single spaces, without quotes
 */
export function lineSolver(
  name: string,
  command: string,
  tasks: readonly Task[] = ['unique', 'first', 'count'],
): Solver {
  const [program = '', ...args] = command.split(' ');
  return programForSets({
    name,
    tasks,
    installed: () => spawnSync(program, [...args, '--version'], { input: '' }).status === 0,
    command: (_task, limit) => [program, ...args, String(limit)],
    lineOf: (puzzle) => puzzle.replaceAll('0', '.'),
    answersOf: (output) =>
      output
        .trimEnd()
        .split('\n')
        .map((line, i) => {
          const [count = '', solution] = line.split(':');
          if (!/^\d+$/.test(count))
            throw new Error(`expected COUNT or COUNT:SOLUTION in line ${i + 1} of ${name}, got ${line}`);
          return { count: Number(count), ...(solution && { solution: Uint8Array.from(solution, Number) }) };
        }),
  });
}

/** Solvers that are used if they are on PATH. */
export const LINE_SOLVERS: readonly Solver[] = [
  lineSolver('tdoku', 'tdoku'),
  lineSolver('fsss2', 'fsss2', ['unique', 'first']),
  lineSolver('Schoku', 'schoku', ['unique', 'first']),
  lineSolver('JCZSolve', 'jczsolve'),
];

/** The program of that name (Debian package qqwing). Its time includes start, input and output. */
export const qqwing: Solver = programForSets({
  name: 'qqwing',
  tasks: ['unique', 'first'],
  installed: () => spawnSync('qqwing', ['--version']).status === 0,
  command: (task) => ['qqwing', '--solve', '--csv', ...(task === 'first' ? [] : ['--count-solutions'])],
  lineOf: (puzzle) => puzzle,
  answersOf: (output, limit) =>
    output
      .trim()
      .split('\n')
      .slice(1) // the header
      .map((row) => {
        const [text = '', count = '1'] = row.split(',');
        if (text === 'Puzzle has no solution.') return { count: 0 };
        return { count: Math.min(Number(count), limit), solution: Uint8Array.from(text, Number) };
      }),
});

interface ProgramForSets {
  readonly name: string;
  readonly tasks: readonly Task[];
  installed(): boolean;
  command(task: Task, limit: number): readonly string[];
  /** @param puzzle 81 digits, 0 for empty cells */
  lineOf(puzzle: string): string;
  answersOf(output: string, limit: number): readonly Answer[];
}

function programForSets(program: ProgramForSets): Solver {
  const { name, tasks } = program;
  return {
    name,
    tasks,
    clock: childrenMs,
    accepts: (shape) => shape === geometry(9),
    installed: () => Promise.resolve(program.installed()),
    prepare: (set, task, limit) => {
      const input = linesOf(set, program);
      const [command, ...args] = program.command(task, limit);
      let answers: readonly Answer[] = [];
      return {
        pass: () => {
          const { stdout } = runProgram(command!, args, { input, name });
          // not timed: the clock counts the child only
          answers = program.answersOf(stdout, limit);
          if (answers.length !== set.count)
            throw new Error(`expected ${set.count} lines of ${name}, got ${answers.length}`);
        },
        answers: () => answersOf(set, answers),
      };
    },
  };
}

function linesOf(set: PuzzleSet, program: ProgramForSets): string {
  const lines = Array.from({ length: set.count }, (_, i) => program.lineOf(puzzleOf(set, i).join('')));
  return `${lines.join('\n')}\n`;
}
