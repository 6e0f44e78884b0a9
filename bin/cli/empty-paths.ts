import type { Command } from 'commander';
import { UsageError } from './exit.ts';

/** Placeholders of flags whose values are paths. */
const PATH_FLAG = /<(path|page|directory|puzzles)>$/;

/**
 * Refuses paths that are empty, as an unset variable of a shell leaves them: the system would call them missing files.
 * @throws UsageError that names the flag or the argument
 */
export function refuseEmptyPaths(command: Command): void {
  for (const option of command.options) {
    const isEmpty = command.getOptionValue(option.attributeName()) === '';
    if (isEmpty && PATH_FLAG.test(option.flags)) throw emptyPath(option.flags);
  }
  for (const [i, argument] of command.registeredArguments.entries()) {
    const given: unknown = command.processedArgs[i];
    if ([given].flat().includes('')) throw emptyPath(argument.name());
  }
}

function emptyPath(where: string): UsageError {
  return new UsageError(`${where}: expected a ${where === 'key' ? 'key' : 'path'}, got ""`);
}
