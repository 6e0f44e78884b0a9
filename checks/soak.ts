// npm run checks -- soak --minutes N --seed S
import { Command } from 'commander';
import { LocalCloud } from '../local/cloud.ts';
import { FAULT_KINDS, type FaultKind, Faults } from '../local/faults/faults.ts';
import { readAssembly, synthesizedAssembly } from '../local/template/assembly.ts';
import { Random } from './shared/random.ts';
import type { Kind } from './soak/contents.ts';
import { soakRound } from './soak/round.ts';
import type { ChunkLine } from './soak/uploads.ts';

interface Flags {
  readonly minutes: number;
  readonly seed: number;
  readonly uploads: number;
  readonly large: readonly Kind[];
  readonly verbose?: true;
}

/** Factor by which visibility timeouts are shortened: half an hour becomes 30 seconds. */
const TIME_LAPSE = 60;

/** Longest time without progress in seconds: that of several visibility timeouts. */
const IDLE_SECONDS = 300;

/** Kinds of large files, one of which is added to each round. */
const LARGE: Kind[] = ['huge', 'hugeRecord', 'hugeGzip', 'hugeHard'];

const flags = new Command('soak')
  .description(
    'Uploads files of all kinds to the local cloud, under faults of all kinds, and checks every result.',
  )
  .option('--minutes <n>', 'time after which no further round is started', Number, 10)
  .option('--seed <n>', 'seed of files and faults', Number, 1)
  .option('--uploads <n>', 'keys per round', Number, 80)
  .option('--large <kinds...>', 'kinds of large files, of which each round has the next one', LARGE)
  .option('-v, --verbose', 'log errors that are retried')
  .parse()
  .opts<Flags>();

const lines: ChunkLine[] = [];
const faults = new Faults(flags.seed);
const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), {
  faults,
  timeLapse: TIME_LAPSE,
  onError: (error) => flags.verbose && console.error((error as Error).message),
  onLog: (line: string) => {
    if (line.includes('"range"')) lines.push(JSON.parse(line) as ChunkLine);
    if (flags.verbose && line.includes('"ERROR"')) console.error(line);
  },
});
const random = new Random(flags.seed);
const begin = performance.now();
const minutes = () => (performance.now() - begin) / 60_000;
let uploads = 0;
let bytes = 0;
let wrong = 0;
try {
  for (let round = 1; round === 1 || minutes() < flags.minutes; round++) {
    const large = [flags.large[(round - 1) % flags.large.length]!];
    const outcome = await soakRound(
      { cloud, faults, random, uploads: flags.uploads, large, lines, maxIdleSeconds: IDLE_SECONDS },
      round,
    );
    uploads += outcome.uploads;
    bytes += outcome.bytes;
    wrong += outcome.wrong.length;
    console.log(
      `${minutes().toFixed(1)} min, round ${round}: ${outcome.uploads} uploads, ${outcome.chunks} chunks solved ${outcome.chunkResults} times, ${outcome.wrong.length} wrong`,
    );
    for (const each of outcome.wrong) console.log(`  ${each}`);
  }
} finally {
  await cloud.close();
}

console.log(`\n${uploads} uploads, ${(bytes / 2 ** 20).toFixed()} MiB, ${wrong} wrong; seed ${flags.seed}\n`);
console.log('| fault | number | effect |\n| --- | --- | --- |');
for (const [kind, effect] of Object.entries(FAULT_KINDS)) {
  console.log(`| ${kind} | ${faults.counts[kind as FaultKind]} | ${effect} |`);
}
const [{ usage }] = cloud.functions as [(typeof cloud.functions)[number]];
console.log(
  `\n${usage.invocations} invocations, ${usage.errors} without a result, ${Math.ceil(usage.maxMemory)} MiB at most`,
);
process.exitCode = wrong === 0 ? 0 : 1;
