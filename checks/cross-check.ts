// npm run checks -- cross-check --size 16 --count 300
import { Command } from 'commander';
import { ours } from '../bench/peers/engines.ts';
import { addSatSolver, installedSatSolvers } from '../bench/peers/sat-solver.ts';
import { faultsOf, type Solver } from '../bench/peers/solver.ts';
import type { PuzzleSet } from '../bench/shared/puzzle-sets.ts';
import type { Variant } from '../core/options/options.ts';
import { generateCells } from '../core/solver/generate-cells.ts';
import { geometry, givensAreConsistent } from '../core/solver/model/geometry.ts';

interface Flags {
  readonly size: number;
  readonly count: number;
  readonly seed: number;
  readonly variant: Variant;
  readonly boxes?: string;
  readonly clues: number;
  readonly solver?: readonly Solver[];
}

const flags = new Command('cross-check')
  .description(
    'Compares the engine of large grids with a SAT solver on generated puzzles, some of them modified.',
  )
  .requiredOption('--size <n>', 'cells per side', Number)
  .option(
    '--count <n>',
    'puzzles, each unmodified, with a clue removed, and with a clue changed',
    Number,
    100,
  )
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .option('--variant <rules>', 'classic or x', 'classic')
  .option('--boxes <RxC>', 'rows and columns of a box')
  .option('--clues <n>', 'number of clues', Number, 0)
  .option(
    '--solver <name=command>',
    'SAT solver that reads DIMACS files; default: cadical or kissat on PATH',
    addSatSolver,
  )
  .parse()
  .opts<Flags>();

const [solver] = await installedSatSolvers(flags.solver);
if (!solver) throw new Error('expected cadical or kissat on PATH, or --solver NAME=COMMAND; got neither');
const [rows, columns] = flags.boxes?.split('x').map(Number) ?? [];
const shape = geometry(flags.size, flags.variant, rows && columns ? { rows, columns } : undefined);
const puzzles = generateCells(shape, { seed: flags.seed, clues: flags.clues });
const grids: Uint8Array[] = [];
for (let i = 0; i < flags.count; i++) {
  const { cells } = puzzles.next().value;
  grids.push(cells, withoutClue(cells, i), withClueChanged(cells, i));
}

const set: PuzzleSet = {
  name: 'cross-check',
  geometry: shape,
  count: grids.length,
  cells: new Uint8Array(Buffer.concat(grids)),
};
const [answers, theirs] = [ours, solver].map((each) => {
  const run = each.prepare(set, 'unique', 2);
  run.pass();
  return run.answers();
});
const { wrong, gaveUp } = faultsOf(set, answers!, 'unique', theirs!.counts);
const having = (n: number) => answers!.counts.filter((count) => count === n).length;
console.log(
  `${set.count} puzzles ${flags.size}x${flags.size} ${flags.variant}: ${having(0)} with no, ${having(1)} with one, ` +
    `${having(2)} with several solutions; ${gaveUp} given up, ${wrong} wrong`,
);
process.exitCode = wrong > 0 ? 1 : 0;

/** Removes the clue with the index `n` modulo the number of clues. */
function withoutClue(cells: Uint8Array, n: number): Uint8Array {
  const clues = [...cells.keys()].filter((cell) => cells[cell] !== 0);
  return cells.with(clues[n % clues.length]!, 0);
}

/** Changes a clue so that no unit contains a digit twice. The search for the clue starts at a cell that depends on `n`. */
function withClueChanged(cells: Uint8Array, n: number): Uint8Array {
  for (let i = 0; i < cells.length; i++) {
    const cell = (n * 7 + i) % cells.length;
    for (let digit = 1; cells[cell] !== 0 && digit <= shape.size; digit++) {
      const changed = cells.with(cell, digit);
      if (digit !== cells[cell] && givensAreConsistent(shape, changed)) return changed;
    }
  }
  return cells;
}
