// npm run checks -- records --minutes N --seed S
import { Command } from 'commander';
import { ROOM } from '../core/files/block-reader.ts';
import { MAX_RECORD_BYTES } from '../core/kernel/constants.ts';
import { CODE_PATHS, faultOf } from './records/code-paths.ts';
import { encodedFault } from './records/encoded-results.ts';
import { mixedFile } from './records/mixed-files.ts';
import { fileWithLongLine, recordFile } from './records/record-files.ts';
import { Random } from './shared/random.ts';

interface Flags {
  readonly minutes: number;
  readonly seed: number;
  readonly path?: string[];
  readonly line?: number;
}

const flags = new Command('records')
  .description(
    'Solves files of records from one byte to several blocks, and of records of each format and kind, good and bad, with all ' +
      'outputs and facts: in one pass, in pieces, interrupted, in chunks, on many threads, piped and compressed. Compares each ' +
      'result with the result of solving each record by itself.',
  )
  .option('--minutes <n>', 'time after which no further file is started', Number, 10)
  .option('--seed <n>', 'seed of the first file; the next file has the next seed', Number, 1)
  .option('--path <names...>', `only these paths: ${Object.keys(CODE_PATHS).join('; ')}`)
  .option('--line <bytes>', 'only files of lines, with one line of this length', Number)
  .parse()
  .opts<Flags>();

const paths = Object.entries(CODE_PATHS).filter(
  ([name]) => flags.path === undefined || flags.path.includes(name),
);
if (paths.length === 0)
  throw new Error(`expected one of ${Object.keys(CODE_PATHS).join('; ')}, got ${flags.path?.join('; ')}`);

const sizes = { block: ROOM.block, limit: MAX_RECORD_BYTES };
const ENCODED = 'encoded results';
const faults = Object.fromEntries([...paths.map(([name]) => name), ENCODED].map((name) => [name, 0]));
let files = 0;
let answers = 0;
let bytes = 0;
const until = performance.now() + flags.minutes * 60_000;
for (let seed = flags.seed; performance.now() < until; seed++) {
  const random = new Random(seed);
  const isMixed = flags.line === undefined && random.chance(60);
  const file =
    flags.line !== undefined
      ? fileWithLongLine(random, flags.line)
      : isMixed
        ? mixedFile(random, random.pick([10, 100, 3000]))
        : recordFile(random, sizes);
  files++;
  bytes += file.bytes.length;
  if (isMixed && flags.path === undefined) {
    const fault = await encodedFault(random, 100);
    if (fault !== undefined) faults[ENCODED]!++;
    if (fault !== undefined) console.error(`seed ${seed}: ${fault}\n`);
  }
  for (const [name, path] of paths) {
    const fault = await faultOf(path, file, new Random(seed));
    answers += file.counts.puzzles;
    if (fault === undefined) continue;
    faults[name]!++;
    const options = JSON.stringify(file.given ?? {});
    console.error(
      `seed ${seed}, ${file.format}${file.ending}, ${options}, ${file.bytes.length} bytes, ${name}: ${fault}\n`,
    );
  }
}
console.log(
  JSON.stringify({ seed: flags.seed, minutes: flags.minutes, files, bytes, answers, faults }, null, 2),
);
process.exitCode = Object.values(faults).every((count) => count === 0) ? 0 : 1;
