// npm run bench -- pipeline [--puzzles N] [--files N] …

import { availableParallelism, cpus } from 'node:os';
import { Command } from 'commander';
import { LocalCloud } from '../local/cloud.ts';
import { readAssembly, synthesizedAssembly } from '../local/template/assembly.ts';
import { compare, offlineSeconds, perChunk, smallFiles, throughPipeline } from './pipeline/files.ts';
import { puzzleLines } from './pipeline/puzzle-lines.ts';
import { RawClient } from './pipeline/raw-client.ts';
import { printStages } from './pipeline/stage-tables.ts';
import { stagesOf } from './pipeline/stages.ts';
import { spreadText } from './shared/timing.ts';

interface Flags {
  readonly puzzles: number;
  readonly files: number;
  readonly rounds: number;
  readonly profiles: number;
  readonly seed: number;
  readonly concurrency: number;
}

const flags = new Command('pipeline')
  .description(
    'Times the deployed bundle in the local cloud: one large file beside sudoku solve, where its time goes, and many small files.',
  )
  .option('--puzzles <n>', 'easy 9x9 puzzles in the large file', Number, 1_000_000)
  .option('--files <n>', 'small files, of one puzzle each', Number, 10_000)
  .option('--rounds <n>', 'how often the large file is sent; the first time starts cold', Number, 3)
  .option(
    '--profiles <n>',
    'how often it is sent again under a profiler; 0 for no table of stages',
    Number,
    4,
  )
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .option('--concurrency <n>', 'functions at the same time and queue', Number, availableParallelism())
  .parse()
  .opts<Flags>();

/** Maximum number of S3 requests per chunk: reading its range and its details, and listing the other chunks. */
const PER_CHUNK = { GetObject: 2, PutObject: 1, ListObjectsV2: 1, UploadPartCopy: 1 };

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const number = (value: number) => value.toLocaleString('en');

const puzzles = puzzleLines(flags.puzzles, flags.seed);
const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), {
  concurrency: flags.concurrency,
  onError: (error) => console.error(error),
});
const client = await RawClient.start(cloud.endpoint);
try {
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} processors, Node ${process.version}\n`,
  );
  row('round', 'sudoku solve, s', 'pipeline, s', 'ratio', 'processor time, s', 's', 'ratio', 'chunks', 'MiB');
  row(...Array<string>(9).fill('---'));
  const rounds = await compare(cloud, client, puzzles, flags.rounds);
  for (const [i, { offline, offlineMs, seconds, processorMs, chunks, memory }] of rounds.entries()) {
    const elapsed = [offline, seconds, seconds / offline];
    const processor = [offlineMs / 1000, processorMs / 1000, processorMs / offlineMs];
    row(i + 1, ...[...elapsed, ...processor].map((value) => value.toFixed(2)), chunks, memory);
  }
  const half = await throughPipeline(cloud, client, 'half.txt', puzzles.subarray(0, puzzles.length / 2));
  const requests = perChunk(rounds.at(-1)!, half);

  const before = await offlineSeconds(puzzles);
  const seconds = await smallFiles(cloud, client, puzzleLines(flags.files, flags.seed), 'small');
  const after = await offlineSeconds(puzzles);

  const [{ usage }] = cloud.functions as [(typeof cloud.functions)[number]];
  const ratios = rounds.map((round) => round.seconds / round.offline);
  console.log();
  row('measured', 'target', 'result');
  row('---', '---', '---');
  const large = `a file of ${number(flags.puzzles)} puzzles, times what sudoku solve takes`;
  row(large, 'at most 2.5', spreadText(ratios));
  row(
    'the same by processor time, client included',
    '',
    spreadText(rounds.map(({ processorMs, offlineMs }) => processorMs / offlineMs)),
  );
  row(
    `${number(flags.files)} files of one puzzle, files/s`,
    'at least 600',
    Math.round(flags.files / seconds),
  );
  row(
    'sudoku solve of the large file before and after those, s',
    '',
    `${before.toFixed(2)}, ${after.toFixed(2)}`,
  );
  row('peak memory of the function, MiB', 'under 512', Math.ceil(usage.maxMemory));
  for (const [operation, most] of Object.entries(PER_CHUNK)) {
    const is = requests === undefined ? 'too few puzzles' : (requests[operation] ?? 0);
    row(`${operation} per additional chunk`, `at most ${most}`, is);
  }
  const cold = usage.initDurations.map(Math.round).join(', ');
  console.log(`\n${usage.invocations} invocations, ${usage.errors} without a result; cold starts ${cold} ms`);
} finally {
  await client.close();
  await cloud.close();
}
if (flags.profiles > 0) printStages(await stagesOf(puzzles, flags.profiles, flags.concurrency));
