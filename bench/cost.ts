// npm run bench -- cost [--measure] [--write docs/scale.md] [--speed N] …

import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ASSUMED, type Rates } from './cost/rates.ts';
import { replaceTables, tables } from './cost/tables.ts';

const program = new Command('bench:cost')
  .description('Requests, time and dollars from one puzzle to ten thousand million, from measured speeds.')
  .option(
    '--rates <file>',
    'JSON with measured speeds, as bench/cost/measured.json',
    'bench/cost/measured.json',
  )
  .option('--measure', 'measure the speeds first, which takes two minutes')
  .option('--puzzles-per-second <n>', 'of one function, from input bytes to output bytes', Number)
  .option('--seconds-per-small-file <n>', 'of one function, if S3 answers at once', Number)
  .option('--cold-start-seconds <n>', 'of the function', Number)
  .option('--speed <n>', 'speed of a Lambda processor, relative to the measured core', Number)
  .option('--wire <n>', 'bytes per second between a function and S3', Number)
  .option('--latency <n>', 'seconds of a small request to S3', Number)
  .option('--copy <n>', 'seconds in which S3 copies a part', Number)
  .option('--delivery <n>', 'seconds from an upload to the call', Number)
  .option('--window <n>', 'seconds for which uploads are gathered: uploadWindow of the stack', Number)
  .option('--prefixes <n>', 'partitioned prefixes that keys are spread over', Number, 1)
  .option('--write <file>', 'replace the tables in a document instead of printing them')
  .parse();

const {
  rates: file,
  prefixes,
  write,
  measure: anew,
  ...given
} = program.opts<Partial<Rates> & { rates: string; prefixes: number; write?: string; measure?: true }>();
if (anew) {
  const { measure } = await import('./cost/measure.ts');
  await writeFile(file, `${JSON.stringify(await measure(), null, 2)}\n`);
}
const rates: Rates = { ...ASSUMED, ...JSON.parse(await readFile(file, 'utf8')), ...given };
const text = tables(rates, prefixes);
if (write) await writeFile(write, replaceTables(await readFile(write, 'utf8'), text));
else console.log(text);
