// npm run checks -- canonical --count 3000
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { generateCells } from '../core/solver/generate-cells.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { canonicalForms, symmetryOf } from '../core/solver/symmetry/canonical.ts';
import { applySymmetry, randomSymmetry } from '../core/solver/symmetry/symmetry.ts';
import { bruteForceForm } from '../test/core/solver/symmetry/brute-force.ts';
import { Random } from './shared/random.ts';

const command = new Command('canonical')
  .description('Compares canonical forms, their automorphisms and symmetries with those of a brute force.')
  .argument('[file]', 'lines of 9x9 puzzles; without one, puzzles and grids are generated from the seed')
  .option('--count <n>', 'number of puzzles', Number, 3000)
  .option('--seed <n>', 'seed of the puzzles, and of the symmetry applied to each', Number, 1)
  .parse();
const { count, seed } = command.opts<{ count: number; seed: number }>();
const [path] = command.args;

/** The grid with most automorphisms. */
const MOST_SYMMETRIC = '123456789456789123789123456231564897564897231897231564312645978645978312978312645';

const random = new Random(seed);
let [checked, wrong, symmetric] = [0, 0, 0];
for (const puzzle of path === undefined ? generated() : linesOf(path)) {
  if (checked === count) break;
  checked++;
  const cells = applySymmetry(
    puzzle,
    randomSymmetry((limit) => random.between(0, limit - 1)),
  );
  const found = canonicalForms(cells);
  const expected = bruteForceForm(cells);
  if (expected.automorphisms > 1) symmetric++;
  const faults = [
    textOf(found.forms) !== textOf(expected.form) && `form ${textOf(found.forms)}`,
    found.automorphisms[0] !== expected.automorphisms && `${found.automorphisms[0]} automorphisms`,
    textOf(applySymmetry(cells, symmetryOf(found, 0))) !== textOf(expected.form) && 'its symmetry',
  ].filter(Boolean);
  if (faults.length === 0) continue;
  wrong++;
  console.log(
    `${textOf(cells)}: expected ${textOf(expected.form)} and ${expected.automorphisms} automorphisms, got ${faults.join(', ')}`,
  );
}
console.log(`${checked} puzzles, ${symmetric} of them with several automorphisms: ${wrong} wrong`);
process.exitCode = wrong > 0 || checked === 0 ? 1 : 0;

/**
 * By turns minimal puzzles and puzzles of 17 to 40 givens with any number of solutions. Every tenth has symmetries of its
 * own, and every hundredth is a full grid.
 */
function* generated(): Generator<Uint8Array> {
  let made = 0;
  for (const { cells, solution } of generateCells(geometry(9), { seed })) {
    made++;
    if (made % 100 === 0) yield solution;
    else if (made % 10 === 0) yield symmetricPuzzle();
    else if (made % 2 === 0) yield cells;
    else yield withGivens(solution, random.between(17, 40));
  }
}

/** All cells of that grid that hold three to five of the digits. */
function symmetricPuzzle(): Uint8Array {
  const digits = new Set<string>();
  for (const most = random.between(3, 5); digits.size < most; ) digits.add(`${random.between(1, 9)}`);
  return Uint8Array.from(MOST_SYMMETRIC, (digit) => (digits.has(digit) ? Number(digit) : 0));
}

function withGivens(grid: Uint8Array, givens: number): Uint8Array {
  const cells = new Uint8Array(81);
  for (let left = givens; left > 0; ) {
    const cell = random.between(0, 80);
    if (cells[cell] !== 0) continue;
    cells[cell] = grid[cell]!;
    left--;
  }
  return cells;
}

function linesOf(file: string): Uint8Array[] {
  const lines = readFileSync(file, 'latin1').match(/^[1-9.0]{81}/gm) ?? [];
  return lines.map((line) => Uint8Array.from(line, (symbol) => Number(symbol) || 0));
}

function textOf(cells: Uint8Array): string {
  return Array.from(cells, (digit) => digit || '.').join('');
}
