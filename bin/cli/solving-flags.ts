import type { Command } from 'commander';
import type { PartialOptions } from '../../core/files/index.ts';
import { UsageError } from './exit.ts';

/** Values of the flags that {@link addSolvingFlags} adds, as given. */
export type SolvingFlags = Record<(typeof FLAGS)[number], string | boolean | undefined>;

const FLAGS = ['variant', 'solutions', 'limit', 'output', 'explain', 'alphabet', 'boxes', 'budget'] as const;

/** Adds the flags that say how to solve. What a file's own `#!` line says is stronger. */
export function addSolvingFlags(command: Command): Command {
  return command
    .option('--variant <name>', 'classic, or x: both diagonals hold every digit too')
    .option('--solutions <wanted>', 'first, unique (proves that there is one), count or all')
    .option('--limit <n>', 'how many solutions count and all go to (1000)')
    .option('--output <form>', 'same as the input, csv or jsonl')
    .option('--explain', 'tell in each row of jsonl how its puzzle can be solved, and how hard that is')
    .option('--alphabet <symbols>', 'digits of large grids, as 1-9A-G, 0-9A-F or A-P')
    .option('--boxes <RxC>', 'rows and columns of a box, as 2x3, where they are not square')
    .option('--budget <n>', 'guesses that a puzzle may cost before it counts as unsolved');
}

/** @throws UsageError that names the flag and what it takes */
export async function solvingOptions(flags: Partial<SolvingFlags>): Promise<PartialOptions> {
  const { OptionError, parseOptions } = await import('../../core/options/parse-options.ts');
  try {
    return parseOptions(
      FLAGS.map((name) => [name, flags[name]?.toString()]),
      'flags',
    );
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message.replace('flags: ', '--')) : error;
  }
}
