import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { OptionError, optionFlags, parseOptions } from '../../core/options/option-text.ts';
import {
  OPTIONS,
  type OptionName,
  type OptionTable,
  type PartialOptions,
} from '../../core/options/options.ts';
import { UsageError } from './exit.ts';

/** @throws UsageError if the value is given and is not a whole number in the range */
export function wholeNumber(
  flag: string,
  value: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(
    `${flag}: expected a whole number from ${least} to ${most}, got ${JSON.stringify(value)}`,
  );
}

const MAX_THREADS = 256;

/** The value of `--concurrency`, by default the number of processors. @throws UsageError */
export function concurrencyOf(
  { concurrency }: { readonly concurrency: string | undefined },
  most = MAX_THREADS,
): number {
  return wholeNumber('--concurrency', concurrency, 1, most) ?? availableParallelism();
}

/** Values of the flags that {@link addSolvingFlags} adds, as commander returns them. */
export type SolvingFlags = Partial<Record<OptionName, string | boolean>>;

/**
 * Adds the flags for the solving options. A file's own `#!` line overrides them.
 * @param names the options that the command takes @default all
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

/** The options among a command's flags. @throws UsageError that names the flag and its values */
export function solvingOptions(flags: SolvingFlags, table: OptionTable = OPTIONS): PartialOptions {
  try {
    const values = flags as Readonly<Record<string, string | boolean | undefined>>;
    const names = optionFlags(table).map(({ name }) => name);
    return parseOptions(
      names.map((name) => [name, values[name]?.toString()]),
      'flag',
      table,
    );
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message) : error;
  }
}

/** Placeholders of flags whose values are paths. */
const PATH_FLAG = /<(path|page|directory|puzzles)>$/;

/**
 * Refuses empty paths, as an unset shell variable produces them: the system would call them missing files.
 * @throws UsageError that names the flag or the argument
 */
export function refuseEmptyPaths(command: Command): void {
  for (const option of command.options) {
    const isEmpty = command.getOptionValue(option.attributeName()) === '';
    if (isEmpty && PATH_FLAG.test(option.flags)) throw emptyPath(option.flags);
  }
  for (const [i, argument] of command.registeredArguments.entries()) {
    const value: unknown = command.processedArgs[i];
    if ([value].flat().includes('')) throw emptyPath(argument.name());
  }
}

function emptyPath(where: string): UsageError {
  return new UsageError(`${where}: expected a ${where === 'key' ? 'key' : 'path'}, got ""`);
}
