import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { visible } from '../core/formats/shared/bytes.ts';
import project from '../package.json' with { type: 'json' };
import { Exit, exitOnOutputErrors, exitOnSignals, FailureError, UsageError } from './cli/exit.ts';
import { refuseEmptyPaths } from './cli/flags.ts';
import { printable } from './cli/terminal.ts';
import type { AddCommand } from './commands/index.ts';

/** The program with these commands. It throws CommanderError instead of ending the process. */
function program(commands: Iterable<AddCommand>): Command {
  const root = new Command('sudoku')
    .description('Solves files of sudoku puzzles: here, in a local cloud, or on AWS.')
    .version(project.version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(printable(text)) })
    .hook('preAction', (_, command) => refuseEmptyPaths(command))
    .showHelpAfterError('(--help shows all options)');
  for (const add of commands) add(root);
  return root;
}

/** Prints an error. @returns its exit code */
function report(error: unknown): Exit {
  if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.allSolved : Exit.usage; // commander has printed it
  if (error instanceof UsageError || error instanceof FailureError) {
    process.stderr.write(`sudoku: ${visible(error.message)}\n`);
    return error instanceof UsageError ? Exit.usage : Exit.failure;
  }
  process.stderr.write(`${printable(inspect(error))}\n`); // a defect, so the stack is printed, too
  return Exit.failure;
}

/** Runs the one of these commands that the process's arguments name, and sets the exit code. */
export async function runProgram(commands: Iterable<AddCommand>): Promise<void> {
  exitOnSignals();
  exitOnOutputErrors();
  try {
    await program(commands).parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}
