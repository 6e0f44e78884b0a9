// npm run bench:large -- FILE… [--solver NAME=COMMAND]… [--solutions first] [--variant x] [--rounds N]
// Processor time tells more than the clock does on a shared machine. Linux only: it reads that of child processes from /proc.
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { faultsOf } from './check.ts';
import { MS_A_TICK } from './clock.ts';
import { type Contestant, limitOf, type Task } from './contestant.ts';
import { ours } from './contestants/engine.ts';
import { addSatSolver, installedSatSolvers } from './contestants/sat-solver.ts';
import { loadSets } from './load.ts';
import { median } from './median.ts';
import { type PuzzleSet, puzzleOf } from './puzzle-set.ts';

interface Flags {
  readonly solutions: Task;
  readonly variant?: Variant;
  readonly peers: boolean;
  readonly solver?: readonly Contestant[];
  readonly rounds: number;
}

const program = new Command('bench:large')
  .description('Processor time of our engine and of SAT solvers, puzzle by puzzle.')
  .argument('<files...>', 'puzzle files')
  .addOption(new Option('--solutions <task>', 'what to do').choices(['unique', 'first']).default('unique'))
  .addOption(new Option('--variant <rules>', 'of the files').choices(['classic', 'x']))
  .option(
    '--solver <name=command>',
    'any that reads DIMACS files; more than once for more. Otherwise cadical and kissat, if on PATH',
    addSatSolver,
  )
  .option('--rounds <n>', 'times that each puzzle is solved by each solver, in turn', Number, 1)
  .option('--no-peers', 'ours alone')
  .parse();
const flags = program.opts<Flags>();
const peers = flags.peers ? await installedSatSolvers(flags.solver) : [];

/** Of each contestant, ours first: its ms over all puzzles, a round each. */
const totals = [ours, ...peers].map(() => new Array<number>(flags.rounds).fill(0));
const ratios: number[] = [];
let warm = false;
const columns = [
  'puzzle',
  'ours, ms',
  'conflicts',
  ...peers.map(({ name }) => `${name}, ms`),
  'ratio',
  'answers',
];
console.log(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
for (const file of program.args) {
  for (const set of await loadSets(file, flags.variant)) {
    for (let i = 0; i < set.count; i++) {
      if (!warm) msOf(ours, onlyOne(set, i));
      warm = true;
      report(set.count > 1 ? `${set.name} ${i + 1}` : set.name, onlyOne(set, i));
    }
  }
}
console.log(`
total: ${[ours, ...peers].map(({ name }, i) => `${name} ${(median(totals[i]!) / 1000).toFixed(2)} s`).join(', ')}; medians of ${flags.rounds} rounds`);
if (peers.length > 0) {
  const [own, ...theirs] = totals;
  const shares = own!.map((ms, round) => ms / Math.min(...theirs.map((sums) => sums[round]!)));
  console.log(
    `of the best peer's total: ${spread(shares)}; of the best one, puzzle by puzzle: ${spread(ratios)} (ours with 1 ms more)`,
  );
}
console.log(`at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident`);

function report(name: string, set: PuzzleSet): void {
  const times: number[][] = totals.map(() => []);
  let said = '';
  let conflicts: number | undefined;
  for (let round = 0; round < flags.rounds; round++) {
    const truth = peers.map((peer, i) => {
      const { ms, run } = msOf(peer, set);
      times[i + 1]!.push(ms);
      totals[i + 1]![round]! += ms;
      return run.answers().counts;
    })[0];
    const { ms, run } = msOf(ours, set);
    times[0]!.push(ms);
    totals[0]![round]! += ms;
    const answers = run.answers();
    const { wrong, gaveUp } = faultsOf(set, answers, flags.solutions, truth);
    said = wrong ? 'wrong' : gaveUp ? 'given up' : `${answers.counts[0]}`;
    conflicts = answers.guesses?.[0];
  }
  const [own, ...theirs] = times.map(median);
  // a tick is the least that a peer's clock tells
  const ratio = (own! + 1) / Math.max(MS_A_TICK, Math.min(...theirs));
  if (peers.length > 0) ratios.push(ratio);
  const cells = [
    name,
    own!.toFixed(own! < 10 ? 2 : 0),
    conflicts ?? '',
    ...theirs.map((ms) => ms.toFixed(0)),
    peers.length > 0 ? ratio.toFixed(2) : '',
    said,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function msOf(contestant: Contestant, set: PuzzleSet) {
  const run = contestant.prepare(set, flags.solutions, limitOf(flags.solutions));
  const start = contestant.clock();
  run.pass();
  return { ms: contestant.clock() - start, run };
}

function onlyOne(set: PuzzleSet, i: number): PuzzleSet {
  return { ...set, count: 1, cells: puzzleOf(set, i) };
}

/** Median and range. */
function spread(values: readonly number[]): string {
  const of = (n: number) => n.toFixed(2);
  return `${of(median(values))} (${of(Math.min(...values))} to ${of(Math.max(...values))})`;
}
