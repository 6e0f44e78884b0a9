import type { Command } from 'commander';
import { wholeNumber } from '../cli/flags.ts';
import { addSolvingFlags, type SolvingFlags, solvingOptions } from '../cli/solving-flags.ts';

interface GenerateFlags extends SolvingFlags {
  readonly size: string;
  readonly seed: string;
  readonly count: string;
  readonly clues: string | undefined;
  readonly out: string;
}

const LARGEST_SEED = 2 ** 32 - 1;

/** `sudoku generate`: random puzzles with one solution, one a line. */
export function addGenerate(program: Command): void {
  const command = program
    .command('generate')
    .description('Make puzzles with exactly one solution, one a line. The same seed gives the same puzzles.')
    .option('--size <n>', 'cells a side, 4 to 36', '9')
    .option('--seed <n>', 'names the puzzles', '1')
    .option('--count <n>', 'how many', '1')
    .option('--clues <n>', 'stop removing clues at so many (go on until none can go)');
  addSolvingFlags(command, ['variant', 'boxes', 'alphabet'])
    .option('-o, --out <path>', 'a file', '-')
    .action(async ({ out, ...flags }: GenerateFlags) => {
      const options = solvingOptions(flags);
      const wanted = {
        size: wholeNumber('--size', flags.size, 4, 36)!,
        seed: wholeNumber('--seed', flags.seed, 0, LARGEST_SEED)!,
        count: wholeNumber('--count', flags.count, 1, 1e9)!,
        clues: wholeNumber('--clues', flags.clues, 0, 36 * 36),
      };
      const { writePuzzles } = await import('../generate/write-puzzles.ts');
      await writePuzzles(options, wanted, out);
    });
}
