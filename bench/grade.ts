// npm run bench -- grade FILE [--peer COMMAND]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text as textOf } from 'node:stream/consumers';
import { Command } from 'commander';
import { gradeGivens } from '../core/solver/grade/grade.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { milliseconds, ownMs, spreadText } from './shared/timing.ts';

interface Flags {
  readonly peer?: string;
  readonly rounds: number;
  readonly sample: number;
  readonly list: number;
}

const program = new Command('grade')
  .description(
    'Times our grading, one thread, and compares ratings. Each line of FILE is a puzzle, or a CSV row puzzle,er,ep,ed with the expected ratings.',
  )
  .argument('<file>')
  .option(
    '--peer <command>',
    'program that reads puzzles, one per line, from standard input and prints puzzle,er,ep,ed for each',
  )
  .option('--rounds <n>', 'timed rounds, in turn', Number, 5)
  .option('--sample <n>', 'grade every nth puzzle', Number, 1)
  .option('--list <n>', 'number of differences to print', Number, 10)
  .parse();
const flags = program.opts<Flags>();

/** Processor time of the passes before the first round, in milliseconds. */
const WARM_UP_MS = 5000;
/** The peer warms up with one puzzle out of this many. */
const PEER_WARM_UP = 20;
/** Minimum processor time of a round, in milliseconds. */
const TURN_MS = 1500;

/** Bands of the expected rating: name, above, up to. */
const BANDS = [
  ['up to 2.8', 0, 2.8],
  ['up to 6.2', 2.8, 6.2],
  ['up to 7.0', 6.2, 7.0],
  ['up to 8.4', 7.0, 8.4],
  ['up to 9.0', 8.4, 9.0],
  ['above 9.0', 9.0, Number.POSITIVE_INFINITY],
] as const;

const puzzles = readRated(program.args[0]!).filter((_, i) => i % flags.sample === 0);
// V8 takes some seconds to compile the hot code
const warmUp = ownMs();
console.log(`first pass, while V8 compiles: ours ${rate(ourRatings(puzzles).ms)}`);
while (ownMs() < warmUp + WARM_UP_MS) ourRatings(puzzles);
const ratios: number[] = [];
const bandRatios = BANDS.map((): number[] => []);
for (let round = 1; round <= flags.rounds; round++) {
  const ours = ourRound();
  console.log(
    `round ${round}: ours ${rate(ours.ms)}, slowest ${ours.slowest.ms.toFixed(1)} ms (${ours.slowest.puzzle})`,
  );
  if (round === 1) compareRatings(puzzles, ours.ratings, flags.list);
  if (flags.peer === undefined) continue;
  const theirs = await warmPeerRatings(flags.peer, puzzles);
  ratios.push(theirs.ms / ours.ms);
  console.log(`round ${round}: peer ${rate(theirs.ms)}, ratio ${ratios.at(-1)!.toFixed(1)}`);
  if (round === 1) compareRatings(theirs.ratings, ours.ratings, flags.list);
  for (const [band, [, above, most]] of BANDS.entries()) {
    const isIn = ({ er }: Rated) => Number(er) > above && Number(er) <= most;
    const share = ({ elapsed }: Pass) => {
      const sum = (part: readonly number[]) => part.reduce((total, ms) => total + ms, 0);
      return sum(elapsed.filter((_, i) => isIn(theirs.ratings[i]!))) / sum(elapsed);
    };
    if (theirs.ratings.some(isIn))
      bandRatios[band]!.push((theirs.ms * share(theirs)) / (ours.ms * share(ours)));
  }
}
if (ratios.length > 0) {
  const text = (values: readonly number[]) => spreadText(values, (ratio) => ratio.toFixed(1));
  console.log(`ratio: median (range) ${text(ratios)}`);
  for (const [band, [name]] of BANDS.entries())
    if (bandRatios[band]!.length > 0) console.log(`  ${name}: ${text(bandRatios[band]!)}`);
}

/** Ratings of all puzzles, with the processor time in milliseconds, and the time that passed for each. */
interface Pass {
  readonly ratings: readonly Rated[];
  readonly ms: number;
  /** the shares of the bands are taken from these, as processor time cannot be read for single puzzles */
  readonly elapsed: readonly number[];
}

/** One pass; for a short list, the mean of several passes, which averages out other work of the machine. */
function ourRound(): ReturnType<typeof ourRatings> {
  const passes = [ourRatings(puzzles)];
  for (let ms = passes[0]!.ms; ms < TURN_MS; ms += passes.at(-1)!.ms) passes.push(ourRatings(puzzles));
  const slowest = passes.map((pass) => pass.slowest).reduce((a, b) => (a.ms > b.ms ? a : b));
  return { ...passes[0]!, ms: passes.reduce((sum, { ms }) => sum + ms, 0) / passes.length, slowest };
}

function rate(ms: number): string {
  return `${ms.toFixed(0)} ms for ${puzzles.length} puzzles, ${((puzzles.length * 1000) / ms).toFixed(0)}/s`;
}

function ourRatings(puzzles: readonly Rated[]): Pass & { slowest: { ms: number; puzzle: string } } {
  const classic = geometry(9);
  const grids = puzzles.map(({ puzzle }) =>
    Uint8Array.from(puzzle, (c) => (c >= '1' && c <= '9' ? Number(c) : 0)),
  );
  const ratings: Rated[] = [];
  const elapsed: number[] = [];
  let slowest = { ms: 0, puzzle: '' };
  const start = process.cpuUsage();
  for (const [i, grid] of grids.entries()) {
    const began = performance.now();
    const { status, er, ep, ed } = gradeGivens(classic, grid);
    const ms = performance.now() - began;
    elapsed.push(ms);
    if (er < 9 && ms > slowest.ms) slowest = { ms, puzzle: puzzles[i]!.puzzle };
    ratings.push({
      puzzle: puzzles[i]!.puzzle,
      er: status === 'graded' ? er.toFixed(1) : status,
      ep: ep.toFixed(1),
      ed: ed.toFixed(1),
    });
  }
  return { ratings, ms: milliseconds(process.cpuUsage(start)), elapsed, slowest };
}

/** A peer's ratings, and its processor time without its start: it grades some puzzles first, and the time that they take alone is subtracted. */
async function warmPeerRatings(command: string, puzzles: readonly Rated[]): Promise<Pass> {
  const first = puzzles.filter((_, i) => i % PEER_WARM_UP === 0);
  const start = await peerRatings(command, first);
  const all = await peerRatings(command, [...first, ...puzzles]);
  return {
    ratings: all.ratings.slice(first.length),
    ms: all.ms - start.ms,
    elapsed: all.elapsed.slice(first.length),
  };
}

/** A peer's ratings, and its processor time, all threads and its start included. */
async function peerRatings(command: string, puzzles: readonly Rated[]): Promise<Pass> {
  // the shell prints the processor time of its children at the end
  const peer = spawn('sh', ['-c', `{ ${command}; } && times >&2`], { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = textOf(peer.stderr);
  peer.stdin.end(puzzles.map(({ puzzle }) => `${puzzle}\n`).join(''));
  const lines: string[] = [];
  const elapsed: number[] = [];
  let before = performance.now();
  for await (const line of createInterface({ input: peer.stdout })) {
    const now = performance.now();
    lines.push(line);
    elapsed.push(now - before);
    before = now;
  }
  const stderr = await errors;
  const times = stderr
    .trim()
    .split('\n')
    .at(-1)
    ?.match(/(\d+)m([\d.]+)s (\d+)m([\d.]+)s/);
  if (!times) throw new Error(`expected the peer to exit with 0, got: ${stderr}`);
  const ratings = parseRated(lines.join('\n'));
  if (ratings.length !== puzzles.length || lines.length !== puzzles.length) {
    throw new Error(
      `expected a line for each of ${puzzles.length} puzzles, got ${lines.length}: ${lines[0]}`,
    );
  }
  const [userMinutes, user, systemMinutes, system] = times.slice(1).map(Number);
  const seconds = (userMinutes! + systemMinutes!) * 60 + user! + system!;
  return { ratings, ms: seconds * 1000, elapsed };
}

/** Prints the share of equal ratings, by band of the expected rating, and the first differences. */
function compareRatings(expected: readonly Rated[], got: readonly Rated[], list: number): void {
  const rated = expected.flatMap((row, i) => (row.er === undefined ? [] : [{ row, mine: got[i]! }]));
  for (const [name, above, most] of BANDS) {
    const band = rated.filter(({ row }) => Number(row.er) > above && Number(row.er) <= most);
    if (band.length === 0) continue;
    const equal = (key: 'er' | 'ep' | 'ed') => {
      const count = band.filter(({ row, mine }) => Number(row[key]) === Number(mine[key])).length;
      return `${key} ${count} (${((count / band.length) * 100).toFixed(2)} %)`;
    };
    console.log(`  ${name}: of ${band.length} equal ${equal('er')}, ${equal('ep')}, ${equal('ed')}`);
  }
  const text = ({ er, ep, ed }: Rated) =>
    `${Number(er).toFixed(1)}/${Number(ep).toFixed(1)}/${Number(ed).toFixed(1)}`;
  const differing = rated.filter(({ row, mine }) => text(row) !== text(mine));
  for (const { row, mine } of differing.slice(0, list)) {
    console.log(
      `  ${row.puzzle}: expected ${row.er}/${row.ep}/${row.ed}, got ${mine.er}/${mine.ep}/${mine.ed}`,
    );
  }
}

/** A puzzle and its ratings, as text with one decimal. */
interface Rated {
  readonly puzzle: string;
  readonly er?: string;
  readonly ep?: string;
  readonly ed?: string;
}

/** Reads lines `puzzle` or `puzzle,er,ep,ed`; other lines, such as a header, are skipped. */
function readRated(path: string): Rated[] {
  return parseRated(readFileSync(path, 'utf8'));
}

function parseRated(text: string): Rated[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(','))
    .filter(([puzzle]) => puzzle?.length === 81)
    .map(([puzzle, er, ep, ed]) => ({ puzzle: puzzle!, er, ep, ed }));
}
