// npm run checks -- parquet --minutes 10
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runProgram, sudoku, temporaryFolder } from '../bench/shared/programs.ts';

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
  using folder = temporaryFolder();
  const report = (fault: string) => {
    faults++;
    console.error(`seed ${seed}, ${fault}`);
  };
  runProgram(flags.python, [FILES, 'write', folder.path, `${seed}`]);
  for (const name of readdirSync(folder.path)) {
    files++;
    for (const [kind, argumentsOf] of Object.entries(RESULTS)) {
      const path = join(folder.path, name);
      const args = argumentsOf(path, path.replace(/parquet$/, `${kind}.parquet`), `${1 + (files % 4)}`);
      try {
        // 1: rows without a puzzle
        sudoku([...args, '--quiet'], [0, 1]);
      } catch (error) {
        report(`${name}: ${(error as Error).message}`);
      }
    }
  }
  const { stdout } = runProgram(flags.python, [FILES, 'compare', folder.path]);
  for (const line of stdout.split('\n')) if (line !== '') report(line);
}
console.log(JSON.stringify({ ...flags, files, faults }, null, 2));
process.exitCode = faults === 0 ? 0 : 1;
