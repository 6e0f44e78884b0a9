// npm run bench:large -- FILE… [--solutions first] [--variant x]
// Processor time tells more than the clock does on a shared machine. Linux only: it reads that of child processes from /proc.
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';

import { faultsOf } from './check.ts';
import type { Contestant, Run, Task } from './contestant.ts';
import { cadical } from './contestants/cadical.ts';
import { ours } from './contestants/engine.ts';
import { loadSets } from './load.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

/** /proc gives times in hundredths of a second. */
const MS_A_TICK = 10;

const program = new Command('bench:large')
  .description('Processor time of our engine and of CaDiCaL, puzzle by puzzle.')
  .argument('<files...>', 'puzzle files')
  .addOption(new Option('--solutions <task>', 'what to do').choices(['unique', 'first']).default('unique'))
  .addOption(new Option('--variant <rules>', 'of the files').choices(['classic', 'x']))
  .option('--no-peers', 'ours alone')
  .parse();
const flags = program.opts<{ solutions: Task; variant?: Variant; peers: boolean }>();
const peer = flags.peers && (await cadical.installed()) ? cadical : undefined;

const totals = { ours: 0, theirs: 0 };
let warm = false;
console.log('| puzzle | ours, ms | conflicts | CaDiCaL, ms | answers |\n| --- | --- | --- | --- | --- |');
for (const file of program.args) {
  for (const set of await loadSets(file, flags.variant)) {
    for (let i = 0; i < set.count; i++) {
      if (!warm) measure(ours, onlyOne(set, i), ownMs);
      warm = true;
      report(set.count > 1 ? `${set.name} ${i + 1}` : set.name, onlyOne(set, i));
    }
  }
}
console.log(
  `\nours ${(totals.ours / 1000).toFixed(2)} s, CaDiCaL ${(totals.theirs / 1000).toFixed(2)} s; ` +
    `at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident`,
);

function report(name: string, set: PuzzleSet): void {
  const own = measure(ours, set, ownMs);
  const theirs = peer && measure(peer, set, childrenMs);
  totals.ours += own.ms;
  totals.theirs += theirs?.ms ?? 0;
  const answers = own.run.answers();
  const { wrong, gaveUp } = faultsOf(set, answers, flags.solutions, theirs?.run.answers().counts);
  const said = wrong ? 'wrong' : gaveUp ? 'given up' : `${answers.counts[0]}`;
  console.log(
    `| ${name} | ${own.ms.toFixed(2)} | ${answers.guesses?.[0] ?? ''} | ${theirs?.ms.toFixed(0) ?? ''} | ${said} |`,
  );
}

function measure(contestant: Contestant, set: PuzzleSet, clock: () => number): { ms: number; run: Run } {
  const run = contestant.prepare(set, flags.solutions);
  const start = clock();
  run.pass();
  return { ms: clock() - start, run };
}

function onlyOne(set: PuzzleSet, i: number): PuzzleSet {
  return { ...set, count: 1, cells: puzzleOf(set, i) };
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Of child processes that have ended. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * MS_A_TICK;
}
