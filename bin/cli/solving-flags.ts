import type { Command } from 'commander';
import { OptionError, optionFlags, parseOptions } from '../../core/options/option-text.ts';
import {
  OPTIONS,
  type OptionName,
  type OptionTable,
  type PartialOptions,
} from '../../core/options/options.ts';
import { UsageError } from './exit.ts';

/** Values of the flags that {@link addSolvingFlags} adds, as commander gives them. */
export type SolvingFlags = Partial<Record<OptionName, string | boolean>>;

/**
 * Adds the flags that say how to solve. What a file's own `#!` line says is stronger.
 * @param names those that the command takes; all of them unless given
 */
export function addSolvingFlags(
  command: Command,
  names?: readonly OptionName[],
  table: OptionTable = OPTIONS,
): Command {
  for (const { name, usage, help } of optionFlags(table)) {
    if (!names || (names as readonly string[]).includes(name)) command.option(usage, help);
  }
  return command;
}

/** The options among a command's flags. @throws UsageError that names the flag and what it takes */
export function solvingOptions(flags: SolvingFlags, table: OptionTable = OPTIONS): PartialOptions {
  try {
    const given = flags as Readonly<Record<string, string | boolean | undefined>>;
    const names = optionFlags(table).map(({ name }) => name);
    return parseOptions(
      names.map((name) => [name, given[name]?.toString()]),
      'flag',
      table,
    );
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message) : error;
  }
}
