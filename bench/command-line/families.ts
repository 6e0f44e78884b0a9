import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from '../../core/solver/generate.ts';
import { geometry } from '../../core/solver/geometry.ts';
import { childrenMs } from '../clock.ts';
import { FILES, type MadePuzzle } from '../files/made-files.ts';
import { median } from '../median.ts';

/** Of bench/files/made-files.ts: one of each family. */
const NAMES = [
  'lines as they are',
  'csv: solutions given',
  'csv: solutions blank',
  'json lines: two members',
  'grids of nine lines',
];
const THREADS = [1, 2];
/** Different puzzles, over and over. */
const MAX_DIFFERENT = 20_000;

/** Prints a table of what `sudoku solve` takes for files of each family, from file to file, the start included. */
export async function measureFamilies(script: string, wanted: number, rounds: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sudoku-bench-'));
  try {
    const made: MadePuzzle[] = generate(geometry(9), { seed: 1, clues: 32 })
      .take(Math.min(wanted, MAX_DIFFERENT))
      .map(({ cells, solution }) => ({ cells, puzzle: cells.join(''), solution: solution.join('') }))
      .toArray();
    const all = Array.from({ length: Math.ceil(wanted / made.length) }, () => made).flat();
    const runs = FILES.filter(({ name }) => NAMES.includes(name)).flatMap((file, i) => {
      const { name } = file;
      const path = join(directory, `${i}`);
      writeFileSync(path, file.content(all));
      return THREADS.map((threads) => ({
        name,
        path,
        threads,
        seconds: [] as number[],
        busy: [] as number[],
      }));
    });
    for (let round = 0; round <= rounds; round++) {
      for (const { path, threads, seconds, busy } of runs) {
        const [start, children] = [performance.now(), childrenMs()];
        const args = ['solve', '-q', path, '--concurrency', String(threads), '-o', join(directory, 'out')];
        spawnSync(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
        if (round === 0) continue; // to warm up
        seconds.push((performance.now() - start) / 1000);
        busy.push((childrenMs() - children) / 1000);
      }
    }
    console.log(`${cpus()[0]?.model}, ${cpus().length} threads, Node ${process.version}; ${all.length.toLocaleString('en')} puzzles a file, medians of ${rounds} rounds in turn (range)

| file | threads | seconds | processor seconds |
| --- | --- | --- | --- |`);
    for (const { name, threads, seconds, busy } of runs)
      console.log(`| ${name} | ${threads} | ${spread(seconds)} | ${spread(busy)} |`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function spread(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
}
