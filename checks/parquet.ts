// npm run checks -- parquet --minutes 10
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

const flags = new Command('parquet')
  .description(
    'Writes Parquet files with puzzles among columns of all types by pyarrow, solves, tabulates and converts them, and ' +
      'compares the results with the files as pyarrow and DuckDB read them: all other columns are the same, value for value.',
  )
  .option('--minutes <n>', 'time after which no further files are written', Number, 1)
  .option('--seed <n>', 'seed of the first files; the next ones have the next seed', Number, 1)
  .option('--python <path>', 'a Python with the packages pyarrow and duckdb', 'python3')
  .parse()
  .opts<{ minutes: number; seed: number; python: string }>();

const SUDOKU = fileURLToPath(new URL('../bin/sudoku.js', import.meta.url));
const FILES = fileURLToPath(new URL('parquet/files.py', import.meta.url));

if (spawnSync(flags.python, ['-c', 'import duckdb, pyarrow']).status !== 0) {
  console.log(
    `skipped: expected ${flags.python} with pyarrow and duckdb, got none (pip install pyarrow duckdb)`,
  );
  process.exit();
}

/** Commands that write a Parquet file, by what the name of their result has before `.parquet`. */
const RESULTS: Readonly<Record<string, (path: string, out: string, threads: string) => string[]>> = {
  solved: (path, out, threads) => ['solve', path, '-o', out, '--concurrency', threads],
  table: (path, out, threads) => ['solve', path, '--output', 'parquet', '-o', out, '--concurrency', threads],
  converted: (path, out) => ['convert', path, out],
};

let files = 0;
let faults = 0;
const until = performance.now() + flags.minutes * 60_000;
for (let { seed } = flags; performance.now() < until; seed++) {
  const folder = mkdtempSync(join(tmpdir(), 'sudoku-parquet-'));
  run(flags.python, [FILES, 'write', folder, `${seed}`]);
  for (const name of readdirSync(folder)) {
    files++;
    for (const [kind, argumentsOf] of Object.entries(RESULTS)) {
      const path = join(folder, name);
      const args = argumentsOf(path, path.replace(/parquet$/, `${kind}.parquet`), `${1 + (files % 4)}`);
      const { status, stderr } = run(process.execPath, [SUDOKU, ...args, '--quiet']);
      // 1: rows without a puzzle
      if (status !== 0 && status !== 1) report(`${name}: sudoku ${args[0]} exits with ${status}: ${stderr}`);
    }
  }
  const { status, stdout, stderr } = run(flags.python, [FILES, 'compare', folder]);
  if (status !== 0) report(stderr);
  for (const line of stdout.split('\n')) if (line !== '') report(line);
  rmSync(folder, { recursive: true });

  function report(fault: string): void {
    faults++;
    console.error(`seed ${seed}, ${fault}`);
  }
}
console.log(JSON.stringify({ ...flags, files, faults }, null, 2));
process.exitCode = faults === 0 ? 0 : 1;

function run(program: string, args: readonly string[]) {
  return spawnSync(program, args, { encoding: 'utf8' });
}
