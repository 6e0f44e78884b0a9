// npm run bench:cross-check -- --size 16 --count 300
import { Command } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { generate } from '../core/solver/generate.ts';
import { geometry } from '../core/solver/geometry.ts';
import { givensAreConsistent } from '../core/solver/givens.ts';
import { faultsOf } from './check.ts';
import type { Contestant } from './contestant.ts';
import { ours } from './contestants/engine.ts';
import { addSatSolver, installedSatSolvers } from './contestants/sat-solver.ts';
import type { PuzzleSet } from './puzzle-set.ts';

interface Flags {
  readonly size: number;
  readonly count: number;
  readonly seed: number;
  readonly variant: Variant;
  readonly boxes?: string;
  readonly clues: number;
  readonly solver?: readonly Contestant[];
}

const flags = new Command('bench:cross-check')
  .description(
    'Holds the engine of large grids against a SAT solver on puzzles made from a seed, whole and broken.',
  )
  .requiredOption('--size <n>', 'cells a side', Number)
  .option('--count <n>', 'puzzles, each as it is, without a clue, and with a clue changed', Number, 100)
  .option('--seed <n>', 'of the puzzles', Number, 1)
  .option('--variant <rules>', 'classic or x', 'classic')
  .option('--boxes <RxC>', 'rows and columns of a box')
  .option('--clues <n>', 'to stop at', Number, 0)
  .option(
    '--solver <name=command>',
    'one that reads DIMACS files; otherwise cadical or kissat, whichever is on PATH',
    addSatSolver,
  )
  .parse()
  .opts<Flags>();

const [solver] = await installedSatSolvers(flags.solver);
if (!solver) throw new Error('expected cadical or kissat on PATH, or --solver NAME=COMMAND; got neither');
const [rows, columns] = flags.boxes?.split('x').map(Number) ?? [];
const shape = geometry(flags.size, flags.variant, rows && columns ? { rows, columns } : undefined);
const made = generate(shape, { seed: flags.seed, clues: flags.clues });
const grids: Uint8Array[] = [];
for (let i = 0; i < flags.count; i++) {
  const { cells } = made.next().value;
  grids.push(cells, withoutClue(cells, i), withClueChanged(cells, i));
}

const set: PuzzleSet = {
  name: 'cross-check',
  geometry: shape,
  count: grids.length,
  cells: new Uint8Array(Buffer.concat(grids)),
};
const [answers, theirs] = [ours, solver].map((contestant) => {
  const run = contestant.prepare(set, 'unique', 2);
  run.pass();
  return run.answers();
});
const { wrong, gaveUp } = faultsOf(set, answers!, 'unique', theirs!.counts);
const having = (n: number) => answers!.counts.filter((count) => count === n).length;
console.log(
  `${set.count} puzzles ${flags.size}x${flags.size} ${flags.variant}: ${having(0)} without, ${having(1)} with one, ` +
    `${having(2)} with more solutions; ${gaveUp} given up, ${wrong} wrong`,
);
process.exitCode = wrong > 0 ? 1 : 0;

/** Without the `n`th of its clues, counted around. */
function withoutClue(cells: Uint8Array, n: number): Uint8Array {
  const clues = [...cells.keys()].filter((cell) => cells[cell] !== 0);
  return cells.with(clues[n % clues.length]!, 0);
}

/** With a clue, from the `n`th on, changed so that no unit holds it twice. */
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
