import { type Command, Option } from 'commander';
import { SYMMETRIES } from '../../core/solver/requirements.ts';
import {
  addSolvingFlags,
  concurrencyOf,
  type SolvingFlags,
  solvingOptions,
  wholeNumber,
} from '../cli/flags.ts';
import type { RequirementFlags } from '../generate/requirement-flags.ts';

interface GenerateFlags extends SolvingFlags, RequirementFlags {
  readonly size: string;
  readonly seed: string;
  readonly count: string;
  readonly distinct: boolean | undefined;
  readonly tries: string;
  readonly concurrency: string | undefined;
  readonly quiet: boolean | undefined;
  readonly out: string;
}

const LARGEST_SEED = 2 ** 32 - 1;
/** The number of fingerprints that generate/distinct-puzzles.ts can hold. */
const MAX_COUNT = 100_000_000;

/** `sudoku generate`: prints random puzzles with one solution, one per line. */
export function addGenerate(program: Command): void {
  const command = program
    .command('generate')
    .description(
      'Generate different puzzles with exactly one solution, one per line. The same seed gives the same puzzles.',
    )
    .option('--size <n>', 'cells per side, 4 to 36', '9')
    .option('--seed <n>', 'selects the puzzles', '1')
    .option('--count <n>', 'number of puzzles, up to 100,000,000', '1')
    .option('--er <range>', "Sudoku Explainer's rating, such as 2.0-4.5 (9x9)")
    .option('--technique <name>', 'without this technique the puzzle is harder, such as "x-wing" (9x9)')
    .addOption(new Option('--symmetry <kind>', 'symmetry of the clues').choices(SYMMETRIES))
    .option('--mask <pattern>', 'positions of the clues: a symbol per cell, . or 0 for none')
    .option('--clues <range>', 'number of clues, such as 22-26 (as few as possible)')
    .option('--minimal', 'no clue can be removed')
    .option('--distinct', 'no two are equal by symmetries of the grid or by renaming digits (9x9, classic)')
    .option('--tries <n>', 'give up after this many attempts in a row without a puzzle', '1000000');
  addSolvingFlags(command, ['variant', 'boxes', 'alphabet'])
    .option('-o, --out <path>', 'a file', '-')
    .option('--concurrency <n>', 'threads (all cores)')
    .option('-q, --quiet', 'print no progress')
    .action(async ({ out, ...flags }: GenerateFlags) => {
      const options = solvingOptions(flags);
      const size = wholeNumber('--size', flags.size, 4, 36)!;
      const [{ requirementsOf }, { writePuzzles }] = await Promise.all([
        import('../generate/requirement-flags.ts'),
        import('../generate/write-puzzles.ts'),
      ]);
      const wanted = {
        size,
        seed: wholeNumber('--seed', flags.seed, 0, LARGEST_SEED)!,
        count: wholeNumber('--count', flags.count, 1, MAX_COUNT)!,
        requirements: requirementsOf(flags, size),
        distinct: flags.distinct ?? false,
        patience: wholeNumber('--tries', flags.tries, 1, 1e12)!,
        concurrency: concurrencyOf(flags),
        quiet: flags.quiet ?? false,
      };
      process.exitCode = await writePuzzles(options, wanted, out);
    });
}
