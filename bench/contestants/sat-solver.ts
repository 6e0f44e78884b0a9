import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenMs } from '../clock.ts';
import type { Contestant, Task } from '../contestant.ts';
import { type Cnf, dimacs, encode } from '../dimacs.ts';
import { puzzleOf } from '../puzzle-set.ts';
import { type Answer, answerOf, answersOf } from './each.ts';

const SATISFIABLE = 10;
const UNSATISFIABLE = 20;

/**
 * A SAT solver on the extended encoding after root propagation, which is not timed. Its time holds its start and its
 * reading, twice for `unique`: a solution, then the proof that there is no other.
 *
 * @param command program and arguments, without quotes. A DIMACS file is added; the program prints the model in `v` lines
 * and ends with 10 or 20, as https://satcompetition.github.io/2025/output.html says.
 */
export function satSolver(name: string, command: string): Contestant {
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

/** Looked for on PATH. */
export const SAT_SOLVERS: readonly Contestant[] = [
  satSolver('CaDiCaL', 'cadical -q'),
  satSolver('Kissat', 'kissat -q'),
];

/** Of `NAME=COMMAND`, gathered by an option that may be given more than once. */
export function addSatSolver(text: string, before: readonly Contestant[] = []): readonly Contestant[] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`expected NAME=COMMAND, got ${text}`);
  return [...before, satSolver(text.slice(0, at), text.slice(at + 1))];
}

/** Those given, or else those on PATH. @throws Error if one that was given does not run */
export async function installedSatSolvers(given?: readonly Contestant[]): Promise<readonly Contestant[]> {
  const found: Contestant[] = [];
  for (const solver of given ?? SAT_SOLVERS) {
    if (await solver.installed()) found.push(solver);
    else if (given) throw new Error(`expected a program that answers --version, got none for ${solver.name}`);
  }
  return found;
}

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

/** The literals of a model, if there is one. */
function modelOf(program: string, args: readonly string[], text: string): number[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sat-solver-'));
  try {
    const path = join(folder, 'puzzle.cnf');
    writeFileSync(path, text);
    const { status, stdout, stderr } = spawnSync(program, [...args, path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    if (status === UNSATISFIABLE) return undefined;
    if (status !== SATISFIABLE)
      throw new Error(`expected ${program} to end with 10 or 20, got ${status}: ${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('v '))
      .flatMap((line) => line.slice(2).trim().split(/\s+/).map(Number));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
