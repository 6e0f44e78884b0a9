// `sudoku convert`: writes puzzles in another format.
import type { Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
import {
  addSolvingFlags,
  choiceFlag,
  numberFlag,
  quietFlag,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { addressFault, announceTerminalInput, STANDARD } from '../cli/paths.ts';
import type { Model } from '../convert/hrm.ts';
import { refuseCollisions } from '../files/output-paths.ts';
import { READING } from '../sets/flags.ts';

interface ConvertFlags extends SolvingFlags {
  readonly output: string | undefined;
  readonly layout: 'plain' | Model;
  readonly group: number;
  readonly quiet: boolean | undefined;
}

/** Names in `targets.ts`, which is loaded when the command runs. */
export const CONVERTED_FORMATS = [
  'lines',
  'jigsaw-lines',
  'csv',
  'tsv',
  'jsonl',
  'json',
  'parquet',
  'npy',
  'npz',
  'grids',
  'framed',
  'boxes',
  'number-lines',
  'number-grids',
  'pencilmarks',
  'fpuzzles',
  'sudokupad',
  'iss',
  'bank',
];

export function addConvert(program: Command): void {
  const command = program
    .command('convert')
    .description('Write puzzles in another format: those of files, without solving them.')
    .argument(
      '<files...>',
      'files or directories of puzzles, or - for standard input; the last one is the file to write, or - for standard output. ' +
        'Its ending names the format: .txt, .csv, .tsv, .jsonl, .json, .parquet, .npy, .npz, .sdk, .ss; .gz, .zst or .zip after it the compression',
    )
    .addOption(
      choiceFlag('--output <format>', 'the format, if the ending does not name it', CONVERTED_FORMATS),
    )
    .addOption(
      choiceFlag(
        '--layout <name>',
        'a single file, or a folder of arrays to train HRM or TRM with',
        ['plain', 'hrm', 'trm'],
        'plain',
      ),
    )
    .addOption(
      numberFlag('--group <n>', 'with --layout: consecutive puzzles that are equivalent', [1, 1_000_000], 1),
    );
  addExamples(
    command,
    ['make an array for NumPy', 'sudoku convert puzzles.csv puzzles.npy'],
    ['make a table of an array', 'sudoku convert puzzles.npy puzzles.csv'],
    ['join the files of a folder', 'sudoku convert puzzles/ all.jsonl.gz'],
    ['draw grids', 'sudoku convert puzzles.txt - --output boxes'],
    ['open puzzles in SudokuPad', 'sudoku convert killers.jsonl - --output sudokupad'],
    ['make a training set for HRM', 'sudoku convert train.csv data/train --layout hrm'],
  );
  addSolvingFlags(command, READING)
    .addOption(quietFlag())
    .action(async (files: string[], flags: ConvertFlags) => {
      // `output` is the format of the puzzles here, not the solving option
      const { output, layout, group, quiet = false, ...solving } = flags;
      const options = solvingOptions(solving);
      const to = files.at(-1)!;
      const from = files.slice(0, -1);
      if (from.length === 0)
        throw new UsageError(`expected a file to write after ${to}, or - for standard output`);
      if (to === STANDARD && output === undefined && solving.format !== undefined && layout === 'plain')
        throw new UsageError(
          `--format: it is the format that is read (did you mean --output ${solving.format.toString()}?)`,
        );
      const fault = addressFault(to);
      if (fault !== undefined) throw new UsageError(`${to}: ${fault}`);
      if (!quiet) announceTerminalInput(from);
      const [{ convert }, { targetFor }, { HRM, HrmTarget }, { inputsOf }] = await Promise.all([
        import('../convert/convert.ts'),
        import('../convert/targets.ts'),
        import('../convert/hrm.ts'),
        import('../files/inputs.ts'),
      ]);
      const isFolder = layout !== 'plain';
      const named = isFolder ? undefined : targetFor(to, output);
      if (to === STANDARD && (isFolder || named?.needsFile)) {
        throw new UsageError('expected a file for arrays, whose header is written last; got standard output');
      }
      if (group > 1 && !isFolder) throw new UsageError('--group: expected --layout hrm or trm beside it');
      const inputs = inputsOf(from, to);
      if (!isFolder) {
        const paths = inputs.filter(({ puzzle }) => puzzle === undefined).map(({ path }) => path);
        refuseCollisions(paths, [{ path: to, what: 'the puzzles' }]);
      }
      const target = isFolder ? await HrmTarget.open(to, group, layout) : await named!.open(to);
      process.exitCode = await convert(inputs, options, isFolder ? HRM : named!, target, quiet);
    });
}
