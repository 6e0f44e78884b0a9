// npm run checks -- grade-soundness --count 20000
import { Command } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { generateCells } from '../core/solver/generate-cells.ts';
import { gradeGivens } from '../core/solver/grade/grade.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { stepText } from '../core/solver/steps/step.ts';

interface Flags {
  readonly count: number;
  readonly seed: number;
  readonly variant: Variant;
  readonly clues: number;
}

const flags = new Command('grade-soundness')
  .description('Compares each step of graded puzzles, generated from a seed, with their solutions.')
  .option('--count <n>', 'number of puzzles', Number, 20_000)
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .option('--variant <rules>', 'classic or x', 'classic')
  .option('--clues <n>', 'number of clues', Number, 0)
  .parse()
  .opts<Flags>();

const shape = geometry(9, flags.variant);
const puzzles = generateCells(shape, { seed: flags.seed, clues: flags.clues });
let [steps, wrong, beyond] = [0, 0, 0];
for (let i = 0; i < flags.count; i++) {
  const { cells, solution } = puzzles.next().value;
  const graded = gradeGivens(shape, cells, { path: true });
  if (graded.status === 'beyond') beyond++;
  for (const step of graded.steps) {
    steps++;
    const places = step.cell !== undefined && solution[step.cell] !== step.digit! + 1;
    const removes = step.removals.some(({ cell, digits }) => (digits >> (solution[cell]! - 1)) & 1);
    if (!places && !removes) continue;
    wrong++;
    console.log(`${Array.from(cells).join('')}: ${stepText(step)}`);
  }
}
console.log(
  `${flags.count} puzzles, ${steps} steps: ${wrong} contradict the solution; ${beyond} puzzles are beyond the techniques`,
);
process.exitCode = wrong > 0 ? 1 : 0;
