// npm run bench -- solver [FILE…] [--task unique|first|count|list] [--peer NAME=COMMAND]… [--json] …
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { compare, HEADER, tableRow } from './compare.ts';
import { chosenSolvers, type PeerFlags, withPeerOptions } from './peers/index.ts';
import { TASKS, type Task } from './peers/solver.ts';
import { type GeneratedSet, generatedSets, lopsidedSets, readSets } from './shared/puzzle-sets.ts';

interface Flags extends PeerFlags {
  readonly task: Task;
  readonly variant?: Variant;
  readonly json?: true;
  readonly rounds: number;
  readonly turnMs: number;
  readonly warmUpMs: number;
  readonly seed: number;
  readonly count: number;
}

const program = withPeerOptions(new Command('solver'))
  .description(
    'Times our solver and the installed peers in turn: processor time of one thread, without reading files.',
  )
  .argument('[files...]', 'puzzle files; without any, sets are generated from the seed')
  .addOption(
    new Option(
      '--task <task>',
      'prove uniqueness, stop at the first solution, count all, or list all in ascending order',
    )
      .choices(TASKS)
      .default('unique'),
  )
  .addOption(new Option('--variant <rules>', 'variant of the files').choices(['classic', 'x']))
  .option('--json', 'print JSON Lines: the machine, then the rows')
  .option('--rounds <n>', 'timed rounds, in each of which every solver has a turn', Number, 5)
  .option('--turn-ms <n>', 'length of a turn; a slow peer solves a sample of the set', Number, 500)
  .option('--warm-up-ms <n>', 'passes before the first timed one', Number, 500)
  .option('--seed <n>', 'seed of generated sets', Number, 1)
  .option('--count <n>', 'puzzles in each generated set', Number, 3000)
  .parse();

const flags = program.opts<Flags>();
// an Error is a mistake of the user and needs no stack; a TypeError and the like are bugs
process.on('uncaughtException', (error) => {
  program.error(error.constructor === Error ? `error: ${error.message}` : `${error.stack}`);
});
const solvers = await chosenSolvers(flags);
const machine = {
  version: projectVersion(),
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  system: `${type()} ${release()} ${process.arch}`,
  node: process.version,
  rounds: flags.rounds,
  solvers: solvers.map(({ name }) => name),
};
if (flags.json) {
  console.log(JSON.stringify({ machine }));
} else {
  console.log(
    `sudoku-batch ${machine.version}; ${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; ` +
      `one thread, processor time, ${flags.rounds} rounds in turn\n\n${HEADER}`,
  );
}
for await (const { set, task } of sets(program.args)) {
  for (const row of compare(set, solvers, task ?? flags.task, flags)) {
    console.log(flags.json ? JSON.stringify(row) : tableRow(row));
    if (row.wrong > 0) process.exitCode = 1;
  }
}

async function* sets(files: readonly string[]): AsyncGenerator<GeneratedSet> {
  if (files.length === 0) {
    yield* generatedSets(flags.seed, flags.count);
    for (const set of lopsidedSets(flags.seed, Math.ceil(flags.count / 3))) yield { set };
  }
  for (const file of files) for (const set of await readSets(file, flags.variant)) yield { set };
}

/** The package's version, and the commit in a clone. */
function projectVersion(): string {
  const root = new URL('..', import.meta.url).pathname;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
  try {
    return `${version} (${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()})`;
  } catch {
    return version;
  }
}
