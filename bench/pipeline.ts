// npm run bench:pipeline -- [--puzzles N] [--files N] …
import { cpus } from 'node:os';
import { Command } from 'commander';
import { LocalCloud } from '../local/cloud.ts';
import { readAssembly } from '../local/template/assembly.ts';
import { synthesized } from '../local/template/synthesize.ts';
import { largeFile } from './pipeline/large-file.ts';
import { puzzleLines } from './pipeline/puzzle-lines.ts';
import { smallFiles } from './pipeline/small-files.ts';

interface Flags {
  readonly puzzles: number;
  readonly files: number;
  readonly rounds: number;
  readonly seed: number;
  readonly concurrency: number;
}

const flags = new Command('bench:pipeline')
  .description(
    'The deployed bundle in the local cloud: one large file against sudoku solve, and many small files.',
  )
  .option('--puzzles <n>', 'in the large file, one a line, easy 9x9', Number, 1_000_000)
  .option('--files <n>', 'of one puzzle each', Number, 10_000)
  .option('--rounds <n>', 'times that the large file is sent; the first starts cold', Number, 3)
  .option('--seed <n>', 'of the puzzles', Number, 1)
  .option('--concurrency <n>', 'functions at the same time and queue', Number, cpus().length)
  .parse()
  .opts<Flags>();

const cloud = await LocalCloud.start(readAssembly(await synthesized()), {
  concurrency: flags.concurrency,
  onError: (error) => console.error(error),
});
try {
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, Node ${process.version}\n`,
  );
  const puzzles = puzzleLines(flags.puzzles, flags.seed);
  console.log(`One file of ${flags.puzzles.toLocaleString('en')} puzzles\n`);
  console.log(
    '| round | sudoku solve, s | pipeline, s | ratio | requests of the function |\n| --- | --- | --- | --- | --- |',
  );
  for (const [i, { offline, pipeline, requests }] of (
    await largeFile(cloud, puzzles, flags.rounds)
  ).entries()) {
    const calls = Object.entries(requests).map(([operation, count]) => `${operation} ${count}`);
    const cells = [
      i + 1,
      offline.toFixed(2),
      pipeline.toFixed(2),
      (pipeline / offline).toFixed(2),
      calls.join(', '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }

  const seconds = await smallFiles(cloud, puzzleLines(flags.files, flags.seed), 'small');
  console.log(`\n${flags.files.toLocaleString('en')} files of one puzzle: ${seconds.toFixed(1)} s, `);
  console.log(`${Math.round(flags.files / seconds)} files/s, from the first upload to the last download\n`);

  const [{ usage }] = cloud.functions as [(typeof cloud.functions)[number]];
  console.log(`Function: ${usage.invocations} invocations, ${usage.errors} without a result,`);
  console.log(
    `${Math.ceil(usage.maxMemory)} MiB at most, cold starts ${usage.initDurations.map(Math.round).join(', ')} ms`,
  );
} finally {
  await cloud.close();
}
