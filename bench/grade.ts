// npm run bench:grade -- FILE [--peer COMMAND] …: our grading against another program's, in turn, in processor time.
import { Command } from 'commander';
import { compareRatings } from './grade/agreement.ts';
import { ourRatings } from './grade/ours.ts';
import { peerRatings } from './grade/peer.ts';
import { readRated } from './grade/rated.ts';
import { median } from './median.ts';

interface Flags {
  readonly peer?: string;
  readonly rounds: number;
  readonly sample: number;
  readonly list: number;
}

const program = new Command('grade')
  .description(
    'Time and ratings of our grading, one thread. FILE has a puzzle a line, or a CSV row puzzle,er,ep,ed, which ratings ours are held against.',
  )
  .argument('<file>')
  .option(
    '--peer <command>',
    'a program that reads puzzles, one a line, from standard input and prints puzzle,er,ep,ed for each',
  )
  .option('--rounds <n>', 'passes of each, in turn', Number, 5)
  .option('--sample <n>', 'grade every nth puzzle', Number, 1)
  .option('--list <n>', 'differences to print', Number, 10)
  .parse();
const flags = program.opts<Flags>();

/** in milliseconds: what is not counted, and at least of processor time in a round */
const WARM_UP = 5000;
const TURN = 1500;

const puzzles = readRated(program.args[0]!).filter((_, i) => i % flags.sample === 0);
// V8 compiles what is hot for some seconds; the peer runs in one process a round, and warms up in it
const warmUp = performance.now();
console.log(`first pass, while code is compiled: ours ${rate(ourRatings(puzzles).ms)}`);
while (performance.now() < warmUp + WARM_UP) ourRatings(puzzles);
const ratios: number[] = [];
for (let round = 1; round <= flags.rounds; round++) {
  const ours = ourRound();
  console.log(
    `round ${round}: ours ${rate(ours.ms)}, slowest ${ours.slowest.ms.toFixed(1)} ms (${ours.slowest.puzzle})`,
  );
  if (round === 1) compareRatings(puzzles, ours.ratings, flags.list);
  if (flags.peer === undefined) continue;
  const theirs = peerRatings(flags.peer, puzzles);
  ratios.push(theirs.ms / ours.ms);
  console.log(`round ${round}: peer ${rate(theirs.ms)}, ratio ${ratios.at(-1)!.toFixed(1)}`);
  if (round === 1) compareRatings(theirs.ratings, ours.ratings, flags.list);
}
if (ratios.length > 0) {
  const sorted = ratios.toSorted((a, b) => a - b);
  console.log(
    `ratio: median ${median(sorted).toFixed(1)}, ${sorted[0]!.toFixed(1)} to ${sorted.at(-1)!.toFixed(1)}`,
  );
}

/** One pass, or the mean of several of a short list: the peer takes a hundred times as long, in which much else of the machine averages out. */
function ourRound(): ReturnType<typeof ourRatings> {
  const passes = [ourRatings(puzzles)];
  for (let ms = passes[0]!.ms; ms < TURN; ms += passes.at(-1)!.ms) passes.push(ourRatings(puzzles));
  const slowest = passes.map((pass) => pass.slowest).reduce((a, b) => (a.ms > b.ms ? a : b));
  return { ...passes[0]!, ms: passes.reduce((sum, { ms }) => sum + ms, 0) / passes.length, slowest };
}

function rate(ms: number): string {
  return `${ms.toFixed(0)} ms for ${puzzles.length} puzzles, ${((puzzles.length * 1000) / ms).toFixed(0)}/s`;
}
