// SAT solvers, for large grids: writes a puzzle as a formula in DIMACS, and reads the model as its solution.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_NO_SOLUTION } from '../../core/kernel/constants.ts';
import { lazy } from '../../core/kernel/kernel.ts';
import { largeKernelFactory } from '../../core/solver/large/search.ts';
import type { Geometry } from '../../core/solver/model/geometry.ts';
import { runProgram, temporaryFolder } from '../shared/programs.ts';
import { puzzleOf } from '../shared/puzzle-sets.ts';
import { childrenMs } from '../shared/timing.ts';
import { type Answer, answerOf, answersOf, type Solver, type Task } from './solver.ts';

const SATISFIABLE = 10;
const UNSATISFIABLE = 20;

/**
 * A SAT solver on the extended encoding after root propagation, which is not timed. Its time includes start and input,
 * twice for `unique`: once for a solution, once for the proof that there is no other.
 *
 * @param command program and arguments, separated by single spaces, without quotes. The path of a DIMACS file is appended.
 * The program prints the model in `v` lines and exits with 10 or 20: https://satcompetition.github.io/2025/output.html
 */
export function satSolver(name: string, command: string): Solver {
  const [program = '', ...args] = command.split(' ');
  return {
    name,
    tasks: ['unique', 'first'],
    clock: childrenMs,
    accepts: (shape) => shape.size > 9,
    installed: () => Promise.resolve(spawnSync(program, ['--version']).status === 0),
    prepare: (set, task) => {
      const encoded = Array.from({ length: set.count }, (_, i) => encode(set.geometry, puzzleOf(set, i)));
      const texts = encoded.map((cnf) => (cnf ? dimacs(cnf) : ''));
      const run = (text: string) => modelOf(program, args, text);
      let answers: Answer[] = [];
      return {
        pass: () => {
          answers = encoded.map((cnf, i) =>
            answerOf(cnf ? solve(run, cnf, texts[i]!, set.geometry.cells, task) : []),
          );
        },
        answers: () => answersOf(set, answers),
      };
    },
  };
}

/** Solvers that are used if they are on PATH. */
export const SAT_SOLVERS: readonly Solver[] = [
  satSolver('CaDiCaL', 'cadical -q'),
  satSolver('Kissat', 'kissat -q'),
];

function solve(
  run: (text: string) => number[] | undefined,
  cnf: Cnf,
  text: string,
  cells: number,
  task: Task,
): Uint8Array[] {
  const model = run(text);
  if (!model) return [];
  const solution = new Uint8Array(cells);
  const placed = model.filter((literal) => literal > 0);
  for (const variable of placed) {
    const { cell, digit } = cnf.meaning[variable]!;
    solution[cell] = digit;
  }
  if (task === 'first') return [solution];
  const header = text.indexOf('\n');
  const clauses = cnf.clauses.length + 1;
  const other = placed.map((variable) => -variable).join(' ');
  const second = run(`p cnf ${cnf.variables} ${clauses}${text.slice(header)}${other} 0\n`);
  return second ? [solution, solution] : [solution];
}

/** The literals of a model; undefined if the formula is unsatisfiable. */
function modelOf(program: string, args: readonly string[], text: string): number[] | undefined {
  using folder = temporaryFolder();
  const path = join(folder.path, 'puzzle.cnf');
  writeFileSync(path, text);
  const { status, stdout } = runProgram(program, [...args, path], { accepted: [SATISFIABLE, UNSATISFIABLE] });
  if (status === UNSATISFIABLE) return undefined;
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('v '))
    .flatMap((line) => line.slice(2).trim().split(/\s+/).map(Number));
}

/** A puzzle as a formula in conjunctive normal form. */
interface Cnf {
  readonly variables: number;
  readonly clauses: number[][];
  /** the digit and cell of each variable; variables start at 1, so the first entry is a placeholder */
  readonly meaning: readonly { readonly cell: number; readonly digit: number }[];
}

const largeKernel = lazy(largeKernelFactory());

/**
 * The extended encoding of the candidates that root propagation (singles, locked candidates) leaves: each cell has exactly
 * one digit, and each unit has each digit exactly once. Undefined if root propagation proves that there is no solution.
 */
function encode(geometry: Geometry, cells: Uint8Array): Cnf | undefined {
  const kernel = largeKernel();
  kernel.setShape(geometry);
  kernel.givens.set(cells.subarray(0, geometry.cells));
  if (kernel.begin(false, false) === ROOT_NO_SOLUTION) return undefined;

  const meaning = [{ cell: -1, digit: 0 }];
  const variableOf: number[][] = Array.from(kernel.candidates.subarray(0, geometry.cells), (set, cell) => {
    const variables: number[] = [];
    for (let digit = 1; digit <= geometry.size; digit++) {
      if ((set >> BigInt(digit - 1)) & 1n) variables[digit] = meaning.push({ cell, digit }) - 1;
    }
    return variables;
  });

  const clauses: number[][] = [];
  for (const variables of variableOf) exactlyOne(variables.filter(Boolean), clauses);
  for (const unit of geometry.units) {
    for (let digit = 1; digit <= geometry.size; digit++) {
      exactlyOne(Array.from(unit, (cell) => variableOf[cell]![digit] ?? 0).filter(Boolean), clauses);
    }
  }
  return { variables: meaning.length - 1, clauses, meaning };
}

function dimacs({ variables, clauses }: Cnf): string {
  return `p cnf ${variables} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0\n`).join('')}`;
}

function exactlyOne(variables: readonly number[], clauses: number[][]): void {
  clauses.push([...variables]);
  for (const [i, a] of variables.entries()) {
    for (const b of variables.slice(i + 1)) clauses.push([-a, -b]);
  }
}
