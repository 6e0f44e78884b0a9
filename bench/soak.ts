// npm run soak -- --minutes N --seed S
import { Command } from 'commander';
import { LocalCloud } from '../local/cloud.ts';
import { FAULT_KINDS, type FaultKind, Faults } from '../local/faults/faults.ts';
import { readAssembly, synthesizedAssembly } from '../local/template/assembly.ts';
import type { Kind } from './soak/contents.ts';
import { Random } from './soak/random.ts';
import { soakRound } from './soak/soak.ts';

interface Flags {
  readonly minutes: number;
  readonly seed: number;
  readonly uploads: number;
  readonly verbose?: true;
}

/** Half an hour of visibility timeout becomes 30 seconds. */
const TIME_LAPSE = 60;

/** Seconds until a round must be over: five deliveries, with time to spare. */
const PATIENCE = 300;

/** Of these, each round has one more. */
const LARGE: readonly Kind[] = ['huge', 'hugeRecord', 'hugeGzip'];

const flags = new Command('soak')
  .description(
    'Files of all shapes through the local cloud under faults of all kinds; every result is checked.',
  )
  .option('--minutes <n>', 'until no further round is begun', Number, 10)
  .option('--seed <n>', 'of files and faults', Number, 1)
  .option('--uploads <n>', 'keys in a round', Number, 80)
  .option('-v, --verbose', 'tell what fails and is tried again')
  .parse()
  .opts<Flags>();

const faults = new Faults(flags.seed);
const cloud = await LocalCloud.start(readAssembly(await synthesizedAssembly()), {
  faults,
  timeLapse: TIME_LAPSE,
  onError: (error) => flags.verbose && console.error((error as Error).message),
  ...(flags.verbose && { onLog: (line: string) => line.includes('"ERROR"') && console.error(line) }),
});
const random = new Random(flags.seed);
const begin = performance.now();
const minutes = () => (performance.now() - begin) / 60_000;
let uploads = 0;
let bytes = 0;
let wrong = 0;
try {
  for (let round = 1; round === 1 || minutes() < flags.minutes; round++) {
    const large = [LARGE[(round - 1) % LARGE.length]!];
    const done = await soakRound(
      { cloud, faults, random, uploads: flags.uploads, large, patience: PATIENCE },
      round,
    );
    uploads += done.uploads;
    bytes += done.bytes;
    wrong += done.wrong.length;
    console.log(
      `${minutes().toFixed(1)} min, round ${round}: ${done.uploads} uploads, ${done.wrong.length} wrong`,
    );
    for (const each of done.wrong) console.log(`  ${each}`);
  }
} finally {
  await cloud.close();
}

console.log(`\n${uploads} uploads, ${(bytes / 2 ** 20).toFixed()} MiB, ${wrong} wrong; seed ${flags.seed}\n`);
console.log('| fault | times | what happens |\n| --- | --- | --- |');
for (const [kind, what] of Object.entries(FAULT_KINDS)) {
  console.log(`| ${kind} | ${faults.counts[kind as FaultKind]} | ${what} |`);
}
const [{ usage }] = cloud.functions as [(typeof cloud.functions)[number]];
console.log(
  `\n${usage.invocations} invocations, ${usage.errors} without a result, ${Math.ceil(usage.maxMemory)} MiB at most`,
);
process.exitCode = wrong === 0 ? 0 : 1;
