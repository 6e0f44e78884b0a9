// `sudoku generate`: prints random puzzles with one solution, one per line.
import type { Command } from 'commander';
import { MAX_SIZE, MIN_SIZE, OPTIONS } from '../../core/options/options.ts';
import { GENERATED_VARIANT } from '../../core/solver/drawn-names.ts';
import { MAX_ER, SYMMETRIES } from '../../core/solver/requirements.ts';
import { DIFFICULTIES } from '../../core/solver/steps/rating.ts';
import {
  addSolvingFlags,
  choiceFlag,
  concurrencyFlag,
  concurrencyOf,
  numberFlag,
  quietFlag,
  rangeFlag,
  type SolvingFlags,
  seedFlag,
  solvingOptions,
} from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import type { PuzzleFormatName } from '../generate/puzzle-format.ts';
import type { RequirementFlags } from '../generate/requirement-flags.ts';
import type { GeneratedOptions } from '../generate/write-puzzles.ts';

interface GenerateFlags extends Pick<SolvingFlags, 'variant' | 'boxes' | 'alphabet'>, RequirementFlags {
  readonly output: PuzzleFormatName | undefined;
  readonly size: number;
  readonly seed: number;
  readonly count: number;
  readonly distinct: boolean | undefined;
  readonly tries: number;
  readonly concurrency: number | undefined;
  readonly quiet: boolean | undefined;
  readonly out: string;
}

/** Names in generate/puzzle-format.ts, which is loaded when the command runs. */
const FORMATS: readonly PuzzleFormatName[] = ['lines', 'csv', 'jsonl'];

/** The number of fingerprints that generate/distinct-puzzles.ts can hold. */
const MAX_COUNT = 100_000_000;
/** The ratings of puzzles that are found. A range may reach to the end of Sudoku Explainer's scale. */
const ER = {
  least: 1,
  most: MAX_ER,
  reach: 12,
  form: /^\d{1,2}(\.\d)?$/,
  words: new Map(
    DIFFICULTIES.map(({ name, most }, i) => {
      const from = (DIFFICULTIES[i - 1]?.most ?? 0.9) + 0.1;
      return [name, `${from.toFixed(1)}-${Math.min(most, MAX_ER)}`];
    }),
  ),
};
/** The options of the puzzles. */
const SHAPE = {
  variant: {
    ...OPTIONS.variant,
    kind: GENERATED_VARIANT,
    help: `\`classic\`, or names with commas: ${GENERATED_VARIANT.values!.slice(1).join(', ')}`,
  },
  boxes: OPTIONS.boxes,
  alphabet: OPTIONS.alphabet,
} as const;
const CLUES = { least: 1, most: MAX_SIZE ** 2, form: /^\d{1,4}$/ };

export function addGenerate(program: Command): void {
  const command = program
    .command('generate')
    .description(
      'Generate puzzles with exactly one solution: one per line, no two the same, also with rules such as cages that are drawn for each. The same seed gives the same puzzles.',
    )
    .addOption(numberFlag('--size <n>', 'cells per side', [MIN_SIZE, MAX_SIZE], 9))
    .addOption(seedFlag('another seed makes other puzzles', 1))
    .addOption(numberFlag('--count <n>', 'number of puzzles', [1, MAX_COUNT], 1))
    .addOption(
      rangeFlag('--er <range>', "Sudoku Explainer's rating, such as 4.2 or 2.0-4.5; 9x9 only", ER, 'any'),
    )
    .option('--technique <name>', 'without this technique the puzzle is harder, such as "x-wing"; 9x9 only')
    .addOption(choiceFlag('--symmetry <kind>', 'symmetry of the clues', SYMMETRIES, 'none'))
    .option('--mask <pattern>', 'positions of the clues: a symbol per cell, . or 0 for none')
    .addOption(
      rangeFlag('--clues <range>', 'number of clues, such as 24 or 22-26', CLUES, 'as few as possible'),
    )
    .option('--minimal', 'no clue can be removed')
    .option(
      '--distinct',
      'no two are equal by symmetries of the grid or by renaming digits; classic 9x9 only',
    )
    .addOption(
      numberFlag('--tries <n>', 'give up after this many attempts in a row without a puzzle', [1, 1e12], 1e6),
    );
  addExamples(
    command,
    ['make ten puzzles', 'sudoku generate --count 10'],
    ['make a 16x16 puzzle', 'sudoku generate --size 16'],
    [
      'make symmetric puzzles of medium difficulty',
      'sudoku generate --count 5 --er 1.6-2.8 --symmetry rotational',
    ],
    [
      'make killers with irregular regions',
      'sudoku generate --count 10 --variant jigsaw,killer -o killers.jsonl',
    ],
    ['make other puzzles', 'sudoku generate --count 10 --seed 2 -o puzzles.txt'],
  );
  addSolvingFlags(command, undefined, SHAPE)
    .addOption(
      choiceFlag(
        '--output <format>',
        'the format, if the ending of the file does not name it (.csv, .jsonl); lines cannot hold most rules',
        FORMATS,
      ).default(undefined, 'lines; jsonl for puzzles with rules of their own'),
    )
    .option('-o, --out <path>', 'a file', '-')
    .addOption(concurrencyFlag('threads that make puzzles'))
    .addOption(quietFlag())
    .action(async ({ out, ...flags }: GenerateFlags) => {
      const { variant, boxes, alphabet } = flags;
      const options = solvingOptions({ variant, boxes, alphabet }, SHAPE) as GeneratedOptions;
      const [{ requirementsOf }, { writePuzzles }] = await Promise.all([
        import('../generate/requirement-flags.ts'),
        import('../generate/write-puzzles.ts'),
      ]);
      const wanted = {
        size: flags.size,
        seed: flags.seed,
        count: flags.count,
        requirements: requirementsOf(flags, flags.size),
        format: flags.output,
        distinct: flags.distinct ?? false,
        maxTriesInVain: flags.tries,
        concurrency: concurrencyOf(flags),
        quiet: flags.quiet ?? false,
      };
      process.exitCode = await writePuzzles(options, wanted, out);
    });
}
