// The program: `sudoku` with the commands that it is given. The folders of bin/ import only those after them: commands,
// local, remote, manual, generate, check, solve, convert, sets, rows, threads, records, files, cli.
import { inspect } from 'node:util';
import { Command, CommanderError, Help } from 'commander';
import { visible } from '../core/formats/shared/bytes.ts';
import project from '../package.json' with { type: 'json' };
import { defectText, exitAfter } from './cli/defects.ts';
import { Exit, exitOnOutputErrors, exitOnSignals, FailureError, UsageError } from './cli/exit.ts';
import { refuseWrongPaths } from './cli/flags.ts';
import { addExamples, HELP_FORMAT } from './cli/help.ts';
import { commandHint, explainMistake, RefusedCall } from './cli/mistakes.ts';
import { printable } from './cli/terminal.ts';
import type { AddCommand } from './commands/index.ts';

/** The program with these commands. It throws CommanderError after help, and RefusedCall, instead of ending the process. */
export async function programOf(commands: Iterable<AddCommand>): Promise<Command> {
  const root = new Command('sudoku')
    .description('Solves files of sudoku puzzles: here, in a local cloud, or on AWS.')
    .version(project.version, '-V, --version', 'print the version')
    .configureHelp(HELP_FORMAT)
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError(false)
    .helpOption('-h, --help', 'print this help')
    .usage('<command> [options] [arguments]')
    .commandsGroup('Other:')
    .helpCommand('help [command]', 'Print the help of a command')
    .hook('preAction', (_, command) => refuseWrongPaths(command));
  addExamples(
    root,
    ['solve a puzzle', 'sudoku solve ....4..24.1.....533....2.4....6.....'],
    ['solve a file', 'sudoku solve puzzles.txt -o solved.txt'],
    ['make ten puzzles, and rate them', 'sudoku generate --count 10 | sudoku grade'],
    ['show the flags and examples of a command', 'sudoku solve --help'],
  );
  for (const add of commands) await add(root);
  for (const command of [root, ...root.commands]) {
    command.exitOverride((error) => {
      throw error.message.startsWith('error: ') ? new RefusedCall(command, error) : error;
    });
  }
  return root;
}

/** Refuses `sudoku help NAME` for a command that does not exist: commander would print the general help. */
function refuseUnknownHelp(program: Command, [first, name]: readonly string[]): void {
  const names = ['help', ...program.commands.map((command) => command.name())];
  if (first !== 'help' || name === undefined || name.startsWith('-') || names.includes(name)) return;
  throw new UsageError(`unknown command '${name}'${commandHint(name, program)}`);
}

/** Prints the lines of a message, folded between words on a terminal. */
function print(lines: readonly string[]): void {
  const text = `sudoku: ${lines.map(visible).join('\n')}`;
  const { columns } = process.stderr;
  process.stderr.write(`${columns === undefined ? text : new Help().boxWrap(text, columns)}\n`);
}

/** Prints an error. @returns its exit code */
async function report(error: unknown): Promise<Exit> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.allSolved : Exit.usage; // commander has printed help
  if (error instanceof RefusedCall) {
    const { isPuzzle } = await import('./files/inputs.ts');
    print(explainMistake(error, isPuzzle));
    return Exit.usage;
  }
  if (error instanceof UsageError || error instanceof FailureError) {
    print([error.message]);
    return error instanceof UsageError ? Exit.usage : Exit.failure;
  }
  process.stderr.write(`${printable(inspect(error))}\n`); // a defect, so the stack is printed, too
  process.stderr.write(`${printable(`sudoku: ${defectText('')}`)}\n`);
  return Exit.failure;
}

/** Runs the one of these commands that the process's arguments name, and sets the exit code. */
export async function runProgram(commands: Iterable<AddCommand>): Promise<void> {
  exitOnSignals();
  exitOnOutputErrors();
  await runCommand(commands, process.argv.slice(2));
}

/** Runs the one of these commands that the arguments name, and sets the exit code. */
export async function runCommand(commands: Iterable<AddCommand>, args: readonly string[]): Promise<void> {
  try {
    const program = await programOf(commands);
    refuseUnknownHelp(program, args);
    await program.parseAsync(args, { from: 'user' });
    process.exitCode = exitAfter((process.exitCode as Exit | undefined) ?? Exit.allSolved);
  } catch (error) {
    process.exitCode = await report(error);
  }
}
