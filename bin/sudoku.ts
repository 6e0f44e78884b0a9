import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { visible } from '../core/formats/shared/bytes.ts';
import project from '../package.json' with { type: 'json' };
import { refuseEmptyPaths } from './cli/empty-paths.ts';
import { Exit, FailureError, UsageError } from './cli/exit.ts';
import { endWithOutput } from './cli/standard-streams.ts';
import { COMMANDS } from './commands/index.ts';

/**
 * The program with the command that is named first, or with all of them where none is: to set up the flags of all takes
 * some milliseconds. Throws CommanderError instead of ending the process.
 */
function program(first = ''): Command {
  const root = new Command('sudoku')
    .description('Solves files of sudoku puzzles: here, in an embedded cloud, or on AWS.')
    .version(project.version)
    .exitOverride()
    .hook('preAction', (_, command) => refuseEmptyPaths(command))
    .showHelpAfterError('(--help shows all options)');
  const named = COMMANDS.get(first);
  for (const add of named ? [named] : COMMANDS.values()) add(root);
  return root;
}

/** Reports what ended a command and gives the exit code for it. */
function report(error: unknown): Exit {
  if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.allSolved : Exit.usage; // has printed itself
  if (error instanceof UsageError || error instanceof FailureError) {
    process.stderr.write(`sudoku: ${visible(error.message)}\n`);
    return error instanceof UsageError ? Exit.usage : Exit.failure;
  }
  process.stderr.write(`${inspect(error)}\n`); // a defect: the stack is wanted
  return Exit.failure;
}

endWithOutput();
try {
  await program(process.argv[2]).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
