import type { Command } from 'commander';
import { RejectedFile } from '../../core/files/file-plan.ts';
import { UsageError } from '../cli/exit.ts';
import { addSolvingFlags, choiceFlag, numberFlag, type SolvingFlags, solvingOptions } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import { refuseCollisions } from '../cli/output-paths.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import type { TargetFormat } from '../convert/targets.ts';

interface ConvertFlags extends SolvingFlags {
  readonly output: TargetFormat | undefined;
  readonly layout: 'plain' | 'hrm';
  readonly group: number;
  readonly quiet: boolean | undefined;
}

/** `sudoku convert`: writes puzzles in another format. */
export function addConvert(program: Command): void {
  const command = program
    .command('convert')
    .description('Write the puzzles of a file in another format, without solving them.')
    .argument('<in>', 'a file of puzzles; - for standard input')
    .argument(
      '<out>',
      'the file to write, whose ending names the format: .txt, .csv, .jsonl or .npy; - for standard output',
    )
    .addOption(
      choiceFlag('--output <format>', 'the format, if the ending does not name it', [
        'lines',
        'csv',
        'jsonl',
        'npy',
      ]),
    )
    .addOption(
      choiceFlag(
        '--layout <name>',
        'a single file, or a folder of arrays to train HRM with',
        ['plain', 'hrm'],
        'plain',
      ),
    )
    .addOption(
      numberFlag(
        '--group <n>',
        'with --layout: consecutive puzzles that are disguises of one',
        [1, 1_000_000],
        1,
      ),
    );
  addExamples(
    command,
    ['make an array for NumPy', 'sudoku convert puzzles.csv puzzles.npy'],
    ['make a table of an array', 'sudoku convert puzzles.npy puzzles.csv'],
    ['make a training set for HRM', 'sudoku convert train.csv data/train --layout hrm'],
  );
  addSolvingFlags(command, ['format', 'alphabet', 'boxes'])
    .option('-q, --quiet', 'print nothing but errors')
    .action(async (from: string, to: string, flags: ConvertFlags) => {
      // `output` is the format of the puzzles here, not the solving option
      const { output, layout, group, quiet = false, ...solving } = flags;
      const options = solvingOptions(solving);
      if (!quiet) announceTerminalInput([from]);
      const [{ convert }, { openTarget, targetFormat }, { HrmTarget }] = await Promise.all([
        import('../convert/convert.ts'),
        import('../convert/targets.ts'),
        import('../convert/hrm.ts'),
      ]);
      const format = output ?? targetFormat(to);
      const isFolder = layout === 'hrm';
      if (!isFolder && format === undefined) {
        throw new UsageError(`${to}: expected a name that ends in .txt, .csv, .jsonl or .npy, or --output`);
      }
      if (to === '-' && (isFolder || format === 'npy')) {
        throw new UsageError('expected a file for arrays, whose header is written last; got standard output');
      }
      if (group > 1 && !isFolder) throw new UsageError('--group: expected --layout hrm beside it');
      if (!isFolder) refuseCollisions([from], [{ path: to, what: `the puzzles of ${from}` }]);
      const target = isFolder ? await HrmTarget.open(to, group) : await openTarget(format!, to);
      try {
        process.exitCode = await convert(from, options, target, quiet);
      } catch (error) {
        target.discard();
        if (!(error instanceof RejectedFile)) throw error;
        throw new UsageError(`${from}${error.line === undefined ? '' : `:${error.line}`}: ${error.message}`);
      }
    });
}
