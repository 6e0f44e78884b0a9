import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant, Task } from '../contestant.ts';
import { type Cnf, dimacs, encode } from '../dimacs.ts';
import { puzzleOf } from '../puzzle-set.ts';
import { type Answer, answersOf } from './each.ts';

const SATISFIABLE = 10;
const UNSATISFIABLE = 20;

/**
 * CaDiCaL (Debian package cadical), a SAT solver, on the extended encoding after root propagation, which is not timed.
 * Its time holds its start and its reading, twice for `unique`: a solution, then the proof that there is no other.
 */
export const cadical: Contestant = {
  name: 'CaDiCaL',
  provesUnique: true,
  accepts: (shape) => shape.size > 9,
  installed: () => Promise.resolve(spawnSync('cadical', ['--version']).status === 0),
  prepare: (set, task) => {
    const encoded = Array.from({ length: set.count }, (_, i) => encode(set.geometry, puzzleOf(set, i)));
    const texts = encoded.map((cnf) => (cnf ? dimacs(cnf) : ''));
    let answers: Answer[] = [];
    return {
      pass: () => {
        answers = encoded.map((cnf, i) => (cnf ? solve(cnf, texts[i]!, set.geometry.cells, task) : []));
      },
      answers: () => answersOf(set, answers),
    };
  },
};

function solve(cnf: Cnf, text: string, cells: number, task: Task): Answer {
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
function run(text: string): number[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'cadical-'));
  try {
    const path = join(folder, 'puzzle.cnf');
    writeFileSync(path, text);
    const { status, stdout, stderr } = spawnSync('cadical', ['-q', path], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    if (status === UNSATISFIABLE) return undefined;
    if (status !== SATISFIABLE) throw new Error(`cadical ended with ${status}: ${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('v '))
      .flatMap((line) => line.slice(2).split(' ').map(Number));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
