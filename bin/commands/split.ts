// `sudoku split`: divides a set so that no puzzle of one part is equivalent to one of another.
import type { Command } from 'commander';
import { UsageError } from '../cli/exit.ts';
import { choiceFlag, seedFlag } from '../cli/flags.ts';
import { addExamples, DocumentedFlag } from '../cli/help.ts';
import { addSetFlags, type SetFlags, setOptions } from '../sets/flags.ts';
import type { Part } from '../sets/strata.ts';

interface SplitFlags extends SetFlags {
  readonly parts: readonly Part[];
  readonly seed: number;
  readonly by: 'puzzle' | 'grid';
  readonly exact: boolean | undefined;
  readonly stratify: string | undefined;
}

const USAGE = 'names with shares that sum up to 1, such as train=0.9,test=0.1';
const NAME = /^[a-z0-9][\w-]{0,63}$/i;

export function addSplit(program: Command): void {
  const command = program
    .command('split')
    .description(
      'Divide a set into parts, such as for training and for tests: puzzles that symmetries make of one another stay together.',
    )
    .argument('[files...]', 'files of puzzles, or directories of files; - or none for standard input')
    .addOption(new DocumentedFlag('--parts <shares>', USAGE).argParser(partsIn).makeOptionMandatory())
    .addOption(seedFlag('another seed makes other parts'))
    .addOption(
      choiceFlag(
        '--by <what>',
        'what stays together: puzzles or solutions that are alike',
        ['puzzle', 'grid'],
        'puzzle',
      ),
    )
    .option('--exact', 'keep only equal puzzles together')
    .option(
      '--stratify <column>',
      'give each value of a column, or of minimal, er and the like, the same proportions; reads the files twice',
    )
    .requiredOption('-o, --out <directory>', 'directory for a file per part');
  addExamples(
    command,
    ['divide a set by solution', 'sudoku split --parts train=0.9,test=0.1 --by grid puzzles.csv -o sets/'],
    [
      'keep the ratings balanced',
      'sudoku split --parts train=0.8,test=0.2 --stratify rating puzzles.csv -o sets/',
    ],
  );
  addSetFlags(command).action(async (files: string[], flags: SplitFlags) => {
    const { parts, seed, by, exact, stratify } = flags;
    const { inputs, options } = setOptions(files, flags);
    const { split } = await import('../sets/split.ts');
    process.exitCode = await split(inputs, { ...options, parts, seed, by: exact ? 'exact' : by, stratify });
  });
}

function partsIn(text: string): Part[] {
  const parts = text.split(',').map((part) => {
    const [name = '', share = ''] = part.split('=');
    return {
      name,
      share: /^\d{0,9}(?:\.\d{0,15})?$/.test(share) && share !== '' ? Number(share) : Number.NaN,
    };
  });
  const sum = parts.reduce((total, { share }) => total + share, 0);
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  const areGood =
    parts.every(({ name, share }) => NAME.test(name) && share > 0) && names.size === parts.length;
  if (areGood && parts.length < 200 && Math.abs(sum - 1) < 1e-9) return parts;
  const got = areGood ? `a sum of ${Number(sum.toFixed(9))}` : JSON.stringify(text);
  throw new UsageError(`--parts: expected ${USAGE}, got ${got}`);
}
