// `sudoku audit`: says what is wrong with sets of puzzles.
import type { Command } from 'commander';
import { choiceFlag, numberFlag } from '../cli/flags.ts';
import { addExamples } from '../cli/help.ts';
import type { AuditOptions } from '../sets/audit.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';

interface AuditFlags extends SetFlags {
  readonly output: AuditOptions['output'];
  readonly report: string | undefined;
  readonly only: AuditOptions['only'];
  readonly memory: number;
  readonly grade: boolean | undefined;
}

export function addAudit(program: Command): void {
  const command = program
    .command('audit')
    .description(
      'Report what is wrong with sets: equivalent puzzles, puzzles that two files share, wrong solutions, puzzles without exactly one.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(
      choiceFlag('--output <format>', 'format of the audit', ['text', 'json']).default(
        undefined,
        'text, or by the ending of the file',
      ),
    )
    .addOption(
      choiceFlag('--only <what>', 'exit with 1 only if classes are in several files', ['leaks']).default(
        undefined,
        'for any finding',
      ),
    )
    .option('--report <page>', 'write an HTML page of the audit, such as audit.html')
    .addOption(numberFlag('--memory <MB>', 'memory for keys; beyond, they go to disk', [1, 1_000_000], 1000))
    .option('--grade', 'rate the puzzles of files without a column for ratings');
  addExamples(
    command,
    ['check that no test puzzle is known from training', 'sudoku audit train.csv test.csv'],
    ['fail only if files share puzzles or solutions', 'sudoku audit --only leaks train.csv test.csv'],
    ['show it as a page', 'sudoku audit train.csv test.csv --report audit.html'],
    ['write all figures', 'sudoku audit --output json puzzles.csv -o audit.json'],
  );
  addSetFlags(command, 'a file for the audit').action(async (files: string[], flags: AuditFlags) => {
    const { output, report, only, memory, grade = false } = flags;
    const { inputs, options } = setOptions(files, flags);
    const { audit } = await import('../sets/audit.ts');
    process.exitCode = await audit(inputs, { ...options, output, report, only, memory: memory * 1e6, grade });
  });
}
