// npm run bench -- [FILE…] [--json] [--solutions unique|first] …
import { cpus } from 'node:os';
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';

import { compare, type Row } from './compare.ts';
import type { Contestant, Task } from './contestant.ts';
import { CONTESTANTS } from './contestants/index.ts';
import { loadSets } from './load.ts';
import { madeSets } from './made-sets.ts';
import type { PuzzleSet } from './puzzle-set.ts';
import { HEADER, tableRow } from './table.ts';

interface Flags {
  readonly solutions: Task;
  readonly variant?: Variant;
  readonly json?: true;
  readonly passes: number;
  readonly passMs: number;
  readonly warmUpMs: number;
  readonly seed: number;
  readonly count: number;
  readonly peers: boolean;
}

const program = new Command('bench')
  .description(
    'Puzzles a second, one thread, of our solver and of peers where installed. Reading files is not timed.',
  )
  .argument('[files...]', 'puzzle files; without any, sets made from the seed')
  .addOption(
    new Option('--solutions <task>', 'prove uniqueness, or stop at the first')
      .choices(['unique', 'first'])
      .default('unique'),
  )
  .addOption(new Option('--variant <rules>', 'of the files').choices(['classic', 'x']))
  .option('--json', 'rows as NDJSON')
  .option('--passes <n>', 'timed passes over a set', Number, 5)
  .option(
    '--pass-ms <n>',
    'length of a pass of a peer; it gets a sample of the set if that takes longer',
    Number,
    500,
  )
  .option('--warm-up-ms <n>', 'passes before the first that counts', Number, 500)
  .option('--seed <n>', 'of the sets made', Number, 1)
  .option('--count <n>', 'puzzles of each set made', Number, 3000)
  .option('--no-peers', 'ours alone')
  .parse();

const flags = program.opts<Flags>();
const contestants = await installed(flags.peers ? CONTESTANTS : CONTESTANTS.slice(0, 1));
if (!flags.json) {
  const { version } = process;
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, Node ${version}, one thread, median of ${flags.passes} passes after warm-up\n\n${HEADER}`,
  );
}
for await (const set of sets(program.args)) {
  for (const row of compare(set, contestants, flags.solutions, flags)) print(row);
}

async function* sets(files: readonly string[]): AsyncGenerator<PuzzleSet> {
  if (files.length === 0) yield* madeSets(flags.seed, flags.count);
  for (const file of files) yield* await loadSets(file, flags.variant);
}

async function installed(all: readonly Contestant[]): Promise<Contestant[]> {
  const found: Contestant[] = [];
  for (const contestant of all) {
    if (await contestant.installed()) found.push(contestant);
    else console.error(`${contestant.name} is not installed`);
  }
  return found;
}

function print(row: Row): void {
  console.log(flags.json ? JSON.stringify(row) : tableRow(row));
}
