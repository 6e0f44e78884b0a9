// `sudoku canonical`: finds the form that all puzzles have in common that symmetries make of one.
import type { Command } from 'commander';
import { TABLES } from '../../core/options/options.ts';
import { addSolvingFlags, choiceFlag, concurrencyFlag, quietFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import type { CanonicalFormat } from '../rows/canonical-rows.ts';
import { type SetFlags, setOptions } from '../sets/flags.ts';

interface CanonicalFlags extends SetFlags {
  readonly output: CanonicalFormat | undefined;
}

const FORMATS: readonly CanonicalFormat[] = ['lines', ...TABLES];

export function addCanonical(program: Command): void {
  const command = program
    .command('canonical')
    .description(
      'Find the canonical form of puzzles and grids: two classic ones up to 16x16 have the same form if and only if a symmetry makes one of the other. Of 9x9, it is the minlex form.',
    )
    .argument('[files...]', 'puzzles, files of them, or directories of files; - or none for standard input')
    .addOption(
      choiceFlag(
        '--output <format>',
        'a form a line, or a table with automorphisms and the symmetry that makes the form',
        FORMATS,
      ).default(undefined, 'lines, or by the ending of the file'),
    );
  addExamples(
    command,
    ['find the forms of a file of puzzles', 'sudoku canonical puzzles.txt -o forms.txt'],
    ['show how the form comes about', 'sudoku canonical --output csv puzzles.txt'],
  );
  addSolvingFlags(command, ['boxes', 'format', 'puzzle', 'ignore'])
    .option('-o, --out <path>', 'a file, or a directory (new/ creates one) for one result per file', '-')
    .addOption(concurrencyFlag('threads'))
    .addOption(quietFlag())
    .action(async (files: string[], flags: CanonicalFlags) => {
      const { output } = flags;
      const { inputs, options } = setOptions(files, flags);
      const [{ rowFiles }, { canonicalRows }] = await Promise.all([
        import('../rows/row-files.ts'),
        import('../rows/canonical-rows.ts'),
      ]);
      const rows = {
        formats: { writes: FORMATS, given: output, isConvertible: true },
        kindOf: (format: CanonicalFormat = 'lines') => canonicalRows(format),
      };
      process.exitCode = await rowFiles(inputs, rows, options);
    });
}
