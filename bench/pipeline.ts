// npm run bench -- pipeline [--puzzles N] [--files N] …

import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { BenchPipeline, offlineSeconds, perChunk } from './pipeline/files.ts';
import { puzzleLines } from './pipeline/puzzle-lines.ts';
import { tableHead, tableRow } from './shared/programs.ts';
import { machineText, median, spreadText } from './shared/timing.ts';

interface Flags {
  readonly puzzles: number;
  readonly files: number;
  readonly rounds: number;
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
  .option('--seed <n>', 'seed of the puzzles', Number, 1)
  .option('--concurrency <n>', 'functions at the same time and queue', Number, availableParallelism())
  .parse()
  .opts<Flags>();

/** Maximum number of S3 requests per chunk: reading its range and its details, and listing the other chunks. */
const PER_CHUNK = { GetObject: 2, PutObject: 1, ListObjectsV2: 1, UploadPartCopy: 1 };

const row = (...cells: (string | number)[]) => console.log(tableRow(...cells));
const number = (value: number) => value.toLocaleString('en');

const puzzles = puzzleLines(flags.puzzles, flags.seed);
await using pipeline = await BenchPipeline.start(flags.concurrency);
console.log(`${machineText()}\n`);
console.log(
  tableHead(
    'round',
    'sudoku solve, s',
    'pipeline, s',
    'ratio',
    'processor time, s',
    's',
    'ratio',
    'of the function, s',
    'chunks',
    'MiB',
  ),
);
const rounds = await pipeline.compare(puzzles, flags.rounds);
for (const [i, { offline, offlineMs, seconds, processorMs, functionMs, report }] of rounds.entries()) {
  const elapsed = [offline, seconds, seconds / offline];
  const processor = [offlineMs / 1000, processorMs / 1000, processorMs / offlineMs];
  const times = [...elapsed, ...processor, functionMs / 1000].map((value) => value.toFixed(2));
  row(i + 1, ...times, report.chunks, report.peakMemoryMiB);
}
const half = await pipeline.send('half.txt', puzzles.subarray(0, puzzles.length / 2));
const requests = perChunk(rounds.at(-1)!, half);

const before = await offlineSeconds(puzzles);
const small = await pipeline.sendLines(puzzleLines(flags.files, flags.seed), 'small');
const after = await offlineSeconds(puzzles);

const { usage } = pipeline;
console.log(`\n${tableHead('measured', 'target', 'result')}`);
const large = `a file of ${number(flags.puzzles)} puzzles, times what sudoku solve takes: processor time`;
const ofFunction = rounds.slice(1).map(({ functionMs, offlineMs }) => functionMs / offlineMs);
row(`${large} of the function, warm`, 'at most 1.2', ofFunction.length > 0 ? spreadText(ofFunction) : '');
const ofAll = rounds.map(({ processorMs, offlineMs }) => processorMs / offlineMs);
row('the same with the local cloud and the client', '', spreadText(ofAll));
row('by the clock', '', spreadText(rounds.map((round) => round.seconds / round.offline)));
const files = `${number(flags.files)} files of one puzzle`;
row(`${files}, ms of processor time of the function each`, '', (small.functionMs / flags.files).toFixed(2));
row(`${files}, files/s`, 'at least 600', Math.round(flags.files / small.seconds));
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

console.log(`\n${tableHead('phase of the large file', 'first time, s', 'later times, s')}`);
const [cold, ...warm] = rounds.map(({ phases }) => phases);
for (const [i, { name, seconds: first }] of cold?.entries() ?? []) {
  const later = warm.flatMap((phases) => phases?.[i]?.seconds ?? []);
  row(name, first.toFixed(3), later.length > 0 ? median(later).toFixed(3) : '');
}
const starts = usage.initDurations.map(Math.round).join(', ');
console.log(`\n${usage.invocations} invocations, ${usage.errors} without a result; cold starts ${starts} ms`);
