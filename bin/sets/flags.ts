// Flags that all commands on sets have.
import type { Command } from 'commander';
import type { OptionName } from '../../core/options/options.ts';
import {
  addSolvingFlags,
  concurrencyFlag,
  concurrencyOf,
  quietFlag,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import type { SetOptions } from './read-sets.ts';

/** The options that decide how records are read. */
export const READING = [
  'variant',
  'boxes',
  'regions',
  'alphabet',
  'format',
  'puzzle',
  'ignore',
] as const satisfies readonly OptionName[];

/** Values of the flags that {@link addSetFlags} adds, and of `--budget`, which only some commands have. */
export interface SetFlags extends Pick<SolvingFlags, (typeof READING)[number] | 'budget'> {
  readonly out: string;
  readonly concurrency: number | undefined;
  readonly json?: boolean | undefined;
  readonly quiet: boolean | undefined;
}

/** Adds the flags of all commands on sets. @param out help of `--out`; undefined if the command has another one */
export function addSetFlags(command: Command, out?: string): Command {
  addSolvingFlags(command, READING);
  if (out !== undefined) command.option('-o, --out <path>', out, '-');
  return command
    .addOption(concurrencyFlag('threads'))
    .option('--json', 'print counts and problems as JSON Lines on standard error')
    .addOption(quietFlag());
}

export function setOptions(
  files: readonly string[],
  { out, concurrency, json = false, quiet = false, ...flags }: SetFlags,
): { readonly inputs: readonly string[]; readonly options: SetOptions } {
  const inputs = files.length > 0 ? files : ['-'];
  if (!quiet) announceTerminalInput(inputs);
  // other flags of the command may have the names of options
  const names = [...READING, 'budget'] as const;
  const given = solvingOptions(Object.fromEntries(names.map((name) => [name, flags[name]])));
  return { inputs, options: { given, out, concurrency: concurrencyOf({ concurrency }), json, quiet } };
}
