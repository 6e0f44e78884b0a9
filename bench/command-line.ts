// npm run bench:command-line -- [FILE] [--puzzles N] [--rounds N] [--families]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { generate } from '../core/solver/generate.ts';
import { geometry } from '../core/solver/geometry.ts';
import { childrenMs, ownMs } from './clock.ts';
import { measureFamilies } from './command-line/families.ts';
import { ours } from './contestants/engine.ts';
import { loadSets } from './load.ts';
import { median } from './median.ts';

const program = new Command('bench:command-line')
  .description('sudoku solve beside the bare engine on the same puzzles, in turns.')
  .argument('[file]', 'of puzzles; without one, easy ones are made')
  .option('--puzzles <n>', 'that a round solves: those of the file, over and over', Number, 1_000_000)
  .option('--rounds <n>', 'that count, after one to warm up', Number, 5)
  .option('--families', 'instead: files of each family of formats, at one thread and at two')
  .parse();
const [file] = program.args;
const flags = program.opts<{ puzzles: number; rounds: number; families?: true }>();
const SCRIPT = fileURLToPath(new URL('../bin/sudoku.js', import.meta.url));

if (flags.families) {
  await measureFamilies(SCRIPT, flags.puzzles, flags.rounds);
  process.exit();
}

const directory = mkdtempSync(join(tmpdir(), 'sudoku-bench-'));
process.on('exit', () => rmSync(directory, { recursive: true }));
const [few, many, one, result] = ['few.txt', 'many.txt', 'one.txt', 'out.txt'].map((name) =>
  join(directory, name),
) as [string, string, string, string];
writeFileSync(few, file === undefined ? easyPuzzles() : readFileSync(file));
const [set] = await loadSets(few, undefined);
if (!set) throw new Error(`expected puzzles in ${file}, got none`);
const repeats = Math.ceil(flags.puzzles / set.count);
writeFileSync(many, Buffer.concat(Array.from({ length: repeats }, () => readFileSync(few))));
const puzzles = repeats * set.count;
writeFileSync(one, readFileSync(few, 'utf8').split('\n', 1)[0]!);
const engine = ours.prepare(set, 'first', 1);

const measured = (name: string, run: () => Promise<void>) => ({
  name,
  run,
  seconds: [] as number[],
  /** of processor time, of all threads */
  busy: [] as number[],
});
const runs = [
  measured('engine alone, one thread', async () => solveBatches()),
  measured('sudoku solve --concurrency 1', () => solveFile(many, 1)),
  measured('sudoku solve --concurrency 2', () => solveFile(many, 2)),
  measured('start to first output', () => firstOutput(one)),
];
for (let round = 0; round <= flags.rounds; round++) {
  for (const { run, seconds, busy } of runs) {
    // a result that replaces another waits for what file systems do with both
    rmSync(result, { force: true });
    const [start, own, children] = [performance.now(), ownMs(), childrenMs()];
    await run();
    if (round === 0) continue; // to warm up
    seconds.push((performance.now() - start) / 1000);
    busy.push((run === runs[0]!.run ? ownMs() - own : childrenMs() - children) / 1000);
  }
}

console.log(`${cpus()[0]?.model}, ${cpus().length} threads, Node ${process.version}; medians of ${flags.rounds} rounds
${puzzles.toLocaleString('en')} puzzles, ${repeats} times ${set.count.toLocaleString('en')}
`);
const [alone, single, double, start] = runs;
console.log(`${alone!.name}: ${rate(median(alone!.seconds))}`);
for (const { name, seconds } of [single!, double!]) {
  console.log(`${name}: ${rate(median(seconds))}, of the engine ${spread(ratios(alone!.seconds, seconds))}`);
}
for (const { name, busy } of [single!, double!]) {
  console.log(`${name}: processor time ${spread(busy)} s, the engine alone ${spread(alone!.busy)} s`);
}
const ofEngine = puzzles >= 5_000_000 ? 0.85 : 0.75;
console.log(`
asked: one thread at least ${ofEngine} of the engine: ${spread(ratios(alone!.seconds, single!.seconds))}
asked: two threads at least 1.7 times one: ${spread(ratios(single!.seconds, double!.seconds))}
asked: at most 60 ms to the first output: ${spread(start!.seconds.map((s) => s * 1000))}`);

/** How many times as fast the second is, round by round. */
function ratios(before: readonly number[], after: readonly number[]): number[] {
  return before.map((seconds, i) => seconds / after[i]!);
}

function spread(values: readonly number[]): string {
  const digits = Math.max(...values) > 20 ? 0 : 2;
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

function rate(seconds: number): string {
  return `${Math.round(puzzles / seconds).toLocaleString('en')}/s`;
}

function solveBatches(): void {
  for (let i = 0; i < repeats; i++) engine.pass();
}

function solveFile(path: string, concurrency: number): Promise<void> {
  return sudoku('solve', '-q', path, '--concurrency', String(concurrency), '-o', result);
}

async function sudoku(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`expected exit code 0 of sudoku ${args.join(' ')}, got ${code}`);
}

async function firstOutput(path: string): Promise<void> {
  const child = spawn(process.execPath, [SCRIPT, 'solve', '-q', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
}

/** Puzzles of 32 clues, one a line. */
function easyPuzzles(): string {
  const made = generate(geometry(9), { seed: 1, clues: 32 });
  return Array.from({ length: 5000 }, () => `${made.next().value.cells.join('')}\n`).join('');
}
