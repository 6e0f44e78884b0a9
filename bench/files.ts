// npm run bench -- files
import { gunzipSync, gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { HEAD_BYTES, openFile, openStored, planFile } from '../core/files/index.ts';
import { defaultBudget } from '../core/solver/engine/budget.ts';
import { batchResult } from '../core/solver/engine/engine.ts';
import { geometry } from '../core/solver/model/geometry.ts';
import { engineFor } from '../core/solver/solve/engines.ts';
import { easyPuzzles, type FileLayout, LAYOUTS, LISTINGS } from './file-layouts.ts';
import { machineText, median, spreadText, timed, timedAsync } from './shared/timing.ts';

interface Flags {
  readonly rows: number;
  readonly rounds: number;
  readonly only?: string;
}

const PIECE_BYTES = 512 * 1024;
const pieceBuffer = new Uint8Array(PIECE_BYTES);
/** Minimum puzzles in a turn: a thread's clock may tick only every few milliseconds. */
const MIN_TURN = 500_000;
/** The level at which results are compressed. */
const GZIP_LEVEL = 4;

const flags = new Command('files')
  .description(
    'Measures the cost of reading and writing files relative to solving: one thread, processor time, in turns.',
  )
  .option('--rows <n>', 'puzzles per file', Number, 100_000)
  .option('--rounds <n>', 'timed rounds, each of all files in turn', Number, 7)
  .option('--only <text>', 'only files with this text in their names')
  .parse()
  .opts<Flags>();

const shape = geometry(9);
const different = easyPuzzles(flags.rows);
const batch = new Uint8Array(different.flatMap(({ cells }) => [...cells]));
const result = batchResult(shape, different.length);
const repeats = Math.ceil(flags.rows / different.length);
const puzzles = repeats * different.length;
/** How often a file is solved in a turn. */
const times = Math.ceil(MIN_TURN / puzzles);

const files = LAYOUTS.filter(({ name }) => name.includes(flags.only ?? '')).map((file) => {
  const content = file.content(Array.from({ length: repeats }, () => different).flat());
  const bytes = new Uint8Array(file.isGzip ? gzipSync(content) : content); // a slice of a Buffer is not a copy
  return { ...file, bytes, shares: [] as number[], rates: [] as number[], zlib: [] as number[] };
});
const solvedLines = Buffer.from(
  different
    .map(({ solution }) => `${solution}\n`)
    .join('')
    .repeat(repeats),
);
const batchRates: number[] = [];
for (let round = 0; round <= flags.rounds; round++) {
  const solving = timed(solveBatches);
  if (round > 0) batchRates.push((times * puzzles) / solving);
  for (const file of files) {
    const spent = await timedAsync(async () => {
      for (let i = 0; i < times; i++) await solveFile(file, file.bytes);
    });
    if (round === 0) continue; // warm-up
    file.shares.push(solving / spent);
    file.rates.push((times * puzzles) / spent);
    if (file.isGzip) file.zlib.push((timed(() => compressOnly(file.bytes)) + solving) / spent);
  }
}

console.log(`${machineText()}; ${puzzles.toLocaleString('en')} puzzles, medians of ${flags.rounds} rounds (range)
the batch solver alone: ${millions(median(batchRates))} M puzzles/s

| file | target | share of the batch rate | M puzzles/s |
| --- | --- | --- | --- |`);
for (const { name, target, shares, rates } of files) {
  console.log(`| ${name} | ${target ?? ''} | ${spreadText(shares)} | ${millions(median(rates))} |`);
}
for (const { name, zlib } of files) {
  if (zlib.length > 0)
    console.log(`\n${name}: zlib alone and the batch alone together take ${spreadText(zlib)} of the time`);
}
if (!flags.only || LISTINGS.some(({ name }) => name.includes(flags.only!))) await printListings();

/** Prints the rate of output rows with `solutions=all`. */
async function printListings(): Promise<void> {
  console.log('\n| all solutions | target | M rows/s |\n| --- | --- | --- |');
  for (const file of LISTINGS) {
    const rates: number[] = [];
    for (let round = 0; round <= flags.rounds; round++) {
      let rows = 0;
      const spent = await timedAsync(async () => {
        rows = await solveFile(file, file.content([]));
      });
      if (round > 0) rates.push(rows / spent);
    }
    console.log(`| ${file.name} | ${file.target} | ${spreadText(rates.map((rate) => rate / 1000))} |`);
  }
}

/** The work of zlib in a turn of a file: results are as long as puzzles. */
function compressOnly(file: Uint8Array): void {
  for (let i = 0; i < times; i++) {
    gunzipSync(file);
    gzipSync(solvedLines, { level: GZIP_LEVEL });
  }
}

function solveBatches(): void {
  const options = { mode: 'first', limit: 1, budget: defaultBudget(shape), deadline: Infinity } as const;
  for (let i = 0; i < times * repeats; i++) {
    engineFor(shape).solveBatch({ geometry: shape, count: different.length, cells: batch }, options, result);
  }
}

/** @returns the number of solutions found */
async function solveFile({ given = {}, isGzip }: FileLayout, file: Uint8Array): Promise<number> {
  const head = file.subarray(0, HEAD_BYTES);
  const plan = planFile({ head, complete: head.length === file.length, name: '', given: [given] });
  const isEncoded = isGzip || given.output === 'parquet';
  const solver = isEncoded ? openStored(plan) : openFile(plan);
  for (let at = 0; at < file.length; at += PIECE_BYTES) {
    const piece = file.subarray(at, at + PIECE_BYTES);
    pieceBuffer.set(piece); // as reading from disk would
    const output = solver.take(pieceBuffer.subarray(0, piece.length));
    if (isEncoded) for await (const _ of output);
    else for (const _ of output as Iterable<Uint8Array>);
  }
  if (isEncoded) for await (const _ of solver.end());
  else for (const _ of solver.end() as Iterable<Uint8Array>);
  const { tally } = 'solved' in solver ? solver.solved : solver;
  return tally.solutions;
}

function millions(perMillisecond: number): string {
  return (perMillisecond / 1000).toFixed(2);
}
