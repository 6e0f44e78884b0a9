// npm run bench -- cost [--measure] [--write] [--speed N] …

import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { ASSUMED, type Rates } from './cost/rates.ts';
import { DOCUMENTS, replaceTables, tables } from './cost/tables.ts';

const program = new Command('cost')
  .description('Computes requests, time and dollars for one puzzle to ten billion, from measured speeds.')
  .option('--rates <file>', 'JSON file of measured speeds', 'bench/cost/measured.json')
  .option('--measure', 'measure the speeds first, which takes two minutes')
  .option('--puzzles-per-second <n>', 'of one function, bytes to bytes', Number)
  .option('--seconds-per-small-file <n>', 'of one function, if S3 answers at once', Number)
  .option('--cold-start-seconds <n>', 'of the function', Number)
  .option('--speed <n>', 'of a processor of Lambda, relative to the measured one', Number)
  .option('--wire <n>', 'bytes per second between a function and S3', Number)
  .option('--latency <n>', 'seconds of a small request to S3', Number)
  .option('--copy <n>', 'seconds in which S3 copies a part', Number)
  .option('--delivery <n>', 'seconds from an upload to the invocation', Number)
  .option('--window <n>', 'seconds for which uploads are collected: uploadWindow of the stack', Number)
  .option('--prefixes <n>', 'partitioned prefixes among which keys are spread', Number, 1)
  .option('--write', `replace the tables in ${Object.keys(DOCUMENTS).join(' and ')} instead of printing them`)
  .parse();

const {
  rates: file,
  prefixes,
  write,
  measure: measuresFirst,
  ...given
} = program.opts<Partial<Rates> & { rates: string; prefixes: number; write?: true; measure?: true }>();
if (measuresFirst) {
  const { measure } = await import('./cost/measure.ts');
  await writeFile(file, `${JSON.stringify(await measure(), null, 2)}\n`);
}
const rates: Rates = { ...ASSUMED, ...JSON.parse(await readFile(file, 'utf8')), ...given };
if (write) {
  for (const [path, tablesOf] of Object.entries(DOCUMENTS))
    await writeFile(path, replaceTables(await readFile(path, 'utf8'), tablesOf(rates, prefixes)));
} else console.log(tables(rates, prefixes));
