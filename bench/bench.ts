// npm run bench -- [FILE…] [--task unique|first|count|list] [--peer NAME=COMMAND]… [--json] …
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, type } from 'node:os';
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { compare } from './compare.ts';
import { type Contestant, TASKS, type Task } from './contestant.ts';
import { CONTESTANTS, withPeers } from './contestants/index.ts';
import { loadSets } from './load.ts';
import { type MadeSet, madeSets } from './made-sets.ts';
import { HEADER, tableRow } from './table.ts';

interface Flags {
  readonly task: Task;
  readonly variant?: Variant;
  readonly json?: true;
  readonly rounds: number;
  readonly turnMs: number;
  readonly warmUpMs: number;
  readonly seed: number;
  readonly count: number;
  readonly peer: readonly string[];
  readonly peers: boolean;
}

const program = new Command('bench')
  .description(
    'Processor time of our solver, one thread, and of peers where installed, in turn. Reading files is not timed.',
  )
  .argument('[files...]', 'puzzle files; without any, sets made from the seed')
  .addOption(
    new Option(
      '--task <task>',
      'prove uniqueness, stop at the first solution, count all, or list all in ascending order',
    )
      .choices(TASKS)
      .default('unique'),
  )
  .addOption(new Option('--variant <rules>', 'of the files').choices(['classic', 'x']))
  .option('--json', 'NDJSON: the machine, then the rows')
  .option('--rounds <n>', 'timed rounds, in each of which every solver has a turn', Number, 5)
  .option('--turn-ms <n>', 'length of a turn; a peer gets a sample of a set that takes longer', Number, 500)
  .option('--warm-up-ms <n>', 'passes before the first that counts', Number, 500)
  .option('--seed <n>', 'of the sets made', Number, 1)
  .option('--count <n>', 'puzzles of each set made', Number, 3000)
  .option(
    '--peer <name=command>',
    'one more solver: docs/solver.md has the protocol; more than once for more',
    (text: string, before: readonly string[]) => [...before, text],
    [],
  )
  .option('--no-peers', 'ours alone')
  .parse();

const flags = program.opts<Flags>();
if (!flags.peers && flags.peer.length > 0)
  program.error(`error: --no-peers leaves out --peer ${flags.peer[0]}`);
// what a user can mend is told without a stack; a TypeError and the like are faults of ours
process.on('uncaughtException', (error) => {
  program.error(error.constructor === Error ? `error: ${error.message}` : `${error.stack}`);
});
const contestants = flags.peers ? await installed(withPeers(flags.peer)) : CONTESTANTS.slice(0, 1);
const machine = {
  version: versionOfProject(),
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  system: `${type()} ${release()} ${process.arch}`,
  node: process.version,
  rounds: flags.rounds,
  solvers: contestants.map(({ name }) => name),
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
  for (const row of compare(set, contestants, task ?? flags.task, flags)) {
    console.log(flags.json ? JSON.stringify(row) : tableRow(row));
    if (row.wrong > 0) process.exitCode = 1;
  }
}

async function* sets(files: readonly string[]): AsyncGenerator<MadeSet> {
  if (files.length === 0) yield* madeSets(flags.seed, flags.count);
  for (const file of files) for (const set of await loadSets(file, flags.variant)) yield { set };
}

/** @throws Error if one that was asked for does not run */
async function installed(all: readonly Contestant[]): Promise<Contestant[]> {
  const asked = flags.peer.map((text) => text.slice(0, text.indexOf('=')));
  const found: Contestant[] = [];
  for (const contestant of all) {
    if (await contestant.installed()) found.push(contestant);
    else if (asked.includes(contestant.name))
      throw new Error(`${contestant.name} does not run, or does not end with 0 when asked for its --version`);
    else console.error(`${contestant.name} is not installed`);
  }
  return found;
}

/** The package's, and the commit where there is one. */
function versionOfProject(): string {
  const root = new URL('..', import.meta.url).pathname;
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
  try {
    return `${version} (${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()})`;
  } catch {
    return version;
  }
}
