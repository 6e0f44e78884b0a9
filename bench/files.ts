// npm run bench:files
import { cpus } from 'node:os';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { HEAD_BYTES, openFile, planFile, StreamSolver } from '../core/files/index.ts';
import { batchResult } from '../core/solver/engine.ts';
import { defaultBudget, engineFor } from '../core/solver/engines.ts';
import { generate } from '../core/solver/generate.ts';
import { geometry } from '../core/solver/geometry.ts';
import { FILES, LISTED, type MadeFile, type MadePuzzle } from './files/made-files.ts';
import { median } from './median.ts';

interface Flags {
  readonly rows: number;
  readonly rounds: number;
  readonly only?: string;
}

const PIECE_BYTES = 512 * 1024;
const into = new Uint8Array(PIECE_BYTES);
/** Different puzzles; longer files hold them again and again. */
const MAX_DIFFERENT = 20_000;
/** Puzzles of a turn at least: the clock of a thread may tick only every few milliseconds. */
const MIN_TURN = 500_000;
/** As results are compressed. */
const GZIP_LEVEL = 4;

const flags = new Command('bench:files')
  .description(
    'What reading and writing files cost beside solving them: one thread, processor time, in turns.',
  )
  .option('--rows <n>', 'puzzles of a file', Number, 100_000)
  .option('--rounds <n>', 'rounds, each of all files in turn', Number, 7)
  .option('--only <text>', 'files with this in their name')
  .parse()
  .opts<Flags>();

const shape = geometry(9);
const made: MadePuzzle[] = generate(shape, { seed: 1, clues: 32 })
  .take(Math.min(flags.rows, MAX_DIFFERENT))
  .map(({ cells, solution }) => ({ cells, puzzle: cells.join(''), solution: solution.join('') }))
  .toArray();
const batch = new Uint8Array(made.flatMap(({ cells }) => [...cells]));
const result = batchResult(shape, made.length);
const repeats = Math.ceil(flags.rows / made.length);
const puzzles = repeats * made.length;
/** Times that a file is solved in a turn. */
const times = Math.ceil(MIN_TURN / puzzles);

const files = FILES.filter(({ name }) => name.includes(flags.only ?? '')).map((file) => {
  const content = file.content(Array.from({ length: repeats }, () => made).flat());
  const bytes = new Uint8Array(file.isGzip ? gzipSync(content) : content); // slices of a Buffer are no copies
  return { ...file, bytes, shares: [] as number[], rates: [] as number[], zlib: [] as number[] };
});
const solvedLines = Buffer.from(
  made
    .map(({ solution }) => `${solution}\n`)
    .join('')
    .repeat(repeats),
);
const batchRates: number[] = [];
for (let round = 0; round <= flags.rounds; round++) {
  const solving = cpu(solveBatches);
  if (round > 0) batchRates.push((times * puzzles) / solving);
  for (const file of files) {
    const spent = await cpuOf(async () => {
      for (let i = 0; i < times; i++) await solveFile(file, file.bytes);
    });
    if (round === 0) continue; // to warm up
    file.shares.push(solving / spent);
    file.rates.push((times * puzzles) / spent);
    if (file.isGzip) file.zlib.push((cpu(() => codeOnly(file.bytes)) + solving) / spent);
  }
}

console.log(`${cpus()[0]?.model}, Node ${process.version}; ${puzzles.toLocaleString('en')} puzzles, medians of ${flags.rounds} rounds (range)
the batch alone: ${millions(median(batchRates))} M puzzles/s

| file | asked | share of the batch rate | M puzzles/s |
| --- | --- | --- | --- |`);
for (const { name, asked, shares, rates } of files) {
  console.log(`| ${name} | ${asked ?? ''} | ${spread(shares)} | ${millions(median(rates))} |`);
}
for (const { name, zlib } of files) {
  if (zlib.length > 0)
    console.log(`\n${name}: zlib and the batch, each alone, take ${spread(zlib)} of the time`);
}
if (!flags.only || LISTED.some(({ name }) => name.includes(flags.only!))) await listing();

/** Rows that come out where all solutions are asked for. */
async function listing(): Promise<void> {
  console.log('\n| all solutions | asked | M rows/s |\n| --- | --- | --- |');
  for (const file of LISTED) {
    const rates: number[] = [];
    for (let round = 0; round <= flags.rounds; round++) {
      let rows = 0;
      const spent = await cpuOf(async () => {
        rows = await solveFile(file, file.content([]));
      });
      if (round > 0) rates.push(rows / spent);
    }
    console.log(`| ${file.name} | ${file.asked} | ${spread(rates.map((rate) => rate / 1000))} |`);
  }
}

/** What zlib by itself does for a turn of a file: results are as long as puzzles. */
function codeOnly(file: Uint8Array): void {
  for (let i = 0; i < times; i++) {
    gunzipSync(file);
    gzipSync(solvedLines, { level: GZIP_LEVEL });
  }
}

function solveBatches(): void {
  const options = { mode: 'first', limit: 1, budget: defaultBudget(shape), deadline: Infinity } as const;
  for (let i = 0; i < times * repeats; i++) {
    engineFor(shape).solveBatch({ geometry: shape, count: made.length, cells: batch }, options, result);
  }
}

/** @returns solutions found */
async function solveFile({ given = {}, isGzip }: MadeFile, file: Uint8Array): Promise<number> {
  const head = file.subarray(0, HEAD_BYTES);
  const plan = planFile({ head, complete: head.length === file.length, name: '', given: [given] });
  const solver = isGzip ? new StreamSolver(plan) : openFile(plan);
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    const piece = file.subarray(at, at + PIECE_BYTES);
    into.set(piece); // what reading does
    const output = solver.take(into.subarray(0, piece.length));
    if (isGzip) for await (const _ of output);
    else for (const _ of output as Iterable<Uint8Array>);
  }
  if (isGzip) for await (const _ of solver.end());
  else for (const _ of solver.end() as Iterable<Uint8Array>);
  const { tally } = solver instanceof StreamSolver ? solver.solved : solver;
  return tally.solutions;
}

/** Milliseconds of processor time, of all threads: Node's zlib has threads of its own. */
function cpu(work: () => void): number {
  const since = process.cpuUsage();
  work();
  return milliseconds(process.cpuUsage(since));
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const since = process.cpuUsage();
  await work();
  return milliseconds(process.cpuUsage(since));
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function millions(perMillisecond: number): string {
  return (perMillisecond / 1000).toFixed(2);
}

function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
}
