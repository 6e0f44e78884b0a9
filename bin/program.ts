import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { visible } from '../core/formats/shared/bytes.ts';
import project from '../package.json' with { type: 'json' };
import { Exit, exitOnOutputErrors, exitOnSignals, FailureError, UsageError } from './cli/exit.ts';
import { refuseEmptyPaths } from './cli/flags.ts';
import { printable } from './cli/terminal.ts';
import type { AddCommand } from './commands/index.ts';

/** The program with these commands. Throws CommanderError instead of ending the process. */
function program(commands: Iterable<AddCommand>): Command {
  const root = new Command('sudoku')
    .description('Solves files of sudoku puzzles: here, in an embedded cloud, or on AWS.')
    .version(project.version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(printable(text)) })
    .hook('preAction', (_, command) => refuseEmptyPaths(command))
    .showHelpAfterError('(--help shows all options)');
  for (const add of commands) add(root);
  return root;
}

/** Reports what ended a command and gives the exit code for it. */
function report(error: unknown): Exit {
  if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.allSolved : Exit.usage; // has printed itself
  if (error instanceof UsageError || error instanceof FailureError) {
    process.stderr.write(`sudoku: ${visible(error.message)}\n`);
    return error instanceof UsageError ? Exit.usage : Exit.failure;
  }
  process.stderr.write(`${printable(inspect(error))}\n`); // a defect: the stack is wanted
  return Exit.failure;
}

/** Does what the process was called for, with one of these commands; sets its exit code. */
export async function runProgram(commands: Iterable<AddCommand>): Promise<void> {
  exitOnSignals();
  exitOnOutputErrors();
  try {
    await program(commands).parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}
