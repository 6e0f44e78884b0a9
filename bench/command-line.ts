// npm run bench -- command-line [FILE] [--puzzles N] [--rounds N] [--families]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { easyPuzzles, LAYOUTS } from './file-layouts.ts';
import { ours } from './peers/engines.ts';
import { SUDOKU, sudoku, tableHead, tableRow, temporaryFolder } from './shared/programs.ts';
import { readSets } from './shared/puzzle-sets.ts';
import { childrenMs, machineText, median, ownMs, spreadText } from './shared/timing.ts';

const program = new Command('command-line')
  .description(
    'Compares the speed of sudoku solve with that of the bare engine on the same puzzles, in turns.',
  )
  .argument('[file]', 'puzzle file; without one, easy puzzles are generated')
  .option('--puzzles <n>', 'puzzles per round: those of the file, repeated', Number, 1_000_000)
  .option('--rounds <n>', 'timed rounds, after a warm-up', Number, 5)
  .option('--families', 'time one file of each family of formats instead, with one thread and with two')
  .parse();
const [file] = program.args;
const flags = program.opts<{ puzzles: number; rounds: number; families?: true }>();

/** Puzzles in the file that is repeated. */
const DIFFERENT = 5000;

/** Names in bench/file-layouts.ts: one layout of each family. */
const FAMILIES = [
  'lines',
  'csv: solutions given',
  'csv: solutions blank',
  'json lines: two members',
  'grids of nine lines',
];

using folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const result = path('out');
if (flags.families) timeFamilies();
else await timeBesideEngine();

async function timeBesideEngine(): Promise<void> {
  const [few, many, one] = [path('few.txt'), path('many.txt'), path('one.txt')];
  writeFileSync(few, file === undefined ? linesOf(easyPuzzles(DIFFERENT)) : readFileSync(file));
  const [set] = await readSets(few, undefined);
  if (!set) throw new Error(`expected puzzles in ${file}, got none`);
  const repeats = Math.ceil(flags.puzzles / set.count);
  writeFileSync(many, Buffer.concat(Array.from({ length: repeats }, () => readFileSync(few))));
  const puzzles = repeats * set.count;
  writeFileSync(one, readFileSync(few, 'utf8').split('\n', 1)[0]!);
  const engine = ours.prepare(set, 'first', 1);
  const timed = (name: string, run: () => void | Promise<void>, clock = childrenMs) => ({
    name,
    run,
    clock,
    seconds: [] as number[],
    /** processor time of all threads */
    busy: [] as number[],
  });
  const alone = timed(
    'engine alone, one thread',
    () => {
      for (let i = 0; i < repeats; i++) engine.pass();
    },
    ownMs,
  );
  const single = timed('sudoku solve --concurrency 1', () => solve(many, 1));
  const double = timed('sudoku solve --concurrency 2', () => solve(many, 2));
  const start = timed('start to first output', () => firstOutput(one));
  for (let round = 0; round <= flags.rounds; round++) {
    for (const { run, clock, seconds, busy } of [alone, single, double, start]) {
      // replacing a file takes time in some file systems
      rmSync(result, { force: true });
      const [begin, busyBegin] = [performance.now(), clock()];
      await run();
      if (round === 0) continue; // warm-up
      seconds.push((performance.now() - begin) / 1000);
      busy.push((clock() - busyBegin) / 1000);
    }
  }

  const rate = (seconds: readonly number[]) =>
    `${Math.round(puzzles / median(seconds)).toLocaleString('en')}/s`;
  console.log(`${machineText()}; medians of ${flags.rounds} rounds
${puzzles.toLocaleString('en')} puzzles, ${repeats} times ${set.count.toLocaleString('en')}
`);
  console.log(`${alone.name}: ${rate(alone.seconds)}`);
  for (const { name, seconds } of [single, double]) {
    console.log(
      `${name}: ${rate(seconds)}, relative to the engine ${spreadText(ratios(alone.seconds, seconds))}`,
    );
  }
  for (const { name, busy } of [single, double]) {
    console.log(
      `${name}: processor time ${spreadText(busy)} s, the engine alone ${spreadText(alone.busy)} s`,
    );
  }
  const ofEngine = puzzles >= 5_000_000 ? 0.85 : 0.75;
  const ms = start.seconds.map((s) => s * 1000);
  console.log(`
target: one thread at least ${ofEngine} of the engine: ${spreadText(ratios(alone.seconds, single.seconds))}
target: two threads at least 1.7 times one: ${spreadText(ratios(single.seconds, double.seconds))}
target: at most 60 ms to the first output: ${spreadText(ms, (value) => value.toFixed(0))}`);
}

/** Prints a table of the time of `sudoku solve` for a file of each family, from file to file, start included. */
function timeFamilies(): void {
  const different = easyPuzzles(flags.puzzles);
  const puzzles = Array.from({ length: Math.ceil(flags.puzzles / different.length) }, () => different).flat();
  const runs = LAYOUTS.filter(({ name }) => FAMILIES.includes(name)).flatMap((layout, i) => {
    const { name } = layout;
    const file = path(`${i}`);
    writeFileSync(file, layout.content(puzzles));
    const times = () => ({ seconds: [] as number[], busy: [] as number[] });
    return [1, 2].map((threads) => ({ name, file, threads, ...times() }));
  });
  for (let round = 0; round <= flags.rounds; round++) {
    for (const { file, threads, seconds, busy } of runs) {
      const [start, children] = [performance.now(), childrenMs()];
      solve(file, threads);
      if (round === 0) continue; // warm-up
      seconds.push((performance.now() - start) / 1000);
      busy.push((childrenMs() - children) / 1000);
    }
  }
  console.log(`${machineText()}; ${puzzles.length.toLocaleString('en')} puzzles per file, medians of ${flags.rounds} rounds in turn (range)

${tableHead('file', 'threads', 'seconds', 'processor seconds')}`);
  for (const { name, threads, seconds, busy } of runs)
    console.log(tableRow(name, threads, spreadText(seconds), spreadText(busy)));
}

/** How many times as fast the second is, round by round. */
function ratios(before: readonly number[], after: readonly number[]): number[] {
  return before.map((seconds, i) => seconds / after[i]!);
}

function solve(file: string, threads: number): void {
  sudoku(['solve', '-q', file, '--concurrency', String(threads), '-o', result]);
}

async function firstOutput(file: string): Promise<void> {
  const child = spawn(process.execPath, [SUDOKU, 'solve', '-q', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
}

function linesOf(puzzles: readonly { readonly puzzle: string }[]): string {
  return puzzles.map(({ puzzle }) => `${puzzle}\n`).join('');
}
