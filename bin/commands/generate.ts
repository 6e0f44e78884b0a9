import type { Command } from 'commander';
import { wholeNumber } from '../cli/flags.ts';
import { solvingOptions } from '../cli/solving-flags.ts';

interface GenerateFlags {
  readonly size: string;
  readonly seed: string;
  readonly count: string;
  readonly clues: string | undefined;
  readonly variant: string | undefined;
  readonly boxes: string | undefined;
  readonly alphabet: string | undefined;
  readonly out: string;
}

const LARGEST_SEED = 2 ** 32 - 1;

/** `sudoku generate`: random puzzles with one solution, one a line. */
export function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('Make puzzles with exactly one solution, one a line. The same seed gives the same puzzles.')
    .option('--size <n>', 'cells a side, 4 to 36', '9')
    .option('--seed <n>', 'names the puzzles', '1')
    .option('--count <n>', 'how many', '1')
    .option('--clues <n>', 'stop removing clues at so many (go on until none can go)')
    .option('--variant <name>', 'classic, or x: both diagonals hold every digit too')
    .option('--boxes <RxC>', 'rows and columns of a box, as 2x3, where they are not square')
    .option('--alphabet <symbols>', 'digits, as 1-9A-G, 0-9A-F or A-P')
    .option('-o, --out <path>', 'a file', '-')
    .action(async ({ variant, boxes, alphabet, out, ...numbers }: GenerateFlags) => {
      const options = await solvingOptions({ variant, boxes, alphabet });
      const wanted = {
        size: wholeNumber('--size', numbers.size, 4, 36)!,
        seed: wholeNumber('--seed', numbers.seed, 0, LARGEST_SEED)!,
        count: wholeNumber('--count', numbers.count, 1, 1e9)!,
        clues: wholeNumber('--clues', numbers.clues, 0, 36 * 36),
      };
      const { writePuzzles } = await import('../generate/write-puzzles.ts');
      await writePuzzles(options, wanted, out);
    });
}
