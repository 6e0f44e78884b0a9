// npm run bench -- large FILE… [--peer NAME=dimacs:COMMAND]… [--solutions first] [--variant x] [--rounds N]
// Linux only: it reads the processor time of child processes from /proc.
import { Command, Option } from 'commander';
import type { Variant } from '../core/options/options.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { ours } from './peers/engines.ts';
import { chosenSolvers, type PeerFlags, withPeerOptions } from './peers/index.ts';
import { faultsOf, limitOf, type Solver, type Task } from './peers/solver.ts';
import { tableHead, tableRow } from './shared/programs.ts';
import { type PuzzleSet, puzzleOf, readSets } from './shared/puzzle-sets.ts';
import { median, spreadText, TICK_MS } from './shared/timing.ts';

interface Flags extends PeerFlags {
  readonly solutions: Task;
  readonly variant?: Variant;
  readonly rounds: number;
}

const program = withPeerOptions(new Command('large'))
  .description('Compares the processor time of our engine and of SAT solvers, puzzle by puzzle.')
  .argument('<files...>', 'puzzle files')
  .addOption(
    new Option('--solutions <task>', 'prove uniqueness, or stop at the first solution')
      .choices(['unique', 'first'])
      .default('unique'),
  )
  .addOption(new Option('--variant <rules>', 'variant of the files').choices(['classic', 'x']))
  .option('--rounds <n>', 'how often each solver solves each puzzle, in turn', Number, 1)
  .parse();
const flags = program.opts<Flags>();
// only SAT solvers refuse 9x9 grids
const [, ...peers] = await chosenSolvers(flags, (solver) => solver === ours || !solver.accepts(geometry(9)));

/** Milliseconds over all puzzles, by solver (ours first) and round. */
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
console.log(tableHead(...columns));
for (const file of program.args) {
  for (const set of await readSets(file, flags.variant)) {
    for (let i = 0; i < set.count; i++) {
      if (!warm) timeOf(ours, onlyOne(set, i));
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
    `our time relative to the best peer: total ${spreadText(shares)}, puzzle by puzzle ${spreadText(ratios)} (with 1 ms added to ours)`,
  );
}
console.log(`at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB resident`);

function report(name: string, set: PuzzleSet): void {
  const times: number[][] = totals.map(() => []);
  let verdict = '';
  let conflicts: number | undefined;
  for (let round = 0; round < flags.rounds; round++) {
    const proven = peers.map((peer, i) => {
      const { ms, run } = timeOf(peer, set);
      times[i + 1]!.push(ms);
      totals[i + 1]![round]! += ms;
      return run.answers().counts;
    })[0];
    const { ms, run } = timeOf(ours, set);
    times[0]!.push(ms);
    totals[0]![round]! += ms;
    const answers = run.answers();
    const { wrong, gaveUp } = faultsOf(set, answers, flags.solutions, proven);
    if (wrong) process.exitCode = 1;
    verdict = wrong ? 'wrong' : gaveUp ? 'given up' : `${answers.counts[0]}`;
    conflicts = answers.guesses?.[0];
  }
  const [own, ...theirs] = times.map(median);
  // a peer's clock cannot measure less than a tick
  const ratio = (own! + 1) / Math.max(TICK_MS, Math.min(...theirs));
  if (peers.length > 0) ratios.push(ratio);
  const cells = [
    name,
    own!.toFixed(own! < 10 ? 2 : 0),
    conflicts ?? '',
    ...theirs.map((ms) => ms.toFixed(0)),
    peers.length > 0 ? ratio.toFixed(2) : '',
    verdict,
  ];
  console.log(tableRow(...cells));
}

function timeOf(solver: Solver, set: PuzzleSet) {
  const run = solver.prepare(set, flags.solutions, limitOf(flags.solutions));
  const start = solver.clock();
  run.pass();
  return { ms: solver.clock() - start, run };
}

function onlyOne(set: PuzzleSet, i: number): PuzzleSet {
  return { ...set, count: 1, cells: puzzleOf(set, i) };
}
