// npm run fuzz:records -- --minutes N --seed S: records of every length, on every way through the code
import { Command } from 'commander';
import { ROOM } from '../core/formats/record-buffer.ts';
import { MAX_RECORD_BYTES } from '../core/formats/shared/format.ts';
import { fileWithLongLine, recordFile } from './records/record-files.ts';
import { faultOf, WAYS } from './records/ways.ts';
import { Random } from './soak/random.ts';

interface Flags {
  readonly minutes: number;
  readonly seed: number;
  readonly way?: string[];
  readonly line?: number;
}

const flags = new Command('records')
  .description(
    'Files of records from one byte to several blocks, solved whole, in pieces, interrupted, in chunks, on many ' +
      'threads, piped and compressed. Each result is compared with each record solved by itself. Ends with 1 if one differs.',
  )
  .option('--minutes <n>', 'until no further file is begun', Number, 10)
  .option('--seed <n>', 'of the first file; each next file has the next seed', Number, 1)
  .option('--way <names...>', `only these: ${Object.keys(WAYS).join('; ')}`)
  .option('--line <bytes>', 'of files of lines with one line of this length, instead of all lengths', Number)
  .parse()
  .opts<Flags>();

const ways = Object.entries(WAYS).filter(([name]) => flags.way === undefined || flags.way.includes(name));
if (ways.length === 0)
  throw new Error(`expected one of ${Object.keys(WAYS).join('; ')}, got ${flags.way?.join('; ')}`);

const sizes = { block: ROOM.block, limit: MAX_RECORD_BYTES };
const faults = Object.fromEntries(ways.map(([name]) => [name, 0]));
let files = 0;
let bytes = 0;
const until = performance.now() + flags.minutes * 60_000;
for (let seed = flags.seed; performance.now() < until; seed++) {
  const random = new Random(seed);
  const file = flags.line === undefined ? recordFile(random, sizes) : fileWithLongLine(random, flags.line);
  files++;
  bytes += file.bytes.length;
  for (const [name, way] of ways) {
    const fault = await faultOf(way, file, new Random(seed));
    if (fault === undefined) continue;
    faults[name]!++;
    console.error(`seed ${seed}, ${file.ending}, ${file.bytes.length} bytes, ${name}: ${fault}\n`);
  }
}
console.log(JSON.stringify({ seed: flags.seed, minutes: flags.minutes, files, bytes, faults }, null, 2));
process.exitCode = Object.values(faults).every((count) => count === 0) ? 0 : 1;
