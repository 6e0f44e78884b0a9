import type { Command } from 'commander';
import {
  addSolvingFlags,
  concurrencyFlag,
  concurrencyOf,
  type SolvingFlags,
  solvingOptions,
} from '../cli/flags.ts';
import { announceTerminalInput } from '../cli/paths.ts';
import type { SetOptions } from './read-sets.ts';

/** Values of the flags that {@link addSetFlags} adds. */
export interface SetFlags extends Pick<SolvingFlags, 'variant' | 'format'> {
  readonly out: string;
  readonly concurrency: number | undefined;
  readonly json: boolean | undefined;
  readonly quiet: boolean | undefined;
}

/** Adds the flags of all commands on sets. @param out help of `--out`; undefined if the command has another one */
export function addSetFlags(command: Command, out?: string): Command {
  addSolvingFlags(command, ['variant', 'format']);
  if (out !== undefined) command.option('-o, --out <path>', out, '-');
  return command
    .addOption(concurrencyFlag('threads'))
    .option('--json', 'print counts and problems as JSON Lines on standard error')
    .option('-q, --quiet', 'print nothing but errors');
}

export function setOptions(
  files: readonly string[],
  { variant, format, out, concurrency, json = false, quiet = false }: SetFlags,
): { readonly inputs: readonly string[]; readonly options: SetOptions } {
  const inputs = files.length > 0 ? files : ['-'];
  if (!quiet) announceTerminalInput(inputs);
  const given = solvingOptions({ ...(variant && { variant }), ...(format && { format }) });
  return { inputs, options: { given, out, concurrency: concurrencyOf({ concurrency }), json, quiet } };
}
